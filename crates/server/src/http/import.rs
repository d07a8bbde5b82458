//! Games that were played elsewhere, kept as games that are over.

use super::App;
use super::analysis::{carry_many, rules_by};
use super::error::{ApiError, Body, ErrorBody};
use crate::address::Address;
use crate::failure::Failure;
use crate::hub::{Rules, Setting};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use komadai_referee::forms::{ImportRequest, Imported, PlayedElsewhere};
use std::sync::Arc;

/// Keeps a game that was played elsewhere as one that is over, so that it can be reviewed and shown. Nobody
/// has a seat in it.
#[utoipa::path(post, path = "/api/games/import", tag = "games", request_body = ImportRequest, responses(
    (status = 201, description = "It is kept", body = Imported),
    (status = 422, description = "A move is not legal", body = ErrorBody),
    (status = 429, description = "Too many games", body = ErrorBody),
))]
pub(crate) async fn import(
    State(app): State<App>,
    address: Address,
    Body(ImportRequest { rules, tree }): Body<ImportRequest>,
) -> Result<(StatusCode, Json<Imported>), ApiError> {
    let rules = rules_by(&rules, &app, address).await?;
    let settings = rules.settings.clone();
    let game = carry_many(&app, address, &rules.house, move |house, patience| {
        PlayedElsewhere::of(&tree, (&settings, house), patience)
    });
    let game = game.await??;
    app.hub.count_new_game(address, game.moves.len()).map_err(Failure::from)?;
    let Rules { definition, settings, house } = rules;
    let header = game.header((&definition, settings, &house), app.hub.time.calendar())?;
    let setting = Setting { header, definition: Arc::unwrap_or_clone(definition), house };
    let id = app.hub.keep_played(setting, &game.moves, true, game.end).await?;
    Ok((StatusCode::CREATED, Json(Imported { id: id.to_string() })))
}
