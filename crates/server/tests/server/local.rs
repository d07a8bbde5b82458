//! The same is asked of a server and of what stands in for it in a browser: the answers have to be the same.

use super::common::Home;
use komadai_engine::Shared;
use komadai_referee::analysis::Patience;
use komadai_referee::local::{Input, Job, JobThought, Local, Outcome, Supply};
use komadai_referee::rules::{House, Unshared};
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The browser: a store in memory, and an engine that answers at once.
struct Browser {
    local: Local,
    events: HashMap<String, Vec<Value>>,
    definitions: HashMap<String, Value>,
    analyses: HashMap<String, Value>,
    now: u64,
    told: Vec<Value>,
    asked: u64,
}

impl Browser {
    fn new() -> Self {
        Browser {
            local: Local::new(Vec::new()),
            events: HashMap::new(),
            definitions: HashMap::new(),
            analyses: HashMap::new(),
            now: 1_700_000_000_000,
            told: Vec::new(),
            asked: 0,
        }
    }

    /// The page is closed and opened again: what was written is all that is left.
    fn reload(&mut self) {
        self.local = Local::new(Vec::new());
    }

    /// Lets something happen; the answers that come of it.
    fn hear(&mut self, input: &Value) -> Vec<Value> {
        let mut answers = Vec::new();
        loop {
            let input: Input = serde_json::from_value(input.clone()).unwrap();
            let outcome = self.local.hear(input, self.now);
            let needs = self.take(&outcome, &mut answers);
            if needs.is_empty() {
                return answers;
            }
            needs.iter().for_each(|need| self.supply(need));
        }
    }

    /// Does what comes of something; what is needed for more.
    fn take(&mut self, outcome: &Outcome, answers: &mut Vec<Value>) -> Vec<Value> {
        let told = serde_json::to_value(outcome).unwrap();
        let list = |key: &str| told[key].as_array().cloned().unwrap_or_default();
        list("writes").iter().for_each(|write| self.write(write));
        answers.extend(list("answers"));
        self.told.extend(list("told"));
        for job in &outcome.jobs {
            let thought = think(job);
            for input in [
                json!({ "type": "begun", "job": job.job }),
                json!({ "type": "thought", "job": job.job, "thought": thought }),
            ] {
                answers.extend(self.hear(&input));
            }
        }
        list("needs")
    }

    fn write(&mut self, write: &Value) {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        if let Some(new) = write.get("events") {
            let kept = self.events.entry(text(&new["game"])).or_default();
            assert_eq!(new["first"], kept.len() + 1, "events follow each other");
            kept.extend(new["events"].as_array().unwrap().iter().cloned());
        } else if let Some(new) = write.get("definition") {
            self.definitions.insert(text(&new["id"]), new["definition"].clone());
        } else if let Some(new) = write.get("analysis") {
            self.analyses.insert(text(&new["id"]), new.clone());
        } else {
            self.analyses.remove(write["delete"]["analysis"].as_str().unwrap());
        }
    }

    fn supply(&mut self, need: &Value) {
        let id = |key: &str| need[key].as_str().map(str::to_owned);
        let supply = if let Some(id) = id("game") {
            json!({ "game": { "id": id, "events": self.events.get(&id).cloned().unwrap_or_default() } })
        } else if let Some(id) = id("analysis") {
            json!({ "analysis": { "id": id, "kept": self.analyses.get(&id) } })
        } else {
            let id = id("definition").unwrap();
            json!({ "definition": { "id": id, "definition": self.definitions.get(&id) } })
        };
        self.local.supply(serde_json::from_value::<Supply>(supply).unwrap());
    }

    fn ask(&mut self, method: &str, path: &str, body: Option<&Value>) -> (u16, String) {
        self.asked += 1;
        let body = body.map(Value::to_string);
        let answers = self.hear(&json!({ "type": "request", "id": self.asked, "method": method,
            "path": path, "body": body }));
        let [answer] = &answers[..] else { panic!("{method} {path}: {answers:?}") };
        assert_eq!(answer["id"], self.asked);
        let text = answer["text"].as_str().unwrap().to_owned();
        (u16::try_from(answer["status"].as_u64().unwrap()).unwrap(), text)
    }
}

