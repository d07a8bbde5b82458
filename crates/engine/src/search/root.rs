//! The root: iterative deepening, the best lines, and when to stop.

use super::history::Slot;
use super::node::Window;
use super::prune::root_reduction;
use super::{Deadline, Search};
use crate::feature::Feature;
use crate::level::{self, Level};
use crate::limits::{Bound, Clock, Info, Limits, Outcome};
use crate::score::{MAX_PLY, Score};
use crate::time::Allotment;
use komadai_rules::{Move, Play, Status};
use std::time::Duration;

/// A legal move and what is known of it.
#[derive(Clone, Debug)]
struct RootMove {
    m: Move,
    slot: Slot,
    score: i32,
    /// The score of the iteration before.
    earlier: i32,
    nodes: u64,
    pv: Vec<Move>,
    selective_depth: usize,
}

impl RootMove {
    /// Its score, from the iteration before if this one has not come to it.
    fn latest(&self) -> i32 {
        if self.score > -Score::INFINITE.0 { self.score } else { self.earlier }
    }
}

/// Half the first window around the score of the iteration before.
const ASPIRATION: i32 = 18;
/// From this depth on the score is steady enough for narrow windows.
const STEADY: i32 = 5;

/// The leader's view of a search.
struct Leader<'a> {
    limits: &'a Limits,
    clock: &'a dyn Clock,
    start: Duration,
    allotment: Option<Allotment>,
    lines: usize,
    report: &'a mut dyn FnMut(&Info),
    /// How many iterations the best move has stayed the same.
    steady: u32,
    best: Option<Move>,
    /// The moves as the last iteration that was finished has left them; kept for levels alone, which
    /// must not weigh lines of two iterations against each other.
    weighed: Vec<RootMove>,
}

impl<'a, const N: usize> Search<'a, N> {
    /// See [`Worker::lead`](super::Worker::lead).
    pub(super) fn lead(
        &mut self,
        play: &Play<N>,
        limits: &Limits,
        clock: &'a dyn Clock,
        report: &mut dyn FnMut(&Info),
    ) -> Outcome {
        let start = clock.now();
        let mut moves = self.root_moves(play, limits);
        let allotment = allot(limits);
        self.deadline = allotment.map(|allotment| Deadline { clock, start, hard: allotment.hard });
        self.node_limit = limits.nodes.unwrap_or(u64::MAX);
        self.without = limits.without;
        let mut lines = limits.lines.max(1);
        if let Some(level) = limits.level {
            self.node_limit = self.node_limit.min(level.nodes(self.position.game().squares()));
            lines = lines.max(level.candidates());
        }
        let mut leader = Leader {
            limits,
            clock,
            start,
            allotment,
            lines: lines.min(moves.len()),
            report,
            steady: 0,
            best: None,
            weighed: Vec::new(),
        };
        let mut outcome = Outcome { declares: self.declares_now(play), ..Outcome::default() };
        if moves.is_empty() {
            outcome.score = Score(self.no_moves(0, self.position.has_legal_move()));
        } else {
            outcome.depth = self.deepen(&mut moves, &mut leader);
            let chosen = match limits.level {
                Some(level) => {
                    let weighed = if leader.weighed.is_empty() { &moves } else { &leader.weighed };
                    let candidates = candidates(level, weighed, leader.lines, play);
                    let found: Vec<i32> = candidates.iter().map(|root| root.latest()).collect();
                    candidates[level::choose(level, &found, self.position.key() ^ limits.seed)]
                }
                None => &moves[0],
            };
            outcome.best = Some(chosen.m);
            // Stopped before anything was found, the position alone speaks.
            outcome.score = match chosen.latest() {
                score if score > -Score::INFINITE.0 => Score(score),
                _ => Score(self.evaluate(-Score::INFINITE.0, Score::INFINITE.0)),
            };
            outcome.ponder = self.answer_to(chosen);
        }
        if outcome.declares {
            outcome.score = Score::won_in(1);
        }
        self.shared.add_nodes(self.nodes - self.told);
        self.told = self.nodes;
        outcome.nodes = self.shared.nodes();
        outcome
    }

