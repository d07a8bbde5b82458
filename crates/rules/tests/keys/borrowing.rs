//! Pieces that move as a friend beside them does: Annan Shogi, and others.

use crate::common::{opened, play, square, walk, why_not};
use komadai_rules::{AnyGame, AnyPlay, Opening, PieceType};

const ANNAN: &str = "extends = 'annan'";

fn moves_from(at: &AnyPlay, name: &str) -> Vec<String> {
    let from = square(at, name);
    let legal = at.legal_moves().into_iter().filter(|m| m.from() == from && m.promotion() == 0);
    let mut to: Vec<String> = legal.map(|m| at.variant().square_name(m.to())).collect();
    to.sort();
    to.dedup();
    to
}

#[test]
fn a_piece_moves_as_the_friend_behind_it() {
    let at = opened(ANNAN);
    assert_eq!(moves_from(&at, "a3"), ["a4"], "nobody stands behind it");
    assert_eq!(moves_from(&at, "b2"), ["a4", "c4"], "a bishop before a knight leaps");
    assert_eq!(moves_from(&at, "b4"), ["b5"], "the square behind it is empty");
    let why = |from, to| why_not(&at, &walk(&at, from, to));
    assert_eq!(
        why("h2", "g2"),
        "The Rook on 2h moves as the Knight on 2i does, and not as itself."
    );
    // Neither as itself nor as the friend.
    assert!(!why("h2", "e5").contains("moves as"), "{}", why("h2", "e5"));
}

#[test]
fn who_leaves_takes_the_movement_along() {
    let mut at = opened(ANNAN);
    play(&mut at, "c3c4 c7c6 c1c2 c9c8");
    assert_eq!(moves_from(&at, "c4"), ["c5"]);
    // The silver comes behind the pawn, which then moves as a silver.
    play(&mut at, "c2c3 a7a6");
    assert_eq!(moves_from(&at, "c4"), ["b3", "b5", "c5", "d5"]);
    play(&mut at, "c3d4 a6a5");
    assert_eq!(moves_from(&at, "c4"), ["c5"]);
}

#[test]
fn what_is_lent_gives_check() {
    let text = r#"
        id = "lent"
        board = { files = 5, ranks = 5 }
        [pieces]
        K = { move = "K", at = "a1", at2 = "c5", royal = true }
        P = { move = "fW", at = "c2", at2 = "" }
        R = { move = "R", at = "d1", at2 = "" }
        N = { move = "N", at = "", at2 = "e5" }
        [sides]
        symmetry = "none"
        [borrowing]
        from = "behind"
        lenders = "R"
        borrowers = "P"
    "#;
    let mut at = opened(text);
    assert!(!at.in_check());
    assert_eq!(at.at(square(&at, "c2")).map(|it| it.1), Some(PieceType(1)));
    play(&mut at, "d1c1");
    assert!(at.in_check(), "the pawn is a rook now");
    // The king leaves the file, or the knight comes between.
    let answers = at.legal_moves();
    assert!(answers.iter().all(|m| m.from() == square(&at, "c5") || m.to() == square(&at, "c4")));
    play(&mut at, "c5b5 c1d1 b5c5");
    assert!(!at.in_check());
    let again = AnyGame::compile(at.variant()).unwrap().open(&Opening::Setup(at.setup())).unwrap();
    assert_eq!((again.key(), again.legal_moves()), (at.key(), at.legal_moves()));
}