/// A search, as the worker of the pages makes it.
fn think(job: &Job) -> JobThought {
    let game = job.rules.definition.compile(&job.rules.set).unwrap();
    let house = House::new(game, Unshared);
    let at = job.line.play(&house, &Patience::default()).unwrap();
    let shared = Arc::new(Shared::new(1));
    let begun = Instant::now();
    let thought = at.thinker(job.question())(&shared, Arc::new(move || begun.elapsed()));
    JobThought { usi: thought.usi, declares: thought.declares, score: thought.score.0 }
}

/// What is called otherwise in each world: ids and tokens, under names that both have.
#[derive(Default)]
struct Names(BTreeMap<String, String>);

impl Names {
    /// A text with what the names stand for.
    fn filled(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value))
    }

    /// Notes the ids of an answer, and tells it by names.
    fn read(&mut self, path: &str, answer: &str) -> Value {
        let mut value: Value = serde_json::from_str(answer).unwrap_or_else(|_| Value::from(answer));
        let mut note = |name: &str, value: &Value| {
            if let Some(text) = value.as_str() {
                self.0.insert(name.to_owned(), text.to_owned());
            }
        };
        if path.starts_with("/api/games") && value.get("seats").is_some() {
            note("$first", &value["seats"]["first"]);
            note("$second", &value["seats"]["second"]);
        }
        let kind = if path.starts_with("/api/analyses") { "$analysis" } else { "$game" };
        if value.get("version").is_some()
            || value.get("seats").is_some()
            || path.ends_with("import")
        {
            note(kind, &value["id"]);
        }
        note("$rematch", &value["rematch"]);
        let mut text = without_times(&mut value).to_string();
        for (name, value) in &self.0 {
            text = text.replace(value.as_str(), name);
        }
        serde_json::from_str(&text).unwrap()
    }
}

