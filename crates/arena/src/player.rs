//! One side of a worker's table: an engine that is started when it is needed, and again when it was
//! lost.

use crate::client::{self, Client, Course, Failure, GameName, Reply, Turn, Waits};
use crate::engine::{Engine, EngineKind};
use crate::house::{House, Style};
use komadai_rules::Color;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What players of a match have in common.
#[derive(Debug)]
pub(crate) struct Common {
    pub(crate) game: GameName,
    pub(crate) waits: Waits,
    pub(crate) values: Arc<[i32]>,
}

/// An engine, running or not.
pub(crate) struct Player<'a> {
    engine: &'a Engine,
    /// Which of the two engines of the match it is.
    index: u64,
    common: &'a Common,
    /// Whether the engine has ever been started in this match, by whatever worker.
    proven: &'a AtomicBool,
    client: Option<Box<dyn Client>>,
    /// What it last said, if it is gone.
    last_words: Vec<String>,
}

/// A failure, and whether it is the match's rather than the game's.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) failure: Failure,
    pub(crate) ends_match: bool,
}

impl<'a> Player<'a> {
    pub(crate) fn new(
        engine: &'a Engine,
        index: u64,
        common: &'a Common,
        proven: &'a AtomicBool,
    ) -> Self {
        Player { engine, index, common, proven, client: None, last_words: Vec::new() }
    }

    pub(crate) fn name(&self) -> &'a str {
        &self.engine.name
    }

    /// Gets ready for a game; `number` is that of the game.
    pub(crate) fn new_game(
        &mut self,
        course: &Course,
        turn: &Turn<'_>,
        number: u64,
    ) -> Result<(), Fault> {
        let restart = self.engine.program().is_some_and(|program| program.restart);
        if restart || self.client.as_ref().is_some_and(|client| !client.is_reusable()) {
            self.client = None;
        }
        if self.client.is_none() {
            self.client = Some(self.start(number)?);
        }
        let ready = self.with_client(|client| client.new_game(course, turn));
        ready.map_err(|failure| self.fault(failure))?;
        self.proven.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Asks for a move.
    pub(crate) fn think(&mut self, course: &Course, turn: &Turn<'_>) -> Result<Reply, Failure> {
        self.with_client(|client| client.think(course, turn))
    }

    /// Tells that the game is over.
    pub(crate) fn game_over(&mut self, own: Color, winner: Option<Color>, reason: &str) {
        if let Some(client) = &mut self.client {
            client.game_over(own, winner, reason);
        }
    }

    /// The last lines to and from the engine.
    pub(crate) fn recent(&self) -> Vec<String> {
        self.client.as_ref().map_or_else(|| self.last_words.clone(), |client| client.recent())
    }

    fn start(&mut self, number: u64) -> Result<Box<dyn Client>, Fault> {
        let style = match &self.engine.kind {
            EngineKind::Random(seed) => (Style::Random, *seed),
            EngineKind::Greedy(seed) => (Style::Greedy(Arc::clone(&self.common.values)), *seed),
            EngineKind::Program(program) => {
                return client::start(program, &self.common.game, self.common.waits).map_err(
                    |(failure, lines)| {
                        self.last_words = lines;
                        self.fault(failure)
                    },
                );
            }
        };
        // Each side of each game has numbers of its own.
        Ok(Box::new(House::new(style.0, style.1, 2 * number + self.index)))
    }

    /// An engine that cannot play, or has never been got going, is a mistake of whoever set up the
    /// match.
    fn fault(&self, failure: Failure) -> Fault {
        let proven = self.proven.load(Ordering::Relaxed);
        let ends_match = matches!(failure, Failure::Unfit(_)) || !proven;
        Fault { failure, ends_match }
    }

    /// Does something with the running engine, and lets it go if that was its end.
    fn with_client<T>(
        &mut self,
        what: impl FnOnce(&mut dyn Client) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let Some(client) = &mut self.client else {
            return Err(Failure::Broken("it is not running".to_owned()));
        };
        let done = what(client.as_mut());
        if done.as_ref().is_err_and(Failure::is_final) {
            self.last_words = client.recent();
            self.client = None;
        }
        done
    }
}
