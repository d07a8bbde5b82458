//! Files of other programs: every move and comment is found, as the JSON beside each file tells it.

#![allow(clippy::disallowed_methods, reason = "files are read")]

use crate::common::game;
use komadai_records::record::{BadRecord, Closing, LineEnd, MoveTree, Record, TreeNode};
use komadai_records::{csa, jkf, kif, moves, notation};
use komadai_rules::{AnyGame, AnyPlay, Move, Opening, Setup, Variant};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A line of moves, each with its comment.
pub(crate) type Line = Vec<(String, String)>;

/// The files of a kind, but for those that say nothing.
pub(crate) fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
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
pub(crate) fn lines(tree: &MoveTree) -> Vec<Line> {
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
pub(crate) fn replayed(play: &AnyPlay, line: &Line) -> Line {
    let mut play = play.clone();
    let replay = |(text, comment): &(String, String)| {
        let m = notation::find(&play, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let usi = moves::spell(&play, m).usi(play.variant());
        play.push(m);
        (usi, comment.clone())
    };
    line.iter().map(replay).collect()
}

fn check(path: &Path, read: impl Fn(&str) -> Record) -> Record {
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
    let told = jkf::read(game("shogi").variant(), &json.to_string(), 10_000).unwrap();
    if told.end.is_some() {
        assert_eq!(ends(&record), ends(&told), "{name}");
    }
    record
}

/// How all lines end: that of the game first.
pub(crate) fn ends(record: &Record) -> Vec<LineEnd> {
    let mut ends: Vec<LineEnd> =
        record.tree.nodes.iter().filter_map(|node| node.end.as_deref().cloned()).collect();
    ends.sort_by_key(|LineEnd { word, closing }| {
        (word.clone(), closing.comment.clone(), closing.spent)
    });
    let word = record.end.clone().unwrap_or_default();
    ends.insert(0, LineEnd { word, closing: record.closing.clone() });
    ends
}

/// What is written of a record reads back as the same.
fn check_written(path: &Path, record: &Record) {
    let (name, game) = (path.display(), game("shogi"));
    let text = kif::write(&game, record).unwrap_or_else(|error| panic!("{name}: {error}"));
    let again = kif::read(game.variant(), &text, 10_000)
        .unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
    let play = game.open(&record.start).expect("it was opened before");
    let all = |record: &Record| {
        let lines = lines(&record.tree);
        lines.iter().map(|line| replayed(&play, line)).collect::<Vec<Line>>()
    };
    assert_eq!(all(&again), all(record), "{name}\n{text}");
    let spent = |record: &Record| record.tree.nodes.iter().map(|it| it.spent).collect::<Vec<_>>();
    assert_eq!(spent(&again).len(), spent(record).len(), "{name}");
    let total = |record: &Record| spent(record).into_iter().flatten().sum::<Duration>();
    assert_eq!(total(&again), total(record), "{name}");
    let said = |record: &Record| {
        let mut headers = record.headers.clone();
        headers.retain(|(name, _)| name != "手合割");
        (headers, record.tree.comment.clone())
    };
    assert_eq!(said(&again), said(record), "{name}");
    // Where a file says only who has won, the position shows how.
    match (&record.end, record.winner) {
        (None, Some(_)) => assert!(again.end.is_some(), "{name}"),
        (end, _) => assert_eq!(again.end, *end, "{name}"),
    }
    assert_eq!(ends(&again)[1..], ends(record)[1..], "{name}");
    assert_eq!(again.closing, record.closing, "{name}");
    assert_eq!(setup(&again), setup(record), "{name}");
    // What is written once is written so for ever.
    assert_eq!(kif::write(&game, &again).unwrap(), text, "{name}");
}

/// The position in which a record begins.
fn setup(record: &Record) -> Setup {
    game("shogi").open(&record.start).unwrap().setup()
}

fn check_all(files: &[PathBuf], read: fn(&Variant, &str, usize) -> Result<Record, BadRecord>) {
    let shogi = game("shogi");
    for path in files {
        let read = |text: &str| read(shogi.variant(), text, 10_000);
        let record =
            check(path, |text| read(text).unwrap_or_else(|e| panic!("{}: {e}", path.display())));
        check_written(path, &record);
        check_written_in_csa(path, &record);
    }
}

/// The same in CSA, which has the main line alone.
fn check_written_in_csa(path: &Path, record: &Record) {
    let (name, game) = (path.display(), game("shogi"));
    let text = csa::write(&game, record).unwrap_or_else(|error| panic!("{name}: {error}"));
    let again = csa::read(game.variant(), &text, 10_000)
        .unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
    let play = game.open(&record.start).expect("it was opened before");
    let main = |record: &Record| {
        let mut nodes = record.tree.nodes.iter().enumerate();
        let mut line = Line::new();
        let mut last = None;
        while let Some((index, node)) = nodes.find(|(_, node)| node.parent == last) {
            line.push((node.text.clone(), node.comment.clone()));
            last = Some(index);
        }
        replayed(&play, &line)
    };
    assert_eq!(main(&again), main(record), "{name}\n{text}");
    assert_eq!(setup(&again), setup(record), "{name}\n{text}");
    assert_eq!(again.closing, record.closing, "{name}\n{text}");
    match (&record.end, record.winner) {
        (None, Some(_)) => assert!(again.end.is_some(), "{name}"),
        (end, _) => assert_eq!(again.end, *end, "{name}\n{text}"),
    }
    assert_eq!(
        (again.header("先手"), again.header("後手")),
        (record.header("先手"), record.header("後手"))
    );
    assert_eq!(csa::write(&game, &again).unwrap(), text, "{name}");
}

#[test]
fn kif() {
    let files = [files("kif", "kifu"), files("ki2", "ki2u")].concat();
    assert!(files.len() > 8, "{files:?}");
    check_all(&files, kif::read);
}

#[test]
fn csa() {
    let files = files("csa", "csa");
    assert!(files.len() > 10, "{files:?}");
    check_all(&files, csa::read);
}

fn closing(rng: &mut fastrand::Rng) -> Closing {
    let spent = rng.bool().then(|| Duration::from_secs(rng.u64(..5_000)));
    Closing { spent, comment: if rng.bool() { "感想\n二行" } else { "" }.to_owned() }
}

/// A random game with a variation at every tenth move, comments and times.
pub(crate) fn random_record(game: &AnyGame, start: Opening, rng: &mut fastrand::Rng) -> Record {
    let end = Some("中断".to_owned());
    let mut record = Record { start, end, closing: closing(rng), ..Record::default() };
    let mut play = game.open(&record.start).unwrap();
    let mut parent = None;
    for ply in 0..80 {
        let legal = play.legal_moves();
        if legal.is_empty() || play.ending().is_some() {
            break;
        }
        let choices = if ply % 10 == 9 { 2 } else { 1 };
        let mut chosen: Vec<Move> = (0..choices).map(|_| legal[rng.usize(..legal.len())]).collect();
        chosen.dedup();
        let main = record.tree.nodes.len();
        for m in &chosen {
            record.tree.nodes.push(TreeNode {
                parent,
                text: moves::spell(&play, *m).usi(play.variant()),
                comment: if rng.u8(..) < 40 { "読み\n&x" } else { "" }.to_owned(),
                spent: Some(Duration::from_secs(rng.u64(..5_000))),
                ..TreeNode::default()
            });
        }
        if chosen.len() > 1 && rng.bool() {
            let word = "詰み".to_owned();
            let end = LineEnd { word, closing: closing(rng) };
            record.tree.nodes[main + 1].end = Some(Box::new(end));
        }
        parent = Some(main);
        play.push(chosen[0]);
    }
    record
}

#[test]
fn games_are_written_and_read_again() {
    let mut rng = fastrand::Rng::with_seed(7);
    let starts =
        [("shogi", None), ("shogi", Some("2-piece")), ("minishogi", None), ("judkins", None)];
    for (id, start) in starts {
        let game = game(id);
        for _ in 0..10 {
            let start =
                start.map_or(Opening::Usual, |start: &str| Opening::Named(start.to_owned()));
            let record = random_record(&game, start, &mut rng);
            let text = kif::write(&game, &record).unwrap();
            let again =
                kif::read(game.variant(), &text, 1_000).unwrap_or_else(|e| panic!("{e}\n{text}"));
            let sorted = |record: &Record| {
                let mut lines = lines(&record.tree);
                lines.sort();
                lines
            };
            assert_eq!(sorted(&again), sorted(&record), "{text}");
            assert_eq!(again.start, record.start, "{text}");
            assert_eq!(ends(&again), ends(&record), "{text}");
            assert_eq!(kif::write(&game, &again).unwrap(), text);
        }
    }
}

/// Times of other programs may be anything.
#[test]
fn endless_times_are_written() {
    let game = game("minishogi");
    let moves = "+5453FU\nT1e19\n-1213FU\nT1\n+5352FU\nT1e19\n";
    let record = csa::read(game.variant(), moves, 10).unwrap();
    let text = kif::write(&game, &record).unwrap();
    assert!(text.contains("   3 ５二歩(53)"), "{text}");
}
