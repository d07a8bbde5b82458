//! Positions of any game, looked at by themselves.

use super::App;
use super::error::{ApiError, Body, ErrorBody};
use super::games::game_id;
use crate::address::Address;
use crate::analysis::openings;
use crate::analysis::{
    OpeningsView, Patience, PositionView, RulesWish, SetupView, WholeRules, waiting,
};
use crate::failure::Failure;
use crate::hub::Rules;
use crate::id::GameId;
use crate::open_game::Ask;
use crate::rules::{Definition, House, Place, Settings, Weight, Worked};
use axum::Json;
use axum::extract::State;
use komadai_referee::forms::{
    Explanation, MOST_GAMES, OpeningsRequest, PositionRequest, RulesRequest, SetupRequest,
    WhyNotRequest,
};
use std::collections::HashSet;
use std::sync::Arc;

/// The rules that are meant, compiled.
///
/// # Errors
/// When there are none such.
pub(super) async fn house_by(
    wish: &RulesWish,
    app: &App,
    address: Address,
) -> Result<Arc<House>, ApiError> {
    Ok(rules_by(wish, app, address).await?.house)
}

/// The rules that are meant.
///
/// # Errors
/// When there are none such.
pub(super) async fn rules_by(
    RulesWish { variant, set, game, analysis }: &RulesWish,
    app: &App,
    address: Address,
) -> Result<Rules, ApiError> {
    match (variant, game, analysis) {
        (Some(variant), None, None) => {
            let settings: Settings = set.clone().into_iter().collect();
            app.hub.variant(variant, settings, address).await?.map_err(|error| {
                let field = if set.is_empty() { "variant" } else { "set" };
                ApiError::rules(field, &error)
            })
        }
        (None, Some(game), None) if set.is_empty() => rules_of_game(app, game, address).await,
        (None, None, Some(id)) if set.is_empty() => super::analyses::rules(app, id, address).await,
        _ => Err(ApiError::field(
            "rules",
            "give `variant`, with or without `set`, or `game`, or `analysis`",
        )),
    }
}

/// The rules that a game was begun by.
pub(super) async fn rules_of_game(
    app: &App,
    game: &str,
    address: Address,
) -> Result<Rules, ApiError> {
    let ask = |reply| Ask::Past { ply: Some(0), reply };
    let past = app.hub.ask(&game_id(game)?, Some(address), ask).await?;
    let past = past.ok_or(Failure::NoGame)?;
    Ok(app.hub.rules_of(&past.definition, &past.settings, Some(address)).await?)
}

/// Does work on positions by some rules for somebody, where it holds nobody else up.
pub(super) async fn carry<T: Send + 'static>(
    app: &App,
    address: Address,
    house: &Arc<House>,
    work: impl FnOnce(&House, &Patience) -> T + Send + 'static,
) -> Result<T, ApiError> {
    let (weight, house) = (Arc::clone(house.weight()), Arc::clone(house));
    carry_by(app, address, weight, move |patience| work(&house, patience)).await
}

/// The same where there may be many of them, as in a tree: they hold up nobody who asks for one.
pub(super) async fn carry_many<T: Send + 'static>(
    app: &App,
    address: Address,
    house: &Arc<House>,
    work: impl FnOnce(&House, &Patience) -> T + Send + 'static,
) -> Result<T, ApiError> {
    let house = Arc::clone(house);
    let place = house.weight().place_for_many(&app.hub.corner, Some(address)).await;
    carry_in(app, address, place, move |patience| work(&house, patience)).await
}

/// Does work on a position by rules of this weight.
pub(super) async fn carry_by<T: Send + 'static>(
    app: &App,
    address: Address,
    weight: Arc<Weight>,
    work: impl FnOnce(&Patience) -> T + Send + 'static,
) -> Result<T, ApiError> {
    let place = weight.place_for_any(&app.hub.corner, Some(address)).await;
    carry_in(app, address, place, work).await
}

