//! The positions that games start from.

use crate::Setup;
use crate::{Color, PieceType};
use crate::{Shuffle, Start, Variant};

/// What a start is called that is drawn by lot.
pub const RANDOM_START: &str = "random";

impl Variant {
    /// The start of that name.
    pub fn start(&self, id: &str) -> Option<&Start> {
        self.starts.iter().find(|start| start.id == id)
    }

    /// The usual start position, or the one of that name; `None` if there is none of that name. A
    /// shuffled start is called by its number.
    pub fn start_setup(&self, start: Option<&str>) -> Option<Setup> {
        let mut setup = self.usual_setup();
        let Some(id) = start else { return Some(setup) };
        match self.start(id) {
            Some(start) => {
                for square in &start.without {
                    setup.board[square.index()] = None;
                }
                setup.side = start.side;
            }
            None => self.put_shuffled(&mut setup, id)?,
        }
        Some(setup)
    }

    /// Puts the pieces of the usual start where they stand at the shuffled one of a number.
    fn put_shuffled(&self, setup: &mut Setup, number: &str) -> Option<()> {
        let shuffle = self.shuffle.as_ref()?;
        let number = number.parse().ok().filter(|n: &u64| n.to_string() == number)?;
        let pieces = shuffle.arrangement(number)?;
        for (squares, piece) in shuffle.squares.iter().zip(pieces) {
            for (square, side) in squares.iter().zip(Color::BOTH) {
                setup.board[square.index()] = Some((side, piece));
            }
        }
        Some(())
    }

    /// The start that is asked for: one that is drawn by lot where that is `random`, and starts of the game
    /// are shuffled; `draw` is a random number.
    pub fn drawn_start(&self, start: Option<&str>, draw: impl FnOnce() -> u64) -> Option<String> {
        let id = start?;
        let count = self.shuffle.as_ref().and_then(Shuffle::count).filter(|count| *count > 0);
        let drawn = count.filter(|_| id == RANDOM_START && self.start(id).is_none());
        Some(drawn.map_or_else(|| id.to_owned(), |count| (draw() % count).to_string()))
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
