//! What each piece does, in the terminal and as data. Pictures are compared with stored ones;
//! `KOMADAI_BLESS=1` stores them anew.

use crate::common::{json, run, text};
use crate::show::check;
use serde_json::json;
use unicode_width::UnicodeWidthStr;

const GAMES: [&str; 6] = ["shogi", "minishogi", "judkins", "raichu", "minjiku", "chess"];

#[test]
fn pictures_of_every_piece() {
    for game in GAMES {
        check(&format!("pieces-{game}"), &["pieces", game]);
    }
}

#[test]
fn pictures_fit_into_a_terminal() {
    for game in GAMES {
        for line in text(&["pieces", game]).lines() {
            assert!(line.width() <= 80, "{} columns: {line}", line.width());
        }
    }
}

#[test]
fn a_piece_is_known_by_letter_and_by_every_name() {
    let lion = text(&["pieces", "minjiku", "+D"]);
    for name in ["Lion", "lion", "獅子", "shishi"] {
        assert_eq!(text(&["pieces", "minjiku", name]), lion, "{name}");
    }
    let wrong = run(&["pieces", "shogi", "Zebra"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("Zebra"));
}

#[test]
fn the_same_as_data() {
    let told = json(&["pieces", "shogi", "N"]);
    let knight = &told["pieces"][0];
    assert_eq!(knight["name"]["kanji"], "桂馬");
    assert_eq!(knight["promotes"], json!(["+N"]));
    let marks = knight["diagram"]["marks"].as_array().expect("marks");
    let squares: Vec<_> = marks.iter().map(|m| (m["x"].as_i64(), m["y"].as_i64())).collect();
    assert_eq!(squares.len(), 2);
    assert!(squares.contains(&(Some(-1), Some(2))) && squares.contains(&(Some(1), Some(2))));
}
