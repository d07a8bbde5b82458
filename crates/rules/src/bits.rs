//! Sets of squares.

use crate::Square;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares in `N` machine words: up to 64 `N` squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct BitSet<const N: usize>([u64; N]);

impl<const N: usize> BitSet<N> {
    /// No square.
    pub const EMPTY: Self = BitSet([0; N]);

    /// Exactly one square.
    #[inline]
    pub fn of(square: Square) -> Self {
        let mut set = Self::EMPTY;
        set.insert(square);
        set
    }

    /// Whether the square is in the set.
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        let i = square.index();
        (self.0[(i >> 6) % N] >> (i & 63)) & 1 != 0
    }

    /// Puts a square into the set.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        let i = square.index();
        self.0[(i >> 6) % N] |= 1 << (i & 63);
    }

    /// Takes a square out of the set.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        let i = square.index();
        self.0[(i >> 6) % N] &= !(1 << (i & 63));
    }

    /// Whether there is no square in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |a, w| a | w) == 0
    }

    /// Whether the sets share a square.
    #[inline]
    pub fn intersects(&self, other: Self) -> bool {
        !(*self & other).is_empty()
    }

    /// How many squares there are.
    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }

    /// Whether there are at least two squares.
    #[inline]
    pub fn several(&self) -> bool {
        !self.is_single_or_empty()
    }

    /// Every square moved by `by` indices (less than 64), upward or downward. What leaves the board
    /// must be cut off by the caller.
    #[inline]
    pub fn shifted(&self, by: i8) -> Self {
        let n = u32::from(by.unsigned_abs());
        let word = |i: Option<usize>| i.and_then(|i| self.0.get(i)).copied().unwrap_or(0);
        BitSet(std::array::from_fn(|i| match by {
            0.. => self.0[i] << n | word(i.checked_sub(1)).checked_shr(64 - n).unwrap_or(0),
            _ => self.0[i] >> n | word(Some(i + 1)).checked_shl(64 - n).unwrap_or(0),
        }))
    }

    /// The set if `keep`, else the empty set, without branches.
    #[inline]
    pub fn only_if(self, keep: bool) -> Self {
        let mask = 0u64.wrapping_sub(u64::from(keep));
        BitSet(self.0.map(|w| w & mask))
    }

    /// The square with the lowest index.
    #[inline]
    pub fn first(&self) -> Option<Square> {
        for (i, w) in self.0.iter().enumerate() {
            if *w != 0 {
                return Some(Square((i * 64) as u8 + w.trailing_zeros() as u8));
            }
        }
        None
    }

    /// The square with the highest index.
    #[inline]
    pub fn last(&self) -> Option<Square> {
        for (i, w) in self.0.iter().enumerate().rev() {
            if *w != 0 {
                return Some(Square((i * 64) as u8 + 63 - w.leading_zeros() as u8));
            }
        }
        None
    }

    /// All squares up to and including the lowest one of the set; every square if it is empty.
    #[inline]
    pub fn up_to_first(&self) -> Self {
        let mut borrow = true;
        BitSet(self.0.map(|word| {
            let (minus, under) = word.overflowing_sub(u64::from(borrow));
            borrow = under;
            word ^ minus
        }))
    }

    /// The highest square of the set and all above it; every square if it is empty. Without
    /// branches, for the inner loops.
    #[inline]
    pub fn last_and_above(&self) -> Self {
        let mut above = 0;
        let mut squares = [0; N];
        for (word, squares) in self.0.iter().zip(&mut squares).rev() {
            let beyond = u64::MAX << (63 - (word | 1).leading_zeros());
            *squares = if above == 0 { beyond } else { 0 };
            above |= word;
        }
        BitSet(squares)
    }

    /// Whether there are fewer than two squares.
    #[inline]
    pub fn is_single_or_empty(&self) -> bool {
        let mut borrow = true;
        let mut rest = 0;
        for w in self.0 {
            let (minus, under) = w.overflowing_sub(u64::from(borrow));
            rest |= w & minus;
            borrow = under;
        }
        rest == 0
    }

    /// Removes and returns the square with the lowest index.
    #[inline]
    pub fn pop(&mut self) -> Option<Square> {
        for i in 0..N {
            let w = self.0[i];
            if w != 0 {
                self.0[i] = w & (w - 1);
                return Some(Square((i * 64) as u8 + w.trailing_zeros() as u8));
            }
        }
        None
    }

    /// The set without the squares of the other one.
    #[inline]
    pub fn without(self, other: Self) -> Self {
        self & !other
    }

    /// The squares in ascending order.
    #[inline]
    pub fn iter(self) -> Iter<N> {
        Iter(self)
    }
}

