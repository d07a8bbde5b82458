//! Captures that may not be made: the lions of Chu Shogi, and queens that are not exchanged.

use crate::common::{loaded, opened, play, square, why_not};
use komadai_rules::{AnyGame, AnyPlay, AskedPromotion, Attempt, Color, Move, Opening, Setup};

const CHU: &str = "extends = 'chu'\nboard.coordinates = 'algebraic'";

/// Kings in the corners, and some pieces.
fn set_up(text: &str, side: Color, pieces: &[(&str, Color, &str)]) -> AnyPlay {
    let game = AnyGame::compile(&loaded(text).variant).unwrap();
    let variant = game.variant();
    let types = variant.pieces.len();
    let mut board = vec![None; variant.board.size()];
    for (square, color, id) in pieces {
        let piece = (0..types).find(|index| variant.pieces[*index].id == *id).unwrap();
        board[variant.parse_square(square).unwrap().index()] =
            Some((*color, komadai_rules::PieceType(piece as u8)));
    }
    let setup = Setup::plain(board, [vec![0; types], vec![0; types]], side);
    game.open(&Opening::Setup(setup)).unwrap()
}

/// Chu Shogi with kings far away.
fn chu(side: Color, pieces: &[(&str, Color, &str)]) -> AnyPlay {
    let kings = [("a1", Color::First, "K"), ("l12", Color::Second, "K")];
    set_up(CHU, side, &[&kings, pieces].concat())
}

fn attempt(at: &AnyPlay, squares: &str) -> Attempt {
    let squares = squares.split(' ').map(|name| square(at, name)).collect();
    Attempt::Walk { squares, promotion: AskedPromotion::None, shot: false, placed: None }
}

/// Whether a walk is legal, and why not.
fn check(at: &AnyPlay, squares: &str, reason: &str) {
    assert_eq!(why_not(at, &attempt(at, squares)), reason, "{squares}");
}

use Color::{First, Second};

#[test]
fn a_lion_that_is_protected_is_not_captured_from_afar() {
    let guarded = [("f5", First, "N"), ("f7", Second, "N"), ("g8", Second, "G")];
    let at = chu(First, &guarded);
    let reason =
        "The Lion on f5 cannot take the Lion on f7, which the Gold General on g8 protects.";
    check(&at, "f5 f7", reason);
    check(&at, "f5 f6 f7", reason);
    // Others may, a lion that is alone may be, and one beside its captor.
    let with = |more: (&str, Color, &str)| chu(First, &[&guarded[..], &[more]].concat());
    check(&with(("f1", First, "L")), "f5 f7", reason);
    check(&with(("a7", First, "R")), "a7 f7", "");
    check(&chu(First, &guarded[..2]), "f5 f7", "");
    check(
        &chu(First, &[("f6", First, "N"), ("f7", Second, "N"), ("g8", Second, "G")]),
        "f6 f7",
        "",
    );
    // What protects it may stand behind the captor.
    let hidden = [("f5", First, "N"), ("f7", Second, "N"), ("f3", Second, "R")];
    check(&chu(First, &hidden), "f5 f7", &reason.replace("Gold General on g8", "Rook on f3"));
}

#[test]
fn what_else_is_captured_may_make_it_worth_while() {
    let with = |id: &str| {
        let guard = [("f5", First, "N"), ("f7", Second, "N"), ("g8", Second, "G")];
        chu(First, &[&guard[..], &[("f6", Second, id)]].concat())
    };
    for id in ["S", "+P", "+O"] {
        check(&with(id), "f5 f6 f7", "");
    }
    for id in ["P", "I"] {
        let reason =
            "The Lion on f5 cannot take the Lion on f7, which the Gold General on g8 protects.";
        check(&with(id), "f5 f6 f7", reason);
    }
    // What has been captured protects nothing any more.
    let alone = [("f7", First, "N"), ("f5", Second, "N"), ("f6", Second, "P")];
    check(&chu(First, &alone), "f7 f6 f5", "");
    // A shot leaves the lion beside it where it is.
    let mut shot = chu(First, &[("f6", First, "N"), ("f7", Second, "N"), ("f9", Second, "R")]);
    shot.push(found(&shot, "f6", "f6", &["f7"]));
    assert_eq!(shot.setup().just_took, None, "a lion has taken it");
}

