//! What the README shows works.

use crate::common::{path, run, text};

/// The variant file in the README.
fn example() -> &'static str {
    let readme = include_str!("../../../../README.md");
    let (_, rest) = readme.split_once("```toml\n").expect("the README has an example");
    rest.split_once("```").expect("it ends").0
}

#[test]
fn the_game_of_twenty_lines_is_good_and_can_be_played() {
    let file = path("nightmare.toml", example());
    assert!(example().lines().count() <= 24);
    assert!(text(&["check", &file]).contains("good"));
    let games = text(&["playout", &file, "--games", "1000", "--seed", "1", "--json"]);
    assert_eq!(games.lines().count(), 1000);
    assert!(games.lines().all(|game| game.contains(r#""status":""#)));
    assert!(games.contains("N*"), "Nightriders are dropped");
}

/// The words of the commands in a chapter of the README.
fn commands(chapter: &str) -> Vec<Vec<&'static str>> {
    let readme = include_str!("../../../../README.md");
    let (_, rest) = readme.split_once(&format!("## {chapter}\n")).expect("the chapter is there");
    let text = rest.split("\n## ").next().unwrap_or_default();
    let commands = text.lines().filter_map(|line| line.trim().strip_prefix("komadai "));
    let words = |line: &'static str| line.split('#').next().unwrap_or_default();
    commands.map(|line| words(line).split_whitespace().collect()).collect()
}

#[test]
fn the_commands_of_the_tour_answer() {
    let mut answered = 0;
    for words in commands("A quick tour") {
        if !words.iter().any(|w| w.ends_with(".toml")) {
            let done = run(&words);
            assert_eq!(done.code, 0, "komadai {words:?}: {}", done.err);
            answered += 1;
        }
    }
    assert!(answered >= 6, "{answered}");
}

/// Servers do not end by themselves: that the words are understood must do.
#[test]
fn the_commands_that_serve_are_understood() {
    let commands = commands("In the browser");
    assert!(commands.len() >= 4, "{commands:?}");
    for mut words in commands {
        words.push("--help");
        assert_eq!(run(&words).code, 0, "komadai {words:?}");
    }
}
