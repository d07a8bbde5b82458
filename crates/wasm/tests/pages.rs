//! What the pages ask of the engine on the visitor's machine, asked without JavaScript.

use komadai_wasm::pages::{Analyst, Referee, Tell};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

fn rules(id: &str, set: &[[&str; 2]]) -> String {
    let text = komadai_rules::variant::builtin(id).expect(id);
    let definition = json!({ "name": format!("{id}.toml"), "text": text });
    json!({ "definition": definition, "set": set }).to_string()
}

/// What is told of a message.
fn told(analyst: &Analyst, message: &Value) -> Vec<Value> {
    let all = Arc::new(Mutex::new(Vec::new()));
    let hears = Arc::clone(&all);
    let tell: Tell = Arc::new(move |text: String| {
        hears.lock().unwrap().push(serde_json::from_str(&text).unwrap());
    });
    analyst.search_for(&message.to_string(), &tell);
    let told: &Vec<Value> = &all.lock().unwrap();
    told.clone()
}

fn mate(id: u64, position: &str) -> Value {
    let line = json!({ "position": position });
    json!({ "type": "mate", "id": id, "rules": { "variant": "shogi" }, "line": line })
}

#[test]
fn a_mate_is_told_as_the_server_tells_it() {
    let mut analyst = Analyst::new();
    assert_eq!(analyst.take(&rules("shogi", &[])).as_deref(), Some("shogi"));
    // They are known now.
    assert_eq!(analyst.take(&rules("shogi", &[])), None);
    let told = told(&analyst, &mate(7, "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"));
    let [answer] = &told[..] else { panic!("{told:?}") };
    assert_eq!([&answer["type"], &answer["id"]], [&json!("mate"), &json!(7)]);
    assert_eq!(answer["found"]["kind"], "mate");
    let first = &answer["found"]["moves"][0];
    assert_eq!([&first["usi"], &first["texts"]["western"]], [&json!("G*5b"), &json!("G*5b")]);
}

#[test]
fn lines_are_told_until_the_game_is_over_in_all() {
    let mut analyst = Analyst::new();
    // One move mates, so that the search ends by itself.
    analyst.take(&rules("minishogi", &[]));
    let line = json!({ "position": "4k/5/4P/5/K4 b G 1" });
    let rules = json!({ "variant": "minishogi" });
    let wish = json!({ "type": "analyse", "id": 1, "rules": rules, "line": line, "lines": 1 });
    let told = told(&analyst, &wish);
    let last = told.last().expect("nothing was told");
    assert_eq!([&last["type"], &last["done"]], [&json!("found"), &json!(true)]);
    assert_eq!(last["lines"][0]["score"], json!({ "kind": "won", "value": 1 }));
    assert_eq!(last["lines"][0]["moves"][0]["usi"], "G*1b");
}

#[test]
fn what_cannot_be_looked_for_is_refused() {
    let check = |rules: Option<String>, message: Value, id: Value, words: &str| {
        let mut analyst = Analyst::new();
        if let Some(rules) = rules {
            analyst.take(&rules);
        }
        let told = told(&analyst, &message);
        let [answer] = &told[..] else { panic!("{told:?}") };
        assert_eq!([&answer["type"], &answer["id"]], [&json!("refused"), &id]);
        let text = answer["error"]["message"].as_str().unwrap();
        assert!(text.contains(words), "{text}");
    };
    let usual = || Some(rules("shogi", &[]));
    check(None, mate(1, "x"), json!(1), "no rules");
    check(Some("{}".to_owned()), mate(2, "x"), json!(2), "missing field");
    check(Some(rules("shogi", &[["board.files", "x"]])), mate(3, "x"), json!(3), "board.files");
    check(usual(), mate(4, "nothing"), json!(4), "position");
    check(usual(), json!({ "type": "sing" }), Value::Null, "not a message");
    let threat = json!({ "type": "analyse", "id": 5, "rules": { "variant": "shogi" },
        "line": { "position": "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1" }, "lines": 1, "threat": true });
    check(usual(), threat, json!(5), "no threat");
}

#[test]
fn whoever_asks_for_nothing_is_answered() {
    let analyst = Analyst::new();
    assert_eq!(told(&analyst, &json!({ "type": "ping" })), [json!({ "type": "pong" })]);
    assert_eq!(told(&analyst, &json!({ "type": "stop" })), [] as [Value; 0]);
}

/// What comes of something that the referee hears.
fn heard(referee: &mut Referee, input: &Value) -> Value {
    serde_json::from_str(&referee.hear(&input.to_string(), 1_000.0)).unwrap()
}

#[test]
fn the_referee_lets_the_engine_move_and_says_what_is_to_be_written() {
    let (mut referee, mut analyst) = (Referee::new("[]"), Analyst::new());
    let body = json!({ "variant": "minishogi", "opponent": { "engine": { "level": 1 } },
        "side": "second" });
    let request = json!({ "type": "request", "id": 1, "method": "POST", "path": "/api/games",
        "body": body.to_string() });
    let begun = heard(&mut referee, &request);
    assert_eq!([&begun["answers"][0]["id"], &begun["answers"][0]["status"]], [1, 201]);
    assert_eq!(begun["writes"].as_array().unwrap().len(), 2, "{}", begun["writes"]);
    let job = &begun["jobs"][0];
    analyst.take(&job["rules"].to_string());
    let thought = analyst.think_of(&job.to_string()).unwrap();
    let input = json!({ "type": "thought", "job": job["job"], "thought": thought });
    let moved = heard(&mut referee, &input);
    let written = &moved["writes"][0]["events"];
    assert_eq!(written["first"], 2);
    assert_eq!(written["events"][0]["event"]["usi"], thought.usi.unwrap());
    // Whoever has forgotten it is told what is needed to go on.
    let game = &written["game"];
    let look = json!({ "type": "request", "id": 2, "method": "GET",
        "path": format!("/api/games/{}", game.as_str().unwrap()) });
    let needs = heard(&mut Referee::new("[]"), &look);
    assert_eq!(needs["needs"], json!([{ "game": game }]));
    assert!(referee.hear("nonsense", 0.0).contains("wake"));
    assert!(!referee.supply("nonsense"));
}
