//! A variant, compiled: games are opened here.

use super::referee::Referee;
use komadai_engine::AnyEngine;
use komadai_picture::DrawnVariant;
use komadai_records::json::VariantInfo;
use komadai_records::opening::{self, BadOpening};
use komadai_rules::{AnyGame, Variant};
use std::sync::{Arc, OnceLock};

/// A variant, compiled, with what is made of it when it is first needed.
pub(crate) struct House {
    game: AnyGame,
    engine: Arc<OnceLock<AnyEngine>>,
    info: OnceLock<Option<DrawnVariant>>,
}

impl House {
    pub(super) fn new(game: AnyGame) -> Self {
        House { game, engine: Arc::new(OnceLock::new()), info: OnceLock::new() }
    }

    /// The compiled game.
    pub(crate) fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The variant as data.
    pub(crate) fn variant(&self) -> &Variant {
        self.game.variant()
    }

    /// What there is to know of it; `None` where it has no proper start.
    pub(crate) fn info(&self) -> Option<&DrawnVariant> {
        let engine = || self.engine.get_or_init(|| AnyEngine::new(&self.game));
        let info = || VariantInfo::of(&self.game, engine().values()).map(DrawnVariant::from);
        self.info.get_or_init(info).as_ref()
    }

    /// Begins a game at a named start, or at a position, or at the usual start.
    ///
    /// # Errors
    /// See [`BadOpening`].
    pub(crate) fn open(
        &self,
        start: Option<&str>,
        position: Option<&str>,
    ) -> Result<Referee, BadOpening> {
        let play = opening::open(&self.game, start, position)?;
        Ok(Referee::new(play, Arc::clone(&self.engine)))
    }
}
