//! Reviews of games that are over.

use super::App;
use super::analysis::carry;
use super::error::{ApiError, Body, ErrorBody, Path};
use super::games::game_id;
use super::guard::PIECE;
use crate::address::Address;
use crate::analysis::review::{MOST_MS, ReviewView, USUAL_MS, within_time};
use crate::failure::Failure;
use crate::game::Refused;
use crate::open_game::Ask;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

/// A review that somebody wants.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReviewRequest {
    /// Milliseconds for each move, 10 to 2000; 200 if left out. A review takes ten minutes at most.
    #[schema(minimum = 10, maximum = 2000)]
    ms: Option<u64>,
}

/// Lets the engine look at every move of a game that is over. What it finds is kept: a review goes on after a
/// restart, and is made again only with more time for each move.
#[utoipa::path(post, path = "/api/games/{id}/review", tag = "analysis", request_body = ReviewRequest,
    params(("id" = String, Path, description = "The game")), responses(
    (status = 202, description = "It is being made, or is there already"),
    (status = 404, description = "There is no such game", body = ErrorBody),
    (status = 409, description = "The game goes on", body = ErrorBody),
    (status = 429, description = "Too many moves are reviewed", body = ErrorBody),
))]
pub(crate) async fn begin(
    State(app): State<App>,
    address: Address,
    Path(id): Path<String>,
    Body(ReviewRequest { ms }): Body<ReviewRequest>,
) -> Result<StatusCode, ApiError> {
    let ms = ms.unwrap_or(USUAL_MS);
    if !(10..=MOST_MS).contains(&ms) {
        return Err(ApiError::field("ms", "a review takes 10 to 2000 milliseconds for each move"));
    }
    let id = game_id(&id)?;
    let game = app.hub.ask(&id, Some(address), |reply| Ask::Glance { reply }).await?;
    if game.end.is_none() {
        return Err(Failure::Refused(Refused::NotOver).into());
    }
    let ms = within_time(ms, game.ply);
    let known = app.hub.store.review_state(&id).await.map_err(Failure::from)?;
    if known.is_none_or(|known| known.over && known.ms < ms) {
        // What is found fills the disk; it is found at the start, too.
        app.reviewed_moves.count_times(address, game.ply + 1)?;
        app.hub.store.begin_review(&id, ms).await.map_err(Failure::from)?;
    } else if known.is_some_and(|known| known.over) {
        return Ok(StatusCode::ACCEPTED);
    }
    app.hub.review(id, Some(address));
    Ok(StatusCode::ACCEPTED)
}

/// The review of a game, as far as it has come.
#[utoipa::path(get, path = "/api/games/{id}/review", tag = "analysis",
    params(("id" = String, Path, description = "The game")), responses(
    (status = 200, description = "What was found", body = ReviewView),
    (status = 404, description = "There is no such game", body = ErrorBody),
))]
pub(crate) async fn look(
    State(app): State<App>,
    address: Address,
    Path(id): Path<String>,
) -> Result<Json<ReviewView>, ApiError> {
    let id = game_id(&id)?;
    let known = app.hub.store.review_state(&id).await.map_err(Failure::from)?;
    if known.is_none() {
        // There must be such a game.
        app.hub.glance(&id, Some(address)).await?;
        return Ok(Json(ReviewView::none()));
    }
    // What is much to read counts before it is read, and is read for one after the other.
    let turn = app.analyses.wait(Some(address)).await;
    let bytes = app.hub.store.review_size(&id).await.map_err(Failure::from)?;
    app.requests.count_times(address, bytes / PIECE)?;
    let kept = app.hub.store.review(&id).await.map_err(Failure::from)?;
    drop(turn);
    let Some(kept) = kept else { return Ok(Json(ReviewView::none())) };
    if !kept.over {
        // Whoever looks waits for it, too: after a restart nobody else may.
        app.hub.review(id.clone(), Some(address));
    }
    let (game, house) = app.hub.load_with_rules(&id, Some(address)).await?;
    let view = carry(&app, address, &house, move |house, _| ReviewView::of(kept, &game, house));
    Ok(Json(view.await?))
}
