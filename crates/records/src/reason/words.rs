//! What sides, squares and pieces are called in Japanese sentences.

use crate::notation::japanese_square;
use komadai_rules::variant::PieceData;
use komadai_rules::{Color, Man, PieceType, Place, Square, Variant};

/// The words of one game.
#[derive(Clone, Copy, Debug)]
pub struct Words<'v>(pub &'v Variant);

impl<'v> Words<'v> {
    /// `先手`: a side in Japanese, by the name that it has in English; the same name if the game
    /// has no other.
    pub fn side<'n>(&'n self, name: &'n str) -> &'n str {
        let side = self.0.sides.iter().position(|side| side == name);
        side.and_then(|side| self.0.sides_ja[side].as_deref()).unwrap_or(name)
    }

    /// Where a side's pieces promote. A single rank is not called a camp.
    pub(super) fn zone(&self, side: Color) -> &'static str {
        let zone = &self.0.promotion.zone[side.index()];
        let mut ranks = zone.iter().map(|square| self.0.board.rank(*square));
        let first = ranks.next();
        if ranks.all(|rank| Some(rank) == first) { "最終段" } else { "敵陣" }
    }

    /// `７六`, or `e4` where the game's people write so.
    pub fn square(&self, square: Square) -> String {
        japanese_square(self.0, square)
    }

    pub(super) fn place(&self, place: &Place) -> String {
        self.square(place.square)
    }

    /// A square known by its name alone.
    pub(super) fn square_called(&self, name: &str) -> Option<String> {
        let found = self.0.parse_usi_square(name).or_else(|| self.0.parse_square(name));
        found.map(|square| self.square(square))
    }

    /// `飛車`.
    pub fn piece(&self, piece: PieceType) -> &'v str {
        called(&self.0.pieces[piece.index()])
    }

    /// `飛車`, for the English name.
    pub(super) fn named<'n>(&self, english: &'n str) -> &'n str
    where
        'v: 'n,
    {
        self.find(english).map_or(english, called)
    }

    /// The one kanji by which players call a piece for short, for the English name.
    pub(super) fn short(&self, english: &str) -> Option<&'v str> {
        self.find(english)?.name.abbreviation.as_deref()
    }

    fn find(&self, english: &str) -> Option<&'v PieceData> {
        self.0.pieces.iter().find(|piece| piece.name.en == english)
    }

    /// `２八の飛車`.
    pub(super) fn man(&self, man: &Man) -> String {
        format!("{}の{}", self.place(&man.at), self.piece(man.piece))
    }

    /// `先手の飛車`.
    pub(super) fn owned(&self, man: &Man) -> String {
        format!("{}の{}", self.side(&man.owner), self.piece(man.piece))
    }

    /// `２八に先手の飛車`.
    pub(super) fn standing(&self, man: &Man) -> String {
        format!("{}に{}", self.place(&man.at), self.owned(man))
    }

    /// `２八の飛車と８八の角行`.
    pub(super) fn men(&self, men: &[Man]) -> String {
        men.iter().map(|man| self.man(man)).collect::<Vec<_>>().join("と")
    }

    /// `クイーン、ルーク`, for the English names.
    pub(super) fn list(&self, english: &[String]) -> String {
        english.iter().map(|name| self.named(name)).collect::<Vec<_>>().join("、")
    }

    /// `王将・太子`, for `King or Prince`.
    pub(super) fn either(&self, english: &str) -> String {
        english.split(" or ").map(|name| self.named(name)).collect::<Vec<_>>().join("・")
    }
}

fn called(piece: &PieceData) -> &str {
    let names = &piece.name;
    let kanji = names.ja.as_deref().or(names.kanji.as_deref());
    kanji.or(names.abbreviation.as_deref()).unwrap_or(&names.en)
}
