//! Thinking about games of any size.

use crate::engine::Engine;
use crate::limits::{Clock, Info, Limits, SearchResult};
use crate::net::Net;
use crate::score::Score;
use crate::search::Worker;
use crate::shared::Shared;
use komadai_rules::{AnyGame, AnyPlay, Play, any_size};
use std::sync::Arc;

/// A game of any size prepared for thinking: an [`Engine`] behind one face. Cheap to clone.
///
/// It judges plays of its own game.
#[derive(Clone, Debug)]
pub enum AnyEngine {
    /// Up to 64 squares.
    One(Engine<1>),
    /// Up to 128 squares.
    Two(Engine<2>),
    /// Up to 192 squares.
    Three(Engine<3>),
    /// Up to 256 squares.
    Four(Engine<4>),
}

impl AnyEngine {
    /// Prepares a game.
    pub fn new(game: &AnyGame) -> Self {
        match game {
            AnyGame::One(game) => AnyEngine::One(Engine::new(game)),
            AnyGame::Two(game) => AnyEngine::Two(Engine::new(game)),
            AnyGame::Three(game) => AnyEngine::Three(Engine::new(game)),
            AnyGame::Four(game) => AnyEngine::Four(Engine::new(game)),
        }
    }

    /// The same with a network, which has to be one for this game; without one, it judges by what was derived.
    #[must_use]
    pub fn with_net(self, net: Option<&Arc<Net>>) -> Self {
        match self {
            AnyEngine::One(engine) => AnyEngine::One(engine.with_net(net)),
            AnyEngine::Two(engine) => AnyEngine::Two(engine.with_net(net)),
            AnyEngine::Three(engine) => AnyEngine::Three(engine.with_net(net)),
            AnyEngine::Four(engine) => AnyEngine::Four(engine.with_net(net)),
        }
    }

    /// The network, where there is one.
    pub fn net(&self) -> Option<&Arc<Net>> {
        any_size!(AnyEngine, self, engine => engine.net())
    }

    /// What each type is worth on the board, in centipawns.
    pub fn values(&self) -> &[i32] {
        any_size!(AnyEngine, self, engine => engine.values())
    }

    /// How many centipawns of this game count as 100 of chess.
    pub fn scale(&self) -> i32 {
        any_size!(AnyEngine, self, engine => engine.scale())
    }

    /// The static evaluation for the side to move.
    ///
    /// # Panics
    /// Where the play is of a game for boards of another size.
    pub fn evaluate(&self, play: &AnyPlay) -> Score {
        any_size!(AnyEngine, self, engine => engine.evaluate(of_engine(play).position()))
    }

    /// The terms of the evaluation by name, for the first and for the second side, in centipawns.
    ///
    /// # Panics
    /// Where the play is of a game for boards of another size.
    pub fn explain_evaluation(&self, play: &AnyPlay) -> Vec<(&'static str, i32, i32)> {
        any_size!(AnyEngine, self, engine => engine.explain_evaluation(of_engine(play).position()))
    }

    /// Thinks about a position with one worker and a small table of its own: all that is needed for a
    /// single answer. Several workers, a table that stays, and a call to stop are for [`AnyWorker`].
    ///
    /// # Panics
    /// Where the play is of a game for boards of another size.
    pub fn search(&self, play: &AnyPlay, limits: &Limits, clock: Arc<dyn Clock>) -> SearchResult {
        let shared = Shared::new(SMALL_TABLE);
        shared.prepare(limits.ponder);
        AnyWorker::new(self).search_main(play, limits, &shared, clock, &mut |_| {})
    }
}

/// Mebibytes.
const SMALL_TABLE: usize = 16;

/// A searcher on boards of any size: a [`Worker`] behind one face. The size is chosen once, by
/// [`AnyWorker::new`]; within a search nothing asks for it.
#[derive(Debug)]
pub enum AnyWorker {
    /// Up to 64 squares.
    One(Worker<1>),
    /// Up to 128 squares.
    Two(Worker<2>),
    /// Up to 192 squares.
    Three(Worker<3>),
    /// Up to 256 squares.
    Four(Worker<4>),
}

impl AnyWorker {
    /// A searcher that knows nothing yet.
    pub fn new(engine: &AnyEngine) -> Self {
        match engine {
            AnyEngine::One(engine) => AnyWorker::One(Worker::new(engine)),
            AnyEngine::Two(engine) => AnyWorker::Two(Worker::new(engine)),
            AnyEngine::Three(engine) => AnyWorker::Three(Worker::new(engine)),
            AnyEngine::Four(engine) => AnyWorker::Four(Worker::new(engine)),
        }
    }

    /// A new game begins.
    pub fn clear(&mut self) {
        any_size!(AnyWorker, self, worker => worker.clear());
    }

    /// Thinks about a position and says what to play; see [`Worker::search_main`].
    ///
    /// # Panics
    /// Where the play is of a game for boards of another size.
    pub fn search_main(
        &mut self,
        play: &AnyPlay,
        limits: &Limits,
        shared: &Shared,
        clock: Arc<dyn Clock>,
        report: &mut dyn FnMut(&Info),
    ) -> SearchResult {
        any_size!(AnyWorker, self, worker => {
            worker.search_main(of_engine(play), limits, shared, clock, report)
        })
    }

    /// Fills the shared table with what a leader may need; see [`Worker::search_helper`].
    ///
    /// # Panics
    /// Where the play is of a game for boards of another size.
    pub fn search_helper(&mut self, play: &AnyPlay, limits: &Limits, shared: &Shared) {
        any_size!(AnyWorker, self, worker => worker.search_helper(of_engine(play), limits, shared));
    }
}

/// A play of the engine's own game.
fn of_engine<const N: usize>(play: &AnyPlay) -> &Play<N> {
    play.sized().expect("an engine is asked about its own game")
}
