//! `komadai match`.

use crate::common::{run, text};
use serde_json::Value;
use std::path::PathBuf;

/// A file that is not there yet.
fn fresh(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path.display().to_string()
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

const PLAYERS: [&str; 5] = ["match", "minishogi", "greedy:1", "random:1", "--random-plies"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&PLAYERS[..], &["4"], more].concat()
}

#[test]
fn a_line_a_game_and_a_summary() {
    let answers = lines(&text(&with(&["--games", "4", "--json"])));
    let [games @ .., summary] = &answers[..] else { panic!("{answers:?}") };
    assert_eq!(games.len(), 4);
    for (i, game) in games.iter().enumerate() {
        assert_eq!(
            (game["game"].as_u64(), game["pair"].as_u64()),
            (Some(i as u64 + 1), Some(i as u64 / 2 + 1))
        );
        let by_name = if i % 2 == 0 { ["greedy:1", "random:1"] } else { ["random:1", "greedy:1"] };
        assert_eq!([&game["first"], &game["second"]], by_name);
        assert_eq!(
            game["moves"].as_array().map(Vec::len),
            game["plies"].as_u64().map(|n| n as usize)
        );
        assert!(["first", "second", "draw"].contains(&game["winner"].as_str().unwrap_or_default()));
    }
    let keys: Vec<&String> = summary.as_object().expect("an object").keys().collect();
    let expected = [
        "crashes",
        "draws",
        "elo",
        "elo_error",
        "games",
        "illegal",
        "llr",
        "losses",
        "timeouts",
        "wins",
    ];
    assert_eq!(keys, expected);
    let score: f64 = games.iter().filter_map(|game| game["score"].as_f64()).sum();
    let n = |key: &str| summary[key].as_f64().unwrap_or_default();
    assert_eq!((n("games"), n("wins") + n("draws") / 2.0), (4.0, score));
}

#[test]
fn games_are_saved_and_gone_on_with() {
    let (out, pgn) = (fresh("match.jsonl"), fresh("match.pgn"));
    let files = ["--out", out.as_str(), "--pgn", pgn.as_str(), "--json"];
    let whole = text(&with(&["--games", "6", "--json"]));
    text(&with(&[&["--games", "3"], &files[..]].concat()));
    // A match that was interrupted leaves half a line.
    let half = std::fs::read_to_string(&out).expect("a file") + "{\"game\": 4, \"mo";
    std::fs::write(&out, half).expect("it can be written");
    let again = run(&with(&[&["--games", "6"], &files[..]].concat()));
    assert_eq!(again.code, 2);
    assert!(again.err.contains("exists already"), "{}", again.err);
    let one = run(&with(&["--games", "2", "--out", "./one.txt", "--pgn", "one.txt"]));
    assert_eq!(one.code, 2);
    assert!(one.err.contains("--pgn and --out need different files"), "{}", one.err);
    let resumed = text(&with(&[&["--games", "6", "--resume"], &files[..]].concat()));
    assert_eq!(resumed, whole);
    let saved = std::fs::read_to_string(&out).expect("a file");
    assert_eq!(lines(&saved).len(), 7);
    let pgn = std::fs::read_to_string(&pgn).expect("a file");
    assert_eq!(pgn.matches("[Event ").count(), 6);
    let other = run(&with(&[&["--games", "6", "--resume", "--seed", "9"], &files[..]].concat()));
    assert_eq!(other.code, 2);
    assert!(other.err.contains("seed was 1, now 9"), "{}", other.err);
}

#[test]
fn games_that_have_lost_their_match_are_not_overwritten() {
    let (out, pgn) = (fresh("lost.jsonl"), fresh("kept.pgn"));
    std::fs::write(&pgn, "[Event \"x\"]\n").expect("it can be written");
    let files = ["--out", out.as_str(), "--pgn", pgn.as_str(), "--resume"];
    let done = run(&with(&[&["--games", "2"], &files[..]].concat()));
    assert_eq!(done.code, 2);
    assert!(done.err.contains("--out has none"), "{}", done.err);
    assert_eq!(std::fs::read_to_string(&pgn).expect("a file"), "[Event \"x\"]\n");
}

