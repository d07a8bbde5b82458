//! The engine as an opponent.

use crate::common::{Home, PATIENCE};
use futures_util::future::join_all;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

fn against(variant: &str, level: u8) -> Value {
    json!({ "variant": variant, "opponent": { "engine": { "level": level } } })
}

#[tokio::test]
async fn it_answers_in_every_game() {
    let home = Home::new().await;
    for variant in ["shogi", "minishogi", "judkins", "raichu", "minjiku", "chess"] {
        let game = home.create(against(variant, 1)).await;
        assert_eq!(game.answer["you"], "first");
        let first = home.state(&game).await["legal"][0]["usi"].as_str().unwrap().to_owned();
        home.play(&game, &first).await;
        let state = home.wait_for(&game, |state| state["ply"] == 2).await;
        assert_eq!(state["moves"][1]["by"], "engine", "{variant}");
        assert_eq!(
            state["players"]["second"],
            json!({ "kind": "engine", "level": 1, "connected": true })
        );
        assert_eq!(state["thinking"], false);
    }
}

#[tokio::test]
async fn it_begins_where_it_plays_the_first_side() {
    let home = Home::new().await;
    let wish = json!({
        "variant": "minishogi", "side": "second", "opponent": { "engine": { "level": 8 } },
    });
    let game = home.create(wish).await;
    assert_eq!(game.answer["you"], "second");
    let state = home.wait_for(&game, |state| state["ply"] == 1).await;
    assert_eq!(state["moves"][0]["side"], "first");
    // Nobody moves for it.
    let (status, answer) = home.try_move(&game, 0, "4a3b").await;
    assert_eq!((status.as_u16(), &answer["error"]["code"]), (403, &json!("engine-seat")));
}

#[tokio::test]
async fn two_engines_play_a_game_by_themselves() {
    let home = Home::new().await;
    let engine = |level: u8| json!({ "engine": { "level": level } });
    let players = json!({ "first": engine(2), "second": engine(1) });
    let game = home.create(json!({ "variant": "minishogi", "players": players })).await;
    // However short: the weakest levels can mate within ten plies.
    let state = home.wait_for(&game, |state| state["end"].is_object()).await;
    let moves = state["moves"].as_array().unwrap();
    assert!(moves.len() > 1 && moves.iter().all(|played| played["by"] == "engine"), "{state}");
}

#[tokio::test]
async fn taking_back_stops_its_thinking() {
    let home = Home::with(|config| config.think = Duration::from_secs(600)).await;
    let game = home.create(against("shogi", 8)).await;
    let state = home.play(&game, "7g7f").await;
    assert_eq!(state["thinking"], true);
    let (_, state) = home.act(&game, 0, json!({ "type": "takeback" })).await;
    assert_eq!((&state["ply"], &state["thinking"]), (&json!(0), &json!(false)));
    // Its thread is free again: another game is answered at once.
    let other = home.create(against("chess", 1)).await;
    home.play(&other, "e2e4").await;
    home.wait_for(&other, |state| state["ply"] == 2).await;
}

#[tokio::test]
async fn it_stops_thinking_when_it_is_left() {
    let home = Home::with(|config| config.think = Duration::from_secs(600)).await;
    let game = home.create(against("shogi", 8)).await;
    let socket = home.watch(&game, &game.seat(0)).await;
    home.play(&game, "7g7f").await;
    drop(socket);
    // The one thread serves another game as soon as the first is left.
    let other = home.create(against("chess", 1)).await;
    home.play(&other, "e2e4").await;
    home.wait_for(&other, |state| state["ply"] == 2).await;
}

#[tokio::test]
async fn the_server_answers_while_it_thinks() {
    let home = Home::with(|config| config.think = Duration::from_secs(600)).await;
    let game = home.create(against("raichu", 8)).await;
    let first = home.state(&game).await["legal"][0]["usi"].as_str().unwrap().to_owned();
    home.play(&game, &first).await;
    let began = Instant::now();
    for _ in 0..20 {
        assert_eq!(home.get("/api/health").await.1["status"], "ok");
    }
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}

