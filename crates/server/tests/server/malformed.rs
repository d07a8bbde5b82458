//! Whatever comes in: the server answers, and goes on.

use crate::common::Home;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};

/// Any JSON at all, with words that the server knows among the others.
fn any_json() -> impl Strategy<Value = Value> {
    let words = prop_oneof![
        "[a-z_]{0,8}",
        Just("type".to_owned()),
        Just("move".to_owned()),
        Just("id".to_owned()),
        Just("action".to_owned()),
        Just("claim".to_owned()),
        Just("variant".to_owned()),
        Just("players".to_owned()),
        Just("first".to_owned()),
        Just("engine".to_owned()),
        Just("level".to_owned()),
        Just("clock".to_owned()),
        Just("main_ms".to_owned()),
        Just("seat".to_owned()),
        Just("shogi".to_owned()),
        Just("7g7f".to_owned()),
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        words.clone().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((words.clone(), inner), 0..6)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

fn some_json(number: usize) -> Vec<Value> {
    let mut runner = TestRunner::new_with_rng(
        Config::default(),
        proptest::test_runner::TestRng::deterministic_rng(
            proptest::test_runner::RngAlgorithm::ChaCha,
        ),
    );
    (0..number).map(|_| any_json().new_tree(&mut runner).unwrap().current()).collect()
}

#[tokio::test]
async fn no_request_is_too_much() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "shogi" })).await;
    let paths = [
        "/api/games".to_owned(),
        format!("/api/games/{}/moves", game.id),
        format!("/api/games/{}/actions", game.id),
        format!("/api/games/{}/hint", game.id),
        format!("/api/games/{}/explain", game.id),
    ];
    for (number, body) in some_json(300).into_iter().enumerate() {
        let path = &paths[number % paths.len()];
        let (status, answer) = home.post(path, &body).await;
        assert!(!status.is_server_error(), "{path} {body}: {answer}");
        if status.is_client_error() {
            assert!(answer["error"]["message"].is_string(), "{path} {body}: {answer}");
        }
    }
    assert_eq!(home.play(&game, "7g7f").await["ply"], 1);
}

#[tokio::test]
async fn no_message_is_too_much() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "shogi" })).await;
    for some in some_json(400).chunks(40) {
        let mut socket = home.watch(&game, &game.seat(0)).await;
        for message in some {
            socket.say(message.clone()).await;
        }
        socket.say_text("{\"type\": \"move\", \"id\": 3").await;
        socket.say(json!({ "type": "ping" })).await;
        socket.hear_of("pong").await;
    }
    assert_eq!(home.play(&game, "7g7f").await["ply"], 1);
}

#[tokio::test]
async fn no_path_is_too_much() {
    let home = Home::new().await;
    for path in [
        "/api",
        "/api/",
        "/api/nothing",
        "/api/games/x",
        "/api/games/%00",
        "/api/games/../..",
        "/api/games/AAAAAAAAAAAAAAAAAAAAAA",
        "/api/games/AAAAAAAAAAAAAAAAAAAAAA/record",
        "/api/games/AAAAAAAAAAAAAAAAAAAAAA/record?format=exe",
        "/api/variants/..%2f..%2fetc",
        "/..%2f..%2fetc/passwd",
        "/missing.js",
        "/api/games?ids=%ff",
        "/api/games?ids=,,,",
    ] {
        let (status, _) = home.get(path).await;
        assert!(status.as_u16() < 500, "{path}: {status}");
    }
    let answer = home.client.get(home.url("/game/anything")).send().await.unwrap();
    assert!(answer.status().is_success());
    assert!(answer.text().await.unwrap().contains("<html"));
}

