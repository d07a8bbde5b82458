//! Ends of games, against the worked cases and against cases of our own (`data/endings.json`).
//!
//! A case is a position, moves from there, and what the referee should say then; only the fields
//! that `expect` names are compared. Own cases may also change settings (`set`), start from a named
//! start (`start`), go on after the game's end (`continue`), and ask what could be claimed by
//! announcing a move (`announce`).

use komadai_records::moves::{self, Spelling};
use komadai_records::position;
use komadai_rules::variant::{Source, load, load_builtin};
use komadai_rules::{AnyGame, AnyPlay, Claim, Move, Opening, Variant};
use serde_json::{Value, json};

/// Variants made for these tests.
const OWN: &[(&str, &str)] = &[
    ("corridor", include_str!("data/corridor.toml")),
    ("duel", include_str!("data/duel.toml")),
    ("race", include_str!("data/race.toml")),
    ("two-kings", include_str!("data/two-kings.toml")),
];

#[test]
fn worked_cases() {
    check_all(include_str!("cases/results.json"), check_result);
}

#[test]
fn own_cases() {
    check_all(include_str!("data/endings.json"), check_result);
}

#[test]
fn raichu_check_and_mate() {
    check_all(include_str!("cases/raichu.json"), |case| {
        let referee = open(case);
        let mated = referee.ending().is_some_and(|end| end.status.to_string() == "checkmate");
        let found = json!({ "in_check": referee.in_check(), "mated": mated });
        compare(&json!({ "in_check": case["in_check"], "mated": case["mated"] }), &found)
    });
}

#[test]
fn minjiku_outcomes() {
    check_all(include_str!("cases/minjiku.json"), |case| {
        let referee = open(case);
        let ending = referee.ending().map(|end| end.status.to_string());
        let outcome = ending.unwrap_or_else(|| "playing".into());
        let found = json!({ "in_check": referee.in_check(), "outcome": outcome });
        compare(&json!({ "in_check": case["in_check"], "outcome": case["outcome"] }), &found)
    });
}

#[test]
fn moves_are_taken_back_with_their_history() {
    let case = json!({ "variant": "chess", "position": "4k3/8/8/8/8/8/8/R3K3 w - - 0 1" });
    let mut referee = open(&case);
    for _ in 0..4 {
        for text in ["a1a2", "e8d8", "a2a1", "d8e8"] {
            play(&mut referee, text).expect("it is legal");
        }
    }
    assert_eq!(referee.ending().map(|end| end.status.to_string()), Some("repetition".into()));
    assert!(referee.pop().is_some());
    assert_eq!((referee.ending(), referee.claims()), (None, vec![Claim::Repetition]));
    play(&mut referee, "d8c8").expect("it is legal");
    assert_eq!(referee.claims(), vec![]);
    while referee.pop().is_some() {}
    assert_eq!((referee.ending(), referee.claims()), (None, vec![]));
}

