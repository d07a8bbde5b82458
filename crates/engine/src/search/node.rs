//! Principal variation search: one node of the tree.

use super::move_picker::ScoredMove;
use super::prune::{MANY_MOVES, Node};
use super::{Search, Window};
use crate::ends::GameResult;
use crate::feature::Feature;
use crate::limits::Bound;
use crate::repetition::Repeated;
use crate::score::{MAX_PLY, Score};
use crate::transposition::TtEntry;
use komadai_rules::Move;

/// The score of a win by repetition. It depends on the line that led to the position and not on the
/// position alone, so such scores stay out of the transposition table, where other lines would find
/// them.
const REPETITION_WIN: i32 = 25_000;

/// Whether a score stands for a win or a loss by repetition.
fn is_by_repetition(score: i32) -> bool {
    (REPETITION_WIN - MAX_PLY as i32..=REPETITION_WIN).contains(&score.abs())
}

/// How a move just made is searched; see [`Search::pvs`].
pub(super) struct Step {
    pub(super) depth: i32,
    /// By how many plies the first search is reduced; none for a move that is not late.
    pub(super) reduction: Option<i32>,
    /// Whether it is the first move of its node.
    pub(super) first: bool,
    /// Whether the node belongs to the principal variation, and whether it is expected to fail
    /// high.
    pub(super) pv_node: bool,
    pub(super) cut_node: bool,
}