/// The two worlds have no time in common.
fn without_times(value: &mut Value) -> &Value {
    match value {
        Value::Object(map) => {
            for (key, value) in map.iter_mut() {
                match key.as_str() {
                    "ms" | "now_ms" => *value = json!(0),
                    "created" | "changed" | "開始日時" => *value = json!("then"),
                    _ => {
                        without_times(value);
                    }
                }
            }
            // How it is said that a body cannot be read differs.
            if map.get("code") == Some(&json!("bad-json")) {
                map.remove("message");
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|value| {
            without_times(value);
        }),
        Value::String(text) if text.contains('\n') => {
            let lines = text.lines().filter(|line| !is_dated(line));
            *text = lines.collect::<Vec<_>>().join("\n");
        }
        _ => {}
    }
    value
}

/// A line of a record that says when the game was played.
fn is_dated(line: &str) -> bool {
    let begins = ["開始日時", "$START_TIME", "[Date", "\"created\"", "  \"id\""];
    begins.iter().any(|begin| line.trim_start().starts_with(begin.trim_start()))
        || line.contains("開始日時")
}

/// One thing that is asked: method, address, body.
type Step<'a> = (&'a str, &'a str, Value);

/// Asks both the same, one thing after the other.
async fn check(story: &str, steps: &[Step<'_>]) {
    let home = Home::new().await;
    check_at(&home, story, steps).await;
    home.end().await;
}

async fn check_at(home: &Home, story: &str, steps: &[Step<'_>]) {
    let mut browser = Browser::new();
    let (mut there, mut here) = (Names::default(), Names::default());
    for (number, (method, path, body)) in steps.iter().enumerate() {
        let what = format!("{story}, step {number}: {method} {path} {body}");
        let fill = |names: &Names| {
            let body = (!body.is_null())
                .then(|| serde_json::from_str::<Value>(&names.filled(&body.to_string())).unwrap());
            (names.filled(path), body)
        };
        let (address, wish) = fill(&there);
        let mut request =
            home.client.request(Method::from_bytes(method.as_bytes()).unwrap(), home.url(&address));
        if let Some(wish) = &wish {
            request = request.json(wish);
        }
        let answer = request.send().await.unwrap();
        let status = answer.status().as_u16();
        let expected = there.read(path, &answer.text().await.unwrap());
        let (address, wish) = fill(&here);
        // Whatever was said is written: nothing is lost with the page.
        browser.reload();
        let (own, text) = browser.ask(method, &address, wish.as_ref());
        let found = here.read(path, &text);
        assert_eq!((own, &found), (status, &expected), "{what}");
    }
}

fn get(path: &str) -> Step<'_> {
    ("GET", path, Value::Null)
}

fn post(path: &str, body: Value) -> Step<'_> {
    ("POST", path, body)
}

const GAME: &str = "/api/games/$game";
const MOVES: &str = "/api/games/$game/moves";
const EXPLAIN: &str = "/api/games/$game/explain";
const ACTIONS: &str = "/api/games/$game/actions";

fn plays<'a>(seat: &str, text: &str) -> Step<'a> {
    post(MOVES, json!({ "seat": seat, "move": text }))
}

fn acts<'a>(seat: &str, action: Value) -> Step<'a> {
    post(ACTIONS, json!({ "seat": seat, "action": action }))
}

const FORMATS: [&str; 7] = ["pgn", "kif", "ki2", "csa", "jkf", "usi", "json"];

#[tokio::test]
async fn two_at_one_screen_play_as_on_a_server() {
    let records: Vec<String> =
        FORMATS.iter().map(|format| format!("{GAME}/record?format={format}")).collect();
    let mut steps = vec![
        post("/api/games", json!({ "variant": "minishogi", "opponent": "local", "name": "Habu" })),
        get(GAME),
        get("/api/games/$game?seat=$first"),
        plays("$first", "5e5a"),
        plays("$first", "nonsense"),
        plays("$second", "4e4d"),
        plays("wrong", "4e4d"),
        plays("$first", "2a2b"),
        post(EXPLAIN, json!({ "from": "5e", "to": "5a" })),
        post(EXPLAIN, json!({ "move": "P*3c" })),
        post(EXPLAIN, json!({ "from": "5e" })),
        acts("$first", json!({ "type": "takeback" })),
        acts("$first", json!({ "type": "claim", "claim": "repetition" })),
        acts("$first", json!({ "type": "declare" })),
        acts("$first", json!({ "type": "dance" })),
        plays("$second", "1a1b"),
        post(
            "/api/games/$game/seats",
            json!({ "seat": "$first", "token": "AAAAAAAAAAAAAAAAAAAAAA", "name": "Ito" }),
        ),
        post("/api/games/$game/seats", json!({ "seat": "$first", "token": "short" })),
        acts("AAAAAAAAAAAAAAAAAAAAAA", json!({ "type": "resign" })),
        plays("AAAAAAAAAAAAAAAAAAAAAA", "4e4d"),
        acts("AAAAAAAAAAAAAAAAAAAAAA", json!({ "type": "rematch" })),
        get("/api/games/$rematch"),
        get("/api/games?ids=$game,$rematch,AAAAAAAAAAAAAAAAAAAAAA"),
    ];
    steps.extend(records.iter().map(|path| get(path)));
    check("two at one screen", &steps).await;
}

#[tokio::test]
async fn games_begin_as_on_a_server() {
    let begins = |wish: Value| [post("/api/games", wish), get(GAME)];
    let steps: Vec<Step<'_>> = [
        json!({ "variant": "shogi", "start": "lance", "opponent": "local" }),
        json!({ "variant": "shogi", "impasse": "24", "players": { "first": "human", "second": "human" } }),
        json!({ "variant": "shogi", "position": "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "opponent": "local" }),
        json!({ "variant": "shogi", "position": "nothing", "opponent": "local" }),
        json!({ "variant": "chess", "opponent": "local", "moves": ["e2e4", "e5", "Ng1f3"] }),
        json!({ "variant": "chess", "opponent": "local", "moves": ["e2e5"] }),
        json!({ "variant": "chess", "opponent": "local", "set": { "end.move_limit": "300" } }),
        json!({ "variant": "chess", "opponent": "local", "set": { "pieces.R.move": "Q" } }),
        json!({ "variant": "chess", "opponent": "local", "set": { "board.files": "x" } }),
        json!({ "variant": "chess", "opponent": "local", "impasse": "27" }),
        json!({ "variant": "draughts", "opponent": "local" }),
        json!({ "variant": "chess", "opponent": { "engine": { "level": 9 } } }),
        json!({ "variant": "chess", "clock": { "main_ms": 0 } }),
        json!({ "variant": "raichu", "strict": true, "opponent": "local" }),
        json!({ "variant": "minjiku", "opponent": "link", "side": "second", "name": "Kim",
            "clock": { "main_ms": 60_000, "increment_ms": 1_000 } }),
        json!({ "variant": "chess", "like": "$game", "opponent": "local" }),
        json!({ "like": 3 }),
    ]
    .into_iter()
    .flat_map(begins)
    .collect();
    check("beginnings", &steps).await;
}

/// Positions in which the engine has one move.
#[tokio::test]
async fn the_engine_answers_as_on_a_server() {
    let position = "7k/8/5K2/8/8/8/8/6R1 w - - 0 1";
    let home = Home::new().await;
    let (mut browser, mut here) = (Browser::new(), Names::default());
    let wish = json!({ "variant": "chess", "position": position,
        "opponent": { "engine": { "level": 3 } }, "side": "first" });
    let created = home.create(wish.clone()).await;
    let (_, text) = browser.ask("POST", "/api/games", Some(&wish));
    here.read("/api/games", &text);
    let (status, _) = home.try_move(&created, 0, "g1g2").await;
    assert_eq!(status, 200);
    let wish = json!({ "seat": here.filled("$first"), "move": "g1g2" });
    browser.ask("POST", &here.filled(MOVES), Some(&wish));
    let mut there = Names([("$game".to_owned(), created.id.clone())].into());
    let done = |state: &Value| state["ply"] == 2 && state["thinking"] == false;
    let expected = home.wait_for(&created, done).await;
    let (_, found) = browser.ask("GET", &here.filled(GAME), None);
    assert_eq!(here.read("", &found), there.read("", &expected.to_string()));
    // Behind by a rook, it takes a draw.
    let (_, expected) = home.act(&created, 0, json!({ "type": "offer_draw" })).await;
    let wish = json!({ "seat": here.filled("$first"), "action": { "type": "offer_draw" } });
    let (_, found) = browser.ask("POST", &here.filled(ACTIONS), Some(&wish));
    assert_eq!(here.read("", &found), there.read("", &expected.to_string()));
    home.end().await;
}

#[tokio::test]
async fn hints_are_told_as_on_a_server() {
    let mate = json!({ "variant": "shogi", "position": "4k4/9/4P4/9/9/9/9/9/4K4 b G 1",
        "opponent": "local" });
    let steps = [
        post("/api/games", mate),
        post("/api/games/$game/hint", json!({ "seat": "$first" })),
        post("/api/games/$game/hint", json!({ "seat": "nobody" })),
        plays("$first", "G*5b"),
        post("/api/games/$game/hint", json!({ "seat": "$first" })),
    ];
    check("hints", &steps).await;
}

#[test]
fn a_move_does_not_wait_for_a_hint() {
    let mut browser = Browser::new();
    let wish = json!({ "variant": "shogi", "opponent": { "engine": { "level": 1 } } });
    let (_, created) = browser.ask("POST", "/api/games", Some(&wish));
    let created: Value = serde_json::from_str(&created).unwrap();
    let (id, seat) = (created["id"].as_str().unwrap(), &created["seats"]["first"]);
    let mut ask = |number: u64, path: &str, body: Value| {
        let input = json!({ "type": "request", "id": number, "method": "POST",
            "path": format!("/api/games/{id}/{path}"), "body": body.to_string() });
        browser.local.hear(serde_json::from_value(input).unwrap(), browser.now)
    };
    let searched = ask(100, "hint", json!({ "seat": seat }));
    assert!(searched.answers.is_empty(), "the search is not over yet");
    let moved = ask(101, "moves", json!({ "seat": seat, "move": "7g7f" }));
    let moved = serde_json::to_value(moved).unwrap();
    let answers = moved["answers"].as_array().unwrap();
    let statuses: Vec<_> = answers.iter().map(|it| (&it["id"], &it["status"])).collect();
    assert_eq!(statuses, [(&json!(100), &json!(409)), (&json!(101), &json!(200))]);
    assert_eq!(moved["ended"], json!([searched.jobs[0].job]));
}

#[tokio::test]
async fn analyses_are_as_on_a_server() {
    let tree = json!({ "title": "A try", "position": null, "start": null,
        "nodes": [{ "parent": null, "move": "7g7f" }, { "parent": 0, "move": "3c3d" },
            { "parent": 0, "move": "8c8d" }] });
    let shogi = json!({ "variant": "shogi" });
    let kif = "手合割：平手\n先手：A\n後手：B\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n";
    let owner = "AAAAAAAAAAAAAAAAAAAAAA";
    let at = |moves: Value| json!({ "rules": shogi, "line": { "moves": moves } });
    let mut steps = vec![
        post("/api/analysis/position", at(json!(["7g7f", "△３四歩", "Bx2b+"]))),
        post("/api/analysis/position", at(json!(["7g7e"]))),
        post("/api/analysis/position", json!({ "rules": { "variant": "draughts" } })),
        post("/api/analysis/position", json!({ "rules": {} })),
        post("/api/analysis/position", json!({ "rules": { "game": owner } })),
        post("/api/analysis/explain", json!({ "rules": shogi, "move": "5i5e" })),
        post(
            "/api/analysis/setup",
            json!({ "rules": shogi, "position": "4k4/9/9/9/9/9/9/9/4K4 b - 1" }),
        ),
        post("/api/analysis/setup", json!({ "rules": shogi })),
        post("/api/analysis/rules", json!({ "rules": { "variant": "judkins" } })),
        post(
            "/api/analysis/rules",
            json!({ "rules": { "variant": "chess", "set": { "end.move_limit": "99" } } }),
        ),
        post("/api/analysis/tree", json!({ "rules": shogi, "tree": tree })),
        post("/api/analysis/read", json!({ "text": kif })),
        post("/api/analysis/read", json!({ "text": "1. e4 e5 2. Nf3 *", "variant": "chess" })),
        post("/api/analysis/read", json!({ "text": "hello", "variant": "chess" })),
        post("/api/analysis/read", json!({ "text": "1. e4" })),
        post("/api/analyses", json!({ "token": owner, "rules": shogi, "tree": tree })),
        post("/api/analyses", json!({ "token": "x", "rules": shogi, "tree": tree })),
        get("/api/analyses/$analysis"),
        get("/api/analyses/$analysis?token=AAAAAAAAAAAAAAAAAAAAAA"),
        ("PUT", "/api/analyses/$analysis", json!({ "token": owner, "version": 1, "tree": tree })),
        ("PUT", "/api/analyses/$analysis", json!({ "token": owner, "version": 1, "tree": tree })),
        ("PUT", "/api/analyses/$analysis", json!({ "token": "other", "version": 2, "tree": tree })),
        post("/api/analysis/position", json!({ "rules": { "analysis": "$analysis" } })),
        get("/api/analyses?ids=$analysis,BBBBBBBBBBBBBBBBBBBBBB"),
        get("/api/analyses/$analysis/record?format=kif"),
        ("DELETE", "/api/analyses/$analysis?token=wrong", Value::Null),
        ("DELETE", "/api/analyses/$analysis?token=AAAAAAAAAAAAAAAAAAAAAA", Value::Null),
        get("/api/analyses/$analysis"),
        post("/api/games/import", json!({ "rules": shogi, "tree": tree })),
        get(GAME),
        post("/api/analysis/openings", json!({ "rules": shogi, "games": ["$game", owner] })),
        post("/api/analysis/position", json!({ "rules": { "game": "$game" } })),
        get("/api/nothing"),
        ("PUT", "/api/games", json!({})),
    ];
    for format in ["pgn", "kif", "ki2", "csa", "jkf", "usi", "json"] {
        let wish = json!({ "rules": shogi, "tree": tree, "format": format });
        steps.push(post("/api/analysis/record", wish));
    }
    check("analyses", &steps).await;
}

#[tokio::test]
async fn clocks_run_down_as_on_a_server() {
    let (home, hands) = Home::with_hands().await;
    let mut browser = Browser::new();
    let (mut there, mut here) = (Names::default(), Names::default());
    let wish = json!({ "variant": "minishogi", "opponent": "local",
        "clock": { "main_ms": 5_000, "byoyomi_ms": 1_000 } });
    let created = home.create(wish.clone()).await;
    there.read("/api/games", &created.answer.to_string());
    let (_, text) = browser.ask("POST", "/api/games", Some(&wish));
    here.read("/api/games", &text);
    let mut look = async |ms: u64| {
        hands.advance(Duration::from_millis(ms));
        browser.now += ms;
        // The page was closed meanwhile: the clock has gone on.
        browser.reload();
        let (_, found) = browser.ask("GET", &here.filled(GAME), None);
        let found: Value = serde_json::from_str(&found).unwrap();
        let is_over = |state: &Value| state.get("end").is_some() == found.get("end").is_some();
        let expected = home.wait_for(&created, is_over).await;
        let clock = |state: &Value| state["clock"]["first"].clone();
        assert_eq!((clock(&found), &found["end"]), (clock(&expected), &expected["end"]), "{ms}");
    };
    look(2_000).await;
    look(3_500).await;
    look(1_000).await;
    home.end().await;
}

#[tokio::test]
async fn a_game_is_told_as_it_happens_as_on_a_server() {
    let home = Home::new().await;
    let mut browser = Browser::new();
    let (mut there, mut here) = (Names::default(), Names::default());
    let wish = json!({ "variant": "minishogi", "opponent": "local" });
    let created = home.create(wish.clone()).await;
    there.read("/api/games", &created.answer.to_string());
    let (_, text) = browser.ask("POST", "/api/games", Some(&wish));
    here.read("/api/games", &text);
    let mut socket = home.watch(&created, &created.seat(0)).await;
    browser.hear(&json!({ "type": "watch", "channel": 1, "game": here.filled("$game"),
        "seat": here.filled("$first") }));
    let said = [
        json!({ "type": "move", "id": 1, "move": "4e4d" }),
        json!({ "type": "move", "id": 2, "move": "5e5a" }),
        json!({ "type": "action", "id": 3, "action": { "type": "takeback" } }),
        json!({ "type": "sing", "id": 4 }),
        json!({ "type": "ping" }),
        json!({ "type": "action", "id": 5, "action": { "type": "resign" } }),
    ];
    let (mut expected, mut found) = (Vec::new(), Vec::new());
    // Whoever is told of two moves at a time hears of the second one only: each is told before the next one is made.
    for message in std::iter::once(None).chain(said.map(Some)) {
        if let Some(message) = message {
            socket.say(message.clone()).await;
            browser.hear(&json!({ "type": "said", "channel": 1, "text": message.to_string() }));
        }
        for told in std::mem::take(&mut browser.told) {
            found.push(here.read("", told["text"].as_str().unwrap()));
            expected.push(there.read("", &socket.hear().await.unwrap().to_string()));
        }
    }
    // Whether a move is told first to all or to whoever has made it is left open.
    let is_state =
        |message: &&Value| ["state", "update"].contains(&message["type"].as_str().unwrap());
    for wanted in [true, false] {
        let of = |all: &[Value]| -> Vec<Value> {
            all.iter().filter(|message| is_state(message) == wanted).cloned().collect()
        };
        assert_eq!(of(&found), of(&expected));
    }
    home.end().await;
}