fn check_all(cases: &str, check: impl Fn(&Value) -> Vec<String>) {
    let cases: Vec<Value> = serde_json::from_str(cases).expect("a list of cases");
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|case| {
            let faults = check(case);
            (!faults.is_empty()).then(|| format!("{}: {}", case["id"], faults.join("; ")))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// Plays a case through; everything that differs from what it expects.
fn check_result(case: &Value) -> Vec<String> {
    let mut referee = open(case);
    let mut illegal_at = None;
    for (i, text) in strings(&case["moves"]).iter().enumerate() {
        let over = referee.ending().filter(|_| case["continue"] != json!(true));
        if let Some(end) = over {
            return vec![format!("over before {text}: {end:?}")];
        }
        if play(&mut referee, text).is_err() {
            illegal_at = Some(i + 1);
            break;
        }
    }
    let mut faults = compare(&case["expect"], &describe(&referee, illegal_at));
    for (text, claims) in case["announce"].as_object().into_iter().flatten() {
        let found = json!(texts(&referee.claims_after(find(&referee, text).expect("it is legal"))));
        if found != *claims {
            faults.push(format!("announcing {text}: {found}"));
        }
    }
    faults
}

fn describe(referee: &AnyPlay, illegal_at: Option<usize>) -> Value {
    let ending = referee.ending();
    let winner = ending.as_ref().map(|end| match end.winner {
        Some(side) => format!("{side:?}").to_lowercase(),
        None => "draw".into(),
    });
    let (status, winner) = match (illegal_at, &ending) {
        (Some(_), _) => ("illegal-move".into(), None),
        (None, Some(end)) => (end.status.to_string(), winner),
        (None, None) => ("ongoing".into(), None),
    };
    let declaration = referee.declaration();
    json!({
        "status": status,
        "winner": winner,
        "in_check": referee.in_check(),
        "claims": texts(&referee.claims()),
        "illegal_at": illegal_at,
        "reason": ending.map(|end| end.reason),
        "declaration": declaration.map(|d| json!({ "27": d.rule27.to_string(), "24": d.rule24.to_string() })),
        "points": declaration.map(|d| d.points),
        "pieces": declaration.map(|d| d.pieces),
        "legal_moves": referee.legal_moves().len(),
    })
}

fn compare(expected: &Value, found: &Value) -> Vec<String> {
    let fields = expected.as_object().into_iter().flatten();
    let differs = fields.filter(|(field, value)| found[field.as_str()] != **value);
    differs
        .map(|(field, value)| format!("{field} is {}, not {value}", found[field.as_str()]))
        .collect()
}

/// The legal move that a text means.
fn find(play: &AnyPlay, text: &str) -> Result<Move, String> {
    let v = play.variant();
    let spelled = play.spellings(&play.legal_moves());
    let spellings: Vec<Spelling> = spelled.into_iter().map(Spelling::from).collect();
    let text = moves::parse_move(v, text).map_err(|e| e.to_string())?;
    moves::resolve(v, &text, &spellings).map_err(|e| e.to_string())
}

fn play(play: &mut AnyPlay, text: &str) -> Result<(), String> {
    let m = find(play, text)?;
    assert!(!play.is_barred(m), "{text} is legal and barred");
    play.push(m);
    Ok(())
}

/// A game at a position, at a named start, or at a position that it has come to from a named start.
fn open(case: &Value) -> AnyPlay {
    let v = variant(case);
    let game = AnyGame::compile(&v).expect("it compiles");
    let begin = |opening: &Opening| {
        game.open(opening).unwrap_or_else(|error| panic!("{opening:?}: {error}"))
    };
    let start = case["start"].as_str().map_or(Opening::Usual, |id| Opening::Named(id.to_owned()));
    match case["position"].as_str() {
        None => begin(&start),
        Some(text) => {
            let setup = position::parse(&v, text).unwrap_or_else(|e| panic!("{text}: {e}"));
            begin(&Opening::Setup(setup)).with_credit(begin(&start).credit())
        }
    }
}

fn variant(case: &Value) -> Variant {
    let id = case["variant"].as_str().expect("a variant");
    let settings: Vec<(String, String)> = case["set"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(key, value)| (key.clone(), value.as_str().map_or(value.to_string(), String::from)))
        .collect();
    let loaded = match OWN.iter().find(|(own, _)| *own == id) {
        Some((_, text)) => load(&Source::new("test.toml", *text), &|_| None, &settings),
        None => load_builtin(id, &settings),
    };
    loaded.unwrap_or_else(|errors| panic!("{id}: {errors:?}")).variant
}

fn texts(claims: &[Claim]) -> Vec<String> {
    claims.iter().map(Claim::to_string).collect()
}

/// The words of a list or of one text.
fn strings(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => text.split_whitespace().map(String::from).collect(),
        Value::Array(list) => list.iter().filter_map(Value::as_str).map(String::from).collect(),
        _ => Vec::new(),
    }
}
