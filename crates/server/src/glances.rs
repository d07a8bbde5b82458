//! How games that are not open stand, in short: lists of games ask for many of them again and again.

use crate::id::GameId;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is known of games that are not open. What is read while a game is opened is not kept: the game may have gone
/// on meanwhile.
#[derive(Debug)]
pub(crate) struct Glances<T>(Mutex<Known<T>>);

#[derive(Debug)]
struct Known<T> {
    games: HashMap<GameId, Glance<T>>,
    /// Readings that have begun.
    readings: u64,
}

/// What is known of one game.
#[derive(Debug)]
enum Glance<T> {
    /// It is being read, by the last one who began.
    Read(Reading),
    Seen(T),
}

/// A reading that has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reading(u64);

/// So many games are known at most.
const MOST: usize = 4_096;

impl<T> Default for Glances<T> {
    fn default() -> Self {
        Glances(Mutex::new(Known { games: HashMap::new(), readings: 0 }))
    }
}

impl<T: Clone> Glances<T> {
    /// What is known of a game; otherwise a reading of it begins.
    pub(crate) fn get(&self, id: &GameId) -> Result<T, Reading> {
        let mut known = self.known();
        if let Some(Glance::Seen(seen)) = known.games.get(id) {
            return Ok(seen.clone());
        }
        if known.games.len() >= MOST {
            known.games.clear();
        }
        known.readings += 1;
        let reading = Reading(known.readings);
        known.games.insert(id.clone(), Glance::Read(reading));
        Err(reading)
    }

    /// Keeps what a reading has found, unless the game was opened or read anew meanwhile.
    pub(crate) fn found(&self, id: &GameId, reading: Reading, seen: Option<T>) {
        let mut known = self.known();
        let is_last = |glance: &Glance<T>| matches!(glance, Glance::Read(last) if *last == reading);
        if known.games.get(id).is_some_and(is_last) {
            match seen {
                Some(seen) => drop(known.games.insert(id.clone(), Glance::Seen(seen))),
                None => drop(known.games.remove(id)),
            }
        }
    }

    /// Forgets a game: it is opened.
    pub(crate) fn forget(&self, id: &GameId) {
        self.known().games.remove(id);
    }

    fn known(&self) -> MutexGuard<'_, Known<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_is_kept_until_the_game_is_opened() {
        let (glances, id) = (Glances::default(), GameId::new().unwrap());
        let reading = glances.get(&id).unwrap_err();
        glances.found(&id, reading, Some("as read"));
        assert_eq!(glances.get(&id), Ok("as read"));
        glances.forget(&id);
        assert!(glances.get(&id).is_err());
    }

    #[test]
    fn a_reading_that_a_game_has_overtaken_is_not_kept() {
        let (glances, id) = (Glances::default(), GameId::new().unwrap());
        let early = glances.get(&id).unwrap_err();
        glances.forget(&id);
        let late = glances.get(&id).unwrap_err();
        glances.found(&id, early, Some("before it was opened"));
        assert!(glances.get(&id).is_err());
        let last = glances.get(&id).unwrap_err();
        glances.found(&id, late, None);
        glances.found(&id, last, Some("after it"));
        assert_eq!(glances.get(&id), Ok("after it"));
    }
}
