//! Moves: what they do, as plain objects.

use crate::forms;
use komadai_records::json::{Effect, Placed};
use komadai_records::moves::{Spelling, spell_each};
use komadai_rules::{AnyPlay, Move, MoveKind, PieceType};

/// Some legal moves of a position.
pub(crate) fn told(play: &AnyPlay, moves: &[Move]) -> Vec<forms::Move> {
    spell_each(play, moves).iter().map(|spelling| one(play, spelling)).collect()
}

fn one(play: &AnyPlay, spelling: &Spelling) -> forms::Move {
    let (variant, mv) = (play.variant(), spelling.mv);
    let id = |piece: PieceType| variant.pieces[piece.index()].id.clone();
    let name = |square| variant.square_name(square);
    let is_drop = mv.kind() == MoveKind::Drop;
    let squares = &spelling.squares;
    forms::Move {
        usi: spelling.usi(variant),
        algebraic: spelling.algebraic(variant),
        from: squares.first().filter(|_| !is_drop).map(|square| name(*square)),
        to: squares.last().map(|square| name(*square)),
        legs: legs(play, spelling),
        piece: spelling.mover.map(id),
        promotion: spelling.promoted(variant).map(id),
        captures: play.captures(mv).into_iter().map(name).collect(),
        removes: Effect::of(play, mv).removes,
        places: Placed::of(play, mv),
        is_drop,
        is_pass: mv.kind() == MoveKind::Pass,
        is_castling: mv.kind() == MoveKind::Castle,
    }
}

/// The squares of its legs.
fn legs(play: &AnyPlay, spelling: &Spelling) -> Vec<String> {
    let mut squares = spelling.squares.clone();
    let middles = play.middles(spelling.mv);
    if middles.len() + 2 > squares.len() && squares.len() >= 2 {
        let last = squares.len() - 1;
        squares.splice(1..last, middles);
    }
    squares.into_iter().map(|square| play.variant().square_name(square)).collect()
}

/// Moves that follow each other, in USI.
#[cfg(feature = "engine")]
pub(crate) fn line(play: &AnyPlay, moves: &[Move]) -> Vec<String> {
    let mut play = play.clone();
    let mut texts = Vec::with_capacity(moves.len());
    for m in moves {
        texts.push(komadai_records::moves::spell(&play, *m).usi(play.variant()));
        play.push(*m);
    }
    texts
}
