//! Those who want a server for themselves, and how long the others wait meanwhile.
//!
//! `siege URL SCENARIO [NUMBER]` answers with a line of JSON. The server must tell visitors apart by
//! `--behind-proxy` and allow many games an hour.
//!
//! - `greedy`: so many games against the strongest level from one address, and between strongest
//!   levels, many of them watched; the time until the weakest level answers somebody else.
//! - `bursts`: so many addresses that each ask for a trivial move, and then, all at one instant, for one of the strongest
//!   level; the time until the weakest level answers somebody else.
//! - `alone`: so many addresses that ask for the strongest level, after somebody else has asked for a hint; the time
//!   until the weakest level answers who had the hint.
//! - `door`: so many connections that begin to ask and do not go on; the time until health answers.
//! - `asks`: so many lists of a hundred unknown games; the time until each is answered.
//! - `heavy`: games of a heavy file with the id `heavy`; the time until another game is told.
//! - `made-up`: so many addresses that ask, again and again, for positions by heavy rules that they have made up; the time
//!   until somebody else, by light rules of his own, has a new game, a move in it, and the answer of the weakest level.
//! - `games`: so many games with two moves each.
//! - `bodies`: so many bodies and websocket messages that are nearly right; the time until each is
//!   answered.

#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "this measures time")]

use futures_util::stream::iter;
use futures_util::{SinkExt, StreamExt};
use reqwest::Client;
use serde_json::{Value, json};
use std::error::Error;
use std::future::Future;
use std::time::{Duration, Instant};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

const GREEDY: &str = "192.0.2.66";
const OTHER: &str = "192.0.2.7";
/// Requests at a time.
const AT_ONCE: usize = 32;

#[tokio::main]
async fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [url, scenario, more @ ..] = &words[..] else { return Err("siege URL SCENARIO".into()) };
    let number = more.first().map_or(Ok(500), |word| word.parse())?;
    let server = Server { url: url.trim_end_matches('/').to_owned(), client: Client::new() };
    let mut times = match scenario.as_str() {
        "greedy" => greedy(&server, number).await?,
        "bursts" => bursts(&server, number).await?,
        "alone" => alone(&server, number).await?,
        "door" => door(&server, number).await?,
        "asks" => asks(&server, number).await?,
        "heavy" => heavy(&server, number).await?,
        "made-up" => made_up(&server, number).await?,
        "games" => games(&server, number).await?,
        "bodies" => bodies(&server, number).await?,
        other => return Err(format!("there is no scenario `{other}`").into()),
    };
    times.sort_unstable();
    let ms = |part: f64| {
        let at = (times.len().saturating_sub(1) as f64 * part) as usize;
        times.get(at).map(|time| time.as_secs_f64() * 1000.0)
    };
    let count = times.len();
    println!("{}", json!({ "count": count, "p99_ms": ms(0.99), "most_ms": ms(1.0) }));
    Ok(())
}

/// A server, and the way to it.
struct Server {
    url: String,
    client: Client,
}

/// A game, and the token of its first seat.
struct Game {
    id: String,
    seat: String,
}

impl Server {
    async fn post(&self, from: &str, path: &str, body: &Value) -> Result<Value> {
        let request = self.client.post(format!("{}{path}", self.url)).json(body);
        let answer = request.header("X-Forwarded-For", from).send().await?;
        Ok(answer.error_for_status()?.json().await?)
    }

    async fn get(&self, from: &str, path: &str) -> Result<Value> {
        let request = self.client.get(format!("{}{path}", self.url));
        let answer = request.header("X-Forwarded-For", from).send().await?;
        Ok(answer.error_for_status()?.json().await?)
    }

    async fn create(&self, from: &str, wish: &Value) -> Result<Game> {
        let created = self.post(from, "/api/games", wish).await?;
        let text = |value: &Value| value.as_str().map(str::to_owned).ok_or("no text");
        Ok(Game { id: text(&created["id"])?, seat: text(&created["seats"]["first"])? })
    }

    /// Plays the first legal move of a game, and returns the state after it.
    async fn play(&self, from: &str, game: &Game) -> Result<Value> {
        let path = format!("/api/games/{}", game.id);
        let state = self.get(from, &path).await?;
        let body = json!({ "seat": game.seat, "move": state["legal"][0]["usi"] });
        self.post(from, &format!("{path}/moves"), &body).await
    }

