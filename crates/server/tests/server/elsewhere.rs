//! Games that go on after moves that were played before.

use crate::common::Home;
use serde_json::{Value, json};
use std::time::Duration;

/// In Raichu, a rook is about to take a lion; the opponent must pass then.
const LION_IS_TAKEN: &str = "k11/12/12/12/12/5n6/12/5R6/12/12/12/K11 b - 1";

/// The moves of a game, and by whose hand they were made.
fn hands(state: &Value) -> Vec<(&str, &str)> {
    let moves = state["moves"].as_array().unwrap().iter();
    moves.map(|m| (m["usi"].as_str().unwrap(), m["by"].as_str().unwrap())).collect()
}

#[tokio::test]
async fn a_game_goes_on_after_moves_in_any_spelling() {
    let home = Home::new().await;
    let moves = ["e4", "e7e5", "Nf3"];
    let game = home.create(json!({ "variant": "chess", "moves": moves })).await;
    let state = home.play(&game, "b8c6").await;
    let by: Vec<&str> = hands(&state).iter().map(|(_, by)| *by).collect();
    assert_eq!(by, ["recorded", "recorded", "recorded", "human"]);
    let initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(state["initial_position"], initial);
    let (_, pgn) = home.page(&format!("/api/games/{}/record?format=pgn", game.id)).await;
    assert!(pgn.contains("1. e4 e5 2. Nf3 Nc6"), "{pgn}");
}

#[tokio::test]
async fn what_happened_before_counts_as_the_rules_say() {
    let home = Home::new().await;
    // The same position for the third time: once more is a draw.
    let shuffle = ["2h3h", "8b7b", "3h2h", "7b8b"].repeat(2);
    let game = home.create(json!({ "variant": "shogi", "moves": shuffle })).await;
    let state = home.play(&game, "2h3h 8b7b 3h2h 7b8b").await;
    assert_eq!(state["end"]["status"], "repetition", "{}", state["end"]);
}

#[tokio::test]
async fn forced_passes_may_be_left_out_or_written_out() {
    let home = Home::new().await;
    for moves in [json!(["7h7f"]), json!(["7h7f", "pass"])] {
        let wish = json!({ "variant": "raichu", "position": LION_IS_TAKEN, "moves": moves });
        let state = home.state(&home.create(wish).await).await;
        assert_eq!(hands(&state), [("7h7f", "recorded"), ("pass", "forced")]);
    }
}

#[tokio::test]
async fn moves_that_cannot_be_are_named() {
    let home = Home::new().await;
    for (moves, said) in [
        (json!(["e2e4", "e2e4"]), "move 2 (`e2e4`): "),
        (json!(["f2f3", "e7e5", "g2g4", "d8h4"]), "the game is over after them: "),
        (json!(["f2f3", "e7e5", "g2g4", "d8h4", "a2a3"]), "move 5 (`a2a3`): "),
    ] {
        let wish = json!({ "variant": "chess", "moves": moves });
        let (status, answer) = home.post("/api/games", &wish).await;
        let message = answer["error"]["message"].as_str().unwrap();
        assert_eq!(status, 422, "{moves}");
        assert!(message.starts_with(said), "{message}");
        assert_eq!(answer["error"]["field"], "moves");
    }
}

#[tokio::test]
async fn clocks_begin_with_the_moves_of_the_game_itself() {
    let (home, hands) = Home::with_hands().await;
    let clock = json!({ "main_ms": 60_000, "increment_ms": 5_000 });
    let wish = json!({ "variant": "chess", "clock": clock, "moves": ["e2e4", "e7e5"] });
    let game = home.create(wish).await;
    hands.advance(Duration::from_secs(500));
    let state = home.state(&game).await;
    assert_eq!(state["clock"]["running"], Value::Null);
    assert_eq!(state["clock"]["first"]["ms"], 60_000);
    let state = home.play(&game, "g1f3").await;
    assert_eq!(state["clock"]["first"]["ms"], 65_000);
    assert_eq!(state["clock"]["running"], "second");
    // A move of the record gives no increment back.
    home.act(&game, 0, json!({ "type": "takeback" })).await;
    home.act(&game, 1, json!({ "type": "takeback" })).await;
    home.act(&game, 1, json!({ "type": "takeback" })).await;
    home.act(&game, 0, json!({ "type": "takeback" })).await;
    let state = home.state(&game).await;
    assert_eq!(state["moves"].as_array().unwrap().len(), 1, "{}", state["moves"]);
    let left = [&state["clock"]["first"]["ms"], &state["clock"]["second"]["ms"]];
    assert_eq!(left, [60_000, 60_000]);
}

#[tokio::test]
async fn the_engine_goes_on_by_itself() {
    let home = Home::new().await;
    let opponent = json!({ "engine": { "level": 1 } });
    let wish = json!({ "variant": "minishogi", "opponent": opponent, "moves": ["5d5c"] });
    let game = home.create(wish).await;
    let state = home.wait_for(&game, |state| state["moves"].as_array().unwrap().len() == 2).await;
    assert_eq!(state["moves"][1]["by"], "engine");
}

#[tokio::test]
async fn it_can_be_called_off_and_played_once_more() {
    let home = Home::new().await;
    let wish = json!({ "variant": "chess", "moves": ["e2e4", "e7e5", "g1f3"] });
    let game = home.create(wish.clone()).await;
    let (status, state) = home.act(&game, 0, json!({ "type": "abort" })).await;
    assert_eq!((status.as_u16(), &state["end"]["status"]), (200, &json!("aborted")));
    let game = home.create(wish).await;
    home.act(&game, 0, json!({ "type": "resign" })).await;
    home.act(&game, 0, json!({ "type": "rematch" })).await;
    home.act(&game, 1, json!({ "type": "rematch" })).await;
    let next = home.state(&game).await["rematch"].as_str().unwrap().to_owned();
    let (_, state) = home.get(&format!("/api/games/{next}")).await;
    assert_eq!(hands(&state).len(), 3);
}

#[tokio::test]
async fn it_outlives_a_restart() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "chess", "moves": ["e2e4", "e7e5"] })).await;
    home.play(&game, "g1f3").await;
    let before = home.state(&game).await;
    let home = Home::again(home.end().await, |_| ()).await;
    let after = home.state(&game).await;
    assert_eq!((&after["moves"], &after["position"]), (&before["moves"], &before["position"]));
}

#[tokio::test]
async fn a_long_record_counts_like_several_games() {
    let home = Home::with(|config| config.games_per_hour = 3).await;
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(26);
    let rules = json!({ "end.repetition": "false" });
    let wish = |moves: &[&str]| json!({ "variant": "chess", "set": rules, "moves": moves });
    home.create(wish(&shuffle)).await;
    assert_eq!(home.post("/api/games", &wish(&shuffle)).await.0, 429);
    home.create(wish(&shuffle[..2])).await;
    assert_eq!(home.post("/api/games", &wish(&[])).await.0, 429);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_long_records_and_moves_are_kept_side_by_side() {
    let home = std::sync::Arc::new(Home::new().await);
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(120);
    let set = json!({ "end.repetition": "false", "end.quiet_moves": "false" });
    let wish = json!({ "variant": "chess", "set": set, "moves": shuffle });
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..12 {
        let (home, wish) = (home.clone(), wish.clone());
        tasks.spawn(async move {
            let long = home.create(wish).await;
            home.play(&home.create(json!({ "variant": "shogi" })).await, "7g7f 3c3d").await;
            home.state(&long).await["moves"].as_array().unwrap().len()
        });
    }
    assert_eq!(tasks.join_all().await, [480; 12]);
}
