//! Trees of variations: read, written, kept.

use crate::common::Home;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

const TOKEN: &str = "0123456789abcdefABCDEF";
const OTHER: &str = "0123456789abcdefABCDEG";

async fn ask(home: &Home, what: &str, wish: Value) -> (StatusCode, Value) {
    home.post(&format!("/api/analysis/{what}"), &wish).await
}

async fn send(home: &Home, method: Method, path: &str, body: Option<Value>) -> (StatusCode, Value) {
    let mut request = home.client.request(method, home.url(path));
    if let Some(body) = body {
        request = request.json(&body);
    }
    let answer = request.send().await.unwrap();
    (answer.status(), answer.json().await.unwrap_or(Value::Null))
}

/// A lesson with a bit of everything.
fn lesson() -> Value {
    json!({
        "title": "A \"lesson\"",
        "root": { "comment": "Before all.", "shapes": [{ "from": "e2", "to": "e4" }] },
        "nodes": [
            { "parent": null, "move": "e2e4", "remarks": { "signs": [1] } },
            { "parent": 0, "move": "e7e5" },
            { "parent": 0, "move": "c7c5", "remarks": { "comment": "the {Sicilian}\nDefence",
                "signs": [5, 14], "shapes": [{ "from": "c5", "to": "c5" }, { "from": "c5", "to": "d4" }] } },
            { "parent": 1, "move": "g1f3" },
            { "parent": null, "move": "d2d4" },
        ],
    })
}

fn usi(tree: &Value) -> Vec<(Option<u64>, String)> {
    let node = |node: &Value| (node["parent"].as_u64(), node["usi"].as_str().unwrap().to_owned());
    tree["nodes"].as_array().unwrap().iter().map(node).collect()
}

#[tokio::test]
async fn a_tree_is_checked_and_told() {
    let home = Home::new().await;
    let rules = json!({ "variant": "chess" });
    let (status, tree) = ask(&home, "tree", json!({ "rules": rules, "tree": lesson() })).await;
    assert_eq!(status, StatusCode::OK, "{tree}");
    assert_eq!(tree["nodes"].as_array().unwrap().len(), 5);
    // Each follows at once, and the main line comes first.
    assert_eq!(tree["nodes"][0]["texts"]["western"], "e4");
    let parents: Vec<Option<u64>> = usi(&tree).iter().map(|(parent, _)| *parent).collect();
    assert_eq!(parents, [None, Some(0), Some(1), Some(0), None]);
    assert_eq!(tree["nodes"][3]["remarks"]["signs"], json!([5, 14]));
    let check = async |nodes: Value, code: &str, words: &str| {
        let wish = json!({ "rules": rules, "tree": { "nodes": nodes } });
        let (status, answer) = ask(&home, "tree", wish).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{answer}");
        assert_eq!(answer["error"]["code"], code, "{answer}");
        assert!(answer["error"]["message"].as_str().unwrap().contains(words), "{answer}");
    };
    let bad = json!([{ "move": "e2e4" }, { "parent": 0, "move": "e7e5" }, { "parent": 1, "move": "e4e5" }]);
    check(bad, "illegal-move", "move 3, after e2e4 e7e5 (`e4e5`)").await;
    check(json!([{ "parent": 0, "move": "e2e4" }]), "bad-request", "before its parent").await;
    let long = "x".repeat(20_001);
    let bad = json!([{ "move": "e2e4", "remarks": { "comment": long } }]);
    check(bad, "bad-request", "20000 letters").await;
}

#[tokio::test]
async fn forced_passes_count_in_a_tree() {
    let home = Home::new().await;
    // Each of them takes the lion, and forces a pass.
    let nodes = vec![json!({ "parent": null, "move": "7g7f" }); 10_001];
    let start = "k11/12/12/12/12/5n6/5G6/12/12/12/12/11K b - 1";
    let tree = json!({ "position": start, "nodes": nodes });
    let wish = json!({ "token": "A".repeat(22), "rules": { "variant": "raichu" }, "tree": tree });
    let (status, answer) = home.post("/api/analyses", &wish).await;
    let message = answer["error"]["message"].as_str().unwrap_or_default();
    assert!(status == 422 && message.contains("20000 moves at most"), "{status} {answer}");
}

