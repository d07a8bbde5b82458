//! How games are read from their events, bit by bit.

use crate::game::{Event, Game, Header};
use crate::hub::Failure;
use crate::id::GameId;
use crate::rules::House;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Replaying a game of heavy rules makes way for others after so long.
const SLICE: Duration = Duration::from_millis(250);

/// A game while it is read from its events.
pub(crate) struct Replay {
    id: GameId,
    header: Header,
    events: Vec<Event>,
    house: Arc<House>,
    now: u64,
    game: Option<Game>,
    /// The event that comes next.
    next: usize,
}

/// How far a game has been read.
pub(crate) enum Read {
    Some(Box<Replay>),
    All(Box<Game>, Arc<House>),
}

impl Replay {
    /// From all its events, of which the first has set it up.
    pub(crate) fn new(
        id: GameId,
        header: Header,
        events: Vec<Event>,
        house: Arc<House>,
        now: u64,
    ) -> Self {
        Replay { id, header, events, house, now, game: None, next: 1 }
    }

    /// Whether it belongs into the corner.
    pub(crate) fn is_heavy(&self) -> bool {
        self.house.weight().is_heavy()
    }

    /// Replays all of it; of heavy rules, some. Not for the threads that answer.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) fn go_on(mut self) -> Result<Read, Failure> {
        let began = Instant::now();
        let mut game = match self.game.take() {
            Some(game) => game,
            None => Game::new(self.id.clone(), self.header.clone(), &self.house, self.now)?,
        };
        while let Some(event) = self.events.get(self.next) {
            self.house.weight().weigh(|| game.apply(event, self.now))?;
            self.next += 1;
            if self.is_heavy() && began.elapsed() > SLICE && self.next < self.events.len() {
                return Ok(Read::Some(Box::new(Replay { game: Some(game), ..self })));
            }
        }
        Ok(Read::All(Box::new(game), self.house))
    }
}
