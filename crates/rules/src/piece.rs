//! Pieces: a type of one side, in one byte; and tables by them.

use crate::{Color, PieceType};
use std::num::NonZeroU8;
use std::ops::{Index, IndexMut};

/// A piece: a type of one side. Never zero, so that a square with or without one takes a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece(NonZeroU8);

impl Piece {
    /// A byte tells the pieces of so many types apart.
    pub(crate) const MOST_TYPES: usize = 127;

    #[inline]
    pub(crate) fn new(color: Color, piece: PieceType) -> Self {
        Piece(NonZeroU8::MIN.saturating_add(piece.0 << 1 | color as u8))
    }

    #[inline]
    pub(crate) fn color(self) -> Color {
        if self.index() & 1 == 0 { Color::First } else { Color::Second }
    }

    #[inline]
    pub(crate) fn piece_type(self) -> PieceType {
        PieceType((self.index() >> 1) as u8)
    }

    /// As a table index: the pieces of a type side by side.
    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0.get() - 1)
    }

    /// All pieces of so many types, in the order of their indices.
    pub(crate) fn all(types: usize) -> impl Iterator<Item = Piece> {
        let both = |piece: u8| Color::BOTH.map(|color| Piece::new(color, PieceType(piece)));
        (0..types as u8).flat_map(both)
    }
}

/// A table with an entry for every piece of a game.
#[derive(Clone, Debug)]
pub(crate) struct PerPiece<T>(Box<[T]>);

impl<T> PerPiece<T> {
    /// A table for the pieces of so many types.
    pub(crate) fn of(types: usize, entry: impl FnMut(Piece) -> T) -> Self {
        PerPiece(Piece::all(types).map(entry).collect())
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Piece, &T)> {
        Piece::all(self.0.len() / 2).zip(&self.0)
    }

    pub(crate) fn values(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }
}

impl<T> Default for PerPiece<T> {
    fn default() -> Self {
        PerPiece(Box::default())
    }
}

impl<T> Index<Piece> for PerPiece<T> {
    type Output = T;

    #[inline]
    fn index(&self, piece: Piece) -> &T {
        &self.0[piece.index()]
    }
}

impl<T> IndexMut<Piece> for PerPiece<T> {
    #[inline]
    fn index_mut(&mut self, piece: Piece) -> &mut T {
        &mut self.0[piece.index()]
    }
}
