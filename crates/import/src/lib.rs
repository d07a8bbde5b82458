//! Games that others have written down, as variant files.
//!
//! Three forms are read ([`FileForm`]): the sections of a `variants.ini` of Fairy-Stockfish, which inherit
//! from each other and from the games that it knows by itself; the Interactive Diagrams of the Chess Variant
//! Pages, with or without the page around them; and what an engine tells XBoard of a game (`setup` and
//! `piece`). [`games`] names the games of a file, and [`import`] turns one into a complete variant file, with
//! comments. What our files cannot say is refused by its name, with its line; a caller may leave it out by
//! name. Nothing is dropped without a word.
//!
//! ```
//! use komadai_import::{Wish, games, import};
//! use komadai_variant::Source;
//!
//! let ini = Source::new("variants.ini", "[no-castling:chess]\ncastling = false\n");
//! assert_eq!(games(&ini), ["no-castling"]);
//! let game = import(&ini, &Wish::of("no-castling")).unwrap();
//! assert!(game.text.contains("K = { name = \"King\",   move = \"K\","));
//!
//! let ini = Source::new("variants.ini", "[walls:chess]\nwallingRule = edge\n");
//! let errors = import(&ini, &Wish::of("walls")).unwrap_err();
//! assert_eq!(
//!     errors[0].to_string(),
//!     "variants.ini:2:1: `wallingRule` cannot be imported: walls grow from the edge of the board"
//! );
//!
//! let diagram = Source::new("tiny.txt", "files=5\nranks=5\nsymmetry=mirror\nrook::::a1\nking::::c1\n");
//! assert_eq!(games(&diagram), ["tiny"]);
//! let game = import(&diagram, &Wish::of("tiny")).unwrap();
//! assert!(game.text.contains("R = { name = \"Rook\", move = \"R\", at = \"a1\" }"));
//! ```

#![deny(clippy::print_stderr, clippy::print_stdout)]

mod castling;
mod chase;
mod config;
mod counting;
mod diagram;
mod drops;
mod ends;
mod explosion;
mod export;
mod fen;
mod file_form;
mod forms;
mod game;
mod ini;
mod key;
mod lineage;
mod movement;
mod names;
mod naming;
mod palace;
mod passing;
mod pawns;
mod place;
mod placement;
mod promotion;
mod region;
mod report;
mod translate;
mod types;
mod write;
mod xbetza;
mod xboard;

pub use export::{Exported, export};
pub use file_form::FileForm;
use komadai_variant::{Diagnostic, Diagnostics, Source};

/// The games that Fairy-Stockfish knows by itself, as a file of sections: facts about them, in the form
/// that it reads. Sections of other files inherit from these.
pub const BUILTIN: &str = include_str!("builtin.ini");

/// What such a file is called in messages.
pub const BUILTIN_NAME: &str = "builtin";

/// Which game of a file is wanted, and how.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    /// Its name, as [`games`] gives it.
    pub game: String,
    /// The form of the file; without it, it is recognised.
    pub form: Option<FileForm>,
    /// Keys that our files cannot say, and that the game is to do without.
    pub leave_out: Vec<String>,
}

impl Wish {
    /// A game as it is.
    pub fn of(game: impl Into<String>) -> Wish {
        Wish { game: game.into(), ..Wish::default() }
    }
}

/// A game that was imported.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// Its id, also the name of its file without the ending.
    pub id: String,
    /// The variant file.
    pub text: String,
    /// What Fairy-Stockfish takes its pieces for; empty where the game is from a file of another form.
    pub kinds: Vec<PieceKind>,
    /// Its start as Fairy-Stockfish writes it; empty where the game is from a file of another form.
    pub start: String,
    /// What the file does not say, and why.
    pub remarks: Vec<Diagnostic>,
}

/// The letter of whatever stands in the way and belongs to nobody, in positions of Fairy-Stockfish.
pub const WALL: char = '*';

/// What Fairy-Stockfish takes a piece for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceKind {
    /// The id of the piece in the variant file, such as `+B`.
    pub id: String,
    /// The letter by which moves name the type of piece that it moves as, such as `H`.
    pub letter: char,
    /// The number of that type there, in the order in which it reads their keys.
    pub number: u8,
    /// Whether that is the type `pawn`.
    pub is_pawn: bool,
    /// Whether that is the type `king`; other pieces may be royal, too.
    pub is_king: bool,
}

/// The file of built-in games.
pub fn builtin() -> Source {
    Source::new(BUILTIN_NAME, BUILTIN)
}

/// The names of all games of a file whose form is recognised, in the order of the file. For another form
/// there is [`FileForm::games`].
pub fn games(source: &Source) -> Vec<String> {
    FileForm::of(source).games(source)
}

/// Turns a game of a file into a variant file.
///
/// # Errors
/// Everything that is wrong with the game, and everything that our files cannot say.
pub fn import(source: &Source, wish: &Wish) -> Result<Imported, Diagnostics> {
    match wish.form.unwrap_or_else(|| FileForm::of(source)) {
        FileForm::Ini => translate::import(source, wish),
        FileForm::Diagram => diagram::import(source, wish),
        FileForm::Xboard => xboard::import(source, wish),
    }
}
