//! Games by requests: looking, moving, acting, asking.

use super::App;
use super::analysis::{carry_by, carry_in};
use super::answer;
use super::error::{ApiError, Body, ErrorBody, Path, Words};
use crate::address::Address;
use crate::analysis::Patience;
use crate::failure::Failure;
use crate::game::{self, Command};
use crate::id::GameId;
use crate::open_game::{Ask, Visitor};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use komadai_records::file::Format;
use komadai_referee::forms::{
    ActionRequest, ExplainRequest, Explanation, Games, Hint, MoveRequest, SeatRequest, SitRequest,
    game_ids,
};
use komadai_rules::Interrupt;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Reads a game's name; what can be none is not there.
pub(super) fn game_id(text: &str) -> Result<GameId, ApiError> {
    GameId::parse(text).ok_or_else(|| Failure::NoGame.into())
}

/// Whose token comes with a request.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeatQuery {
    /// The token of a seat.
    seat: Option<String>,
}

/// The token in the header, where there is one.
fn bearer(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    value.strip_prefix("Bearer ").map(|token| token.trim().to_owned())
}

/// Who makes a request: the token comes with it, or in the header.
fn visitor(seat: Option<String>, headers: &HeaderMap, address: Address) -> Visitor {
    let shown = bearer(headers);
    let in_header = seat.is_none() && shown.is_some();
    Visitor { token: seat.or(shown), in_header, address }
}

/// How a game stands. With the token of a seat, `you` says which.
#[utoipa::path(get, path = "/api/games/{id}", tag = "games", params(SeatQuery),
    security(("seat" = []), ()), responses(
    (status = 200, description = "The game", body = game::State),
    (status = 404, description = "There is no such game", body = ErrorBody),
))]
pub(crate) async fn look(
    State(app): State<App>,
    address: Address,
    Path(id): Path<String>,
    Words(seat): Words<SeatQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let by = visitor(seat.seat, &headers, address);
    let ask = |reply| Ask::Look { by: by.clone(), reply };
    let state: game::State = app.hub.ask(&game_id(&id)?, Some(address), ask).await?;
    answer::large(&app, address, &state).await
}

/// Plays a move. It is on disk when this is answered.
#[utoipa::path(post, path = "/api/games/{id}/moves", tag = "games", security(("seat" = []), ()), request_body = MoveRequest,
    responses(
        (status = 200, description = "The game after the move", body = game::State),
        (status = 403, description = "The token does not allow it", body = ErrorBody),
        (status = 404, description = "There is no such game", body = ErrorBody),
        (status = 409, description = "Not possible as the game stands", body = ErrorBody),
        (status = 422, description = "Not a legal move; `reason` says why", body = ErrorBody),
))]
pub(crate) async fn make_move(
    State(app): State<App>,
    address: Address,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(request): Body<MoveRequest>,
) -> Result<Response, ApiError> {
    let by = visitor(request.seat, &headers, address);
    obey(&app, &id, by, Command::Move(request.text)).await
}

/// Resigns, offers, claims, declares and so on.
#[utoipa::path(post, path = "/api/games/{id}/actions", tag = "games", security(("seat" = []), ()), request_body = ActionRequest,
    responses(
        (status = 200, description = "The game after the action", body = game::State),
        (status = 403, description = "The token does not allow it", body = ErrorBody),
        (status = 404, description = "There is no such game", body = ErrorBody),
        (status = 409, description = "Not possible as the game stands", body = ErrorBody),
))]
pub(crate) async fn act(
    State(app): State<App>,
    address: Address,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(request): Body<ActionRequest>,
) -> Result<Response, ApiError> {
    let by = visitor(request.seat, &headers, address);
    obey(&app, &id, by, Command::Act(request.action)).await
}

/// Sits down with a token of one's own: a link gives its seat to whoever comes first, and to nobody else.
#[utoipa::path(post, path = "/api/games/{id}/seats", tag = "games", security(("seat" = []), ()), request_body = SitRequest,
    responses(
        (status = 200, description = "The game, as whoever has sat down sees it", body = game::State),
        (status = 403, description = "The seat is taken, or was never there", body = ErrorBody),
        (status = 404, description = "There is no such game", body = ErrorBody),
))]
pub(crate) async fn sit(
    State(app): State<App>,
    address: Address,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(request): Body<SitRequest>,
) -> Result<Response, ApiError> {
    let command = request.command()?;
    let by = visitor(request.seat, &headers, address);
    obey(&app, &id, by, command).await
}

async fn obey(app: &App, id: &str, by: Visitor, command: Command) -> Result<Response, ApiError> {
    let (address, at) = (by.address, app.hub.time.now());
    let ask = |reply| Ask::Do { by: by.clone(), at, command: command.clone(), reply };
    let state: game::State = app.hub.ask(&game_id(id)?, Some(address), ask).await?;
    answer::large(app, address, &state).await
}

