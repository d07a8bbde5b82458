//! Positions of any game, looked at by themselves.

use crate::common::Home;
use reqwest::StatusCode;
use serde_json::{Value, json};

async fn ask(home: &Home, what: &str, wish: Value) -> (StatusCode, Value) {
    home.post(&format!("/api/analysis/{what}"), &wish).await
}

async fn position(home: &Home, wish: Value) -> Value {
    let (status, answer) = ask(home, "position", wish).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    answer
}

fn plies(view: &Value) -> Vec<&str> {
    view["moves"].as_array().unwrap().iter().map(|played| played["usi"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_line_leads_to_the_position_that_a_game_has_after_it() {
    let home = Home::new().await;
    for (variant, moves) in
        [("shogi", "7g7f 3c3d 8h2b+ 3a2b B*5e"), ("chess", "e2e4 e7e5 g1f3 b8c6")]
    {
        let game = home.create(json!({ "variant": variant, "opponent": "local" })).await;
        let state = home.play(&game, moves).await;
        let moves: Vec<&str> = moves.split(' ').collect();
        let rules = json!({ "variant": variant });
        let view =
            position(&home, json!({ "rules": rules, "line": { "moves": moves }, "known": 1 }))
                .await;
        for key in ["position", "board", "legal", "side", "ply", "checked", "initial_position"] {
            assert_eq!(view[key], state[key], "{variant}: {key}");
        }
        assert_eq!(plies(&view).len(), moves.len() - 1, "{variant}");
        let played = &state["moves"][4.min(moves.len() - 1)];
        let told = view["moves"].as_array().unwrap().last().unwrap();
        for key in ["texts", "piece", "ply", "position", "side"] {
            assert_eq!(told[key], played[key], "{variant}: {key}");
        }
    }
}

#[tokio::test]
async fn passes_that_are_forced_go_without_saying() {
    let home = Home::new().await;
    let start = "k11/12/12/12/12/5n6/12/5R6/12/12/12/K11 b - 1";
    let check = async |moves: &[&str], told: &[&str]| {
        let line = json!({ "position": start, "moves": moves });
        let rules = json!({ "variant": "raichu" });
        let view = position(&home, json!({ "rules": rules, "line": line })).await;
        assert_eq!(plies(&view), told, "{moves:?}");
        let pass = &view["moves"][1];
        assert_eq!((&pass["pass"], &pass["by"]), (&json!(true), &json!("forced")));
        assert_eq!(pass["pass_reason"], "Gote had to pass: the Lion on f7 was taken.");
        assert_eq!(view["ply"], told.len());
    };
    check(&["7h7f"], &["7h7f", "pass"]).await;
    check(&["7h7f", "pass"], &["7h7f", "pass"]).await;
    check(&["7h7f", "12l12k"], &["7h7f", "pass", "12l12k"]).await;
    check(&["7h7f", "pass", "12l12k"], &["7h7f", "pass", "12l12k"]).await;
}

#[tokio::test]
async fn a_line_that_leads_nowhere_is_refused_with_the_move() {
    let home = Home::new().await;
    let check = async |line: Value, status: StatusCode, code: &str, words: &str| {
        let wish = json!({ "rules": { "variant": "shogi" }, "line": line });
        let (got, answer) = ask(&home, "position", wish).await;
        let error = &answer["error"];
        assert_eq!((got, error["code"].as_str().unwrap()), (status, code), "{answer}");
        assert!(error["message"].as_str().unwrap().contains(words), "{answer}");
    };
    let bad = StatusCode::UNPROCESSABLE_ENTITY;
    let line = json!({ "moves": ["7g7f", "7g7f"] });
    check(line, bad, "illegal-move", "move 2 (`7g7f`)").await;
    check(json!({ "position": "x" }), bad, "bad-request", "position").await;
    check(json!({ "start": "x" }), bad, "bad-request", "no start `x`").await;
    let mate = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1";
    let line = json!({ "position": mate, "moves": ["5a4a"] });
    check(line, bad, "illegal-move", "the game is over here").await;
}

#[tokio::test]
async fn rules_are_those_of_a_variant_or_of_a_game() {
    let home = Home::new().await;
    let set = json!({ "drops.one_per_file": "[]" });
    let wish = json!({ "variant": "shogi", "opponent": "local", "set": set });
    let game = home.create(wish).await;
    let line = json!({ "position": "4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "moves": ["P*5e"] });
    let check = async |rules: Value, expected: StatusCode| {
        let (status, answer) =
            ask(&home, "position", json!({ "rules": rules, "line": line })).await;
        assert_eq!(status, expected, "{rules}: {answer}");
    };
    let bad = StatusCode::UNPROCESSABLE_ENTITY;
    check(json!({ "variant": "shogi" }), bad).await;
    check(json!({ "variant": "shogi", "set": set }), StatusCode::OK).await;
    check(json!({ "game": game.id }), StatusCode::OK).await;
    check(json!({ "variant": "no-such" }), bad).await;
    check(json!({ "variant": "shogi", "set": { "no.such": "1" } }), bad).await;
    check(json!({ "game": "AAAAAAAAAAAAAAAAAAAAAA" }), StatusCode::NOT_FOUND).await;
    check(json!({}), bad).await;
    check(json!({ "variant": "shogi", "game": game.id }), bad).await;
}

/// Whoever has them can compile them elsewhere.
#[tokio::test]
async fn rules_are_told_whole() {
    let own = "extends = 'minishogi'\nid = 'mine'\nname = 'Mine'\n";
    let home = Home::with_file("mine.toml", own).await;
    let set = json!({ "end.move_limit": "300" });
    let game = home.create(json!({ "variant": "mine", "opponent": "local", "set": set })).await;
    for rules in [json!({ "variant": "mine", "set": set }), json!({ "game": game.id })] {
        let (status, whole) = ask(&home, "rules", json!({ "rules": rules })).await;
        assert_eq!(status, StatusCode::OK, "{whole}");
        let definition = &whole["definition"];
        assert_eq!([&definition["name"], &definition["text"]], ["mine.toml", own]);
        assert!(definition["parents"]["minishogi"].as_str().unwrap().contains("[board]"));
        assert_eq!(whole["set"], json!([["end.move_limit", "300"]]));
    }
    let (status, _) = ask(&home, "rules", json!({ "rules": { "variant": "none" } })).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn why_a_move_is_not_legal_is_told_anywhere() {
    let home = Home::new().await;
    let check = async |text: &str, reason: &str| {
        let line = json!({ "moves": ["7g7f", "3c3d"] });
        let wish = json!({ "rules": { "variant": "shogi" }, "line": line, "move": text });
        let (status, answer) = ask(&home, "explain", wish).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        let told = answer["reason"].as_str().unwrap_or("null");
        assert!(told.contains(reason), "{text}: {answer}");
    };
    check("2g2e", "Pawn").await;
    check("8h2b+", "null").await;
    check("hello", "cannot be read").await;
}

#[tokio::test]
async fn a_position_is_put_together_and_taken_apart() {
    let home = Home::new().await;
    let (_, variants) = home.get("/api/variants").await;
    for variant in variants["variants"].as_array().unwrap() {
        let rules = json!({ "variant": variant["id"] });
        let start = position(&home, json!({ "rules": rules })).await["position"].clone();
        let (status, view) =
            ask(&home, "setup", json!({ "rules": rules, "position": start })).await;
        assert_eq!(status, StatusCode::OK, "{view}");
        assert_eq!((&view["problems"], &view["end"]), (&json!([]), &Value::Null));
        let wish = json!({ "rules": rules, "setup": view["setup"] });
        let (_, again) = ask(&home, "setup", wish).await;
        assert_eq!(again, view, "{}", variant["id"]);
    }
}

#[tokio::test]
async fn what_is_wrong_with_a_position_is_told_in_words() {
    let home = Home::new().await;
    let check = async |variant: &str, text: &str, problems: &[&str]| {
        let wish = json!({ "rules": { "variant": variant }, "position": text });
        let (status, view) = ask(&home, "setup", wish).await;
        assert_eq!(status, StatusCode::OK, "{view}");
        let told = view["problems"].as_array().unwrap();
        assert_eq!(told.len(), problems.len(), "{text}: {view}");
        for (told, words) in told.iter().zip(problems) {
            assert!(told["text"].as_str().unwrap().contains(words), "{text}: {told}");
            assert!(told["text_ja"].is_string(), "{text}: {told}");
        }
    };
    check("shogi", "4k4/9/9/9/9/9/9/9/K3K4 b - 1", &["more than one royal"]).await;
    check("shogi", "4k4/4G4/9/9/9/9/9/9/4K4 b - 1", &["is in check, but it is not its turn"]).await;
    check("chess", "4k3/8/8/8/8/8/8/4K3 w - e6 0 1", &["passed over e6"]).await;
    // A game may begin where none could have come.
    for (variant, text, words) in [
        ("shogi", "P3k4/9/9/9/9/9/9/9/4K4 b - 1", "could never move"),
        ("shogi", "4k4/9/P8/9/P8/9/9/9/4K4 b - 1", "on one file"),
        ("chess", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "could never move"),
    ] {
        let wish = json!({ "rules": { "variant": variant }, "position": text });
        let (_, view) = ask(&home, "setup", wish).await;
        assert_eq!(view["problems"], json!([]), "{view}");
        let told = view["composed"][0]["text"].as_str().unwrap_or_default();
        assert!(told.contains(words), "{text}: {view}");
    }
    let wish =
        json!({ "rules": { "variant": "chess" }, "position": "8/8/8/8/8/8/8/4K3 w - - 0 1" });
    let (_, view) = ask(&home, "setup", wish).await;
    let told = [&view["problems"], &view["composed"][0]["text"]];
    assert_eq!(told, [&json!([]), &json!("Black has no King")]);
    let wish =
        json!({ "rules": { "variant": "chess" }, "position": "8/8/8/8/8/8/4P3/8 w - - 0 1" });
    let (_, view) = ask(&home, "setup", wish).await;
    assert_eq!(view["problems"][0]["text"], "White and Black have no King");
    let mate =
        json!({ "rules": { "variant": "shogi" }, "position": "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1" });
    let (_, view) = ask(&home, "setup", mate).await;
    assert_eq!(view["end"]["status"], "checkmate", "{view}");
    let board = json!({ "pieces": [{ "square": "e1", "side": "first", "piece": "K" },
        { "square": "e9", "side": "second", "piece": "K" }], "hands": { "first": {}, "second": {} } });
    // What is told as text can be read again.
    let setup = json!({ "board": board, "side": "first", "passes": { "first": 1, "second": 0 } });
    let wish = json!({ "rules": { "variant": "shogi" }, "setup": setup });
    let (_, view) = ask(&home, "setup", wish).await;
    assert_eq!(view["problems"][0]["text"], "this game has no forced passes", "{view}");
    let wish = json!({ "rules": { "variant": "shogi" }, "position": view["position"] });
    assert_eq!(ask(&home, "setup", wish).await.0, StatusCode::OK, "{view}");
    // Checks that are counted are a part of it.
    let rules = json!({ "variant": "chess", "set": { "end.checks": "{ count = 3 }" } });
    let text = "4k3/8/8/8/8/8/8/4K2R w K - 2+3 0 1";
    let (_, view) = ask(&home, "setup", json!({ "rules": rules, "position": text })).await;
    assert_eq!(view["setup"]["checks_given"], json!({ "first": 1, "second": 0 }), "{view}");
    assert_eq!(view["uses"]["checks"], 3, "{view}");
    let mut setup = view["setup"].clone();
    let (_, view) = ask(&home, "setup", json!({ "rules": rules, "setup": setup })).await;
    assert_eq!(view["position"], text, "{view}");
    setup["checks_given"]["second"] = json!(7);
    let (_, view) = ask(&home, "setup", json!({ "rules": rules, "setup": setup })).await;
    let problem = "Black has given more checks than end the game";
    assert_eq!(view["problems"][0]["text"], problem, "{view}");
    // So are counted moves.
    let rules = json!({ "variant": "makruk" });
    let text = "8/8/8/4k3/8/8/R7/4K3 w - - 0 3 count=1/2/9";
    let (_, view) = ask(&home, "setup", json!({ "rules": rules, "position": text })).await;
    let counted = json!({ "rule": 0, "limit": 1, "plies": 9 });
    assert_eq!(view["setup"]["counted"], counted, "{view}");
    let mut setup = view["setup"].clone();
    let (_, view) = ask(&home, "setup", json!({ "rules": rules, "setup": setup })).await;
    assert_eq!(view["position"], text, "{view}");
    setup["counted"]["rule"] = json!(7);
    let (_, view) = ask(&home, "setup", json!({ "rules": rules, "setup": setup })).await;
    let problem = "this game does not count moves like that";
    assert_eq!(view["problems"][0]["text"], problem, "{view}");
    let unreadable = [
        json!({ "setup": { "board": board, "side": "first", "ply": 4_294_967_295_u32 } }),
        json!({ "position": "9/9" }),
        json!({ "setup": { "board": { "pieces": [{ "square": "z9", "side": "first", "piece": "P" }],
            "hands": { "first": {}, "second": {} } }, "side": "first" } }),
        json!({ "setup": { "board": { "pieces": [{ "square": "a9", "side": "first", "piece": "Z" }],
            "hands": { "first": {}, "second": {} } }, "side": "first" } }),
        json!({}),
    ];
    for mut wish in unreadable {
        wish["rules"] = json!({ "variant": "shogi" });
        let (status, answer) = ask(&home, "setup", wish.clone()).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{wish}: {answer}");
    }
}

#[tokio::test]
async fn a_position_that_no_text_can_say_is_refused() {
    let home = Home::new().await;
    let check = async |variant: &str, over: Value, expected: StatusCode| {
        let rules = json!({ "variant": variant });
        let start = position(&home, json!({ "rules": rules })).await["position"].clone();
        let (_, view) = ask(&home, "setup", json!({ "rules": rules, "position": start })).await;
        let mut setup = view["setup"].clone();
        json_patch(&mut setup, &over);
        let (status, view) = ask(&home, "setup", json!({ "rules": rules, "setup": setup })).await;
        assert_eq!(status, expected, "{variant} {over}: {view}");
        if status.is_success() {
            let text = &view["position"];
            let (status, again) =
                ask(&home, "setup", json!({ "rules": rules, "position": text })).await;
            assert_eq!(status, StatusCode::OK, "{variant} {text}: {again}");
        }
    };
    let refused = StatusCode::UNPROCESSABLE_ENTITY;
    let hand = json!({ "board": { "hands": { "first": { "P": 1 }, "second": {} } } });
    check("raichu", hand, refused).await;
    check("chess", json!({ "unmoved": ["e4", "a1", "e1"] }), StatusCode::OK).await;
    check("chess", json!({ "en_passant": ["e3", "d3", "c3"] }), StatusCode::OK).await;
    let on_a_hole = json!([{ "square": "a0", "side": "first", "piece": "K" }]);
    check("minjiku", json!({ "board": { "pieces": on_a_hole } }), refused).await;
}

#[tokio::test]
async fn what_was_played_in_games_is_counted() {
    let home = Home::new().await;
    let mut games = Vec::new();
    for (moves, loser) in
        [("g1f3 d7d5 d2d4", 1), ("d2d4 d7d5 g1f3", 1), ("d2d4 g8f6", 0), ("e2e4 e7e5", 0)]
    {
        let game = home.create(json!({ "variant": "chess", "opponent": "local" })).await;
        home.play(&game, moves).await;
        home.act(&game, loser, json!({ "type": "resign" })).await;
        games.push(game.id);
    }
    let going = home.create(json!({ "variant": "chess", "opponent": "local" })).await;
    home.play(&going, "d2d4").await;
    games.push(going.id);
    games.push("AAAAAAAAAAAAAAAAAAAAAA".to_owned());
    // Who names one twice does not count it twice.
    games.push(games[0].clone());
    let check = async |moves: &[&str], expected: &[(&str, [u64; 4])]| {
        let line = json!({ "moves": moves });
        let wish = json!({ "rules": { "variant": "chess" }, "line": line, "games": games });
        let (status, view) = ask(&home, "openings", wish).await;
        assert_eq!(status, StatusCode::OK, "{view}");
        let told: Vec<(&str, [u64; 4])> = view["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| {
                let count = |key: &str| it[key].as_u64().unwrap();
                let counts = ["games", "first", "second", "drawn"].map(count);
                (it["texts"]["western"].as_str().unwrap(), counts)
            })
            .collect();
        assert_eq!(told, expected, "{moves:?}");
    };
    check(&[], &[("d4", [2, 1, 1, 0]), ("Nf3", [1, 1, 0, 0]), ("e4", [1, 0, 1, 0])]).await;
    // However it has come about.
    check(&["g1f3", "d7d5"], &[("d4", [1, 1, 0, 0])]).await;
    check(&["d2d4", "d7d5"], &[("Nf3", [1, 1, 0, 0])]).await;
    check(&["g1f3", "d7d5", "d2d4"], &[]).await;
    check(&["a2a3"], &[]).await;
}

/// Puts what is in `over` into a value, key by key.
fn json_patch(value: &mut Value, over: &Value) {
    match (value, over) {
        (Value::Object(value), Value::Object(over)) => {
            for (key, over) in over {
                json_patch(value.entry(key).or_insert(Value::Null), over);
            }
        }
        (value, over) => *value = over.clone(),
    }
}