#[tokio::test]
async fn forced_passes_stand_in_a_tree_once() {
    let home = Home::new().await;
    let start = "k11/12/12/12/12/5n6/12/5R6/12/12/12/K11 b - 1";
    let check = async |nodes: Value, expected: &[(Option<u64>, &str)]| {
        let tree = json!({ "position": start, "nodes": nodes });
        let rules = json!({ "variant": "raichu" });
        let (status, tree) = ask(&home, "tree", json!({ "rules": rules, "tree": tree })).await;
        assert_eq!(status, StatusCode::OK, "{tree}");
        let nodes = usi(&tree);
        let nodes: Vec<_> = nodes.iter().map(|(parent, usi)| (*parent, usi.as_str())).collect();
        assert_eq!(nodes, expected);
        assert_eq!(tree["nodes"][1]["pass"], true, "{tree}");
    };
    let told = [(None, "7h7f"), (Some(0), "pass"), (Some(1), "12l12k"), (Some(1), "12l11l")];
    let without = json!([{ "move": "7h7f" }, { "parent": 0, "move": "12l12k" },
        { "parent": 0, "move": "12l11l" }]);
    check(without, &told).await;
    let with = json!([{ "move": "7h7f" }, { "parent": 0, "move": "pass" },
        { "parent": 1, "move": "12l12k" }, { "parent": 1, "move": "12l11l" }]);
    check(with, &told).await;
    let both = json!([{ "move": "7h7f" }, { "parent": 0, "move": "pass" },
        { "parent": 1, "move": "12l12k" }, { "parent": 0, "move": "12l11l" }]);
    check(both, &told).await;
    check(json!([{ "move": "7h7f" }]), &told[..2]).await;
}

#[tokio::test]
async fn what_is_written_is_read_without_loss() {
    let home = Home::new().await;
    let rules = json!({ "variant": "chess" });
    let (_, tree) = ask(&home, "tree", json!({ "rules": rules, "tree": lesson() })).await;
    for format in ["json", "pgn"] {
        let wish = json!({ "rules": rules, "tree": lesson(), "format": format });
        let request = home.client.post(home.url("/api/analysis/record")).json(&wish);
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        let name = answer.headers()["content-disposition"].to_str().unwrap().to_owned();
        assert!(name.contains(&format!("komadai-chess-analysis.{format}")), "{name}");
        let text = answer.text().await.unwrap();
        let (status, read) = ask(&home, "read", json!({ "text": text })).await;
        assert_eq!(status, StatusCode::OK, "{read}\n{text}");
        if format == "json" {
            assert_eq!(read, tree);
        } else {
            // A comment of PGN knows neither braces nor lines.
            assert_eq!(usi(&read), usi(&tree));
            assert_eq!(read["title"], tree["title"]);
            assert_eq!(read["root"], tree["root"]);
            assert_eq!(read["nodes"][3]["remarks"]["comment"], "the 'Sicilian' Defence");
            assert_eq!(
                read["nodes"][3]["remarks"]["shapes"],
                tree["nodes"][3]["remarks"]["shapes"]
            );
            assert_eq!(read["nodes"][3]["remarks"]["signs"], json!([5, 14]));
        }
    }
}

#[tokio::test]
async fn records_of_every_game_are_read() {
    let home = Home::new().await;
    for variant in ["shogi", "minishogi", "judkins", "raichu", "minjiku", "chess"] {
        let game = home.create(json!({ "variant": variant, "opponent": "local" })).await;
        for ply in 0..12 {
            let state = home.state(&game).await;
            let legal = state["legal"].as_array().unwrap();
            let chosen = legal[(ply * 7 + 3) % legal.len()]["usi"].as_str().unwrap();
            home.play(&game, chosen).await;
        }
        let state = home.state(&game).await;
        let kif = ["shogi", "minishogi", "judkins"].contains(&variant).then_some("kif");
        for format in ["pgn", "json", "usi"].into_iter().chain(kif) {
            let path = format!("/api/games/{}/record?format={format}", game.id);
            let (_, text) = home.page(&path).await;
            let wish = json!({ "text": text, "variant": variant });
            let (status, tree) = ask(&home, "read", wish).await;
            assert_eq!(status, StatusCode::OK, "{variant} {format}: {tree}\n{text}");
            let played: Vec<&Value> = state["moves"].as_array().unwrap().iter().collect();
            let told = tree["nodes"].as_array().unwrap();
            assert_eq!(told.len(), played.len(), "{variant} {format}");
            for (told, played) in told.iter().zip(played) {
                assert_eq!(told["usi"], played["usi"], "{variant} {format}");
            }
        }
    }
}

