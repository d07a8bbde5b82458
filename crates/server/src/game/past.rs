//! A game as it stood earlier.

use super::state::Game;
use crate::rules::{DefinitionId, Settings};
use komadai_records::position;

/// What stood on the board, and by which rules.
#[derive(Clone, Debug)]
pub(crate) struct PastPosition {
    pub(crate) definition: DefinitionId,
    pub(crate) settings: Settings,
    /// As text.
    pub(crate) position: String,
    /// The squares of the move that led there.
    pub(crate) last: Vec<String>,
}

impl Game {
    /// What stood on the board after so many moves, or now; `None` if there were not so many.
    pub(crate) fn past(&self, ply: Option<usize>) -> Option<PastPosition> {
        let ply = ply.unwrap_or(self.played.len());
        let last = match ply.checked_sub(1) {
            Some(index) => Some(self.played.get(index)?),
            None => None,
        };
        let start = || position::write(self.referee.play().variant(), &self.initial);
        let squares = last.map(|played| [&played.form.from, &played.form.via, &played.form.to]);
        Some(PastPosition {
            definition: self.header.definition.clone(),
            settings: self.header.settings.clone(),
            position: last.map_or_else(start, |played| played.position.clone()),
            last: squares.into_iter().flatten().flatten().cloned().collect(),
        })
    }
}
