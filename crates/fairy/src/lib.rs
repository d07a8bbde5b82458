//! Positions, moves and results as programs that use Fairy-Stockfish as a library write them and ask for them.
//!
//! The rules are ours; the words are those of pyffish (Python) and ffish.js (JavaScript), whose names stand as thin
//! layers on this crate. [`Games`] knows which game a name means, [`Game`] reads and writes positions and moves of it,
//! [`Notation`] writes moves for people, and the rest answers what those libraries answer.
//!
//! ```
//! use komadai_fairy::{Game, Games, Notation, Rules};
//! use komadai_rules::{AnyGame, variant::load_builtin};
//!
//! let found = Games::default().find("chess", false)?;
//! let Rules::Own(id) = &found.rules else { unreachable!() };
//! let game = Game::of(&AnyGame::compile(&load_builtin(id, &[])?.variant).unwrap(), &found);
//! let mut play = game.open("startpos").unwrap();
//! assert_eq!(game.legal_moves(&play).len(), 20);
//! let m = game.find(&play, "g1f3").unwrap();
//! assert_eq!(game.written(&play, m, Notation::Default), "Nf3");
//! play.push(m);
//! assert_eq!(game.fen(&play), "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
//! # Ok::<(), komadai_rules::variant::Diagnostics>(())
//! ```

#![deny(clippy::print_stderr, clippy::print_stdout)]

mod algebraic;
mod board;
mod ends;
mod fen;
mod game;
mod games;
mod kinds;
mod material;
mod notation;
mod pgn;
mod validity;

pub use board::{drawn, pocket, rows};
pub use ends::{MATE, claimed_end, ended, rule_end, value};
pub use game::Game;
pub use games::{Found, Games, Rules};
pub use komadai_import::PieceKind;
pub use material::is_too_weak;
pub use notation::{Notation, NotationError};
pub use pgn::GameText;
pub use validity::Validity;

use komadai_records::json::Effect;
use komadai_rules::{AnyPlay, Color, Move};

/// The piece that a move captures, as it would go to a hand, by the letter of the side that has lost it; empty for none.
pub fn to_partner(before: &AnyPlay, m: Move) -> String {
    let variant = before.variant();
    let side = before.side();
    let mut removed = Effect::of(before, m).removes.into_iter();
    let Some(taken) = removed.find(|it| it.side != side.into()) else { return String::new() };
    let piece = variant.pieces.iter().find(|piece| piece.id == taken.piece);
    let id = piece.map_or("", |piece| variant.pieces[piece.demotes_to.index()].id.as_str());
    match side {
        Color::First => id.to_lowercase(),
        Color::Second => id.to_owned(),
    }
}
