//! What pieces are worth, from their movement alone.

use komadai_rules::variant::PieceData;
use komadai_rules::{Color, Square, Trial, Variant};
use std::collections::BTreeSet;

/// Royals are worth more than everything else together.
const ROYAL: i32 = 1_000_000;

/// A value for each type of piece, in hundredths of the cheapest piece's share: the squares that it
/// reaches on an empty board, on average over all squares, unless the variant file gives a value.
pub fn by_reach(variant: &Variant) -> Vec<i32> {
    variant.pieces.iter().map(|piece| value(variant, piece)).collect()
}

fn value(variant: &Variant, piece: &PieceData) -> i32 {
    match piece.value {
        _ if piece.royal => ROYAL,
        Some(value) => value,
        None => reach(variant, piece),
    }
}

fn reach(variant: &Variant, piece: &PieceData) -> i32 {
    let squares: Vec<Square> = variant.board.squares().collect();
    let reached: usize = squares.iter().map(|from| reached_from(variant, piece, *from)).sum();
    i32::try_from(100 * reached / squares.len().max(1)).unwrap_or(ROYAL)
}

/// The squares that a piece goes to from here, and those that only captures reach.
fn reached_from(variant: &Variant, piece: &PieceData, from: Square) -> usize {
    let board = Trial {
        files: variant.board.files,
        ranks: variant.board.ranks,
        from,
        side: Color::First,
        moved: true,
        friends: BTreeSet::new(),
        enemies: BTreeSet::new(),
        holes: variant.board.holes.iter().copied().collect(),
        royals: BTreeSet::new(),
        unmoved: BTreeSet::new(),
        en_passant: None,
    };
    let moves = piece.moves.iter().filter_map(|movement| board.moves(&movement.tree).ok());
    let reached: BTreeSet<Square> = moves.flatten().map(|m| m.to).collect();
    reached.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_rules::variant::load_builtin;

    /// Ids in the order of their values.
    fn check(variant: &str, order: &[&str]) {
        let variant = load_builtin(variant, &[]).unwrap().variant;
        let values = by_reach(&variant);
        let of = |id: &str| values[variant.pieces.iter().position(|p| p.id == id).unwrap()];
        for pair in order.windows(2) {
            assert!(of(pair[0]) < of(pair[1]), "{pair:?}: {} {}", of(pair[0]), of(pair[1]));
        }
    }

    #[test]
    fn what_goes_farther_is_worth_more() {
        check("chess", &["P", "N", "B", "R", "Q", "K"]);
        check("shogi", &["P", "N", "S", "G", "B", "R", "+R", "K"]);
    }
}
