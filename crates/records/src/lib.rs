//! Positions, moves and games as text.
//!
//! - [`position`]: SFEN and FEN of every variant, read and written.
//! - [`moves`]: moves in USI and algebraic form: reading, writing, and finding the legal move that
//!   a text means.
//! - [`notation`]: moves as people write them, in English and Japanese books.
//! - [`opening`]: games that begin, and go on, as texts say.
//! - [`reason`]: why moves are refused and turns passed, in Japanese.
//! - [`pgn`], [`kif`], [`csa`], [`jkf`]: games, read and written; [`file`](mod@file): whatever form they have.
//! - [`record`]: what games in all these forms have in common.
//! - [`json`]: the JSON forms of positions, moves, results and variants.
//!
//! ```
//! use komadai_records::{moves, position};
//!
//! let shogi = komadai_rules::variant::load_builtin("shogi", &[]).unwrap().variant;
//! let text = "4k4/9/9/9/9/9/4P4/9/4K4 b 2Pp 1";
//! let setup = position::parse(&shogi, text)?;
//! assert_eq!(position::to_sfen(&shogi, &setup), text);
//! assert_eq!(position::to_fen(&shogi, &setup), "4k4/9/9/9/9/9/4P4/9/4K4[PPp] w - - 0 1");
//!
//! assert_eq!(moves::parse_move(&shogi, "5g5f"), moves::parse_move(&shogi, "e3e4"));
//!
//! let error = position::parse(&shogi, "4k4/9/9/9/9/9/4P/9/4K4 b - 1").unwrap_err();
//! assert_eq!(error.message, "rank 3 has 5 squares");
//! # Ok::<(), komadai_records::TextError>(())
//! ```
//!
//! Whatever is read may be wrong: every reader answers with a [`TextError`] that says what, where
//! and what was expected instead.

#![deny(clippy::print_stderr, clippy::print_stdout)]

pub mod csa;
mod error;
mod field;
pub mod file;
pub mod jkf;
pub mod json;
pub mod kif;
pub mod moves;
pub mod notation;
pub mod opening;
pub mod pgn;
mod piece;
pub mod position;
pub mod reason;
pub mod record;
mod square;

pub use error::TextError;
