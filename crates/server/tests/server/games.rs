//! Games by requests.

use crate::common::Home;
use reqwest::StatusCode;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const GAMES: [&str; 6] = ["shogi", "minishogi", "judkins", "raichu", "minjiku", "chess"];

#[tokio::test]
async fn the_server_tells_of_itself() {
    let home = Home::new().await;
    let (status, health) = home.get("/api/health").await;
    assert_eq!((status, &health["status"]), (StatusCode::OK, &json!("ok")));
    let (_, description) = home.get("/api/openapi.json").await;
    for path in ["/api/games", "/api/games/{id}/moves", "/api/variants/{id}"] {
        assert!(description["paths"][path].is_object(), "{path}");
    }
    for (path, operations) in description["paths"].as_object().unwrap() {
        let named = path.split(['{', '}']).skip(1).step_by(2).collect::<BTreeSet<_>>();
        for operation in operations.as_object().unwrap().values() {
            let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
            let in_path = parameters.iter().filter(|parameter| parameter["in"] == "path");
            let in_path: BTreeSet<_> = in_path.map(|p| p["name"].as_str().unwrap()).collect();
            assert_eq!(in_path, named, "{path}");
        }
    }
    assert_eq!(description["components"]["securitySchemes"]["seat"]["scheme"], "bearer");
    let page = home.client.get(home.url("/api/docs")).send().await.unwrap().text().await.unwrap();
    assert!(page.contains("POST /api/games/{id}/moves") && page.contains("id=\"NewGameRequest\""));
    let numbers = home.client.get(home.url("/metrics")).send().await.unwrap().text().await.unwrap();
    for name in ["komadai_http_seconds", "komadai_searches_waiting", "komadai_moves_total"] {
        assert!(numbers.contains(name), "{name}: {numbers}");
    }
}

#[tokio::test]
async fn every_game_is_there_with_all_that_a_board_needs() {
    let home = Home::new().await;
    let (_, list) = home.get("/api/variants").await;
    let of_shelf = |on: bool| -> Vec<&Value> {
        let listed = list["variants"].as_array().unwrap().iter();
        listed.filter(|v| v["shelf"] == on).map(|v| &v["id"]).collect()
    };
    assert_eq!(of_shelf(false), GAMES);
    assert!(of_shelf(true).contains(&&json!("crazyhouse")), "{list}");
    let minjiku = list["variants"].as_array().unwrap().iter().find(|v| v["id"] == "minjiku");
    let field = json!({ "files": 10, "ranks": 10, "vanishing": 4 });
    assert_eq!(minjiku.unwrap()["field"], field);
    assert_eq!(minjiku.unwrap()["name_ja"], "ミンジク将棋");
    let (_, shogi) = home.get("/api/variants/shogi").await;
    assert_eq!(shogi["sides_ja"], json!({ "first": "先手", "second": "後手" }));
    assert_eq!(shogi["starts"][0]["name_ja"], "香落ち");
    for id in GAMES {
        let (status, info) = home.get(&format!("/api/variants/{id}")).await;
        assert_eq!((status, &info["id"]), (StatusCode::OK, &json!(id)));
        let game = home.create(json!({ "variant": id })).await;
        let state = home.state(&game).await;
        assert_eq!(state["board"], info["board_at_start"], "{id}");
        assert_eq!(state["position"], info["position"], "{id}");
        for piece in info["pieces"].as_array().unwrap() {
            assert!(piece["value"].as_i64().unwrap() > 0 || piece["royal"] == true, "{piece}");
        }
        let first = &state["legal"][0]["usi"];
        let (status, after) = home.try_move(&game, 0, first.as_str().unwrap()).await;
        assert_eq!((status, &after["moves"][0]["usi"]), (StatusCode::OK, first));
        assert_eq!(after["moves"][0]["position"], after["position"]);
    }
    assert_eq!(home.get("/api/variants/go").await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_game_is_played_to_its_end() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "chess" })).await;
    let state = home.play(&game, "f2f3 e7e5 g2g4 d8h4").await;
    assert_eq!(state["result"]["status"], "checkmate");
    assert_eq!(state["end"]["winner"], "second");
    assert_eq!(state["checked"], json!(["e1"]));
    assert_eq!(state["checks"], json!([{ "from": "h4", "to": "e1" }]));
    assert_eq!(state["legal"], json!([]));
    let (status, error) = home.try_move(&game, 0, "e1f2").await;
    assert_eq!((status, &error["error"]["code"]), (StatusCode::CONFLICT, &json!("over")));
}