#[tokio::test]
async fn every_refusal_has_the_same_form() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "shogi" })).await;
    for (method, path, status) in [
        ("DELETE", "/api/games", 405),
        ("PUT", "/api/variants/shogi", 405),
        ("POST", "/rules/shogi", 405),
        ("PROPFIND", "/api/openapi.json", 405),
        ("GET", "/api/games/%ff", 400),
        ("GET", "/api/games/%ff/live", 400),
        ("GET", "/api/variants/%ff", 400),
        ("GET", "/rules/%ff", 400),
        ("GET", "/rules/shogi?lang=en&lang=ja", 400),
        ("GET", "/api/games/x/live", 400),
        ("GET", "/api/games/x/live?since=x", 400),
        ("GET", "/api/nothing", 404),
        ("POST", "/api/games/x/moves", 415),
    ] {
        let method = reqwest::Method::from_bytes(method.as_bytes()).unwrap();
        let answer = home.client.request(method, home.url(path)).send().await.unwrap();
        assert_eq!(answer.status().as_u16(), status, "{path}");
        let text = answer.text().await.unwrap();
        let answer: Value =
            serde_json::from_str(&text).unwrap_or_else(|_| panic!("{path}: {text}"));
        assert!(answer["error"]["code"].is_string(), "{path}: {answer}");
        assert!(!answer["error"]["message"].as_str().unwrap().is_empty(), "{path}: {answer}");
    }
    assert_eq!(home.play(&game, "7g7f").await["ply"], 1);
}

#[tokio::test]
async fn unknown_keys_are_refused_everywhere() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "shogi" })).await;
    let seat = &game.seats[0];
    let engine = json!({ "engine": { "level": 1, "strenght": 3 } });
    let of_game = |what: &str| format!("/api/games/{}/{what}", game.id);
    for (path, body) in [
        ("/api/games".to_owned(), json!({ "variant": "shogi", "clok": null })),
        ("/api/games".to_owned(), json!({ "variant": "shogi", "opponent": engine })),
        (
            "/api/games".to_owned(),
            json!({ "variant": "shogi", "players": { "first": engine, "second": "human" } }),
        ),
        ("/api/games".to_owned(), json!({ "variant": "shogi", "clock": { "main_ms": 9, "x": 1 } })),
        (of_game("moves"), json!({ "seat": seat, "move": "7g7f", "premove": true })),
        (of_game("actions"), json!({ "seat": seat, "action": { "type": "abort" }, "x": 1 })),
        (of_game("actions"), json!({ "seat": seat, "action": { "type": "abort", "x": 1 } })),
        (
            of_game("actions"),
            json!({ "seat": seat, "action": { "type": "claim", "claim": "repetition", "x": 1 } }),
        ),
        (of_game("hint"), json!({ "seat": seat, "level": 8 })),
        (of_game("explain"), json!({ "move": "7g7e", "x": 1 })),
    ] {
        let (status, answer) = home.post(&path, &body).await;
        assert_eq!(status.as_u16(), 422, "{path} {body}: {answer}");
        assert!(answer["error"]["message"].as_str().unwrap().contains("unknown field"), "{answer}");
    }
    for path in [of_game("record?format=pgn&x=1"), of_game("?x=1"), "/api/games?id=x".to_owned()] {
        let path = path.replace("/?", "?");
        assert_eq!(home.get(&path).await.0.as_u16(), 400, "{path}");
    }
    let mut socket = home.watch(&game, &game.seat(0)).await;
    for message in [
        json!({ "type": "ping", "x": 1 }),
        json!({ "type": "move", "id": 1, "move": "7g7f", "x": 1 }),
        json!({ "type": "action", "id": 1, "action": { "type": "abort", "x": 1 } }),
    ] {
        socket.say(message.clone()).await;
        assert_eq!(socket.hear_of("refused").await["error"]["code"], "bad-json", "{message}");
    }
    assert_eq!(home.state(&game).await["end"], Value::Null);
}

#[tokio::test]
async fn a_websocket_is_closed_with_the_right_code() {
    use futures_util::SinkExt;
    use tokio_tungstenite::tungstenite::Message;
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "shogi" })).await;
    let check = async |message: Message, times: usize, code: u16| {
        let mut socket = home.watch(&game, "").await;
        for _ in 0..times {
            if socket.0.send(message.clone()).await.is_err() {
                break;
            }
        }
        assert_eq!(socket.closes().await, code);
    };
    check(Message::binary(vec![0; 8]), 1, 1003).await;
    check(Message::text("x".repeat(5_000)), 1, 1009).await;
    check(Message::text(json!({ "type": "ping" }).to_string()), 100, 1008).await;
    let mut socket = home.watch(&game, "").await;
    home.end().await;
    assert_eq!(socket.closes().await, 1001);
}
