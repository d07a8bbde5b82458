//! Games that were put away while a clock runs: since when it runs, and when they must be opened again.

use crate::id::GameId;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// A game whose clock runs while it is not in memory. Moments are those of
/// [`Time::now`](crate::Time::now).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sleeper {
    /// Since when the side to move has been thinking.
    pub(crate) turn_began: u64,
    /// When its clock will have run down.
    pub(crate) flag: u64,
    /// How many events the game has.
    pub(crate) seq: u64,
}

/// All of them.
#[derive(Default)]
pub(crate) struct Sleepers {
    inner: Mutex<Inner>,
    changed: Notify,
}

#[derive(Default)]
struct Inner {
    games: HashMap<GameId, Sleeper>,
    /// When games are to be opened.
    alarms: BTreeSet<(u64, GameId)>,
}

impl Sleepers {
    /// Notes a game that is being put away.
    pub(crate) fn put(&self, id: GameId, sleeper: Sleeper) {
        let mut inner = self.inner();
        inner.alarms.insert((sleeper.flag, id.clone()));
        if let Some(before) = inner.games.insert(id.clone(), sleeper)
            && before.flag != sleeper.flag
        {
            inner.alarms.remove(&(before.flag, id));
        }
        drop(inner);
        self.changed.notify_one();
    }

    /// Forgets a game that has been opened.
    pub(crate) fn wake(&self, id: &GameId) {
        let mut inner = self.inner();
        if let Some(sleeper) = inner.games.remove(id) {
            inner.alarms.remove(&(sleeper.flag, id.clone()));
        }
    }

    /// What is known of a game.
    pub(crate) fn get(&self, id: &GameId) -> Option<Sleeper> {
        self.inner().games.get(id).copied()
    }

    /// Since when the side to move has been thinking in a game that was put away with so many events.
    pub(crate) fn turn_began(&self, id: &GameId, events: usize) -> Option<u64> {
        let inner = self.inner();
        let sleeper = inner.games.get(id)?;
        (usize::try_from(sleeper.seq) == Ok(events)).then_some(sleeper.turn_began)
    }

    /// When the next game is to be opened.
    pub(crate) fn next(&self) -> Option<u64> {
        self.inner().alarms.first().map(|(flag, _)| *flag)
    }

    /// Waits until that may have changed.
    pub(crate) async fn changed(&self) {
        self.changed.notified().await;
    }

    /// The games that are to be opened by now, each once.
    pub(crate) fn due(&self, now: u64) -> Vec<GameId> {
        let mut inner = self.inner();
        let mut due = Vec::new();
        while inner.alarms.first().is_some_and(|(flag, _)| *flag <= now) {
            due.extend(inner.alarms.pop_first().map(|(_, id)| id));
        }
        due
    }

    /// All games, which are forgotten.
    pub(crate) fn take(&self) -> Vec<(GameId, Sleeper)> {
        let mut inner = self.inner();
        inner.alarms.clear();
        inner.games.drain().collect()
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
