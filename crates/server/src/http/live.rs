//! Live games over websockets.

use super::App;
use super::error::{ApiError, Path, SOON, Words};
use super::games::game_id;
use crate::address::Address;
use crate::at_once::{AtOnce, Share};
use crate::door::Busy;
use crate::game::{self, Access, Action, Command, Played, Update, You};
use crate::hub::{Failure, Hub};
use crate::id::GameId;
use crate::metrics;
use crate::open_game::{Ask, Visitor, Watch};
use crate::rates::Rate;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;
use utoipa::ToSchema;

/// Nobody has more to say.
const MOST_BYTES: usize = 4096;
/// Messages a second, and how many at once.
const PACE: (u32, u32) = (20, 60);
/// How long a reader may take to hear that it is over.
const FAREWELL: Duration = Duration::from_secs(5);
/// Who gives a place to somebody else hears less long.
const BRIEF_FAREWELL: Duration = Duration::from_millis(100);
/// For so long what still comes is read after that.
const REST: Duration = Duration::from_secs(1);
/// But no more messages.
const MOST_REST: usize = 100;
/// How often a silent reader is asked whether it is there...
const PING: Duration = Duration::from_secs(25);
/// ... and after how long a silence it is not.
const SILENCE: Duration = Duration::from_secs(70);

/// What comes from a reader.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum LiveRequest {
    /// A move in any spelling.
    Move {
        /// Comes back with the answer.
        id: u64,
        #[serde(rename = "move")]
        text: String,
    },
    /// Anything but a move.
    Action {
        /// Comes back with the answer.
        id: u64,
        action: Action,
    },
    /// Asks for a pong.
    Ping {},
}

/// What goes to a reader.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum ToReader<'a> {
    /// The game, whole.
    State { seq: u64, state: game::State },
    /// What has changed.
    Update {
        seq: u64,
        state: game::View,
        /// The new moves.
        #[schema(value_type = Vec<Played>)]
        played: &'a [Arc<Played>],
        /// The list of moves is cut to this length before they are added.
        from_ply: usize,
    },
    /// The reader knows everything already.
    Current { seq: u64 },
    /// A request was granted, and is on disk.
    Ack { id: u64, seq: u64 },
    /// It was not.
    Refused {
        /// Null where the message could not be read so far.
        #[schema(required)]
        id: Option<u64>,
        error: ApiError,
    },
    /// As asked.
    Pong,
}

/// How a reader comes in.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LiveQuery {
    seat: Option<String>,
    /// The number of the last thing that it knows.
    since: Option<u64>,
}

/// A game as it happens: a websocket.
#[utoipa::path(get, path = "/api/games/{id}/live", tag = "games",
    params(
        ("id" = String, Path, description = "The game"),
        ("seat" = Option<String>, Query, description = "The token of a seat"),
        ("since" = Option<u64>, Query, description = "The last `seq` that the reader knows"),
    ),
    responses((status = 101, description = "Messages: the server sends `ToReader`, the reader \
        `LiveRequest`")))]
pub(crate) async fn live(
    State(app): State<App>,
    address: Address,
    Extension(busy): Extension<Busy>,
    Path(id): Path<String>,
    Words(query): Words<LiveQuery>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    if !is_same_origin(&headers) {
        let message = "only pages of this server may open websockets";
        return Err(ApiError::new(StatusCode::FORBIDDEN, "foreign-origin", message));
    }
    let upgrade = upgrade.map_err(|rejection| {
        ApiError::new(rejection.status(), "no-websocket", rejection.body_text())
    })?;
    let id = game_id(&id)?;
    let too_many = || ApiError::too_many("you have too many live games open", SOON);
    let place = app.sockets.take(address).ok_or_else(too_many)?;
    let by = Visitor { token: query.seat, address };
    let watch =
        app.hub.ask(&id, Some(address), |reply| Ask::Watch { by: by.clone(), reply }).await?;
    let chair = Chair { game: app.hub.open(&id, Some(address)), access: watch.access };
    let App { hub, requests, greetings, .. } = app;
    busy.slow_down();
    let places = (place, busy);
    let reader = Reader { hub, requests, greetings, id, by, watch, chair, places };
    let upgrade = upgrade.max_message_size(MOST_BYTES).max_frame_size(MOST_BYTES);
    // By default each would have 128 KiB.
    let upgrade = upgrade.read_buffer_size(4 * MOST_BYTES);
    let serve = move |socket| reader.serve(socket, query.since);
    Ok(upgrade.on_upgrade(serve).into_response())
}

