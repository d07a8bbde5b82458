//! A search from a position, to be carried out wherever there is a thread for it.

use super::lazy_engine::LazyEngine;
use komadai_engine::{AnyWorker, Clock, Level, Limits, Remaining, Score, SearchResult, Shared};
use komadai_records::moves::{spell, spell_in_full};
use komadai_rules::{AnyPlay, Interrupt, Move};
use std::sync::Arc;
use std::time::Duration;

/// How to think.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    /// Like a person of this strength.
    pub(crate) level: Level,
    /// No longer than this.
    pub(crate) most: Duration,
    /// And so that this clock lasts.
    pub(crate) clock: Option<Remaining>,
    /// What a level rolls its dice with.
    pub(crate) seed: u64,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Thought {
    /// The move, in USI; `None` where none was found.
    pub(crate) usi: Option<String>,
    /// Whether to declare instead.
    pub(crate) declares: bool,
    /// For the side to move.
    pub(crate) score: Score,
}

/// A search that waits to be carried out.
pub(crate) type Thinker = Box<dyn FnOnce(&Arc<Shared>, Arc<dyn Clock>) -> Thought + Send>;

/// The usual spelling of a move may take so long: for some, all legal moves are looked at.
const MOST_SPELLING: Duration = Duration::from_millis(100);

/// Kept back for the way between engine and clock.
const OVERHEAD: Duration = Duration::from_millis(100);

pub(super) fn thinker(engine: Arc<LazyEngine>, play: AnyPlay, question: Question) -> Thinker {
    Box::new(move |shared, clock| {
        let engine = engine.get(&play.game());
        let (limits, ends) = (question.limits(), Arc::clone(&clock));
        let outcome =
            AnyWorker::new(engine).search_main(&play, &limits, shared, clock, &mut |_| {});
        thought(&play, &outcome, &ends)
    })
}

impl Question {
    /// A clock begins to run when the search does.
    fn limits(&self) -> Limits {
        Limits {
            // On a clock the engine shares out its time itself.
            move_time: self.clock.is_none().then_some(self.most),
            clock: self.clock,
            overhead: self.clock.map_or(Duration::ZERO, |_| OVERHEAD),
            level: Some(self.level),
            seed: self.seed,
            ..Limits::default()
        }
    }
}

/// No more is worked out here: the thread is wanted for the next search.
fn thought(play: &AnyPlay, outcome: &SearchResult, clock: &Arc<dyn Clock>) -> Thought {
    Thought {
        usi: outcome.best.map(|m| said(play, m, clock)),
        declares: outcome.declares,
        score: outcome.score,
    }
}

/// A move as it is usually written, or in full where it takes long to find that out.
fn said(play: &AnyPlay, m: Move, clock: &Arc<dyn Clock>) -> String {
    let (asks, until) = (Arc::clone(clock), clock.now() + MOST_SPELLING);
    let interrupt = Interrupt::new(move || asks.now() >= until);
    let usual = spell(&play.clone().with_interrupt(&interrupt), m);
    let spelling = if interrupt.is_over() { spell_in_full(play, m) } else { usual };
    spelling.usi(play.variant())
}
