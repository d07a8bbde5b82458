//! Those who want everything for themselves: the others are served all the same.

use crate::common::{Created, Home};
use futures_util::future::join_all;
use komadai_server::{Config, HandClock};
use reqwest::StatusCode;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const GREEDY: &str = "192.0.2.66";
const OTHER: &str = "192.0.2.7";

/// A server that tells its visitors apart, with one thread for the engine.
async fn home() -> Home {
    Home::with(tells_apart).await
}

fn tells_apart(config: &mut Config) {
    config.behind_proxy = true;
    config.games_per_hour = 100_000;
    config.think = Duration::from_secs(3);
}

/// The same with a game whose positions are much work.
async fn home_with_heavy_files() -> Home {
    Home::with_file_and("heavy.toml", HEAVY, |config| config.behind_proxy = true).await
}

fn engine(level: u8) -> Value {
    json!({ "engine": { "level": level } })
}

async fn post_from(home: &Home, from: &str, path: &str, body: &Value) -> (StatusCode, Value) {
    let request = home.client.post(home.url(path)).header("X-Forwarded-For", from);
    let answer = request.json(body).send().await.unwrap();
    (answer.status(), answer.json().await.unwrap_or(Value::Null))
}

async fn get_from(home: &Home, from: &str, path: &str) -> (StatusCode, Value) {
    let request = home.client.get(home.url(path)).header("X-Forwarded-For", from);
    let answer = request.send().await.unwrap();
    (answer.status(), answer.json().await.unwrap_or(Value::Null))
}

async fn create_from(home: &Home, from: &str, wish: &Value) -> Created {
    let (status, answer) = post_from(home, from, "/api/games", wish).await;
    assert_eq!(status, StatusCode::CREATED, "{answer}");
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let seats = [text(&answer["seats"]["first"]), text(&answer["seats"]["second"])];
    Created { id: text(&answer["id"]), seats, answer }
}

/// How many moves were played, asked by somebody who is not there.
async fn ply(home: &Home, game: &Created) -> u64 {
    let (_, answer) = home.get(&format!("/api/games?ids={}", game.id)).await;
    answer["games"][0]["ply"].as_u64().unwrap()
}

#[tokio::test]
async fn the_engine_is_shared() {
    let home = home().await;
    let wish =
        json!({ "variant": "shogi", "players": { "first": engine(8), "second": engine(8) } });
    let alone = json!({ "variant": "shogi", "side": "second", "opponent": engine(8) });
    for _ in 0..50 {
        create_from(&home, GREEDY, &wish).await;
        create_from(&home, GREEDY, &alone).await;
    }
    let wish = json!({ "variant": "chess", "opponent": engine(1) });
    let game = create_from(&home, OTHER, &wish).await;
    let path = format!("/api/games/{}/moves", game.id);
    let began = Instant::now();
    post_from(&home, OTHER, &path, &json!({ "seat": game.seats[0], "move": "e2e4" })).await;
    home.wait_for(&game, |state| state["ply"] == 2).await;
    // A hundred searches of three seconds each are before it.
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}

#[tokio::test]
async fn a_clock_waits_for_the_engine() {
    let home = home().await;
    let clock = json!({ "main_ms": 2000 });
    let wish = json!({ "variant": "shogi", "side": "second", "opponent": engine(8) });
    for _ in 0..3 {
        create_from(&home, GREEDY, &wish).await;
    }
    // Together they need more time than any of them has.
    let wish = json!({
        "variant": "shogi", "side": "second", "opponent": engine(8), "clock": clock,
    });
    let games = join_all((0..10).map(|_| create_from(&home, GREEDY, &wish))).await;
    for game in &games {
        let state =
            home.wait_for(game, |state| state["ply"] != 0 || state["end"].is_object()).await;
        assert_eq!(state["end"], Value::Null);
    }
}

#[tokio::test]
async fn the_engine_moves_whatever_else_is_asked() {
    let home = home().await;
    let clock = json!({ "main_ms": 60_000 });
    let wish = json!({ "variant": "shogi", "opponent": engine(1), "clock": clock });
    let game = home.create(wish).await;
    let hint = format!("/api/games/{}/hint", game.id);
    let seat = json!({ "seat": game.seats[0] });
    let hints = join_all((0..6).map(|_| home.post(&hint, &seat)));
    let moves = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        home.play(&game, "7g7f").await;
        home.wait_for(&game, |state| state["ply"] == 2).await
    };
    let (hints, state) = tokio::join!(hints, moves);
    assert_eq!(state["end"], Value::Null);
    let refused = hints.iter().filter(|(status, _)| *status == StatusCode::TOO_MANY_REQUESTS);
    assert!(refused.count() >= 3, "a game has one hint running and two waiting");
}

#[tokio::test]
async fn engines_pause_when_nobody_is_there() {
    let hands = Arc::new(HandClock::new());
    let time = Arc::clone(&hands);
    let change = |config: &mut Config| (config.time, config.behind_proxy) = (time, true);
    let home = Home::with(change).await;
    let players = json!({ "first": engine(3), "second": engine(3) });
    let game = home.create(json!({ "variant": "raichu", "players": players })).await;
    home.wait_for(&game, |state| state["ply"].as_u64() > Some(1)).await;
    hands.advance(Duration::from_secs(31));
    // One move may be on its way.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let before = ply(&home, &game).await;
    tokio::time::sleep(Duration::from_millis(1_000)).await;
    assert_eq!(ply(&home, &game).await, before);
    // Any page can make somebody's browser look, for whom the engine would think then.
    let path = format!("/api/games/{}", game.id);
    for seat in ["", "?seat=unknown"] {
        assert_eq!(get_from(&home, OTHER, &format!("{path}{seat}")).await.0, StatusCode::OK);
    }
    tokio::time::sleep(Duration::from_millis(1_000)).await;
    assert_eq!(get_from(&home, OTHER, &path).await.1["ply"], before);
    // Who has begun the game and looks is there.
    home.wait_for(&game, |state| state["ply"].as_u64() > Some(before + 1)).await;
    // So is who watches.
    let mut socket = home.watch(&game, "").await;
    hands.advance(Duration::from_secs(3_600));
    for _ in 0..3 {
        socket.hear_of("update").await;
    }
}