    /// See [`Worker::help`](super::Worker::help).
    pub(super) fn help(&mut self, play: &Play<N>, limits: &Limits) {
        let mut moves = self.root_moves(play, limits);
        if moves.is_empty() {
            return;
        }
        self.counted = true;
        self.helping = true;
        self.without = limits.without;
        // Helpers at different depths find more for each other.
        let mut depth = 2 + (self.shared.join() % 2) as i32;
        let deepest = deepest(limits);
        loop {
            depth = depth.min(deepest);
            self.root_depth = depth;
            remember(&mut moves);
            self.aspire(&mut moves, 0, depth);
            if self.stopped || depth == deepest {
                break;
            }
            depth = self.shared.helped_at(depth);
        }
        self.shared.add_nodes(self.nodes - self.told);
        self.told = self.nodes;
    }

    fn declares_now(&self, play: &Play<N>) -> bool {
        use komadai_rules::Declared;
        use komadai_rules::variant::DeclarationRule;
        let rule = play.position().game().variant().end.declaration.as_ref().map(|d| d.rule);
        play.declaration().is_some_and(|declared| match rule {
            Some(DeclarationRule::Points27) => declared.rule27 == Declared::Win,
            Some(DeclarationRule::Points24) => declared.rule24 == Declared::Win,
            _ => false,
        })
    }

    fn root_moves(&mut self, play: &Play<N>, limits: &Limits) -> Vec<RootMove> {
        let royals = self.facts.ends.royals(&self.position);
        let attacked = self.position.in_danger(self.position.side());
        let evaluation = self.evaluate(-Score::INFINITE.0, Score::INFINITE.0);
        let frame = &mut self.memory.frames[0];
        frame.in_check = self.facts.ends.in_check(&self.position, attacked, royals);
        frame.evaluation = evaluation;
        frame.royals = royals;
        let wanted = |m: &Move| limits.moves.is_empty() || limits.moves.contains(m);
        let root = |m: Move| RootMove {
            m,
            slot: self.memory.history.slot(&self.position, m),
            score: -Score::INFINITE.0,
            earlier: -Score::INFINITE.0,
            nodes: 0,
            pv: vec![m],
            selective_depth: 0,
        };
        // Who is mated before a royal is taken has moves, but nothing to play.
        let mated = self.facts.royals_may_be_left
            && play.ending().is_some_and(|ending| ending.status == Status::Checkmate);
        let legal = if mated { Vec::new() } else { play.legal_moves() };
        let mut moves: Vec<RootMove> = legal.into_iter().filter(wanted).map(root).collect();
        // The table may know the best one from the move before.
        if let Some(entry) = self.shared.table.probe(self.position.key()) {
            moves.sort_by_key(|root| root.m.bits().get() != entry.best);
        }
        moves
    }

    /// Searches deeper and deeper; returns the last depth that was finished.
    fn deepen(&mut self, moves: &mut [RootMove], leader: &mut Leader<'_>) -> u32 {
        let deepest = deepest(leader.limits);
        let (mut depth, mut finished) = (1, 0);
        while depth <= deepest {
            self.root_depth = depth;
            self.shared.lead_at(depth);
            self.selective_depth = 0;
            remember(moves);
            for line in 0..leader.lines {
                self.aspire(moves, line, depth);
                moves[..=line].sort_by_key(|root| std::cmp::Reverse(root.score));
                if line + 1 == leader.lines {
                    self.counted = true;
                }
                if self.stopped {
                    break;
                }
            }
            self.tell(moves, [finished, depth as u32], leader);
            if self.stopped {
                break;
            }
            finished = depth as u32;
            if leader.limits.level.is_some_and(|level| level != Level::FULL) {
                leader.weighed = moves.to_vec();
            }
            if depth == deepest || self.enough(moves, depth, leader) {
                break;
            }
            depth = self.shared.after(depth).min(deepest);
        }
        finished
    }

