//! The worked cases, through the program.

use crate::common::{batch, cases, json, lines, texts};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const PERFT: &str = include_str!("../../../rules/tests/cases/perft.json");
const RESULTS: &str = include_str!("../../../rules/tests/cases/results.json");
const RAICHU: &str = include_str!("../../../rules/tests/cases/raichu.json");
const MINJIKU: &str = include_str!("../../../rules/tests/cases/minjiku.json");
const XBETZA: &str = include_str!("../../../rules/tests/cases/xbetza.json");

/// Larger counts are left to the library's own tests.
const MOST_NODES: u64 = 2_000_000;

/// A request about a case.
fn request(case: &Value, cmd: &str) -> Value {
    json!({"cmd": cmd, "variant": case["variant"], "position": case["position"], "id": case["id"]})
}

/// The same with further keys.
fn request_with(case: &Value, cmd: &str, more: Value) -> Value {
    let mut request = request(case, cmd);
    request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    request
}

#[test]
fn counts() {
    let all = cases(PERFT);
    let small: Vec<&Value> =
        all.iter().filter(|case| case["nodes"].as_u64().unwrap() <= MOST_NODES).collect();
    assert!(small.len() > 100);
    let requests: Vec<Value> = small
        .iter()
        .map(|case| request_with(case, "perft", json!({"depth": case["depth"]})))
        .collect();
    for (case, answer) in small.iter().zip(batch(&requests)) {
        assert_eq!(answer["nodes"], case["nodes"], "{} depth {}", case["id"], case["depth"]);
    }
}

/// Compares the figures of a case's `perft`: one for every depth from 1.
fn check_counts(all: &[Value]) {
    let (mut requests, mut expected) = (Vec::new(), Vec::new());
    for case in all {
        for (depth, nodes) in (1..).zip(case["perft"].as_array().unwrap()) {
            if nodes.as_u64().unwrap() <= MOST_NODES {
                requests.push(request_with(case, "perft", json!({"depth": depth})));
                expected.push(nodes);
            }
        }
    }
    for ((request, answer), nodes) in requests.iter().zip(batch(&requests)).zip(expected) {
        assert_eq!(answer["nodes"], *nodes, "{request}");
    }
}

#[test]
fn ends_of_games() {
    let all = cases(RESULTS);
    let requests: Vec<Value> = all
        .iter()
        .map(|case| request_with(case, "result", json!({"moves": case["moves"]})))
        .collect();
    for (case, answer) in all.iter().zip(batch(&requests)) {
        check_verdict(case, &answer);
    }
}

fn check_verdict(case: &Value, answer: &Value) {
    for (key, expected) in case["expect"].as_object().unwrap() {
        assert_eq!(answer[key], *expected, "{} {key}: {answer}", case["id"]);
    }
    let ongoing = answer["status"] == "ongoing";
    assert_eq!(answer.get("reason").is_none(), ongoing, "{}: {answer}", case["id"]);
}

#[test]
fn ends_of_games_on_the_command_line() {
    for case in cases(RESULTS) {
        let moves = texts(&case["moves"]);
        let (variant, position) =
            (case["variant"].as_str().unwrap(), case["position"].as_str().unwrap());
        let mut arguments = vec!["result", variant, "--position", position, "--moves"];
        arguments.extend(moves.iter().map(String::as_str));
        check_verdict(&case, &json(&arguments));
    }
}

/// Where each of the texts of moves leads, by case.
fn positions_after(case: &Value, moves: &[String]) -> Vec<String> {
    let requests: Vec<Value> = moves
        .iter()
        .map(|m| request_with(case, "perft", json!({"depth": 0, "moves": [m]})))
        .collect();
    let answers = batch(&requests);
    let position = |(m, answer): (&String, &Value)| match answer["position"].as_str() {
        Some(position) => position.to_owned(),
        None => panic!("{} {m}: {answer}", case["id"]),
    };
    moves.iter().zip(&answers).map(position).collect()
}

#[test]
fn raichu() {
    let all = cases(RAICHU);
    check_counts(&all);
    for case in &all {
        let answers = batch(&[request(case, "moves"), request(case, "result")]);
        let (answer, verdict) = (&answers[0], &answers[1]);
        assert_eq!(answer["in_check"], case["in_check"], "{}", case["id"]);
        assert_eq!(verdict["in_check"], case["in_check"], "{}", case["id"]);
        assert_eq!(verdict["status"] == "checkmate", case["mated"], "{}: {verdict}", case["id"]);
        check_outcomes(case, answer);
    }
}

