//! Finished games, read for what was played in them.

use crate::address::Address;
use crate::failure::Failure;
use crate::game::Game;
use crate::hub::Hub;
use crate::id::GameId;
use crate::rules::{House, Referee, Worked};
use komadai_referee::analysis::FinishedGame;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Nobody needs more moves of all games at a time, some 20 MB; beyond, games are read anew.
const MOST_KNOWN: usize = 200_000;

/// Finished games that were read.
#[derive(Default)]
pub(crate) struct Openings(Mutex<Known>);

#[derive(Default)]
struct Known {
    games: HashMap<GameId, Arc<FinishedGame>>,
    /// Of all games, and one more for each.
    moves: usize,
    /// Those that are being read, each with the number of the latest who reads it.
    reading: HashMap<GameId, u64>,
    readers: u64,
}

impl Known {
    fn insert(&mut self, id: GameId, game: Arc<FinishedGame>) {
        let moves = game.len() + 1;
        if self.moves + moves > MOST_KNOWN {
            (self.games, self.moves) = Default::default();
        }
        if self.games.insert(id, game).is_none() {
            self.moves += moves;
        }
    }
}

impl Openings {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets a game that goes on after its end.
    pub(crate) fn goes_on(&self, id: &GameId) {
        let mut known = self.known();
        known.reading.remove(id);
        if let Some(game) = known.games.remove(id) {
            known.moves -= game.len() + 1;
        }
    }

    fn reader<'o>(&'o self, game: &'o GameId) -> Reader<'o> {
        let mut known = self.known();
        known.readers += 1;
        let number = known.readers;
        known.reading.insert(game.clone(), number);
        Reader { openings: self, game, number }
    }

    /// A game; `None` if it goes on, or there is none.
    async fn game(
        &self,
        hub: &Arc<Hub>,
        id: &GameId,
        by: Address,
    ) -> Result<Option<Arc<FinishedGame>>, Failure> {
        if let Some(known) = self.known().games.get(id) {
            return Ok(Some(Arc::clone(known)));
        }
        let reader = self.reader(id);
        let (game, house) = match hub.load_with_rules(id, Some(by)).await {
            Err(Failure::NoGame) => return Ok(None),
            loaded => loaded?,
        };
        if !game.is_over() {
            return Ok(None);
        }
        let weight = game.referee.weight();
        let begin = || Reading::of(game, &house);
        let begun = weight.carry(&hub.corner, Some(by), begin).await;
        let Some(mut reading) = begun else { return Ok(None) };
        while reading.next < reading.game.played.len() {
            let place = weight.place(&hub.corner, &Some(by).into()).await;
            let read = tokio::task::spawn_blocking(move || place.during(|| reading.go_on()));
            let Some(more) = read.await.map_err(|_| Failure::Ending)? else { return Ok(None) };
            reading = more;
        }
        let read = Arc::new(reading.finish());
        reader.keep(&read);
        Ok(Some(read))
    }
}

/// Somebody who reads a game, as long as this lives.
struct Reader<'o> {
    openings: &'o Openings,
    game: &'o GameId,
    number: u64,
}

impl Reader<'_> {
    /// Keeps a game, unless it has gone on while it was read. Of those who read it at once one is enough to keep it.
    fn keep(&self, read: &Arc<FinishedGame>) {
        let mut known = self.openings.known();
        if known.reading.get(self.game) == Some(&self.number) {
            known.insert(self.game.clone(), Arc::clone(read));
        }
    }
}

impl Drop for Reader<'_> {
    fn drop(&mut self) {
        let mut known = self.openings.known();
        if known.reading.get(self.game) == Some(&self.number) {
            known.reading.remove(self.game);
        }
    }
}

/// A finished game while its moves are made once more.
struct Reading {
    game: Game,
    at: Referee,
    /// The move that comes next.
    next: usize,
    moves: Vec<(u64, String)>,
}

impl Reading {
    fn of(game: Game, house: &House) -> Option<Self> {
        let (start, position) = (game.header.start.as_deref(), game.header.position.as_deref());
        let at = house.open(start, position).ok()?;
        Some(Reading { game, at, next: 0, moves: Vec::new() })
    }

    /// Makes its moves, or some of them where that takes long; `None` if one cannot be made.
    fn go_on(mut self) -> Option<Self> {
        let (worked, weight) = (Worked::new(), self.game.referee.weight());
        while let Some(played) =
            self.game.played.get(self.next).filter(|_| worked.time() < weight.slice())
        {
            let usi = &played.form.usi;
            let at = &mut self.at;
            let key = weight.weigh(|| {
                let (key, m) = (at.play().key(), at.find(usi).ok()?);
                at.make_untold(m);
                Some(key)
            });
            self.moves.push((key?, usi.clone()));
            self.next += 1;
        }
        Some(self)
    }

    fn finish(self) -> FinishedGame {
        FinishedGame::new(&self.game, self.moves)
    }
}

/// The games of a list that are over, read for somebody.
///
/// # Errors
/// When one cannot be read.
pub(crate) async fn finished(
    hub: &Arc<Hub>,
    by: Address,
    games: &[GameId],
) -> Result<Vec<Arc<FinishedGame>>, Failure> {
    let mut finished = Vec::new();
    for id in games {
        finished.extend(hub.openings.game(hub, id, by).await?);
    }
    Ok(finished)
}
