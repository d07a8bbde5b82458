//! Clocks, with time that is moved by hand.

use crate::common::{Created, Home, PATIENCE};
use komadai_server::HandClock;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

const FISCHER: &str = r#"{"main_ms": 60000, "increment_ms": 5000}"#;
const BYOYOMI: &str = r#"{"main_ms": 10000, "byoyomi_ms": 30000, "periods": 2}"#;

async fn timed(home: &Home, clock: &str) -> Created {
    let clock: Value = serde_json::from_str(clock).unwrap();
    home.create(json!({ "variant": "chess", "clock": clock })).await
}

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

#[tokio::test]
async fn without_a_clock_there_is_none() {
    let (home, hands) = Home::with_hands().await;
    let game = home.create(json!({ "variant": "chess" })).await;
    hands.advance(seconds(1_000_000));
    let state = home.play(&game, "e2e4").await;
    assert_eq!(state["clock"], Value::Null);
    assert_eq!(state["moves"][0]["ms"], 1_000_000_000);
}

#[tokio::test]
async fn the_first_move_starts_the_clocks() {
    let (home, hands) = Home::with_hands().await;
    let game = timed(&home, FISCHER).await;
    hands.advance(seconds(500));
    assert_eq!(home.state(&game).await["clock"]["running"], Value::Null);
    let state = home.play(&game, "e2e4").await;
    assert_eq!(
        (&state["clock"]["running"], &state["moves"][0]["ms"]),
        (&json!("second"), &json!(0))
    );
    hands.advance(seconds(20));
    let state = home.state(&game).await;
    assert_eq!(state["clock"]["second"]["ms"], 40_000);
    let state = home.play(&game, "e7e5").await;
    assert_eq!(
        (&state["clock"]["second"]["ms"], &state["moves"][1]["ms"]),
        (&json!(45_000), &json!(20_000))
    );
    assert_eq!(state["clock"]["first"]["ms"], 65_000);
    assert_eq!(state["clock"]["running"], "first");
}

#[tokio::test]
async fn a_flag_falls_by_itself() {
    let (home, hands) = Home::with_hands().await;
    let game = timed(&home, FISCHER).await;
    let mut socket = home.watch(&game, "").await;
    home.play(&game, "e2e4").await;
    hands.advance(Duration::from_millis(59_999));
    assert_eq!(home.state(&game).await["end"], Value::Null);
    hands.advance(Duration::from_millis(1));
    let update = loop {
        let update = socket.hear_of("update").await;
        if update["state"]["end"].is_object() {
            break update;
        }
    };
    assert_eq!(update["state"]["end"]["status"], "time");
    assert_eq!(update["state"]["end"]["winner"], "first");
    assert_eq!(update["state"]["clock"]["second"]["ms"], 0);
    assert_eq!(update["state"]["clock"]["running"], Value::Null);
}

#[tokio::test]
async fn periods_are_used_up_one_by_one() {
    let (home, hands) = Home::with_hands().await;
    let game = timed(&home, BYOYOMI).await;
    home.play(&game, "e2e4").await;
    hands.advance(seconds(25));
    let state = home.play(&game, "e7e5").await;
    assert_eq!(state["clock"]["second"], json!({ "ms": 30_000, "periods": 2, "in_byoyomi": true }));
    home.play(&game, "d2d4").await;
    hands.advance(seconds(31));
    let state = home.play(&game, "d7d5").await;
    assert_eq!(state["clock"]["second"], json!({ "ms": 30_000, "periods": 1, "in_byoyomi": true }));
    home.play(&game, "c2c4").await;
    hands.advance(seconds(30));
    let state = home.wait_for(&game, |state| state["end"].is_object()).await;
    assert_eq!(
        (&state["end"]["status"], &state["end"]["winner"]),
        (&json!("time"), &json!("first"))
    );
}

#[tokio::test]
async fn a_move_that_comes_too_late_is_refused() {
    let (home, hands) = Home::with_hands().await;
    let game = timed(&home, FISCHER).await;
    home.play(&game, "e2e4").await;
    hands.advance(seconds(60));
    let (status, answer) = home.try_move(&game, 1, "e7e5").await;
    let code = answer["error"]["code"].as_str().unwrap();
    assert!(status.as_u16() == 409 && ["time-up", "over"].contains(&code), "{answer}");
    assert_eq!(home.state(&game).await["ply"], 1);
}

