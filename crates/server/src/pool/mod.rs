//! The engine's threads: few, shared fairly by all games, and never those that answer.

use crate::id::GameId;
use crate::metrics;
use crate::rules::{Thinker, Thought};
use komadai_engine::Shared;
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;
use tokio::sync::oneshot;

/// Searches recurse deeply, and their frames hold whole lists of moves.
const STACK: usize = 32 << 20;
/// Mebibytes of table for each thread.
const HASH: usize = 16;
/// Searches of one game that may wait.
const MOST_OF_A_GAME: usize = 4;

/// Threads that search.
#[derive(Clone)]
pub(crate) struct Pool(Arc<Waiting>);

struct Waiting {
    queue: Mutex<Queue>,
    more: Condvar,
}

/// Searches that wait. Games take turns, however many searches each of them wants.
#[derive(Default)]
struct Queue {
    turns: VecDeque<GameId>,
    searches: HashMap<GameId, VecDeque<Search>>,
    closed: bool,
}

struct Search {
    game: GameId,
    thinker: Thinker,
    ticket: Arc<Mutex<Progress>>,
    done: oneshot::Sender<Thought>,
}

/// How far a search has come.
enum Progress {
    Waiting,
    Running(Arc<Shared>),
    Stopped,
}

/// A search that was asked for. Dropped, the search is stopped, or never begun.
pub(crate) struct Ticket(Arc<Mutex<Progress>>);

/// There is no place for one more search.
#[derive(Debug, thiserror::Error)]
#[error("too many searches of this game are waiting")]
pub(crate) struct Full;

impl Pool {
    /// With so many threads, at least one.
    pub(crate) fn new(threads: usize) -> Self {
        let pool = Pool(Arc::new(Waiting { queue: Mutex::default(), more: Condvar::new() }));
        for number in 0..threads.max(1) {
            let waiting = Arc::clone(&pool.0);
            let thread = thread::Builder::new().name(format!("engine-{number}")).stack_size(STACK);
            if let Err(error) = thread.spawn(move || work(&waiting)) {
                tracing::error!(%error, "the system provides no thread for the engine");
            }
        }
        pool
    }

    /// Asks for a search. What it finds comes through the receiver; nothing comes if it is stopped
    /// before it begins.
    pub(crate) fn search(
        &self,
        game: &GameId,
        thinker: Thinker,
    ) -> Result<(Ticket, oneshot::Receiver<Thought>), Full> {
        let (done, thought) = oneshot::channel();
        let ticket = Arc::new(Mutex::new(Progress::Waiting));
        let search = Search { game: game.clone(), thinker, ticket: Arc::clone(&ticket), done };
        self.0.lock().push(search)?;
        self.0.more.notify_one();
        Ok((Ticket(ticket), thought))
    }

    /// Lets the threads end when what they do is done.
    pub(crate) fn close(&self) {
        let mut queue = self.0.lock();
        queue.closed = true;
        queue.turns.clear();
        queue.searches.clear();
        drop(queue);
        self.0.more.notify_all();
    }
}

impl Queue {
    fn push(&mut self, search: Search) -> Result<(), Full> {
        let game = search.game.clone();
        let waiting = self.searches.entry(game.clone()).or_default();
        waiting.retain(|search| !is_stopped(&search.ticket));
        if waiting.len() >= MOST_OF_A_GAME {
            return Err(Full);
        }
        waiting.push_back(search);
        if waiting.len() == 1 && !self.turns.contains(&game) {
            self.turns.push_back(game);
        }
        Ok(())
    }

    /// The next search of the game whose turn it is, which then goes to the end of the line.
    fn pop(&mut self) -> Option<Search> {
        loop {
            let game = self.turns.pop_front()?;
            let Some(searches) = self.searches.get_mut(&game) else { continue };
            let search = searches.pop_front();
            if searches.is_empty() {
                self.searches.remove(&game);
            } else {
                self.turns.push_back(game);
            }
            if let Some(search) = search.filter(|search| !is_stopped(&search.ticket)) {
                return Some(search);
            }
        }
    }
}

