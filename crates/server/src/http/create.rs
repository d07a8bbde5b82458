//! Setting up a game.

use super::App;
use super::analysis::carry_many;
use super::error::{ApiError, Body, ErrorBody};
use crate::address::Address;
use crate::analysis::MoveLine;
use crate::at_once::Askers;
use crate::failure::Failure;
use crate::game::RecordedMove;
use crate::hub::{Rules, Setting};
use crate::rules::{Catalogue, CatalogueError, Definition, Settings, is_made_up};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use komadai_referee::forms::{Created, NewGameRequest, played_before};
use std::sync::Arc;

/// Sets up a game.
#[utoipa::path(post, path = "/api/games", tag = "games", request_body = NewGameRequest, responses(
    (status = 201, description = "The game, and the tokens of its seats", body = Created),
    (status = 422, description = "The game cannot be set up like this", body = ErrorBody),
    (status = 429, description = "Too many games", body = ErrorBody),
))]
pub(crate) async fn create(
    State(app): State<App>,
    address: Address,
    Body(request): Body<NewGameRequest>,
) -> Result<(StatusCode, Json<Created>), ApiError> {
    app.hub.count_new_game(address, request.moves.len()).map_err(Failure::from)?;
    let wanted = request.wanted()?;
    let like = match &request.like {
        Some(game) => Some(super::analysis::rules_of_game(&app, game, address).await?),
        None => None,
    };
    let created = app.hub.time.calendar();
    let catalogue = Arc::clone(&app.hub.catalogue);
    let line = request.line();
    // Nobody knows how much work rules are that somebody has just made up.
    let set: Settings = request.set.clone().into_iter().collect();
    let is_light = match &like {
        Some(rules) => rules.house.weight().is_builtin() && !is_made_up(&set),
        None => set.is_empty() || (catalogue.is_builtin(&request.variant) && !is_made_up(&set)),
    };
    let askers = Askers::from(Some(address));
    let at_hand = match &like {
        Some(_) => set.is_empty(),
        None => catalogue.is_at_hand(&request.variant, &set),
    };
    let request = Arc::new(request);
    let found = {
        let (request, catalogue) = (Arc::clone(&request), Arc::clone(&catalogue));
        let like = like.map(Arc::new);
        move || rules_wanted(&request, like.as_deref(), &catalogue)
    };
    let place = app.hub.place_to_compile(is_light, at_hand, &askers).await;
    let draw = getrandom::u64().map_err(Failure::from)?;
    // Rules may have to be compiled.
    let setting = move || {
        let (definition, settings) = found()?;
        let house = catalogue.admitted(&definition, &settings, Some(address));
        let field = NewGameRequest::blamed(&settings);
        let house = house.map_err(|error: CatalogueError| ApiError::rules(field, &error))?;
        let rules = (&*definition, settings, &*house);
        let header = request.header(&wanted, rules, created, draw);
        let definition = Arc::unwrap_or_clone(definition);
        Ok::<_, ApiError>((Setting { header, definition, house }, wanted))
    };
    let (setting, wanted) = app.hub.compile(setting, is_light, place, &askers).await??;
    let mut line = line;
    line.start.clone_from(&setting.header.start);
    let id = if line.moves.is_empty() {
        app.hub.create(setting, address).await?
    } else {
        let moves = played(&app, address, &setting, line).await?;
        app.hub.go_on(setting, &moves, address).await?
    };
    Ok((StatusCode::CREATED, Json(wanted.created(&id))))
}

/// What a game is to be begun by. This may read files: not for the threads that answer.
fn rules_wanted(
    request: &NewGameRequest,
    like: Option<&Rules>,
    catalogue: &Catalogue,
) -> Result<(Arc<Definition>, Settings), ApiError> {
    let missing = || ApiError::field("variant", format!("there is no game `{}`", request.variant));
    let (definition, known, house) = match like {
        Some(Rules { definition, settings, house }) => {
            (Arc::clone(definition), settings.clone(), Arc::clone(house))
        }
        None => {
            let entry = catalogue.find(&request.variant).ok_or_else(missing)?;
            (entry.definition, Settings::new(), entry.house)
        }
    };
    let settings = request.changed(known, house.variant())?;
    Ok((definition, settings))
}

/// Moves that were played before, checked.
async fn played(
    app: &App,
    address: Address,
    setting: &Setting,
    line: MoveLine,
) -> Result<Vec<RecordedMove>, ApiError> {
    let told = carry_many(app, address, &setting.house, move |house, patience| {
        played_before(&line, house, patience)
    });
    Ok(told.await??)
}
