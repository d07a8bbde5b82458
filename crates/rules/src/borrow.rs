//! Pieces that move as a friend beside them does: see [`Borrowing`](crate::variant::Borrowing).

use crate::board::Board;
use crate::compile::Geometry;
use crate::game::{Game, PerSquare, Traits};
use crate::piece::Piece;
use crate::position::Position;
use crate::variant::Variant;
use crate::{Color, PieceType, Square};

/// For each side and each square where a friend stands that lends to a piece there.
pub(crate) type Lenders = [PerSquare<Option<Square>>; 2];

/// Where who lends stands, if the game knows it.
pub(crate) fn lenders(variant: &Variant, geometry: &Geometry) -> Option<Lenders> {
    let (file, rank) = variant.borrowing.as_ref()?.from;
    Some(Color::BOTH.map(|color| {
        let forward = if color == Color::First { 1 } else { -1 };
        let offset = (i32::from(file) * forward, i32::from(rank) * forward);
        geometry.squares().map(|square| geometry.offset(square, offset, false)).collect()
    }))
}

impl<const N: usize> Game<N> {
    /// Whether a piece may move as another one does.
    pub(crate) fn borrows(&self, piece: PieceType) -> bool {
        let rule = self.variant.borrowing.as_ref();
        rule.is_some_and(|rule| rule.borrowers.contains(&piece))
    }

    /// Whether a piece on a square may find somebody who lends.
    pub(crate) fn may_borrow(&self, piece: Piece, square: Square) -> bool {
        let stands = |all: &Lenders| all[piece.color().index()][square.index()].is_some();
        self.borrows(piece.piece_type()) && self.lenders.as_ref().is_some_and(stands)
    }

    /// Lets every piece that borrows count as one that can do whatever another one can.
    pub(crate) fn share_traits(&mut self) {
        let Some(rule) = self.variant.borrowing.clone() else { return };
        for color in Color::BOTH {
            let mut lent = Traits::default();
            for piece in &rule.lenders {
                let traits = self.pieces[Piece::new(color, *piece)].traits;
                lent.lines |= traits.lines;
                lent.exotic |= traits.exotic;
                lent.complex |= traits.complex;
            }
            for piece in &rule.borrowers {
                let traits = &mut self.pieces[Piece::new(color, *piece)].traits;
                traits.lines |= lent.lines;
                traits.exotic |= lent.exotic;
                traits.complex |= lent.complex;
            }
        }
    }
}

impl<const N: usize> Board<N> {
    /// Where the friend stands whose movement the piece on a square has, if it has borrowed one.
    pub(crate) fn lender(&self, game: &Game<N>, square: Square) -> Option<Square> {
        let (all, rule) = (game.lenders.as_ref()?, game.variant.borrowing.as_ref()?);
        let piece = self.at(square)?;
        let beside = all[piece.color().index()][square.index()]?;
        let lends = |lender: Piece| {
            lender.color() == piece.color()
                && rule.lenders.contains(&lender.piece_type())
                && rule.borrowers.contains(&piece.piece_type())
        };
        self.at(beside).is_some_and(lends).then_some(beside)
    }

    /// As what the piece on an occupied square moves.
    pub(crate) fn moves_as(&self, game: &Game<N>, square: Square) -> Piece {
        self.occupant(self.lender(game, square).unwrap_or(square))
    }
}

impl<const N: usize> Position<N> {
    /// As what the piece on a square moves: as a friend beside it, where it borrows its movement; `None` where
    /// none stands.
    pub fn moves_as(&self, square: Square) -> Option<PieceType> {
        self.board.at(square).map(|_| self.board.moves_as(self.game(), square).piece_type())
    }
}
