//! From texts to a game that is being played.

use crate::args::Line;
use komadai_records::opening::{self, BadOpening};
use komadai_rules::{AnyGame, AnyPlay};

impl Line {
    /// The single moves: a word may hold several.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.moves.iter().flat_map(|word| word.split_whitespace())
    }

    /// The game before the moves.
    pub(crate) fn opening(&self, game: &AnyGame) -> Result<AnyPlay, BadOpening> {
        opening::open(game, self.start.as_deref(), self.position.as_deref())
    }

    /// The game after the moves, all of which must be legal.
    pub(crate) fn play(&self, game: &AnyGame) -> Result<AnyPlay, BadOpening> {
        let mut play = self.opening(game)?;
        opening::follow(&mut play, self.words())?;
        Ok(play)
    }
}
