//! What players may do besides moving.

use crate::common::{Created, Home};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Tries an action, which must be answered so.
#[track_caller]
fn is_refused((status, answer): (reqwest::StatusCode, Value), code: &str) {
    assert!(status.is_client_error(), "{answer}");
    assert_eq!(answer["error"]["code"], code, "{answer}");
}

async fn granted(home: &Home, game: &Created, side: usize, action: Value) -> Value {
    let (status, state) = home.act(game, side, action.clone()).await;
    assert!(status.is_success(), "{action}: {state}");
    state
}

fn to(kind: &str) -> Value {
    json!({ "type": kind })
}

#[tokio::test]
async fn resignation() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "shogi" })).await;
    let state = granted(&home, &game, 0, to("resign")).await;
    assert_eq!(state["end"]["status"], "resignation");
    assert_eq!(state["end"]["winner"], "second");
    assert_eq!(state["end"]["reason"], "Sente has resigned.");
    assert_eq!(state["result"]["status"], "ongoing");
    is_refused(home.act(&game, 1, to("resign")).await, "over");
}

#[tokio::test]
async fn who_may_pass_does_so_by_a_move() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "janggi" })).await;
    let state = home.play(&game, "a4a5").await;
    assert_eq!((&state["may_pass"], &state["must_pass"]), (&json!(true), &json!(false)));
    let state = home.play(&game, "pass").await;
    let pass = &state["moves"][1];
    assert_eq!(
        (&pass["usi"], &pass["to"], &pass["pass"]),
        (&json!("pass"), &json!(null), &json!(null))
    );
    assert_eq!((&state["side"], &state["ply"]), (&json!("first"), &json!(2)));
    let state = home.play(&game, "pass").await;
    assert_eq!(
        (&state["end"]["status"], &state["end"]["winner"]),
        (&json!("passes"), &json!("second"))
    );
    assert_eq!(state["may_pass"], json!(null));
    let game = home.create(json!({ "variant": "chess" })).await;
    assert_eq!(home.play(&game, "e2e4").await["may_pass"], json!(null));
}

#[tokio::test]
async fn a_draw_is_agreed_on() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "chess" })).await;
    is_refused(home.act(&game, 1, to("accept_draw")).await, "no-draw-offered");
    let state = granted(&home, &game, 0, to("offer_draw")).await;
    assert_eq!(state["offers"]["draw"], "first");
    is_refused(home.act(&game, 0, to("offer_draw")).await, "offered");
    is_refused(home.act(&game, 0, to("accept_draw")).await, "no-draw-offered");
    let state = granted(&home, &game, 1, to("decline_draw")).await;
    assert_eq!(state["offers"]["draw"], Value::Null);
    // The own move keeps an offer, the opponent's turns it down.
    granted(&home, &game, 0, to("offer_draw")).await;
    assert_eq!(home.play(&game, "e2e4").await["offers"]["draw"], "first");
    assert_eq!(home.play(&game, "e7e5").await["offers"]["draw"], Value::Null);
    granted(&home, &game, 0, to("offer_draw")).await;
    let state = granted(&home, &game, 1, to("accept_draw")).await;
    assert_eq!(
        (&state["end"]["status"], &state["end"]["winner"]),
        (&json!("agreement"), &json!("draw"))
    );
}

#[tokio::test]
async fn moves_are_taken_back() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "chess" })).await;
    is_refused(home.act(&game, 0, to("takeback")).await, "nothing-to-take-back");
    home.play(&game, "e2e4 e7e5").await;
    let state = granted(&home, &game, 0, to("takeback")).await;
    assert_eq!((&state["ply"], &state["offers"]["takeback"]), (&json!(2), &json!("first")));
    granted(&home, &game, 1, to("decline_takeback")).await;
    granted(&home, &game, 0, to("takeback")).await;
    let state = granted(&home, &game, 1, to("takeback")).await;
    assert_eq!((&state["ply"], &state["side"]), (&json!(0), &json!("first")));
    assert_eq!(home.play(&game, "d2d4").await["ply"], 1);
}

#[tokio::test]
async fn a_game_that_has_ended_on_the_board_goes_on() {
    let fools_mate = "f2f3 e7e5 g2g4 d8h4";
    let home = Home::new().await;
    // At one screen, and a second time.
    let game = home.create(json!({ "variant": "chess", "opponent": "local" })).await;
    for _ in 0..2 {
        let state = home.play(&game, fools_mate).await;
        assert_eq!(state["end"]["status"], "checkmate");
        let state = granted(&home, &game, 0, to("takeback")).await;
        assert_eq!((&state["ply"], &state["end"]), (&json!(3), &Value::Null));
        let state = home.play(&game, "d8g5").await;
        assert_eq!((&state["ply"], &state["end"]), (&json!(4), &Value::Null));
        for _ in 0..4 {
            granted(&home, &game, 0, to("takeback")).await;
        }
    }
    // The engine has been mated, or mates.
    let won = json!({
        "variant": "chess", "position": "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
        "opponent": { "engine": { "level": 1 } }, "side": "first",
    });
    let game = home.create(won).await;
    let state = home.play(&game, "a1a8").await;
    assert_eq!(state["end"]["status"], "checkmate");
    let state = granted(&home, &game, 0, to("takeback")).await;
    assert_eq!((&state["ply"], &state["end"]), (&json!(0), &Value::Null));
    // What somebody has given up, and what somebody else has won, stays so.
    granted(&home, &game, 0, to("resign")).await;
    is_refused(home.act(&game, 0, to("takeback")).await, "over");
    let game = home.create(json!({ "variant": "chess" })).await;
    home.play(&game, fools_mate).await;
    is_refused(home.act(&game, 0, to("takeback")).await, "over");
}

