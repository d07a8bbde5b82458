//! Why a turn is passed.

use super::words::Words;
use komadai_rules::{Color, PieceType, Square, Variant};

/// A pass that the rules force on a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForcedPass {
    /// Who must pass.
    pub side: Color,
    /// What it has lost, and where, if that is why.
    pub loss: Option<(PieceType, Square)>,
}

impl ForcedPass {
    /// `Gote must pass: the Lion on f7 was taken.`
    pub fn english(&self, variant: &Variant) -> String {
        let side = &variant.sides[self.side.index()];
        match self.loss {
            None => format!("{side} must pass."),
            Some((piece, square)) => {
                let name = &variant.pieces[piece.index()].name.en;
                let square = variant.display_square(square);
                format!("{side} must pass: the {name} on {square} was taken.")
            }
        }
    }

    /// `f7の獅子を取られたため、後手は一手休みです。`
    pub fn japanese(&self, variant: &Variant) -> String {
        let words = Words(variant);
        let side = words.side(&variant.sides[self.side.index()]);
        match self.loss {
            None => format!("{side}は一手休みです。"),
            Some((piece, square)) => {
                let (square, name) = (words.square(square), words.piece(piece));
                format!("{square}の{name}を取られたため、{side}は一手休みです。")
            }
        }
    }
}