#[tokio::test]
async fn a_file_of_a_japanese_program_keeps_its_lines_and_remarks() {
    let home = Home::new().await;
    let text = "表題：A lesson\n手合割：平手\n先手：A\n手数----指手---------消費時間--\n*before\n\
        \u{20}  1 ７六歩(77)   ( 0:16/00:00:16)+\n*after\n*more\n   2 ３四歩(33)\n   3 ２二角成(88)\n\
        \u{20}  4 同　銀(31)\n   5 投了\nまで4手で後手の勝ち\n\n変化：2手\n   2 ８四歩(83)\n";
    let (status, tree) = ask(&home, "read", json!({ "text": text, "variant": "shogi" })).await;
    assert_eq!(status, StatusCode::OK, "{tree}");
    let nodes: Vec<_> = usi(&tree).into_iter().map(|(parent, usi)| json!([parent, usi])).collect();
    let expected = json!([[null, "7g7f"], [0, "3c3d"], [1, "8h2b+"], [2, "3a2b"], [0, "8c8d"]]);
    assert_eq!(json!(nodes), expected);
    assert_eq!(
        (&tree["title"], &tree["root"]["comment"], &tree["nodes"][0]["remarks"]["comment"]),
        (&json!("A lesson"), &json!("before"), &json!("after\nmore"))
    );
    for (text, expected) in [
        (
            "手合割：平手\n   1 ７六歩(77)\n   3 ２六歩(27)\n",
            "line 3: the number 3 comes where 2 is due",
        ),
        ("手合割：平手\n   1 ７六歩(77)\n変化：9手\n", "line 3"),
        ("手合割：平手\n   1 ７六仏(77)\n", "line 2: `７六仏(77)` is no move"),
        ("PI\n+\n+7776FU\n+77X\n", "line 4: `+77X` is no move"),
    ] {
        let (status, answer) =
            ask(&home, "read", json!({ "text": text, "variant": "shogi" })).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{text}");
        let told = answer["error"]["message"].as_str().unwrap();
        assert!(told.contains(expected), "{told}");
    }
}

#[tokio::test]
async fn a_game_is_written_as_japanese_programs_have_it() {
    let home = Home::new().await;
    let record = async |game: &crate::common::Created| {
        home.page(&format!("/api/games/{}/record?format=kif", game.id)).await
    };
    let wish = json!({ "variant": "shogi", "opponent": "local", "start": "lance" });
    let game = home.create(wish).await;
    home.play(&game, "3c3d 7g7f 2b8h+ 7i8h").await;
    home.act(&game, 0, json!({ "type": "resign" })).await;
    let (_, text) = record(&game).await;
    for line in
        ["手合割：香落ち", "   1 ３四歩(33)", "   3 ８八角成(22)", "   4 同　銀(79)", "   5 投了"]
    {
        assert!(text.contains(line), "{line}: {text}");
    }
    let (_, tree) = ask(&home, "read", json!({ "text": text, "variant": "shogi" })).await;
    let node = |node: &Value| json!({ "parent": node["parent"], "move": node["usi"] });
    let nodes: Vec<Value> = tree["nodes"].as_array().unwrap().iter().map(node).collect();
    let tree = json!({ "position": tree["position"], "nodes": nodes });
    let wish = json!({ "rules": { "variant": "shogi" }, "tree": tree, "format": "kif" });
    let request = home.client.post(home.url("/api/analysis/record")).json(&wish);
    let written = request.send().await.unwrap().text().await.unwrap();
    assert!(
        written.contains("手合割：香落ち\n") && written.contains("   4 同　銀(79)\n"),
        "{written}"
    );
    // Chess is not played with kanji.
    let game = home.create(json!({ "variant": "chess", "opponent": "local" })).await;
    let (status, text) = record(&game).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(text.contains("KIF cannot tell of Chess"), "{text}");
}

