//! Files of other programs: every move and comment is found, as the JSON beside each file tells it.

#![allow(clippy::disallowed_methods, reason = "files are read")]

use crate::common::game;
use komadai_records::pgn::MoveTree;
use komadai_records::record::Record;
use komadai_records::{csa, kif, moves, notation};
use komadai_rules::AnyPlay;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A line of moves, each with its comment.
type Line = Vec<(String, String)>;

/// The files of a kind, but for those that say nothing.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(folder);
    let all = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        all.filter(|path| path.extension().is_some_and(|it| it == ending)).collect();
    files.sort();
    files
}

/// A move of json-kifu-format in USI; CSA's board tells whether it promotes.
fn usi(m: &Value) -> String {
    const DROPPED: [(&str, &str); 7] =
        [("FU", "P"), ("KY", "L"), ("KE", "N"), ("GI", "S"), ("KI", "G"), ("KA", "B"), ("HI", "R")];
    let square = |it: &Value| {
        let rank = u8::try_from(it["y"].as_u64().unwrap()).unwrap();
        format!("{}{}", it["x"], char::from(b'a' + rank - 1))
    };
    let to = square(&m["to"]);
    if m["from"].is_null() {
        let piece = DROPPED.iter().find(|(code, _)| m["piece"] == *code).unwrap().1;
        return format!("{piece}*{to}");
    }
    format!("{}{to}{}", square(&m["from"]), if m["promote"] == true { "+" } else { "" })
}

fn comment(entry: &Value) -> String {
    let comments = entry["comments"].as_array().into_iter().flatten();
    comments.map(|it| it.as_str().unwrap()).collect::<Vec<_>>().join("\n")
}

/// All lines of a game in json-kifu-format, from its start to every end.
fn told(moves: &[Value], before: &Line, lines: &mut Vec<Line>) {
    let mut line = before.clone();
    for entry in moves {
        for fork in entry["forks"].as_array().into_iter().flatten() {
            told(fork.as_array().unwrap(), &line, lines);
        }
        if entry["move"].is_object() {
            line.push((usi(&entry["move"]), comment(entry)));
        }
    }
    lines.push(line);
}

/// All lines of a tree.
fn lines(tree: &MoveTree) -> Vec<Line> {
    let is_last = |index: &usize| !tree.nodes.iter().any(|node| node.parent == Some(*index));
    let line = |last: usize| {
        let way = std::iter::successors(Some(last), |index| tree.nodes[*index].parent);
        let mut line: Line = way
            .map(|index| (tree.nodes[index].text.clone(), tree.nodes[index].comment.clone()))
            .collect();
        line.reverse();
        line
    };
    let found: Vec<Line> = (0..tree.nodes.len()).filter(is_last).map(line).collect();
    if found.is_empty() { vec![Line::new()] } else { found }
}

/// A line with its moves in USI; all of them are legal.
fn replayed(play: &AnyPlay, line: &Line) -> Line {
    let mut play = play.clone();
    let replay = |(text, comment): &(String, String)| {
        let m = notation::find(&play, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let usi = moves::spell(&play, m).usi(play.variant());
        play.push(m);
        (usi, comment.clone())
    };
    line.iter().map(replay).collect()
}

fn check(path: &Path, read: impl Fn(&str) -> Record) {
    let name = path.display();
    let record = read(&std::fs::read_to_string(path).unwrap());
    let json: Value =
        serde_json::from_str(&std::fs::read_to_string(path.with_extension("json")).unwrap())
            .unwrap();
    let play = game("shogi").open(&record.start).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut found: Vec<Line> =
        lines(&record.tree).iter().map(|line| replayed(&play, line)).collect();
    let mut expected = Vec::new();
    told(json["moves"].as_array().unwrap(), &Line::new(), &mut expected);
    for lines in [&mut expected, &mut found] {
        lines.sort();
    }
    for (expected, found) in expected.iter_mut().zip(&found) {
        for (expected, found) in expected.iter_mut().zip(found) {
            // In that form the piece alone may tell that it promotes.
            if found.0.strip_suffix('+') == Some(&expected.0) {
                expected.0.push('+');
            }
            assert_eq!(*expected, *found, "{name}");
        }
    }
    assert_eq!(expected.len(), found.len(), "{name}");
    assert_eq!(comment(&json["moves"][0]), record.tree.comment, "{name}");
}

#[test]
fn kif() {
    let shogi = game("shogi");
    let files = [files("kif", "kifu"), files("ki2", "ki2u")].concat();
    assert!(files.len() > 8, "{files:?}");
    for path in &files {
        check(path, |text| {
            kif::read(shogi.variant(), text, 10_000)
                .unwrap_or_else(|e| panic!("{}: {e}", path.display()))
        });
    }
}

#[test]
fn csa() {
    let shogi = game("shogi");
    let files = files("csa", "csa");
    assert!(files.len() > 10, "{files:?}");
    for path in &files {
        check(path, |text| {
            csa::read(shogi.variant(), text, 10_000)
                .unwrap_or_else(|e| panic!("{}: {e}", path.display()))
        });
    }
}