/// The same in this place.
pub(super) async fn carry_in<T: Send + 'static>(
    app: &App,
    address: Address,
    place: Place,
    work: impl FnOnce(&Patience) -> T + Send + 'static,
) -> Result<T, ApiError> {
    let (waits, begin) = waiting();
    let work = move || {
        // How long it takes says nothing of one position: it may be a tree of thousands.
        let worked = Worked::new();
        (work(&begin()), worked.time())
    };
    // The place is taken along: the work may go on for a moment when nobody waits for it any more.
    let done = tokio::task::spawn_blocking(move || place.during(work));
    let done = done.await;
    drop(waits);
    let (done, took) = done.map_err(|_| Failure::Ending)?;
    app.hub.charge_for_work(&Some(address).into(), took);
    Ok(done)
}

/// A position of any game, by the moves that lead there. Nothing is kept of it.
#[utoipa::path(post, path = "/api/analysis/position", tag = "analysis", request_body = PositionRequest,
    responses(
        (status = 200, description = "The position at the end of the line", body = PositionView),
        (status = 422, description = "The line cannot begin there, or a move is not legal",
            body = ErrorBody),
))]
pub(crate) async fn position(
    State(app): State<App>,
    address: Address,
    Body(request): Body<PositionRequest>,
) -> Result<Json<PositionView>, ApiError> {
    let house = house_by(&request.rules, &app, address).await?;
    let view = carry(&app, address, &house, move |house, patience| request.answer(house, patience));
    Ok(Json(view.await??))
}

/// Why a move is not legal in a position of any game.
#[utoipa::path(post, path = "/api/analysis/explain", tag = "analysis", request_body = WhyNotRequest,
    responses((status = 200, description = "The rule in words", body = Explanation)))]
pub(crate) async fn explain(
    State(app): State<App>,
    address: Address,
    Body(request): Body<WhyNotRequest>,
) -> Result<Json<Explanation>, ApiError> {
    let house = house_by(&request.rules, &app, address).await?;
    let reason =
        carry(&app, address, &house, move |house, patience| request.answer(house, patience));
    Ok(Json(reason.await??))
}

/// A position as text and as data, and everything that keeps a game from beginning there.
#[utoipa::path(post, path = "/api/analysis/setup", tag = "analysis", request_body = SetupRequest,
    responses(
        (status = 200, description = "The position, possible or not", body = SetupView),
        (status = 422, description = "The text cannot be read, or names what the game does not have",
            body = ErrorBody),
))]
pub(crate) async fn setup(
    State(app): State<App>,
    address: Address,
    Body(request): Body<SetupRequest>,
) -> Result<Json<SetupView>, ApiError> {
    let house = house_by(&request.rules, &app, address).await?;
    let look = carry(&app, address, &house, move |house, patience| request.answer(house, patience));
    Ok(Json(look.await??))
}

/// All that some rules consist of, for who compiles them elsewhere, such as on a visitor's machine.
#[utoipa::path(post, path = "/api/analysis/rules", tag = "analysis", request_body = RulesRequest,
    responses((status = 200, description = "The rules", body = WholeRules)))]
pub(crate) async fn rules(
    State(app): State<App>,
    address: Address,
    Body(request): Body<RulesRequest>,
) -> Result<Json<WholeRules>, ApiError> {
    let Rules { definition, settings, .. } = rules_by(&request.rules, &app, address).await?;
    let definition = Definition::clone(&definition);
    Ok(Json(WholeRules { definition, set: settings }))
}

/// What was played from a position in some games, and how these went.
#[utoipa::path(post, path = "/api/analysis/openings", tag = "analysis", request_body = OpeningsRequest,
    responses((status = 200, description = "The moves", body = OpeningsView)))]
pub(crate) async fn openings(
    State(app): State<App>,
    address: Address,
    Body(request): Body<OpeningsRequest>,
) -> Result<Json<OpeningsView>, ApiError> {
    let Rules { definition, house, .. } = rules_by(&request.rules, &app, address).await?;
    let ids = request.games.iter().filter_map(|id| GameId::parse(id)).take(MOST_GAMES);
    // None is counted twice.
    let mut known = HashSet::new();
    let games: Vec<GameId> = ids.filter(|id| known.insert(id.clone())).collect();
    // Some have to be read.
    app.requests.count_times(address, games.len() / 10)?;
    let games = openings::finished(&app.hub, address, &games).await?;
    let definition = definition.id();
    let view = carry(&app, address, &house, move |house, patience| {
        request.answer((&definition, house), &games, patience)
    });
    Ok(Json(view.await??))
}
