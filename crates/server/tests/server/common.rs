//! A server to test, and those who talk to it.

use futures_util::{SinkExt, StreamExt};
use komadai_server::{Config, HandClock, Server};
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// No answer takes longer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A server with a folder of its own.
pub(crate) struct Home {
    pub(crate) folder: Arc<TempDir>,
    pub(crate) address: SocketAddr,
    pub(crate) client: Client,
    end: Option<oneshot::Sender<()>>,
    running: Option<JoinHandle<()>>,
}

/// A server's settings in a folder.
pub(crate) fn config(folder: &TempDir) -> Config {
    let mut config = Config::new(folder.path().join("data"));
    config.engines = 1;
    config.think = Duration::from_millis(300);
    config
}

impl Home {
    pub(crate) async fn new() -> Self {
        Home::with(|_| {}).await
    }

    pub(crate) async fn with(change: impl FnOnce(&mut Config)) -> Self {
        let folder = Arc::new(TempDir::new().unwrap());
        Home::again(folder, change).await
    }

    /// A server whose time is moved by hand.
    pub(crate) async fn with_hands() -> (Self, Arc<HandClock>) {
        let hands = Arc::new(HandClock::new());
        let time = Arc::clone(&hands);
        (Home::with(|config| config.time = time).await, hands)
    }

    /// A server with a variant file of the user's own.
    pub(crate) async fn with_file(name: &str, text: &str) -> Self {
        Home::with_file_and(name, text, |_| {}).await
    }

    /// The same with other settings.
    pub(crate) async fn with_file_and(
        name: &str,
        text: &str,
        change: impl FnOnce(&mut Config),
    ) -> Self {
        let folder = Arc::new(TempDir::new().unwrap());
        let variants = folder.path().join("variants");
        std::fs::create_dir(&variants).unwrap();
        std::fs::write(variants.join(name), text).unwrap();
        let change = |config: &mut Config| {
            config.variants = Some(variants);
            change(config);
        };
        Home::again(folder, change).await
    }

    /// A server on the games of another.
    pub(crate) async fn again(folder: Arc<TempDir>, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = config(&folder);
        change(&mut config);
        let server = Server::bind(config).await.unwrap();
        let address = server.address();
        let (end, asked) = oneshot::channel();
        let running = tokio::spawn(async move {
            server.run(async { drop(asked.await) }).await.unwrap();
        });
        let client = Client::builder().no_proxy().build().unwrap();
        Home { folder, address, client, end: Some(end), running: Some(running) }
    }

    /// Ends it as it should end; the games stay in the folder.
    pub(crate) async fn end(mut self) -> Arc<TempDir> {
        drop(self.end.take());
        self.running.take().unwrap().await.unwrap();
        Arc::clone(&self.folder)
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) async fn get(&self, path: &str) -> (StatusCode, Value) {
        let answer = self.client.get(self.url(path)).send().await.unwrap();
        (answer.status(), answer.json().await.unwrap_or(Value::Null))
    }

