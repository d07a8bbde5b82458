//! `import` and `export`: games of Fairy-Stockfish as files, and files for Fairy-Stockfish.

use crate::common::{run, text};
use serde_json::Value;
use std::path::Path;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Imports into a folder and gives the exit code and the answer as JSON.
fn answer(folder: &Path, arguments: &[&str]) -> (i32, Value) {
    let out = ["--out", folder.to_str().expect("UTF-8"), "--json"];
    let done = run(&[&["import"], arguments, &out[..]].concat());
    (done.code, serde_json::from_str(&done.out).expect("JSON"))
}

#[test]
fn an_imported_game_can_be_played() {
    let folder = folder();
    for section in ["loop", "kyotoshogi", "omicron"] {
        let (code, told) = answer(folder.path(), &["builtin", "--section", section]);
        assert_eq!((code, told[0]["id"].as_str()), (0, Some(section)));
        let file = told[0]["file"].as_str().expect("a file");
        let games = text(&["playout", file, "--games", "5", "--plies", "60", "--json"]);
        assert_eq!(games.lines().count(), 5);
    }
}

#[test]
fn what_is_refused_is_told_and_not_written() {
    let folder = folder();
    let (code, told) = answer(folder.path(), &["builtin", "--section", "atomar"]);
    assert_eq!((code, told[0]["file"].as_str()), (1, None));
    let error = told[0]["errors"][0].as_str().expect("an error");
    assert!(error.contains("`mutuallyImmuneTypes` cannot be said in a variant file"), "{error}");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn a_file_that_is_there_stays_unless_told_otherwise() {
    let folder = folder();
    let out = folder.path().to_str().expect("UTF-8");
    let words = ["import", "builtin", "--section", "almost", "--out", out];
    text(&words);
    let again = run(&words);
    assert_eq!(again.code, 2);
    assert!(again.err.contains("already exists"), "{}", again.err);
    text(&[&words[..], &["--force"]].concat());
}

#[test]
fn files_that_are_no_files_are_refused() {
    let folder = folder();
    let empty = folder.path().join("empty.ini");
    std::fs::write(&empty, "# nothing\n").expect("a file");
    for (file, message) in [
        ("no-such.ini", "cannot read `no-such.ini`"),
        (empty.to_str().expect("UTF-8"), "has no section"),
    ] {
        let done = run(&["import", file]);
        assert_eq!(done.code, 2);
        assert!(done.err.contains(message), "{}", done.err);
    }
}

#[test]
fn an_exported_game_can_be_imported_again() {
    let folder = folder();
    let file = folder.path().join("game.ini");
    let ini = file.to_str().expect("UTF-8");
    assert_eq!(text(&["export", "minishogi", "--output", ini]), "");
    let (code, told) = answer(folder.path(), &[ini]);
    assert_eq!((code, told[0]["id"].as_str()), (0, Some("komadai-minishogi")));
    let game = told[0]["file"].as_str().expect("a file");
    let perft = |game: &str| text(&["perft", game, "--depth", "3", "--json"]);
    let nodes =
        |game: &str| serde_json::from_str::<Value>(&perft(game)).expect("JSON")["nodes"].clone();
    assert_eq!(nodes(game), nodes("minishogi"));
}

#[test]
fn what_cannot_be_exported_is_told_and_not_written() {
    let folder = folder();
    let file = folder.path().join("game.ini");
    let done = run(&["export", "raichu", "--output", file.to_str().expect("UTF-8"), "--json"]);
    let told: Value = serde_json::from_str(&done.out).expect("JSON");
    assert_eq!(
        (done.code, told["refused"][0].as_str()),
        (1, Some("boards of more than 12 files or 10 ranks"))
    );
    assert!(!file.exists());
    let done = run(&["export", "raichu"]);
    assert!(done.code == 1 && done.out.contains("captures that cost a turn"), "{}", done.out);
}