/// A player who comes back from elsewhere, as phones do, is there by showing the token as no foreign page can.
#[tokio::test]
async fn who_shows_a_token_is_there_wherever_that_is() {
    let change = |config: &mut Config| {
        (config.think, config.behind_proxy) = (Duration::from_secs(600), true);
    };
    let home = Home::with(change).await;
    let wish = json!({ "variant": "shogi", "side": "second", "opponent": engine(8) });
    let game = home.create(wish).await;
    let watching = home.watch(&game, &game.seat(1)).await;
    let path = format!("/api/games/{}", game.id);
    let thinks = async |query: &str, token: &str| {
        let request = home.client.get(home.url(&format!("{path}{query}")));
        let request = request.header("X-Forwarded-For", OTHER);
        let answer = request.header("Authorization", format!("Bearer {token}")).send().await;
        answer.unwrap().json::<Value>().await.unwrap()["thinking"].clone()
    };
    let wait = async |query: &str, token: &str, so: bool| {
        for _ in 0..200 {
            if thinks(query, token).await == so {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        false
    };
    assert!(wait("", "unknown", true).await, "it begins");
    drop(watching);
    assert!(wait("", "unknown", false).await, "it is left");
    let seat = &game.seats[1];
    assert_eq!(thinks(&format!("?seat={seat}"), "unknown").await, false);
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(thinks("", "unknown").await, false);
    assert!(wait("", seat, true).await, "somebody is there");
}

/// A connection that has begun to ask, and does not go on.
async fn half_open(home: &Home, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(home.address).await.unwrap();
    // The server may hang up at any time.
    let _ = stream.write_all(text.as_bytes()).await;
    stream
}

#[tokio::test]
async fn nobody_holds_the_door() {
    let home = Home::with(|config| config.connections = 10).await;
    let head = "GET /api/health HTTP/1.1\r\nHost: localhost\r\n";
    let body = "POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
        Content-Length: 100\r\n\r\n{";
    for text in ["", head, body] {
        let mut held = Vec::new();
        for _ in 0..if text == body { 5 } else { 40 } {
            held.push(half_open(&home, text).await);
        }
        let began = Instant::now();
        assert_eq!(home.get("/api/health").await.0, StatusCode::OK, "{text}");
        assert!(began.elapsed() < Duration::from_secs(5), "{text}: {:?}", began.elapsed());
    }
}

/// Waits until the server hangs up; what it has said before.
async fn farewell(mut stream: TcpStream) -> String {
    let mut said = Vec::new();
    let read = stream.read_to_end(&mut said);
    // It may break off, too.
    let _ = tokio::time::timeout(Duration::from_secs(20), read).await.expect("it hangs up");
    String::from_utf8_lossy(&said).into_owned()
}

#[tokio::test]
async fn who_says_nothing_is_hung_up_on() {
    let home = Home::with(|config| config.patience = Duration::from_millis(300)).await;
    let check = async |text: &str, answer: &str| {
        let said = farewell(half_open(&home, text).await).await;
        assert!(said.starts_with(answer), "{text}: {said}");
    };
    check("", "").await;
    check("GET /api/health HTTP/1.1\r\nHost: ", "").await;
    // Not before it is answered.
    check("GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 200").await;
    let body = "POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
        Content-Length: 100\r\n\r\n{";
    check(body, "HTTP/1.1 503").await;
}

/// A body in endless tiny chunks is many times as much work as what is in it.
#[tokio::test]
async fn bodies_must_say_how_long_they_are() {
    let home = Home::new().await;
    let head = "POST /api/analysis/tree HTTP/1.1\r\nHost: localhost\r\n\
        Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
    let mut stream = half_open(&home, head).await;
    let sends = async {
        while stream.write_all(b"1\r\n \r\n").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), sends).await.expect("nobody reads on");
    // Who sends no more than a little hears why.
    let little = format!("{head}2\r\n{{}}\r\n0\r\n\r\n");
    let said = farewell(half_open(&home, &little).await).await;
    assert!(said.starts_with("HTTP/1.1 411"), "{said}");
    assert!(said.contains("no-length"), "{said}");
}

#[tokio::test]
async fn who_takes_nothing_is_hung_up_on() {
    let home = Home::with(|config| config.patience = Duration::from_millis(300)).await;
    let mut stream = TcpStream::connect(home.address).await.unwrap();
    let request = "GET /api/variants/shogi HTTP/1.1\r\nHost: localhost\r\n\r\n";
    // More answers than the system keeps for it.
    let sent = async {
        loop {
            stream.write_all(request.as_bytes()).await?;
        }
        #[expect(unreachable_code, reason = "it ends by an error")]
        Ok::<(), std::io::Error>(())
    };
    let sent = tokio::time::timeout(Duration::from_secs(30), sent).await;
    assert!(sent.expect("it hangs up").is_err());
    assert_eq!(home.get("/api/health").await.0, StatusCode::OK);
}

#[tokio::test]
async fn an_address_has_so_many_websockets() {
    let home = Home::with(|config| config.connections_per_address = 8).await;
    let game = home.create(json!({ "variant": "shogi" })).await;
    let mut held = Vec::new();
    for _ in 0..6 {
        held.push(home.watch(&game, "").await);
    }
    assert_eq!(home.watch_from(&game, &home.url("")).await.err(), Some(429));
    assert_eq!(home.get("/api/health").await.0, StatusCode::OK);
    drop(held.pop());
    let again = async {
        while home.watch_from(&game, &home.url("")).await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), again).await.expect("there is a place again");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn every_question_is_answered() {
    let home = Home::with(|config| config.requests_per_second = 1_000_000).await;
    let known = home.create(json!({ "variant": "minishogi" })).await;
    // A game that is not there closes as soon as it has said so, and is asked again meanwhile.
    for round in 0..20 {
        let path = format!("/api/games/{round:022}");
        let known = format!("/api/games/{}", known.id);
        let asks = (0..60).map(|n| home.get(if n % 10 == 0 { &known } else { &path }));
        let answers = tokio::time::timeout(Duration::from_secs(20), join_all(asks)).await;
        for (n, (status, _)) in answers.expect("all are answered").iter().enumerate() {
            let expected = if n % 10 == 0 { StatusCode::OK } else { StatusCode::NOT_FOUND };
            assert_eq!(*status, expected);
        }
    }
    let path = format!("/api/games?ids={}", vec!["A".repeat(22); 100].join(","));
    for _ in 0..20 {
        let answer = tokio::time::timeout(Duration::from_secs(20), home.get(&path)).await;
        assert_eq!(answer.expect("it is answered").1, json!({ "games": [] }));
    }
}

/// What is the same for everybody is not made anew for each who asks.
#[tokio::test]
async fn what_never_changes_is_quick_to_answer() {
    let home = Home::with(|config| config.requests_per_second = 1_000_000).await;
    let took = async |path: &str| {
        let began = Instant::now();
        let answer = home.client.head(home.url(path)).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        began.elapsed()
    };
    for path in ["/api/openapi.json", "/api/docs", "/api/variants", "/rules/shogi", "/"] {
        // The quickest of many, since other work on the machine makes some slow, whatever they ask.
        let (mut health, mut it) = (Duration::MAX, Duration::MAX);
        for _ in 0..200 {
            health = health.min(took("/api/health").await);
            it = it.min(took(path).await);
        }
        assert!(it < 8 * health, "{path}: {it:?}, health: {health:?}");
    }
}

/// Sixteen by sixteen squares, and pieces that move around a corner.
const HEAVY: &str = r#"
id = "heavy"
name = "Heavy"
[board]
files = 16
ranks = 16
[pieces]
K = { name = "King", move = "K", royal = true, at = "a1" }
H = { name = "Hook Mover", move = "mRmamR", at = "b1 c1 d1 e1 f1 g1" }
"#;

/// How long answers about a game take while something else goes on, the shortest first.
async fn times_beside<T>(
    home: &Home,
    game: &Created,
    work: impl Future<Output = T>,
) -> Vec<Duration> {
    let mut times = Vec::new();
    let others = async {
        loop {
            let began = Instant::now();
            home.state(game).await;
            times.push(began.elapsed());
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::select! {
        _ = work => {}
        () = others => {}
    }
    times.sort_unstable();
    times
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn heavy_files_stay_in_their_corner() {
    let home = Home::with_file("heavy.toml", HEAVY).await;
    let (_, list) = home.get("/api/variants").await;
    assert_eq!(list["errors"], json!([]));
    let games = join_all((0..4).map(|_| home.create(json!({ "variant": "heavy" })))).await;
    let light = home.create(json!({ "variant": "shogi" })).await;
    let work = join_all(games.iter().map(async |game| {
        for _ in 0..4 {
            let state = home.state(game).await;
            let text = state["legal"][0]["usi"].as_str().unwrap().to_owned();
            home.play(game, &text).await;
        }
    }));
    let times = times_beside(&home, &light, work).await;
    let late = times[times.len() * 99 / 100];
    assert!(times.len() > 5 && late < Duration::from_millis(500), "{late:?} of {}", times.len());
}

/// Who only looks on asks much: who plays does not wait for the answers.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_asks_much_of_a_game_holds_nobody_up_who_plays_it() {
    let home = home_with_heavy_files().await;
    let game = create_from(&home, OTHER, &json!({ "variant": "heavy" })).await;
    let explain = format!("/api/games/{}/explain", game.id);
    let (question, answered) = (json!({ "move": "a1a9" }), AtomicU32::new(0));
    let asked = join_all((0..30).map(async |_| {
        post_from(&home, GREEDY, &explain, &question).await;
        answered.fetch_add(1, Relaxed);
    }));
    let played = async {
        while answered.load(Relaxed) == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let wish = json!({ "seat": game.seats[0], "move": "a1a2" });
        let path = format!("/api/games/{}/moves", game.id);
        let (status, answer) = post_from(&home, OTHER, &path, &wish).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        answered.load(Relaxed)
    };
    let (_, before) = tokio::join!(asked, played);
    assert!(before < 20, "{before} of 30 were answered before the move");
}

/// Games of the program's own pieces, and offers, are no work by heavy rules.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_asks_nothing_of_heavy_rules_does_not_wait_for_them() {
    let home = home_with_heavy_files().await;
    let game = create_from(&home, OTHER, &json!({ "variant": "heavy", "side": "first" })).await;
    let like = create_from(&home, OTHER, &json!({ "variant": "chess" })).await;
    let explain = format!("/api/games/{}/explain", game.id);
    let (question, answered) = (json!({ "move": "a1a9" }), AtomicU32::new(0));
    let asked = join_all((0..30).map(async |_| {
        post_from(&home, GREEDY, &explain, &question).await;
        answered.fetch_add(1, Relaxed);
    }));
    let others = async {
        while answered.load(Relaxed) == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let wish = json!({ "variant": "chess", "set": { "end.stalemate": "loss" } });
        create_from(&home, OTHER, &wish).await;
        create_from(&home, OTHER, &json!({ "variant": "chess", "like": like.id })).await;
        let wish = json!({ "seat": game.seats[0], "action": { "type": "offer_draw" } });
        let path = format!("/api/games/{}/actions", game.id);
        assert_eq!(post_from(&home, OTHER, &path, &wish).await.0, StatusCode::OK);
        answered.load(Relaxed)
    };
    let (_, before) = tokio::join!(asked, others);
    assert!(before < 20, "{before} of 30 were answered before");
}

/// A game that somebody asks for behind much else of his own is opened for others when their turn has come.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_parks_a_game_behind_other_games() {
    let home = home_with_heavy_files().await;
    let wish = json!({ "variant": "heavy" });
    let mut games = Vec::new();
    for _ in 0..40 {
        games.push(create_from(&home, GREEDY, &wish).await);
    }
    let folder = home.end().await;
    let home = Home::again(folder, |config| config.behind_proxy = true).await;
    let answered = AtomicU32::new(0);
    let ask = async |from: &str, game: &Created| {
        let request = home.client.get(home.url(&format!("/api/games/{}", game.id)));
        let answer = request.header("X-Forwarded-For", from).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
    };
    let asked = join_all(games.iter().map(async |game| {
        ask(GREEDY, game).await;
        answered.fetch_add(1, Relaxed);
    }));
    let other = async {
        while answered.load(Relaxed) == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        // All of them have been asked for; this one is the last.
        ask(OTHER, games.last().unwrap()).await;
        answered.load(Relaxed)
    };
    let (_, before) = tokio::join!(asked, other);
    assert!(before < 30, "{before} of 40 were opened before it");
}

/// A review that somebody wants behind many others is made for whoever has to wait for none.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_parks_a_review_behind_other_reviews() {
    let home = home().await;
    let mut paths = Vec::new();
    for _ in 0..5 {
        let game = home.create(json!({ "variant": "chess", "opponent": "local" })).await;
        home.act(&game, 0, json!({ "type": "resign" })).await;
        paths.push(format!("/api/games/{}/review", game.id));
    }
    for path in &paths {
        post_from(&home, GREEDY, path, &json!({ "ms": 1000 })).await;
    }
    let common = paths.last().unwrap();
    post_from(&home, OTHER, common, &json!({ "ms": 1000 })).await;
    let is_over = async |path: &str| home.get(path).await.1["over"] == true;
    while !is_over(common).await {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(!is_over(&paths[3]).await, "all others have been made before");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rules_that_are_made_up_wait_for_each_other_alone() {
    let home = Home::with_file("heavy.toml", HEAVY).await;
    let wish = |n: usize| {
        let set = json!({ "end.move_limit": (n + 100).to_string() });
        json!({ "variant": "heavy", "set": set })
    };
    let made_up = join_all((0..8).map(|n| home.create(wish(n))));
    let others = async {
        let mut latest = Duration::ZERO;
        for _ in 0..20 {
            let began = Instant::now();
            assert_eq!(home.get("/api/health").await.0, StatusCode::OK);
            latest = latest.max(began.elapsed());
        }
        latest
    };
    let (games, latest) = tokio::join!(made_up, others);
    assert_eq!(games.len(), 8);
    assert!(latest < Duration::from_secs(2), "{latest:?}");
}

/// Rules whose first position takes long.
fn heavy_rules(limit: usize) -> Value {
    let pawn = "['dmcpQadmcpQ']";
    let set = json!({ "pieces.P.move": pawn, "end.giving_check": "forbidden",
        "end.move_limit": limit.to_string() });
    json!({ "variant": "chu", "set": set })
}

/// Rules whose first position is soon worked out, while their tables, and what there is to tell of their pieces, are
/// much work.
fn rules_of_many_pieces(limit: usize) -> Value {
    let letters = "LNFICSGEAT".chars();
    let moves = letters.enumerate().map(|(i, letter)| {
        let last = ["K", "W", "F", "N", "D", "A", "Q", "R", "B", "C"][i];
        (format!("pieces.+{letter}.move"), json!(format!("QaQaK{last}")))
    });
    let mut set: serde_json::Map<_, _> = moves.collect();
    // To draw it takes longest, for what it takes on the way is drawn, too.
    set.insert("pieces.+M.move".to_owned(), json!(["dmcpQ"; 8].join("a")));
    set.insert("end.move_limit".to_owned(), json!(limit.to_string()));
    json!({ "variant": "tenjiku", "set": set })
}

/// Rules that are little work until the first move is made.
fn rules_that_become_heavy(limit: usize) -> Value {
    let letters = ["H", "G", "W", "L", "C"].iter();
    let moves = letters.map(|it| (format!("pieces.{it}.move"), json!("['QaQaQaQ','dmcQadmcQ']")));
    let mut set: serde_json::Map<_, _> = moves.collect();
    set.insert("end.giving_check".to_owned(), json!("forbidden"));
    set.insert("end.move_limit".to_owned(), json!(limit.to_string()));
    json!({ "variant": "spartan", "set": set })
}

/// Whoever plays by rules of his own that are little work waits for nobody's that are much: neither for a new game, nor
/// for one that must be read again.
async fn light_rules_do_not_wait(heavy: fn(usize) -> Value, line: Value) {
    let home = home().await;
    let set = json!({ "pieces.N.move": "NW" });
    let wish = json!({ "variant": "chess", "set": set, "opponent": "local" });
    let old = create_from(&home, OTHER, &wish).await;
    let home = Home::again(home.end().await, tells_apart).await;
    let began = Instant::now();
    let heavy = join_all((0..8).map(async |n: usize| {
        let asked = json!({ "rules": heavy(n + 1_000), "line": line });
        let from = format!("192.0.2.{}", n + 100);
        post_from(&home, &from, "/api/analysis/position", &asked).await;
    }));
    let light = async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        home.play(&old, "e2e4").await;
        let game = create_from(&home, OTHER, &wish).await;
        home.play(&game, "e2e4").await;
        began.elapsed()
    };
    let (_, light) = tokio::join!(heavy, light);
    let heavy = began.elapsed();
    assert!(light < heavy / 4, "{light:?} of {heavy:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn light_rules_do_not_wait_for_a_heavy_position() {
    light_rules_do_not_wait(heavy_rules, json!({})).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn light_rules_do_not_wait_for_rules_of_many_pieces() {
    light_rules_do_not_wait(rules_of_many_pieces, json!({})).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn light_rules_do_not_wait_for_rules_that_become_heavy() {
    light_rules_do_not_wait(rules_that_become_heavy, json!({ "moves": ["e2e4"] })).await;
}

/// The server works the first position out in its own time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_clock_runs_before_there_is_anything_to_see() {
    let home = home().await;
    let began = Instant::now();
    let mut wish = heavy_rules(1_000);
    wish["side"] = json!("first");
    wish["opponent"] = engine(1);
    wish["clock"] = json!({ "main_ms": 600_000 });
    let game = create_from(&home, OTHER, &wish).await;
    let state = home.state(&game).await;
    let left = state["clock"]["first"]["ms"].as_u64().expect("a clock");
    let (took, lost) = (began.elapsed(), Duration::from_millis(600_000 - left));
    assert!(lost < took / 8, "{lost:?} of {took:?}");
}

/// Sixty kinds of pieces in hand that may not mate by a drop: to see whether there is a legal move takes minutes.
fn drops_without_end() -> (Value, String) {
    let letters = "DEFGHIJLMNOQRSTUVXYZ".chars();
    let types: Vec<String> =
        letters.flat_map(|letter| ["", "'", "''"].map(|more| format!("{letter}{more}"))).collect();
    let quoted =
        |types: &[String]| types.iter().map(|id| format!("\"{id}\"")).collect::<Vec<_>>().join(",");
    let rows: Vec<String> = types[1..]
        .iter()
        .map(|id| format!("\"{id}\"={{like=\"D\",at=\"\",promotes=[]}}"))
        .collect();
    let pieces = format!(
        "{{remove=[\"+S\",\"+B\",\"+R\",\"+P\",\"B\"],K={{move=\"W\",at=\"a1\",royal=true}},\
         P={{move=\"fmW\",at=\"\",promotes=[]}},A={{move=\"W\",at=\"b2\",promotes=[]}},\
         C={{move=\"mU\",at=\"c3\",promotes=[{}]}},D={{move=\"QaQ\",at=\"\",promotes=[]}},{}}}",
        quoted(&types[..15]),
        rows.join(",")
    );
    let set = json!({
        "pieces": pieces, "board.files": "16", "board.ranks": "16", "end.repetition": "false",
        "promotion.zone": "ranks 1-16", "promotion.when": "[\"inside\"]", "promotion.forced": "none",
        "capture.to": "hand", "drops.no_mate": format!("[{}]", quoted(&types)),
    });
    (
        json!({ "variant": "minishogi", "set": set }),
        format!(
            "11c4/cc1c8c2c/1c3c2k2cc2c/3c12/cc1c7cc3/1cc3ccc1c1c1c1/2c6cc2cc1/c2c1c2c4c2/3c8c2c/c5c1cc2cc2/2c4ccc4c1/6cc8/2c1c3c7/2c13/1cc11PP/3c2c3c3PK w {} 1",
            types.concat()
        ),
    )
}

/// What there is to see where a game ends that is kept is worked out whenever it is opened.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_game_is_kept_that_takes_too_long_to_open() {
    let home = home().await;
    let (rules, position) = drops_without_end();
    let node = json!({ "parent": null, "move": "10p2mh'" });
    let tree = json!({ "title": "", "root": {}, "position": position, "nodes": [node] });
    let began = Instant::now();
    let wish = json!({ "rules": rules, "tree": tree });
    let (status, answer) = post_from(&home, GREEDY, "/api/games/import", &wish).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{answer}");
    assert!(began.elapsed() < Duration::from_secs(25), "{:?}", began.elapsed());
}

/// How a game has ended is said in a file as the rules say it: to see whether the last position is one of mate takes
/// minutes here, though nobody has made a move.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_record_is_written_without_end() {
    let home = home().await;
    let (mut rules, position) = drops_without_end();
    let named = |text: &str| format!("={{name={{en=\"x\",kanji=\"竜\"}},{text}");
    let pieces = rules["set"]["pieces"].as_str().unwrap();
    let pieces = pieces.replace("={move", &named("move")).replace("={like", &named("like"));
    rules["set"]["pieces"] = json!(pieces);
    rules["set"]["end.repetition"] = json!("{times=2,result='forbidden',perpetual_check='none'}");
    for end in [json!({}), json!({ "winner": "first" })] {
        let mut tree = json!({ "title": "", "root": {}, "position": position, "nodes": [] });
        tree.as_object_mut().unwrap().extend(end.as_object().unwrap().clone());
        for format in ["kif", "jkf", "usi"] {
            let began = Instant::now();
            let wish = json!({ "rules": rules, "tree": tree, "format": format });
            let (status, answer) = post_from(&home, GREEDY, "/api/analysis/record", &wish).await;
            assert_ne!(status, StatusCode::SERVICE_UNAVAILABLE, "{answer}");
            assert!(began.elapsed() < Duration::from_secs(25), "{format}: {:?}", began.elapsed());
        }
    }
}

/// Four kinds of pieces that may be placed after each of two thousand moves, each with a choice: ten million moves.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_list_of_moves_takes_all_memory() {
    let home = home().await;
    let pieces = "{remove=[\"S\",\"G\",\"R\",\"B\",\"+S\",\"+R\",\"+B\",\"+P\"],\
                  K={move=\"K\",at=\"a1\",royal=true},P={move=\"fmW\",at=\"c3\",promotes=[]},\
                  A={move=\"U\",at=\"\",promotes=[\"D\",\"E\",\"F\",\"H\"]},D={move=\"W\",at=\"\",promotes=[]},\
                  E={like=\"D\",at=\"\",promotes=[]},F={like=\"D\",at=\"\",promotes=[]},\
                  H={like=\"D\",at=\"\",promotes=[]}}";
    let set = json!({
        "pieces": pieces, "board.files": "16", "board.ranks": "16", "end.check": "none",
        "end.repetition": "false", "promotion.zone": "ranks 1-16", "promotion.when": "[\"inside\"]",
        "promotion.forced": "none", "capture.to": "nowhere", "drops": "false",
        "placement": "{pieces=[\"D\",\"E\",\"F\",\"H\"],supply=\"endless\",by=\"A\"}",
    });
    let position = "k15/16/16/16/16/4A1A1A1A7/16/16/4A1A1A1A7/16/16/16/16/16/16/15K b - 1";
    let rules = json!({ "variant": "minishogi", "set": set });
    let line = json!({ "rules": rules, "line": { "position": position } });
    let (status, answer) = post_from(&home, GREEDY, "/api/analysis/position", &line).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{answer}");
    for moves in [json!([]), json!(["12f1f,D12f"])] {
        let wish = json!({
            "variant": "minishogi", "set": rules["set"], "position": position, "moves": moves,
        });
        let (status, answer) = post_from(&home, GREEDY, "/api/games", &wish).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{answer}");
    }
}

/// Compiled rules take some memory: one address has so many at a time, and no more.
#[tokio::test]
async fn nobody_keeps_rules_without_end() {
    let home = home().await;
    let wish = |n: usize| {
        let set = json!({ "end.move_limit": (n + 100).to_string() });
        json!({ "variant": "minishogi", "opponent": "local", "set": set })
    };
    let mut refused = None;
    for n in 0..30 {
        let (status, answer) = post_from(&home, GREEDY, "/api/games", &wish(n)).await;
        if status != StatusCode::CREATED {
            assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "{answer}");
            refused = Some(n);
            break;
        }
    }
    assert_eq!(refused, Some(20));
    // A common rule needs no place; what is in use may be used again; others have places of their own.
    let common = json!({ "variant": "shogi", "opponent": "local", "impasse": "24" });
    assert_eq!(post_from(&home, GREEDY, "/api/games", &common).await.0, StatusCode::CREATED);
    assert_eq!(post_from(&home, GREEDY, "/api/games", &wish(3)).await.0, StatusCode::CREATED);
    home.create(wish(50)).await;
}

/// What has begun is never refused, whatever its rules are and whoever asks.
#[tokio::test]
async fn games_by_rules_of_their_own_are_opened_again() {
    let home = home().await;
    let mut games = Vec::new();
    for n in 0..30 {
        let set = json!({ "end.move_limit": (n + 100).to_string() });
        let wish = json!({ "variant": "minishogi", "opponent": "local", "set": set });
        let from = format!("198.51.100.{n}");
        games.push(create_from(&home, &from, &wish).await);
    }
    let home = Home::again(home.end().await, |_| {}).await;
    for game in &games {
        assert_eq!(home.state(game).await["ply"], 0);
    }
}

/// Rules that were asked for by a websocket are not worked out when nobody is there any more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_gone_keeps_nobody_out_of_the_corner() {
    let home = home().await;
    let mut set = json!({ "board.files": "16", "board.ranks": "16" });
    for piece in "LFCSGEABTOXMVRHDNQPI".chars() {
        set[format!("pieces.{piece}.move")] = json!("\"QmaQNZCJ\"");
    }
    for n in 0..40 {
        let mut socket = home.analyst().await;
        set["name"] = json!(format!("\"{n}\""));
        let rules = json!({ "variant": "raichu", "set": set });
        socket.say(json!({ "type": "analyse", "id": 1, "rules": rules, "lines": 1 })).await;
    }
    let began = Instant::now();
    home.create(json!({ "variant": "minishogi", "set": { "name": "\"Mine\"" } })).await;
    assert!(began.elapsed() < Duration::from_secs(15), "it took {:?}", began.elapsed());
}

