//! Komadai for Python: the compiled part of the package `komadai`, which is called `komadai._komadai`.
//!
//! What is here is a thin layer over the other crates: it takes texts and numbers, asks them, and hands out
//! objects that never change. Whatever can be said in Python is in the package beside it
//! (`python/komadai`): results as named tuples, errors, files of games that are written, other libraries'
//! names. Its documentation is in the stubs (`_komadai.pyi`) and in docs/python.md.
//!
//! | module | subject |
//! |---|---|
//! | `rulebook` | games by name, by file or by text, compiled once |
//! | `variant`, `piece` | a game and its pieces |
//! | `position`, `moves` | a game in progress, and its moves |
//! | `records`, `game` | files of games, one game after the other |
//! | `engine` | searches, mates, evaluations |
//! | `arena` | matches |
//! | `foreign` | games that are written down for other programs |
//! | `fairy` | what pyffish answers |
//! | `host` | the engine for programs that speak USI, UCI or XBoard's protocol |
//! | `patience` | what takes long: without Python's lock, and until Ctrl-C |
//! | `trouble` | errors |
//! | `answer` | from Rust's data to Python's |

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a library for Python reads files and clocks, and starts threads"
)]

mod answer;
mod arena;
mod engine;
mod fairy;
mod foreign;
mod game;
mod host;
mod moves;
mod patience;
mod piece;
mod position;
mod records;
mod rulebook;
mod trouble;
mod variant;
mod view;

use pyo3::prelude::*;

/// The compiled part of the package `komadai`.
#[pymodule]
mod _komadai {
    #[pymodule_export]
    use super::arena::{judge_pairs, play_match};
    #[pymodule_export]
    use super::engine::Engine;
    #[pymodule_export]
    use super::fairy::Fairy;
    #[pymodule_export]
    use super::foreign::{foreign_games, import_game};
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::host::serve;
    #[pymodule_export]
    use super::moves::Move;
    #[pymodule_export]
    use super::piece::Piece;
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::records::{Games, in_shift_jis};
    #[pymodule_export]
    use super::variant::{Variant, variants};

    /// The version of the package.
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "it is Python's own name for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
