//! Games from texts, and moves on their boards.

use komadai_rules::variant::{Loaded, Source, load};
use komadai_rules::{AnyGame, AnyPlay, AskedPromotion, Attempt, Opening, PieceType, Square};

/// Reads a good file.
pub(crate) fn loaded(text: &str) -> Loaded {
    let loaded = load(&Source::new("test.toml", text), &|_| None, &[]);
    loaded.unwrap_or_else(|errors| panic!("{errors}"))
}

/// The game of a good file at its start.
pub(crate) fn opened(text: &str) -> AnyPlay {
    AnyGame::compile(&loaded(text).variant).unwrap().open(&Opening::Usual).unwrap()
}

pub(crate) fn square(at: &AnyPlay, name: &str) -> Square {
    at.variant().parse_square(name).unwrap()
}

pub(crate) fn piece(at: &AnyPlay, id: &str) -> PieceType {
    let index = at.variant().pieces.iter().position(|piece| piece.id == id).unwrap();
    PieceType(index as u8)
}

/// Plays moves such as `e2e3`.
pub(crate) fn play(at: &mut AnyPlay, moves: &str) {
    for text in moves.split(' ') {
        let (from, to) = text.split_at(2);
        let ends = (square(at, from), square(at, to));
        let m = at.legal_moves().into_iter().find(|m| (m.from(), m.to()) == ends);
        at.push(m.unwrap_or_else(|| panic!("{text} is not legal")));
    }
}

/// Counts the lines of some plies, and asks about each move in every way.
pub(crate) fn perft(at: &mut AnyPlay, depth: u32) -> usize {
    let moves = at.legal_moves_without_history();
    assert_eq!(at.count_legal(), moves.len() as u64);
    if depth == 1 {
        return moves.len();
    }
    let mut deeper = |m| {
        assert!(at.is_legal(m));
        at.push(m);
        let count = perft(at, depth - 1);
        at.pop();
        count
    };
    moves.into_iter().map(&mut deeper).sum()
}

pub(crate) fn walk(at: &AnyPlay, from: &str, to: &str) -> Attempt {
    let squares = vec![square(at, from), square(at, to)];
    Attempt::Walk { squares, promotion: AskedPromotion::None, shot: false, placed: None }
}

/// Why an attempt is not legal; empty for one that is.
pub(crate) fn why_not(at: &AnyPlay, attempt: &Attempt) -> String {
    at.explain(attempt).map_or_else(String::new, |reason| reason.to_string())
}