/// Rules and a position by which a single look takes a minute and more.
fn endless() -> (Value, &'static str) {
    let set = json!({
        "board.files": "16", "board.ranks": "16", "shock.0.captured": "{ royal = false }",
        "pieces.G.move": "['QaQ', 'QaQ2', 'KaKaK']", "pieces.G.burns": "K",
        "capture.explosion": "{ around = 'K', spares = 'P' }", "end.royals": "all-attacked",
        "end.check": "must-answer", "end.check_through_shock": "true", "end.mate": "no-move",
        "end.giving_check": "forbidden", "end.repetition": "false", "end.dead_position": "false",
    });
    let position = "k+eg4G3G4/+e+eg9G2g/ggg2g10/1G3gG7gG/11G4/8G3g3/16/16/7GgG4g1/G6G8/5G3G4g1/5g2g7/\
                    15G/13GGG/4g1g2g3G+E+E/8gg3G+EK b - 1";
    (json!({ "variant": "raichu", "set": set }), position)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_look_at_a_position_goes_on_without_end() {
    let home = home().await;
    let (rules, position) = endless();
    let tree = json!({ "position": position, "nodes": [{ "parent": null, "move": "Gx8h+" }] });
    let mut game = rules.clone();
    game["position"] = json!(position);
    for (path, body) in
        [("/api/analysis/tree", json!({ "rules": rules, "tree": tree })), ("/api/games", game)]
    {
        let began = Instant::now();
        let (status, answer) = post_from(&home, GREEDY, path, &body).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{path}: {answer}");
        assert!(began.elapsed() < Duration::from_secs(20), "{path}: {:?}", began.elapsed());
        let began = Instant::now();
        home.create(json!({ "variant": "minishogi", "set": { "name": "\"Mine\"" } })).await;
        assert!(began.elapsed() < Duration::from_secs(10), "{path}: {:?}", began.elapsed());
    }
}

/// Hundreds of thousands of legal moves, which the position itself takes a second to work out.
fn countless() -> Value {
    const OTHERS: &str = "BCDEFGHIJLMNOQT";
    let others: String = OTHERS
        .chars()
        .map(|id| format!("{id} = {{ move = 'W', at = '', promotes = [] }}, "))
        .collect();
    let promotes: String = OTHERS.chars().map(|id| format!("'{id}', ")).collect();
    let moves =
        "'U', 'caK', 'caS', 'caN', 'caC', 'caZ', 'caG', 'caNX', 'caCX', 'caZX', 'caDY', 'caNY'";
    let name = "竜".repeat(100);
    let pieces = format!(
        "{{ remove = ['S', '+S', '+B', '+R', '+P', 'R'], K = {{ move = 'K', at = 'a1', royal = true }}, \
         P = {{ move = 'fW', at = 'a3', promotes = [] }}, {others} \
         A = {{ name = {{ en = 'A', ja = '{name}' }}, move = [{moves}], at = 'b2', promotes = [{promotes}] }} }}"
    );
    let man = |x: usize, y: usize| match (x * 7 + y * 13) % 50 {
        _ if (x, y) == (0, 0) => 'k',
        _ if (x, y) == (15, 15) => 'K',
        0 => '1',
        n if n % 2 == 0 => 'A',
        _ => 'p',
    };
    let rows: Vec<String> = (0..16).map(|y| (0..16).map(|x| man(x, y)).collect()).collect();
    json!({
        "variant": "minishogi", "opponent": "local", "position": format!("{} b - 1", rows.join("/")),
        "set": {
            "board.files": "16", "board.ranks": "16", "end.check": "none", "end.repetition": "false",
            "pieces": pieces, "promotion.zone": "ranks 1-16", "promotion.when": "['inside']",
            "promotion.forced": "none", "drops": "false", "capture.to": "nowhere",
        },
    })
}

/// Somebody types what is no move, in a game with more moves than anybody can write down.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_text_is_read_without_end() {
    let home = home().await;
    let game = home.create(countless()).await;
    let squares: String = (b'a'..=b'p')
        .flat_map(|file| (1..=16).map(move |rank| format!("{}{rank}", char::from(file))))
        .collect();
    for text in ["△同竜", &format!("q{squares}")] {
        for (path, body) in [
            ("explain", json!({ "move": text })),
            ("moves", json!({ "move": text, "seat": game.seats[0] })),
        ] {
            let began = Instant::now();
            let path = format!("/api/games/{}/{path}", game.id);
            let (status, answer) = post_from(&home, GREEDY, &path, &body).await;
            let took = began.elapsed();
            assert!(status.is_success() || status.is_client_error(), "{path} {text}: {answer}");
            assert!(took < Duration::from_secs(20), "{path} {text}: {took:?}");
        }
    }
    let began = Instant::now();
    home.create(json!({ "variant": "minishogi", "set": { "name": "\"Mine\"" } })).await;
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}