#[tokio::test]
async fn what_people_paste_is_read() {
    let home = Home::new().await;
    let check = async |variant: &str, text: &str, expected: &[&str]| {
        let (status, tree) = ask(&home, "read", json!({ "text": text, "variant": variant })).await;
        assert_eq!(status, StatusCode::OK, "{text}: {tree}");
        let told: Vec<String> = usi(&tree).into_iter().map(|(_, usi)| usi).collect();
        assert_eq!(told, expected, "{text}");
    };
    check("shogi", "7g7f 3c3d", &["7g7f", "3c3d"]).await;
    check("shogi", "position startpos moves 7g7f 3c3d", &["7g7f", "3c3d"]).await;
    check("shogi", "1. P-7f P-3d 2. Bx2b+", &["7g7f", "3c3d", "8h2b+"]).await;
    check("shogi", "▲７六歩 △３四歩", &["7g7f", "3c3d"]).await;
    check("shogi", "4k4/9/9/9/9/9/9/9/4K4 b - 1", &[]).await;
    check("shogi", "手合割：香落ち\n   1 ３四歩(33)\n   2 ７六歩(77)\n", &["3c3d", "7g7f"]).await;
    check("shogi", "PI\n+\n+7776FU\nT1\n-3334FU\n+8822UM\n", &["7g7f", "3c3d", "8h2b+"]).await;
    check("shogi", "▲７六歩△３四歩 ▲２二角成　△同　銀", &["7g7f", "3c3d", "8h2b+", "3a2b"]).await;
    check("shogi", "[Event \"x\"]\n\n{\n▲ begins}\n1. P-7f P-3d *\n", &["7g7f", "3c3d"]).await;
    // The file says of which game it is.
    check("shogi", "手合割：5五将棋\n   1 ４四銀(35)\n", &["3e4d"]).await;
    let text = "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.O-O Nf6";
    let (_, tree) = ask(&home, "read", json!({ "text": text, "variant": "chess" })).await;
    assert_eq!(tree["nodes"][6]["texts"]["western"], "O-O", "{tree}");
    let refused = [
        (json!({ "text": "1. e4 e5" }), "does not say which game"),
        (json!({ "text": "1. e4 {oh", "variant": "chess" }), "line 1"),
        (json!({ "text": "1. e4 e4", "variant": "chess" }), "move 2, after e4 (`e4`)"),
        (json!({ "text": "", "variant": "chess" }), "no game in it"),
        (json!({ "text": "{\"moves\": 3}", "variant": "chess" }), "expected a list of 20000 moves"),
    ];
    for (wish, words) in refused {
        let (status, answer) = ask(&home, "read", wish.clone()).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{wish}: {answer}");
        assert!(answer["error"]["message"].as_str().unwrap().contains(words), "{wish}: {answer}");
    }
}

