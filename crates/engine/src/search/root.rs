//! The root: iterative deepening, aspiration windows, the best lines, and when to stop.

use super::history::PieceTo;
use super::node::Step;
use super::prune::root_reduction;
use super::{Search, Window};
use crate::feature::Feature;
use crate::level::{self, Level};
use crate::limits::{Bound, Clock, Info, Limits, SearchResult};
use crate::score::{MAX_PLY, Score};
use crate::time::TimeBudget;
use crate::watch::Watch;
use komadai_rules::variant::DeclarationRule;
use komadai_rules::{Declared, Interrupt, Move, Play, Status};
use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Duration;

/// A root move and what the search has found out about it.
#[derive(Clone, Debug)]
struct RootMove {
    m: Move,
    piece_to: PieceTo,
    /// The score in this iteration, minus infinity until there is one.
    score: i32,
    /// The score in the iteration before.
    previous_score: i32,
    nodes: u64,
    pv: Vec<Move>,
    selective_depth: usize,
}

impl RootMove {
    /// Whether this iteration has found a score.
    fn is_searched(&self) -> bool {
        self.score > -Score::INFINITE.0
    }

    /// The newest score.
    fn latest_score(&self) -> i32 {
        if self.is_searched() { self.score } else { self.previous_score }
    }
}

/// Half the width of the first aspiration window.
const ASPIRATION: i32 = 18;
/// Scores are steady enough for aspiration windows from this depth on.
const ASPIRATION_DEPTH: i32 = 5;

/// What the main thread needs besides the search.
pub(super) struct MainThread<'a> {
    limits: &'a Limits,
    clock: &'a Arc<dyn Clock>,
    start: Duration,
    budget: Option<TimeBudget>,
    watch: &'a Watch,
    /// How many best lines are searched.
    lines: usize,
    report: &'a mut dyn FnMut(&Info),
    best_move: Option<Move>,
    /// The score of the last iteration.
    best_score: Option<i32>,
    /// For how many iterations the best move has stayed the same.
    stable_iterations: u32,
    /// The root moves after the last finished iteration. Only levels and searches for several lines need them: they
    /// must not compare lines of different iterations.
    finished: Vec<RootMove>,
}

impl<'a> MainThread<'a> {
    /// Before it begins.
    pub(super) fn new(
        limits: &'a Limits,
        clock: &'a Arc<dyn Clock>,
        start: Duration,
        watch: &'a Watch,
        report: &'a mut dyn FnMut(&Info),
    ) -> Self {
        MainThread {
            limits,
            clock,
            start,
            budget: TimeBudget::of(limits),
            watch,
            lines: limits.lines.max(1).max(limits.level.map_or(1, Level::candidates)),
            report,
            best_move: None,
            best_score: None,
            stable_iterations: 0,
            finished: Vec::new(),
        }
    }
}