#[tokio::test]
async fn a_hint_is_a_legal_move() {
    let home = Home::new().await;
    let game = home.create(against("shogi", 1)).await;
    let path = format!("/api/games/{}/hint", game.id);
    let (status, hint) = home.post(&path, &json!({ "seat": game.seats[0] })).await;
    assert_eq!(status.as_u16(), 200, "{hint}");
    home.play(&game, hint["move"].as_str().unwrap()).await;
    let (status, _) = home.post(&path, &json!({})).await;
    assert_eq!(status.as_u16(), 403);
}

#[tokio::test]
async fn a_move_does_not_wait_for_a_hint() {
    let home = Home::new().await;
    let game = home.create(against("shogi", 1)).await;
    let path = format!("/api/games/{}/hint", game.id);
    let seat = json!({ "seat": game.seats[0] });
    let asked = async { join_all((0..2).map(|_| home.post(&path, &seat))).await };
    let moves = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        home.play(&game, "7g7f").await;
    };
    // One was being looked for, the other one waited.
    let (hints, ()) = tokio::join!(asked, moves);
    for (status, answer) in hints {
        assert_eq!(status.as_u16(), 409, "{answer}");
        assert_eq!(answer["error"]["code"], "position-changed");
    }
    home.wait_for(&game, |state| state["ply"] == 2).await;
    let (status, hint) = home.post(&path, &seat).await;
    assert_eq!(status.as_u16(), 200, "{hint}");
}

#[tokio::test]
async fn nobody_is_helped_against_a_person() {
    let home = Home::new().await;
    for (opponent, expected) in [("link", 409), ("local", 200)] {
        let game = home.create(json!({ "variant": "shogi", "opponent": opponent })).await;
        let path = format!("/api/games/{}/hint", game.id);
        let (status, answer) = home.post(&path, &json!({ "seat": game.seats[0] })).await;
        assert_eq!(status.as_u16(), expected, "{opponent}: {answer}");
    }
}

#[tokio::test]
async fn it_says_no_to_a_draw_that_it_does_not_need() {
    let home = Home::new().await;
    let game = home.create(against("chess", 3)).await;
    let (_, state) = home.act(&game, 0, json!({ "type": "offer_draw" })).await;
    assert_eq!((&state["offers"]["draw"], &state["end"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn on_a_clock_it_moves_in_time() {
    let home = Home::new().await;
    let clock = json!({ "main_ms": 2000, "increment_ms": 100 });
    let engine = |level: u8| json!({ "engine": { "level": level } });
    let players = json!({ "first": engine(8), "second": engine(8) });
    let game =
        home.create(json!({ "variant": "minishogi", "players": players, "clock": clock })).await;
    let played =
        home.wait_for(&game, |state| state["ply"].as_u64() > Some(20) || state["end"].is_object());
    let state = tokio::time::timeout(PATIENCE, played).await.unwrap();
    assert_ne!(state["end"]["status"], "time", "{}", state["end"]);
}

/// Whatever its opponent says, the time that it has used is gone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_draw_that_is_declined_gives_the_engine_no_time_back() {
    let home = Home::new().await;
    let clock = json!({ "main_ms": 600_000 });
    let wish = json!({ "variant": "shogi", "opponent": { "engine": { "level": 8 } }, "clock": clock, "side": "first" });
    let game = home.create(wish).await;
    home.play(&game, "7g7f").await;
    let mut last = u64::MAX;
    for _ in 0..4 {
        tokio::time::sleep(Duration::from_millis(150)).await;
        let state = home.state(&game).await;
        if state["ply"] == 2 {
            break;
        }
        let left = state["clock"]["second"]["ms"].as_u64().unwrap();
        assert!(left < last, "{left} after {last}");
        last = left;
        let (_, state) = home.act(&game, 0, json!({ "type": "offer_draw" })).await;
        let left = state["clock"]["second"]["ms"].as_u64().unwrap();
        assert!(left <= last, "{left} after {last}: it has got time back");
    }
    assert!(last < u64::MAX);
}
