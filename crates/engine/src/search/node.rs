//! One node of the tree: principal variation search.

use super::Search;
use super::picker::{Hints, Picker, Scored};
use super::prune::{Node, WIDE};
use crate::ends::Ended;
use crate::feature::Feature;
use crate::limits::Bound;
use crate::path::Repeated;
use crate::score::{MAX_PLY, Score};
use komadai_rules::Move;
use komadai_rules::variant::Outcome as Result_;

/// The window and what else is known of a node before it is searched.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

/// What it is worth to win by repeating. It depends on the line that led to a position and not on the
/// position alone: no such score is kept in the table, where other lines would find it.
const REPEATED: i32 = 25_000;

/// Whether a score speaks of a win or a loss by repeating.
fn is_by_repeating(score: i32) -> bool {
    (REPEATED - MAX_PLY as i32..=REPEATED).contains(&score.abs())
}

impl<const N: usize> Search<'_, N> {
    /// The score of the position for the side to move, within the window; `cut` says that it is
    /// expected to be too good.
    pub(super) fn search(&mut self, window: Window, depth: i32, ply: usize, cut: bool) -> i32 {
        self.memory.frames[ply].pv.clear();
        if self.must_stop() {
            return 0;
        }
        if let Some(score) = self.ended(ply) {
            return score;
        }
        if !self.may_claim(ply) {
            return self.go_on(window, depth, ply, cut);
        }
        // Who is better off with a draw claims it.
        let draw = Score::DRAW.0;
        if window.beta <= draw {
            return draw;
        }
        let alpha = window.alpha.max(draw);
        self.go_on(Window { alpha, ..window }, depth, ply, cut).max(draw)
    }

    /// The score of a position that is not the end of the game: see [`Search::search`].
    fn go_on(&mut self, window: Window, depth: i32, ply: usize, cut: bool) -> i32 {
        let Window { mut alpha, mut beta } = window;
        let pv_node = beta - alpha > 1;
        if depth <= 0 && !self.position.must_pass() {
            return self.quiescence(window, ply, 0);
        }
        self.selective_depth = self.selective_depth.max(ply);
        if ply + 1 >= MAX_PLY {
            return self.evaluate(alpha, beta);
        }
        // Nothing here can be worse than being mated now, or better than winning next.
        alpha = alpha.max(Score::lost_in(ply).0);
        beta = beta.min(self.facts.ends.soonest_win(ply));
        if alpha >= beta {
            return alpha;
        }

        let known = self.shared.table.probe(self.position.key());
        if let Some(entry) = known
            && !pv_node
            && i32::from(entry.depth) >= depth
            && let Some(score) = entry.answers(alpha, beta, ply)
        {
            return score;
        }
        let in_check = self.memory.frames[ply].in_check;
        if !in_check && self.facts.ends.declares(&self.position, self.credit_of_mover()) {
            return Score::won_in(ply + 1).0;
        }

        let calm = !in_check && !self.position.must_pass();
        let evaluation = match calm {
            true => self.static_evaluation(known.as_ref().map(|k| (k.bound, k.score(ply))), window),
            false => -Score::INFINITE.0,
        };
        self.memory.frames[ply].evaluation = evaluation;
        let improving = calm && self.is_improving(evaluation, ply);
        let mut node =
            Node { depth, ply, cut, pv_node, in_check, improving, evaluation, wide: false };
        if calm
            && !pv_node
            && let Some(score) = self.prune_whole(&node, beta)
        {
            return score;
        }
        // Where the table knows no move, a shallower search finds one more cheaply.
        let table = known.map_or(0, |entry| entry.best);
        let unknown = depth >= 4 && table == 0;
        let reduced = unknown && self.without.keeps(Feature::InternalReduction);
        node.depth -= i32::from(reduced);
        self.moves(node, Window { alpha, beta }, table)
    }

    pub(super) fn credit_of_mover(&self) -> u32 {
        self.credit[self.position.side().index()]
    }

    /// The score where the line has come to an end, or may be taken for one.
    fn ended(&mut self, ply: usize) -> Option<i32> {
        if ply == 0 {
            return None;
        }
        let before = self.memory.frames[ply - 1].royals;
        let after = self.memory.frames[ply].royals;
        let ends = &self.facts.ends;
        if let Some(score) = ends.at_once(&self.position, before, after, ply) {
            return Some(score);
        }
        match self.memory.frames[ply].repeated {
            // The root is told that its move ends the game: it keeps nothing in the table.
            Some(Repeated::Really(ended)) if ply == 1 => return Some(ended.score(ply)),
            Some(Repeated::Really(ended) | Repeated::Soon(ended)) => {
                return Some(match ended {
                    Ended::Won => REPEATED - ply as i32,
                    Ended::Lost => ply as i32 - REPEATED,
                    Ended::Drawn => Score::DRAW.0,
                });
            }
            Some(Repeated::Barred | Repeated::Claimable) | None => {}
        }
        let long = ends.quiet.is_some_and(|plies| self.position.quiet() >= plies)
            || ends.move_limit.is_some_and(|plies| self.position.ply() >= plies);
        // Mate comes before the limit.
        let mated = || self.memory.frames[ply].in_check && !self.position.has_legal_move();
        let drawn = ends.too_little(&self.position) || (long && !mated());
        drawn.then_some(Score::DRAW.0)
    }

    /// Whether the side to move could claim a draw. Who is mated could not.
    fn may_claim(&self, ply: usize) -> bool {
        let quiet = self.facts.ends.quiet_claim;
        let claims = self.memory.frames[ply].repeated == Some(Repeated::Claimable)
            || quiet.is_some_and(|plies| self.position.quiet() >= plies);
        claims && self.position.has_legal_move()
    }

    /// The static evaluation, corrected by what the table knows.
    fn static_evaluation(&mut self, known: Option<(Bound, i32)>, window: Window) -> i32 {
        let evaluation = self.evaluate(window.alpha, window.beta);
        match known {
            Some((Bound::Lower, score)) if !Score(score).is_decided() => evaluation.max(score),
            Some((Bound::Upper, score)) if !Score(score).is_decided() => evaluation.min(score),
            Some((Bound::Exact, score)) if !Score(score).is_decided() => score,
            _ => evaluation,
        }
    }

    /// Whether the side to move stands better than two plies before.
    fn is_improving(&self, evaluation: i32, ply: usize) -> bool {
        ply.checked_sub(2).is_some_and(|p| {
            let frame = &self.memory.frames[p];
            !frame.in_check && evaluation > frame.evaluation
        })
    }

    /// Tries the moves of a node.
    fn moves(&mut self, mut node: Node, window: Window, table: u32) -> i32 {
        let Node { depth, ply, .. } = node;
        let mut moves = std::mem::take(&mut self.memory.frames[ply].moves);
        let mut scored = std::mem::take(&mut self.memory.frames[ply].scored);
        self.moves_into(&mut moves, node.in_check);
        let any = !moves.is_empty();
        node.wide = moves.len() > WIDE;
        let hints = self.hints(table, ply);
        let (facts, history) = (std::sync::Arc::clone(&self.facts), &self.memory.history);
        let mut picker = Picker::new(&moves, &hints, &facts, history, &self.position, &mut scored);

        self.memory.frames[ply].tried.clear();
        let mut search = Progress::new(window);
        while let Some(s) = picker.next(&mut scored, &facts, &self.position) {
            let safe = ply > 0 && search.tried > 0 && search.best > -Score::LONGEST_WIN.0;
            if safe && self.is_hopeless(&node, search.tried, search.alpha, &s) {
                continue;
            }
            self.make(s.m, s.slot, ply);
            if ply > 0 && self.memory.frames[ply + 1].repeated == Some(Repeated::Barred) {
                self.unmake();
                continue;
            }
            search.tried += 1;
            let score = self.try_move(&node, &search, &s, depth - 1 + self.forced(ply));
            self.unmake();
            if self.stopped {
                break;
            }
            if search.note(score, s.m) {
                self.extend_pv(ply, s.m, node.pv_node);
                if score >= search.beta {
                    if s.quiet {
                        self.reward(&node, &s, &hints);
                    }
                    break;
                }
            }
            if s.quiet {
                self.memory.frames[ply].tried.push(s.slot);
            }
        }
        self.memory.frames[ply].moves = moves;
        self.memory.frames[ply].scored = scored;
        if self.stopped {
            return 0;
        }
        if search.tried == 0 {
            return self.no_moves(ply, any);
        }
        search.best = self.mated_already(search.best, ply);
        let bound = match search.best {
            best if best >= search.beta => Bound::Lower,
            best if best > window.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        if !is_by_repeating(search.best) {
            let best = search.best_move;
            self.shared.table.store(self.position.key(), best, search.best, (ply, depth), bound);
        }
        search.best
    }

    /// The moves worth a try. Where royals may be left to be taken, most moves in check lose one, and
    /// playing them all would let checks that are followed further make the tree explode.
    pub(super) fn moves_into(&self, moves: &mut Vec<Move>, in_check: bool) {
        moves.clear();
        match in_check && self.facts.royals_may_be_left {
            true => self.position.saving_moves_into(moves),
            false => self.position.legal_moves_into(moves),
        }
    }

    fn hints(&self, table: u32, ply: usize) -> Hints {
        Hints { table, before: self.before(ply), without: self.without }
    }

    /// A forced pass is no choice: it costs no depth.
    fn forced(&self, ply: usize) -> i32 {
        let passed = self.position.moves().last().is_some_and(|m| *m == Move::pass());
        i32::from(passed && !self.is_long(ply))
    }

    /// The score of the move just made.
    fn try_move(&mut self, node: &Node, search: &Progress, s: &Scored, depth: i32) -> i32 {
        let Node { ply, pv_node, .. } = *node;
        let gives_check = self.memory.frames[ply + 1].in_check;
        let depth = depth + i32::from(gives_check && self.deserves_extension(s, ply));
        let (alpha, beta) = (search.alpha, search.beta);
        let narrow = Window { alpha: -alpha - 1, beta: -alpha };
        let mut score = i32::MIN;
        let late = search.tried > 1 + i32::from(pv_node) && node.depth >= 2;
        if late && self.without.keeps(Feature::LateMoveReduction) {
            let reduction = self.reduction(node, search.tried, s, gives_check);
            let reduced = (depth - reduction).clamp(1.min(depth), depth);
            score = -self.search(narrow, reduced, ply + 1, true);
            if score > alpha && reduced < depth {
                score = -self.search(narrow, depth, ply + 1, !node.cut);
            }
        } else if !pv_node || search.tried > 1 {
            score = -self.search(narrow, depth, ply + 1, !node.cut);
        }
        if pv_node && (search.tried == 1 || score > alpha) {
            score = -self.search(Window { alpha: -beta, beta: -alpha }, depth, ply + 1, false);
        }
        score
    }

    fn extend_pv(&mut self, ply: usize, m: Move, pv_node: bool) {
        if !pv_node {
            return;
        }
        let [frame, next] = &mut self.memory.frames[ply..ply + 2] else { return };
        frame.pv.clear();
        frame.pv.push(m);
        frame.pv.extend_from_slice(&next.pv);
    }

    /// A quiet move has refuted the one before: it is remembered, and those tried in vain before it
    /// too.
    fn reward(&mut self, node: &Node, s: &Scored, hints: &Hints) {
        let Node { depth, ply, .. } = *node;
        let bonus = (16 * depth * depth + 100 * depth).min(1_600);
        let side = self.position.side().index();
        let memory = &mut *self.memory;
        memory.history.reward(side, s.slot, hints.before, bonus);
        for slot in &memory.frames[ply].tried {
            memory.history.reward(side, *slot, hints.before, -bonus);
        }
    }

    /// The score of a node whose best move brings `best`. A side whose last royal is taken next,
    /// whatever it does, is mated already, where the game says so; no line goes on from there.
    pub(super) fn mated_already(&mut self, best: i32, ply: usize) -> i32 {
        if !self.facts.ends.mated_already(best, ply) {
            return best;
        }
        self.memory.frames[ply].pv.clear();
        Score::lost_in(ply).0
    }

    /// The score where no move can be played. `any` says that some move is only barred.
    pub(super) fn no_moves(&self, ply: usize, any: bool) -> i32 {
        let frame = &self.memory.frames[ply];
        let mated = frame.in_check || any || self.facts.royals_may_be_left;
        let taken_next = self.facts.royals_may_be_left && !any && self.position.has_legal_move();
        match self.facts.stalemate {
            _ if taken_next => self.facts.ends.raided(ply),
            _ if mated => Score::lost_in(ply).0,
            Result_::Loss => Score::lost_in(ply).0,
            Result_::Draw => Score::DRAW.0,
            Result_::Win => Score::won_in(ply).0,
        }
    }
}