/// What the engine would play.
#[utoipa::path(post, path = "/api/games/{id}/hint", tag = "games", security(("seat" = []), ()), request_body = SeatRequest,
    responses(
        (status = 200, description = "The move", body = Hint),
        (status = 403, description = "The token does not allow it", body = ErrorBody),
        (status = 409, description = "Not possible as the game stands", body = ErrorBody),
))]
pub(crate) async fn hint(
    State(app): State<App>,
    address: Address,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(request): Body<SeatRequest>,
) -> Result<Json<Hint>, ApiError> {
    let by = visitor(request.seat, &headers, address);
    let ask = |reply| Ask::Hint { by: by.clone(), reply };
    // The search is stopped when nobody waits any more.
    let hinting = app.hub.ask(&game_id(&id)?, Some(address), ask).await?;
    let (usi, referee) = hinting.found().await?;
    let texts = carry_by(&app, address, referee.weight(), move |patience| {
        let texts = referee.interrupted(&patience.interrupt()).told(usi.as_deref());
        patience.held(texts)
    });
    Ok(Json(Hint::of(texts.await??)?))
}

/// Why a move is not legal.
#[utoipa::path(post, path = "/api/games/{id}/explain", tag = "games", request_body = ExplainRequest,
    responses((status = 200, description = "The rule in words", body = Explanation)))]
pub(crate) async fn explain(
    State(app): State<App>,
    address: Address,
    Path(id): Path<String>,
    Body(question): Body<ExplainRequest>,
) -> Result<Json<Explanation>, ApiError> {
    let text = question.text()?;
    let ask = |reply| Ask::Referee { reply };
    let referee = app.hub.ask(&game_id(&id)?, Some(address), ask).await?;
    let reason = carry_by(&app, address, referee.weight(), move |patience| {
        patience.held(referee.interrupted(&patience.interrupt()).reason(&text))
    });
    Ok(Json(Explanation::of(reason.await??)))
}

/// Which games.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct GamesQuery {
    /// Their ids, separated by commas.
    ids: Option<String>,
}

impl GamesQuery {
    /// Each once, and no more than can be asked for at a time.
    pub(super) fn ids(&self) -> Vec<GameId> {
        game_ids(self.ids.as_deref().unwrap_or_default())
    }
}

/// Some games in short, in the order of the ids; those that do not exist or cannot be read are left out.
#[utoipa::path(get, path = "/api/games", tag = "games", params(GamesQuery), responses(
    (status = 200, description = "The games", body = Games),
))]
pub(crate) async fn some(
    State(app): State<App>,
    address: Address,
    Words(query): Words<GamesQuery>,
) -> Result<Json<Games>, ApiError> {
    let ids = query.ids();
    // Each is as much work as a request of its own; one is counted already.
    app.requests.count_times(address, ids.len().saturating_sub(1))?;
    let mut games = Vec::new();
    for id in &ids {
        match app.hub.glance(id, Some(address)).await {
            Ok(game) => games.push(game),
            // One of them must not keep the others from being seen.
            Err(failure) if failure.is_final() => {}
            Err(failure) => return Err(failure.into()),
        }
    }
    Ok(Json(Games { games }))
}

/// Which form.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct FormatQuery {
    /// `pgn`, `kif`, `ki2`, `csa`, `jkf`, `usi`, `sfen` or `json`.
    #[param(inline)]
    format: Format,
}

/// A game as a file to keep.
#[utoipa::path(get, path = "/api/games/{id}/record", tag = "games", params(FormatQuery), responses(
    (status = 200, description = "The file", body = String),
    (status = 404, description = "There is no such game", body = ErrorBody),
))]
pub(crate) async fn record(
    State(app): State<App>,
    address: Address,
    Path(id): Path<String>,
    Words(FormatQuery { format }): Words<FormatQuery>,
) -> Result<Response, ApiError> {
    let ask = |reply| Ask::Record { format, reply };
    let (record, weight) = app.hub.ask(&game_id(&id)?, Some(address), ask).await?;
    let text = match format {
        Format::Pgn | Format::Json => (record.text)(&Interrupt::default()),
        _ => {
            let write = move |patience: &Patience| (record.text)(&patience.interrupt());
            let place = weight.place_for_many(&app.hub.corner, Some(address)).await;
            carry_in(&app, address, place, write).await?
        }
    };
    let text = text.map_err(|error| ApiError::field("format", error.to_string()))?;
    let plain: String =
        record.name.chars().filter(|c| c.is_ascii_alphanumeric() || "-._".contains(*c)).collect();
    let headers = [
        (header::CONTENT_TYPE, record.media_type.to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{plain}\"")),
    ];
    Ok((headers, text).into_response())
}

/// Whether somebody answers.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Health {
    status: &'static str,
    version: String,
}

/// Whether the server is ready.
#[utoipa::path(get, path = "/api/health", tag = "server", responses(
    (status = 200, description = "The server is ready", body = Health),
))]
pub(crate) async fn health(State(app): State<App>) -> Json<Health> {
    Json(Health { status: "ok", version: app.version.to_string() })
}
