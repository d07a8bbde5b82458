//! Reviews of games that are over.

use crate::common::{Created, Home};
use reqwest::StatusCode;
use serde_json::{Value, json};
use std::time::Duration;

async fn begin(home: &Home, game: &Created, ms: u64) -> (StatusCode, Value) {
    home.post(&format!("/api/games/{}/review", game.id), &json!({ "ms": ms })).await
}

async fn look(home: &Home, game: &Created) -> (StatusCode, Value) {
    home.get(&format!("/api/games/{}/review", game.id)).await
}

/// Waits until a review is complete.
async fn complete(home: &Home, game: &Created) -> Value {
    for _ in 0..600 {
        let (_, review) = look(home, game).await;
        if review["over"] == true {
            return review;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the review does not come to an end");
}

/// A queen is given away, taken, and a mate overlooked.
async fn a_lost_game(home: &Home) -> Created {
    let game = home.create(json!({ "variant": "chess", "opponent": "local" })).await;
    home.play(&game, "e2e4 e7e5 d1h5 b8c6 h5h7 h8h7 a2a3 d8h4 b2b3 h4f2").await;
    let state = home.state(&game).await;
    if state["end"].is_null() {
        home.act(&game, 0, json!({ "type": "resign" })).await;
    }
    game
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_review_says_what_has_cost_most() {
    let home = Home::new().await;
    let game = a_lost_game(&home).await;
    assert_eq!(look(&home, &game).await.1["begun"], false);
    assert_eq!(begin(&home, &game, 100).await.0, StatusCode::ACCEPTED);
    let review = complete(&home, &game).await;
    let plies = home.state(&game).await["ply"].as_u64().unwrap();
    let findings = review["findings"].as_array().unwrap();
    assert_eq!(findings.len() as u64, plies + 1, "{review}");
    let queen = &review["faults"].as_array().unwrap().iter().find(|it| it["ply"] == 5);
    let queen = queen.expect("the queen is missed");
    assert_eq!((&queen["mark"], &queen["side"]), (&json!("blunder"), &json!("first")), "{queen}");
    assert_eq!(queen["why"]["kind"], "leaves", "{queen}");
    assert_eq!(queen["why"]["pieces"][0]["piece"], "Q", "{queen}");
    assert_eq!(queen["why"]["pieces"][0]["square"], "h7", "{queen}");
    // Scores are the first side's, whoever is to move.
    let chance = |ply: usize| findings[ply]["chance"].as_f64().unwrap();
    assert!(chance(4) > 0.35 && chance(5) < 0.3 && chance(6) < 0.3, "{findings:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_review_goes_on_after_a_restart() {
    let home = Home::new().await;
    let game = a_lost_game(&home).await;
    begin(&home, &game, 150).await;
    let before = loop {
        let (_, review) = look(&home, &game).await;
        let found =
            review["findings"].as_array().unwrap().iter().filter(|it| !it.is_null()).count();
        if found >= 2 {
            break review;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert_eq!(before["over"], false, "{before}");
    let folder = home.end().await;
    let home = Home::again(folder, |_| {}).await;
    let after = complete(&home, &game).await;
    // What was known is not looked for again.
    for (then, now) in
        before["findings"].as_array().unwrap().iter().zip(after["findings"].as_array().unwrap())
    {
        assert!(then.is_null() || then == now, "{then} {now}");
    }
    // It is not made twice.
    assert_eq!(begin(&home, &game, 150).await.0, StatusCode::ACCEPTED);
    let (_, again) = look(&home, &game).await;
    assert_eq!((&again["over"], &again["ms"]), (&json!(true), &json!(150)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_review_is_made_again_with_more_time() {
    let home = Home::new().await;
    let game = a_lost_game(&home).await;
    begin(&home, &game, 20).await;
    let quick = complete(&home, &game).await;
    assert_eq!((&quick["ms"], &quick["deeper"]), (&json!(20), &json!(1000)));
    assert_eq!(begin(&home, &game, 200).await.0, StatusCode::ACCEPTED);
    let (_, between) = look(&home, &game).await;
    // What was found stands until there is better.
    assert_eq!((&between["over"], &between["ms"]), (&json!(false), &json!(200)), "{between}");
    let findings = |review: &Value| review["findings"].as_array().unwrap().clone();
    assert!(findings(&between).iter().all(|it| !it.is_null()), "{between}");
    let thorough = complete(&home, &game).await;
    assert!(findings(&thorough).iter().all(|it| it["ms"] == 200), "{thorough}");
    assert_eq!(thorough["deeper"], 1000);
    // A quicker one tells nothing new.
    begin(&home, &game, 100).await;
    assert_eq!(look(&home, &game).await.1["over"], true);
}

/// One move mates.
const NEARLY_MATED: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_goes_on_loses_its_review_and_its_place_in_the_openings() {
    let home = Home::new().await;
    let wish = json!({ "variant": "chess", "opponent": "local", "position": NEARLY_MATED });
    let game = home.create(wish).await;
    let played = async || {
        let line = json!({ "position": NEARLY_MATED, "moves": [] });
        let wish = json!({ "rules": { "variant": "chess" }, "line": line, "games": [game.id] });
        let (status, view) = home.post("/api/analysis/openings", &wish).await;
        assert_eq!(status, StatusCode::OK, "{view}");
        let of = |it: &Value| it["texts"]["western"].as_str().unwrap().to_owned();
        view["moves"].as_array().unwrap().iter().map(of).collect::<Vec<_>>()
    };
    home.play(&game, "a1a8").await;
    assert_eq!(begin(&home, &game, 20).await.0, StatusCode::ACCEPTED);
    complete(&home, &game).await;
    assert_eq!(played().await, ["Ra8#"]);
    home.act(&game, 0, json!({ "type": "takeback" })).await;
    assert_eq!(look(&home, &game).await.1["begun"], false);
    assert_eq!(played().await, [""; 0]);
    home.play(&game, "a1a2 h7h6 a2a8").await;
    home.act(&game, 0, json!({ "type": "resign" })).await;
    assert_eq!(played().await, ["Ra2"]);
    // Also while the review is made.
    let game = home.create(json!({ "variant": "chess", "opponent": "local" })).await;
    home.play(&game, "f2f3 e7e5 g2g4 d8h4").await;
    assert_eq!(begin(&home, &game, 400).await.0, StatusCode::ACCEPTED);
    home.act(&game, 0, json!({ "type": "takeback" })).await;
    home.play(&game, "d8g5 a2a3 g5d2").await;
    home.act(&game, 0, json!({ "type": "resign" })).await;
    assert_eq!(begin(&home, &game, 20).await.0, StatusCode::ACCEPTED);
    let review = complete(&home, &game).await;
    assert_eq!((&review["ms"], review["findings"].as_array().unwrap().len()), (&json!(20), 7));
    assert!(review["findings"].as_array().unwrap().iter().all(|it| !it.is_null()), "{review}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_begins_at_its_end_is_reviewed() {
    let home = Home::new().await;
    let position = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";
    let wish = json!({ "variant": "chess", "opponent": "local", "position": position });
    let game = home.create(wish).await;
    assert_eq!(begin(&home, &game, 20).await.0, StatusCode::ACCEPTED);
    assert_eq!(complete(&home, &game).await["findings"][0]["chance"], 1.0);
}

#[tokio::test]
async fn only_games_that_are_over_are_reviewed() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "chess", "opponent": "local" })).await;
    let (status, answer) = begin(&home, &game, 100).await;
    assert_eq!((status, &answer["error"]["code"]), (StatusCode::CONFLICT, &json!("not-over")));
    assert_eq!(begin(&home, &game, 1).await.0, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_game_can_be_reviewed() {
    let home = Home::new().await;
    let games = [("raichu", 12), ("minjiku", 8), ("shogi", 10)];
    for (variant, plies) in games {
        let game = home.create(json!({ "variant": variant, "opponent": "local" })).await;
        for ply in 0..plies {
            let state = home.state(&game).await;
            let legal = state["legal"].as_array().unwrap();
            let chosen = legal[(ply * 11 + 5) % legal.len()]["usi"].as_str().unwrap();
            home.play(&game, chosen).await;
        }
        home.act(&game, 0, json!({ "type": "resign" })).await;
        begin(&home, &game, 20).await;
        let review = complete(&home, &game).await;
        let all = review["findings"].as_array().unwrap();
        assert!(all.iter().all(|finding| finding["line"][0]["usi"].is_string()), "{review}");
    }
}

/// Thirty moves.
const PAWNS: &str = "a2a3 a7a6 b2b3 b7b6 c2c3 c7c6 d2d3 d7d6 e2e3 e7e6 f2f3 f7f6 g2g3 g7g6 h2h3 h7h6 \
    a3a4 a6a5 c3c4 c6c5 d3d4 d6d5 e3e4 e6e5 f3f4 f6f5 g3g4 g6g5 h3h4 h6h5";

#[tokio::test]
async fn an_address_has_only_so_many_moves_reviewed() {
    let home = Home::with(|config| config.games_per_hour = 2).await;
    let mut games = Vec::new();
    for _ in 0..2 {
        let game = home.create(json!({ "variant": "chess", "opponent": "local" })).await;
        home.play(&game, PAWNS).await;
        home.act(&game, 0, json!({ "type": "resign" })).await;
        games.push(game);
    }
    // Of fifty moves, thirty...
    assert_eq!(begin(&home, &games[0], 10).await.0, StatusCode::ACCEPTED);
    let (status, answer) = begin(&home, &games[1], 10).await;
    assert_eq!(
        (status, &answer["error"]["code"]),
        (StatusCode::TOO_MANY_REQUESTS, &json!("too-many-requests"))
    );
    // ... and what is there already costs nothing.
    assert_eq!(begin(&home, &games[0], 10).await.0, StatusCode::ACCEPTED);
}
