//! The rules of a game for people.
//!
//! A [`Document`] is written from the data of a variant: setup, pieces, movement in words, promotion,
//! drops, ends. So an inventor's file has complete rules without a line of prose. What data cannot
//! say (what a game is like, small positions, advice, credits) is [`prose`] in Markdown beside the
//! file. The document is built once and shown by renderers: [`html`] here, text in the command line.
//!
//! ```
//! use komadai_manual::{Lang, Prose, document, html};
//! use komadai_rules::{AnyGame, variant::load_builtin};
//!
//! let variant = load_builtin("minishogi", &[]).unwrap().variant;
//! let game = AnyGame::compile(&variant).unwrap();
//! let source = komadai_manual::prose::builtin("minishogi", Lang::En).unwrap();
//! let prose = Prose::read(&game, &source).unwrap();
//! let values = vec![100; variant.pieces.len()];
//! let rules = document(&game, &values, &prose, Lang::En).unwrap();
//! assert_eq!(rules.title, "mini-Shogi");
//! assert!(html::page(&rules).starts_with("<!doctype html>"));
//! ```

mod chapters;
mod document;
mod figure;
pub mod html;
mod lang;
mod lesson;
pub mod movement;
pub mod prose;
mod words;

pub use chapters::document;
pub use document::{Block, Card, Chapter, Document, Figure, Span, Text, plain, words_of};
pub use figure::{FigureError, Key, Request, figure};
pub use lang::Lang;
pub use lesson::{Lesson, LessonLine, lessons};
pub use prose::Prose;
pub use words::Words;
