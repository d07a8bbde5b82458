//! Which pieces have never moved, where that matters.

use super::board::Squares;
use super::castling;
use komadai_rules::{PieceType, Setup, Square, Variant};

/// Whether the variant has a type for which it matters.
pub(super) fn is_tracked(v: &Variant) -> bool {
    crate::piece::types(v).any(|(piece, _)| v.tracks_unmoved(piece))
}

/// The squares of a position's unmoved pieces, sorted.
pub(super) fn of(v: &Variant, setup: &Setup) -> Vec<Square> {
    match &setup.unmoved {
        Some(squares) => sorted(squares.clone()),
        None => castling::all_unmoved(v, &setup.board),
    }
}

/// The squares of all pieces of the wanted types that may be unmoved: those on start squares of
/// their own side.
pub(super) fn on_start_squares(
    v: &Variant,
    board: &Squares,
    wanted: impl Fn(PieceType) -> bool,
) -> Vec<Square> {
    let of_type = |(piece, _)| v.tracks_unmoved(piece) && wanted(piece);
    let matters: Vec<bool> = crate::piece::types(v).map(of_type).collect();
    if !matters.contains(&true) {
        return Vec::new();
    }
    (0u8..=u8::MAX)
        .map(Square)
        .zip(board)
        .filter(|&(square, &occupant)| {
            occupant.is_some_and(|(color, piece)| {
                matters[piece.index()]
                    && v.pieces[piece.index()].starts[color.index()].contains(&square)
            })
        })
        .map(|(square, _)| square)
        .collect()
}

/// In order, each once.
pub(super) fn sorted(mut squares: Vec<Square>) -> Vec<Square> {
    squares.sort_unstable();
    squares.dedup();
    squares
}
