//! Search: iterative deepening over principal variation search.
//!
//! It is written once for every game. What differs between games is in [`Facts`]: the values of
//! pieces, the ends of the game, whether royals may be left to be taken. A forced pass is a move
//! like any other and the only one of its node, so the sides always alternate.

mod history;
mod move_picker;
mod node;
mod prune;
mod quiescence;
mod root;
mod see;

use crate::engine::{Engine, Facts};
use crate::eval::{Evaluator, Hybrid};
use crate::feature::{Feature, Without};
use crate::level::Level;
use crate::limits::{Clock, Info, Limits, SearchResult};
use crate::repetition::{PositionHistory, Repeated};
use crate::score::{MAX_PLY, Score};
use crate::shared::Shared;
use crate::time::TimeBudget;
use crate::watch::{Deadline, Watch};
use history::{History, PieceTo, PreviousMoves};
use komadai_rules::{Interrupt, Move, Play, Position};
use move_picker::{MovePicker, Ordering, ScoredMove};
use root::MainThread;
use std::sync::Arc;

/// One thread's search. It learns from move to move, so keep it for a whole game.
#[derive(Debug)]
pub struct Worker<const N: usize> {
    engine: Engine<N>,
    history: History,
    stack: Vec<Frame>,
}

/// What belongs to one ply of the current line.
#[derive(Clone, Debug, Default)]
struct Frame {
    pv: Vec<Move>,
    /// The move being searched, for the histories; none for a null move.
    piece_to: Option<PieceTo>,
    /// None where it means nothing, see [`Node`](prune::Node).
    static_eval: Option<i32>,
    in_check: bool,
    royals: [u8; 2],
    /// What it means that the position may have occurred before.
    repeated: Option<Repeated>,
    quiets_tried: Vec<PieceTo>,
    /// The buffer of this ply's move picker.
    scored_moves: Vec<ScoredMove>,
}

impl<const N: usize> Worker<N> {
    /// A worker that has learnt nothing yet.
    pub fn new(engine: &Engine<N>) -> Self {
        let game = engine.game();
        Worker {
            history: History::new(game.variant().pieces.len(), game.squares()),
            stack: vec![Frame::default(); MAX_PLY + 2],
            engine: engine.clone(),
        }
    }

    /// Prepares for a new game: forgets what was learnt.
    pub fn clear(&mut self) {
        self.history.clear();
    }

    /// Searches as the main thread until a limit is reached, nothing is left to find out, or
    /// [`Shared::stop`] is called, and returns what to play. Call [`Shared::prepare`] before. Where
    /// an answer must not be given before it is asked for, the caller holds it back.
    pub fn search_main(
        &mut self,
        play: &Play<N>,
        limits: &Limits,
        shared: &Shared,
        clock: Arc<dyn Clock>,
        report: &mut dyn FnMut(&Info),
    ) -> SearchResult {
        let start = clock.now();
        let deadline = TimeBudget::of(limits)
            .map(|budget| Deadline::new(Arc::clone(&clock), start, budget.hard));
        let squares = self.engine.game().squares();
        let nodes = [limits.nodes, limits.level.and_then(|level| level.nodes(squares))];
        let nodes = nodes.into_iter().flatten().min();
        let watch = Arc::new(Watch::new(shared.signals(), deadline, nodes));
        let mut search = Search::new(self, play, limits, shared, &watch);
        search.node_limit = nodes.unwrap_or(u64::MAX);
        search.main(limits, MainThread::new(limits, &clock, start, &watch, report))
    }

    /// Searches as a helper thread, until [`Shared::stop`]: it fills the transposition table for
    /// the main thread.
    pub fn search_helper(&mut self, play: &Play<N>, limits: &Limits, shared: &Shared) {
        let watch = Arc::new(Watch::new(shared.signals(), None, None));
        Search::new(self, play, limits, shared, &watch).helper(limits);
    }
}

/// The scores that a search has to tell apart.
#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    const FULL: Window = Window { alpha: -Score::INFINITE.0, beta: Score::INFINITE.0 };

    /// The zero window that asks whether a score is above `alpha`.
    #[inline]
    fn zero(alpha: i32) -> Self {
        Window { alpha, beta: alpha + 1 }
    }

    /// Whether there are scores between the bounds: only nodes of the principal variation have such
    /// a window.
    #[inline]
    fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// The window as the opponent sees it.
    #[inline]
    fn opposite(self) -> Self {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// A search in progress.
struct Search<'a, const N: usize> {
    facts: &'a Facts<N>,
    evaluator: Hybrid<N>,
    /// Where the search began.
    play: Play<N>,
    position: Position<N>,
    /// The positions of the game and of the line.
    visited: PositionHistory,
    history: &'a mut History,
    stack: &'a mut [Frame],
    /// The moves just generated, before they are scored.
    move_list: Vec<Move>,
    shared: &'a Shared,
    nodes: u64,
    /// How many of them are in the shared count.
    shared_nodes: u64,
    selective_depth: usize,
    root_depth: i32,
    /// Helpers search the root moves from the last one on, to meet the main thread halfway.
    is_helper: bool,
    node_limit: u64,
    /// The node limit holds after the first iteration: however low it is, every move is searched
    /// once.
    first_iteration_done: bool,
    /// Whether the nodes are spent.
    spent: bool,
    /// Asked by whatever takes long, in the rules too, whether the search is over.
    interrupt: Interrupt,
    /// The points that each side is credited with in declarations.
    credit: [u32; 2],
    without: Without,
}