/// Whether the page that opens a websocket comes from here. Programs other than browsers say
/// nothing of it.
fn is_same_origin(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
    matches!((origin, host), (Some((_, origin)), Some(host)) if origin.eq_ignore_ascii_case(host))
}

/// A reader's place; it is given back when the reader goes, however that comes about.
struct Chair {
    game: mpsc::UnboundedSender<Ask>,
    access: Access,
}

impl Drop for Chair {
    fn drop(&mut self) {
        // The game may be closed.
        let _ = self.game.send(Ask::Leave { access: self.access });
    }
}

/// Somebody who watches a game, and may play.
struct Reader {
    hub: Arc<Hub>,
    /// What is asked here counts like requests.
    requests: Rate,
    greetings: AtOnce,
    id: GameId,
    by: Visitor,
    watch: Watch,
    chair: Chair,
    /// Held as long as the websocket is open.
    places: (Share, Busy),
}

/// The connection is of no more use; it is closed with this code.
struct Gone(u16);

impl From<axum::Error> for Gone {
    fn from(error: axum::Error) -> Self {
        use tungstenite::Error::{Capacity, Protocol, Utf8};
        let error = error.into_inner().downcast::<tungstenite::Error>();
        Gone(match error.as_deref() {
            Ok(Capacity(_)) => close_code::SIZE,
            Ok(Utf8(_)) => close_code::INVALID,
            Ok(Protocol(_)) => close_code::PROTOCOL,
            _ => close_code::NORMAL,
        })
    }
}

impl Reader {
    async fn serve(mut self, mut socket: WebSocket, since: Option<u64>) {
        metrics::sockets(1.0);
        let code = match self.talk(&mut socket, since).await {
            Ok(code) => code,
            Err(Gone(code)) => code,
        };
        let busy = self.places.1.clone();
        tokio::select! {
            () = part(socket, code) => {}
            () = async { busy.sent_away().await; tokio::time::sleep(BRIEF_FAREWELL).await } => {}
        }
        metrics::sockets(-1.0);
        drop(self.chair);
    }

    /// Talks until one of both has enough; tells why.
    async fn talk(&mut self, socket: &mut WebSocket, since: Option<u64>) -> Result<u16, Gone> {
        self.greet(socket, since).await?;
        let pace = Pace::new();
        let mut heard = Instant::now();
        let mut ping = tokio::time::interval(PING);
        let (stop, busy) = (self.hub.stop.clone(), self.places.1.clone());
        loop {
            tokio::select! {
                () = stop.cancelled() => return Ok(close_code::AWAY),
                // The page comes back by itself when there is a place again.
                () = busy.sent_away() => return Ok(close_code::AGAIN),
                update = self.watch.updates.recv() => match update {
                    Ok(update) => self.tell(socket, &update).await?,
                    Err(RecvError::Lagged(_)) => self.tell_all(socket).await?,
                    // The server may end before this reader has heard of it.
                    Err(RecvError::Closed) if stop.is_cancelled() => return Ok(close_code::AWAY),
                    Err(RecvError::Closed) => return Ok(close_code::RESTART),
                },
                message = socket.recv() => {
                    let Some(message) = message else { return Err(Gone(close_code::NORMAL)) };
                    heard = Instant::now();
                    if !pace.allows() {
                        return Ok(close_code::POLICY);
                    }
                    match message? {
                        Message::Text(text) => self.hear(socket, &text).await?,
                        Message::Binary(_) => return Ok(close_code::UNSUPPORTED),
                        Message::Close(_) => return Ok(close_code::NORMAL),
                        Message::Ping(_) | Message::Pong(_) => {}
                    }
                }
                _ = ping.tick() => {
                    if heard.elapsed() > SILENCE {
                        return Ok(close_code::AWAY);
                    }
                    socket.send(Message::Ping(Vec::new().into())).await?;
                }
            }
        }
    }

    async fn greet(&self, socket: &mut WebSocket, since: Option<u64>) -> Result<(), Gone> {
        let seq = self.watch.now.body.seq;
        if since == Some(seq) {
            return send(socket, &ToReader::Current { seq }).await;
        }
        let _greeting = self.greetings.wait(self.by.address).await;
        let state = self.watch.now.state(self.watch.access, self.hub.time.now());
        send(socket, &ToReader::State { seq, state }).await
    }