impl<const N: usize> Search<'_, N> {
    /// See [`Worker::search_main`](super::Worker::search_main).
    pub(super) fn main(&mut self, limits: &Limits, mut thread: MainThread<'_>) -> SearchResult {
        let mut moves = self.root_moves(limits);
        thread.lines = thread.lines.min(moves.len());
        let mut result = SearchResult {
            declares: wins_by_declaration(&self.play) && !self.is_over(),
            ..SearchResult::default()
        };
        if moves.is_empty() {
            result.score = Score(self.score_without_moves(0, self.position.has_legal_move()));
        } else {
            result.depth = self.iterative_deepening(&mut moves, &mut thread);
            let chosen = self.choose(&moves, &thread);
            result.best = Some(chosen.m);
            // Stopped before any score was found, the search answers with the static evaluation.
            result.score = match chosen.latest_score() {
                score if score > -Score::INFINITE.0 => Score(score),
                _ => Score(self.evaluate(Window::FULL)),
            };
            result.ponder = self.ponder_move(chosen, thread.clock);
        }
        if result.declares {
            result.score = Score::won_in(1);
        }
        self.share_nodes();
        result.nodes = self.shared.nodes();
        result
    }

    /// See [`Worker::search_helper`](super::Worker::search_helper).
    pub(super) fn helper(&mut self, limits: &Limits) {
        let mut moves = self.root_moves(limits);
        if moves.is_empty() {
            return;
        }
        self.first_iteration_done = true;
        self.is_helper = true;
        // Helpers at different depths find more for each other.
        let mut depth = 2 + (self.shared.add_helper() % 2) as i32;
        let max_depth = max_depth(limits);
        loop {
            depth = depth.min(max_depth);
            self.root_depth = depth;
            begin_iteration(&mut moves);
            self.aspiration_search(&mut moves, 0, depth);
            if self.is_over() || depth == max_depth {
                break;
            }
            depth = self.shared.next_helper_depth(depth);
        }
        self.share_nodes();
    }

    /// The move to play: the best, or what a level chooses.
    fn choose<'m>(&self, moves: &'m [RootMove], thread: &MainThread<'_>) -> &'m RootMove {
        let Some(level) = thread.limits.level else { return &moves[0] };
        let budget = a_little_work(MOST_MOMENTS, thread.clock);
        let candidates = candidates(level, moves, thread.lines, &self.play, &budget);
        let scores: Vec<i32> = candidates.iter().map(|root| root.latest_score()).collect();
        let seed = self.position.key() ^ thread.limits.seed;
        candidates[level::choose(level, &scores, seed)]
    }

    /// The legal moves that may be played. Broken off, they are not all.
    fn root_moves(&mut self, limits: &Limits) -> Vec<RootMove> {
        let royals = self.facts.ends.royal_counts(&self.position);
        let attacked = self.position.in_danger(self.position.side());
        let static_eval = self.evaluate(Window::FULL);
        let root = &mut self.stack[0];
        root.in_check = self.facts.ends.in_check(&self.position, attacked, royals);
        root.static_eval = (!root.in_check).then_some(static_eval);
        root.royals = royals;
        // A side that is mated before its royal is taken still has legal moves, but may not play
        // on.
        let mated = self.facts.ends.royals_may_be_left
            && self.play.ending().is_some_and(|ending| ending.status == Status::Checkmate);
        let mut legal = if mated { Vec::new() } else { self.play.legal_moves() };
        legal.retain(|m| limits.moves.is_empty() || limits.moves.contains(m));
        // The table may know the best move from the search before.
        if let Some(entry) = self.shared.table.probe(self.position.table_key()) {
            legal.sort_by_key(|m| m.bits() != entry.best_move);
        }
        let root_move = |m: Move| RootMove {
            m,
            piece_to: self.history.piece_to(&self.position, m),
            score: -Score::INFINITE.0,
            previous_score: -Score::INFINITE.0,
            nodes: 0,
            pv: vec![m],
            selective_depth: 0,
        };
        legal.into_iter().map(root_move).collect()
    }

    /// Searches deeper and deeper; returns the depth of the last finished iteration.
    fn iterative_deepening(&mut self, moves: &mut [RootMove], thread: &mut MainThread<'_>) -> u32 {
        let max_depth = max_depth(thread.limits);
        let (mut depth, mut finished) = (1, 0);
        loop {
            self.root_depth = depth;
            self.shared.begin_main_iteration(depth);
            self.selective_depth = 0;
            begin_iteration(moves);
            for line in 0..thread.lines {
                self.aspiration_search(moves, line, depth);
                moves[..=line].sort_by_key(|root| Reverse(root.score));
                if line + 1 == thread.lines {
                    self.first_iteration_done = true;
                }
                if self.is_over() {
                    break;
                }
            }
            if self.is_over() {
                if thread.finished.is_empty() {
                    self.report(moves, [finished, depth as u32], thread);
                } else {
                    moves.clone_from_slice(&thread.finished);
                    self.report(moves, [finished; 2], thread);
                }
                return finished;
            }
            finished = depth as u32;
            self.report(moves, [finished; 2], thread);
            if thread.lines > 1 || thread.limits.level.is_some_and(|level| level != Level::FULL) {
                thread.finished = moves.to_vec();
            }
            if depth == max_depth || self.is_enough(moves, depth, thread) {
                return finished;
            }
            depth = self.shared.next_main_depth(depth).min(max_depth);
        }
    }

    /// Searches the moves from `line` on in an aspiration window, which grows until the score falls
    /// into it.
    fn aspiration_search(&mut self, moves: &mut [RootMove], line: usize, depth: i32) {
        let expected = moves[line].previous_score;
        let infinite = Score::INFINITE.0;
        let aspires = depth >= ASPIRATION_DEPTH
            && !Score(expected).is_decided()
            && expected > -infinite
            && self.uses(Feature::Aspiration);
        let mut delta = ASPIRATION + expected.abs() / 64;
        let mut window = if aspires {
            Window { alpha: expected - delta, beta: expected + delta }
        } else {
            Window::FULL
        };
        loop {
            let score = self.search_root(&mut moves[line..], depth, window);
            // The best move comes first; the others keep their order.
            moves[line..].sort_by_key(|root| Reverse(root.score));
            if self.is_over() {
                return;
            }
            let Window { alpha, beta } = window;
            if score <= alpha && alpha > -infinite {
                window.beta = (alpha + beta) / 2;
                window.alpha = (score - delta).max(-infinite);
            } else if score >= beta && beta < infinite {
                window.beta = (score + delta).min(infinite);
            } else {
                return;
            }
            delta += delta;
            if delta > 1_000 {
                window = Window::FULL;
            }
        }
    }

    fn search_root(&mut self, moves: &mut [RootMove], depth: i32, mut window: Window) -> i32 {
        let mut best = -Score::INFINITE.0;
        for turn in 0..moves.len() {
            let i = if self.is_helper && turn > 0 { moves.len() - turn } else { turn };
            let root = &mut moves[i];
            let first = i == 0;
            let reduces = !first && self.uses(Feature::LateMoveReduction);
            let step = Step {
                depth: depth - 1,
                reduction: reduces.then(|| root_reduction(i as i32, depth)),
                first,
                pv_node: true,
                cut_node: false,
            };
            let nodes_before = self.nodes;
            let selective_depth = std::mem::take(&mut self.selective_depth);
            self.make(root.m, root.piece_to, 0);
            let score = self.pvs(window, step, 0);
            self.unmake();
            let move_selective_depth = self.selective_depth;
            self.selective_depth = selective_depth.max(move_selective_depth);
            if self.is_over() {
                return best;
            }
            // Taking a royal is a move, although its score counts a ply less.
            let score = score.min(Score::won_in(1).0);
            root.nodes += self.nodes - nodes_before;
            if first || score > window.alpha {
                root.score = score;
                root.selective_depth = move_selective_depth;
                root.pv.truncate(1);
                root.pv.extend_from_slice(&self.stack[1].pv);
            } else {
                root.score = -Score::INFINITE.0;
            }
            best = best.max(score);
            window.alpha = window.alpha.max(score);
            if score >= window.beta {
                break;
            }
        }
        best
    }

    /// Reports the best lines. `depths` are those of the last finished iteration and of this one.
    fn report(&mut self, moves: &[RootMove], depths: [u32; 2], thread: &mut MainThread<'_>) {
        self.share_nodes();
        let time = thread.clock.now().saturating_sub(thread.start);
        for (line, root) in moves.iter().take(thread.lines).enumerate() {
            // A line that this iteration has not reached is reported as the one before left it.
            let score = root.latest_score();
            if score <= -Score::INFINITE.0 {
                continue;
            }
            (thread.report)(&Info {
                depth: depths[usize::from(root.is_searched())].max(1),
                selective_depth: root.selective_depth as u32,
                line: line + 1,
                lines: thread.lines,
                score: Score(score),
                bound: Bound::Exact,
                nodes: self.shared.nodes(),
                time,
                hash_full: self.shared.table.hashfull(),
                pv: root.pv.clone(),
            });
        }
    }

    /// Whether another iteration is not worth its time.
    fn is_enough(&self, moves: &[RootMove], depth: i32, thread: &mut MainThread<'_>) -> bool {
        let best = &moves[0];
        let is_stable = thread.best_move == Some(best.m);
        thread.stable_iterations = if is_stable { thread.stable_iterations + 1 } else { 0 };
        thread.best_move = Some(best.m);
        let last_score = thread.best_score.replace(best.score);
        let Some(budget) = thread.budget else { return false };
        if self.shared.pondering() || thread.limits.move_time.is_some() {
            return false;
        }
        if moves.len() == 1 && depth >= 4 {
            return true;
        }
        // A deeper search cannot find a shorter mate than one within the depth already searched.
        if Score(best.score).is_decided() && Score::WIN.0 - best.score.abs() < depth {
            return true;
        }
        // An easy move gets less time: its subtree takes most nodes, it has stayed the best, and
        // the score has not fallen.
        let effort = best.nodes as f32 / self.nodes.max(1) as f32;
        let fall = last_score.map_or(0, |last| (last - best.score).clamp(0, 100)) as f32 / 100.0;
        let stability = 1.3 - 0.1 * thread.stable_iterations.min(6) as f32;
        let factor = (stability * (1.5 - effort) * (1.0 + fall)).clamp(0.3, 2.5);
        let start = thread.watch.start().unwrap_or(thread.start);
        let time = thread.clock.now().saturating_sub(start);
        time < budget.saves_until && time >= budget.soft.mul_f32(factor).min(budget.hard)
    }

    /// The answer that is expected to a move.
    fn ponder_move(&mut self, root: &RootMove, clock: &Arc<dyn Clock>) -> Option<Move> {
        if root.latest_score() == Score::won_in(1).0 {
            return None;
        }
        if let [m, answer, ..] = root.pv.as_slice()
            && *m == root.m
        {
            return Some(*answer);
        }
        // The time may be up already.
        let moment = a_little_work(1, clock);
        self.position.set_interrupt(&moment);
        self.position.make(root.m);
        let tt_move =
            self.shared.table.probe(self.position.table_key()).map_or(0, |entry| entry.best_move);
        let legal = self.position.legal_moves();
        self.position.unmake();
        legal.into_iter().find(|m| m.bits() == tt_move && !moment.is_over())
    }
}