impl<const N: usize> Search<'_, N> {
    /// The score of the position for the side to move, within the window.
    pub(super) fn search(&mut self, window: Window, depth: i32, ply: usize, cut_node: bool) -> i32 {
        self.stack[ply].pv.clear();
        if self.must_stop() {
            return 0;
        }
        if let Some(score) = self.terminal_score(ply) {
            return score;
        }
        if !self.can_claim_draw(ply) {
            return self.search_node(window, depth, ply, cut_node);
        }
        // The side to move claims the draw unless it can do better.
        let draw = Score::DRAW.0;
        if window.beta <= draw {
            return draw;
        }
        let alpha = window.alpha.max(draw);
        self.search_node(Window { alpha, ..window }, depth, ply, cut_node).max(draw)
    }

    /// Searches the move just made in the node at `ply`, the first one with the full window. The
    /// others only have to be proven no better: they are searched with a zero window, late ones
    /// less deeply, and again where that fails.
    pub(super) fn pvs(&mut self, window: Window, step: Step, ply: usize) -> i32 {
        let Step { depth, reduction, first, pv_node, cut_node } = step;
        let zero = Window::zero(window.alpha).opposite();
        let mut score = i32::MIN;
        if let Some(reduction) = reduction {
            let reduced = (depth - reduction).clamp(1.min(depth), depth);
            score = -self.search(zero, reduced, ply + 1, true);
            if score > window.alpha && reduced < depth {
                score = -self.search(zero, depth, ply + 1, !cut_node);
            }
        } else if !(first && pv_node) {
            score = -self.search(zero, depth, ply + 1, !cut_node);
        }
        if pv_node && (first || score > window.alpha) {
            score = -self.search(window.opposite(), depth, ply + 1, false);
        }
        score
    }

    /// The score of a position that is not the end of the game.
    fn search_node(&mut self, window: Window, depth: i32, ply: usize, cut_node: bool) -> i32 {
        if depth <= 0 && !self.position.must_pass() {
            return self.quiescence(window, ply, 0);
        }
        self.selective_depth = self.selective_depth.max(ply);
        if ply + 1 >= MAX_PLY {
            return self.evaluate(window);
        }
        let pv_node = window.is_open();
        // Mate distance pruning: nothing is worse than being mated here, or better than winning
        // with the next move.
        let alpha = window.alpha.max(Score::lost_in(ply).0);
        let beta = window.beta.min(self.facts.ends.fastest_win(ply));
        if alpha >= beta {
            return alpha;
        }

        let tt_entry = self.shared.table.probe(self.position.table_key());
        if let Some(entry) = tt_entry
            && !pv_node
            && i32::from(entry.depth) >= depth
            && let Some(score) = entry.cutoff(alpha, beta, ply)
        {
            return score;
        }
        let in_check = self.stack[ply].in_check;
        if !in_check && self.facts.ends.can_declare(&self.position, self.credit_of_mover()) {
            return Score::won_in(ply + 1).0;
        }

        // Where royals face each other, a pass ends the game.
        let prunable = !in_check && !self.position.must_pass() && !self.position.faces();
        let static_eval = prunable.then(|| self.static_eval(tt_entry, window, ply));
        self.stack[ply].static_eval = static_eval;
        let improving = self.is_improving(ply);
        let many_moves = false;
        let mut node =
            Node { depth, ply, pv_node, cut_node, in_check, static_eval, improving, many_moves };
        if let Some(static_eval) = static_eval
            && !pv_node
            && let Some(score) = self.prune_node(&node, static_eval, beta)
        {
            return score;
        }
        // "Internal Iterative Reductions": without a move from the table the order is poor, and a
        // shallower search finds one.
        let tt_move = tt_entry.map_or(0, |entry| entry.best_move);
        if depth >= 4 && tt_move == 0 && self.uses(Feature::InternalReduction) {
            node.depth -= 1;
        }
        self.search_moves(node, Window { alpha, beta }, tt_move)
    }

    pub(super) fn credit_of_mover(&self) -> u32 {
        self.credit[self.position.side().index()]
    }

    /// The score if the game has ended, or may be taken to have ended.
    fn terminal_score(&mut self, ply: usize) -> Option<i32> {
        if ply == 0 {
            return None;
        }
        if let Some(score) = self.immediate_score(ply) {
            return Some(score);
        }
        let ends = &self.facts.ends;
        let by_points = |result| match result {
            GameResult::Draw => ends.drawn(&self.position),
            decided => decided,
        };
        match self.stack[ply].repeated {
            // A root move that ends the game gets the plain score: the root stores nothing.
            Some(Repeated::Final(result)) if ply == 1 => return Some(by_points(result).score(ply)),
            Some(Repeated::Final(result) | Repeated::Cycle(result)) => {
                return Some(match by_points(result) {
                    GameResult::Win => REPETITION_WIN - ply as i32,
                    GameResult::Loss => ply as i32 - REPETITION_WIN,
                    GameResult::Draw => Score::DRAW.0,
                });
            }
            Some(Repeated::Forbidden | Repeated::Claimable) | None => {}
        }
        let limit_reached = ends.halfmove_limit.is_some_and(|plies| self.position.quiet() >= plies)
            || self.position.plies_to_count() == Some(0)
            || ends.move_limit.is_some_and(|plies| self.position.ply() >= plies);
        // Mate comes before the limit.
        let mated = || self.stack[ply].in_check && !self.position.has_legal_move();
        if ends.has_insufficient_material(&self.position) {
            return Some(Score::DRAW.0);
        }
        (limit_reached && !mated()).then(|| ends.drawn(&self.position).score(ply))
    }

    /// The score if the last move has ended the game by itself: see `EndRules::immediate_score`.
    pub(super) fn immediate_score(&self, ply: usize) -> Option<i32> {
        let before = self.stack[ply - 1].royals;
        let after = self.stack[ply].royals;
        self.facts.ends.immediate_score(&self.position, before, after, ply)
    }

    /// Whether the side to move can claim a draw. A side that is mated cannot.
    fn can_claim_draw(&self, ply: usize) -> bool {
        let claim = self.facts.ends.halfmove_claim;
        let claimable = self.stack[ply].repeated == Some(Repeated::Claimable)
            || claim.is_some_and(|plies| self.position.quiet() >= plies);
        claimable && self.position.has_legal_move()
    }

    /// The static evaluation, corrected by the score in the transposition table.
    fn static_eval(&mut self, tt_entry: Option<TtEntry>, window: Window, ply: usize) -> i32 {
        let static_eval = self.evaluate(window);
        let Some(entry) = tt_entry else { return static_eval };
        let score = entry.score(ply);
        match entry.bound {
            _ if Score(score).is_decided() => static_eval,
            Bound::Lower => static_eval.max(score),
            Bound::Upper => static_eval.min(score),
            Bound::Exact => score,
        }
    }

    /// Whether the static evaluation is known to be higher than at the side's move before.
    fn is_improving(&self, ply: usize) -> bool {
        let before = ply.checked_sub(2).and_then(|ply| self.stack[ply].static_eval);
        self.stack[ply].static_eval.zip(before).is_some_and(|(now, before)| now > before)
    }

    fn search_moves(&mut self, mut node: Node, window: Window, tt_move: u32) -> i32 {
        let Node { depth, ply, .. } = node;
        self.generate_moves(node.in_check);
        let mut picker = self.move_picker(ply, tt_move);
        let any_move = picker.len() > 0;
        node.many_moves = picker.len() > MANY_MOVES;
        self.stack[ply].quiets_tried.clear();
        let mut progress = Progress::new(window);
        while let Some(s) = picker.next(self.facts, &self.position) {
            let may_prune = ply > 0 && progress.tried > 0 && progress.best > -Score::LONGEST_WIN.0;
            if may_prune && self.prunes_move(&node, progress.tried, progress.window.alpha, &s) {
                continue;
            }
            self.make(s.m, s.piece_to, ply);
            if ply > 0 && self.stack[ply + 1].repeated == Some(Repeated::Forbidden) {
                self.unmake();
                continue;
            }
            progress.tried += 1;
            let step = self.step(&node, progress.tried, &s);
            let score = self.pvs(progress.window, step, ply);
            self.unmake();
            if self.is_over() {
                break;
            }
            if progress.raises_alpha(score, s.m) {
                if node.pv_node {
                    self.update_pv(ply, s.m);
                }
                if score >= window.beta {
                    if s.quiet {
                        self.update_history(ply, depth, &s);
                    }
                    break;
                }
            }
            if s.quiet {
                self.stack[ply].quiets_tried.push(s.piece_to);
            }
        }
        self.stack[ply].scored_moves = picker.into_buffer();
        if self.is_over() {
            return 0;
        }
        if progress.tried == 0 {
            return self.score_without_moves(ply, any_move);
        }
        self.store_node(&node, window, &progress)
    }

    /// Keeps the result of a node in the transposition table and returns its score.
    fn store_node(&mut self, node: &Node, window: Window, progress: &Progress) -> i32 {
        let Node { depth, ply, .. } = *node;
        let best = self.node_score(progress.best, ply);
        let bound = if best >= window.beta {
            Bound::Lower
        } else if best > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if !is_by_repetition(best) {
            let key = self.position.table_key();
            self.shared.table.store(key, progress.best_move, best, (ply, depth), bound);
        }
        best
    }

    /// Fills the move list with the moves to search. Where royals may be left to be taken, most
    /// moves in check lose one, and searching them all would make the tree explode.
    pub(super) fn generate_moves(&mut self, in_check: bool) {
        self.move_list.clear();
        if in_check && self.facts.ends.royals_may_be_left {
            self.position.saving_moves_into(&mut self.move_list);
        } else {
            self.position.legal_moves_into(&mut self.move_list);
        }
    }

    /// How to search the move just made, the `tried`th of its node.
    fn step(&self, node: &Node, tried: i32, s: &ScoredMove) -> Step {
        let Node { depth, ply, pv_node, cut_node, .. } = *node;
        let gives_check = self.stack[ply + 1].in_check;
        // A forced pass is no choice, so it costs no depth.
        let forced = s.m == Move::pass() && !self.facts.ends.may_pass;
        let forced_pass = forced && !self.is_extended_enough(ply);
        let extends = gives_check && self.extends_check(s, ply);
        let late =
            depth >= 2 && tried > 1 + i32::from(pv_node) && self.uses(Feature::LateMoveReduction);
        Step {
            depth: depth - 1 + i32::from(forced_pass) + i32::from(extends),
            reduction: late.then(|| self.late_move_reduction(node, tried, s, gives_check)),
            first: tried == 1,
            pv_node,
            cut_node,
        }
    }

    /// The principal variation of the node: a move and what follows it.
    pub(super) fn update_pv(&mut self, ply: usize, m: Move) {
        let [frame, child] = &mut self.stack[ply..ply + 2] else { return };
        frame.pv.clear();
        frame.pv.push(m);
        frame.pv.extend_from_slice(&child.pv);
    }

    /// Rewards a quiet move that failed high, and penalizes those searched before it.
    fn update_history(&mut self, ply: usize, depth: i32, s: &ScoredMove) {
        let bonus = (16 * depth * depth + 100 * depth).min(1_600);
        let side = self.position.side().index();
        let previous = self.previous_moves(ply);
        self.history.update(side, s.piece_to, previous, bonus);
        for tried in &self.stack[ply].quiets_tried {
            self.history.update(side, *tried, previous, -bonus);
        }
    }

    /// The score of a node whose best move scores `best`. Where the game says so, a side whose last
    /// royal is taken next, whatever it does, is mated already; no line goes on from there.
    pub(super) fn node_score(&mut self, best: i32, ply: usize) -> i32 {
        if !self.facts.ends.is_mated(best, ply) {
            return best;
        }
        self.stack[ply].pv.clear();
        Score::lost_in(ply).0
    }

    /// The score of a node in which no move could be searched. `any_move` says that there are legal
    /// moves, but none that may be played.
    pub(super) fn score_without_moves(&self, ply: usize, any_move: bool) -> i32 {
        let ends = &self.facts.ends;
        if ends.royals_may_be_left && !any_move && self.position.has_legal_move() {
            return ends.score_without_saving_move(ply);
        }
        let mated = self.stack[ply].in_check || any_move || self.position.in_check();
        let result = if mated { ends.mated } else { ends.stalemate(&self.position) };
        result.score(ply)
    }
}

