//! A variant, compiled: games are opened here.

use super::lazy_engine::LazyEngine;
use super::once;
use super::referee::Referee;
use super::work::{MOST_TIME, Work, after_work};
use komadai_engine::fingerprint_while;
use komadai_engine::net::Net;
use komadai_manual::{Lesson, lessons};
use komadai_picture::DrawnVariant;
use komadai_records::json::VariantInfo;
use komadai_records::opening::{self, BadOpening};
use komadai_rules::{AnyGame, Interrupt, Variant};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use utoipa::ToSchema;

/// A game with everything that is drawn and told of its pieces.
#[derive(Serialize, ToSchema)]
pub struct TaughtVariant {
    /// What is drawn of it.
    #[serde(flatten)]
    pub drawn: DrawnVariant,
    /// What each piece can do, by its letter.
    lessons: BTreeMap<String, Lesson>,
}

/// A variant, compiled, with what is made of it when it is first needed.
pub struct House<W> {
    game: AnyGame,
    engine: Arc<LazyEngine>,
    info: OnceLock<Option<TaughtVariant>>,
    weight: Arc<W>,
    /// Whether the first position can be worked out.
    first: OnceLock<Result<(), String>>,
    fingerprint: OnceLock<Option<u64>>,
}

impl<W: Work> House<W> {
    /// A game whose positions are so much work.
    pub fn new(game: AnyGame, weight: W) -> Self {
        House {
            game,
            engine: Arc::default(),
            info: OnceLock::new(),
            weight: Arc::new(weight),
            first: OnceLock::new(),
            fingerprint: OnceLock::new(),
        }
    }

    /// The same with the network of a file for the engine.
    pub fn with_net(&self, net: Option<Arc<Net>>) -> Self {
        House {
            game: self.game.clone(),
            engine: Arc::new(LazyEngine::with_net(net)),
            info: OnceLock::new(),
            weight: Arc::clone(&self.weight),
            first: self.first.clone(),
            fingerprint: self.fingerprint.clone(),
        }
    }

    /// By what networks know these rules; none where that takes too long to find out. Not for the threads that
    /// answer.
    pub fn fingerprint(&self) -> Option<u64> {
        *once(&self.fingerprint, || fingerprint_while(&self.game, &after_work::<W>(MOST_TIME)))
    }

    /// The network of a file that the engine has.
    pub fn net(&self) -> Option<&Arc<Net>> {
        self.engine.net()
    }

    /// Whether a game is played by these rules.
    pub fn is_played(&self) -> bool {
        Arc::strong_count(&self.weight) > 1
    }

    /// How much work its positions are.
    pub fn weight(&self) -> &Arc<W> {
        &self.weight
    }

    /// The compiled game.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The variant as data.
    pub fn variant(&self) -> &Variant {
        self.game.variant()
    }

    /// What there is to know of it; `None` where it has no proper start.
    pub fn info(&self) -> Option<&TaughtVariant> {
        let info = || {
            let info = VariantInfo::of(&self.game, self.engine.get(&self.game).values())?;
            let lessons = lessons(self.variant(), &info);
            Some(TaughtVariant { drawn: info.into(), lessons })
        };
        once(&self.info, info).as_ref()
    }

    /// Works the usual start out, if that takes no longer than it may. Not for the threads that answer.
    ///
    /// # Errors
    /// Why no game can start there.
    pub fn first_position(&self) -> Result<(), String> {
        let first = once(&self.first, || {
            let before = W::done();
            let begins = self.begins_in_time(None, None);
            self.weight.note(W::done().saturating_sub(before));
            if !begins.map_err(|error| error.to_string())? {
                let most = MOST_TIME.as_secs();
                return Err(format!(
                    "the first position takes longer than {most} s to work out; a server allows no more"
                ));
            }
            self.info().map(drop).ok_or_else(|| "the start breaks the rules".to_owned())
        });
        first.clone()
    }

    /// Whether all that there is to see where a game begins is worked out within [`MOST_TIME`] of the processor. Not
    /// for the threads that answer.
    ///
    /// # Errors
    /// As for [`House::open`].
    pub fn begins_in_time(
        &self,
        start: Option<&str>,
        position: Option<&str>,
    ) -> Result<bool, BadOpening> {
        let interrupt = after_work::<W>(MOST_TIME);
        let opened = self.open_while(start, position, &interrupt);
        if interrupt.ask() {
            return Ok(false);
        }
        Ok(opened?.sees_all(&interrupt))
    }

    /// Begins a game at a named start, or at a position, or at the usual start.
    ///
    /// # Errors
    /// See [`BadOpening`].
    pub fn open(
        &self,
        start: Option<&str>,
        position: Option<&str>,
    ) -> Result<Referee<W>, BadOpening> {
        self.open_while(start, position, &Interrupt::default())
    }

    /// The same, and what takes long breaks off when this says so, from now on. Once it is over, nothing that was
    /// found out means anything.
    ///
    /// # Errors
    /// See [`BadOpening`].
    pub fn open_while(
        &self,
        start: Option<&str>,
        position: Option<&str>,
        interrupt: &Interrupt,
    ) -> Result<Referee<W>, BadOpening> {
        let play = opening::open_while(&self.game, start, position, interrupt)?;
        let own = position.and_then(|_| self.weight.of_made_up_position());
        let weight = own.map_or_else(|| Arc::clone(&self.weight), Arc::new);
        Ok(Referee::new(play, Arc::clone(&self.engine), weight))
    }
}
