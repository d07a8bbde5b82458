//! The second implementation alone against the worked cases.

use super::betza_case::{betza_moves, expected};
use super::legality::legal;
use super::position::{Play, must_pass};
use super::{in_check, is_mate, perft, text};
use crate::variant;
use komadai_rules::{Setup, Variant};
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};

/// Perft is slow here: larger counts are left to the crate itself, unless `KOMADAI_NODES` asks for
/// them.
fn most_nodes() -> u64 {
    std::env::var("KOMADAI_NODES").map_or(10_000, |n| n.parse().expect("a number"))
}

fn cases(text: &str) -> Vec<Value> {
    serde_json::from_str(text).expect("a list of cases")
}

#[test]
fn movement() {
    let cases = cases(include_str!("../cases/xbetza.json"));
    let wrong: Vec<String> = cases.iter().filter_map(wrong_movement).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

fn wrong_movement(case: &Value) -> Option<String> {
    let (expected, found) = (expected(case), betza_moves(case));
    let missing: Vec<_> = expected.difference(&found).collect();
    let extra: Vec<_> = found.difference(&expected).collect();
    (expected != found)
        .then(|| format!("{} {}: missing {missing:?}, extra {extra:?}", case["id"], case["xbetza"]))
}

#[test]
fn counts_of_shogi_and_chess() {
    for case in cases(include_str!("../cases/perft.json")) {
        let (depth, nodes) = (number(&case["depth"]), number(&case["nodes"]));
        if nodes <= most_nodes() {
            let (v, s) = position(&case);
            assert_eq!(perft(&v, &s, depth as u32), nodes, "{} depth {depth}", case["id"]);
        }
    }
}

#[test]
fn raichu() {
    for case in cases(include_str!("../cases/raichu.json")) {
        let (v, s) = position(&case);
        check_counts(&v, &s, &case);
        assert_eq!(in_check(&v, &s), case["in_check"], "{}", case["id"]);
        assert_eq!(is_mate(&v, &s), case["mated"], "{}", case["id"]);
        check_moves(&v, &s, &case, &groups(&case["outcomes"]));
        let shocks = strings(&case["shock_moves"]);
        for play in legal(&v, &s) {
            let listed = shocks.contains(&spelling(&v, &play));
            assert!(must_pass(&play.after) || !listed, "{}: {play:?}", case["id"]);
        }
        let freezing = |g: &&BTreeSet<String>| !g.is_disjoint(&shocks);
        let frozen = by_position(&v, &s).into_iter().filter(|(after, _)| must_pass(after)).count();
        assert_eq!(frozen, groups(&case["outcomes"]).iter().filter(freezing).count());
    }
}

#[test]
fn minjiku() {
    for case in cases(include_str!("../cases/minjiku.json")) {
        let (v, s) = position(&case);
        check_counts(&v, &s, &case);
        assert_eq!(in_check(&v, &s), case["in_check"], "{}", case["id"]);
        assert_eq!(is_mate(&v, &s), case["outcome"] == "checkmate", "{}", case["id"]);
        let moves: Vec<_> = strings(&case["moves"]).into_iter().map(|m| [m].into()).collect();
        if !moves.is_empty() || case["moves"].is_array() {
            check_moves(&v, &s, &case, &moves);
        }
    }
}

fn position(case: &Value) -> (Variant, Setup) {
    let v = variant(case["variant"].as_str().expect("a variant"));
    let s = text::setup(&v, case["position"].as_str().expect("a position"));
    (v, s)
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

fn strings(list: &Value) -> BTreeSet<String> {
    let items = list.as_array().into_iter().flatten();
    items.map(|s| s.as_str().expect("a text").to_owned()).collect()
}

fn groups(list: &Value) -> Vec<BTreeSet<String>> {
    list.as_array().into_iter().flatten().map(strings).collect()
}

fn check_counts(v: &Variant, s: &Setup, case: &Value) {
    for (depth, nodes) in (1..).zip(case["perft"].as_array().expect("a list")) {
        if number(nodes) <= most_nodes() {
            assert_eq!(perft(v, s, depth), number(nodes), "{} depth {depth}", case["id"]);
        }
    }
}

/// Every listed move leads to a position of its own, and no other position can be reached.
fn check_moves(v: &Variant, s: &Setup, case: &Value, listed: &[BTreeSet<String>]) {
    let found = by_position(v, s);
    assert_eq!(found.len(), listed.len(), "{}", case["id"]);
    for spellings in found.values() {
        let fitting = listed.iter().filter(|moves| !moves.is_disjoint(spellings)).count();
        assert_eq!(fitting, 1, "{}: {spellings:?}", case["id"]);
    }
}

fn by_position(v: &Variant, s: &Setup) -> HashMap<Setup, BTreeSet<String>> {
    let mut found: HashMap<Setup, BTreeSet<String>> = HashMap::new();
    for play in legal(v, s) {
        found.entry(play.after.clone()).or_default().insert(spelling(v, &play));
    }
    found
}

/// The move as the cases write it: `*` for a rifle shot of Minjiku, else every square on the way.
fn spelling(v: &Variant, play: &Play) -> String {
    let name = |cell: usize| text::name(v.board.files, v.board.first_rank, cell);
    let Some(from) = play.from else {
        return "pass".to_owned();
    };
    let outcome = &play.outcome;
    let plus = if play.promotes.is_some() { "+" } else { "" };
    match outcome.captures.first() {
        Some(&victim) if outcome.to == from && v.board.first_rank == 0 => {
            format!("{}*{}{plus}", name(from), name(victim))
        }
        // An area move is named by its ends alone, a Lion's by every square.
        _ if v.board.first_rank == 0 => format!("{}{}{plus}", name(from), name(outcome.to)),
        _ => {
            let squares = [from].into_iter().chain(outcome.path.clone()).chain([outcome.to]);
            format!("{}{plus}", squares.map(name).collect::<String>())
        }
    }
}