    /// Searches the moves from `line` on, in a window around what is expected that grows until the
    /// score falls into it.
    fn aspire(&mut self, moves: &mut [RootMove], line: usize, depth: i32) {
        let expected = moves[line].earlier;
        let infinite = Score::INFINITE.0;
        let narrow = depth >= STEADY
            && !Score(expected).is_decided()
            && expected > -infinite
            && self.without.keeps(Feature::Aspiration);
        let mut delta = ASPIRATION + expected.abs() / 64;
        let (mut alpha, mut beta) = match narrow {
            true => (expected - delta, expected + delta),
            false => (-infinite, infinite),
        };
        loop {
            let score = self.search_root(&mut moves[line..], depth, Window { alpha, beta });
            // The best first; the others stay in their order.
            moves[line..].sort_by_key(|root| std::cmp::Reverse(root.score));
            if self.stopped {
                return;
            }
            if score <= alpha && alpha > -infinite {
                beta = (alpha + beta) / 2;
                alpha = (score - delta).max(-infinite);
            } else if score >= beta && beta < infinite {
                beta = (score + delta).min(infinite);
            } else {
                return;
            }
            delta += delta;
            if delta > 1_000 {
                (alpha, beta) = (-infinite, infinite);
            }
        }
    }

    fn search_root(&mut self, moves: &mut [RootMove], depth: i32, window: Window) -> i32 {
        let Window { mut alpha, beta } = window;
        let mut best = -Score::INFINITE.0;
        let reduces = self.without.keeps(Feature::LateMoveReduction);
        for turn in 0..moves.len() {
            let i = if self.helping && turn > 0 { moves.len() - turn } else { turn };
            let root = &mut moves[i];
            let before = self.nodes;
            let reach = std::mem::take(&mut self.selective_depth);
            self.make(root.m, root.slot, 0);
            let full = Window { alpha: -beta, beta: -alpha };
            let narrow = Window { alpha: -alpha - 1, beta: -alpha };
            let mut score = i32::MIN;
            if i > 0 {
                let reduction = if reduces { root_reduction(i as i32, depth) } else { 0 };
                let reduced = depth - 1 - reduction;
                score = -self.search(narrow, reduced.max(1).min(depth - 1), 1, true);
                if score > alpha && reduced < depth - 1 {
                    score = -self.search(narrow, depth - 1, 1, true);
                }
            }
            if i == 0 || score > alpha {
                score = -self.search(full, depth - 1, 1, false);
            }
            self.unmake();
            if self.stopped {
                self.selective_depth = self.selective_depth.max(reach);
                return best;
            }
            // Taking a royal is a move, however soon it counts.
            let score = score.min(Score::won_in(1).0);
            root.nodes += self.nodes - before;
            if i == 0 || score > alpha {
                root.score = score;
                root.selective_depth = self.selective_depth;
                root.pv.truncate(1);
                root.pv.extend_from_slice(&self.memory.frames[1].pv);
            } else {
                root.score = -Score::INFINITE.0;
            }
            self.selective_depth = self.selective_depth.max(reach);
            best = best.max(score);
            alpha = alpha.max(score);
            if score >= beta {
                break;
            }
        }
        best
    }

    /// Reports the best lines. `depths` are the iteration before and this one.
    fn tell(&mut self, moves: &[RootMove], depths: [u32; 2], leader: &mut Leader<'_>) {
        self.shared.add_nodes(self.nodes - self.told);
        self.told = self.nodes;
        let time = leader.clock.now().saturating_sub(leader.start);
        for (line, root) in moves.iter().take(leader.lines).enumerate() {
            // A line that this iteration has not reached keeps what the one before has found.
            let fresh = root.score > -Score::INFINITE.0;
            let score = root.latest();
            if score <= -Score::INFINITE.0 {
                continue;
            }
            (leader.report)(&Info {
                depth: depths[usize::from(fresh)].max(1),
                selective_depth: root.selective_depth as u32,
                line: line + 1,
                score: Score(score),
                bound: Bound::Exact,
                nodes: self.shared.nodes(),
                time,
                hash_full: self.shared.table.filled(),
                pv: root.pv.clone(),
            });
        }
    }

