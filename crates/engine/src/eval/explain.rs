//! The terms of a judgement for people.

use crate::eval::tables::{Pair, Tables};
use crate::eval::terms::{Terms, terms};
use crate::eval::weights as w;
use crate::eval::{Kept, against};
use komadai_rules::{Color, Position};

const NAMES: [&str; 8] =
    ["material", "hands", "places", "mobility", "threats", "royal safety", "promotion", "tempo"];

/// Each term for the first and for the second side. First less second over all terms is the
/// judgement for the first side, but for rounding.
pub(crate) fn explain<const N: usize>(
    tables: &Tables<N>,
    position: &Position<N>,
) -> Vec<(&'static str, i32, i32)> {
    let kept = Kept::of(tables, position);
    let terms = terms(tables, position, kept.hands);
    let phase = kept.phase(tables);
    let [first, second] = Color::BOTH.map(|color| {
        let hand = kept.hands[color.index()];
        side(tables, position, &terms, color, hand, phase)
    });
    NAMES.iter().zip(first.into_iter().zip(second)).map(|(name, (a, b))| (*name, a, b)).collect()
}

fn side<const N: usize>(
    tables: &Tables<N>,
    position: &Position<N>,
    terms: &Terms,
    color: Color,
    hand: i32,
    phase: i32,
) -> [i32; NAMES.len()] {
    let to_move = color == position.side();
    let (mut material, mut placed) = (0, Pair::default());
    for square in position.pieces_of(color) {
        if let Some((_, piece)) = position.at(square) {
            material += tables.board[piece.index()];
            placed += tables.place(color, piece, square);
        }
    }
    let i = color.index();
    [
        material,
        hand,
        placed.at(phase) - material,
        terms.mobility[i],
        against(terms.threats[i], to_move),
        terms.royals[i].at(phase),
        terms.runners[i].at(phase),
        if to_move { tables.scaled(w::TEMPO) } else { 0 },
    ]
}
