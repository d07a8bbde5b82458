//! The history heuristic: which quiet moves have caused cutoffs before ("History Heuristic").
//!
//! The tables are indexed by the type of the moving piece and its destination, so their sizes
//! follow from the game.

use komadai_rules::{Move, MoveKind, PieceType, Position};

/// Entries stay between plus and minus this.
const MAX: i32 = 16_384;
/// The size of the continuation history in bits. Pairs of moves with the same index share an entry.
const CONTINUATION_BITS: u32 = 18;

/// The type of a moving piece, whether it is dropped, and its destination, as one index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PieceTo(u32);

/// The moves of one and two plies before, where they are known. A null move is not.
pub(crate) type PreviousMoves = [Option<PieceTo>; 2];

/// See the module.
#[derive(Clone, Debug)]
pub(crate) struct History {
    squares: usize,
    /// By side to move and move.
    main: [Vec<i16>; 2],
    /// By a previous move and a move that answers or continues it.
    continuation: Vec<i16>,
}

impl History {
    pub(crate) fn new(types: usize, squares: usize) -> Self {
        let moves = 2 * types * squares;
        History {
            squares,
            main: [vec![0; moves], vec![0; moves]],
            continuation: vec![0; 1 << CONTINUATION_BITS],
        }
    }

    pub(crate) fn clear(&mut self) {
        self.main.iter_mut().for_each(|table| table.fill(0));
        self.continuation.fill(0);
    }

    /// Halves the main history between two moves of a game.
    pub(crate) fn age(&mut self) {
        self.main.iter_mut().flatten().for_each(|entry| *entry /= 2);
    }

    /// The index of a move in the position in which it is made.
    #[inline]
    pub(crate) fn piece_to<const N: usize>(&self, position: &Position<N>, m: Move) -> PieceTo {
        let (piece, dropped) = match m.kind() {
            MoveKind::Drop => (m.dropped(), 1),
            MoveKind::Pass => (PieceType(0), 0),
            _ => (position.at(m.from()).map_or(PieceType(0), |(_, piece)| piece), 0),
        };
        PieceTo(((piece.index() * 2 + dropped) * self.squares + m.to().index()) as u32)
    }

    #[inline]
    fn continuation_index(previous: PieceTo, m: PieceTo) -> usize {
        let hash = (previous.0.wrapping_mul(0x9e37_79b1) ^ m.0).wrapping_mul(0x85eb_ca6b);
        (hash >> (32 - CONTINUATION_BITS)) as usize
    }

    /// The history score of a quiet move.
    #[inline]
    pub(crate) fn score(&self, side: usize, m: PieceTo, previous: PreviousMoves) -> i32 {
        let continuation = |previous: &PieceTo| {
            i32::from(self.continuation[Self::continuation_index(*previous, m)])
        };
        i32::from(self.main[side][m.0 as usize])
            + previous.iter().flatten().map(continuation).sum::<i32>()
    }

    /// Adds a bonus, or a negative one, to all entries of a quiet move.
    pub(crate) fn update(&mut self, side: usize, m: PieceTo, previous: PreviousMoves, bonus: i32) {
        update_entry(&mut self.main[side][m.0 as usize], bonus);
        for previous in previous.into_iter().flatten() {
            update_entry(&mut self.continuation[Self::continuation_index(previous, m)], bonus);
        }
    }
}

/// Adds a bonus to an entry; the closer the entry is to its limit, the less.
#[inline]
fn update_entry(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / MAX).clamp(-MAX, MAX) as i16;
}