impl Waiting {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a search; `None` when there will be no more.
    fn next(&self) -> Option<Search> {
        let mut queue = self.lock();
        loop {
            if queue.closed {
                return None;
            }
            if let Some(search) = queue.pop() {
                metrics::searches_waiting(queue.searches.values().map(VecDeque::len).sum());
                return Some(search);
            }
            queue = self.more.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn is_stopped(ticket: &Mutex<Progress>) -> bool {
    matches!(*ticket.lock().unwrap_or_else(PoisonError::into_inner), Progress::Stopped)
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut progress = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Progress::Running(shared) = &*progress {
            shared.stop();
        }
        *progress = Progress::Stopped;
    }
}

/// Carries out searches until there will be no more.
fn work(waiting: &Waiting) {
    let shared = Arc::new(Shared::new(HASH));
    let mut last: Option<GameId> = None;
    while let Some(Search { game, thinker, ticket, done }) = waiting.next() {
        // What was found in another game, perhaps of another variant, must not be believed.
        if last.as_ref() != Some(&game) {
            shared.clear();
        }
        if !begin(&ticket, &shared) {
            continue;
        }
        let start = Instant::now();
        let thought = catch_unwind(AssertUnwindSafe(|| thinker(&shared, &|| start.elapsed())));
        metrics::searched(start.elapsed());
        last = Some(game);
        match thought {
            // Nobody may be waiting any more.
            Ok(thought) => drop(done.send(thought)),
            Err(_) => tracing::error!("a search has failed"),
        }
    }
}

/// Makes a search one that can be stopped while it runs; false if it was stopped before.
fn begin(ticket: &Mutex<Progress>, shared: &Arc<Shared>) -> bool {
    let mut progress = ticket.lock().unwrap_or_else(PoisonError::into_inner);
    let goes_on = !matches!(*progress, Progress::Stopped);
    if goes_on {
        shared.prepare(false);
        *progress = Progress::Running(Arc::clone(shared));
    }
    goes_on
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn named(number: usize) -> GameId {
        GameId::parse(&format!("{number:022}")).unwrap()
    }

    fn search(game: usize) -> Search {
        Search {
            game: named(game),
            thinker: Box::new(|_, _| Thought::default()),
            ticket: Arc::new(Mutex::new(Progress::Waiting)),
            done: oneshot::channel().0,
        }
    }

    #[test]
    fn games_take_turns() {
        let mut queue = Queue::default();
        for game in [1, 1, 1, 2, 3, 2] {
            queue.push(search(game)).unwrap();
        }
        let order: Vec<GameId> = std::iter::from_fn(|| queue.pop()).map(|s| s.game).collect();
        assert_eq!(order, [1, 2, 3, 1, 2, 1].map(named));
    }

    #[test]
    fn a_game_cannot_fill_the_queue() {
        let mut queue = Queue::default();
        for _ in 0..MOST_OF_A_GAME {
            queue.push(search(1)).unwrap();
        }
        assert!(queue.push(search(1)).is_err());
        assert!(queue.push(search(2)).is_ok());
    }

    #[test]
    fn a_stopped_search_is_never_begun() {
        let mut queue = Queue::default();
        let stopped = search(1);
        drop(Ticket(Arc::clone(&stopped.ticket)));
        queue.push(stopped).unwrap();
        assert!(queue.pop().is_none());
    }

    #[tokio::test]
    async fn a_running_search_is_stopped_with_its_ticket() {
        let catalogue = crate::rules::Catalogue::new(None).unwrap();
        let house = catalogue.find("chess").unwrap().house;
        let referee = house.open(None, None).unwrap();
        let question = crate::rules::Question {
            level: komadai_engine::Level::FULL,
            most: Duration::from_secs(3600),
            clock: None,
            seed: 0,
        };
        let pool = Pool::new(1);
        let (ticket, _) = pool.search(&named(1), referee.thinker(question)).unwrap();
        thread::sleep(Duration::from_millis(50));
        drop(ticket);
        // Its thread is free for the next one.
        let next: Thinker = Box::new(|_, _| Thought::default());
        let (_ticket, thought) = pool.search(&named(2), next).unwrap();
        thought.await.unwrap();
        pool.close();
    }
}
