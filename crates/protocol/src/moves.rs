//! Lines of moves as they are shown.

use komadai_records::moves::{Spelling, spell, spell_in_full};
use komadai_rules::{AnyPlay, Interrupt, Move};

/// The spellings of moves that follow each other. Ends early where one is not legal, or where it would
/// take longer than a moment to write on.
pub(crate) fn spell_line(start: &AnyPlay, line: &[Move]) -> Vec<Spelling> {
    let moment = Interrupt::moment();
    let mut play = start.clone().with_interrupt(&moment);
    let mut spellings = Vec::with_capacity(line.len());
    for m in line {
        let spelling = play.is_legal(*m).then(|| spell(&play, *m));
        let Some(spelling) = spelling.filter(|_| !moment.is_over()) else { break };
        spellings.push(spelling);
        play.push(*m);
    }
    spellings
}

/// The spelling of a legal move, within a moment: as it is usually written, or else in full.
pub(crate) fn spell_soon(play: &AnyPlay, m: Move) -> Spelling {
    let moment = Interrupt::moment();
    let usual = spell(&play.clone().with_interrupt(&moment), m);
    if moment.is_over() { spell_in_full(play, m) } else { usual }
}