/// Every spelling of an outcome leads where the shown move leads, which is one of the spellings.
fn check_outcomes(case: &Value, answer: &Value) {
    let shown: BTreeMap<&str, &str> = answer["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| (m["position"].as_str().unwrap(), m["algebraic"].as_str().unwrap()))
        .collect();
    let groups: Vec<Vec<String>> = case["outcomes"].as_array().unwrap().iter().map(texts).collect();
    assert_eq!(shown.len(), groups.len(), "{}", case["id"]);
    assert_eq!(answer["moves"].as_array().unwrap().len(), groups.len(), "{}", case["id"]);
    let spellings: Vec<String> = groups.concat();
    let mut after = positions_after(case, &spellings).into_iter();
    let shocks = texts(&case["shock_moves"]);
    for group in &groups {
        let positions: BTreeSet<String> = after.by_ref().take(group.len()).collect();
        assert_eq!(positions.len(), 1, "{} {group:?}", case["id"]);
        let position = positions.first().unwrap().as_str();
        assert!(
            group.iter().any(|spelling| spelling == shown[position]),
            "{} {group:?}",
            case["id"]
        );
        let is_shock = group.iter().any(|spelling| shocks.contains(spelling));
        assert_eq!(position.ends_with(" pass"), is_shock, "{} {group:?}", case["id"]);
    }
}

#[test]
fn raichu_captures_that_win_and_promotions() {
    for case in cases(RAICHU) {
        let winning = texts(&case["winning_captures"]);
        let requests: Vec<Value> =
            winning.iter().map(|m| request_with(&case, "result", json!({"moves": [m]}))).collect();
        for (m, answer) in winning.iter().zip(batch(&requests)) {
            assert_eq!(answer["status"], "royals-captured", "{} {m}", case["id"]);
        }
        let answer = &batch(&[request(&case, "moves")])[0];
        let all = answer["moves"].as_array().unwrap().iter();
        let promoting: BTreeSet<String> = all
            .filter(|m| m["promotes"] == true)
            .map(|m| m["algebraic"].as_str().unwrap().to_owned())
            .collect();
        let expected: BTreeSet<String> = texts(&case["promotion_moves"]).into_iter().collect();
        assert_eq!(promoting, expected, "{}", case["id"]);
    }
}

#[test]
fn minjiku() {
    let all = cases(MINJIKU);
    check_counts(&all);
    for case in &all {
        let answers = batch(&[request(case, "moves"), request(case, "result")]);
        let (answer, verdict) = (&answers[0], &answers[1]);
        assert_eq!(answer["in_check"], case["in_check"], "{}", case["id"]);
        let expected = match case["outcome"].as_str().unwrap() {
            "playing" => "ongoing",
            outcome => outcome,
        };
        assert_eq!(verdict["status"], expected, "{}: {verdict}", case["id"]);
        let moves = answer["moves"].as_array().unwrap();
        if case["moves"].is_array() {
            check_move_list(case, moves);
        }
        if case["stats"].is_object() {
            check_statistics(case, moves);
        }
    }
}

/// The listed texts lead to the positions of the answer, each to one.
fn check_move_list(case: &Value, moves: &[Value]) {
    let listed = positions_after(case, &texts(&case["moves"]));
    let found: Vec<String> =
        moves.iter().map(|m| m["position"].as_str().unwrap().to_owned()).collect();
    let sorted = |mut list: Vec<String>| {
        list.sort();
        list
    };
    assert_eq!(sorted(listed), sorted(found), "{}", case["id"]);
}

fn check_statistics(case: &Value, moves: &[Value]) {
    let count = |is: &dyn Fn(&Value) -> bool| moves.iter().filter(|m| is(m)).count();
    let captures = |m: &Value| m["captures"].as_array().unwrap().len();
    let stats = &case["stats"];
    assert_eq!(stats["moves"], moves.len(), "{}", case["id"]);
    assert_eq!(stats["captures"], count(&|m| captures(m) > 0), "{}", case["id"]);
    assert_eq!(stats["promotions"], count(&|m| m["promotes"] == true), "{}", case["id"]);
    assert_eq!(
        stats["rifles"],
        count(&|m| m["from"] == m["to"] && captures(m) > 0),
        "{}",
        case["id"]
    );
}

#[test]
fn movements() {
    let all = cases(XBETZA);
    for (case, answer) in all.iter().zip(lines(&["betza", "--json"], &all)) {
        assert_eq!(answer["id"], case["id"]);
        assert_eq!(
            effects(&answer["moves"]),
            effects(&case["expected"]),
            "{} {}",
            case["id"],
            case["xbetza"]
        );
    }
}

/// Moves as a set; the order of lists says nothing.
fn effects(moves: &Value) -> BTreeSet<[Vec<String>; 4]> {
    let Some(moves) = moves.as_array() else { panic!("no moves: {moves}") };
    let sorted = |list: &Value| {
        let mut items: Vec<String> =
            list.as_array().into_iter().flatten().map(Value::to_string).collect();
        items.sort();
        items
    };
    let effect = |m: &Value| {
        [
            vec![m["to"].to_string()],
            sorted(&m["captures"]),
            sorted(&m["relocates"]),
            sorted(&m["partner"]),
        ]
    };
    let set: BTreeSet<_> = moves.iter().map(effect).collect();
    assert_eq!(set.len(), moves.len(), "every move once");
    set
}