/// The legal move with these ends that takes the pieces on some squares.
fn found(at: &AnyPlay, from: &str, to: &str, taken: &[&str]) -> Move {
    let ends = (square(at, from), square(at, to));
    let taken: Vec<_> = taken.iter().map(|name| square(at, name)).collect();
    let fits = |m: &Move| (m.from(), m.to()) == ends && at.captures(*m) == taken;
    at.legal_moves().into_iter().find(fits).unwrap()
}

#[test]
fn a_lion_is_not_captured_in_return() {
    let lions = [
        ("c5", First, "N"),
        ("c9", First, "R"),
        ("j5", Second, "R"),
        ("f9", Second, "N"),
        ("c8", Second, "P"),
    ];
    let mut at = chu(First, &lions);
    let before = at.key();
    play(&mut at, "c9f9");
    assert_eq!(at.setup().just_took, Some(square(&at, "f9")));
    let reason = "The Rook on j5 cannot take the Lion on c5 this turn: no such piece may be taken in return for the \
                  one just lost.";
    check(&at, "j5 c5", reason);
    assert!(
        !at.legal_moves()
            .iter()
            .any(|m| m.from() == square(&at, "j5") && m.to() == square(&at, "c5"))
    );
    // The position is another one than that without the memory, and comes back from its setup.
    let again = AnyGame::compile(at.variant()).unwrap();
    assert_eq!(again.open(&Opening::Setup(at.setup())).unwrap().key(), at.key());
    let forgotten = Setup { just_took: None, ..at.setup() };
    assert_ne!(again.open(&Opening::Setup(forgotten)).unwrap().key(), at.key());
    // One turn only.
    play(&mut at, "c8c7 a1a2");
    check(&at, "j5 c5", "");
    for _ in 0..3 {
        at.pop();
    }
    assert_eq!((at.key(), at.setup().just_took), (before, None));
}

#[test]
fn who_has_become_a_lion_by_it_may_be_captured() {
    let pieces = [
        ("f7", First, "O"),
        ("f9", Second, "N"),
        ("a9", Second, "R"),
        ("c3", First, "N"),
        ("c11", Second, "R"),
    ];
    let mut at = chu(First, &pieces);
    let ends = (square(&at, "f7"), square(&at, "f9"));
    let promotes = |m: &Move| (m.from(), m.to()) == ends && m.promotion() > 0;
    at.push(at.legal_moves().into_iter().find(promotes).unwrap());
    check(&at, "a9 f9", "");
    let reason = why_not(&at, &attempt(&at, "c11 c3"));
    assert!(reason.contains("in return"), "{reason}");
    // Where no other lion is left there is nothing to remember.
    let setup = Setup { board: without(&at, "c3"), ..at.setup() };
    let last = AnyGame::compile(at.variant()).unwrap().open(&Opening::Setup(setup)).unwrap();
    assert_eq!(last.setup().just_took, None);
}

fn without(at: &AnyPlay, name: &str) -> Vec<Option<(Color, komadai_rules::PieceType)>> {
    let mut board = at.setup().board;
    board[square(at, name).index()] = None;
    board
}

#[test]
fn queens_are_not_exchanged_where_a_file_says_so() {
    let text = "extends = 'chess'\n[[capture.limits]]\ncaptured = 'Q'\nby = 'Q'";
    let mut at = opened(text);
    play(&mut at, "e2e4 e7e5 d2d4 d7d5 d4e5 d5e4");
    let reason = "The Queen on d1 cannot take the Queen on d8, which the King on e8 protects.";
    check(&at, "d1 d8", reason);
    assert_eq!(at.count_legal(), at.legal_moves().len() as u64);
}

#[test]
fn setups_with_a_memory_that_cannot_be_are_refused() {
    let check = |text: &str, name: &str, message: &str| {
        let game = AnyGame::compile(&loaded(text).variant).unwrap();
        let start = game.variant().start_setup(None).unwrap();
        let setup = Setup { just_took: game.variant().parse_square(name), ..start };
        let error = game.open(&Opening::Setup(setup)).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    };
    check("extends = 'chess'", "e7", "no piece that has just captured on e7 makes a difference");
    check(CHU, "a1", "no piece that has just captured on a1 makes a difference");
}