/// A board full of pieces that jump, promote in many ways and burn: tens of thousands of moves, and a text may mean
/// thousands of them.
fn very_many_moves() -> Value {
    let man = |x: usize, y: usize| match (x * 7 + y * 13) % 10 {
        _ if (x, y) == (0, 0) => 'k',
        _ if (x, y) == (15, 15) => 'K',
        0 | 5 => '1',
        n if n % 2 == 0 => 'Q',
        _ => 'q',
    };
    let row = |y: usize| (0..16).map(|x| man(x, y)).collect::<String>();
    let rows: Vec<String> = (0..16).map(row).collect();
    json!({
        "variant": "raichu", "opponent": "local", "position": format!("{} b - 1", rows.join("/")),
        "set": {
            "board.files": "16", "board.ranks": "16", "end.check": "none", "end.royals": "all",
            "pieces.Q.move": "['Q', 'pQ', 'N', 'S', 'H', 'C', 'Z', 'G']", "pieces.Q.burns": "K",
            "pieces.Q.promotes": "['+L', '+F', '+C', '+S', '+G', '+A', '+B', '+T', '+O', '+X', '+M']",
            "promotion.zone": "ranks 1-16", "promotion.when": "['inside', 'capture-inside']",
        },
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_that_nobody_waits_for_are_not_looked_for() {
    let home = home().await;
    let game = home.create(very_many_moves()).await;
    let path = format!("/api/games/{}/moves", game.id);
    let make = async |text: &str| {
        let wish = json!({ "seat": game.seats[0], "move": text });
        let began = Instant::now();
        (post_from(&home, GREEDY, &path, &wish).await.0, began.elapsed())
    };
    // How long the game takes to find that a text is none.
    let (status, one) = make("Qa1").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    for _ in 0..20 {
        let given_up = tokio::time::timeout(Duration::from_millis(20), make("Qa1"));
        assert!(given_up.await.is_err());
    }
    let legal = home.state(&game).await["legal"][0]["usi"].as_str().unwrap().to_owned();
    let (status, took) = make(&legal).await;
    assert_eq!(status, StatusCode::OK);
    assert!(took < one * 8 + Duration::from_secs(1), "{took:?} where one text takes {one:?}");
}

/// Whoever asks why endless texts holds up nobody, and is answered in short.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_endless_text_is_refused_at_once() {
    let home = home().await;
    let game = home.create(json!({ "variant": "shogi", "opponent": "local" })).await;
    let path = format!("/api/games/{}/explain", game.id);
    let text = "7g7f".repeat(3_900);
    let question = json!({ "move": text });
    let began = Instant::now();
    let asked = (0..16).map(|_| post_from(&home, GREEDY, &path, &question));
    for (status, answer) in join_all(asked).await {
        assert_eq!(status, StatusCode::OK);
        assert!(answer.to_string().contains("cannot be read as a move"), "{answer}");
        assert!(answer.to_string().len() < 1_000);
    }
    assert!(began.elapsed() < Duration::from_secs(5), "it took {:?}", began.elapsed());
    let moves = format!("/api/games/{}/moves", game.id);
    let wish = json!({ "move": text, "seat": game.seats[0] });
    assert_eq!(post_from(&home, GREEDY, &moves, &wish).await.0, StatusCode::UNPROCESSABLE_ENTITY);
}

/// A game can be so long and no longer: whoever reads it takes memory for all of it.
#[tokio::test]
async fn no_game_goes_on_for_ever() {
    let home = Home::new().await;
    let wish = json!({
        "variant": "shogi", "opponent": "local", "position": "4k4/9/9/9/9/9/9/9/4K4 b - 1999",
    });
    let game = home.create(wish).await;
    let state = home.play(&game, "5i5h").await;
    assert_eq!(state["end"], Value::Null);
    let state = home.play(&game, "5a5b").await;
    assert_eq!(state["end"]["winner"], "draw", "{}", state["end"]);
}

/// A game that is closed is read once, however often it is looked at.
#[tokio::test]
async fn a_glance_is_of_the_game_as_it_is() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "shogi", "opponent": "local" })).await;
    home.play(&game, "7g7f").await;
    let home = Home::again(home.end().await, |_| {}).await;
    let twice = format!("/api/games?ids={0},{0}", game.id);
    for _ in 0..3 {
        let (_, answer) = home.get(&twice).await;
        let plies: Vec<_> = answer["games"].as_array().unwrap().iter().map(|g| &g["ply"]).collect();
        assert_eq!(plies, [&json!(1)]);
    }
    home.play(&game, "3c3d").await;
    assert_eq!(ply(&home, &game).await, 2);
}

