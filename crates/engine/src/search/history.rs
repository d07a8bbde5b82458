//! What has worked before, for the order of moves.
//!
//! Tables are keyed by the type of the moving piece and the square that it goes to; sizes follow
//! from the game.

use komadai_rules::{Move, MoveKind, PieceType, Position};

/// No count grows beyond this.
const MOST: i32 = 16_384;
/// Slots for pairs of moves; pairs that fall into one slot share it.
const PAIRS: usize = 1 << 18;

/// A move as the tables know it: the type and how it goes there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Slot(u32);

/// See the module.
#[derive(Clone, Debug)]
pub(crate) struct History {
    squares: usize,
    /// By side to move and slot.
    quiet: [Vec<i16>; 2],
    /// By the slots of an earlier move and of this one.
    pairs: Vec<i16>,
}

impl History {
    pub(crate) fn new(types: usize, squares: usize) -> Self {
        let slots = 2 * types * squares;
        History { squares, quiet: [vec![0; slots], vec![0; slots]], pairs: vec![0; PAIRS] }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.quiet.iter_mut().for_each(|table| table.fill(0));
        self.pairs.fill(0);
    }

    /// Between two moves of a game: what was learnt counts for less.
    pub(crate) fn fade(&mut self) {
        self.quiet.iter_mut().flatten().for_each(|count| *count /= 2);
    }

    /// The slot of a move in the position in which it is made.
    #[inline]
    pub(crate) fn slot<const N: usize>(&self, position: &Position<N>, m: Move) -> Slot {
        let (piece, dropped) = match m.kind() {
            MoveKind::Drop => (m.dropped(), 1),
            MoveKind::Pass => (PieceType(0), 0),
            _ => (position.at(m.from()).map_or(PieceType(0), |(_, piece)| piece), 0),
        };
        Slot(((piece.index() * 2 + dropped) * self.squares + m.to().index()) as u32)
    }

    #[inline]
    fn pair(earlier: Slot, slot: Slot) -> usize {
        let mixed = (earlier.0.wrapping_mul(0x9e37_79b1) ^ slot.0).wrapping_mul(0x85eb_ca6b);
        mixed as usize >> (32 - 18)
    }

    /// How well a quiet move has worked, here and after the moves before.
    #[inline]
    pub(crate) fn of(&self, side: usize, slot: Slot, before: [Option<Slot>; 2]) -> i32 {
        let pairs: i32 =
            before.iter().flatten().map(|b| i32::from(self.pairs[Self::pair(*b, slot)])).sum();
        i32::from(self.quiet[side][slot.0 as usize]) + pairs
    }

    pub(crate) fn reward(
        &mut self,
        side: usize,
        slot: Slot,
        before: [Option<Slot>; 2],
        bonus: i32,
    ) {
        grow(&mut self.quiet[side][slot.0 as usize], bonus);
        for earlier in before.into_iter().flatten() {
            grow(&mut self.pairs[Self::pair(earlier, slot)], bonus);
        }
    }
}

/// Moves a count by `bonus`, the less the nearer it is to the end of its range.
#[inline]
fn grow(count: &mut i16, bonus: i32) {
    let old = i32::from(*count);
    *count = (old + bonus - old * bonus.abs() / MOST).clamp(-MOST, MOST) as i16;
}