/// What the moves searched so far have shown.
struct Progress {
    /// Alpha rises with the best score.
    window: Window,
    best: i32,
    /// The move that raised alpha last.
    best_move: Option<Move>,
    /// How many moves have been searched.
    tried: i32,
}

impl Progress {
    fn new(window: Window) -> Self {
        Progress { window, best: -Score::INFINITE.0, best_move: None, tried: 0 }
    }

    /// Notes the score of a move; whether it raises alpha.
    fn raises_alpha(&mut self, score: i32, m: Move) -> bool {
        self.best = self.best.max(score);
        if score <= self.window.alpha {
            return false;
        }
        self.window.alpha = score;
        self.best_move = Some(m);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use crate::limits::{Clock, Limits};
    use crate::search::Worker;
    use crate::shared::Shared;
    use komadai_rules::variant::load_builtin;
    use komadai_rules::{Game, Play, Position};
    use std::sync::Arc;
    use std::time::Duration;

    struct Stopped;

    impl Clock for Stopped {
        fn now(&self) -> Duration {
            Duration::ZERO
        }
    }

    #[test]
    fn wins_by_repetition_stay_out_of_the_table() {
        let shogi = load_builtin("shogi", &[]).unwrap().variant;
        let game = Arc::new(Game::<2>::compile(&shogi).unwrap());
        // The dragon can give perpetual check, which loses.
        let chase = "4k4/9/4+R4/9/9/9/9/9/4K4 w - 1";
        let setup = komadai_records::position::parse(&shogi, chase).unwrap();
        let play = Play::new(Position::from_setup(&game, &setup).unwrap());
        let shared = Shared::new(16);
        shared.prepare(false);
        let limits = Limits { depth: Some(16), ..Limits::default() };
        Worker::new(&Engine::new(&game)).search_main(
            &play,
            &limits,
            &shared,
            Arc::new(Stopped),
            &mut |_| {},
        );
        let scores: Vec<i32> = shared.table.entries().map(|entry| entry.score(0)).collect();
        assert!(scores.len() > 1_000);
        assert!(!scores.into_iter().any(is_by_repetition));
    }
}
