//! The end of a line: captures and promotions until nothing hangs.

use super::Search;
use super::node::Window;
use super::picker::{Hints, Picker};
use super::see::see_ge;
use crate::limits::Bound;
use crate::score::{MAX_PLY, Score};
use komadai_rules::{Move, MoveKind, Square};
use std::sync::Arc;

/// What a capture may bring besides its victim.
const MARGIN: i32 = 150;
/// So many plies long every capture counts and every check must be answered. After that only what
/// has just moved is taken: with shots, double captures and burns an exchange could else go on for
/// as long as there are pieces.
const OPEN: i32 = 6;

impl<const N: usize> Search<'_, N> {
    /// The score when only moves that change the material are looked at, and all answers to a check.
    /// `quiet_plies` counts how many such plies have gone before.
    pub(super) fn quiescence(&mut self, window: Window, ply: usize, quiet_plies: i32) -> i32 {
        let Window { mut alpha, beta } = window;
        self.memory.frames[ply].pv.clear();
        if self.must_stop() {
            return 0;
        }
        self.selective_depth = self.selective_depth.max(ply);
        if quiet_plies > 0 && ply > 0 {
            let before = self.memory.frames[ply - 1].royals;
            let after = self.memory.frames[ply].royals;
            if let Some(score) = self.facts.ends.at_once(&self.position, before, after, ply) {
                return score;
            }
        }
        if ply + 1 >= MAX_PLY {
            return self.evaluate(alpha, beta);
        }
        let known = self.shared.table.probe(self.position.key());
        if let Some(entry) = known
            && beta - alpha == 1
            && let Some(score) = entry.answers(alpha, beta, ply)
        {
            return score;
        }
        let in_check = self.memory.frames[ply].in_check;
        let open = quiet_plies < OPEN;
        let forced = (in_check && open) || self.position.must_pass();
        let mut best = -Score::INFINITE.0;
        let mut standing = -Score::INFINITE.0;
        if !forced {
            standing = self.evaluate(alpha, beta);
            best = standing;
            alpha = alpha.max(best);
            if best >= beta {
                return best;
            }
        }
        let mut moves = std::mem::take(&mut self.memory.frames[ply].moves);
        let mut scored = std::mem::take(&mut self.memory.frames[ply].scored);
        match forced {
            true => self.moves_into(&mut moves, in_check),
            false => {
                moves.clear();
                self.position.forcing_moves_into(&mut moves);
            }
        }
        if !open && let Some(last) = self.position.moves().last().copied() {
            moves.retain(|m| goes_at(*m, last.to()));
        }
        let none = moves.is_empty();
        let hints = Hints {
            table: known.map_or(0, |entry| entry.best),
            before: self.before(ply),
            without: self.without,
        };
        let facts = Arc::clone(&self.facts);
        let history = &self.memory.history;
        let mut picker = Picker::new(&moves, &hints, &facts, history, &self.position, &mut scored);
        let mut best_move = None;
        let mut tried = 0;
        while let Some(s) = picker.next(&mut scored, &facts, &self.position) {
            let saved = best > -Score::LONGEST_WIN.0;
            if saved && !forced {
                let hopeless = standing + s.gain + MARGIN <= alpha
                    || Picker::loses(&s)
                    || (s.score == i32::MAX && !see_ge(&facts, &self.position, s.m, 0));
                if hopeless {
                    continue;
                }
            } else if saved && forced && s.quiet && tried >= 3 {
                continue;
            }
            tried += 1;
            self.make(s.m, s.slot, ply);
            let window = Window { alpha: -beta, beta: -alpha };
            let score = -self.quiescence(window, ply + 1, quiet_plies + 1);
            self.unmake();
            if self.stopped {
                break;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                best_move = Some(s.m);
                let [frame, next] = &mut self.memory.frames[ply..ply + 2] else { break };
                frame.pv.clear();
                frame.pv.push(s.m);
                frame.pv.extend_from_slice(&next.pv);
                if score >= beta {
                    break;
                }
            }
        }
        self.memory.frames[ply].moves = moves;
        self.memory.frames[ply].scored = scored;
        if self.stopped {
            return 0;
        }
        if forced && none {
            return self.no_moves(ply, false);
        }
        let best = self.mated_already(best, ply);
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        self.shared.table.store(self.position.key(), best_move, best, (ply, 0), bound);
        best
    }
}

/// Whether a move goes to or takes on its way what stands on a square.
fn goes_at(m: Move, square: Square) -> bool {
    let by_way = matches!(m.kind(), MoveKind::Through | MoveKind::Shot);
    m.kind() == MoveKind::Pass || m.to() == square || (by_way && m.via() == square)
}