/// Requests that come slowly take no more than their visitor's share.
#[tokio::test]
async fn a_visitor_has_so_many_requests_at_a_time() {
    let home = home().await;
    let begun = format!(
        "POST /api/games HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {GREEDY}\r\n\
         Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{{"
    );
    let mut held = Vec::new();
    for _ in 0..64 {
        held.push(half_open(&home, &begun).await);
    }
    // They have come in when one more is refused.
    let patience = Instant::now() + Duration::from_secs(5);
    loop {
        let request = home.client.get(home.url("/api/health")).header("X-Forwarded-For", GREEDY);
        let status = request.send().await.unwrap().status();
        if status == StatusCode::TOO_MANY_REQUESTS {
            break;
        }
        assert!(Instant::now() < patience, "the {} requests count for nothing", held.len());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let request = home.client.get(home.url("/api/health")).header("X-Forwarded-For", OTHER);
    assert_eq!(request.send().await.unwrap().status(), StatusCode::OK);
}

/// Who fills the places with requests that never end loses them to those who come.
#[tokio::test]
async fn requests_that_never_end_hold_no_place() {
    let home = Home::with(|config| config.connections = 20).await;
    let begun = "POST /api/games HTTP/1.1\r\nHost: localhost\r\n\
        Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{";
    let mut held = Vec::new();
    for _ in 0..20 {
        held.push(half_open(&home, begun).await);
    }
    // Within the patience for bodies, which is long.
    let patience = Instant::now() + Duration::from_secs(8);
    while home.client.get(home.url("/api/health")).send().await.is_err() {
        assert!(Instant::now() < patience, "nobody gets in");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// What is asked over websockets counts like requests.
#[tokio::test]
async fn moves_over_websockets_are_counted() {
    let home = Home::with(|config| config.requests_per_second = 1).await;
    let game = home.create(json!({ "variant": "shogi", "opponent": "local" })).await;
    let mut socket = home.watch(&game, &game.seat(0)).await;
    // Ten are granted at once, and one more a second, which may be any of the later ones.
    let mut codes = Vec::new();
    for id in 0..20 {
        socket.say(json!({ "type": "move", "id": id, "move": "1a1b" })).await;
    }
    while codes.len() < 20 {
        codes.push(socket.hear_of("refused").await["error"]["code"].clone());
    }
    assert_eq!(codes[0], "illegal-move");
    assert!(codes.contains(&json!("too-many-requests")), "{codes:?}");
}

/// What cannot be read counts, too, by how long it is.
#[tokio::test]
async fn nonsense_over_websockets_is_counted() {
    let check = async |analyst: bool, song: usize, most: usize| {
        // At once 20 requests are granted.
        let home = Home::with(|config| config.requests_per_second = 2).await;
        let mut socket = if analyst {
            home.analyst().await
        } else {
            let game = home.create(json!({ "variant": "shogi", "opponent": "local" })).await;
            home.watch(&game, &game.seat(0)).await
        };
        for id in 0..12 {
            socket.say(json!({ "type": "sing", "id": id, "song": "x".repeat(song) })).await;
        }
        let mut codes = Vec::new();
        for id in 0..12 {
            let refused = socket.hear_of("refused").await;
            assert_eq!(refused["id"], id);
            codes.push(refused["error"]["code"].as_str().unwrap().to_owned());
        }
        let read = codes.iter().filter(|code| *code == "bad-json").count();
        assert!((1..=most).contains(&read), "{codes:?}");
    };
    check(false, 3_900, 8).await;
    check(true, 15_000, 2).await;
}

/// Thousands of changes to the rules are not even read.
#[tokio::test]
async fn there_are_not_many_changes_to_rules() {
    let home = Home::new().await;
    let check = async |number: usize, value: &str, granted: bool| {
        let key = |n| (format!("pieces.X{n}"), value.to_owned());
        let set: BTreeMap<String, String> = (0..number).map(key).collect();
        let wish = json!({ "rules": { "variant": "shogi", "set": set } });
        for (path, wish) in [
            ("/api/analysis/position", &wish),
            ("/api/games", &json!({ "variant": "shogi", "set": set })),
        ] {
            let (status, answer) = home.post(path, wish).await;
            let told = answer.to_string();
            assert!(status.is_client_error(), "{path}: {told}");
            assert_eq!(told.contains("at most 64 changes"), !granted, "{path}: {told}");
        }
    };
    check(64, "1", true).await;
    check(65, "1", false).await;
    check(10, &"x".repeat(1_000), false).await;
}

/// Large answers are much work: they count for as much.
#[tokio::test]
async fn large_answers_count_for_more() {
    let home = Home::with(|config| config.requests_per_second = 20).await;
    let mut answered = 0;
    loop {
        let answer = home.client.get(home.url("/rules/raichu?lang=en")).send().await.unwrap();
        if answer.status() == StatusCode::TOO_MANY_REQUESTS {
            break;
        }
        assert_eq!(answer.status(), StatusCode::OK);
        answered += 1;
    }
    assert!((2..30).contains(&answered), "{answered} of 200 requests");
}

/// Whoever sends too much hears that, and not that the connection has broken.
#[tokio::test]
async fn what_is_large_is_refused_in_words() {
    let home = Home::with(|config| config.requests_per_second = 20).await;
    let body = json!({ "rules": { "variant": "chess" }, "text": " ".repeat(1_900_000) });
    let body = body.to_string();
    let head = format!(
        "POST /api/analysis/read HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
        Content-Length: {}\r\n\r\n",
        body.len()
    );
    let mut refused = 0;
    for number in 0..6 {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        // What does not fit is sent when the server reads.
        socket.set_send_buffer_size(4_096).unwrap();
        let mut stream = socket.connect(home.address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        // Everything is said before the answer is read.
        let said = stream.write_all(body.as_bytes()).await;
        assert!(said.is_ok(), "{number}: {said:?}");
        let mut status = [0; 12];
        let heard = stream.read_exact(&mut status).await;
        assert!(heard.is_ok(), "{number}: {heard:?}");
        refused += usize::from(status.ends_with(b" 429"));
    }
    assert!(refused >= 4, "{refused} of 6");
}

/// A message without an end counts by its bytes, whatever its pieces are.
#[tokio::test]
async fn a_message_without_end_is_read_slowly() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "shogi", "opponent": "local" })).await;
    let upgrade = format!(
        "GET /api/games/{}/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n\
        Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        game.id
    );
    let mut stream = half_open(&home, &upgrade).await;
    // A text of which more is to come, and then nothing of it, masked.
    stream.write_all(&[0x01, 0x80, 0, 0, 0, 0]).await.unwrap();
    let empty = [0x00, 0x80, 0, 0, 0, 0].repeat(10_000);
    let mut sent = 0;
    let flood = async {
        while stream.write_all(&empty).await.is_ok() {
            sent += empty.len();
        }
    };
    assert!(tokio::time::timeout(Duration::from_secs(3), flood).await.is_err(), "{sent}");
    // What the system keeps on both sides is counted, too.
    assert!(sent < 20_000_000, "{sent} bytes");
}

