//! Games that others have written down, as variant files.
//!
//! Fairy-Stockfish describes games in `variants.ini`: sections of keys and values that inherit from each
//! other and from the games that it knows by itself. [`import`] turns a section into a complete variant
//! file, with comments. What our files cannot say is refused by the name of its key, with its line; a
//! caller may leave such keys out by name. No key is dropped without a word.
//!
//! ```
//! use komadai_import::{Wish, import, sections};
//! use komadai_variant::Source;
//!
//! let ini = Source::new("variants.ini", "[no-castling:chess]\ncastling = false\n");
//! assert_eq!(sections(&ini), ["no-castling"]);
//! let game = import(&ini, &Wish::of("no-castling")).unwrap();
//! assert!(game.text.contains("K = { name = \"King\",   move = \"K\","));
//!
//! let ini = Source::new("variants.ini", "[walls:chess]\nwallingRule = duck\n");
//! let errors = import(&ini, &Wish::of("walls")).unwrap_err();
//! assert_eq!(
//!     errors[0].to_string(),
//!     "variants.ini:2:1: `wallingRule` cannot be said in a variant file: each move builds a wall"
//! );
//! ```

#![deny(clippy::print_stderr, clippy::print_stdout)]

mod castling;
mod config;
mod drops;
mod ends;
mod explosion;
mod export;
mod fen;
mod forms;
mod game;
mod ini;
mod key;
mod lineage;
mod movement;
mod palace;
mod pawns;
mod promotion;
mod region;
mod report;
mod translate;
mod types;
mod write;

pub use export::{Exported, export};
use komadai_variant::{Diagnostic, Diagnostics, Source};
use std::sync::Arc;

/// The games that Fairy-Stockfish knows by itself, as a file of sections: facts about them, in the form
/// that it reads. Sections of other files inherit from these.
pub const BUILTIN: &str = include_str!("builtin.ini");

/// What such a file is called in messages.
pub const BUILTIN_NAME: &str = "builtin";

/// Which section is wanted, and how.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    /// The name of the section.
    pub section: String,
    /// Keys that our files cannot say, and that the game is to do without.
    pub leave_out: Vec<String>,
}

impl Wish {
    /// A section as it is.
    pub fn of(section: impl Into<String>) -> Wish {
        Wish { section: section.into(), leave_out: Vec::new() }
    }
}

/// A game that was imported.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// Its id, also the name of its file without the ending.
    pub id: String,
    /// The variant file.
    pub text: String,
    /// What the file does not say, and why.
    pub remarks: Vec<Diagnostic>,
}

/// The file of built-in games.
pub fn builtin() -> Source {
    Source::new(BUILTIN_NAME, BUILTIN)
}

/// The names of all sections, in the order of the file.
pub fn sections(source: &Source) -> Vec<String> {
    let file = ini::read(&Arc::new(source.clone()));
    file.sections.into_iter().map(|section| section.name).collect()
}

/// Turns a section into a variant file.
///
/// # Errors
/// Everything that is wrong with the section, and every key that our files cannot say.
pub fn import(source: &Source, wish: &Wish) -> Result<Imported, Diagnostics> {
    translate::import(source, wish)
}