/// The squares of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Iter<const N: usize>(BitSet<N>);

impl<const N: usize> Iterator for Iter<N> {
    type Item = Square;
    #[inline]
    fn next(&mut self) -> Option<Square> {
        self.0.pop()
    }
}

impl<const N: usize> IntoIterator for BitSet<N> {
    type Item = Square;
    type IntoIter = Iter<N>;
    #[inline]
    fn into_iter(self) -> Iter<N> {
        self.iter()
    }
}

impl<const N: usize> FromIterator<Square> for BitSet<N> {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        squares.into_iter().for_each(|s| set.insert(s));
        set
    }
}

impl<const N: usize> Default for BitSet<N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const N: usize> std::fmt::Debug for BitSet<N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter().map(|s| s.0)).finish()
    }
}

macro_rules! operator {
    ($trait:ident, $name:ident, $assign_trait:ident, $assign:ident, $op:tt) => {
        impl<const N: usize> $trait for BitSet<N> {
            type Output = Self;
            #[inline]
            fn $name(self, other: Self) -> Self {
                BitSet(std::array::from_fn(|i| self.0[i] $op other.0[i]))
            }
        }
        impl<const N: usize> $assign_trait for BitSet<N> {
            #[inline]
            fn $assign(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    };
}
operator!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
operator!(BitOr, bitor, BitOrAssign, bitor_assign, |);
operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl<const N: usize> Not for BitSet<N> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        BitSet(self.0.map(|w| !w))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<const N: usize>(indices: &[u8]) {
        let set: BitSet<N> = indices.iter().map(|i| Square(*i)).collect();
        assert_eq!(set.iter().map(|s| s.0).collect::<Vec<_>>(), indices);
        assert_eq!(set.count() as usize, indices.len());
        assert_eq!(set.first().map(|s| s.0), indices.first().copied());
        assert_eq!(set.last().map(|s| s.0), indices.last().copied());
        assert_eq!(set.is_single_or_empty(), indices.len() < 2);
        let (upto, from) = (set.up_to_first(), set.last_and_above());
        for i in 0..(64 * N) {
            let wanted = indices.first().is_none_or(|f| i <= usize::from(*f));
            assert_eq!(upto.contains(Square(i as u8)), wanted, "{indices:?} {i}");
            let wanted = indices.last().is_none_or(|l| i >= usize::from(*l));
            assert_eq!(from.contains(Square(i as u8)), wanted, "{indices:?} {i}");
        }
    }

    fn check_shift<const N: usize>(indices: &[u8], by: i8, wanted: &[u8]) {
        let set: BitSet<N> = indices.iter().map(|i| Square(*i)).collect();
        let shifted: Vec<u8> = set.shifted(by).iter().map(|s| s.0).collect();
        assert_eq!(shifted, wanted, "{indices:?} by {by}");
    }

    #[test]
    fn shifting_crosses_words_and_loses_what_leaves() {
        check_shift::<1>(&[0, 5, 63], 5, &[5, 10]);
        check_shift::<1>(&[0, 5, 63], -5, &[0, 58]);
        check_shift::<2>(&[60, 120], 9, &[69]);
        check_shift::<2>(&[3, 70], -9, &[61]);
        check_shift::<3>(&[63, 127], 1, &[64, 128]);
        check_shift::<3>(&[64, 128], 0, &[64, 128]);
    }

    #[test]
    fn sets_hold_what_was_put_in() {
        check::<1>(&[]);
        check::<1>(&[0, 63]);
        check::<2>(&[]);
        check::<2>(&[63, 64, 127]);
        check::<3>(&[64, 100, 191]);
        check::<3>(&[128]);
        check::<4>(&[0, 64, 128, 192, 255]);
        check::<4>(&[255]);
    }
}
