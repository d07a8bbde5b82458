//! What this program says to openings of a match: whether one side is ahead.

use crate::nets;
use komadai_arena::openings::Balance;
use komadai_engine::{AnyEngine, Limits};
use komadai_rules::{AnyGame, AnyPlay};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// So many nodes are searched in each opening: the same on every machine...
const NODES: u64 = 20_000;
/// ... and no longer than this in games whose moves take long to find.
const MOST_TIME: Duration = Duration::from_secs(1);

/// Neither side may be ahead by more than so many centipawns.
pub(crate) fn of(name: &str, game: &AnyGame, most: u32) -> Balance {
    by(AnyEngine::new(game).with_net(nets::own_if_it_fits(name, game).as_ref()), most)
}

/// The same, as an engine sees it.
pub(crate) fn by(engine: AnyEngine, most: u32) -> Balance {
    let limits = Limits { nodes: Some(NODES), move_time: Some(MOST_TIME), ..Limits::default() };
    let score = move |play: &AnyPlay| {
        let begun = Instant::now();
        engine.search(play, &limits, Arc::new(move || begun.elapsed())).score.0
    };
    Balance { most, score: Arc::new(score) }
}
