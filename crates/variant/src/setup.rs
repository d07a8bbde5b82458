//! A position as plain data: public, unvalidated, independent of any tables.

use crate::{Color, PieceType, Square};

/// A position as plain data. Readers of text build it, `Position::from_setup`
/// of `komadai-rules`
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
    /// Which piece that is. `None`: the one on the smallest square that can just have passed over
    /// them, which is the only one in most games.
    pub passed_pawn: Option<Square>,
    /// Plies since the last capture or pawn move, where the game counts them.
    pub quiet: u32,
    /// How many checks each side has given, where the game counts them.
    pub checks_given: [u8; 2],
    /// Where the piece stands, or has exploded, that has just captured what may not be captured in return.
    pub just_took: Option<Square>,
    /// The count of moves that is under way, where the game has one. `None`: none, but one may begin here.
    pub counted: Option<Counted>,
}

/// How far a side has counted its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counted {
    /// By which of the rules in [`End::counting`](crate::End), from 0.
    pub rule: u8,
    /// To which of its limits, from 0.
    pub limit: u8,
    /// The plies counted: two for each number. Even while the side that counts is to move.
    pub plies: u16,
}

impl Setup {
    /// A position of which nothing else is known than what stands there, is held, and whose turn it is.
    pub fn plain(board: Vec<Option<(Color, PieceType)>>, hands: [Vec<u8>; 2], side: Color) -> Self {
        Setup {
            board,
            hands,
            side,
            ply: 0,
            passes: [0; 2],
            unmoved: None,
            en_passant: Vec::new(),
            passed_pawn: None,
            quiet: 0,
            checks_given: [0; 2],
            just_took: None,
            counted: None,
        }
    }

    /// What stands on a square.
    pub fn at(&self, square: Square) -> Option<(Color, PieceType)> {
        self.board[square.index()]
    }
}
