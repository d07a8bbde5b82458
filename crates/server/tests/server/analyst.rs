//! Searches that go on while somebody looks on.

use crate::common::{Home, Socket};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

fn analyse(id: u64, variant: &str, moves: &[&str], lines: usize) -> Value {
    let rules = json!({ "variant": variant });
    json!({ "type": "analyse", "id": id, "rules": rules, "line": { "moves": moves }, "lines": lines })
}

/// What is found once it was searched so deep.
async fn found(socket: &mut Socket, id: u64, depth: u64) -> Value {
    loop {
        let message = socket.hear_of("found").await;
        if message["id"] == id
            && (message["depth"].as_u64() >= Some(depth) || message["done"] == true)
        {
            return message;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lines_are_told_while_they_are_found() {
    let home = Home::new().await;
    let mut socket = home.analyst().await;
    for (id, variant, lines) in [(1, "chess", 3), (2, "minishogi", 5), (3, "raichu", 2)] {
        socket.say(analyse(id, variant, &[], lines)).await;
        let message = found(&mut socket, id, 3).await;
        let told = message["lines"].as_array().unwrap();
        assert_eq!(told.len(), lines, "{message}");
        let mut last = f64::INFINITY;
        let (_, state) =
            home.post("/api/analysis/position", &json!({ "rules": { "variant": variant } })).await;
        for line in told {
            let chance = line["chance"].as_f64().unwrap();
            assert!((0.0..=1.0).contains(&chance) && chance <= last, "{message}");
            last = chance;
            let first = &line["moves"][0];
            let legal = state["legal"].as_array().unwrap();
            assert!(legal.iter().any(|it| it["usi"] == first["usi"]), "{first}");
            assert_eq!(first["side"], "first");
            assert!(first["texts"]["western"].is_string() && first["to"].is_string(), "{first}");
        }
        // The whole line can be played.
        let moves: Vec<&Value> = told[0]["moves"].as_array().unwrap().iter().collect();
        let moves: Vec<&Value> = moves.iter().map(|it| &it["usi"]).collect();
        let wish = json!({ "rules": { "variant": variant }, "line": { "moves": moves } });
        let (status, answer) = home.post("/api/analysis/position", &wish).await;
        assert_eq!(status, 200, "{answer}");
    }
}

/// Whoever sends long nonsense and reads nothing must not fill what is sent to them.
#[tokio::test]
async fn long_nonsense_is_answered_briefly() {
    let home = Home::new().await;
    let mut socket = home.analyst().await;
    socket.say(json!({ "type": "A".repeat(30_000) })).await;
    let refused = socket.hear_of("refused").await;
    assert_eq!(refused["error"]["code"], "bad-json");
    assert!(refused.to_string().len() < 1_000, "{refused}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mate_is_found_and_told() {
    let home = Home::new().await;
    let mut socket = home.analyst().await;
    let rules = json!({ "variant": "shogi" });
    let line = json!({ "position": "4k4/9/4P4/9/9/9/9/9/4K4 b G 1" });
    socket.say(json!({ "type": "mate", "id": 7, "rules": rules, "line": line })).await;
    let mate = socket.hear_of("mate").await;
    assert_eq!((&mate["id"], &mate["found"]["kind"]), (&json!(7), &json!("mate")), "{mate}");
    assert_eq!(mate["found"]["moves"][0]["usi"], "G*5b", "{mate}");
    socket
        .say(json!({ "type": "analyse", "id": 8, "rules": rules, "line": line, "lines": 1 }))
        .await;
    let lines = found(&mut socket, 8, 2).await;
    assert_eq!(lines["lines"][0]["score"], json!({ "kind": "won", "value": 1 }), "{lines}");
    socket.say(json!({ "type": "mate", "id": 9, "rules": rules })).await;
    assert_ne!(socket.hear_of("mate").await["found"]["kind"], "mate");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_other_side_threatens_is_found() {
    let home = Home::new().await;
    let mut socket = home.analyst().await;
    let mut wish = analyse(1, "chess", &["e2e4", "e7e5", "d1h5", "b8c6", "f1c4"], 1);
    wish["threat"] = json!(true);
    socket.say(wish).await;
    let lines = found(&mut socket, 1, 2).await;
    let best = &lines["lines"][0]["moves"][0];
    assert_eq!((&best["texts"]["algebraic"], &best["side"]), (&json!("h5f7"), &json!("first")));
    // Nobody threatens anything while in check.
    let mut wish = analyse(2, "chess", &["e2e4", "e7e5", "d1h5", "b8c6", "h5f7"], 1);
    wish["threat"] = json!(true);
    socket.say(wish).await;
    let refused = socket.hear_of("refused").await;
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!(2), &json!("no-threat")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_looked_for_is_refused_and_ends_what_was_before() {
    let home = Home::new().await;
    let mut socket = home.analyst().await;
    let check = async |socket: &mut Socket, wish: Value, id: Value, code: &str| {
        socket.say(wish.clone()).await;
        let refused = socket.hear_of("refused").await;
        assert_eq!(
            (&refused["id"], refused["error"]["code"].as_str()),
            (&id, Some(code)),
            "{wish}"
        );
    };
    check(&mut socket, analyse(1, "chess", &["e2e5"], 1), json!(1), "illegal-move").await;
    check(&mut socket, analyse(2, "no-such", &[], 1), json!(2), "bad-request").await;
    check(&mut socket, json!({ "type": "analyse", "id": 3 }), json!(3), "bad-json").await;
    check(&mut socket, json!("hello"), Value::Null, "bad-json").await;
    socket.say(json!({ "type": "ping" })).await;
    assert_eq!(socket.hear().await.unwrap()["type"], "pong");
}

/// However many analyse, whoever plays has the engine, and whoever analyses has a share.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn analyses_make_way() {
    let home = Home::new().await;
    let mut sockets = Vec::new();
    for _ in 0..3 {
        let mut socket = home.analyst().await;
        socket.say(analyse(1, "shogi", &[], 2)).await;
        sockets.push(socket);
    }
    for socket in &mut sockets {
        found(socket, 1, 1).await;
    }
    let engine = json!({ "engine": { "level": 1 } });
    let game = home.create(json!({ "variant": "shogi", "opponent": engine })).await;
    let began = Instant::now();
    home.play(&game, "7g7f").await;
    home.wait_for(&game, |state| state["ply"] == 2).await;
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    // A page that has gone looks for nothing: the last one has the thread for itself.
    let mut last = sockets.pop().unwrap();
    drop(sockets);
    last.say(analyse(2, "minishogi", &[], 1)).await;
    found(&mut last, 2, 8).await;
}
