//! The engine of a game, made when it is first needed.

use super::once;
use komadai_engine::AnyEngine;
use komadai_engine::net::Net;
use komadai_rules::AnyGame;
use std::sync::{Arc, OnceLock};

/// The engine of a game, with the network that belongs to the game.
#[derive(Default)]
pub struct LazyEngine {
    engine: OnceLock<AnyEngine>,
    /// The network that it was given; otherwise the one that comes with the game, if there is one.
    net: Option<Arc<Net>>,
}

impl LazyEngine {
    /// With a network.
    pub(super) fn with_net(net: Option<Arc<Net>>) -> Self {
        LazyEngine { engine: OnceLock::new(), net }
    }

    /// The network that it was given.
    pub(super) fn net(&self) -> Option<&Arc<Net>> {
        self.net.as_ref()
    }

    /// The engine for its game. To make it takes a while.
    pub(super) fn get(&self, game: &AnyGame) -> &AnyEngine {
        once(&self.engine, || match &self.net {
            Some(net) => AnyEngine::new(game).with_net(Some(net)),
            None => with_usual_net(game),
        })
    }
}

/// With the network that comes with the game, if there is one.
#[cfg(feature = "nets")]
fn with_usual_net(game: &AnyGame) -> AnyEngine {
    komadai_nets::engine(game)
}

#[cfg(not(feature = "nets"))]
fn with_usual_net(game: &AnyGame) -> AnyEngine {
    AnyEngine::new(game)
}
