//! Quiescence search: captures, promotions and evasions of checks until the position is quiet; at first also quiet
//! checks where checks win.

use super::move_picker::{MovePicker, ScoredMove};
use super::see::see_ge;
use super::{Search, Window};
use crate::limits::Bound;
use crate::score::{MAX_PLY, Score};
use komadai_rules::{Move, MoveKind, Square};

/// What a move may bring besides the pieces that it captures ("Delta Pruning").
const DELTA_MARGIN: i32 = 150;
/// For this many plies every capture counts and every check must be evaded. After that only
/// recaptures count: with shots, double captures and burning an exchange could otherwise go on for
/// as long as there are pieces.
const FULL_PLIES: i32 = 6;
/// Quiet evasions searched after one that does not lose by force.
const QUIET_EVASIONS: i32 = 3;

/// A node of the quiescence search.
#[derive(Clone, Copy)]
struct QuietNode {
    ply: usize,
    /// How many plies of quiescence search led to it.
    quiescence_plies: i32,
    /// The static evaluation; none where the side to move must evade a check, capture or pass, so that all
    /// moves are searched.
    stand_pat: Option<i32>,
}

impl<const N: usize> Search<'_, N> {
    /// The score when only forcing moves are searched, see the module.
    pub(super) fn quiescence(&mut self, window: Window, ply: usize, quiescence_plies: i32) -> i32 {
        self.stack[ply].pv.clear();
        if self.must_stop() {
            return 0;
        }
        self.selective_depth = self.selective_depth.max(ply);
        if quiescence_plies > 0
            && ply > 0
            && let Some(score) = self.immediate_score(ply)
        {
            return score;
        }
        if ply + 1 >= MAX_PLY {
            return self.evaluate(window);
        }
        let tt_entry = self.shared.table.probe(self.position.table_key());
        if let Some(entry) = tt_entry
            && !window.is_open()
            && let Some(score) = entry.cutoff(window.alpha, window.beta, ply)
        {
            return score;
        }
        // Whoever has to capture cannot leave things as they are.
        let is_bound = self.stack[ply].in_check || self.position.must_capture();
        let evades = is_bound && quiescence_plies < FULL_PLIES;
        let all_moves = evades || self.position.must_pass();
        let all_moves = all_moves || (quiescence_plies < FULL_PLIES && self.position.faces());
        let stand_pat = if all_moves { None } else { Some(self.evaluate(window)) };
        if let Some(score) = stand_pat
            && score >= window.beta
        {
            return score;
        }
        let node = QuietNode { ply, quiescence_plies, stand_pat };
        self.generate_quiescence_moves(&node);
        let picker = self.move_picker(ply, tt_entry.map_or(0, |entry| entry.best_move));
        if all_moves && picker.len() == 0 {
            self.stack[ply].scored_moves = picker.into_buffer();
            return self.score_without_moves(ply, false);
        }
        self.search_quiescence_moves(&node, window, picker)
    }

    fn generate_quiescence_moves(&mut self, node: &QuietNode) {
        if node.stand_pat.is_none() {
            self.generate_moves(self.stack[node.ply].in_check);
        } else {
            self.move_list.clear();
            self.position.forcing_moves_into(&mut self.move_list);
            if node.quiescence_plies == 0 && self.facts.ends.checks_win() {
                self.add_quiet_checks();
            }
        }
        if node.quiescence_plies >= FULL_PLIES
            && let Some(last) = self.position.moves().last().copied()
        {
            self.move_list.retain(|m| is_recapture(*m, last.to()));
        }
    }

    /// Where a check brings a side nearer to a win, it is as good as a capture.
    fn add_quiet_checks(&mut self) {
        let forcing = self.move_list.len();
        self.position.legal_moves_into(&mut self.move_list);
        let (mut kept, position) = (forcing, &self.position);
        for i in forcing..self.move_list.len() {
            let m = self.move_list[i];
            if position.checks_plainly(m) && !self.move_list[..forcing].contains(&m) {
                self.move_list[kept] = m;
                kept += 1;
            }
        }
        self.move_list.truncate(kept);
    }

    fn search_quiescence_moves(
        &mut self,
        node: &QuietNode,
        Window { mut alpha, beta }: Window,
        mut picker: MovePicker,
    ) -> i32 {
        let ply = node.ply;
        let mut best = node.stand_pat.unwrap_or(-Score::INFINITE.0);
        alpha = alpha.max(best);
        let mut best_move = None;
        let mut tried = 0;
        while let Some(s) = picker.next(self.facts, &self.position) {
            let may_prune = best > -Score::LONGEST_WIN.0;
            if may_prune && self.prunes_quiescence_move(node, tried, alpha, &s) {
                continue;
            }
            tried += 1;
            self.make(s.m, s.piece_to, ply);
            let window = Window { alpha, beta }.opposite();
            let score = -self.quiescence(window, ply + 1, node.quiescence_plies + 1);
            self.unmake();
            if self.is_over() {
                break;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                best_move = Some(s.m);
                self.update_pv(ply, s.m);
                if score >= beta {
                    break;
                }
            }
        }
        self.stack[ply].scored_moves = picker.into_buffer();
        if self.is_over() {
            return 0;
        }
        let best = self.node_score(best, ply);
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        self.shared.table.store(self.position.table_key(), best_move, best, (ply, 0), bound);
        best
    }

    /// Whether a move is pruned. Asked only when the side to move is known not to lose by force.
    fn prunes_quiescence_move(
        &self,
        node: &QuietNode,
        tried: i32,
        alpha: i32,
        s: &ScoredMove,
    ) -> bool {
        let Some(stand_pat) = node.stand_pat else {
            return s.quiet && tried >= QUIET_EVASIONS;
        };
        if s.quiet && self.facts.ends.checks_win() && self.position.checks_plainly(s.m) {
            return false;
        }
        stand_pat + s.gain + DELTA_MARGIN <= alpha
            || s.is_bad_capture()
            || (s.is_tt_move() && !see_ge(self.facts, &self.position, s.m, 0))
    }
}

/// Whether a move ends on a square or captures there on its way. A pass counts, too.
fn is_recapture(m: Move, square: Square) -> bool {
    let by_way = matches!(m.kind(), MoveKind::Through | MoveKind::Shot);
    m.kind() == MoveKind::Pass || m.to() == square || (by_way && m.via() == square)
}
