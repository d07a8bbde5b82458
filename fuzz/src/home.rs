//! A server inside this program, without a port, and whoever talks to it.

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use komadai_server::{Config, HandClock, Interior};
use serde_json::{Value, json};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::DuplexStream;
use tokio::runtime::{self, Runtime};

/// After so many inputs another server is begun, on a folder of its own: games are kept for ever.
const INPUTS: usize = 2_000;
/// What fits on the way to the server and back before somebody has read it.
const BUFFER: usize = 64 << 10;
/// The engine's own limits; those of people must not count here.
const THINK: Duration = Duration::from_millis(5);
const REQUESTS: u32 = 1_000_000;
/// Longer than a game of engines goes on when nobody is there.
const ABSENCE: Duration = Duration::from_secs(3_600);
/// No answer takes longer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// The server, and what it runs on. Between inputs it stands still, but for the engine.
struct Home {
    runtime: Runtime,
    guest: Guest,
    inputs: usize,
    /// Gone with the server.
    _folder: TempDir,
}

static HOME: Mutex<Option<Home>> = Mutex::new(None);

/// Talks to the server, which is begun if need be.
pub(crate) fn visit(talk: impl AsyncFnOnce(&mut Guest)) {
    let mut home = HOME.lock().unwrap_or_else(PoisonError::into_inner);
    if home.as_ref().is_some_and(|home| home.inputs == INPUTS) {
        home.take().into_iter().for_each(Home::end);
    }
    let home = home.get_or_insert_with(Home::begin);
    home.inputs += 1;
    home.runtime.block_on(async {
        talk(&mut home.guest).await;
        home.guest.leave().await;
    });
}

impl Home {
    fn begin() -> Self {
        // Where it is there, a folder in memory: what is written need not last.
        let memory = Path::new("/dev/shm");
        let folder = TempDir::new_in(memory).or_else(|_| TempDir::new()).expect("a folder");
        let runtime = runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.expect("a runtime");
        let hands = Arc::new(HandClock::new());
        let mut config = Config::new(folder.path());
        (config.engines, config.think) = (1, THINK);
        (config.requests_per_second, config.games_per_hour) = (REQUESTS, u32::MAX);
        config.time = Arc::clone(&hands) as _;
        let interior = runtime.block_on(Interior::open(config)).expect("a server");
        let guest = Guest { interior: Arc::new(interior), hands, games: Vec::new() };
        Home { runtime, guest, inputs: 0, _folder: folder }
    }

    fn end(self) {
        self.runtime.block_on(self.guest.interior.end());
    }
}

/// A game that was set up.
#[derive(Clone, Debug)]
pub(crate) struct Created {
    pub(crate) id: String,
    /// The tokens of the first and the second side.
    pub(crate) seats: [String; 2],
}

/// What the server answers.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// The body as JSON; null if it is something else.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

/// Whoever talks to the server.
pub(crate) struct Guest {
    interior: Arc<Interior>,
    pub(crate) hands: Arc<HandClock>,
    /// The games that were set up since the guest has come.
    games: Vec<Created>,
}

impl Guest {
    /// A connection.
    pub(crate) fn connect(&self) -> DuplexStream {
        let (here, there) = tokio::io::duplex(BUFFER);
        let interior = Arc::clone(&self.interior);
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 50_000));
        tokio::spawn(async move { interior.answer(there, address).await });
        here
    }

    /// Makes a request. Games that it sets up are noted.
    pub(crate) async fn ask(&mut self, request: hyper::Request<Full<Bytes>>) -> Answer {
        let stream = TokioIo::new(self.connect());
        let (mut sender, connection) = http1::handshake(stream).await.expect("a connection");
        let connection = tokio::spawn(connection);
        let answer = sender.send_request(request).await.expect("an answer");
        let status = answer.status().as_u16();
        let body = answer.into_body().collect().await.expect("a whole answer");
        connection.abort();
        let answer = Answer { status, body: body.to_bytes().into() };
        self.games.extend(created(&answer));
        answer
    }

    /// Makes a request with a body in JSON, or without one.
    pub(crate) async fn ask_json(&mut self, method: &str, path: &str, body: &Value) -> Answer {
        let request = hyper::Request::builder().method(method).uri(path);
        let request =
            request.header("host", "localhost").header("content-type", "application/json");
        let body = if body.is_null() { Bytes::new() } else { body.to_string().into() };
        self.ask(request.body(Full::new(body)).expect("a good request")).await
    }

    /// The game that was set up last.
    pub(crate) fn game(&self) -> Option<&Created> {
        self.games.last()
    }

    /// How a game stands, which must be sound: as many moves as it says, a record, and a legal move that
    /// can be played where it is a person's turn.
    pub(crate) async fn check(&mut self, game: &Created) -> Value {
        let path = format!("/api/games/{}", game.id);
        let answer = self.ask_json("GET", &path, &Value::Null).await;
        let state = answer.json();
        assert_eq!(answer.status, 200, "{state}");
        assert_eq!(state["ply"], state["moves"].as_array().map_or(0, Vec::len), "{state}");
        for format in ["usi", "pgn", "json"] {
            let path = format!("{path}/record?format={format}");
            assert_eq!(self.ask_json("GET", &path, &Value::Null).await.status, 200, "{state}");
        }
        let second = usize::from(state["side"] == "second");
        let seats = &state["players"];
        let people = ["first", "second"].iter().all(|side| seats[*side]["kind"] == "human");
        if people && let Some(text) = state["legal"][0]["usi"].as_str() {
            let body = json!({ "seat": game.seats[second], "move": text });
            let played = self.ask_json("POST", &format!("{path}/moves"), &body).await;
            assert_eq!(played.status, 200, "{text} in {state}: {}", played.json());
        }
        state
    }

    /// Goes: nobody thinks about the guest's games any more.
    async fn leave(&mut self) {
        for Created { id, seats } in std::mem::take(&mut self.games) {
            for seat in seats {
                let body = json!({ "seat": seat, "action": { "type": "resign" } });
                self.ask_json("POST", &format!("/api/games/{id}/actions"), &body).await;
            }
        }
        self.hands.advance(ABSENCE);
    }
}

/// The game that an answer is about, if one was set up.
fn created(answer: &Answer) -> Option<Created> {
    let told = Some(answer.json()).filter(|_| answer.status == 201)?;
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let seats = [text(&told["seats"]["first"])?, text(&told["seats"]["second"])?];
    Some(Created { id: text(&told["id"])?, seats })
}