    async fn tell(&self, socket: &mut WebSocket, update: &Update) -> Result<(), Gone> {
        // Somebody else has sat down here: the reader comes back as one who looks on.
        if update.seats.access(self.by.token.as_deref()) != self.watch.access {
            return Err(Gone(close_code::AGAIN));
        }
        let state = update.view(self.watch.access, self.hub.time.now());
        let played = update.moves.get(update.from_ply..).unwrap_or_default();
        let (seq, from_ply) = (update.body.seq, update.from_ply);
        send(socket, &ToReader::Update { seq, state, played, from_ply }).await
    }

    /// The reader was too slow, and has missed something.
    async fn tell_all(&self, socket: &mut WebSocket) -> Result<(), Gone> {
        let _greeting = self.greetings.wait(self.by.address).await;
        let look = |reply| Ask::Look { by: self.by.clone(), reply };
        let again = |_| Gone(close_code::AGAIN);
        let state = self.hub.ask(&self.id, Some(self.by.address), look).await.map_err(again)?;
        if state.view.you != You::of(self.watch.access) {
            return Err(Gone(close_code::AGAIN));
        }
        send(socket, &ToReader::State { seq: state.view.body.seq, state }).await
    }

    async fn hear(&self, socket: &mut WebSocket, text: &str) -> Result<(), Gone> {
        let (id, command) = match serde_json::from_str(text) {
            Ok(LiveRequest::Ping {}) => return send(socket, &ToReader::Pong).await,
            Ok(LiveRequest::Move { id, text }) => (id, Command::Move(text)),
            Ok(LiveRequest::Action { id, action }) => (id, Command::Act(action)),
            Err(error) => {
                let message = format!("this is not a message: {error}");
                let error = ApiError::new(StatusCode::BAD_REQUEST, "bad-json", message);
                return send(socket, &ToReader::Refused { id: id_of(text), error }).await;
            }
        };
        if let Err(too_many) = self.requests.count(self.by.address) {
            return send(socket, &ToReader::Refused { id: Some(id), error: too_many.into() }).await;
        }
        let wish = |reply| {
            let (by, command) = (self.by.clone(), command.clone());
            Ask::Do { by, command, reply }
        };
        let answer = self.hub.ask(&self.id, Some(self.by.address), wish).await;
        let reply = match answer {
            Ok(state) => ToReader::Ack { id, seq: state.view.body.seq },
            Err(Failure::NoGame) => return Err(Gone(close_code::ERROR)),
            Err(failure) => ToReader::Refused { id: Some(id), error: failure.into() },
        };
        send(socket, &reply).await
    }
}

/// The number of a message that cannot be read, if that much can.
fn id_of(text: &str) -> Option<u64> {
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    value.get("id")?.as_u64()
}

/// Tells a reader why it is over. It may be closed already, and nobody may read it.
async fn part(mut socket: WebSocket, code: u16) {
    let frame = CloseFrame { code, reason: "".into() };
    let farewell = socket.send(Message::Close(Some(frame)));
    let _ = tokio::time::timeout(FAREWELL, farewell).await;
    // Why it was closed is lost where something that came has not been read.
    let rest = async {
        for _ in 0..MOST_REST {
            let Some(Ok(_)) = socket.recv().await else { return };
        }
    };
    let _ = tokio::time::timeout(REST, rest).await;
}

async fn send(socket: &mut WebSocket, message: &ToReader<'_>) -> Result<(), Gone> {
    let text = serde_json::to_string(message).map_err(|_| Gone(close_code::ERROR))?;
    Ok(socket.send(Message::Text(text.into())).await?)
}

/// How much a reader may still say.
struct Pace(governor::DefaultDirectRateLimiter);

impl Pace {
    fn new() -> Self {
        let [each, burst] = [PACE.0, PACE.1].map(|n| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN));
        let quota = governor::Quota::per_second(each).allow_burst(burst);
        Pace(governor::RateLimiter::direct(quota))
    }

    fn allows(&self) -> bool {
        self.0.check().is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_this_server_may_open_websockets() {
        let check = |origin: Option<&str>, host: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().unwrap());
            origin.map(|origin| headers.insert(header::ORIGIN, origin.parse().unwrap()));
            is_same_origin(&headers)
        };
        assert!(check(None, "127.0.0.1:8080"));
        assert!(check(Some("http://127.0.0.1:8080"), "127.0.0.1:8080"));
        assert!(check(Some("https://play.example"), "play.example"));
        for origin in ["http://evil.example", "http://127.0.0.1:81", "null", "", "127.0.0.1:8080"] {
            assert!(!check(Some(origin), "127.0.0.1:8080"), "{origin}");
        }
    }
}
