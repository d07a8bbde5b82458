//! From texts to a game that is being played.

use crate::args::Line;
use anyhow::{Context, anyhow, bail};
use komadai_records::moves::{Spelling, find, spell};
use komadai_records::position;
use komadai_rules::{Game, Move, Play, Position, Setup, SetupError, Variant};
use std::sync::Arc;

impl Line {
    /// The single moves: a word may hold several.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.moves.iter().flat_map(|word| word.split_whitespace())
    }

    /// The game before the moves.
    pub(crate) fn opening<const N: usize>(&self, game: &Arc<Game<N>>) -> anyhow::Result<Play<N>> {
        let setup = self.setup(game.variant())?;
        // Composed positions may hold pieces that could not have got there.
        let forgiven =
            |e: &SetupError| matches!(e, SetupError::Stuck(_) | SetupError::TwoOnFile(_));
        let position =
            Position::from_setup_forgiving(game, &setup, &forgiven).map_err(|errors| {
                let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
                anyhow!("this position cannot be: {}", errors.join("; "))
            })?;
        Ok(Play::new(position))
    }

    /// The game after the moves, all of which must be legal.
    pub(crate) fn play<const N: usize>(&self, game: &Arc<Game<N>>) -> anyhow::Result<Play<N>> {
        let mut play = self.opening(game)?;
        for (index, text) in self.words().enumerate() {
            let m = find(&play, text)
                .map_err(|refusal| anyhow!("move {} (`{text}`): {refusal}", index + 1))?;
            play.push(m);
        }
        Ok(play)
    }

    fn setup(&self, variant: &Variant) -> anyhow::Result<Setup> {
        match (&self.position, &self.start) {
            (Some(_), Some(_)) => bail!("give a position or a named start, not both"),
            (Some(text), None) => {
                position::parse(variant, text).context("the position cannot be read")
            }
            (None, None) => variant.start_setup(None).context("the game has no start position"),
            (None, Some(start)) => {
                variant.start_setup(Some(start)).ok_or_else(|| no_start(variant, start))
            }
        }
    }
}

fn no_start(variant: &Variant, start: &str) -> anyhow::Error {
    let starts: Vec<&str> = variant.starts.iter().map(|start| start.id.as_str()).collect();
    let known = match starts[..] {
        [] => "it has only the usual one".to_owned(),
        _ => format!("its starts are {}", starts.join(", ")),
    };
    anyhow!("{} has no start `{start}`; {known}", variant.name)
}

/// The spelling that is shown of each of some moves.
pub(crate) fn spellings<const N: usize>(position: &Position<N>, moves: &[Move]) -> Vec<Spelling> {
    moves.iter().map(|m| spell(position, *m)).collect()
}