#[test]
fn settings_reach_both_the_engine_and_the_referee() {
    for engine in ["komadai", "komadai proto=uci", "komadai proto=xboard"] {
        for set in ["end.declaration.rule=24", "drops=false"] {
            let told = text(&[
                "match",
                "shogi",
                "--engine",
                &format!("{engine} depth=1"),
                "--engine",
                "random:1",
                "--games",
                "2",
                "--json",
                "--set",
                set,
            ]);
            let games = lines(&told);
            let summary = games.last().expect("a summary");
            assert_eq!(
                (&summary["illegal"], &summary["crashes"]),
                (&0.into(), &0.into()),
                "{told}"
            );
            let dropped = told.contains('*');
            assert_eq!(dropped, set != "drops=false", "{engine} {set}");
        }
    }
}

#[test]
fn people_are_told_in_words() {
    let told = text(&with(&["--games", "4", "--sprt", "elo0=0", "elo1=400"]));
    for words in ["greedy:1 against random:1: ", "Elo ", "LLR ", "illegal moves 0, crashes 0"] {
        assert!(told.contains(words), "{told}");
    }
}

/// All points for one side say only that it is at least so much stronger: of two games, hardly anything.
#[test]
fn a_clean_sheet_is_told_as_a_bound() {
    let won = text(&["match", "minishogi", "level:4", "random:1", "--games", "2"]);
    assert!(won.contains("Elo at least -290.5 (95 %); "), "{won}");
    let lost = text(&["match", "minishogi", "random:1", "level:4", "--games", "2"]);
    assert!(lost.contains("Elo at most 290.5 (95 %); "), "{lost}");
}

/// A file of games never gets shorter, and neither does the PGN beside it.
#[test]
fn fewer_games_than_are_saved_leave_the_files_as_they_are() {
    let (out, pgn) = (fresh("many.jsonl"), fresh("many.pgn"));
    let files = ["--out", out.as_str(), "--pgn", pgn.as_str()];
    text(&with(&[&["--games", "5"], &files[..]].concat()));
    let read = || [&out, &pgn].map(|path| std::fs::read_to_string(path).expect("a file"));
    let before = read();
    let told = text(&with(&[&["--games", "2", "--resume"], &files[..]].concat()));
    assert!(told.contains("greedy:1 against random:1: 5 games, "), "{told}");
    assert_eq!(read(), before);
}

/// Whoever finds the files later can tell when and how the games were played.
#[test]
fn files_tell_their_day_and_settings() {
    let (out, pgn) = (fresh("told.jsonl"), fresh("told.pgn"));
    let files = ["--out", out.as_str(), "--pgn", pgn.as_str()];
    let engines =
        ["match", "minishogi", "komadai option.Level=2 tc=5+0.1", "random:7", "--depth", "1"];
    text(&[&engines[..], &["--games", "2", "--seed", "3"], &files].concat());
    let saved = std::fs::read_to_string(&out).expect("a file");
    let [settings, games @ ..] = &lines(&saved)[..] else { panic!("{saved}") };
    let settings = &settings["settings"];
    assert_eq!(settings["seed"], 3);
    assert_eq!(settings["engines"][0]["options"][0], "Level=2");
    assert_eq!(settings["engines"][0]["tc"], "5+0.1");
    assert_eq!(settings["engines"][1]["random"], 7);
    assert_eq!(settings["engines"][1]["depth"], 1);
    let pgn = std::fs::read_to_string(&pgn).expect("a file");
    for game in games {
        let date = game["date"].as_str().expect("a date");
        assert!(date.len() == 10 && pgn.contains(&format!("[Date \"{date}\"]")), "{pgn}");
    }
    for tag in [
        "[WhiteTimeControl \"5+0.1\"]\n[BlackTimeControl \"-\"]",
        "[WhiteTimeControl \"-\"]\n[BlackTimeControl \"5+0.1\"]",
        "\\\"options\\\":[\\\"Level=2\\\"]",
        "[Seed \"3\"]",
    ] {
        assert!(pgn.contains(tag), "{tag} is not in\n{pgn}");
    }
}

/// Ctrl-C ends a match with its score and the command that goes on, and no game is lost by it.
#[cfg(unix)]
#[test]
fn an_interrupted_match_says_how_to_go_on() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let out = fresh("interrupted.jsonl");
    let mut child = crate::common::komadai()
        .args(with(&["--games", "1000000", "--out", &out]))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut told = BufReader::new(child.stdout.take().expect("a pipe"));
    // Two games have been played.
    for _ in 0..2 {
        told.read_line(&mut String::new()).expect("a line");
    }
    let id = child.id().to_string();
    Command::new("kill").args(["-INT", &id]).status().expect("kill runs");
    let rest: Vec<String> = told.lines().map(|line| line.expect("a line")).collect();
    let done = child.wait_with_output().expect("the program ends");
    assert_eq!(done.status.code(), Some(130));
    assert!(rest.iter().any(|line| line.starts_with("greedy:1 against random:1: ")), "{rest:?}");
    let err = String::from_utf8(done.stderr).expect("UTF-8");
    assert!(err.contains(" of 1000000 games; to go on:\n"), "{err}");
    assert!(err.trim_end().ends_with(&format!("--out {out} --resume")), "{err}");
}

