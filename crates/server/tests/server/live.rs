//! Games as they happen: websockets.

use crate::common::Home;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

#[tokio::test]
async fn a_move_reaches_the_other_side() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "shogi" })).await;
    let mut first = home.watch(&game, &game.seat(0)).await;
    let whole = first.hear_of("state").await;
    assert_eq!((&whole["state"]["you"], &whole["seq"]), (&json!("first"), &json!(1)));
    let mut second = home.watch(&game, &game.seat(1)).await;
    assert_eq!(second.hear_of("state").await["state"]["you"], "second");
    first.say(json!({ "type": "move", "id": 7, "move": "7g7f" })).await;
    assert_eq!(first.hear_of("ack").await, json!({ "type": "ack", "id": 7, "seq": 2 }));
    let update = loop {
        let update = second.hear_of("update").await;
        if update["seq"] == 2 {
            break update;
        }
    };
    assert_eq!(update["played"][0]["usi"], "7g7f");
    assert_eq!((&update["from_ply"], &update["state"]["ply"]), (&json!(0), &json!(1)));
    assert_eq!(update["state"]["moves"], Value::Null);
    assert!(!update["legal"].as_array().unwrap().is_empty());
    assert_eq!(update["legal"], home.state(&game).await["legal"]);
}

#[tokio::test]
async fn legal_moves_are_told_when_they_change() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "shogi" })).await;
    let mut reader = home.watch(&game, "").await;
    reader.hear_of("state").await;
    let mut has_legal = async |what: &str| {
        let update = reader.hear_of("update").await;
        assert!(update["state"]["legal"].is_null(), "{what}");
        update["legal"].as_array().map(Vec::len)
    };
    let _player = home.watch(&game, &game.seat(0)).await;
    assert_eq!(has_legal("somebody has come").await, None);
    home.act(&game, 0, json!({ "type": "offer_draw" })).await;
    assert_eq!(has_legal("a draw is offered").await, None);
    home.play(&game, "7g7f").await;
    assert_eq!(has_legal("a move").await, Some(30));
    home.act(&game, 1, json!({ "type": "resign" })).await;
    assert_eq!(has_legal("the end").await, Some(0));
}

#[tokio::test]
async fn who_reads_late_knows_the_legal_moves_in_the_end() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "raichu", "opponent": "local" })).await;
    let mut reader = home.watch(&game, "").await;
    let mut known = reader.hear_of("state").await["state"]["legal"].clone();
    for moves in ["a4a5 a9a8 b4b5", "b9b8", "c4c5 c9c8 k4k5 e9e8 e4e5 f9f8 f4f5 g9g8 g4g5 h9h8"] {
        let last = home.play(&game, moves).await["seq"].clone();
        loop {
            let heard = reader.hear().await.unwrap();
            let legal = [&heard["legal"], &heard["state"]["legal"]];
            if let Some(legal) = legal.into_iter().find(|legal| !legal.is_null()) {
                known = legal.clone();
            }
            if heard["seq"] == last {
                break;
            }
        }
        assert_eq!(known, home.state(&game).await["legal"]);
    }
}

#[tokio::test]
async fn a_refused_move_changes_nothing() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "shogi" })).await;
    let mut first = home.watch(&game, &game.seat(0)).await;
    first.say(json!({ "type": "move", "id": 1, "move": "8h2b" })).await;
    let refused = first.hear_of("refused").await;
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!(1), &json!("illegal-move")));
    assert!(refused["error"]["reason_ja"].is_string(), "{refused}");
    let mut nobody = home.watch(&game, "").await;
    assert_eq!(nobody.hear_of("state").await["state"]["you"], Value::Null);
    nobody.say(json!({ "type": "move", "id": 2, "move": "7g7f" })).await;
    assert_eq!(nobody.hear_of("refused").await["error"]["code"], "no-seat");
    assert_eq!(home.state(&game).await["seq"], 1);
}

