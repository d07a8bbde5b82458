//! Sets of squares of any board.

use komadai_variant::Square;

/// A set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SquareSet([u64; 4]);

impl SquareSet {
    pub(crate) fn insert(&mut self, square: Square) {
        self.0[usize::from(square.0 / 64)] |= 1 << (square.0 % 64);
    }

    pub(crate) fn contains(self, square: Square) -> bool {
        self.0[usize::from(square.0 / 64)] >> (square.0 % 64) & 1 != 0
    }

    pub(crate) fn unite(&mut self, other: SquareSet) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
    }

    pub(crate) fn squares(self) -> impl Iterator<Item = Square> {
        (0..=u8::MAX).map(Square).filter(move |square| self.contains(*square))
    }
}

impl<'a> FromIterator<&'a Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = &'a Square>>(squares: I) -> Self {
        let mut set = SquareSet::default();
        squares.into_iter().for_each(|square| set.insert(*square));
        set
    }
}
