//! `new`: files to begin a game from.

use crate::common::{komadai, path, run, text};
use serde_json::Value;
use std::path::Path;
use std::process::Output;

/// Runs the program in a folder of its own.
fn inside(folder: &Path, arguments: &[&str]) -> Output {
    komadai().current_dir(folder).args(arguments).output().expect("the program runs")
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn read(folder: &Path, file: &str) -> String {
    std::fs::read_to_string(folder.join(file)).expect("a file")
}

/// Checks that a file is good, without warnings, and can be played.
#[track_caller]
fn check_good(file: &str) {
    let checked: Value = serde_json::from_str(&text(&["check", file, "--json"])).expect("a report");
    assert_eq!(checked[0]["good"], true, "{checked:#}");
    assert_eq!(checked[0]["findings"], Value::Array(Vec::new()), "{checked:#}");
    let games = text(&["playout", file, "--games", "20", "--plies", "400", "--json"]);
    assert_eq!(games.lines().count(), 20);
}

#[test]
fn a_new_game_is_whole_and_can_be_played() {
    let folder = folder();
    let done = inside(folder.path(), &["new", "My Game"]);
    assert!(done.status.success(), "{done:?}");
    let told = String::from_utf8(done.stdout).expect("UTF-8");
    assert!(told.contains("komadai pieces my-game.toml --watch"), "{told}");
    let written = read(folder.path(), "my-game.toml");
    for line in ["#:schema ./variant.schema.json", "id = \"my-game\"", "name = \"My Game\""] {
        assert!(written.lines().any(|l| l.starts_with(line)), "{line}\n{written}");
    }
    assert_eq!(read(folder.path(), "variant.schema.json"), text(&["schema"]));
    check_good(folder.path().join("my-game.toml").to_str().expect("UTF-8"));
}

#[test]
fn the_commands_that_come_next_are_understood() {
    let folder = folder();
    let done = inside(folder.path(), &["new", "sub folder/My Game"]);
    let told = String::from_utf8(done.stdout).expect("UTF-8");
    let commands = told.lines().filter_map(|line| line.trim().strip_prefix("komadai "));
    let commands: Vec<&str> = commands.filter_map(|c| c.split("   ").next()).collect();
    assert!(commands.len() >= 5, "{told}");
    for command in commands {
        let words: Vec<&str> = command.split('\'').collect();
        let [before, file, after] = words.as_slice() else { panic!("{command}") };
        assert!(folder.path().join(file).exists(), "{command}");
        let words = before.split_whitespace().chain([*file]).chain(after.split_whitespace());
        let words: Vec<&str> = words.chain(["--help"]).collect();
        assert!(inside(folder.path(), &words).status.success(), "{command}");
    }
}

#[test]
fn nothing_is_overwritten() {
    let folder = folder();
    std::fs::write(folder.path().join("mine.toml"), "mine").expect("a file");
    std::fs::write(folder.path().join("variant.schema.json"), "{}").expect("a file");
    for arguments in [&["new", "mine"][..], &["new", "x", "--output", "mine.toml"]] {
        let done = inside(folder.path(), arguments);
        assert_eq!(done.status.code(), Some(2));
        let error = String::from_utf8(done.stderr).expect("UTF-8");
        assert!(error.contains("mine.toml already exists"), "{error}");
    }
    assert!(inside(folder.path(), &["new", "other"]).status.success());
    assert_eq!(read(folder.path(), "mine.toml"), "mine");
    assert_eq!(read(folder.path(), "variant.schema.json"), "{}", "it is somebody else's");
}

#[test]
fn names_that_cannot_be_taken_are_refused() {
    for (name, message) in
        [("shogi", "is a built-in game"), ("Chess", "is a built-in game"), ("...", "no letter")]
    {
        let folder = folder();
        let done = inside(folder.path(), &["new", name]);
        let error = String::from_utf8(done.stderr).expect("UTF-8");
        assert_eq!(done.status.code(), Some(2), "{name}: {error}");
        assert!(error.contains(message), "{name}: {error}");
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }
}

#[test]
fn a_file_without_a_schema_names_none() {
    let folder = folder();
    let done = inside(folder.path(), &["new", "games/雷", "--no-schema", "--json"]);
    let told: Value = serde_json::from_slice(&done.stdout).expect("JSON");
    assert_eq!((&told["id"], &told["name"]), (&Value::from("game"), &Value::from("雷")));
    assert_eq!((&told["file"], &told["schema"]), (&Value::from("games/雷.toml"), &Value::Null));
    assert!(read(folder.path(), "games/雷.toml").starts_with("# 雷"));
    assert!(!folder.path().join("games/variant.schema.json").exists());
}

#[test]
fn a_game_like_another_begins_as_that_is() {
    let folder = folder();
    for game in ["shogi", "minishogi", "judkins", "raichu", "minjiku", "chess"] {
        let name = format!("my-{game}");
        let done = inside(folder.path(), &["new", &name, "--like", game]);
        assert!(done.status.success(), "{done:?}");
        let file = folder.path().join(format!("{name}.toml"));
        let file = file.to_str().expect("UTF-8");
        check_good(file);
        let counted = |game| text(&["perft", game, "--depth", "2", "--json", "--divide"]);
        let nodes = |text: String| text.split_once("\"nodes\"").expect("nodes").1.to_owned();
        let nodes = |game| nodes(counted(game)).split(",\"seconds\"").next().map(str::to_owned);
        assert_eq!(nodes(file), nodes(game), "{game}");
    }
}

#[test]
fn a_game_may_be_like_a_file() {
    let folder = folder();
    assert!(inside(folder.path(), &["new", "first"]).status.success());
    assert!(inside(folder.path(), &["new", "second", "--like", "first.toml"]).status.success());
    assert!(read(folder.path(), "second.toml").contains("extends = \"first\""));
    check_good(folder.path().join("second.toml").to_str().expect("UTF-8"));
    // A file extends only what is beside it.
    let third = inside(folder.path(), &["new", "far/third", "--like", "second.toml"]);
    let said = String::from_utf8_lossy(&third.stderr);
    assert_eq!(third.status.code(), Some(2), "{third:?}");
    assert!(said.contains("second.toml is in another folder"), "{said}");
    assert!(!folder.path().join("far").exists());
    let wrong = run(&["new", "x", "--like", "nothing"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("no game and no file `nothing`"), "{}", wrong.err);
}

/// A text with some of its lines switched on: those from the first to the last of a group.
fn switched_on(lines: &[&str], group: std::ops::Range<usize>) -> String {
    let on = |(n, line): (usize, &&str)| {
        if group.contains(&n) {
            format!("{}\n", line.trim_start_matches('#'))
        } else {
            format!("{line}\n")
        }
    };
    lines.iter().enumerate().map(on).collect()
}

/// The groups of lines that are switched off by `#`: a table with its keys, or a single line.
fn groups(lines: &[&str]) -> Vec<std::ops::Range<usize>> {
    let off = |n: usize| {
        let line = lines.get(n).copied().unwrap_or_default();
        line.strip_prefix('#').filter(|l| !l.is_empty() && !l.starts_with([' ', ':']))
    };
    let mut groups = Vec::new();
    let mut n = 0;
    while n < lines.len() {
        let Some(line) = off(n) else {
            n += 1;
            continue;
        };
        let from = n;
        n += 1;
        while line.starts_with('[') && off(n).is_some_and(|l| !l.starts_with('[')) {
            n += 1;
        }
        groups.push(from..n);
    }
    groups
}

#[test]
fn lines_that_are_switched_off_are_good_when_switched_on() {
    let folder = folder();
    for arguments in [
        &["new", "game"][..],
        &["new", "like", "--like", "shogi"],
        &["new", "r", "--like", "raichu"],
    ] {
        assert!(inside(folder.path(), arguments).status.success());
        let file = if arguments.len() == 2 { "game" } else { arguments[1] };
        let written = read(folder.path(), &format!("{file}.toml"));
        let lines: Vec<&str> = written.lines().collect();
        let groups = groups(&lines);
        assert!(groups.len() >= 15, "{}", groups.len());
        for group in groups {
            let text = switched_on(&lines, group.clone());
            let done = run(&["check", &path("switched-on.toml", &text)]);
            assert_eq!(done.code, 0, "{:?}\n{}", &lines[group], done.out);
            assert!(!done.out.contains('⚠'), "{:?}\n{}", &lines[group], done.out);
        }
    }
}
