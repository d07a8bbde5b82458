//! Answers to the worked cases of movement: one piece on a board of nameless friends and enemies.

use super::scene::{Content, Man, Outcome, Scene};
use super::{text, walk};
use komadai_rules::{Color, PieceType};
use serde_json::Value;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A move in the cases' own words: squares by name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CaseMove {
    pub(crate) to: String,
    pub(crate) captures: BTreeSet<String>,
    pub(crate) relocates: BTreeSet<(String, String)>,
    pub(crate) partner: BTreeSet<(String, String)>,
}

/// What the case expects.
pub(crate) fn expected(case: &Value) -> BTreeSet<CaseMove> {
    let list = case["expected"].as_array().expect("a list");
    list.iter()
        .map(|m| CaseMove {
            to: m["to"].as_str().expect("a square").to_owned(),
            captures: strings(&m["captures"]),
            relocates: pairs(&m["relocates"]),
            partner: pairs(&m["partner"]),
        })
        .collect()
}

/// The moves of the case's piece.
pub(crate) fn betza_moves(case: &Value) -> BTreeSet<CaseMove> {
    let tree = komadai_betza::parse(case["xbetza"].as_str().expect("a text")).expect("it parses");
    let scene = scene(case);
    let name = |cell: usize| text::name(scene.files as u8, 1, cell);
    let named = |o: Outcome| CaseMove {
        to: name(o.to),
        captures: o.captures.iter().map(|&c| name(c)).collect(),
        relocates: o.relocates.iter().map(|&(a, b)| (name(a), name(b))).collect(),
        partner: o.partner.iter().map(|&(a, b)| (name(a), name(b))).collect(),
    };
    walk::outcomes(&scene, &tree.descriptor).into_iter().map(named).collect()
}

fn scene(case: &Value) -> Scene {
    let size = |key: &str| case["board"][key].as_i64().expect("a size") as i32;
    let (files, ranks) = (size("files"), size("ranks"));
    let cell = |name: &str| text::square(files as u8, 1, name).index();
    let color = match case["side"].as_str() {
        Some("second") => Color::Second,
        _ => Color::First,
    };
    let (royal, unmoved) = (strings(&case["royal"]), strings(&case["unmoved"]));
    let mut contents = vec![Content::Empty; (files * ranks) as usize];
    for (key, color) in [("friends", color), ("enemies", !color)] {
        for at in strings(&case[key]) {
            let (royal, castles) = (royal.contains(&at), unmoved.contains(&at));
            contents[cell(&at)] =
                Content::Man(Man { color, kind: PieceType(0), royal, rank: 0, castles });
        }
    }
    for hole in strings(&case["holes"]) {
        contents[cell(&hole)] = Content::Gone;
    }
    let square = |key: &str| case[key].as_str().map(cell);
    Scene {
        files,
        ranks,
        vanishing: Rc::new(vec![false; contents.len()]),
        contents: Rc::new(contents),
        from: square("from").expect("a square"),
        color,
        virgin: case["moved"] != true,
        home: None,
        en_passant: square("ep").map(|ep| vec![ep]).zip(square("ep_victim")),
        wild: false,
        confined: Default::default(),
        over: None,
        takes: None,
    }
}

fn strings(list: &Value) -> BTreeSet<String> {
    let items = list.as_array().into_iter().flatten();
    items.map(|s| s.as_str().expect("a text").to_owned()).collect()
}

fn pairs(list: &Value) -> BTreeSet<(String, String)> {
    let items = list.as_array().into_iter().flatten();
    items
        .map(|p| {
            let square = |n: usize| p[n].as_str().expect("a square").to_owned();
            (square(0), square(1))
        })
        .collect()
}
