//! The search's signatures: the number of nodes, scores and moves of fixed searches. A change that
//! is meant to leave the search alone leaves them alone; any other writes down the new ones, which
//! `KOMADAI_SIGN=1 cargo test -p komadai --test cli bench` does.

use crate::common::{run_with, text};
use serde_json::Value;

const GAMES: [&str; 6] = ["shogi", "minishogi", "judkins", "raichu", "minjiku", "chess"];
const DEPTH: &str = "6";

fn signature(variant: &str) -> String {
    let done = run_with(&["bench", variant, "--depth", DEPTH, "--json"], "");
    assert_eq!(done.code, 0, "{}", done.err);
    let answer: Value = serde_json::from_str(&done.out).expect("it is JSON");
    assert!(answer["nodes"].as_u64().is_some_and(|nodes| nodes > 0), "{answer}");
    assert!(answer["nps"].as_u64().is_some() && answer["seconds"].as_f64().is_some(), "{answer}");
    format!("{variant} {} {}", answer["nodes"], answer["signature"].as_str().unwrap_or("none"))
}

/// OpenBench starts `bench` alone, and looks for two numbers from the last line on.
#[test]
fn openbench_reads_the_last_line() {
    let answer = text(&["bench", "--depth", "2"]);
    assert!(answer.starts_with("chess: "), "{answer}");
    let last: Vec<&str> = answer.lines().last().unwrap_or_default().split(' ').collect();
    let [nodes, "nodes", nps, "nps"] = last[..] else { panic!("{answer}") };
    assert!(
        [nodes, nps].iter().all(|number| number.parse::<u64>().is_ok_and(|n| n > 0)),
        "{answer}"
    );
    assert!(answer.contains(&format!(": {nodes} nodes in ")), "{answer}");
}

#[test]
fn the_search_is_the_one_that_was_signed() {
    let found: Vec<String> = GAMES.iter().map(|variant| signature(variant)).collect();
    let found = found.join("\n") + "\n";
    if std::env::var_os("KOMADAI_SIGN").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/signatures.txt");
        std::fs::write(path, found).expect("the signatures can be written");
        return;
    }
    assert_eq!(found, include_str!("../data/signatures.txt"));
}
