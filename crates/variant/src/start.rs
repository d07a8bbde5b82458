//! The positions that games start from.

use crate::Setup;
use crate::{Color, PieceType};
use crate::{Start, Variant};

impl Variant {
    /// The start of that name.
    pub fn start(&self, id: &str) -> Option<&Start> {
        self.starts.iter().find(|start| start.id == id)
    }

    /// The usual start position, or the one of that name; `None` if there is none of that name.
    pub fn start_setup(&self, start: Option<&str>) -> Option<Setup> {
        let mut setup = self.usual_setup();
        if let Some(id) = start {
            let start = self.start(id)?;
            for square in &start.without {
                setup.board[square.index()] = None;
            }
            setup.side = start.side;
        }
        Some(setup)
    }

    /// With how many pieces of a type on the board a side may not get one more by promotion; `None` where that does
    /// not matter.
    pub fn most_by_promotion(&self, side: Color, piece: PieceType) -> Option<u32> {
        let limits = self.promotion.limits.iter();
        let limits =
            limits.filter(|limit| limit.sides[side.index()] && limit.types.contains(&piece));
        let start = &self.pieces[piece.index()].at[side.index()];
        let at_start = || u32::try_from(start.len()).unwrap_or(u32::MAX);
        limits.map(|limit| limit.count.unwrap_or_else(at_start)).min()
    }

    fn usual_setup(&self) -> Setup {
        let mut board = vec![None; self.board.size()];
        let mut hands = [vec![0; self.pieces.len()], vec![0; self.pieces.len()]];
        for (index, piece) in self.pieces.iter().enumerate() {
            for side in Color::BOTH {
                for square in &piece.at[side.index()] {
                    board[square.index()] = Some((side, PieceType(index as u8)));
                }
                hands[side.index()][index] = piece.hand[side.index()];
            }
        }
        Setup::plain(board, hands, Color::First)
    }
}