#[tokio::test]
async fn who_cannot_win_does_not_win_on_time() {
    let (home, hands) = Home::with_hands().await;
    let wish = json!({
        "variant": "chess", "position": "k7/8/8/8/8/8/4q3/K7 w - - 0 1", "opponent": "local",
        "clock": { "main_ms": 1000 },
    });
    let game = home.create(wish).await;
    home.play(&game, "a1b1").await;
    hands.advance(seconds(1));
    let state = home.wait_for(&game, |state| state["end"].is_object()).await;
    assert_eq!(
        (&state["end"]["status"], &state["end"]["winner"]),
        (&json!("time"), &json!("draw"))
    );
}

#[tokio::test]
async fn time_while_the_server_is_down_is_charged_to_nobody() {
    let (home, hands) = Home::with_hands().await;
    let game = timed(&home, FISCHER).await;
    home.play(&game, "e2e4").await;
    hands.advance(seconds(10));
    // It ends as it should: the ten seconds count, the hundred do not.
    let folder = home.end().await;
    let time = hands.clone();
    hands.advance(seconds(100));
    let home = Home::again(folder, |config| config.time = time).await;
    let state = home.state(&game).await;
    assert_eq!(state["clock"]["second"]["ms"], 50_000);
    assert_eq!(state["clock"]["running"], "second");
    // Nobody looks at the game, and still its flag falls.
    hands.advance(seconds(50));
    let state = home.wait_for(&game, |state| state["end"].is_object()).await;
    assert_eq!(state["end"]["status"], "time");
}

/// Who takes back has thought all the same, and does not keep the increment.
#[tokio::test]
async fn taking_back_gives_no_time() {
    let (home, hands) = Home::with_hands().await;
    let clock: Value = serde_json::from_str(FISCHER).unwrap();
    let game =
        home.create(json!({ "variant": "chess", "clock": clock, "opponent": "local" })).await;
    home.play(&game, "e2e4 e7e5").await;
    let before = home.state(&game).await["clock"]["first"]["ms"].clone();
    for round in 1..=3 {
        hands.advance(seconds(4));
        home.play(&game, "g1f3").await;
        hands.advance(seconds(3));
        home.act(&game, 0, json!({ "type": "takeback" })).await;
        let state = home.state(&game).await;
        let left = before.as_u64().unwrap() - round * 4_000;
        assert_eq!(state["clock"]["first"]["ms"], left, "{}", state["clock"]);
        assert_eq!(state["clock"]["running"], "first");
    }
    assert_eq!(home.state(&game).await["clock"]["second"]["ms"], 65_000 - 3 * 3_000);
}

/// A home in which games that nobody needs are put away at once.
async fn forgetful() -> (Home, Arc<HandClock>) {
    let hands = Arc::new(HandClock::new());
    let time = Arc::clone(&hands);
    let home = Home::with(|config| {
        config.time = time;
        config.idle = Duration::from_millis(60);
    });
    (home.await, hands)
}

/// Waits until no game is in memory.
async fn put_away(home: &Home) {
    let (data, began) = (home.folder.path().join("data"), Instant::now());
    while !komadai_server::admin::games(&data).await.unwrap().is_empty() {
        assert!(began.elapsed() < PATIENCE, "the game is never put away");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

const HOUR: &str = r#"{"main_ms": 3600000}"#;

#[tokio::test]
async fn a_clock_runs_on_while_its_game_is_put_away() {
    let (home, hands) = forgetful().await;
    let game = timed(&home, HOUR).await;
    home.play(&game, "e2e4").await;
    hands.advance(seconds(100));
    put_away(&home).await;
    hands.advance(seconds(200));
    let state = home.state(&game).await;
    assert_eq!(state["clock"]["second"]["ms"], 3_300_000);
    put_away(&home).await;
    hands.advance(seconds(300));
    // The time is not given back when the server is started anew.
    let folder = home.end().await;
    let home = Home::again(folder, |_| {}).await;
    let left = home.state(&game).await["clock"]["second"]["ms"].as_u64().unwrap();
    assert!((2_990_000..=3_000_000).contains(&left), "{left} ms are left");
    home.end().await;
}

#[tokio::test]
async fn a_flag_falls_while_its_game_is_put_away() {
    let (home, hands) = forgetful().await;
    let games = [timed(&home, HOUR).await, timed(&home, HOUR).await];
    for game in &games {
        home.play(game, "e2e4").await;
    }
    put_away(&home).await;
    hands.advance(seconds(3_600));
    // Nobody looks at it: it ends by itself, which is on disk afterwards.
    tokio::time::sleep(Duration::from_millis(500)).await;
    put_away(&home).await;
    let folder = home.end().await;
    let home = Home::again(folder, |_| {}).await;
    for game in &games {
        assert_eq!(home.state(game).await["end"]["status"], "time");
    }
    home.end().await;
}