/// A board of Raichu full of lions: each move there is as much work as a thousand usual ones.
fn lions() -> String {
    let rank = |rank: usize| match rank {
        0 => "kNnNnNnNnNnN".to_owned(),
        11 => "nNnNnNnNnNnK".to_owned(),
        _ => ["NNnn", "nnNN"][rank % 2].repeat(3),
    };
    (0..12).map(rank).collect::<Vec<_>>().join("/") + " b - 1"
}

/// The program's own games are light, but positions that somebody makes up need not be.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn heavy_positions_of_light_games_hold_up_nobody() {
    let home = home().await;
    let wish = json!({ "variant": "raichu", "position": lions() });
    let mut games = Vec::new();
    for _ in 0..30 {
        games.push(create_from(&home, GREEDY, &wish).await);
    }
    let light = create_from(&home, OTHER, &json!({ "variant": "shogi" })).await;
    let asked = join_all(games.iter().map(async |game| {
        let path = format!("/api/games/{}/moves", game.id);
        for _ in 0..2 {
            let wish = json!({ "seat": game.seats[0], "move": "Nf5?" });
            let (status, answer) = post_from(&home, GREEDY, &path, &wish).await;
            assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{answer}");
        }
    }));
    let times = times_beside(&home, &light, asked).await;
    let late = times.get(times.len() * 95 / 100).copied().unwrap_or_default();
    assert!(late < Duration::from_millis(300), "{late:?} of {}", times.len());
}

