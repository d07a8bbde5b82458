//! The rules for people. Texts are compared with stored ones; `KOMADAI_BLESS=1` stores them anew.

use crate::common::{file, json, run, text};
use crate::show::check;
use unicode_width::UnicodeWidthStr;

const GAMES: [&str; 6] = ["shogi", "minishogi", "judkins", "raichu", "minjiku", "chess"];

/// A small game without prose.
const SMALL: &str = r#"
id = "small"
board = { files = 4, ranks = 5 }
[pieces]
K = { name = "King", move = "K", at = "a1", royal = true }
H = { name = "Hopper", move = "gQ", at = "b1", promotes = "+H" }
"+H" = { name = "Griffon", move = "FyafsF" }
[promotion]
zone = "last 1"
when = ["enter"]
[end]
stalemate = "win"
"#;

#[test]
fn texts_of_every_game() {
    for game in GAMES {
        check(&format!("rules-{game}"), &["rules", game]);
        check(&format!("rules-{game}-ja"), &["rules", game, "--lang", "ja"]);
    }
}

#[test]
fn lines_fit_into_a_terminal() {
    for game in GAMES {
        for lang in ["en", "ja"] {
            for line in text(&["rules", game, "--lang", lang]).lines() {
                assert!(line.width() <= 80, "{} columns: {line}", line.width());
            }
        }
    }
}

#[test]
fn a_file_needs_no_prose() {
    let path = file("rules-bare/small.toml", SMALL);
    let path = path.to_str().expect("UTF-8");
    let told = text(&["rules", path]);
    for said in [
        "The rules of small",
        "any distance in any direction",
        "right behind exactly one piece in any direction, at any distance",
        "goes to the next square diagonally if that is empty, and goes on any distance",
        "Stalemate: a side that has no legal move and is not in check wins.",
        "The promotion zone is rank 5 for First and rank 1 for Second.",
    ] {
        let flat = told.split_whitespace().collect::<Vec<_>>().join(" ");
        let flat = flat.replace(" · ", " ");
        let words: Vec<&str> = said.split(' ').collect();
        let found = words.iter().all(|word| flat.contains(word));
        assert!(found, "{said}\n{told}");
    }
    assert!(!told.contains("Advice"), "{told}");
    assert!(text(&["rules", path, "--lang", "ja"]).contains("smallのルール"));
}

#[test]
fn prose_stands_beside_the_file() {
    let path = file("rules-prose/small.toml", SMALL);
    let path = path.to_str().expect("UTF-8");
    file("rules-prose/small.md", "# The Small Game\n\n## Advice\n\nHop **early**.\n");
    let english = text(&["rules", path]);
    assert!(english.contains("The rules of The Small Game") && english.contains("Hop early."));
    let alone = file("rules-prose/alone.toml", SMALL);
    file("rules-prose/alone.md", "## Advice\n\nHop early.\n");
    let fallen_back = text(&["rules", alone.to_str().expect("UTF-8"), "--lang", "ja"]);
    assert!(fallen_back.contains("Hop early."), "{fallen_back}");
    file("rules-prose/small.ja.md", "# 小さなゲーム\n\n## 上達のヒント\n\n早く跳ぶ。\n");
    let japanese = text(&["rules", path, "--lang", "ja"]);
    assert!(japanese.contains("小さなゲームのルール") && japanese.contains("早く跳ぶ。"));
    assert!(!japanese.contains("Hop early."));
}

#[test]
fn bad_prose_is_pointed_at() {
    let path = file("rules-bad/small.toml", SMALL);
    file("rules-bad/small.md", "## Advice\n\nGo.\n\n## Tactics\n\nStop.\n");
    let done = run(&["rules", path.to_str().expect("UTF-8")]);
    assert_eq!((done.code, done.out.as_str()), (2, ""));
    assert!(done.err.contains("there is no section `Tactics`"), "{}", done.err);
    assert!(done.err.contains("small.md:5:1"), "{}", done.err);
}

#[test]
fn settings_change_what_is_told() {
    let told = text(&["rules", "raichu", "--set", "end.repetition.times=2"]);
    assert!(told.contains("about for the second time is illegal"), "{told}");
    let told = text(&["rules", "shogi", "--set", "end.declaration.rule=24"]);
    assert!(told.contains("At least 31 points win"), "{told}");
}

#[test]
fn the_same_as_a_page_and_as_data() {
    let folder = file("rules-page/x", "");
    let page = folder.with_file_name("minjiku.html");
    let output = page.to_str().expect("UTF-8");
    assert_eq!(text(&["rules", "minjiku", "--html", "--lang", "ja", "--output", output]), "");
    let html = std::fs::read_to_string(&page).expect("the page is written");
    assert!(html.starts_with("<!doctype html>\n<html lang=\"ja\">"));
    assert_eq!(html, text(&["rules", "minjiku", "--html", "--lang", "ja"]));
    let told = json(&["rules", "minjiku"]);
    assert_eq!((told["id"].as_str(), told["lang"].as_str()), (Some("minjiku"), Some("en")));
    let chapters = told["chapters"].as_array().expect("chapters");
    let ids: Vec<_> = chapters.iter().filter_map(|chapter| chapter["id"].as_str()).collect();
    assert_eq!(ids[..4], ["introduction", "setup", "pieces", "promotion"]);
}
