//! The size class of a board, chosen once for a command.
//!
//! The rules are compiled for boards of up to 64, 128, 192 and 256 squares. A [`Job`] is written
//! once for all of them; [`AnyGame::run`] runs it on the one that the game needs.

use crate::compile::CompileError;
use crate::game::Game;
use crate::variant::Variant;
use std::sync::Arc;

/// A game with tables of the size that its board needs.
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

/// Something to do with a game of any size.
pub trait Job {
    /// What comes of it.
    type Answer;

    /// Does it.
    fn run<const N: usize>(self, game: &Arc<Game<N>>) -> Self::Answer;
}

impl AnyGame {
    /// Compiles a variant for the smallest class that holds it.
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

    /// Does a job with the game.
    pub fn run<J: Job>(&self, job: J) -> J::Answer {
        match self {
            AnyGame::One(game) => job.run(game),
            AnyGame::Two(game) => job.run(game),
            AnyGame::Three(game) => job.run(game),
            AnyGame::Four(game) => job.run(game),
        }
    }

    /// The data that the game was compiled from.
    pub fn variant(&self) -> &Variant {
        match self {
            AnyGame::One(game) => game.variant(),
            AnyGame::Two(game) => game.variant(),
            AnyGame::Three(game) => game.variant(),
            AnyGame::Four(game) => game.variant(),
        }
    }
}