#[tokio::test]
async fn an_analysis_is_kept_for_its_owner() {
    let home = Home::new().await;
    let rules = json!({ "variant": "chess" });
    let wish = json!({ "token": TOKEN, "rules": rules, "tree": lesson() });
    let (status, kept) = send(&home, Method::POST, "/api/analyses", Some(wish)).await;
    assert_eq!((status, &kept["version"]), (StatusCode::CREATED, &json!(1)), "{kept}");
    let path = format!("/api/analyses/{}", kept["id"].as_str().unwrap());
    let owned = format!("{path}?token={TOKEN}");
    let (_, view) = send(&home, Method::GET, &owned, None).await;
    assert_eq!((&view["mine"], &view["tree"]["title"]), (&json!(true), &json!("A \"lesson\"")));
    assert_eq!(send(&home, Method::GET, &path, None).await.1["mine"], false);

    let mut tree = lesson();
    tree["title"] = json!("Better");
    let change = |token: &str, version: u64| {
        Some(json!({ "token": token, "version": version, "tree": tree }))
    };
    let refused = |(status, answer): (StatusCode, Value)| (status, answer["error"]["code"].clone());
    let put = async |body| send(&home, Method::PUT, &path, body).await;
    assert_eq!(refused(put(change(OTHER, 1)).await), (StatusCode::FORBIDDEN, json!("no-owner")));
    assert_eq!(put(change(TOKEN, 1)).await.1["version"], 2);
    let conflict = (StatusCode::CONFLICT, json!("changed-elsewhere"));
    assert_eq!(refused(put(change(TOKEN, 1)).await), conflict);

    let list = format!("/api/analyses?ids={},x", kept["id"].as_str().unwrap());
    let (_, list) = send(&home, Method::GET, &list, None).await;
    let short = &list["analyses"][0];
    assert_eq!((&short["title"], &short["moves"]), (&json!("Better"), &json!(5)), "{list}");

    // It outlives the server.
    let folder = home.end().await;
    let home = Home::again(folder, |_| {}).await;
    let (_, again) = send(&home, Method::GET, &owned, None).await;
    assert_eq!((&again["version"], &again["tree"]["title"]), (&json!(2), &json!("Better")));
    assert_eq!(again["tree"]["nodes"], view["tree"]["nodes"]);
    // Its rules are those that it was kept with.
    let wish = json!({ "rules": { "analysis": kept["id"] }, "line": { "moves": ["e2e4"] } });
    assert_eq!(ask(&home, "position", wish).await.0, StatusCode::OK);
    let (_, text) = home.page(&format!("{path}/record?format=pgn")).await;
    assert!(text.contains("[Event \"Better\"]"), "{text}");

    assert_eq!(send(&home, Method::DELETE, &path, None).await.0, StatusCode::FORBIDDEN);
    assert_eq!(send(&home, Method::DELETE, &owned, None).await.0, StatusCode::NO_CONTENT);
    assert_eq!(send(&home, Method::GET, &owned, None).await.0, StatusCode::NOT_FOUND);
}

/// Ten thousand moves are checked in a time that somebody waits.
#[tokio::test]
async fn a_large_tree_is_kept() {
    let home = Home::new().await;
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    // Beside each move of a line, another one.
    let mut nodes = Vec::new();
    for ply in 0..8 {
        nodes.push(json!({ "parent": (ply > 0).then(|| ply - 1), "move": shuffle[ply % 4] }));
    }
    let firsts = ["a2a3", "b2b3", "c2c3", "d2d3", "e2e3", "f2f3", "g2g3", "h2h3"];
    let seconds = ["a7a6", "b7b6", "c7c6", "d7d6", "e7e6", "f7f6", "g7g6", "h7h6"];
    for first in firsts {
        let parent = nodes.len();
        nodes.push(json!({ "parent": null, "move": first }));
        for second in seconds {
            nodes.push(json!({ "parent": parent, "move": second }));
        }
    }
    let count = nodes.len();
    let tree = json!({ "title": "Wide", "nodes": nodes });
    let wish = json!({ "token": TOKEN, "rules": { "variant": "chess" }, "tree": tree });
    let (status, kept) = send(&home, Method::POST, "/api/analyses", Some(wish)).await;
    assert_eq!(status, StatusCode::CREATED, "{kept}");
    let list = format!("/api/analyses?ids={}", kept["id"].as_str().unwrap());
    let (_, list) = send(&home, Method::GET, &list, None).await;
    assert_eq!(list["analyses"][0]["moves"], count);
    let many: Vec<Value> = (0..20_001).map(|_| json!({ "move": "e2e4" })).collect();
    let wish = json!({ "rules": { "variant": "chess" }, "tree": { "nodes": many } });
    let (status, answer) = ask(&home, "tree", wish).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{answer}");
}