#[tokio::test]
async fn moves_are_refused_with_a_reason() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "shogi" })).await;
    for (side, text, status, code) in [
        (1, "3c3d", 409, "not-your-turn"),
        (0, "7g7e", 422, "illegal-move"),
        (0, "nonsense", 422, "unreadable-move"),
        (0, "", 422, "unreadable-move"),
    ] {
        let (got, answer) = home.try_move(&game, side, text).await;
        assert_eq!((got.as_u16(), &answer["error"]["code"]), (status, &json!(code)), "{text}");
    }
    let (_, answer) = home.try_move(&game, 0, "8h2b").await;
    let reason = answer["error"]["reason"].as_str().unwrap();
    assert!(reason.contains("in the way"), "{reason}");
    let reason = answer["error"]["reason_ja"].as_str().unwrap();
    assert_eq!(reason, "８八の角行は２二に届きません：途中の７七に先手の歩兵があります。");
    let (_, answer) = home.try_move(&game, 0, "B-5e").await;
    let reason = answer["error"]["reason"].as_str().unwrap();
    assert!(reason.contains("Pawn on 7g is in the way"), "{reason}");
    let (_, answer) = home.try_move(&game, 0, "nonsense").await;
    let reason = "「nonsense」は指し手として読めません。9i8i のように升目で、または棋譜の表記で入力してください。";
    assert_eq!(answer["error"]["reason_ja"], reason);
    assert_eq!(home.state(&game).await["moves"], json!([]));
}

#[tokio::test]
async fn any_spelling_is_a_move() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "shogi" })).await;
    let state = home.play(&game, "c3c4 3c3d b2h8+").await;
    let usi: Vec<&Value> = state["moves"].as_array().unwrap().iter().map(|m| &m["usi"]).collect();
    assert_eq!(usi, ["7g7f", "3c3d", "8h2b+"]);
    assert_eq!(state["moves"][2]["texts"]["japanese"], "▲２二角成");
    assert_eq!(state["moves"][2]["texts"]["western"], "Bx2b+");
    assert_eq!(state["moves"][2]["captures"], json!(["h8"]));
    assert_eq!(state["moves"][2]["becomes"], "+B");
    assert_eq!(state["board"]["hands"]["first"], json!({ "B": 1 }));
}

#[tokio::test]
async fn an_illegal_move_costs_the_strict() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "shogi", "strict": true })).await;
    home.play(&game, "7g7f").await;
    let (status, state) = home.try_move(&game, 1, "3c3e").await;
    assert_eq!(status, StatusCode::OK, "{state}");
    assert_eq!(state["result"]["status"], "illegal-move");
    assert_eq!(state["result"]["illegal_at"], 2);
    assert_eq!(state["end"]["winner"], "first");
    assert_eq!(state["end"]["reason"], "The Pawn on 3c does not move to 3e.");
    assert_eq!(state["end"]["reason_ja"], "３三の歩兵は３五へは動けません。");
}

#[tokio::test]
async fn why_not() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "chess" })).await;
    let path = format!("/api/games/{}/explain", game.id);
    let (_, answer) = home.post(&path, &json!({ "from": "a1", "to": "a5" })).await;
    assert!(answer["reason"].as_str().unwrap().contains("in the way"), "{answer}");
    let japanese = "a1のルークはa5に届きません：途中のa2に白のポーンがあります。";
    assert_eq!(answer["reason_ja"], japanese);
    let (_, answer) = home.post(&path, &json!({ "move": "e2e4" })).await;
    assert_eq!(answer, json!({ "reason": null }));
    let (status, _) = home.post(&path, &json!({ "from": "a1" })).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn starts_and_positions() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "shogi", "start": "lance" })).await;
    let state = home.state(&game).await;
    assert_eq!((&state["side"], &state["start"]), (&json!("second"), &json!("lance")));
    let game = home
        .create(json!({ "variant": "chess", "position": "6k1/8/8/8/8/8/8/K6R w - - 0 1" }))
        .await;
    assert_eq!(home.state(&game).await["in_check"], false);
    for wish in [
        json!({ "variant": "shogi", "start": "no-such" }),
        json!({ "variant": "shogi", "position": "not a position" }),
        json!({ "variant": "shogi", "position": "9/9/9/9/9/9/9/9/9 b - 1", "start": "lance" }),
        json!({ "variant": "go" }),
        json!({ "variant": "chess", "impasse": "24" }),
        json!({ "variant": "chess", "opponent": { "engine": { "level": 9 } } }),
        json!({ "variant": "chess", "clock": { "main_ms": 0 } }),
    ] {
        let (status, answer) = home.post("/api/games", &wish).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{wish}: {answer}");
        assert!(answer["error"]["field"].is_string(), "{answer}");
    }
}

