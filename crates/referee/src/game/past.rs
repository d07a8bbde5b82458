//! A game as it stood earlier.

use super::event::{Hand, RecordedMove};
use super::state::Game;
use crate::rules::{DefinitionId, Settings, Work};
use komadai_records::position;

/// What stood on the board, and by which rules.
#[derive(Clone, Debug)]
pub struct PastPosition {
    /// The rules...
    pub definition: DefinitionId,
    /// ... and what is changed of them.
    pub settings: Settings,
    /// As text.
    pub position: String,
    /// The squares of the move that led there.
    pub last: Vec<String>,
}

impl<W: Work> Game<W> {
    /// What stood on the board after so many moves, or now; `None` if there were not so many.
    pub fn past(&self, ply: Option<usize>) -> Option<PastPosition> {
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

    /// How many moves were played here.
    pub fn played_here(&self) -> usize {
        self.played.iter().filter(|played| played.by.is_timed()).count()
    }

    /// The moves that were played elsewhere, as far as they were not taken back.
    pub fn recorded(&self) -> Vec<RecordedMove> {
        let recorded = self.played.iter().filter(|played| played.by == Hand::Recorded);
        recorded.map(|it| RecordedMove { usi: it.form.usi.clone(), ms: it.ms }).collect()
    }
}