/// What the moves tried so far have brought.
struct Progress {
    alpha: i32,
    beta: i32,
    best: i32,
    best_move: Option<Move>,
    tried: i32,
}

impl Progress {
    fn new(window: Window) -> Self {
        Progress {
            alpha: window.alpha,
            beta: window.beta,
            best: -Score::INFINITE.0,
            best_move: None,
            tried: 0,
        }
    }

    /// Takes a score down; whether it raises alpha.
    fn note(&mut self, score: i32, m: Move) -> bool {
        self.best = self.best.max(score);
        if score <= self.alpha {
            return false;
        }
        self.alpha = score;
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
    fn wins_by_repeating_are_not_believed_of_other_lines() {
        let shogi = load_builtin("shogi", &[]).unwrap().unwrap().variant;
        let game = Arc::new(Game::<2>::compile(&shogi).unwrap());
        // The dragon can give check for ever, and loses by it.
        let chase = "4k4/9/4+R4/9/9/9/9/9/4K4 w - 1";
        let setup = komadai_records::position::parse(&shogi, chase).unwrap();
        let play = Play::new(Position::from_setup(&game, &setup).unwrap());
        let shared = Shared::new(16);
        shared.prepare(false);
        let limits = Limits { depth: Some(16), ..Limits::default() };
        Worker::new(&Engine::new(&game)).lead(&play, &limits, &shared, &Stopped, &mut |_| {});
        let scores: Vec<i32> = shared.table.entries().map(|entry| entry.score(0)).collect();
        assert!(scores.len() > 1_000);
        assert!(!scores.into_iter().any(is_by_repeating));
    }
}
