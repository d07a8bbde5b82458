//! Search: iterative deepening over principal variation search.
//!
//! Written once for every game. What differs stands in [`Facts`]: values, ends, whether royals may
//! be left to be taken. A forced pass is a move like any other, the only one of its node, so that
//! sides always take turns.

mod history;
mod node;
mod picker;
mod prune;
mod quiescence;
mod root;
mod see;

use crate::engine::{Engine, Facts};
use crate::eval::{Evaluator, Handcrafted};
use crate::feature::Without;
use crate::limits::{Clock, Info, Limits, Outcome};
use crate::path::{Path, Repeated};
use crate::score::MAX_PLY;
use crate::shared::Shared;
use history::{History, Slot};
use komadai_rules::{Move, Play, Position};
use picker::Scored;
use std::sync::Arc;

/// One searcher. It learns from move to move, so keep it for a game.
#[derive(Debug)]
pub struct Worker<const N: usize> {
    engine: Engine<N>,
    memory: Memory,
}

/// What a worker keeps between two searches.
#[derive(Debug)]
struct Memory {
    history: History,
    frames: Vec<Frame>,
}

/// What belongs to one ply of the line being searched.
#[derive(Clone, Debug, Default)]
struct Frame {
    moves: Vec<Move>,
    scored: Vec<Scored>,
    pv: Vec<Move>,
    /// The move being tried, as history knows it; none for a null move.
    slot: Option<Slot>,
    evaluation: i32,
    in_check: bool,
    royals: [u8; 2],
    /// What it means that the position may have come up before.
    repeated: Option<Repeated>,
    /// Quiet moves tried so far.
    tried: Vec<Slot>,
}

impl<const N: usize> Worker<N> {
    /// A searcher that knows nothing yet.
    pub fn new(engine: &Engine<N>) -> Self {
        let game = engine.game();
        let history = History::new(game.variant().pieces.len(), game.squares());
        let frames = vec![Frame::default(); MAX_PLY + 2];
        Worker { engine: engine.clone(), memory: Memory { history, frames } }
    }

    /// A new game begins.
    pub fn clear(&mut self) {
        self.memory.history.clear();
    }

    /// Thinks about a position until a limit is reached, nothing is left to find out, or
    /// [`Shared::stop`] is called, and says what to play. [`Shared::prepare`] comes before. Where an
    /// answer must not be given before it is called for, the caller holds it back.
    pub fn lead(
        &mut self,
        play: &Play<N>,
        limits: &Limits,
        shared: &Shared,
        clock: &dyn Clock,
        report: &mut dyn FnMut(&Info),
    ) -> Outcome {
        let mut search = Search::new(self, play, shared);
        search.lead(play, limits, clock, report)
    }

    /// Fills the shared table with what a leader may need, until [`Shared::stop`].
    pub fn help(&mut self, play: &Play<N>, limits: &Limits, shared: &Shared) {
        Search::new(self, play, shared).help(play, limits);
    }
}

/// A search under way.
struct Search<'a, const N: usize> {
    facts: Arc<Facts<N>>,
    evaluator: Handcrafted<N>,
    position: Position<N>,
    path: Path,
    memory: &'a mut Memory,
    shared: &'a Shared,
    nodes: u64,
    /// Nodes already added to the shared count.
    told: u64,
    /// Whether this worker helps: it takes the moves of the root from the last one on, to meet the
    /// leader halfway.
    helping: bool,
    selective_depth: usize,
    root_depth: i32,
    /// Whether nodes may run out: not before the first iteration is done, so that few of them are
    /// still enough to look at every move.
    counted: bool,
    stopped: bool,
    node_limit: u64,
    /// What to ask, every so many nodes, whether to stop.
    deadline: Option<Deadline<'a>>,
    /// The points that each side is credited with in declarations.
    credit: [u32; 2],
    without: Without,
}

/// When the leader must stop.
#[derive(Clone, Copy)]
struct Deadline<'a> {
    clock: &'a dyn Clock,
    start: std::time::Duration,
    hard: std::time::Duration,
}

/// How many nodes are searched between two looks at the clock.
const BETWEEN_LOOKS: u64 = 64;

impl<'a, const N: usize> Search<'a, N> {
    fn new(worker: &'a mut Worker<N>, play: &Play<N>, shared: &'a Shared) -> Self {
        worker.memory.history.fade();
        for frame in &mut worker.memory.frames {
            frame.slot = None;
        }
        let position = play.position().clone();
        let mut evaluator = worker.engine.evaluator();
        evaluator.reset(&position);
        Search {
            facts: worker.engine.facts(),
            evaluator,
            path: Path::of(play),
            position,
            memory: &mut worker.memory,
            shared,
            nodes: 0,
            told: 0,
            helping: false,
            selective_depth: 0,
            root_depth: 0,
            counted: false,
            stopped: false,
            node_limit: u64::MAX,
            deadline: None,
            credit: play.credit(),
            without: Without::default(),
        }
    }

    /// Whether to give up the search; asked at every node.
    #[inline]
    fn must_stop(&mut self) -> bool {
        if self.stopped {
            return true;
        }
        if self.nodes >= self.told + BETWEEN_LOOKS || self.nodes >= self.node_limit {
            self.look();
        }
        self.stopped
    }

    /// Tells the others how far this worker is, and looks at limits.
    fn look(&mut self) {
        self.shared.add_nodes(self.nodes - self.told);
        self.told = self.nodes;
        let pondering = self.shared.pondering();
        let late = self.deadline.as_mut().is_some_and(|deadline| {
            let now = deadline.clock.now();
            if pondering {
                // The own time has not begun.
                deadline.start = now;
            }
            now >= deadline.start + deadline.hard && !pondering
        });
        let spent = self.counted && self.shared.nodes() >= self.node_limit;
        self.stopped = late || spent || self.shared.stopped();
    }

    /// Makes a move. The frame of `ply` holds what belongs to the position before.
    fn make(&mut self, m: Move, slot: Slot, ply: usize) {
        self.memory.frames[ply].slot = Some(slot);
        self.step(ply, |position| position.make(m));
    }

    /// Gives the turn away.
    fn make_null(&mut self, ply: usize) {
        self.memory.frames[ply].slot = None;
        self.step(ply, Position::make_null);
    }

    fn step(&mut self, ply: usize, change: impl FnOnce(&mut Position<N>)) {
        change(&mut self.position);
        self.shared.table.fetch(self.position.key());
        self.nodes += 1;
        self.evaluator.push(&self.position);
        let attacked = self.position.in_danger(self.position.side());
        self.path.push(&self.position, attacked);
        let repeated = self.path.repeated();
        let royals = self.facts.ends.royals(&self.position);
        let next = &mut self.memory.frames[ply + 1];
        next.in_check = self.facts.ends.in_check(&self.position, attacked, royals);
        next.repeated = repeated;
        next.royals = royals;
    }

    fn unmake(&mut self) {
        self.path.pop();
        self.evaluator.pop();
        self.position.unmake();
    }

    /// The slots of the two moves before the node at `ply`.
    fn before(&self, ply: usize) -> [Option<Slot>; 2] {
        let slot = |back: usize| ply.checked_sub(back).and_then(|p| self.memory.frames[p].slot);
        [slot(1), slot(2)]
    }

    fn evaluate(&mut self, alpha: i32, beta: i32) -> i32 {
        let limit = crate::score::Score::LONGEST_WIN.0 - 1_000;
        self.evaluator.evaluate(&self.position, alpha, beta).clamp(-limit, limit)
    }
}
