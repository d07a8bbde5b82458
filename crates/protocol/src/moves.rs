//! Lines of moves as they are shown.

use komadai_records::moves::{Spelling, spell};
use komadai_rules::{AnyPlay, Move};

/// The spellings of moves that follow each other. Ends early where one is not legal.
pub(crate) fn spell_line(start: &AnyPlay, line: &[Move]) -> Vec<Spelling> {
    let mut play = start.clone();
    let mut spellings = Vec::with_capacity(line.len());
    for m in line {
        if !play.is_legal(*m) {
            break;
        }
        spellings.push(spell(&play, *m));
        play.push(*m);
    }
    spellings
}
