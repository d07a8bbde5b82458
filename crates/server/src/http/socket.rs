//! What all websockets have in common: who may open them, how fast they may talk, how they end.

use super::App;
use super::error::{ApiError, SOON};
use crate::address::Address;
use crate::at_once::{AtOnce, Share};
use crate::door::Busy;
use crate::metrics;
use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use serde::Serialize;
use std::future::poll_fn;
use std::num::NonZeroU32;
use std::time::{Duration, Instant};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{self, Message};

pub(super) use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

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
/// So long a reader may take for one message, of half a megabyte at most.
const HEARING: Duration = Duration::from_secs(30);

/// Longer messages are sent in pieces: a websocket keeps as much memory as its longest piece needs.
const PIECE: usize = 16 << 10;

/// A request to open a websocket. Axum's own extractor hides how messages are sent.
pub(crate) struct Upgrade {
    on_upgrade: OnUpgrade,
    key: HeaderValue,
}

impl<S: Send + Sync> FromRequestParts<S> for Upgrade {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let says = |name: HeaderName, word: &str| {
            let values = parts.headers.get_all(name);
            let mut words = values.iter().filter_map(|value| value.to_str().ok());
            words.any(|value| value.split(',').any(|it| it.trim().eq_ignore_ascii_case(word)))
        };
        let none =
            |message: &str| Err(ApiError::new(StatusCode::BAD_REQUEST, "no-websocket", message));
        if parts.method != Method::GET
            || !says(header::CONNECTION, "upgrade")
            || !says(header::UPGRADE, "websocket")
        {
            return none("this is for websockets");
        }
        if !says(header::SEC_WEBSOCKET_VERSION, "13") {
            return none("only websockets of version 13 are spoken here");
        }
        let Some(key) = parts.headers.get(header::SEC_WEBSOCKET_KEY).cloned() else {
            return none("the header Sec-WebSocket-Key is missing");
        };
        match parts.extensions.remove::<OnUpgrade>() {
            Some(on_upgrade) => Ok(Upgrade { on_upgrade, key }),
            None => none("this connection cannot become a websocket"),
        }
    }
}

impl Upgrade {
    /// Agrees, and talks once the connection is there.
    pub(super) fn agree<T: Future<Output = ()> + Send + 'static>(
        self,
        places: Places,
        most_bytes: usize,
        talk: impl FnOnce(Talk) -> T + Send + 'static,
    ) -> Response {
        let Upgrade { on_upgrade, key } = self;
        let accept = derive_accept_key(key.as_bytes());
        tokio::spawn(async move {
            // The other end may have gone.
            let Ok(upgraded) = on_upgrade.await else { return };
            // By default each would have 128 KiB to read into, and as much to write.
            let config = WebSocketConfig::default()
                .max_message_size(Some(most_bytes))
                .max_frame_size(Some(most_bytes))
                .read_buffer_size(READ_BUFFER)
                .write_buffer_size(0);
            let stream = TokioIo::new(upgraded);
            let socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await;
            talk(Talk::new(socket, places)).await;
        });
        let headers = [
            (header::CONNECTION, "upgrade".to_owned()),
            (header::UPGRADE, "websocket".to_owned()),
            (header::SEC_WEBSOCKET_ACCEPT, accept),
        ];
        (StatusCode::SWITCHING_PROTOCOLS, headers, Body::empty()).into_response()
    }
}

/// The places that a websocket takes, held as long as it is open.
pub(super) struct Places {
    _share: Share,
    busy: Busy,
    sending: AtOnce,
    address: Address,
}

impl Places {
    /// Waits until nothing else is being sent to websockets of the address.
    async fn turn(&self) -> Option<Share> {
        self.sending.wait(self.address).await
    }

    /// Writes a message out in JSON.
    async fn write(&self, message: &impl Serialize) -> Result<Vec<u8>, Gone> {
        let _turn = self.turn().await;
        serde_json::to_vec(message).map_err(|_| Gone(CloseCode::Error))
    }
}