    /// Waits until a game goes on from a state, or ends.
    async fn answered(&self, from: &str, game: &Game, state: &Value) -> Result<()> {
        loop {
            let now = self.get(from, &format!("/api/games/{}", game.id)).await?;
            if now["ply"] != state["ply"] || !now["end"].is_null() {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

fn engine(level: u8) -> Value {
    json!({ "engine": { "level": level } })
}

async fn timed<T>(work: impl Future<Output = Result<T>>) -> Result<Duration> {
    let began = Instant::now();
    work.await?;
    Ok(began.elapsed())
}

async fn greedy(server: &Server, number: usize) -> Result<Vec<Duration>> {
    let between =
        json!({ "variant": "shogi", "players": { "first": engine(8), "second": engine(8) } });
    let against = json!({ "variant": "raichu", "side": "second", "opponent": engine(8) });
    let create =
        |n: usize| server.create(GREEDY, if n.is_multiple_of(2) { &between } else { &against });
    let created: Vec<Result<Game>> = iter(0..number).map(create).buffered(AT_ONCE).collect().await;
    let mut watched = Vec::new();
    for game in created.into_iter().take(100) {
        let url = format!("{}/api/games/{}/live", server.url.replacen("http", "ws", 1), game?.id);
        let mut request = url.into_client_request()?;
        request.headers_mut().insert("x-forwarded-for", GREEDY.parse()?);
        watched.push(connect_async(request).await?);
    }
    weakest(server).await
}

/// How long the weakest level takes to answer somebody else, again and again through some rounds of what the others do.
async fn weakest(server: &Server) -> Result<Vec<Duration>> {
    let wish = json!({ "variant": "chess", "opponent": engine(1) });
    let mut game = server.create(OTHER, &wish).await?;
    let mut times = Vec::new();
    for _ in 0..20 {
        if !server.get(OTHER, &format!("/api/games/{}", game.id)).await?["end"].is_null() {
            game = server.create(OTHER, &wish).await?;
        }
        let state = server.play(OTHER, &game).await?;
        times.push(timed(server.answered(OTHER, &game, &state)).await?);
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    Ok(times)
}

/// Two games of each besieger: the engine thinks long in one, and in the other hardly at all.
async fn bursts(server: &Server, number: usize) -> Result<Vec<Duration>> {
    let bare = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1";
    let short = json!({ "variant": "chess", "position": bare, "opponent": engine(1) });
    let besiege = async {
        loop {
            burst(server, number, &short).await?;
            burst(server, number, &strongest()).await?;
        }
    };
    tokio::select! {
        stopped = besiege => stopped,
        times = weakest(server) => times,
    }
}

fn strongest() -> Value {
    json!({ "variant": "shogi", "opponent": engine(8) })
}

/// A new game of each besieger, in which all make a move at one instant and wait for the answer.
async fn burst(server: &Server, number: usize, wish: &Value) -> Result<()> {
    let burst = (1..=number).map(|n| async move {
        let from = format!("203.0.113.{n}");
        let game = server.create(&from, wish).await?;
        let state = server.play(&from, &game).await?;
        server.answered(&from, &game, &state).await
    });
    futures_util::future::try_join_all(burst).await?;
    Ok(())
}

/// The other one asks for a hint while nobody else wants the engine, and makes a move when all besiegers want it.
async fn alone(server: &Server, number: usize) -> Result<Vec<Duration>> {
    let mut times = Vec::new();
    for _ in 0..10 {
        let game =
            server.create(OTHER, &json!({ "variant": "chess", "opponent": engine(1) })).await?;
        let hint = format!("/api/games/{}/hint", game.id);
        server.post(OTHER, &hint, &json!({ "seat": game.seat })).await?;
        let besiege = async {
            loop {
                burst(server, number, &strongest()).await?;
            }
        };
        let other = async {
            tokio::time::sleep(Duration::from_millis(200)).await;
            let state = server.play(OTHER, &game).await?;
            timed(server.answered(OTHER, &game, &state)).await
        };
        times.push(tokio::select! {
            stopped = besiege => stopped,
            time = other => time,
        }?);
        // What the besiegers have begun ends.
        tokio::time::sleep(Duration::from_secs(4)).await;
    }
    Ok(times)
}

/// Rules by which the tables, the first position or one after a move are much work, in turn.
fn heavy_rules(number: usize) -> (Value, Value) {
    let moves = |letters: &str, text: &dyn Fn(char) -> String| -> Vec<(String, Value)> {
        let one = |letter: char| (format!("pieces.{letter}.move"), text(letter).into());
        letters.chars().map(one).collect()
    };
    let (variant, set, line) = match number % 3 {
        0 => {
            let promoted =
                |letter: char| (format!("pieces.+{letter}.move"), format!("QaQaK{letter}").into());
            ("tenjiku", "WFNDARBQCK".chars().map(promoted).collect(), json!({}))
        }
        1 => ("tenjiku", moves("P", &|_| "['dmcpQadmcpQadmcpQ']".into()), json!({})),
        _ => {
            let set = moves("HGWLC", &|_| "['QaQaQaQ','dmcQadmcQ']".into());
            ("spartan", set, json!({ "moves": ["e2e4"] }))
        }
    };
    let mut set: serde_json::Map<_, _> = set.into_iter().collect();
    set.insert("end.giving_check".into(), "forbidden".into());
    set.insert("end.move_limit".into(), (1_000 + number % 900).to_string().into());
    (json!({ "variant": variant, "set": set }), line)
}

async fn made_up(server: &Server, number: usize) -> Result<Vec<Duration>> {
    let besiege = iter(0..number).for_each_concurrent(number, async |n| {
        for turn in 0.. {
            let (rules, line) = heavy_rules(n + turn * number);
            let asked = json!({ "rules": rules, "line": line });
            // What takes too long is refused.
            let from = format!("203.0.113.{}", n + 1);
            let _ = server.post(&from, "/api/analysis/position", &asked).await;
        }
    });
    let set = json!({ "pieces.N.move": "NW" });
    let wish = json!({ "variant": "chess", "set": set, "opponent": engine(1) });
    let other = async {
        let mut times = Vec::new();
        for _ in 0..20 {
            tokio::time::sleep(Duration::from_millis(200)).await;
            let began = Instant::now();
            let game = server.create(OTHER, &wish).await?;
            times.push(began.elapsed());
            let began = Instant::now();
            let state = server.play(OTHER, &game).await?;
            times.push(began.elapsed());
            times.push(timed(server.answered(OTHER, &game, &state)).await?);
        }
        Ok(times)
    };
    tokio::select! {
        () = besiege => Err("nobody besieges the server".into()),
        times = other => times,
    }
}

async fn door(server: &Server, number: usize) -> Result<Vec<Duration>> {
    let address = server.url.trim_start_matches("http://");
    let mut held = Vec::new();
    let mut times = Vec::new();
    for n in 0..number {
        let mut stream = TcpStream::connect(address).await?;
        // The server may hang up at any time.
        let _ = stream.write_all(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n").await;
        held.push(stream);
        if n % 25 == 24 {
            // Each on a connection of its own.
            let client = Client::new();
            let health = async {
                let answer = client.get(format!("{}/api/health", server.url)).send().await?;
                Ok(answer.error_for_status()?)
            };
            times.push(timed(health).await?);
        }
    }
    Ok(times)
}

async fn asks(server: &Server, number: usize) -> Result<Vec<Duration>> {
    let ask = |n: usize| {
        let path = format!("/api/games?ids={}", vec![format!("{n:022}"); 100].join(","));
        async move { timed(server.get(OTHER, &path)).await }
    };
    iter(0..number).map(ask).buffered(AT_ONCE).collect::<Vec<_>>().await.into_iter().collect()
}

async fn heavy(server: &Server, number: usize) -> Result<Vec<Duration>> {
    let light = server.create(OTHER, &json!({ "variant": "shogi" })).await?;
    let path = format!("/api/games/{}", light.id);
    let wish = json!({ "variant": "heavy", "opponent": "local" });
    let create = |_| server.create(GREEDY, &wish);
    let games: Vec<Result<Game>> = iter(0..4).map(create).buffered(4).collect().await;
    let games: Vec<Game> = games.into_iter().collect::<Result<_>>()?;
    let work = async {
        loop {
            for game in &games {
                let _ = server.play(GREEDY, game).await;
            }
        }
    };
    let mut times = Vec::new();
    let others = async {
        for _ in 0..number {
            times.push(timed(server.get(OTHER, &path)).await?);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok::<(), Box<dyn Error + Send + Sync>>(())
    };
    tokio::select! {
        () = work => {}
        done = others => done?,
    }
    Ok(times)
}

async fn games(server: &Server, number: usize) -> Result<Vec<Duration>> {
    let wish = json!({ "variant": "minishogi", "opponent": "local" });
    let game = |_| async {
        let game = server.create(GREEDY, &wish).await?;
        let moves = async {
            server.play(GREEDY, &game).await?;
            server.play(GREEDY, &game).await
        };
        timed(moves).await
    };
    iter(0..number).map(game).buffered(AT_ONCE).collect::<Vec<_>>().await.into_iter().collect()
}

/// Bodies that are right, and where they go.
const BODIES: [(&str, &str); 8] = [
    ("", r#"{"variant":"shogi","clock":{"main_ms":60000,"byoyomi_ms":1000,"periods":2}}"#),
    ("", r#"{"variant":"chess","opponent":{"engine":{"level":1}},"side":"toss","strict":true}"#),
    ("", r#"{"variant":"chess","set":{"end.move_limit":"300","pieces.N.move":"N"}}"#),
    (
        "",
        r#"{"variant":"minishogi","position":"rbsgk/4p/5/P4/KGSBR b - 1","players":{"first":"human","second":"human"}}"#,
    ),
    ("/moves", r#"{"seat":"SEAT","move":"7g7f"}"#),
    ("/actions", r#"{"seat":"SEAT","action":{"type":"claim","claim":"repetition"}}"#),
    ("/explain", r#"{"from":"7g","to":"7e"}"#),
    ("/hint", r#"{"seat":"SEAT"}"#),
];
/// Messages that are right.
const MESSAGES: [&str; 3] = [
    r#"{"type":"move","id":1,"move":"P-7f"}"#,
    r#"{"type":"action","id":2,"action":{"type":"takeback"}}"#,
    r#"{"type":"ping"}"#,
];
/// What may take the place of a part.
const PARTS: [&str; 14] = [
    "null",
    "-1",
    "1e400",
    "18446744073709551616",
    "\"\"",
    "[]",
    "{}",
    "\\u0000",
    "\\ud800",
    "+",
    "７六歩",
    "\u{202e}",
    "level",
    "9999999999",
];
/// No answer may take longer.
const PATIENCE: Duration = Duration::from_secs(10);

/// A text with a few places changed.
fn changed(text: &str, rng: &mut fastrand::Rng) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..rng.usize(0..4) {
        let at = rng.usize(0..=chars.len());
        let end = (at + rng.usize(0..8)).min(chars.len());
        match rng.usize(0..4) {
            0 => drop(chars.drain(at..end)),
            1 => drop(chars.splice(at..end, PARTS[rng.usize(..PARTS.len())].chars())),
            2 => {
                let copy: Vec<char> = chars[at..end].repeat(rng.usize(1..40));
                chars.splice(at..at, copy);
            }
            _ => chars.splice(at..end, std::iter::once(rng.char(..))).for_each(drop),
        }
    }
    chars.into_iter().collect()
}

async fn bodies(server: &Server, number: usize) -> Result<Vec<Duration>> {
    let mut rng = fastrand::Rng::with_seed(1);
    let (mut times, mut game) = (Vec::new(), None);
    for n in 0..number {
        let Game { id, seat } = match game.take().filter(|_| n % 200 != 0) {
            Some(game) => game,
            None => {
                server.create(OTHER, &json!({ "variant": "shogi", "opponent": "local" })).await?
            }
        };
        if n % 50 == 0 {
            times.push(timed(messages(server, &id, &seat, &mut rng)).await?);
        }
        // A hint takes a second.
        let most = if n % 200 == 1 { BODIES.len() } else { BODIES.len() - 1 };
        let (what, body) = BODIES[rng.usize(..most)];
        let path = if what.is_empty() { String::new() } else { format!("/{id}{what}") };
        let body = changed(&body.replace("SEAT", &seat), &mut rng);
        let request = server.client.post(format!("{}/api/games{path}", server.url));
        let request =
            request.header("X-Forwarded-For", OTHER).header("content-type", "application/json");
        let sent = async {
            let answer = tokio::time::timeout(PATIENCE, request.body(body.clone()).send()).await;
            let status = answer.map_err(|_| format!("{path} {body}: no answer"))??.status();
            if status.is_server_error() {
                return Err(format!("{path} {body}: {status}").into());
            }
            Ok(())
        };
        times.push(timed(sent).await?);
        game = Some(Game { id, seat });
    }
    Ok(times)
}

/// Says much by websocket, and then hears the answer to what is right, unless the server has closed.
async fn messages(server: &Server, id: &str, seat: &str, rng: &mut fastrand::Rng) -> Result<()> {
    let url = format!("{}/api/games/{id}/live?seat={seat}", server.url.replacen("http", "ws", 1));
    let mut request = url.into_client_request()?;
    request.headers_mut().insert("x-forwarded-for", OTHER.parse()?);
    let (mut socket, _) = connect_async(request).await?;
    for _ in 0..20 {
        let text = changed(MESSAGES[rng.usize(..MESSAGES.len())], rng);
        if socket.send(Message::text(text)).await.is_err() {
            return Ok(());
        }
    }
    // It may have been too long.
    let _ = socket.send(Message::text(MESSAGES[2])).await;
    let heard = async {
        while let Some(Ok(message)) = socket.next().await {
            if message.to_text().is_ok_and(|text| text.contains("pong")) {
                return;
            }
        }
    };
    tokio::time::timeout(PATIENCE, heard).await.map_err(|_| "no answer by websocket".into())
}
