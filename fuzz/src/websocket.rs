use crate::home::{Created, Guest, PATIENCE, visit};
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use std::time::Duration;
use tokio::io::DuplexStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::{WebSocketStream, client_async};

/// Further messages only take longer.
const MESSAGES: usize = 24;
/// A longer message is refused.
const LONGEST: usize = 4096;

/// Sets up a game as the first line wants it, and then sends each line as a message. A line that begins
/// with `!` is a command: `!first`, `!second` and `!nobody` take another chair, `!binary`, `!ping` and
/// `!close` send what they are called, and `!later` moves the time on.
///
/// Every message has one answer, the count of events only grows, and afterwards the game is sound.
pub(crate) fn websocket(data: &[u8]) {
    let mut lines = data.split(|byte| *byte == b'\n').take(1 + MESSAGES);
    let wish = lines.next().and_then(|line| serde_json::from_slice(line).ok());
    visit(async |guest| {
        guest.ask_json("POST", "/api/games", &wish.unwrap_or_default()).await;
        let Some(game) = guest.game().cloned() else { return };
        let mut table = Table { game, chair: 0, chairs: [const { None }; 3], seq: 0 };
        for line in lines {
            match line.strip_prefix(b"!") {
                Some(command) => table.obey(guest, &String::from_utf8_lossy(command)).await,
                None => table.say(guest, line).await,
            }
        }
        let Table { game, chairs, seq, .. } = table;
        drop(chairs);
        let state = guest.check(&game).await;
        assert!(state["seq"].as_u64() >= Some(seq), "{seq} events were told of: {state}");
    });
}

/// A game, and who looks on from where.
struct Table {
    game: Created,
    /// From where the next message comes: from the first side's, the second side's or nobody's chair.
    chair: usize,
    chairs: [Option<WebSocketStream<DuplexStream>>; 3],
    /// How many events were told of.
    seq: u64,
}

impl Table {
    async fn obey(&mut self, guest: &Guest, command: &str) {
        let (command, rest) = command.split_once(' ').unwrap_or((command, ""));
        match command {
            "first" => self.chair = 0,
            "second" => self.chair = 1,
            "nobody" => self.chair = 2,
            "binary" => self.send_last(guest, Message::binary(rest.as_bytes().to_vec())).await,
            "close" => self.send_last(guest, Message::Close(None)).await,
            "ping" => {
                // More is no ping.
                let payload: Vec<u8> = rest.bytes().take(125).collect();
                self.send(guest, Message::Ping(payload.into())).await;
            }
            "later" => guest.hands.advance(Duration::from_millis(rest.parse().unwrap_or(1_000))),
            _ => {}
        }
    }

    /// Sends a message that has to be answered.
    async fn say(&mut self, guest: &Guest, text: &[u8]) {
        let frame = Frame::message(text.to_vec(), OpCode::Data(Data::Text), true);
        self.send(guest, Message::Frame(frame)).await;
        let is_good = text.len() <= LONGEST && std::str::from_utf8(text).is_ok();
        loop {
            let Some(message) = self.hear().await else {
                let text = String::from_utf8_lossy(text);
                assert!(!is_good, "the websocket is closed after {text}");
                return;
            };
            match message["type"].as_str() {
                Some("ack" | "refused" | "pong") => return self.check_answer(text, &message),
                Some("state" | "update" | "current") => {}
                _ => panic!("an unknown message: {message}"),
            }
        }
    }

    fn check_answer(&self, text: &[u8], message: &Value) {
        let asked: Value = serde_json::from_slice(text).unwrap_or_default();
        match message["type"].as_str() {
            Some("pong") => assert_eq!(asked["type"], "ping"),
            Some("ack") => assert_eq!(message["id"], asked["id"], "{message} to {asked}"),
            _ => {
                let told = message["error"]["message"].as_str();
                assert!(told.is_some_and(|told| !told.is_empty()), "{message} to {asked}");
            }
        }
    }

    async fn send(&mut self, guest: &Guest, message: Message) {
        if self.chairs[self.chair].is_none() {
            let seat = self.game.seats.get(self.chair).map_or("", String::as_str);
            let url = format!("ws://localhost/api/games/{}/live?seat={seat}", self.game.id);
            let (socket, _) = client_async(url, guest.connect()).await.expect("a websocket");
            self.chairs[self.chair] = Some(socket);
        }
        if let Some(socket) = &mut self.chairs[self.chair] {
            socket.send(message).await.expect("the websocket is open");
        }
    }

    /// Sends a message after which the websocket is closed.
    async fn send_last(&mut self, guest: &Guest, message: Message) {
        self.send(guest, message).await;
        while self.hear().await.is_some() {}
    }

    /// The next message; `None` if the websocket is closed.
    async fn hear(&mut self) -> Option<Value> {
        let socket = self.chairs[self.chair].as_mut()?;
        let next = tokio::time::timeout(PATIENCE, text(socket)).await.expect("an answer");
        let Some(text) = next else {
            self.chairs[self.chair] = None;
            return None;
        };
        let message: Value = serde_json::from_str(&text).expect("JSON");
        // Whoever comes back, or has waited, hears of older things first.
        if message["type"] == "ack" {
            let seq = message["seq"].as_u64().expect("a number");
            assert!(seq >= self.seq, "{} events were told of: {message}", self.seq);
            self.seq = seq;
        }
        Some(message)
    }
}

/// The next text; `None` if there is none any more.
async fn text(socket: &mut WebSocketStream<DuplexStream>) -> Option<String> {
    loop {
        match socket.next().await? {
            Ok(Message::Text(text)) => return Some(text.to_string()),
            Ok(Message::Close(_)) | Err(_) => return None,
            Ok(_) => {}
        }
    }
}
