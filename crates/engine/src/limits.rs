//! What a search is asked, and what it reports.

use crate::feature::Without;
use crate::level::Level;
use crate::score::Score;
use komadai_rules::Move;
use std::time::Duration;

/// Where time comes from. The engine reads no clock of its own, so that tests can set the time and
/// a browser can use its own.
pub trait Clock: Send + Sync {
    /// Time since some fixed moment; never runs backwards.
    fn now(&self) -> Duration;
}

/// Whatever tells a time is a clock: `let start = Instant::now();` makes `move || start.elapsed()` one. For
/// searches that only depth and nodes limit, `|| Duration::ZERO` will do.
impl<F: Fn() -> Duration + Send + Sync> Clock for F {
    fn now(&self) -> Duration {
        self()
    }
}

/// The player's clock at the start of the move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Remaining {
    /// Time left before byoyomi begins.
    pub left: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// The length of a byoyomi period, zero for none.
    pub byoyomi: Duration,
    /// How many such periods are left, if the protocol says so.
    pub periods: Option<u32>,
    /// Moves until the next time control, if there is one.
    pub moves_to_go: Option<u32>,
}

impl Remaining {
    /// What is left after some of it has been spent before the search begins.
    #[must_use]
    pub fn after(self, spent: Duration) -> Self {
        let beyond = spent.saturating_sub(self.left);
        Remaining {
            left: self.left.saturating_sub(spent),
            byoyomi: self.byoyomi.saturating_sub(beyond),
            ..self
        }
    }
}

/// The limits of a search; the first one that is reached ends it. Without any, it goes on until
/// [`Shared::stop`](crate::Shared::stop).
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// In plies.
    pub depth: Option<u32>,
    /// For all workers together.
    pub nodes: Option<u64>,
    /// Search exactly this long, less the overhead.
    pub move_time: Option<Duration>,
    /// The clock of the game, from which the search takes its share.
    pub clock: Option<Remaining>,
    /// Time kept back for the delay between engine and clock.
    pub overhead: Duration,
    /// Whether to ponder, in the opponent's time: our own time begins with
    /// [`Shared::ponder_hit`](crate::Shared::ponder_hit).
    pub ponder: bool,
    /// Search only these root moves; empty for all.
    pub moves: Vec<Move>,
    /// How many best lines to report (multi-PV); 0 is read as 1.
    pub lines: usize,
    /// Play at this strength.
    pub level: Option<Level>,
    /// The seed of a level's random choice.
    pub seed: u64,
    /// Parts of the search that are switched off.
    pub without: Without,
}

/// What the search has found so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// Depth of the iteration in plies.
    pub depth: u32,
    /// Plies of the longest line searched.
    pub selective_depth: u32,
    /// The rank of this line (multi-PV), from 1.
    pub line: usize,
    /// How many lines there are.
    pub lines: usize,
    /// For the side to move.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Nodes of all workers.
    pub nodes: u64,
    /// Since the start of the search.
    pub time: Duration,
    /// How full the transposition table is of entries of this search, in thousandths.
    pub hash_full: u32,
    /// The principal variation.
    pub pv: Vec<Move>,
}

/// How a score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Bound {
    /// It is the true score.
    #[default]
    Exact,
    /// The true score is at least this: the search failed high.
    Lower,
    /// The true score is at most this: the search failed low.
    Upper,
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchResult {
    /// The move to play; `None` if there is none.
    pub best: Option<Move>,
    /// The expected answer, to ponder on.
    pub ponder: Option<Move>,
    /// For the side to move.
    pub score: Score,
    /// Depth of the last finished iteration in plies.
    pub depth: u32,
    /// Nodes of all workers.
    pub nodes: u64,
    /// Whether the side to move wins by declaring, without a move.
    pub declares: bool,
}
