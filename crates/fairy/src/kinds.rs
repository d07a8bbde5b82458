//! What Fairy-Stockfish takes the pieces of a game for.

use crate::PieceKind;
use komadai_import::WALL;
use komadai_rules::variant::{Coordinates, PieceData};
use komadai_rules::{AnyPlay, Color, PieceType, Square, Variant};

/// The kinds of a game's pieces, in the order of the pieces.
#[derive(Clone, Debug)]
pub(crate) struct Kinds(Vec<Kind>);

#[derive(Clone, Debug)]
struct Kind {
    letters: String,
    /// The number of its type, where that is known.
    number: Option<u8>,
    is_pawn: bool,
    is_king: bool,
}

impl Kinds {
    /// Those that are known; a piece of which nothing is known goes by what it is in the game.
    pub(crate) fn of(variant: &Variant, known: &[PieceKind]) -> Self {
        let is_shogi = variant.board.coordinates == Coordinates::Shogi;
        let kind = |piece: &PieceData| match known.iter().find(|kind| kind.id == piece.id) {
            Some(kind) => Kind {
                letters: kind.letter.to_string(),
                number: Some(kind.number),
                is_pawn: kind.is_pawn,
                is_king: kind.is_king,
            },
            None => Kind {
                letters: piece.id.clone(),
                number: None,
                is_pawn: piece.id == "P" && !is_shogi,
                is_king: piece.royal,
            },
        };
        Kinds(variant.pieces.iter().map(kind).collect())
    }

    /// The id of what stands in the way and belongs to nobody.
    pub(crate) fn wall<'v>(&self, variant: &'v Variant) -> Option<&'v str> {
        let mut pieces = variant.pieces.iter().zip(&self.0);
        pieces.find(|(_, kind)| kind.letters.chars().eq([WALL])).map(|(piece, _)| piece.id.as_str())
    }

    /// Whether a piece has other letters than in the game, or is a pawn without being called so: in SAN pawns have none.
    pub(crate) fn differ(&self, variant: &Variant) -> bool {
        let mut pieces = variant.pieces.iter().zip(&self.0);
        pieces.any(|(piece, kind)| piece.id != kind.letters || (piece.id == "P") != kind.is_pawn)
    }

    /// The letters of a piece.
    pub(crate) fn letters(&self, piece: PieceType) -> &str {
        &self.0[piece.index()].letters
    }

    /// Where a piece stands among those in a hand, by its letter: the last type first.
    pub(crate) fn place(&self, letter: char) -> Option<std::cmp::Reverse<u8>> {
        let held = self.0.iter().filter(|kind| kind.letters.chars().eq([letter]));
        held.filter_map(|kind| kind.number).max().map(std::cmp::Reverse)
    }

    /// Whether it is a pawn as in chess.
    pub(crate) fn is_pawn(&self, piece: PieceType) -> bool {
        self.0[piece.index()].is_pawn
    }

    /// How many kings are on the board.
    pub(crate) fn kings(&self, play: &AnyPlay) -> usize {
        let royals = Color::BOTH.into_iter().flat_map(|side| play.royals(side));
        let king = |square: &Square| play.at(*square).is_some_and(|(_, piece)| self.is_king(piece));
        royals.filter(king).count()
    }

    /// Whether attacks on it are marked as checks.
    pub(crate) fn is_king(&self, piece: PieceType) -> bool {
        self.0[piece.index()].is_king
    }
}
