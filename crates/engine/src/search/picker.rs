//! The order in which the moves of a node are tried: what the table knows, captures that win
//! something, the rest by history, captures that lose something.

use super::history::{History, Slot};
use super::see::see_ge;
use crate::engine::Facts;
use crate::feature::{Feature, Without};
use komadai_rules::{Move, MoveKind, Position};

/// A move with its place in the order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scored {
    pub(crate) m: Move,
    pub(crate) score: i32,
    pub(crate) slot: Slot,
    /// What it takes and gains by promotion, in centipawns; 0 for quiet moves.
    pub(crate) gain: i32,
    pub(crate) quiet: bool,
}

const TABLE: i32 = i32::MAX;
const GOOD: i32 = 1_000_000;
const BAD: i32 = -1_000_000;
/// So many moves are picked one by one; whoever needs more needs most, and they are sorted.
const PICKED: usize = 6;

/// What the order is made from.
pub(crate) struct Hints {
    /// The bits of the table's move, 0 for none.
    pub(crate) table: u32,
    pub(crate) before: [Option<Slot>; 2],
    pub(crate) without: Without,
}

/// Moves of one node, best first.
pub(crate) struct Picker {
    next: usize,
}

impl Picker {
    /// Scores the moves of a list.
    pub(crate) fn new<const N: usize>(
        moves: &[Move],
        hints: &Hints,
        facts: &Facts<N>,
        history: &History,
        position: &Position<N>,
        scored: &mut Vec<Scored>,
    ) -> Self {
        scored.clear();
        let side = position.side().index();
        let weight = i32::from(hints.without.keeps(Feature::History));
        let before = match hints.without.keeps(Feature::Continuation) {
            true => hints.before,
            false => [None; 2],
        };
        scored.extend(moves.iter().map(|m| {
            let slot = history.slot(position, *m);
            let (gain, quiet) = gain(facts, position, *m);
            let score = match quiet {
                _ if m.bits().get() == hints.table => TABLE,
                true => weight * history.of(side, slot, before),
                false => GOOD + 16 * gain,
            };
            Scored { m: *m, score, slot, gain, quiet }
        }));
        Picker { next: 0 }
    }

    /// The next move.
    pub(crate) fn next<const N: usize>(
        &mut self,
        scored: &mut [Scored],
        facts: &Facts<N>,
        position: &Position<N>,
    ) -> Option<Scored> {
        loop {
            let rest = scored.get_mut(self.next..)?;
            if self.next == PICKED {
                rest.sort_by_key(|s| std::cmp::Reverse(s.score));
            } else if self.next < PICKED {
                let best = (0..rest.len()).max_by_key(|i| (rest[*i].score, usize::MAX - i))?;
                rest.swap(0, best);
            }
            let first = rest.first().copied()?;
            let untested = !first.quiet && (GOOD / 2..TABLE).contains(&first.score);
            if untested && !see_ge(facts, position, first.m, -first.gain.min(20)) {
                // It waits among those that lose something.
                let score = BAD + first.gain;
                rest[0].score = score;
                if self.next >= PICKED {
                    let place = rest.partition_point(|s| s.score > score).max(1);
                    rest[..place].rotate_left(1);
                }
                continue;
            }
            self.next += 1;
            return Some(first);
        }
    }

    /// How good a move is known to be without trying it: whether it was put among the losing ones.
    pub(crate) fn loses(scored: &Scored) -> bool {
        !scored.quiet && scored.score < GOOD / 2
    }
}

/// What a move takes and gains by promotion, and whether it does neither.
fn gain<const N: usize>(facts: &Facts<N>, position: &Position<N>, m: Move) -> (i32, bool) {
    if matches!(m.kind(), MoveKind::Drop | MoveKind::Pass) {
        return (0, true);
    }
    let victims = position.victims(m);
    let gain = facts.capture_values(position, victims) + facts.promotion_gain(position, m).max(0);
    (gain, victims.is_empty() && m.promotion() == 0)
}