    /// A page, as text.
    pub(crate) async fn page(&self, path: &str) -> (StatusCode, String) {
        let answer = self.client.get(self.url(path)).send().await.unwrap();
        (answer.status(), answer.text().await.unwrap())
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> (StatusCode, Value) {
        let answer = self.client.post(self.url(path)).json(body).send().await.unwrap();
        (answer.status(), answer.json().await.unwrap_or(Value::Null))
    }

    /// Sets up a game, which must be granted.
    pub(crate) async fn create(&self, wish: Value) -> Created {
        let (status, answer) = self.post("/api/games", &wish).await;
        assert_eq!(status, StatusCode::CREATED, "{answer}");
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let seats = [text(&answer["seats"]["first"]), text(&answer["seats"]["second"])];
        Created { id: text(&answer["id"]), seats, answer }
    }

    pub(crate) async fn state(&self, game: &Created) -> Value {
        let (status, state) = self.get(&format!("/api/games/{}", game.id)).await;
        assert_eq!(status, StatusCode::OK, "{state}");
        state
    }

    /// Tries a move of a side, 0 or 1.
    pub(crate) async fn try_move(
        &self,
        game: &Created,
        side: usize,
        text: &str,
    ) -> (StatusCode, Value) {
        let wish = json!({ "seat": game.seats[side], "move": text });
        self.post(&format!("/api/games/{}/moves", game.id), &wish).await
    }

    /// Moves of both sides in turn, which must be granted; the state after the last of them.
    pub(crate) async fn play(&self, game: &Created, moves: &str) -> Value {
        let mut state = self.state(game).await;
        for text in moves.split_whitespace() {
            let side = usize::from(state["side"] == "second");
            let (status, answer) = self.try_move(game, side, text).await;
            assert_eq!(status, StatusCode::OK, "{text}: {answer}");
            state = answer;
        }
        state
    }

    /// Tries an action of a side.
    pub(crate) async fn act(
        &self,
        game: &Created,
        side: usize,
        action: Value,
    ) -> (StatusCode, Value) {
        let wish = json!({ "seat": game.seats[side], "action": action });
        self.post(&format!("/api/games/{}/actions", game.id), &wish).await
    }

    /// Waits until a game is as it should be.
    pub(crate) async fn wait_for(&self, game: &Created, is_so: impl Fn(&Value) -> bool) -> Value {
        let mut state = Value::Null;
        let waiting = async {
            loop {
                state = self.state(game).await;
                if is_so(&state) {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let came = tokio::time::timeout(PATIENCE, waiting).await;
        assert!(came.is_ok(), "the game does not come so far: {state}");
        state
    }

    /// Watches a game; `words` follow the question mark.
    pub(crate) async fn watch(&self, game: &Created, words: &str) -> Socket {
        let url = format!("ws://{}/api/games/{}/live?{words}", self.address, game.id);
        Socket(connect_async(url).await.unwrap().0)
    }

    /// Analyses.
    pub(crate) async fn analyst(&self) -> Socket {
        let url = format!("ws://{}/api/analysis/live", self.address);
        Socket(connect_async(url).await.unwrap().0)
    }

    /// Tries to watch a game as the page of another server would.
    pub(crate) async fn watch_from(&self, game: &Created, origin: &str) -> Result<Socket, u16> {
        use tokio_tungstenite::tungstenite::Error;
        let url = format!("ws://{}/api/games/{}/live", self.address, game.id);
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("origin", origin.parse().unwrap());
        match connect_async(request).await {
            Ok((socket, _)) => Ok(Socket(socket)),
            Err(Error::Http(answer)) => Err(answer.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }
}

/// A game that was set up.
#[derive(Clone, Debug)]
pub(crate) struct Created {
    pub(crate) id: String,
    pub(crate) seats: [String; 2],
    pub(crate) answer: Value,
}

impl Created {
    /// The words of a seat.
    pub(crate) fn seat(&self, side: usize) -> String {
        format!("seat={}", self.seats[side])
    }
}

/// A websocket.
pub(crate) struct Socket(pub(crate) WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    pub(crate) async fn say(&mut self, message: Value) {
        self.say_text(&message.to_string()).await;
    }

    pub(crate) async fn say_text(&mut self, text: &str) {
        self.0.send(Message::text(text)).await.unwrap();
    }

    /// The next message; `None` when the server has closed.
    pub(crate) async fn hear(&mut self) -> Option<Value> {
        let next = async {
            loop {
                match self.0.next().await? {
                    Ok(Message::Text(text)) => return serde_json::from_str(&text).ok(),
                    Ok(Message::Close(_)) | Err(_) => return None,
                    Ok(_) => {}
                }
            }
        };
        tokio::time::timeout(PATIENCE, next).await.expect("an answer in time")
    }

    /// The code by which the server closes; messages before it are passed over.
    pub(crate) async fn closes(&mut self) -> u16 {
        let close = async {
            loop {
                match self.0.next().await {
                    Some(Ok(Message::Close(frame))) => return frame.unwrap().code.into(),
                    Some(Ok(_)) => {}
                    other => panic!("no close frame: {other:?}"),
                }
            }
        };
        tokio::time::timeout(PATIENCE, close).await.expect("it closes in time")
    }

    /// The next message of a type; others are passed over.
    pub(crate) async fn hear_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear().await.expect("the connection holds");
            if message["type"] == kind {
                return message;
            }
        }
    }
}
