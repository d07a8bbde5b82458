//! Where games begin, and what is let pass there.

use crate::game::Game;
use crate::interrupt::Interrupt;
use crate::play::Play;
use crate::position::{Position, SetupError};
use crate::variant::{Shuffle, Variant};
use crate::{Setup, SetupErrors};
use std::sync::Arc;

/// Where a game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Opening {
    /// At the usual start.
    #[default]
    Usual,
    /// At a named start, such as a handicap.
    Named(String),
    /// At a position that somebody has set up.
    Setup(Setup),
}

/// Why a game cannot begin somewhere.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// The game has no usual start.
    #[error("{game} has no start position")]
    NoUsualStart {
        /// The name of the game.
        game: String,
    },
    /// The game has no start of that name.
    #[error("{game} has no start `{start}`; {}", known_starts(known, *shuffled))]
    NoSuchStart {
        /// The name of the game.
        game: String,
        /// The name that was asked for.
        start: String,
        /// The names that there are.
        known: Vec<String>,
        /// How many starts are shuffled, and called by numbers.
        shuffled: u64,
    },
    /// The setup is no position of the game: everything that is wrong with it.
    #[error("this position cannot be: {0}")]
    Impossible(SetupErrors),
}

fn known_starts(known: &[String], shuffled: u64) -> String {
    let numbers = (shuffled > 0).then(|| format!("the numbers 0 to {}", shuffled - 1));
    let all: Vec<&str> = known.iter().chain(&numbers).map(String::as_str).collect();
    match all.as_slice() {
        [] => "it has only the usual one".to_owned(),
        all => format!("its starts are {}", all.join(", ")),
    }
}

impl Opening {
    /// The setup that it stands for.
    ///
    /// # Errors
    /// Where the game has no such start.
    pub fn setup(&self, variant: &Variant) -> Result<Setup, OpeningError> {
        let game = || variant.name.clone();
        match self {
            Opening::Usual => {
                variant.start_setup(None).ok_or_else(|| OpeningError::NoUsualStart { game: game() })
            }
            Opening::Named(start) => {
                variant.start_setup(Some(start)).ok_or_else(|| OpeningError::NoSuchStart {
                    game: game(),
                    start: start.clone(),
                    known: variant.starts.iter().map(|start| start.id.clone()).collect(),
                    shuffled: variant.shuffle.as_ref().and_then(Shuffle::count).unwrap_or(0),
                })
            }
            Opening::Setup(setup) => Ok(setup.clone()),
        }
    }
}

impl<const N: usize> Play<N> {
    /// Begins a game. Composed positions are let pass that no game could have reached: those with pieces
    /// that can never move again, and with two on a file that may hold one. [`Play::new`] says who has
    /// points to its credit.
    ///
    /// # Errors
    /// Why it cannot begin there.
    pub fn open(game: &Arc<Game<N>>, opening: &Opening) -> Result<Self, OpeningError> {
        Play::open_while(game, opening, &Interrupt::default())
    }

    /// The same, and what takes long breaks off when this says so, from now on: see [`Interrupt`]. Once it is over,
    /// what is returned means nothing.
    ///
    /// # Errors
    /// As for [`Play::open`].
    pub fn open_while(
        game: &Arc<Game<N>>,
        opening: &Opening,
        interrupt: &Interrupt,
    ) -> Result<Self, OpeningError> {
        let setup = opening.setup(game.variant())?;
        let is_composed =
            |error: &SetupError| matches!(error, SetupError::Stuck(_) | SetupError::TwoOnFile(_));
        let position = Position::from_setup_while(game, &setup, &is_composed, interrupt)
            .map_err(OpeningError::Impossible)?;
        Ok(Play::new(position))
    }
}
