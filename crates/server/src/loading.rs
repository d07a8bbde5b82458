//! How games are read from their events, bit by bit.

use crate::address::Owner;
use crate::at_once::{Askers, Turn};
use crate::failure::Failure;
use crate::game::{Event, Game, Header, TooMuchWork};
use crate::hub::{Hub, weighed};
use crate::id::GameId;
use crate::rules::{House, Weight, Work as _, Worked, is_common};
use std::sync::Arc;
use std::time::Duration;

/// A game while it is read from its events.
struct Replay {
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
enum Read {
    Some(Box<Replay>),
    All(Box<Game>, Arc<House>),
}

/// To work on a game for so long is as much as any request.
pub(crate) const WORK_OF_A_REQUEST: Duration = Duration::from_millis(1);

impl Replay {
    /// From all its events, of which the first has set it up.
    fn new(id: GameId, header: Header, events: Vec<Event>, house: Arc<House>, now: u64) -> Self {
        Replay { id, header, events, house, now, game: None, next: 1 }
    }

    /// How much work it is, as far as is known.
    fn weight(&self) -> Arc<Weight> {
        let game = self.game.as_ref().map(|game| game.referee.weight());
        game.unwrap_or_else(|| Arc::clone(self.house.weight()))
    }

    /// Whether it is read in the corner.
    fn is_in_corner(&self) -> bool {
        let weight = self.weight();
        weight.is_heavy() || weight.is_made_up()
    }

    /// Replays it, or some of it where that takes long. Not for the threads that answer.
    ///
    /// # Errors
    /// When it cannot be read.
    fn go_on(mut self) -> Result<Read, Failure> {
        let worked = Worked::new();
        let mut game = match self.game.take() {
            Some(game) => game,
            None => {
                weighed(|| Game::new(self.id.clone(), self.header.clone(), &self.house, self.now))?
            }
        };
        let weight = game.referee.weight();
        while let Some(event) = self.events.get(self.next) {
            let next = self.events.get(self.next + 1);
            weight.weigh(|| game.bounded(|game| game.replay(event, next, self.now)))??;
            if game.has_taken_too_long() {
                return Err(TooMuchWork.into());
            }
            self.next += 1;
            if worked.time() > weight.slice() && self.next < self.events.len() {
                return Ok(Read::Some(Box::new(Replay { game: Some(game), ..self })));
            }
        }
        Ok(Read::All(Box::new(game), self.house))
    }
}

impl Hub {
    /// Loads a game from its events for somebody.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub(crate) async fn load(&self, id: &GameId, by: Owner) -> Result<Game, Failure> {
        Ok(self.load_with_rules(id, by).await?.0)
    }

    /// The same with its rules.
    ///
    /// # Errors
    /// As for [`Hub::load`], and when who asks waits for too many games.
    pub(crate) async fn load_with_rules(
        &self,
        id: &GameId,
        by: Owner,
    ) -> Result<(Game, Arc<House>), Failure> {
        let _waits = self.waits(by)?;
        self.load_for(id, &Askers::from(by)).await
    }

    /// The same for all who ask for it.
    ///
    /// # Errors
    /// As for [`Hub::load`].
    pub(crate) async fn load_for(
        &self,
        id: &GameId,
        askers: &Askers,
    ) -> Result<(Game, Arc<House>), Failure> {
        let common = {
            let place = askers.turn(&self.loads).await;
            let (header, events) = self.kept(id).await?;
            let common = is_common(&header.settings);
            if common {
                let replay = self.replay(id, header, events, askers).await?;
                if !replay.is_in_corner()
                    && let Read::All(game, house) = self.read_on(replay, place, askers).await?
                {
                    return Ok((*game, house));
                }
            }
            common
        };
        // It takes a while, or its rules must be compiled. What was read of it is forgotten until it is its turn: any
        // number may wait.
        let _load =
            askers.turn(if common { &self.long_loads } else { &self.loads_by_other_rules }).await;
        let (header, events) = self.kept(id).await?;
        let mut replay = self.replay(id, header, events, askers).await?;
        loop {
            // By made-up rules one event may take seconds, whatever the start is.
            let place = if replay.is_in_corner() {
                replay.weight().enter(&self.corner, askers).await
            } else {
                askers.turn(&self.loads).await
            };
            match self.read_on(replay, place, askers).await? {
                Read::All(game, house) => return Ok((*game, house)),
                Read::Some(rest) => replay = *rest,
            }
        }
    }

    /// How a game was set up, and what has happened in it.
    async fn kept(&self, id: &GameId) -> Result<(Header, Vec<Event>), Failure> {
        let events = self.store.load(id).await?;
        match events.first() {
            Some(Event::Created(header)) => Ok(((**header).clone(), events)),
            _ => Err(Failure::NoGame),
        }
    }

    /// A game that is to be read; its rules are compiled if need be.
    async fn replay(
        &self,
        id: &GameId,
        header: Header,
        events: Vec<Event>,
        askers: &Askers,
    ) -> Result<Replay, Failure> {
        let (_, house) = self.compiled(&header.definition, &header.settings, askers).await?;
        // What is said of another state of the game means nothing.
        let began = self.sleepers.turn_began(id, events.len());
        let now = began.unwrap_or_else(|| self.time.now());
        Ok(Replay::new(id.clone(), header, events, house, now))
    }

    /// Reads a game, or some of it where that takes long, in a place that there is for it.
    async fn read_on(&self, replay: Replay, place: Turn, askers: &Askers) -> Result<Read, Failure> {
        let work = move || {
            let worked = Worked::new();
            (replay.go_on(), worked.time())
        };
        let (turn, held) = match place.is_in_slices() {
            true => (place, None),
            false => (askers.turn(&self.reading).await, Some(place)),
        };
        // Both are taken along: the work goes on when nobody waits for it any more.
        let read = tokio::task::spawn_blocking(move || {
            let _held = held;
            turn.during(work)
        });
        let (read, took) = read.await.map_err(|_| Failure::Ending)?;
        self.charge_for_work(askers, took);
        read
    }

    /// What was read or compiled for somebody counts as the requests that it is as much work as. Who asks for a long game
    /// again and again would else keep others waiting who ask for a short one.
    pub(crate) fn charge_for_work(&self, askers: &Askers, took: Duration) {
        let times = took.as_micros() / WORK_OF_A_REQUEST.as_micros();
        if let Some(first) = askers.all().into_iter().flatten().next() {
            self.requests.charge(first, usize::try_from(times).unwrap_or(usize::MAX));
        }
    }
}
