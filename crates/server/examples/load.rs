//! Many live games at a time, and how long a move takes from one socket to the other.
//!
//! `load URL [GAMES] [SECONDS]`: each game has two sockets, and a move every two seconds. After a
//! warm-up it is measured; the answer is a line of JSON.

#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "this measures time")]

use futures_util::{SinkExt, StreamExt};
use reqwest::Client;
use serde::Deserialize;
use serde_json::{Value, json};
use std::error::Error;
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

const VARIANTS: [&str; 6] = ["shogi", "minishogi", "judkins", "raichu", "minjiku", "chess"];
/// Between two moves of a game.
const INTERVAL: Duration = Duration::from_secs(2);
/// What is played before anything is measured.
const WARM_UP: Duration = Duration::from_secs(10);

#[tokio::main]
async fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let url = words.first().ok_or("load URL [GAMES] [SECONDS]")?.trim_end_matches('/').to_owned();
    let number = |at: usize, usual: u64| words.get(at).map_or(Ok(usual), |word| word.parse());
    let (games, seconds) = (number(1, 200)?, number(2, 60)?);
    let (tell, mut told) = mpsc::unbounded_channel();
    let begin = now() + WARM_UP;
    let end = begin + Duration::from_secs(seconds);
    for game in 0..games {
        let (url, tell) = (url.clone(), tell.clone());
        tokio::spawn(async move {
            // Games begin one after the other, so that their moves are spread evenly.
            tokio::time::sleep(INTERVAL * game as u32 / games as u32).await;
            while now() < end {
                if let Err(error) = play(&url, game, begin, end, &tell).await {
                    eprintln!("game {game}: {error}");
                    let _ = tell.send(None);
                    return;
                }
            }
        });
    }
    drop(tell);
    let (mut times, mut failures) = (Vec::new(), 0);
    while let Some(time) = told.recv().await {
        match time {
            Some(time) => times.push(time),
            None => failures += 1,
        }
    }
    times.sort_unstable();
    let ms = |part: f64| {
        let at = (times.len().saturating_sub(1) as f64 * part) as usize;
        times.get(at).map(|time: &Duration| time.as_secs_f64() * 1000.0)
    };
    let answer = json!({
        "games": games, "moves": times.len(), "failures": failures,
        "p50_ms": ms(0.5), "p99_ms": ms(0.99), "most_ms": ms(1.0),
    });
    println!("{answer}");
    Ok(())
}

fn now() -> Instant {
    Instant::now()
}

/// What is heard, as far as it matters here.
#[derive(Deserialize)]
struct Heard {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    seq: u64,
    state: Option<State>,
    error: Option<Value>,
}

#[derive(Deserialize)]
struct State {
    side: String,
    legal: Vec<Legal>,
}

#[derive(Deserialize)]
struct Legal {
    usi: String,
}

struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    async fn open(url: &str, id: &str, seat: &str) -> Result<Self> {
        let url = url.replacen("http", "ws", 1);
        Ok(Socket(connect_async(format!("{url}/api/games/{id}/live?seat={seat}")).await?.0))
    }

    /// The next message that fits, and when it came.
    async fn hear(&mut self, fits: impl Fn(&Heard) -> bool) -> Result<(Heard, Instant)> {
        loop {
            let Message::Text(text) = self.0.next().await.ok_or("the server has closed")?? else {
                continue;
            };
            let at = now();
            let heard: Heard = serde_json::from_str(&text)?;
            if let Some(error) = heard.error {
                return Err(error.to_string().into());
            }
            if fits(&heard) {
                return Ok((heard, at));
            }
        }
    }
}

/// Plays a game to its end, or until time is over.
async fn play(
    url: &str,
    number: u64,
    begin: Instant,
    end: Instant,
    tell: &mpsc::UnboundedSender<Option<Duration>>,
) -> Result<()> {
    let variant = VARIANTS[number as usize % VARIANTS.len()];
    let wish = Client::new().post(format!("{url}/api/games")).json(&json!({ "variant": variant }));
    let created: Value = wish.send().await?.error_for_status()?.json().await?;
    let word = |value: &Value| value.as_str().map(str::to_owned).ok_or("no text");
    let id = word(&created["id"])?;
    let seats = [word(&created["seats"]["first"])?, word(&created["seats"]["second"])?];
    let mut sockets =
        [Socket::open(url, &id, &seats[0]).await?, Socket::open(url, &id, &seats[1]).await?];
    let begun = sockets[0].hear(|heard| heard.kind == "state").await?.0;
    let (mut state, mut seq) = (begun.state, begun.seq);
    let mut ticks = tokio::time::interval(INTERVAL);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    for turn in number.. {
        let at = state.take().ok_or("no state")?;
        let Some(chosen) = at.legal.get(turn as usize * 31 % at.legal.len().max(1)) else { break };
        let mover = usize::from(at.side == "second");
        ticks.tick().await;
        let sent = now();
        if sent >= end {
            break;
        }
        let message = json!({ "type": "move", "id": turn, "move": chosen.usi });
        sockets[mover].0.send(Message::text(message.to_string())).await?;
        let is_move = |heard: &Heard| heard.kind == "update" && heard.seq > seq;
        let (heard, came) = sockets[1 - mover].hear(is_move).await?;
        if sent >= begin {
            let _ = tell.send(Some(came - sent));
        }
        sockets[mover].hear(|heard| heard.kind == "ack").await?;
        (state, seq) = (heard.state, heard.seq);
    }
    Ok(())
}
