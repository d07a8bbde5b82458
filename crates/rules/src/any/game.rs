//! A game of any size.

use super::AnyPlay;
use crate::Setup;
use crate::any_size;
use crate::compile::CompileError;
use crate::game::Game;
use crate::interrupt::Interrupt;
use crate::opening::{Opening, OpeningError};
use crate::play::Play;
use crate::position::{Position, SetupError};
use crate::variant::Variant;
use std::sync::Arc;

/// A game with tables of the size that its board needs. Cheap to clone.
#[derive(Clone, Debug)]
pub enum AnyGame {
    /// Up to 64 squares.
    One(Arc<Game<1>>),
    /// Up to 128 squares.
    Two(Arc<Game<2>>),
    /// Up to 192 squares.
    Three(Arc<Game<3>>),
    /// Up to 256 squares.
    Four(Arc<Game<4>>),
}

impl AnyGame {
    /// Compiles a variant for the smallest size that holds it.
    ///
    /// # Errors
    /// See [`CompileError`].
    pub fn compile(variant: &Variant) -> Result<Self, CompileError> {
        Ok(match variant.board.size() {
            0..=64 => AnyGame::One(Arc::new(Game::compile(variant)?)),
            65..=128 => AnyGame::Two(Arc::new(Game::compile(variant)?)),
            129..=192 => AnyGame::Three(Arc::new(Game::compile(variant)?)),
            _ => AnyGame::Four(Arc::new(Game::compile(variant)?)),
        })
    }

    /// The data that the game was compiled from.
    pub fn variant(&self) -> &Variant {
        any_size!(AnyGame, self, game => game.variant())
    }

    /// See [`Game::table_bytes`].
    pub fn table_bytes(&self) -> usize {
        any_size!(AnyGame, self, game => game.table_bytes())
    }

    /// Whether a piece can take another in passing.
    pub fn has_en_passant(&self) -> bool {
        any_size!(AnyGame, self, game => game.has_en_passant)
    }

    /// What no game could have reached in a setup from which one may begin all the same: see
    /// [`Play::open`]. It means nothing once the interrupt is over.
    pub fn composed(&self, setup: &Setup, interrupt: &Interrupt) -> Vec<SetupError> {
        any_size!(AnyGame, self, game => {
            match Position::from_setup_while(game, setup, &|_| false, interrupt) {
                Ok(_) => Vec::new(),
                Err(errors) => errors.into_iter().collect(),
            }
        })
    }

    /// Begins a game.
    ///
    /// # Errors
    /// Why it cannot begin there.
    pub fn open(&self, opening: &Opening) -> Result<AnyPlay, OpeningError> {
        self.open_while(opening, &Interrupt::default())
    }

    /// The same, and what takes long breaks off when this says so, from now on: see [`Play::open_while`].
    ///
    /// # Errors
    /// As for [`AnyGame::open`].
    pub fn open_while(
        &self,
        opening: &Opening,
        interrupt: &Interrupt,
    ) -> Result<AnyPlay, OpeningError> {
        any_size!(AnyGame, self, game => {
            Play::open_while(game, opening, interrupt).map(AnyPlay::from)
        })
    }
}
