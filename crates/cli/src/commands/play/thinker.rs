//! The engine at the table.

use super::patience::{Patience, Then};
use komadai_engine::net::Net;
use komadai_engine::{AnyEngine, AnyWorker, Level, Limits, SearchResult, Shared};
use komadai_rules::{AnyGame, AnyPlay};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Mebibytes of its table.
const HASH: usize = 64;

/// Thinks about one game.
pub(super) struct Thinker {
    engine: AnyEngine,
    shared: Arc<Shared>,
    seed: u64,
}

impl Thinker {
    pub(super) fn new(game: &AnyGame, net: Option<&Arc<Net>>, seed: u64) -> Self {
        let engine = AnyEngine::new(game).with_net(net);
        Thinker { engine, shared: Arc::new(Shared::new(HASH)), seed }
    }

    /// What the pieces are worth, in centipawns.
    pub(super) fn values(&self) -> &[i32] {
        self.engine.values()
    }

    /// Looks for a move, for so long at most; Ctrl-C makes it answer at once.
    pub(super) fn think(
        &self,
        play: &AnyPlay,
        level: Level,
        most: Duration,
        patience: &Patience,
    ) -> SearchResult {
        let limits = Limits {
            move_time: Some(most),
            level: Some(level),
            seed: self.seed.wrapping_add(play.moves().len() as u64),
            ..Limits::default()
        };
        let (engine, shared, at) = (self.engine.clone(), Arc::clone(&self.shared), play.clone());
        self.shared.prepare(false);
        let work = move || {
            let start = Instant::now();
            let clock = Arc::new(move || start.elapsed());
            AnyWorker::new(&engine).search_main(&at, &limits, &shared, clock, &mut |_| {})
        };
        let stop = || {
            self.shared.stop();
            Then::Await
        };
        let outcome = patience.wait(work, stop).unwrap_or_default();
        // A mistake of the search must not cost the game.
        let legal = play.legal_moves();
        let best = outcome.best.filter(|m| legal.contains(m)).or(legal.first().copied());
        SearchResult { best, ..outcome }
    }
}
