//! The terms of the evaluation, by name.

use crate::eval::tables::{EvalTables, Tapered};
use crate::eval::terms::{Terms, terms};
use crate::eval::weights as w;
use crate::eval::{Accumulator, threat_penalty};
use komadai_rules::{Color, Position};

const NAMES: [&str; 8] =
    ["material", "hands", "places", "mobility", "threats", "royal safety", "promotion", "tempo"];

/// Each term for the first and for the second side. The sum of the differences is the evaluation
/// for the first side, but for rounding.
pub(crate) fn explain<const N: usize>(
    tables: &EvalTables<N>,
    position: &Position<N>,
) -> Vec<(&'static str, i32, i32)> {
    let accumulator = Accumulator::of(tables, position);
    let terms = terms(tables, position, accumulator.hands);
    let phase = accumulator.phase(tables);
    let [first, second] = Color::BOTH.map(|color| {
        let hand = accumulator.hands[color.index()];
        side(tables, position, &terms, color, hand, phase)
    });
    let [mine, theirs] = Color::BOTH.map(|color| tables.checks(position, color, phase));
    let checks = mine.zip(theirs).map(|(first, second)| ("checks", first, second));
    let terms = NAMES.iter().zip(first.into_iter().zip(second)).map(|(name, (a, b))| (*name, a, b));
    terms.chain(checks).collect()
}

fn side<const N: usize>(
    tables: &EvalTables<N>,
    position: &Position<N>,
    terms: &Terms,
    color: Color,
    hand: i32,
    phase: i32,
) -> [i32; NAMES.len()] {
    let to_move = color == position.side();
    let (mut material, mut piece_square) = (0, Tapered::default());
    for square in position.pieces_of(color) {
        if let Some((_, piece)) = position.at(square) {
            material += tables.board[piece.index()];
            piece_square += tables.piece_square(color, piece, square);
        }
    }
    let i = color.index();
    [
        material,
        hand,
        piece_square.taper(phase) - material,
        terms.mobility[i],
        threat_penalty(terms.threats[i], to_move),
        terms.royals[i].taper(phase),
        terms.passers[i].taper(phase),
        if to_move { tables.scaled(w::TEMPO) } else { 0 },
    ]
}
