//! The duty to capture, in a game that everybody knows, Antichess, and where the most has to be taken.

use crate::common::{opened, perft, play, square, walk};
use komadai_rules::{AnyPlay, Color, Status};

const ANTICHESS: &str = include_str!("../variants/antichess.toml");

/// As other programs count.
#[test]
fn antichess_has_as_many_lines_as_elsewhere() {
    let mut at = opened(ANTICHESS);
    for (depth, lines) in [(1, 20), (2, 400), (3, 8_067), (4, 153_299)] {
        assert_eq!(perft(&mut at, depth), lines, "{depth}");
    }
}

#[test]
fn what_has_to_be_taken_is_said() {
    let mut at = opened(ANTICHESS);
    play(&mut at, "e2e3 b7b5");
    let legal = at.legal_moves();
    assert_eq!(legal.len(), 1);
    assert_eq!(at.captures(legal[0]), [square(&at, "b5")]);
    let reason = at.explain(&walk(&at, "e3", "e4")).unwrap().to_string();
    assert_eq!(reason, "White has to capture: the Bishop on f1 can take the Pawn on b5.");
    // What could not be played anyway has its own reason.
    let reason = at.explain(&walk(&at, "e3", "e5")).unwrap().to_string();
    assert!(!reason.contains("has to capture"), "{reason}");
    assert_eq!(at.explain(&walk(&at, "f1", "b5")), None);
}

#[test]
fn who_has_nothing_left_wins() {
    let mut at = opened(
        r#"
        id = "crumbs"
        board = { files = 3, ranks = 3 }
        [pieces]
        R = { move = "R", at = "a1", at2 = "a3" }
        [sides]
        symmetry = "none"
        [capture]
        duty = "any"
        [end]
        stalemate = "win"
    "#,
    );
    play(&mut at, "a1a3");
    let ending = at.ending().unwrap();
    assert_eq!((ending.status, ending.winner), (Status::Stalemate, Some(Color::Second)));
}

#[test]
fn the_most_has_to_be_taken() {
    let mut at = opened(
        r#"
        id = "most"
        board = { files = 5, ranks = 5 }
        [pieces]
        D = { name = "Dog", move = "KcaK", at = "a1", at2 = "" }
        P = { name = "Pawn", move = "fW", at = "e1", at2 = "b2 c3 e5" }
        [sides]
        symmetry = "none"
        [capture]
        duty = "most"
        [end]
        stalemate = "loss"
    "#,
    );
    let taken = |at: &AnyPlay| at.legal_moves().iter().map(|m| at.captures(*m).len()).min();
    assert_eq!(taken(&at), Some(2));
    let reason = at.explain(&walk(&at, "a1", "b2")).unwrap().to_string();
    assert_eq!(
        reason,
        "First has to capture 2 pieces at once: the Dog on a1 can take the Pawn on b2 and more."
    );
    play(&mut at, "a1c3 e5e4");
    assert_eq!(taken(&at), Some(0));
}