/// Who plays once more from behind his own heavy work leaves the game to the other meanwhile.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_parks_a_rematch() {
    let home = home_with_heavy_files().await;
    let game = create_from(&home, OTHER, &json!({ "variant": "heavy" })).await;
    let path = format!("/api/games/{}/actions", game.id);
    let act = async |from: &str, seat: usize, kind: &str| {
        let wish = json!({ "seat": game.seats[seat], "action": { "type": kind } });
        assert_eq!(post_from(&home, from, &path, &wish).await.0, StatusCode::OK);
    };
    act(OTHER, 0, "resign").await;
    act(OTHER, 0, "rematch").await;
    let explain = format!("/api/games/{}/explain", game.id);
    let (question, answered) = (json!({ "move": "a1a9" }), AtomicU32::new(0));
    let asked = join_all((0..30).map(async |_| {
        post_from(&home, GREEDY, &explain, &question).await;
        answered.fetch_add(1, Relaxed);
    }));
    let rematch = async {
        while answered.load(Relaxed) == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        act(GREEDY, 1, "rematch").await;
    };
    let other = async {
        while answered.load(Relaxed) < 2 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let request = home.client.get(home.url(&format!("/api/games/{}", game.id)));
        let answer = request.header("X-Forwarded-For", OTHER).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        answered.load(Relaxed)
    };
    let (_, (), before) = tokio::join!(asked, rematch, other);
    assert!(before < 20, "{before} of 30 were answered before the game");
}