#[tokio::test]
async fn a_forced_pass_is_made_by_the_server() {
    let home = Home::new().await;
    // A rook takes a lion: the opponent must pass.
    let position = "k11/12/12/12/12/5n6/12/5R6/12/12/12/K11 b - 1";
    let game = home.create(json!({ "variant": "raichu", "position": position })).await;
    let state = home.state(&game).await;
    let takes = state["legal"].as_array().unwrap().iter().find(|m| m["to"] == "f7").unwrap();
    let state = home.play(&game, takes["usi"].as_str().unwrap()).await;
    assert_eq!(state["ply"], 2, "{state}");
    let pass = &state["moves"][1];
    assert_eq!((&pass["pass"], &pass["by"]), (&json!(true), &json!("forced")));
    assert_eq!((&pass["from"], &pass["to"]), (&Value::Null, &Value::Null));
    assert_eq!(pass["pass_reason"], "Gote had to pass: the Lion on f7 was taken.");
    assert_eq!(pass["pass_reason_ja"], "f7の獅子を取られたため、後手は一手休みです。");
    assert_eq!(state["pass_reason_ja"], pass["pass_reason_ja"]);
    assert_eq!(state["side"], "first");
    assert_eq!(home.play(&game, "a1a2").await["ply"], 3);
}

#[tokio::test]
async fn games_are_listed_and_downloaded() {
    let home = Home::new().await;
    let game = home.create(json!({ "variant": "minishogi" })).await;
    let other = home.create(json!({ "variant": "chess" })).await;
    home.play(&other, "e2e4 e7e5").await;
    let unknown = "A".repeat(22);
    let path = format!("/api/games?ids={},{unknown},{},nonsense", game.id, other.id);
    let (_, list) = home.get(&path).await;
    let plies: Vec<&Value> = list["games"].as_array().unwrap().iter().map(|g| &g["ply"]).collect();
    assert_eq!(plies, [0, 2]);
    for (format, expected) in
        [("pgn", "1. e4 e5 *"), ("usi", "position startpos moves 4g4e 4b4d"), ("json", "\"4g4e\"")]
    {
        let url = home.url(&format!("/api/games/{}/record?format={format}", other.id));
        let answer = home.client.get(url).send().await.unwrap();
        let name = answer.headers()["content-disposition"].to_str().unwrap().to_owned();
        assert!(name.contains("komadai-chess-") && name.contains(format), "{name}");
        let text = answer.text().await.unwrap();
        assert!(text.contains(expected), "{format}: {text}");
    }
}

#[tokio::test]
async fn chance_is_told() {
    let home = Home::new().await;
    let mut sides = std::collections::BTreeSet::new();
    for _ in 0..40 {
        let wish = json!({ "variant": "shogi", "side": "furigoma", "opponent": "link" });
        let game = home.create(wish).await;
        let toss = &game.answer["toss"];
        let up = toss["pawns"].as_array().unwrap().iter().filter(|up| **up == true).count();
        let first = if up >= 3 { "creator" } else { "opponent" };
        assert_eq!(toss["first"], first);
        assert_eq!(game.answer["you"], if up >= 3 { "first" } else { "second" });
        sides.insert(game.answer["you"].to_string());
    }
    assert_eq!(sides.len(), 2);
}

/// A game whose starts are shuffled draws one, unless another is wanted.
#[tokio::test]
async fn a_shuffled_start_is_drawn_or_chosen() {
    let home = Home::new().await;
    let begins = async |wish: Value| {
        let mut wish = wish;
        (wish["variant"], wish["opponent"]) = (json!("chess960"), json!("local"));
        let game = home.create(wish).await;
        home.state(&game).await["initial_position"].as_str().unwrap().to_owned()
    };
    let chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(begins(json!({ "start": "518" })).await, chess);
    assert_eq!(begins(json!({ "moves": ["e2e4"] })).await, chess);
    assert!(begins(json!({ "start": "0" })).await.starts_with("bbqnnrkr/"));
    let mut drawn = BTreeSet::new();
    for _ in 0..6 {
        drawn.insert(begins(json!({})).await);
        drawn.insert(begins(json!({ "start": "random" })).await);
    }
    assert!(drawn.len() > 6, "{drawn:?}");
    for wrong in [json!("960"), json!("lance")] {
        let wish = json!({ "variant": "chess960", "start": wrong });
        let (status, answer) = home.post("/api/games", &wish).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{answer}");
        assert!(answer.to_string().contains("its starts are the numbers 0 to 959"), "{answer}");
    }
}