/// What takes little to send takes little to answer, and holds nobody up.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn records_that_are_made_to_take_long_are_refused() {
    let home = Home::new().await;
    let shapes = format!("1. e4 {{{}{}}}", "[".repeat(500_000), "[%csl ]".repeat(100_000));
    let texts = [
        shapes,
        format!("1. e4 {{{}}}", "[%csl ".repeat(250_000)),
        format!("1. e4 {}", "(".repeat(1_000_000)),
        "a ".repeat(900_000),
        "[a \"\"]".repeat(250_000),
        format!("{{\"nodes\": [{}]}}", vec!["{\"move\":\"\"}"; 100_000].join(",")),
    ];
    for text in texts {
        let began = std::time::Instant::now();
        let (status, answer) =
            ask(&home, "read", json!({ "text": text, "variant": "chess" })).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{answer}");
        assert!(answer.to_string().len() < 1_000, "{}", answer.to_string().len());
        assert!(began.elapsed() < std::time::Duration::from_secs(5), "{:?}", began.elapsed());
        tokio::time::sleep(std::time::Duration::from_millis(1_000)).await;
    }
    let long = "x".repeat(500_000);
    let node = |parent: Option<u32>| json!({ "nodes": [{ "parent": parent, "move": long }] });
    let chess = json!({ "variant": "chess" });
    let wishes = [
        json!({ "rules": chess, "tree": node(None) }),
        json!({ "rules": chess, "tree": node(Some(7)) }),
        json!({ "rules": { "variant": long }, "tree": {} }),
        json!({ "rules": { "variant": "chess", "set": { &long: "1" } }, "tree": {} }),
        json!({ "rules": chess, "tree": { "nodes": [{ &long: 1 }] } }),
    ];
    for wish in wishes {
        let (status, answer) = ask(&home, "tree", wish).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(answer.to_string().len() < 2_000, "{}", answer.to_string().len());
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    }
}

/// What a record says of its game besides the moves stays with the tree, and goes into every file.
#[tokio::test]
async fn headers_times_and_ends_are_kept() {
    let home = Home::new().await;
    let kif = "手合割：平手\n先手：A\n後手：B\n備考：x\n   1 ７六歩(77) ( 0:16/00:00:16)\n   2 投了 ( 0:03/00:00:03)\n*thanks\n\n\
         変化：1手\n   1 ２六歩(27)\n   2 中断\n";
    let (status, tree) = ask(&home, "read", json!({ "text": kif })).await;
    assert_eq!(status, StatusCode::OK, "{tree}");
    assert_eq!((&tree["title"], &tree["end"]), (&json!("A – B"), &json!("投了")));
    assert_eq!((&tree["variant"], &tree["nodes"][0]["ms"]), (&json!("shogi"), &json!(16_000)));
    let ended = &tree["ended"];
    assert_eq!((&ended["status"], &ended["winner"]), (&json!("resignation"), &json!("first")));
    let (closing, line_end) = (&tree["closing"], &tree["nodes"][1]["line_end"]);
    assert_eq!(*closing, json!({ "ms": 3_000, "comment": "thanks" }));
    assert_eq!(*line_end, json!({ "word": "中断" }));
    let nodes =
        [json!({ "move": "7g7f", "ms": 16_000 }), json!({ "move": "2g2f", "line_end": line_end })];
    let form = json!({
        "title": tree["title"], "headers": tree["headers"], "end": "投了", "closing": closing, "nodes": nodes,
    });
    let rules = json!({ "variant": "shogi" });
    for (format, words) in [
        (
            "kif",
            vec![
                "先手：A",
                "備考：x",
                "( 0:16/",
                "   2 投了           ( 0:03/00:00:03)\n*thanks\n",
                "   2 中断",
            ],
        ),
        ("ki2", vec!["先手：A", "▲７六歩", "まで1手で先手の勝ち\n*thanks", "まで1手で中断"]),
        ("csa", vec!["N+A", "T16", "%TORYO\nT3\n'*thanks"]),
        ("jkf", vec!["\"先手\":\"A\"", "TORYO"]),
        ("pgn", vec!["[White \"A\"]", "[Result \"1-0\"]", "[%emt 0:00:16]", "thanks", "中断"]),
        ("usi", vec!["position startpos moves 7g7f"]),
        ("json", vec!["16000", "投了", "備考", "3000", "中断"]),
    ] {
        let wish = json!({ "rules": rules, "tree": form, "format": format });
        let answer = home.client.post(home.url("/api/analysis/record")).json(&wish).send().await;
        let text = answer.unwrap().text().await.unwrap();
        for words in words {
            assert!(text.contains(words), "{format}: {words}\n{text}");
        }
    }
    let wish = json!({ "rules": { "variant": "chess" }, "tree": {}, "format": "csa" });
    let (status, answer) = ask(&home, "record", wish).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{answer}");
}

