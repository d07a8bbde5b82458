//! Lines of moves as they are shown.

use komadai_records::moves::{Spelling, spell};
use komadai_rules::{Move, Position};

/// The spellings of moves that follow each other. Ends early where one is not legal.
pub(crate) fn spell_line<const N: usize>(start: &Position<N>, line: &[Move]) -> Vec<Spelling> {
    let mut position = start.clone();
    let mut spellings = Vec::with_capacity(line.len());
    for m in line {
        if !position.is_legal(*m) {
            break;
        }
        spellings.push(spell(&position, *m));
        position.make(*m);
    }
    spellings
}