#[tokio::test]
async fn taking_back_shortens_the_list() {
    let home = Home::new().await;
    let wish = json!({ "variant": "chess", "opponent": "local" });
    let game = home.create(wish).await;
    home.play(&game, "e2e4 e7e5 g1f3").await;
    let mut socket = home.watch(&game, &game.seat(0)).await;
    assert_eq!(socket.hear_of("state").await["state"]["moves"].as_array().unwrap().len(), 3);
    socket.say(json!({ "type": "action", "id": 1, "action": { "type": "takeback" } })).await;
    let update = loop {
        let update = socket.hear_of("update").await;
        if update["seq"] == 5 {
            break update;
        }
    };
    assert_eq!((&update["from_ply"], &update["played"]), (&json!(2), &json!([])));
}

#[tokio::test]
async fn who_comes_back_is_told_what_is_new() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "chess" })).await;
    home.play(&game, "e2e4").await;
    let mut socket = home.watch(&game, "since=2").await;
    // Clocks, and who is there: no moves, neither played nor legal.
    let same = socket.hear().await.unwrap();
    assert_eq!((&same["type"], &same["seq"]), (&json!("update"), &json!(2)));
    assert_eq!((&same["from_ply"], &same["played"]), (&json!(1), &json!([])));
    assert_eq!((&same["state"]["ply"], &same["legal"]), (&json!(1), &Value::Null));
    drop(socket);
    home.play(&game, "e7e5").await;
    let mut socket = home.watch(&game, "since=2").await;
    let whole = socket.hear().await.unwrap();
    assert_eq!((&whole["type"], &whole["seq"]), (&json!("state"), &json!(3)));
}

#[tokio::test]
async fn presence_is_told() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "chess" })).await;
    let mut first = home.watch(&game, &game.seat(0)).await;
    let second = home.watch(&game, &game.seat(1)).await;
    let there = |update: &Value| update["state"]["players"]["second"]["connected"].clone();
    while there(&first.hear_of("update").await) != true {}
    drop(second);
    while there(&first.hear_of("update").await) != false {}
}

#[tokio::test]
async fn nothing_is_told_twice_of_a_game_with_the_engine() {
    let home = Home::new().await;
    let opponent = json!({ "engine": { "level": 1 } });
    let game = home.create(json!({ "variant": "minishogi", "opponent": opponent })).await;
    let mut reader = home.watch(&game, &game.seat(0)).await;
    reader.hear_of("state").await;
    let first = home.state(&game).await["legal"][0]["usi"].as_str().unwrap().to_owned();
    home.play(&game, &first).await;
    let mut seqs = Vec::new();
    while let Ok(update) =
        tokio::time::timeout(Duration::from_secs(1), reader.hear_of("update")).await
    {
        assert_eq!(update["state"]["players"]["second"]["connected"], true);
        seqs.push((update["seq"].clone(), update["state"]["thinking"].clone()));
    }
    let told = seqs.len();
    seqs.dedup();
    assert_eq!(seqs.len(), told, "{seqs:?}");
}

#[tokio::test]
async fn who_comes_and_goes_is_told_now_and_then() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "chess" })).await;
    let mut reader = home.watch(&game, "").await;
    reader.hear_of("state").await;
    let begun = Instant::now();
    for _ in 0..30 {
        home.watch(&game, &game.seat(0)).await.hear_of("state").await;
    }
    let _stays = home.watch(&game, &game.seat(0)).await;
    let mut told = 0;
    let mut there = json!(null);
    while let Ok(update) =
        tokio::time::timeout(Duration::from_secs(1), reader.hear_of("update")).await
    {
        told += 1;
        there = update["state"]["players"]["first"]["connected"].clone();
    }
    let most = begun.elapsed().as_millis() / 200 + 2;
    assert!(told <= most, "{told} times instead of {most}");
    assert_eq!(there, true);
}

#[tokio::test]
async fn a_ping_is_answered() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "chess" })).await;
    let mut socket = home.watch(&game, "").await;
    socket.say(json!({ "type": "ping" })).await;
    assert_eq!(socket.hear_of("pong").await, json!({ "type": "pong" }));
}

#[tokio::test]
async fn the_end_of_the_server_is_said() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "chess" })).await;
    let mut socket = home.watch(&game, "").await;
    socket.hear_of("state").await;
    let ended = tokio::spawn(home.end());
    while socket.hear().await.is_some() {}
    ended.await.unwrap();
}