/// Nodes between two checks of the limits.
const CHECK_INTERVAL: u64 = 64;

impl<'a, const N: usize> Search<'a, N> {
    fn new(
        worker: &'a mut Worker<N>,
        play: &Play<N>,
        limits: &Limits,
        shared: &'a Shared,
        watch: &Arc<Watch>,
    ) -> Self {
        worker.history.age();
        for frame in &mut worker.stack {
            frame.piece_to = None;
        }
        let asked = Arc::clone(watch);
        let interrupt = Interrupt::new(move || asked.is_over());
        let play = play.clone().with_interrupt(&interrupt);
        let position = play.position().clone();
        let mut evaluator = worker.engine.evaluator();
        evaluator.heed_net(limits.level.unwrap_or(Level::FULL).heeds_net());
        evaluator.reset(&position);
        Search {
            facts: worker.engine.facts(),
            evaluator,
            visited: PositionHistory::of(&play),
            position,
            history: &mut worker.history,
            stack: &mut worker.stack,
            move_list: Vec::new(),
            shared,
            nodes: 0,
            shared_nodes: 0,
            selective_depth: 0,
            root_depth: 0,
            is_helper: false,
            node_limit: u64::MAX,
            first_iteration_done: false,
            spent: false,
            interrupt,
            credit: play.credit(),
            play,
            without: limits.without,
        }
    }

    /// Whether a part of the search is in use.
    #[inline]
    fn uses(&self, feature: Feature) -> bool {
        self.without.keeps(feature)
    }

    /// Whether to abandon the search; asked at every node.
    #[inline]
    fn must_stop(&mut self) -> bool {
        if self.nodes >= self.shared_nodes + CHECK_INTERVAL || self.nodes >= self.node_limit {
            self.check_limits();
        }
        self.is_over()
    }

    /// Whether the search is over, so that whatever was found since means nothing. It may have been
    /// broken off amid a node.
    #[inline]
    fn is_over(&self) -> bool {
        self.spent || self.interrupt.is_over()
    }

    fn check_limits(&mut self) {
        self.share_nodes();
        self.interrupt.ask();
        self.spent |= self.first_iteration_done && self.shared.nodes() >= self.node_limit;
    }

    /// Adds the nodes searched since the last call to the count of all workers.
    fn share_nodes(&mut self) {
        self.shared.add_nodes(self.nodes - self.shared_nodes);
        self.shared_nodes = self.nodes;
    }

    /// Makes a move in the node at `ply`.
    fn make(&mut self, m: Move, piece_to: PieceTo, ply: usize) {
        self.stack[ply].piece_to = Some(piece_to);
        self.enter_child(ply, |position| position.make(m));
    }

    /// Makes a null move in the node at `ply`.
    fn make_null(&mut self, ply: usize) {
        self.stack[ply].piece_to = None;
        self.enter_child(ply, Position::make_null);
    }

    fn enter_child(&mut self, ply: usize, change: impl FnOnce(&mut Position<N>)) {
        change(&mut self.position);
        self.shared.table.prefetch(self.position.table_key());
        self.nodes += 1;
        self.evaluator.push(&self.position);
        let attacked = self.position.in_danger(self.position.side());
        self.visited.push(&self.position, attacked);
        let royals = self.facts.ends.royal_counts(&self.position);
        let child = &mut self.stack[ply + 1];
        child.in_check = self.facts.ends.in_check(&self.position, attacked, royals);
        child.repeated = self.visited.repeated(&self.position);
        child.royals = royals;
    }

    fn unmake(&mut self) {
        self.visited.pop();
        self.evaluator.pop();
        self.position.unmake();
    }

    /// The moves that led to the node at `ply`, for the histories.
    fn previous_moves(&self, ply: usize) -> PreviousMoves {
        [1, 2].map(|back| ply.checked_sub(back).and_then(|ply| self.stack[ply].piece_to))
    }

    /// A picker for the moves in the move list. When it is done, its buffer goes back to the frame.
    fn move_picker(&mut self, ply: usize, tt_move: u32) -> MovePicker {
        let ordering =
            Ordering { tt_move, previous: self.previous_moves(ply), without: self.without };
        let buffer = std::mem::take(&mut self.stack[ply].scored_moves);
        let (moves, history) = (&self.move_list, &*self.history);
        // To put many moves in order takes a while, too.
        self.position.breaks_off_after(moves.len() / 16);
        MovePicker::new(moves, &ordering, self.facts, history, &self.position, buffer)
    }

    /// The static evaluation, kept away from the scores of forced ends.
    fn evaluate(&mut self, window: Window) -> i32 {
        let limit = Score::LONGEST_WIN.0 - 1_000;
        self.evaluator.evaluate(&self.position, window.alpha, window.beta).clamp(-limit, limit)
    }
}