/// Lets a websocket in.
///
/// # Errors
/// When it comes from another page, or is one too many.
pub(super) fn admit(
    app: &App,
    address: Address,
    busy: Busy,
    headers: &HeaderMap,
) -> Result<Places, ApiError> {
    if !is_same_origin(headers) {
        let message = "only pages of this server may open websockets";
        return Err(ApiError::new(StatusCode::FORBIDDEN, "foreign-origin", message));
    }
    let too_many = || ApiError::too_many("you have too many live games open", SOON);
    let share = app.sockets.take(address).ok_or_else(too_many)?;
    Ok(Places { _share: share, busy, sending: app.sending.clone(), address })
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

type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// A websocket that is open.
pub(super) struct Talk {
    socket: Socket,
    places: Places,
    pace: Pace,
    heard: Instant,
    ping: tokio::time::Interval,
}

/// The connection is of no more use; it is closed with this code.
pub(super) struct Gone(pub(super) CloseCode);

impl From<tungstenite::Error> for Gone {
    fn from(error: tungstenite::Error) -> Self {
        use tungstenite::Error::{Capacity, Protocol, Utf8};
        Gone(match error {
            Capacity(_) => CloseCode::Size,
            Utf8(_) => CloseCode::Invalid,
            Protocol(_) => CloseCode::Protocol,
            _ => CloseCode::Normal,
        })
    }
}

impl Talk {
    fn new(socket: Socket, places: Places) -> Self {
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
        let text = self.places.write(message).await?;
        self.send_all([text.into()]).await
    }

    /// Sends a message, which is an object in JSON, with one more key whose value is written out already.
    ///
    /// # Errors
    /// When nobody is there to hear it.
    pub(super) async fn send_with(
        &mut self,
        message: &impl Serialize,
        key: &str,
        value: Bytes,
    ) -> Result<(), Gone> {
        let mut text = self.places.write(message).await?;
        // In place of the bracket at its end.
        text.pop();
        text.extend_from_slice(format!(",\"{key}\":").as_bytes());
        self.send_all([text.into(), value, Bytes::from_static(b"}")]).await
    }

    /// Sends the parts of a text as one message.
    async fn send_all<const N: usize>(&mut self, parts: [Bytes; N]) -> Result<(), Gone> {
        let pieces = parts.into_iter().flat_map(pieces);
        let sent = async {
            let mut kind = Data::Text;
            let mut pieces = pieces.peekable();
            while let Some(piece) = pieces.next() {
                let is_last = pieces.peek().is_none();
                let frame = Frame::message(piece, OpCode::Data(kind), is_last);
                kind = Data::Continue;
                // To wait for a reader is no work; to send is. Nobody has more of it done than others, however
                // many read there.
                poll_fn(|context| self.socket.poll_ready_unpin(context)).await?;
                let turn = self.places.turn().await;
                self.socket.start_send_unpin(Message::Frame(frame))?;
                drop(turn);
                self.socket.flush().await?;
            }
            Ok(())
        };
        // However little of it is read now and then: what waits for a reader takes memory.
        tokio::time::timeout(HEARING, sent).await.unwrap_or(Err(Gone(CloseCode::Policy)))
    }

    /// What is said next. It may be broken off at any time and asked again; nothing is lost.
    ///
    /// # Errors
    /// When it is over: the other end has gone, is silent, says too much, or must make way.
    pub(super) async fn hear(&mut self) -> Result<String, Gone> {
        loop {
            tokio::select! {
                message = self.socket.next() => {
                    let Some(message) = message else { return Err(Gone(CloseCode::Normal)) };
                    self.heard = Instant::now();
                    if !self.pace.allows() {
                        return Err(Gone(CloseCode::Policy));
                    }
                    match message? {
                        Message::Text(text) => return Ok(text.to_string()),
                        Message::Binary(_) => return Err(Gone(CloseCode::Unsupported)),
                        Message::Close(_) => return Err(Gone(CloseCode::Normal)),
                        Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {}
                    }
                }
                _ = self.ping.tick() => {
                    if self.heard.elapsed() > SILENCE {
                        return Err(Gone(CloseCode::Away));
                    }
                    self.socket.send(Message::Ping(Vec::new().into())).await?;
                }
            }
        }
    }

    /// Talks until one of both has enough, and closes it. Whoever is sent away goes at once, whatever is being
    /// said.
    pub(super) async fn hold(
        mut self,
        talk: impl AsyncFnOnce(&mut Self) -> Result<CloseCode, Gone>,
    ) {
        let busy = self.places.busy.clone();
        let code = tokio::select! {
            code = talk(&mut self) => code.unwrap_or_else(|Gone(code)| code),
            // The page comes back by itself when there is a place again.
            () = busy.sent_away() => CloseCode::Again,
        };
        self.part(code).await;
    }

    async fn part(self, code: CloseCode) {
        let Talk { socket, places, .. } = self;
        tokio::select! {
            () = part(socket, code) => {}
            () = async { places.busy.sent_away().await; tokio::time::sleep(BRIEF_FAREWELL).await } => {}
        }
        metrics::sockets(-1.0);
    }
}

/// Pieces of a text in which it is sent.
fn pieces(text: Bytes) -> impl Iterator<Item = Bytes> {
    (0..text.len()).step_by(PIECE).map(move |at| text.slice(at..text.len().min(at + PIECE)))
}

/// Tells a reader why it is over. It may be closed already, and nobody may read it.
async fn part(mut socket: Socket, code: CloseCode) {
    let frame = CloseFrame { code, reason: "".into() };
    let farewell = socket.send(Message::Close(Some(frame)));
    let _ = tokio::time::timeout(FAREWELL, farewell).await;
    // Why it was closed is lost where something that came has not been read.
    let rest = async {
        for _ in 0..MOST_REST {
            let Some(Ok(_)) = socket.next().await else { return };
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