#[tokio::test]
async fn at_one_screen_one_token_does_all() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "minishogi", "opponent": "local" })).await;
    assert_eq!(game.answer["you"], "both");
    for text in ["5d5c", "1b1c"] {
        let (status, state) = home.try_move(&game, 0, text).await;
        assert!(status.is_success(), "{state}");
        assert_eq!(state["you"], "both");
    }
    assert_eq!(granted(&home, &game, 1, to("takeback")).await["ply"], 1);
    assert_eq!(granted(&home, &game, 0, to("offer_draw")).await["end"]["status"], "agreement");
    let state = granted(&home, &game, 0, to("rematch")).await;
    assert!(state["rematch"].is_string(), "{state}");
}

#[tokio::test]
async fn a_game_is_called_off_early_only() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "chess" })).await;
    home.play(&game, "e2e4 e7e5").await;
    is_refused(home.act(&game, 0, to("abort")).await, "begun");
    let game = home.create(json!({ "variant": "chess" })).await;
    let state = granted(&home, &game, 1, to("abort")).await;
    assert_eq!(
        (&state["end"]["status"], &state["end"]["winner"]),
        (&json!("aborted"), &Value::Null)
    );
}

#[tokio::test]
async fn draws_are_claimed() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "chess" })).await;
    let claim = || json!({ "type": "claim", "claim": "repetition" });
    is_refused(home.act(&game, 0, claim()).await, "no-claim");
    let state = home.play(&game, &"b1c3 b8c6 c3b1 c6b8 ".repeat(2)).await;
    assert_eq!(state["result"]["claims"], json!(["repetition"]));
    is_refused(home.act(&game, 1, claim()).await, "not-your-turn");
    let state = granted(&home, &game, 0, claim()).await;
    assert_eq!(
        (&state["end"]["status"], &state["end"]["winner"]),
        (&json!("repetition"), &json!("draw"))
    );
}

#[tokio::test]
async fn an_impasse_is_declared() {
    let home = Home::new().await;
    let entering = "KRRBBGGGG/SSSSPPPPP/9/9/9/9/9/9/4k4 b 4P 1";
    for (impasse, points, wins) in [("27", 31, true), ("24", 31, true), ("off", 0, false)] {
        let wish = json!({ "variant": "shogi", "position": entering, "impasse": impasse });
        let game = home.create(wish).await;
        let state = home.state(&game).await;
        if !wins {
            assert_eq!(state["declaration"], Value::Null);
            is_refused(home.act(&game, 0, to("declare")).await, "no-declarations");
            continue;
        }
        assert_eq!(state["declaration"]["rule"], impasse);
        assert!(state["declaration"]["points"].as_i64().unwrap() >= points, "{state}");
        assert_eq!(state["declaration"][impasse], "win");
        let state = granted(&home, &game, 0, to("declare")).await;
        assert_eq!(
            (&state["end"]["status"], &state["end"]["winner"]),
            (&json!("declaration"), &json!("first"))
        );
    }
    let game = home.create(json!({ "variant": "shogi" })).await;
    is_refused(home.act(&game, 0, to("declare")).await, "conditions-not-met");
    let game = home.create(json!({ "variant": "shogi", "strict": true })).await;
    assert_eq!(granted(&home, &game, 0, to("declare")).await["end"]["winner"], "second");
}

#[tokio::test]
async fn once_more_with_sides_changed() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "judkins" })).await;
    is_refused(home.act(&game, 0, to("rematch")).await, "not-over");
    granted(&home, &game, 0, to("resign")).await;
    let state = granted(&home, &game, 1, to("rematch")).await;
    assert_eq!(state["offers"]["rematch"], "second");
    let state = granted(&home, &game, 0, to("rematch")).await;
    let id = state["rematch"].as_str().unwrap().to_owned();
    let [first, second] = game.seats.clone();
    let next = Created { id, seats: [second, first], answer: Value::Null };
    assert_eq!(home.play(&next, "6e6d").await["ply"], 1);
}

/// The starts of a game and of those that it is played again.
async fn starts_of_rematches(home: &Home, mut wish: Value, count: usize) -> BTreeSet<String> {
    wish["variant"] = json!("chess960");
    let mut game = home.create(wish).await;
    let mut starts = BTreeSet::new();
    for _ in 0..=count {
        let state = home.state(&game).await;
        starts.insert(state["start"].as_str().expect("the number of a start").to_owned());
        granted(home, &game, 0, to("resign")).await;
        granted(home, &game, 1, to("rematch")).await;
        let state = granted(home, &game, 0, to("rematch")).await;
        let id = state["rematch"].as_str().expect("the next game").to_owned();
        let [first, second] = game.seats.clone();
        game = Created { id, seats: [second, first], answer: Value::Null };
    }
    starts
}

#[tokio::test]
async fn a_start_that_was_drawn_is_drawn_anew() {
    let home = Home::new().await;
    // That the same one of 960 is drawn four times is not to be expected.
    assert!(starts_of_rematches(&home, json!({}), 3).await.len() > 1);
    assert!(starts_of_rematches(&home, json!({ "start": "random" }), 3).await.len() > 1);
    let chosen = starts_of_rematches(&home, json!({ "start": "518" }), 2).await;
    assert_eq!(chosen.into_iter().collect::<Vec<_>>(), ["518"]);
}
