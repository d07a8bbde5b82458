//! Diagrams against the worked cases of the notation.

use crate::reader::{Cell, Scene, is_complete, moves};
use komadai_movement::TrialMove;
use komadai_movement::diagram::Diagram;
use komadai_variant::{Color, Square};
use serde_json::Value;
use std::collections::BTreeSet;

fn square(files: u8, name: &str) -> Square {
    let file = name.as_bytes()[0] - b'a';
    let rank: u8 = name[1..].parse().expect("a rank");
    Square((rank - 1) * files + file)
}

fn squares(files: u8, list: &Value) -> BTreeSet<Square> {
    let items = list.as_array().into_iter().flatten();
    items.map(|s| square(files, s.as_str().expect("a square"))).collect()
}

fn pairs(files: u8, list: &Value) -> Vec<(Square, Square)> {
    let one = |value: &Value| square(files, value.as_str().expect("a square"));
    let items = list.as_array().into_iter().flatten();
    let mut pairs: Vec<_> = items.map(|p| (one(&p[0]), one(&p[1]))).collect();
    pairs.sort_unstable();
    pairs
}

fn scene(case: &Value) -> Scene {
    let size = |key: &str| case["board"][key].as_u64().expect("a size") as u8;
    let (files, ranks) = (size("files"), size("ranks"));
    let one = |key: &str| case[key].as_str().map(|name| square(files, name));
    let royal = squares(files, &case["royal"]);
    let mut cells = vec![Cell::Empty; usize::from(files) * usize::from(ranks)];
    for at in squares(files, &case["friends"]) {
        cells[at.index()] = Cell::Friend;
    }
    for at in squares(files, &case["enemies"]) {
        cells[at.index()] = Cell::Enemy { royal: royal.contains(&at) };
    }
    for at in squares(files, &case["holes"]) {
        cells[at.index()] = Cell::Hole;
    }
    Scene {
        files,
        ranks,
        cells,
        from: one("from").expect("a square"),
        side: if case["side"] == "second" { Color::Second } else { Color::First },
        moved: case["moved"] == true,
        unmoved: squares(files, &case["unmoved"]),
        en_passant: one("ep").zip(one("ep_victim")),
        high: BTreeSet::new(),
    }
}

fn expected(files: u8, case: &Value) -> BTreeSet<TrialMove> {
    let list = case["expected"].as_array().expect("a list");
    let told = |m: &Value| TrialMove {
        to: square(files, m["to"].as_str().expect("a square")),
        captures: squares(files, &m["captures"]).into_iter().collect(),
        relocates: pairs(files, &m["relocates"]),
        partner: pairs(files, &m["partner"]).first().copied(),
    };
    list.iter().map(told).collect()
}

#[test]
fn the_worked_cases_go_as_they_are_drawn() {
    let cases: Value = serde_json::from_str(include_str!("../../../rules/tests/cases/xbetza.json"))
        .expect("it is JSON");
    let list = cases.as_array().or_else(|| cases["cases"].as_array()).expect("a list of cases");
    let mut drawn = 0;
    for case in list.iter().filter(|case| case["expected"].is_array()) {
        let text = case["xbetza"].as_str().expect("a text");
        let movement = komadai_betza::parse(text).expect("it parses").descriptor;
        let scene = scene(case);
        let diagram = Diagram::of_movement(&movement, (scene.files, scene.ranks));
        let diagram = diagram.unwrap_or_else(|e| panic!("{text}: {e}"));
        let (read, expected) = (moves(&diagram, &scene), expected(scene.files, case));
        if is_complete(&diagram) {
            assert_eq!(read, expected, "{} {text}\n{diagram:?}", case["id"]);
            drawn += 1;
        } else {
            assert!(read.is_subset(&expected), "{} {text}", case["id"]);
        }
    }
    assert!(drawn * 10 >= list.len() * 9, "{drawn} of {}", list.len());
}
