//! A position as plain data: public, unvalidated, independent of any tables.

use crate::position::SetupError;
use crate::square::{Color, PieceType, Square};

/// A position as plain data. Readers of text build it, [`Position::from_setup`](crate::Position)
/// checks it, and every position can be turned back into it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// What stands on each square, indexed by [`Square`]; `files * ranks` long.
    pub board: Vec<Option<(Color, PieceType)>>,
    /// How many of each type each side holds: `hands[color][type]`.
    pub hands: [Vec<u8>; 2],
    /// Who is to move.
    pub side: Color,
    /// Plies since the start (SFEN's number less one).
    pub ply: u32,
    /// How many of its next turns each side must pass.
    pub passes: [u8; 2],
    /// Squares of pieces that have never moved, of the types for which that matters
    /// ([`Variant::tracks_unmoved`](crate::Variant)); castling rights are said by king and rook
    /// squares here. `None`: every such piece on a start square of its own side counts as unmoved.
    pub unmoved: Option<Vec<Square>>,
    /// The squares on which a pawn that has just passed over them may be taken, ascending.
    pub en_passant: Vec<Square>,
    /// Plies since the last capture or pawn move, where the game counts them.
    pub quiet: u32,
}

impl Setup {
    /// What stands on a square.
    pub fn at(&self, square: Square) -> Option<(Color, PieceType)> {
        self.board[square.index()]
    }
}

/// Everything that is wrong with a setup; never empty. It is written as one sentence, with the single
/// errors one after the other.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct SetupErrors(pub(crate) Vec<SetupError>);

impl From<SetupError> for SetupErrors {
    fn from(error: SetupError) -> Self {
        SetupErrors(vec![error])
    }
}

impl std::ops::Deref for SetupErrors {
    type Target = [SetupError];

    fn deref(&self) -> &[SetupError] {
        &self.0
    }
}

impl IntoIterator for SetupErrors {
    type Item = SetupError;
    type IntoIter = std::vec::IntoIter<SetupError>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a SetupErrors {
    type Item = &'a SetupError;
    type IntoIter = std::slice::Iter<'a, SetupError>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