#[test]
fn openings_come_from_a_file() {
    let file = crate::common::path(
        "openings.txt",
        "startpos moves 2e3d 2a3b\nrbsgk/4p/5/P4/KGSBR b - 1\n",
    );
    let words = [
        "match",
        "minishogi",
        "random:1",
        "random:2",
        "--openings",
        &file,
        "--games",
        "5",
        "--json",
    ];
    let games = lines(&text(&words));
    let begun: Vec<u64> = games.iter().filter_map(|game| game["opening"].as_u64()).collect();
    assert_eq!(begun, [2, 2, 0, 0, 2]);
}

#[test]
fn balanced_openings_are_other_ones_and_repeatable() {
    let openings = |more: &[&str]| {
        let games = lines(&text(&with(&[&["--games", "4", "--json"], more].concat())));
        let moves = |game: &Value| game["moves"].as_array().map(|moves| moves[..4].to_vec());
        games.iter().filter_map(moves).collect::<Vec<_>>()
    };
    let [any, level, again] = [&[][..], &["--balanced", "50"], &["--balanced", "50"]].map(openings);
    assert_eq!([any.len(), level.len()], [4, 4]);
    assert_eq!(level, again);
    assert_ne!(any, level);
    assert!(level.chunks(2).all(|pair| pair[0] == pair[1]), "{level:?}");
}

/// An engine that goes on without what it was told would be measured as something else.
#[test]
fn an_option_that_is_refused_ends_the_match() {
    for (engine, message) in [
        ("komadai option.EvalFile=/no/such.net", "cannot read `/no/such.net`"),
        ("komadai option.Hash=-5", "play: Hash takes a number"),
        ("komadai option.Without=everything", "Without takes"),
        ("komadai proto=xboard option.Level=9", "Level takes a number"),
    ] {
        let done = run(&["match", "minishogi", engine, "random:1", "--games=2", "--depth=1"]);
        assert!(done.code != 0 && done.err.contains(message), "{engine}: {}", done.err);
    }
    let played = run(&[
        "match",
        "minishogi",
        "komadai option.Hash=2",
        "random:1",
        "--games=2",
        "--nodes=50",
    ]);
    assert_eq!((played.code, played.err.as_str()), (0, ""));
}

#[test]
fn mistakes_end_with_a_message() {
    let bad = crate::common::path("bad-openings.txt", "startpos\nstartpos moves 2e3d 9a9a\n");
    for (words, message) in [
        (&["match", "minishogi"][..], "two engines"),
        (&["match", "minishogi", "random:1"], "two engines"),
        (&["match", "nogame", "random:1", "random:2"], "nogame"),
        (&["match", "minishogi", "random:1", "stockfish"], "proto=usi"),
        (&["match", "minishogi", "random:1", "no-such-program proto=usi"], "no-such-program"),
        (&["match", "minishogi", "random:1", "random:2", "--tc", "x"], "time control"),
        (&["match", "minishogi", "random:1", "random:2", "--sprt", "elo0=3 elo1=1"], "less than"),
        (&["match", "minishogi", "random:1", "random:2", "--draw", "plies=3"], "--draw"),
        (&["match", "minishogi", "random:1", "random:2", "--resume"], "--out"),
        (&["match", "minishogi", "random:1", "random:2", "--start", "x"], "no start `x`"),
        (&["match", "minishogi", "random:1", "random:2", "--openings", &bad], "line 2: move 2"),
        (&["match", "minishogi", "random:1", "random:2", "--openings", "/no/file"], "/no/file"),
        (&["match", "minishogi", "random:1", "random:2", "--games", "0"], "0"),
        (&["match", "minishogi", "random:1", "random:2", "--balanced", "x"], "--balanced"),
        (
            &["match", "minishogi", "random:1", "random:2", "--balanced=9", "--random-plies=0"],
            "--random-plies",
        ),
    ] {
        let done = run(words);
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{words:?}");
        assert!(done.err.contains(message), "{words:?}: {}", done.err);
    }
}
