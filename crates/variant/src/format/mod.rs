//! The form of variant files: every table and key, what it takes and what it means.
//!
//! The loader reads by these descriptions and refuses what they do not know; whoever explains the
//! format to people or to editors starts from [`root`].

pub(super) mod declaration;
pub(super) mod ends;
pub(super) mod game;
mod key;
pub(super) mod pieces;
pub(super) mod play;

pub(super) use key::{
    Choice, Flag, Key, List, ManyTexts, Named, Number, OneText, Plain, Selector, Several, Sub,
    Usual, Words, Zone,
};

use key::AnyKey;

/// The tables and keys of a whole file.
pub fn root() -> &'static Table {
    &game::ROOT
}

/// A table: what it is for, and its keys.
pub struct Table {
    /// What the table is for, in a sentence or two.
    pub means: &'static str,
    /// Some lines of a file with this table; empty where the keys' own examples say enough.
    pub example: &'static str,
    keys: &'static [&'static dyn AnyKey],
    named: Option<Rows>,
}

/// The keys of a table that the author chooses. All of them take the same.
pub struct Rows {
    /// What such a key is.
    pub key: KeyForm,
    /// What it takes.
    pub table: &'static Table,
    /// What it stands for.
    pub means: &'static str,
}

/// What a key that the author chooses looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyForm {
    /// The letter of a piece.
    Letter,
    /// A name for command lines.
    Name,
}

impl Table {
    /// The keys in the order in which they are best explained.
    pub fn entries(&self) -> impl Iterator<Item = KeyInfo> + '_ {
        self.keys.iter().map(|key| key.entry())
    }

    /// The keys that the author chooses, where there are such.
    pub fn rows(&self) -> Option<&Rows> {
        self.named.as_ref()
    }

    /// The names of the keys.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> + Clone + '_ {
        self.keys.iter().map(|key| key.name())
    }

    /// Whether a key may stand in this table.
    pub(super) fn takes(&self, name: &str) -> bool {
        self.named.is_some() || self.names().any(|known| known == name)
    }
}

/// What there is to say of a key.
#[derive(Clone)]
pub struct KeyInfo {
    /// The key.
    pub name: &'static str,
    /// What it takes.
    pub kind: ValueForm,
    /// Whether it must be there, unless it is inherited.
    pub required: bool,
    /// What holds without it, as TOML, or in words if it begins with a space.
    pub default: Option<String>,
    /// What it means, in a sentence or two.
    pub means: &'static str,
    /// A value of it, as TOML.
    pub example: &'static str,
}

/// A word that a key takes, and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word. One of digits may also be written as a number.
    pub word: &'static str,
    /// What it means.
    pub means: &'static str,
}

/// What a key takes.
#[derive(Clone)]
pub enum ValueForm {
    /// Any text.
    Text,
    /// A name for command lines: small letters, digits, `-` and `_`.
    Name,
    /// A text or a list of texts.
    Texts,
    /// True or false.
    Flag,
    /// A whole number in that range.
    Number {
        /// The least.
        low: u32,
        /// The greatest.
        high: u32,
    },
    /// One of a few words.
    Choice(Vec<Word>),
    /// One or more of a few words.
    Several(Vec<Word>),
    /// Squares.
    Squares,
    /// Squares or ranks.
    Ranks,
    /// Movements of which each may be used, as texts or in tables that say where they hold.
    Movements(&'static Table),
    /// A movement of directions and atoms only.
    Plain,
    /// The name of a game, or of a file in the same folder.
    FileName,
    /// The letter of a piece.
    Letter,
    /// Letters of pieces.
    Letters,
    /// Pieces by their letters or, in a table, by what they have in common.
    Selector(&'static Table),
    /// The word `capture`, and letters of pieces.
    Reset,
    /// A table.
    Table(&'static Table),
    /// A table, any number of times: `[[name]]`.
    List(&'static Table),
    /// `false` only.
    Off,
    /// One of these.
    Or(Vec<ValueForm>),
}
