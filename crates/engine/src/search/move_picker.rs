//! The order in which the moves of a node are searched: the move of the transposition table, good
//! captures and promotions, quiet moves by their history, bad captures.

use super::history::{History, PieceTo, PreviousMoves};
use super::see::see_ge;
use crate::engine::Facts;
use crate::feature::{Feature, Without};
use komadai_rules::{Move, MoveKind, Position};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A move with its place in the order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoredMove {
    pub(crate) m: Move,
    pub(crate) score: i32,
    pub(crate) piece_to: PieceTo,
    /// What the move captures and gains by promotion, in centipawns; 0 for quiet moves.
    pub(crate) gain: i32,
    pub(crate) quiet: bool,
}

impl ScoredMove {
    /// Whether the picker has found that the move loses material.
    pub(crate) fn is_bad_capture(&self) -> bool {
        !self.quiet && self.score < GOOD_CAPTURE / 2
    }

    /// Whether this is the move of the transposition table.
    pub(crate) fn is_tt_move(&self) -> bool {
        self.score == TT_MOVE
    }

    /// Whether this is a capture whose static exchange evaluation is not known yet.
    fn needs_see(&self) -> bool {
        !self.quiet && (GOOD_CAPTURE / 2..TT_MOVE).contains(&self.score)
    }
}

const TT_MOVE: i32 = i32::MAX;
const GOOD_CAPTURE: i32 = 1_000_000;
const BAD_CAPTURE: i32 = -1_000_000;
/// After this many selected moves the rest is sorted: a node without an early cutoff needs most
/// moves.
const SELECTED: usize = 6;

/// What moves are ordered by, besides the position.
pub(crate) struct Ordering {
    /// The bits of the move of the transposition table, 0 for none.
    pub(crate) tt_move: u32,
    pub(crate) previous: PreviousMoves,
    pub(crate) without: Without,
}

/// So often the best of the moves is selected from all of them, bad captures included.
const MOST_SELECTIONS: usize = 256;

/// The moves of one node, best first.
pub(crate) struct MovePicker {
    moves: Vec<ScoredMove>,
    next: usize,
    /// How often the best was selected; then the rest is sorted.
    selections: usize,
    sorted: bool,
    /// Captures that were found to be bad since then.
    bad: BinaryHeap<BadCapture>,
}

/// A bad capture: those of a higher score come first, of equal ones those that were found last.
struct BadCapture {
    place: (i32, usize),
    scored: ScoredMove,
}

impl PartialEq for BadCapture {
    fn eq(&self, other: &Self) -> bool {
        self.place == other.place
    }
}

impl Eq for BadCapture {}

impl PartialOrd for BadCapture {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for BadCapture {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.place.cmp(&other.place)
    }
}

impl MovePicker {
    /// Scores the moves of a node. `buffer` spares an allocation: see [`MovePicker::into_buffer`].
    pub(crate) fn new<const N: usize>(
        moves: &[Move],
        ordering: &Ordering,
        facts: &Facts<N>,
        history: &History,
        position: &Position<N>,
        mut buffer: Vec<ScoredMove>,
    ) -> Self {
        buffer.clear();
        let side = position.side().index();
        let weight = i32::from(ordering.without.keeps(Feature::History));
        let continuation = ordering.without.keeps(Feature::Continuation);
        let previous = if continuation { ordering.previous } else { [None; 2] };
        buffer.extend(moves.iter().map(|m| {
            let piece_to = history.piece_to(position, *m);
            let (gain, quiet) = gain(facts, position, *m);
            let score = if m.bits() == ordering.tt_move {
                TT_MOVE
            } else if quiet {
                weight * history.score(side, piece_to, previous)
            } else {
                GOOD_CAPTURE + 16 * gain
            };
            ScoredMove { m: *m, score, piece_to, gain, quiet }
        }));
        MovePicker { moves: buffer, next: 0, selections: 0, sorted: false, bad: BinaryHeap::new() }
    }

    /// How many moves there are in all.
    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    /// The next move. None, too, where the search breaks off: there may be very many captures to look at.
    pub(crate) fn next<const N: usize>(
        &mut self,
        facts: &Facts<N>,
        position: &Position<N>,
    ) -> Option<ScoredMove> {
        loop {
            if !self.sorted {
                self.select();
            }
            let first = self.moves.get(self.next).copied();
            let comes_first = |bad: &BadCapture| first.is_none_or(|s| bad.scored.score >= s.score);
            if self.bad.peek().is_some_and(comes_first) {
                return self.bad.pop().map(|bad| bad.scored);
            }
            let first = first?;
            if !first.needs_see() || see_ge(facts, position, first.m, -first.gain.min(20)) {
                self.next += 1;
                return Some(first);
            }
            // Its turn comes among the bad captures.
            let scored = ScoredMove { score: BAD_CAPTURE + first.gain, ..first };
            self.moves[self.next] = scored;
            if self.sorted {
                self.bad.push(BadCapture { place: (scored.score, self.next), scored });
                self.next += 1;
            }
            if position.breaks_off() {
                return None;
            }
        }
    }

    /// Puts the best of the moves that are left first, or all of them in order.
    fn select(&mut self) {
        let rest = self.moves.get_mut(self.next..).unwrap_or_default();
        if self.next >= SELECTED || self.selections >= MOST_SELECTIONS {
            rest.sort_by_key(|s| Reverse(s.score));
            self.sorted = true;
        } else if let Some(best) = (0..rest.len()).max_by_key(|i| (rest[*i].score, Reverse(*i))) {
            rest.swap(0, best);
            self.selections += 1;
        }
    }

    /// The buffer, for the picker of another node.
    pub(crate) fn into_buffer(self) -> Vec<ScoredMove> {
        self.moves
    }
}

/// What a move captures and gains by promotion, and whether it is quiet.
fn gain<const N: usize>(facts: &Facts<N>, position: &Position<N>, m: Move) -> (i32, bool) {
    if matches!(m.kind(), MoveKind::Drop | MoveKind::Pass) {
        return (0, true);
    }
    let victims = position.victims(m);
    if facts.explodes && !victims.is_empty() {
        return (facts.explosion_gain(position, m, victims), false);
    }
    let gain = facts.capture_values(position, victims) + facts.promotion_gain(position, m).max(0);
    (gain, victims.is_empty() && m.promotion() == 0)
}
