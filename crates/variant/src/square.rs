//! The small words of the rules: squares, sides, types of piece.

/// A square as an index: `rank * files + file`, both counted from the first side's left corner.
/// All 256 values can be squares (16x16), so "none" is never said by a reserved number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Square(pub u8);

impl Square {
    /// The index as a table index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The two sides. `First` moves up the board and, as a rule, moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// Sente, Black in shogi, White in chess and Minjiku.
    First = 0,
    /// The opponent.
    Second = 1,
}

impl Color {
    /// Both sides in order.
    pub const BOTH: [Color; 2] = [Color::First, Color::Second];

    /// As a table index.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }
}

impl std::ops::Not for Color {
    type Output = Color;
    #[inline]
    fn not(self) -> Color {
        match self {
            Color::First => Color::Second,
            Color::Second => Color::First,
        }
    }
}

/// A type of piece: an index into [`Variant::pieces`](crate::Variant::pieces). At most 128.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceType(pub u8);

impl PieceType {
    /// As a table index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}