/// A game that was played elsewhere is kept as one that is over, and can be reviewed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_elsewhere_is_kept() {
    let home = Home::new().await;
    let check = async |text: &str, variant: &str, moves: usize, status: &str, winner: Value| {
        let (_, tree) = ask(&home, "read", json!({ "text": text, "variant": variant })).await;
        let node = |node: &Value| json!({ "parent": node["parent"], "move": node["usi"] });
        let nodes: Vec<Value> = tree["nodes"].as_array().unwrap().iter().map(node).collect();
        let form = json!({ "headers": tree.get("headers").unwrap_or(&json!([])),
            "position": tree["position"], "nodes": nodes, "end": tree["end"], "winner": tree["winner"] });
        let wish = json!({ "rules": { "variant": variant }, "tree": form });
        let (code, answer) = home.post("/api/games/import", &wish).await;
        assert_eq!(code, StatusCode::CREATED, "{answer}");
        let id = answer["id"].as_str().unwrap();
        let (_, state) = home.get(&format!("/api/games/{id}")).await;
        assert_eq!(state["moves"].as_array().unwrap().len(), moves, "{state}");
        assert_eq!((&state["end"]["status"], &state["end"]["winner"]), (&json!(status), &winner));
        let (code, _) = home.post(&format!("/api/games/{id}/review"), &json!({ "ms": 10 })).await;
        assert_eq!(code, StatusCode::ACCEPTED);
        // Nobody has a seat.
        let wish = json!({ "action": { "type": "rematch" } });
        let (code, _) = home.post(&format!("/api/games/{id}/actions"), &wish).await;
        assert_eq!(code, StatusCode::FORBIDDEN);
        state
    };
    let kif = "先手：A\n後手：B\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n";
    let state = check(kif, "shogi", 2, "resignation", json!("second")).await;
    assert_eq!(state["players"]["first"]["name"], "A", "{state}");
    assert_eq!(state["end_word"], "投了");
    for (word, status, winner) in [
        ("千日手", "repetition", json!("draw")),
        ("反則負け", "illegal-move", json!("second")),
        ("反則勝ち", "illegal-move", json!("first")),
        ("入玉勝ち", "declaration", json!("first")),
        ("持将棋", "agreement", json!("draw")),
        ("中断", "aborted", Value::Null),
        ("封じ手", "record", Value::Null),
    ] {
        check(&kif.replace("投了", word), "shogi", 2, status, winner).await;
    }
    check("1. f3 e5 2. g4 (2. e4 Nc6) Qh4#", "chess", 4, "checkmate", json!("second")).await;
    check("[Result \"1-0\"]\n\n1. e4 e5 1-0", "chess", 2, "record", json!("first")).await;
    check("1. e4 e5 *", "chess", 2, "record", Value::Null).await;
    let wish = json!({ "rules": { "variant": "chess" }, "tree": {} });
    assert_eq!(home.post("/api/games/import", &wish).await.0, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn all_settings_stand_in_a_pgn() {
    let home = Home::new().await;
    let set = json!({ "end.move_limit": "500", "end.repetition.times": "4" });
    let rules = json!({ "variant": "chess", "set": set });
    let wish = json!({ "rules": rules, "tree": lesson(), "format": "pgn" });
    let request = home.client.post(home.url("/api/analysis/record")).json(&wish);
    let text = request.send().await.unwrap().text().await.unwrap();
    let expected = "[VariantSetting \"end.move_limit=500; end.repetition.times=4\"]";
    assert!(text.contains(expected), "{text}");
}
