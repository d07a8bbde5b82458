//! Files of other programs: every move and comment is found, as the JSON beside each file tells it.

#![allow(clippy::disallowed_methods, reason = "files are read")]

use crate::common::game;
use komadai_records::pgn::MoveTree;
use komadai_records::record::Record;
use komadai_records::{csa, kif, moves};
use komadai_rules::{AnyPlay, Opening};
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

fn replay(play: &AnyPlay, line: &Line) -> AnyPlay {
    let mut play = play.clone();
    for (text, _) in line {
        let m = moves::find(&play, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        play.push(m);
    }
    play
}

fn check(path: &Path, read: impl Fn(&str) -> Record) {
    let name = path.display();
    let record = read(&std::fs::read_to_string(path).unwrap());
    let json: Value =
        serde_json::from_str(&std::fs::read_to_string(path.with_extension("json")).unwrap())
            .unwrap();
    let (mut expected, mut found) = (Vec::new(), lines(&record.tree));
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
    // Problems have no first king, which no game of ours begins without.
    let play = game("shogi").open(&record.start);
    if let Ok(play) = play {
        for line in &found {
            replay(&play, line);
        }
    } else {
        assert!(matches!(record.start, Opening::Setup(_)), "{name}");
    }
}

#[test]
fn kif() {
    let shogi = game("shogi");
    let files = files("kif", "kifu");
    assert!(files.len() > 6, "{files:?}");
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
