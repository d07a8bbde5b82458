//! Conversations as data: what is said, and what must be answered.
//!
//! In `tests/sessions/*.txt` a line `> TEXT` is said, a line `< TEXT` is awaited: other lines may
//! come before it. `*` stands for any text, also none. `! TEXT` must not have been said since the
//! last `>`. A line `== TITLE` begins a new conversation, `#` a remark.

use crate::common::{Games, Talk};
use komadai_protocol::Start;

/// Whether a text has the form of a pattern with `*`.
fn fits(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.len() >= last.len() && rest.ends_with(last)
}

/// Files of inventors.
const FILES: &[(&str, &str)] = &[
    ("race.toml", include_str!("../data/race.toml")),
    ("lion-shogi.toml", include_str!("../data/lion-shogi.toml")),
    ("chess-in-hand.toml", include_str!("../data/chess-in-hand.toml")),
    ("lion-chess.toml", include_str!("../data/lion-chess.toml")),
];

fn check(title: &str, script: &[(usize, &str)]) {
    let mut games = Games::default();
    games.files.extend(FILES.iter().map(|(name, text)| (name.to_string(), text.to_string())));
    let mut talk = Talk::with(games, Start::default());
    let mut since = Vec::new();
    for (number, line) in script {
        let (mark, text) = line.split_at(2);
        match mark {
            "> " => {
                since.clear();
                talk.say(text);
            }
            "< " => loop {
                let Some(heard) = talk.next() else {
                    panic!("{title}, line {number}: `{text}` is not among {since:#?}");
                };
                since.push(heard);
                if since.last().is_some_and(|heard| fits(text, heard)) {
                    break;
                }
            },
            "! " => {
                let said = since.iter().find(|heard| fits(text, heard));
                assert_eq!(said, None, "{title}, line {number}");
            }
            _ => panic!("{title}, line {number}: what is `{line}`?"),
        }
    }
    talk.quit("quit");
}

fn check_all(text: &str) {
    let mut conversations: Vec<(&str, Vec<(usize, &str)>)> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        match line.split_at_checked(3) {
            Some(("== ", title)) => conversations.push((title, Vec::new())),
            _ if line.is_empty() || line.starts_with('#') => {}
            _ => {
                let (_, script) = conversations.last_mut().expect("a title comes first");
                script.push((index + 1, line));
            }
        }
    }
    assert!(!conversations.is_empty());
    for (title, script) in conversations {
        check(title, &script);
    }
}

#[test]
fn usi() {
    check_all(include_str!("../sessions/usi.txt"));
}

#[test]
fn uci() {
    check_all(include_str!("../sessions/uci.txt"));
}

#[test]
fn xboard() {
    check_all(include_str!("../sessions/xboard.txt"));
}

#[test]
fn first_lines() {
    check_all(include_str!("../sessions/first-lines.txt"));
}

#[test]
fn patterns() {
    for (pattern, text, expected) in [
        ("a*c", "abc", true),
        ("a*c", "ac", true),
        ("a*c", "abd", false),
        ("abc", "abc", true),
        ("abc", "abcd", false),
        ("*b*", "abc", true),
        ("a*a", "a", false),
    ] {
        assert_eq!(fits(pattern, text), expected, "{pattern} {text}");
    }
}

/// It weighs several, which would look like one thought after the other, the worst as the last.
#[test]
fn a_level_shows_no_more_lines_than_were_asked_for() {
    let mut talk = Talk::with(Games::default(), Start::default());
    for line in ["usi", "setoption name Level value 3", "position startpos", "go depth 3"] {
        talk.say(line);
    }
    let mut depths = Vec::new();
    while let Some(line) = talk.next().filter(|line| !line.starts_with("bestmove")) {
        if let Some(rest) = line.strip_prefix("info depth ") {
            let depth = rest.split(' ').next().and_then(|depth| depth.parse::<u32>().ok());
            depths.push(depth.expect("a number"));
        }
    }
    talk.quit("quit");
    assert!(!depths.is_empty());
    assert!(depths.is_sorted_by(|a, b| a < b), "{depths:?}");
}

/// What is heard before the engine is ready, and of the game that is on the board.
fn check_start(start: Start, hello: [&str; 2], complaints: usize, expected: &str) {
    let mut talk = Talk::with(Games::default(), start.clone());
    let heard = talk.ask(hello[0], hello[1]);
    let complain = |line: &&String| line.starts_with('#') || line.starts_with("info");
    assert_eq!(heard.iter().filter(complain).count(), complaints, "{start:?}: {heard:?}");
    let shown = talk.ask("d", "Sfen: ");
    assert!(shown.iter().any(|line| fits(expected, line)), "{start:?}: {shown:?}");
}

#[test]
fn a_program_is_started_in_a_game() {
    let pair = |key: &str, value: &str| vec![(key.to_owned(), value.to_owned())];
    let raichu = Start { options: pair("USI_Variant", "raichu"), ..Start::default() };
    check_start(raichu.clone(), ["usi", "usiok"], 0, "Sfen: *12*");
    check_start(raichu, ["uci", "uciok"], 0, "Sfen: *12*");
    // Shogi, which is there first, knows no such piece.
    let chess = Start { settings: pair("pieces.Q.value", "1200"), ..Start::default() };
    check_start(chess.clone(), ["uci", "uciok"], 0, "Sfen: rnbqkbnr*");
    check_start(chess, ["usi", "usiok"], 1, "Sfen: lnsgkgsnl*");
}
