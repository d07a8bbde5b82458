//! How long to think, and what is said of it.

use crate::feature::Without;
use crate::level::Level;
use crate::score::Score;
use komadai_rules::Move;
use std::time::Duration;

/// Where time comes from. The engine reads no clock of its own, so that tests can turn the hands,
/// and a browser can bring its own.
pub trait Clock: Sync {
    /// Time since some fixed moment; never runs backwards.
    fn now(&self) -> Duration;
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
    /// Moves until more time comes, if so.
    pub moves_to_go: Option<u32>,
}

impl Remaining {
    /// What is left when some of it has been spent before the thinking begins.
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

/// What ends the thinking: whatever comes first. Nothing at all is depth without end, until
/// [`Shared::stop`](crate::Shared::stop).
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes of all workers.
    pub nodes: Option<u64>,
    /// Exactly so long, less the overhead.
    pub move_time: Option<Duration>,
    /// A game's clock, to be shared out wisely.
    pub clock: Option<Remaining>,
    /// Kept back for the way between engine and clock.
    pub overhead: Duration,
    /// Whether the opponent's time is being used: time counts from
    /// [`Shared::ponder_hit`](crate::Shared::ponder_hit), and until then none runs out.
    pub ponder: bool,
    /// Only these moves; empty for all.
    pub moves: Vec<Move>,
    /// How many best lines are wanted; 0 is read as 1.
    pub lines: usize,
    /// Play like a person of this strength.
    pub level: Option<Level>,
    /// What a level rolls its dice with: another number, another choice among equals.
    pub seed: u64,
    /// Parts of the search to do without.
    pub without: Without,
}

/// What has been found so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// Plies searched.
    pub depth: u32,
    /// The longest line looked at.
    pub selective_depth: u32,
    /// Which of the best lines, from 1.
    pub line: usize,
    /// For the side to move.
    pub score: Score,
    /// Whether the score is exact or only bounded by the window.
    pub bound: Bound,
    /// Of all workers.
    pub nodes: u64,
    /// Since the start.
    pub time: Duration,
    /// Thousandths of the table that this search has filled.
    pub hash_full: u32,
    /// The best line.
    pub pv: Vec<Move>,
}

/// What a score says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Bound {
    /// It is the score.
    #[default]
    Exact,
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
}

/// What comes of thinking.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The move to play; `None` where the rules leave none.
    pub best: Option<Move>,
    /// The answer that is expected, to ponder on.
    pub ponder: Option<Move>,
    /// For the side to move.
    pub score: Score,
    /// Plies searched to the end.
    pub depth: u32,
    /// Of all workers.
    pub nodes: u64,
    /// Whether the side to move wins by declaring, without a move.
    pub declares: bool,
}
