//! What pieces, sides and squares are called.

use crate::lang::Lang;
use komadai_records::reason;
use komadai_rules::{Color, PieceType, Square, Variant};

/// The names of one game in one language.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    /// The game.
    pub variant: &'a Variant,
    /// The language.
    pub lang: Lang,
}

impl Words<'_> {
    /// One text in two languages: the one that is read.
    pub(crate) fn say(&self, english: impl Into<String>, japanese: impl Into<String>) -> String {
        self.lang.say(english, japanese)
    }

    /// A name of the variant file as this language has it: in English where it has no other.
    pub(crate) fn named(&self, english: &str, japanese: Option<&str>) -> String {
        match self.lang {
            Lang::En => english.to_owned(),
            Lang::Ja => japanese.unwrap_or(english).to_owned(),
        }
    }

    /// A type of piece.
    pub fn piece(&self, piece: PieceType) -> String {
        match self.lang {
            Lang::En => self.variant.pieces[piece.index()].name.en.clone(),
            Lang::Ja => reason::Words(self.variant).piece(piece).to_owned(),
        }
    }

    /// A side.
    pub fn side(&self, side: Color) -> String {
        let Variant { sides, sides_ja, .. } = self.variant;
        self.named(&sides[side.index()], sides_ja[side.index()].as_deref())
    }

    /// A square.
    pub fn square(&self, square: Square) -> String {
        match self.lang {
            Lang::En => self.variant.display_square(square),
            Lang::Ja => reason::Words(self.variant).square(square),
        }
    }

    /// `a, b and c`, of squares.
    pub(crate) fn squares(&self, squares: &[Square]) -> String {
        let names: Vec<String> = squares.iter().map(|square| self.square(*square)).collect();
        self.lang.all(&names)
    }

    /// The type with that id.
    pub(crate) fn find(&self, id: &str) -> Option<PieceType> {
        let index = self.variant.pieces.iter().position(|piece| piece.id == id)?;
        Some(PieceType(index as u8))
    }

    /// The types with those ids.
    pub(crate) fn types(&self, ids: &[String]) -> Vec<PieceType> {
        ids.iter().filter_map(|id| self.find(id)).collect()
    }

    /// Names, each once: several types may share one.
    pub(crate) fn pieces(&self, types: &[PieceType]) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for name in types.iter().map(|piece| self.piece(*piece)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// Names with letters where another type has the same name: `Gold General (+P)`.
    pub(crate) fn told_apart(&self, types: &[PieceType]) -> Vec<String> {
        let is_shared = |name: &str| {
            let all = (0..self.variant.pieces.len()).map(|i| PieceType(i as u8));
            all.filter(|other| self.piece(*other) == name).count() > 1
        };
        let told = |piece: &PieceType| {
            let (name, id) = (self.piece(*piece), &self.variant.pieces[piece.index()].id);
            match (is_shared(&name), self.lang) {
                (false, _) => name,
                (true, Lang::En) => format!("{name} ({id})"),
                (true, Lang::Ja) => format!("{name}（{id}）"),
            }
        };
        types.iter().map(told).collect()
    }

    /// All types of the game.
    pub(crate) fn all_types(&self) -> impl Iterator<Item = PieceType> + use<> {
        (0..self.variant.pieces.len()).map(|i| PieceType(i as u8))
    }
}

/// `a Rook`, `an Elephant`.
pub(crate) fn article(name: &str) -> String {
    let vowel = name.starts_with(['A', 'E', 'I', 'O', 'U', 'a', 'e', 'i', 'o', 'u']);
    format!("{} {name}", if vowel { "an" } else { "a" })
}
