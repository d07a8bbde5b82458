//! A search from a position, to be carried out wherever there is a thread for it.

use komadai_engine::{
    AnyEngine, AnyWorker, Clock, Level, Limits, Remaining, Score, SearchResult, Shared,
};
use komadai_records::moves::spell;
use komadai_records::notation;
use komadai_rules::AnyPlay;
use std::sync::{Arc, OnceLock};
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
    /// The move, in USI; `None` where there is none.
    pub(crate) usi: Option<String>,
    /// The same in each of the notations of people.
    pub(crate) texts: Option<super::Texts>,
    /// Whether to declare instead.
    pub(crate) declares: bool,
    /// For the side to move.
    pub(crate) score: Score,
}

/// A search that waits to be carried out.
pub(crate) type Thinker = Box<dyn FnOnce(&Arc<Shared>, Arc<dyn Clock>) -> Thought + Send>;

/// Kept back for the way between engine and clock.
const OVERHEAD: Duration = Duration::from_millis(100);

pub(super) fn thinker(
    engine: Arc<OnceLock<AnyEngine>>,
    play: AnyPlay,
    question: Question,
) -> Thinker {
    Box::new(move |shared, clock| {
        let engine = engine.get_or_init(|| AnyEngine::new(&play.game()));
        let limits = question.limits();
        let outcome =
            AnyWorker::new(engine).search_main(&play, &limits, shared, clock, &mut |_| {});
        thought(&play, &outcome)
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

fn thought(play: &AnyPlay, outcome: &SearchResult) -> Thought {
    let variant = play.variant();
    // A mistake of the search must not cost the game.
    let legal = play.legal_moves();
    let best = outcome.best.filter(|m| legal.contains(m)).or(legal.first().copied());
    let texts = best.map(|m| {
        let spelling = spell(play, m);
        super::Texts {
            usi: spelling.usi(variant),
            algebraic: spelling.algebraic(variant),
            western: notation::western(play, m),
            japanese: notation::japanese(play, m),
        }
    });
    Thought {
        usi: texts.as_ref().map(|texts| texts.usi.clone()),
        texts,
        declares: outcome.declares,
        score: outcome.score,
    }
}