/// Whether the side to move can declare a win, by the rule that is in force.
fn wins_by_declaration<const N: usize>(play: &Play<N>) -> bool {
    let rule = play.position().game().variant().end.declaration.as_ref().map(|d| d.rule);
    play.declaration().is_some_and(|declared| match rule {
        Some(DeclarationRule::Points27) => declared.rule27 == Declared::Win,
        Some(DeclarationRule::Points24) => declared.rule24 == Declared::Win,
        _ => false,
    })
}

/// The moves among which a level chooses, best first; never none.
fn candidates<'m, const N: usize>(
    level: Level,
    moves: &'m [RootMove],
    lines: usize,
    play: &Play<N>,
    budget: &Interrupt,
) -> Vec<&'m RootMove> {
    let (best, others) = moves.split_at(lines);
    if level.is_cautious() {
        let mut play = play.clone().with_interrupt(budget);
        let mut survives = |root: &&RootMove| !may_lose_next(&mut play, root.m);
        let surviving: Vec<_> = best.iter().filter(&mut survives).collect();
        if !surviving.is_empty() {
            return surviving;
        }
        if let Some(root) = others.iter().find(survives) {
            return vec![root];
        }
    }
    best.iter().collect()
}

/// The search for moves that lose at once ends after so many moments: some tenths of a second.
const MOST_MOMENTS: u32 = 256;

