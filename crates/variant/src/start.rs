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