    /// Whether another iteration is not worth its time.
    fn enough(&self, moves: &[RootMove], depth: i32, leader: &mut Leader<'_>) -> bool {
        let best = &moves[0];
        leader.steady = if leader.best == Some(best.m) { leader.steady + 1 } else { 0 };
        leader.best = Some(best.m);
        let Some(allotment) = leader.allotment else { return false };
        if self.shared.pondering() || leader.limits.move_time.is_some() {
            return false;
        }
        if moves.len() == 1 && depth >= 4 {
            return true;
        }
        // A mate that is nearer than what has been looked through cannot be missed any more.
        if Score(best.score).is_decided() && Score::WIN.0 - best.score.abs() < depth {
            return true;
        }
        let share = best.nodes as f32 / self.nodes.max(1) as f32;
        let fall = (best.earlier - best.score).clamp(0, 100) as f32 / 100.0;
        let steady = 1.3 - 0.1 * leader.steady.min(6) as f32;
        let factor = (steady * (1.5 - share) * (1.0 + fall)).clamp(0.3, 2.5);
        let start = self.deadline.map_or(leader.start, |deadline| deadline.start);
        let time = leader.clock.now().saturating_sub(start);
        time >= allotment.soft.mul_f32(factor).min(allotment.hard)
    }

    /// What the opponent is expected to answer.
    fn answer_to(&mut self, root: &RootMove) -> Option<Move> {
        if root.latest() == Score::won_in(1).0 {
            return None;
        }
        if let [m, answer, ..] = root.pv.as_slice()
            && *m == root.m
        {
            return Some(*answer);
        }
        self.position.make(root.m);
        let known = self.shared.table.probe(self.position.key()).map_or(0, |entry| entry.best);
        let mut legal = Vec::new();
        self.position.legal_moves_into(&mut legal);
        self.position.unmake();
        legal.into_iter().find(|m| m.bits().get() == known)
    }
}

/// The moves that a level weighs against each other, of all in their order: never none.
fn candidates<'a, const N: usize>(
    level: Level,
    moves: &'a [RootMove],
    lines: usize,
    play: &Play<N>,
) -> Vec<&'a RootMove> {
    let shown = || moves[..lines].iter();
    if !level.is_wary() {
        return shown().collect();
    }
    let safe = |root: &&RootMove| !may_lose_at_once(play, root.m);
    let found: Vec<_> = shown().filter(safe).collect();
    if !found.is_empty() {
        return found;
    }
    match moves[lines..].iter().find(safe) {
        Some(root) => vec![root],
        None => shown().collect(),
    }
}

/// Whether some answer to a move wins the game by itself.
fn may_lose_at_once<const N: usize>(play: &Play<N>, m: Move) -> bool {
    let mut play = play.clone();
    play.push(m);
    let them = play.position().side();
    let answers = if play.ending().is_some() { Vec::new() } else { play.legal_moves() };
    answers.into_iter().any(|answer| {
        play.push(answer);
        let lost = play.ending().is_some_and(|ending| ending.winner == Some(them));
        play.pop();
        lost
    })
}

/// A new iteration begins.
fn remember(moves: &mut [RootMove]) {
    for root in moves {
        if root.score > -Score::INFINITE.0 {
            root.earlier = root.score;
        }
        root.score = -Score::INFINITE.0;
    }
}

/// The last iteration that is asked for.
fn deepest(limits: &Limits) -> i32 {
    let deepest = limits.depth.map_or(MAX_PLY as i32 - 1, |depth| depth as i32);
    deepest.clamp(1, MAX_PLY as i32 - 1)
}

fn allot(limits: &Limits) -> Option<Allotment> {
    match (limits.move_time, &limits.clock) {
        (Some(time), _) => Some(Allotment::exactly(time, limits.overhead)),
        (None, Some(clock)) => Some(Allotment::of(clock, limits.overhead)),
        (None, None) => None,
    }
}