/// After a restart nobody is known to wait for a review but whoever looks at it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_looks_at_a_review_waits_for_it() {
    let home = home().await;
    let mut paths = Vec::new();
    for _ in 0..6 {
        let game = home.create(json!({ "variant": "chess", "opponent": "local" })).await;
        home.play(&game, "e2e4 e7e5").await;
        home.act(&game, 0, json!({ "type": "resign" })).await;
        let path = format!("/api/games/{}/review", game.id);
        post_from(&home, GREEDY, &path, &json!({ "ms": 1000 })).await;
        paths.push(path);
    }
    let folder = home.end().await;
    let home = Home::again(folder, |config| config.behind_proxy = true).await;
    let over = async |from: &str, path: &str| {
        let request = home.client.get(home.url(path)).header("X-Forwarded-For", from);
        request.send().await.unwrap().json::<Value>().await.unwrap()["over"] == true
    };
    // They are taken up in any order; of those that nobody looks at, most are left.
    let mine = paths.last().unwrap();
    while !over(OTHER, mine).await {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let mut done = 0;
    for path in &paths[..5] {
        let kept = home.get(&path.replace("/review", "")).await;
        assert_eq!(kept.0, StatusCode::OK);
        let (_, review) = home.get(path).await;
        done += usize::from(review["over"] == true);
    }
    assert!(done < 5, "{done} of 5 others have been made before");
}

/// Pieces that go to any empty square.
fn many_moves(queens: usize) -> Value {
    let full = "Q".repeat(12);
    let rows: Vec<&str> =
        (0..12).map(|row| if row < queens / 12 { &*full } else { "12" }).collect();
    let position = format!("k11/{}/K11 w - - 0 1", rows[..10].join("/"));
    json!({ "variant": "raichu", "opponent": "local", "position": position,
        "set": { "pieces.Q.move": "mU" } })
}

/// A list of ten thousands takes megabytes for each game.
#[tokio::test]
async fn of_very_many_legal_moves_only_some_are_listed() {
    let home = Home::new().await;
    let game = home.create(many_moves(72)).await;
    let state = home.state(&game).await;
    assert_eq!(state["legal"].as_array().unwrap().len(), 4_000);
    let unlisted = state["unlisted"].as_u64().unwrap();
    assert!(unlisted > 500, "{unlisted}");
    // They can be played all the same.
    let state = home.play(&game, "l6l2").await;
    assert_eq!(state["ply"], 1, "{state}");
    assert!(state["unlisted"].is_null(), "{state}");
}

#[tokio::test]
async fn an_address_watches_only_so_many_moves() {
    let home = Home::new().await;
    let game = home.create(many_moves(72)).await;
    let origin = home.url("");
    let watch = async || home.watch_from(&game, &origin).await;
    let mut watching = Vec::new();
    let refused = loop {
        match watch().await {
            Ok(watcher) => watching.push(watcher),
            Err(status) => break status,
        }
    };
    // Of 100,000 each takes 4,000 for its moves, and 3,500 for its rules and their tables.
    assert_eq!((watching.len(), refused), (13, 429));
    watching.pop();
    let again = async {
        while watch().await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), again).await.unwrap();
}

/// Compiled rules take memory, whatever is changed in them.
#[tokio::test]
async fn rules_that_end_otherwise_count_for_who_watches() {
    let home = Home::new().await;
    let check = async |rule: &str, most: usize| {
        let set = json!({ "end.declaration.rule": rule });
        let game =
            home.create(json!({ "variant": "shogi", "opponent": "local", "set": set })).await;
        let origin = home.url("");
        let mut watching = Vec::new();
        while watching.len() <= 60
            && let Ok(watcher) = home.watch_from(&game, &origin).await
        {
            watching.push(watcher);
        }
        assert_eq!(watching.len(), most, "{rule}");
    };
    check("24", 61).await;
    check("'24'", 45).await;
}

#[tokio::test]
async fn rules_that_are_taken_over_do_not_pile_up() {
    let home = Home::new().await;
    let long = |inside: &str| format!("[{}{inside}]", " ".repeat(5_000));
    let set = json!({ "drops.one_per_file": long("") });
    let first = home.create(json!({ "variant": "shogi", "opponent": "local", "set": set })).await;
    let check = async |set: Value, expected: u16| {
        let wish = json!({ "variant": "shogi", "opponent": "local", "like": first.id, "set": set });
        let (status, answer) = home.post("/api/games", &wish).await;
        assert_eq!(status, expected, "{answer}");
    };
    check(json!({ "promotion.when": long("'enter'") }), 422).await;
    check(json!({ "promotion.when": "['enter']" }), 201).await;
    check(json!({ "drops.one_per_file": long("'L'") }), 201).await;
}
