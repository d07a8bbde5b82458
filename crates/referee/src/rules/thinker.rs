//! A search from a position, to be carried out wherever there is a thread for it.

use super::lazy_engine::LazyEngine;
use komadai_engine::{AnyWorker, Clock, Level, Limits, Remaining, Score, SearchResult, Shared};
use komadai_records::moves::{spell, spell_in_full};
use komadai_rules::{AnyPlay, Interrupt, Move};
use std::sync::Arc;
use std::time::Duration;

/// How to think.
#[derive(Clone, Debug)]
pub struct Question {
    /// Like a person of this strength.
    pub level: Level,
    /// No longer than this.
    pub most: Duration,
    /// And so that this clock lasts.
    pub clock: Option<Remaining>,
    /// What a level rolls its dice with.
    pub seed: u64,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Thought {
    /// The move, in USI; `None` where none was found.
    pub usi: Option<String>,
    /// Whether to declare instead.
    pub declares: bool,
    /// For the side to move.
    pub score: Score,
}

/// A search that waits to be carried out.
pub type Thinker = Box<dyn FnOnce(&Arc<Shared>, Arc<dyn Clock>) -> Thought + Send>;

/// The usual spelling of a move may take so long: for some, all legal moves are looked at.
const MOST_SPELLING: Duration = Duration::from_millis(100);

/// What counts of a clock at most: the time left, the byoyomi, the increment.
const MOST_OF_CLOCK: [Duration; 3] =
    [Duration::from_secs(1_200), Duration::from_secs(60), Duration::from_secs(30)];

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
            clock: self.clock.map(short),
            overhead: self.clock.map_or(Duration::ZERO, |_| OVERHEAD),
            level: Some(self.level),
            seed: self.seed,
            ..Limits::default()
        }
    }
}

/// Nobody thinks here as for a game by post: on such a clock as on one of twenty minutes, which gives a move some
/// minutes at most.
fn short(clock: Remaining) -> Remaining {
    let [left, byoyomi, increment] = MOST_OF_CLOCK;
    Remaining {
        left: clock.left.min(left),
        byoyomi: clock.byoyomi.min(byoyomi),
        increment: clock.increment.min(increment),
        ..clock
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_a_clock_of_days_a_move_takes_minutes() {
        let days = Duration::from_secs(30 * 24 * 3_600);
        let question = |left, increment| Question {
            level: Level::FULL,
            most: Duration::from_secs(3),
            clock: Some(Remaining { left, increment, byoyomi: increment, ..Remaining::default() }),
            seed: 1,
        };
        let clock = question(days, days).limits().clock.unwrap();
        assert_eq!([clock.left, clock.byoyomi, clock.increment], MOST_OF_CLOCK);
        let usual = [300, 10].map(Duration::from_secs);
        let clock = question(usual[0], usual[1]).limits().clock.unwrap();
        assert_eq!([clock.left, clock.increment], usual);
    }
}
