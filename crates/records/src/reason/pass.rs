//! Why a turn is passed.

use super::words::Words;
use komadai_rules::{AnyPlay, Color, Move, PieceType, Square, Variant};

/// A pass that the rules force on a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForcedPass {
    /// Who must pass.
    pub side: Color,
    /// What it has lost, and where, if that is why.
    pub loss: Option<(PieceType, Square)>,
}

impl ForcedPass {
    /// The pass that a legal move forces on the opponent by what it takes; `None` where it forces
    /// none.
    pub fn by(at: &AnyPlay, m: Move) -> Option<Self> {
        let shocks = &at.variant().shocks;
        let loss = at.captures(m).into_iter().find_map(|square| {
            let (_, piece) = at.at(square)?;
            let is_felt = shocks.iter().any(|shock| shock.captured.contains(&piece));
            is_felt.then_some((piece, square))
        })?;
        Some(ForcedPass { side: !at.side(), loss: Some(loss) })
    }

    /// `Gote had to pass: the Lion on f7 was taken.`: nobody has to be asked, so it is told afterwards.
    pub fn english(&self, variant: &Variant) -> String {
        let side = &variant.sides[self.side.index()];
        match self.loss {
            None => format!("{side} had to pass."),
            Some((piece, square)) => {
                let name = &variant.pieces[piece.index()].name.en;
                let square = variant.display_square(square);
                format!("{side} had to pass: the {name} on {square} was taken.")
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