/// What is done when a search is over ends after so long at the latest. A level plays alike on every machine where
/// less is enough.
const MOST_TIME: Duration = Duration::from_millis(250);

/// Breaks off after some moments of work, or when they take long.
fn a_little_work(moments: u32, clock: &Arc<dyn Clock>) -> Interrupt {
    let (clock, start) = (Arc::clone(clock), clock.now());
    Interrupt::moments_unless(moments, move || clock.now().saturating_sub(start) > MOST_TIME)
}

/// Whether some answer to a move wins the game by itself. Once it is broken off, none does.
fn may_lose_next<const N: usize>(play: &mut Play<N>, m: Move) -> bool {
    if play.breaks_off() {
        return false;
    }
    play.push(m);
    let opponent = play.position().side();
    let answers = if play.ending().is_some() { Vec::new() } else { play.legal_moves() };
    let loses = answers.into_iter().any(|answer| {
        if play.breaks_off() {
            return false;
        }
        play.push(answer);
        let lost = play.ending().is_some_and(|ending| ending.winner == Some(opponent));
        play.pop();
        lost
    });
    play.pop();
    loses
}

/// The scores of the last iteration become the previous ones.
fn begin_iteration(moves: &mut [RootMove]) {
    for root in moves {
        root.previous_score = root.latest_score();
        root.score = -Score::INFINITE.0;
    }
}

/// The depth of the last iteration.
fn max_depth(limits: &Limits) -> i32 {
    limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1) as i32
}
