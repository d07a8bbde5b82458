//! What all websockets have in common: who may open them, how fast they may talk, how they end.

use super::App;
use super::error::{ApiError, SOON};
use crate::address::Address;
use crate::at_once::Share;
use crate::door::Busy;
use crate::metrics;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::{HeaderMap, StatusCode, header};
use serde::Serialize;
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

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

/// The places that a websocket takes, held as long as it is open.
pub(super) struct Places {
    _share: Share,
    busy: Busy,
}

/// Lets a websocket in that says messages of so many bytes at most.
///
/// # Errors
/// When it comes from another page, is none, or is one too many.
pub(super) fn admit(
    app: &App,
    address: Address,
    busy: Busy,
    headers: &HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
    most_bytes: usize,
) -> Result<(WebSocketUpgrade, Places), ApiError> {
    if !is_same_origin(headers) {
        let message = "only pages of this server may open websockets";
        return Err(ApiError::new(StatusCode::FORBIDDEN, "foreign-origin", message));
    }
    let upgrade = upgrade.map_err(|rejection| {
        ApiError::new(rejection.status(), "no-websocket", rejection.body_text())
    })?;
    let too_many = || ApiError::too_many("you have too many live games open", SOON);
    let share = app.sockets.take(address).ok_or_else(too_many)?;
    // By default each would have 128 KiB.
    let upgrade = upgrade
        .max_message_size(most_bytes)
        .max_frame_size(most_bytes)
        .read_buffer_size(READ_BUFFER);
    Ok((upgrade, Places { _share: share, busy }))
}

/// Bytes.
const READ_BUFFER: usize = 16 << 10;

/// Whether the page that opens a websocket comes from here. Programs other than browsers say
/// nothing of it.
fn is_same_origin(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
    matches!((origin, host), (Some((_, origin)), Some(host)) if origin.eq_ignore_ascii_case(host))
}

/// A websocket that is open.
pub(super) struct Talk {
    socket: WebSocket,
    places: Places,
    pace: Pace,
    heard: Instant,
    ping: tokio::time::Interval,
}

/// The connection is of no more use; it is closed with this code.
pub(super) struct Gone(pub(super) u16);

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

impl Talk {
    pub(super) fn new(socket: WebSocket, places: Places) -> Self {
        metrics::sockets(1.0);
        places.busy.slow_down();
        let ping = tokio::time::interval(PING);
        Talk { socket, places, pace: Pace::new(), heard: Instant::now(), ping }
    }

    /// Sends a message in JSON.
    ///
    /// # Errors
    /// When nobody is there to hear it.
    pub(super) async fn send(&mut self, message: &impl Serialize) -> Result<(), Gone> {
        let text = serde_json::to_string(message).map_err(|_| Gone(close_code::ERROR))?;
        Ok(self.socket.send(Message::Text(text.into())).await?)
    }

    /// What is said next. It may be broken off at any time and asked again; nothing is lost.
    ///
    /// # Errors
    /// When it is over: the other end has gone, is silent, says too much, or must make way.
    pub(super) async fn hear(&mut self) -> Result<String, Gone> {
        loop {
            tokio::select! {
                // The page comes back by itself when there is a place again.
                () = self.places.busy.sent_away() => return Err(Gone(close_code::AGAIN)),
                message = self.socket.recv() => {
                    let Some(message) = message else { return Err(Gone(close_code::NORMAL)) };
                    self.heard = Instant::now();
                    if !self.pace.allows() {
                        return Err(Gone(close_code::POLICY));
                    }
                    match message? {
                        Message::Text(text) => return Ok(text.to_string()),
                        Message::Binary(_) => return Err(Gone(close_code::UNSUPPORTED)),
                        Message::Close(_) => return Err(Gone(close_code::NORMAL)),
                        Message::Ping(_) | Message::Pong(_) => {}
                    }
                }
                _ = self.ping.tick() => {
                    if self.heard.elapsed() > SILENCE {
                        return Err(Gone(close_code::AWAY));
                    }
                    self.socket.send(Message::Ping(Vec::new().into())).await?;
                }
            }
        }
    }

    /// Closes it with a code.
    pub(super) async fn part(self, code: u16) {
        let Talk { socket, places, .. } = self;
        tokio::select! {
            () = part(socket, code) => {}
            () = async { places.busy.sent_away().await; tokio::time::sleep(BRIEF_FAREWELL).await } => {}
        }
        metrics::sockets(-1.0);
    }
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
