//! The engine's threads: few, shared fairly by all who play, and never those that answer.
//!
//! While somebody else waits, a search gives its thread back after [`SLICE`], or sooner if many wait, and plays what it
//! has found by then. So everybody's move comes soon, and those who ask for much get weaker moves. There are
//! spare threads, for when a search does not hear that it should stop.

mod queue;

use crate::address::Owner;
use crate::id::GameId;
use crate::metrics;
use crate::rules::{Thinker, Thought, Worked};
use komadai_engine::Shared;
use queue::{Queue, Wanted};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// Searches recurse deeply, and their frames hold whole lists of moves.
const STACK: usize = 32 << 20;
/// Mebibytes of table for each thread.
const HASH: usize = 16;
/// What a search may use of its thread while one other address waits for it...
const SLICE: Duration = Duration::from_millis(200);
/// ... after which all addresses that wait have had a turn...
const ROUND: Duration = Duration::from_millis(400);
/// ... and what it may use however many wait.
const LEAST_SLICE: Duration = Duration::from_millis(20);
/// How often is looked whether a search is late, while another one waits.
const LOOK: Duration = Duration::from_millis(100);
/// Threads to spare.
const SPARE: usize = 3;

/// Threads that search.
#[derive(Clone)]
pub(crate) struct Pool(Arc<Waiting>);

struct Waiting {
    queue: Mutex<Queue>,
    more: Condvar,
}

/// Whose search it is, and how urgent.
#[derive(Clone, Debug)]
pub(crate) struct Asker {
    pub(crate) game: GameId,
    pub(crate) owner: Owner,
    pub(crate) urgency: Urgency,
}

/// What waits for a search, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Urgency {
    /// A person who is there.
    Watched,
    /// A person who analyses, which may go on for ever.
    Analysis,
    /// A game of a person who is not there now.
    Left,
    /// A game of two engines.
    Engines,
}

struct Search {
    game: GameId,
    owner: Owner,
    urgency: Urgency,
    /// Since when it waits, in the time of the queue.
    since: u64,
    is_hint: bool,
    thinker: Thinker,
    progress: Arc<Mutex<Progress>>,
    began: oneshot::Sender<()>,
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

/// A search that was asked for, and what comes of it; it is stopped when this is dropped.
pub(crate) struct Pending {
    pub(crate) ticket: Ticket,
    /// Comes when it has got a thread.
    pub(crate) began: oneshot::Receiver<()>,
    /// Nothing comes if it is stopped before it begins, or fails.
    pub(crate) thought: oneshot::Receiver<Thought>,
}

/// There is no place for one more search.
#[derive(Debug, thiserror::Error)]
#[error("too much is being looked for already; wait for it")]
pub(crate) struct Full;

impl Pool {
    /// With so many threads, at least one, and some to spare.
    ///
    /// # Errors
    /// When the system provides no thread at all.
    pub(crate) fn new(threads: usize) -> io::Result<Self> {
        let threads = threads.max(1);
        let queue = Mutex::new(Queue::new(threads));
        let pool = Pool(Arc::new(Waiting { queue, more: Condvar::new() }));
        for number in 0..threads + SPARE {
            let waiting = Arc::clone(&pool.0);
            let thread = thread::Builder::new().name(format!("engine-{number}")).stack_size(STACK);
            match thread.spawn(move || work(&waiting)) {
                Ok(_) => {}
                Err(error) if number == 0 => return Err(error),
                Err(error) => {
                    tracing::warn!(%error, threads = number, "the engine has fewer threads");
                    break;
                }
            }
        }
        Ok(pool)
    }

    /// Asks for a move of the engine. It is never refused: a game has one at a time.
    pub(crate) fn think(&self, asker: Asker, thinker: Thinker) -> Pending {
        let (search, pending) = prepare(asker, false, thinker);
        // Only hints are refused.
        let _ = self.push(search);
        pending
    }

    /// Asks for a hint, or for an analysis.
    ///
    /// # Errors
    /// When the game or the address waits for too many.
    pub(crate) fn hint(&self, asker: Asker, thinker: Thinker) -> Result<Pending, Full> {
        let (search, pending) = prepare(asker, true, thinker);
        self.push(search)?;
        Ok(pending)
    }

    fn push(&self, search: Search) -> Result<(), Full> {
        let mut queue = self.0.lock();
        queue.push(search)?;
        metrics::searches_waiting(queue.len());
        drop(queue);
        self.0.more.notify_one();
        Ok(())
    }

    /// Lets the threads end when what they do is done.
    pub(crate) fn close(&self) {
        self.0.lock().close();
        self.0.more.notify_all();
    }
}

fn prepare(asker: Asker, is_hint: bool, thinker: Thinker) -> (Search, Pending) {
    let Asker { game, owner, urgency } = asker;
    let ((done, thought), (begins, began)) = (oneshot::channel(), oneshot::channel());
    let progress = Arc::new(Mutex::new(Progress::Waiting));
    let ticket = Ticket(Arc::clone(&progress));
    let since = 0;
    let search =
        Search { game, owner, urgency, since, is_hint, thinker, progress, began: begins, done };
    (search, Pending { ticket, began, thought })
}

impl Waiting {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a search; `None` when there will be no more.
    fn next(&self) -> Option<(Search, Slice)> {
        let mut queue = self.lock();
        loop {
            if queue.closed {
                return None;
            }
            if let Some(search) = queue.pop() {
                metrics::searches_waiting(queue.len());
                let wanted = queue.begin(&search);
                return Some((search, Slice { wanted, now: queue.now(), since: Instant::now() }));
            }
            queue = if queue.len() == 0 {
                self.more.wait(queue).unwrap_or_else(PoisonError::into_inner)
            } else {
                let waited = self.more.wait_timeout(queue, LOOK);
                waited.unwrap_or_else(PoisonError::into_inner).0
            };
        }
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn is_stopped(progress: &Mutex<Progress>) -> bool {
    matches!(*progress.lock().unwrap_or_else(PoisonError::into_inner), Progress::Stopped)
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

/// The time that a search may use of a thread.
struct Slice {
    wanted: Arc<Wanted>,
    /// When it began, in the time of the queue...
    now: u64,
    /// ... and by the clock.
    since: Instant,
}

impl Slice {
    /// Whether the thread is to be given back after so long.
    fn is_over(&self, elapsed: Duration) -> bool {
        self.wanted.is_over(self.now, self.now.saturating_add(millis(elapsed)))
    }
}

/// Carries out searches until there will be no more.
fn work(waiting: &Waiting) {
    let shared = Arc::new(Shared::new(HASH));
    let mut last: Option<GameId> = None;
    while let Some((search, slice)) = waiting.next() {
        // What was found in another game, perhaps of another variant, must not be believed.
        if last.as_ref() != Some(&search.game) {
            shared.clear();
        }
        last = Some(search.game.clone());
        let (wanted, worked) = (Arc::clone(&slice.wanted), Worked::new());
        carry_out(search, &shared, slice);
        waiting.lock().end(&wanted, worked.time());
    }
}

fn carry_out(search: Search, shared: &Arc<Shared>, slice: Slice) {
    let Search { thinker, progress, began, done, .. } = search;
    if !begin(&progress, shared) {
        return;
    }
    // Nobody may be waiting any more, here and below.
    let _ = began.send(());
    let (start, stops) = (slice.since, Arc::clone(shared));
    let clock = move || {
        let elapsed = start.elapsed();
        if slice.is_over(elapsed) {
            stops.stop();
        }
        elapsed
    };
    let thought = catch_unwind(AssertUnwindSafe(|| thinker(shared, Arc::new(clock))));
    metrics::searched(start.elapsed());
    // From here on its ticket must not stop the thread, which goes on with something else.
    *progress.lock().unwrap_or_else(PoisonError::into_inner) = Progress::Stopped;
    match thought {
        Ok(thought) => drop(done.send(thought)),
        Err(_) => tracing::error!("a search has failed"),
    }
}

/// Makes a search one that can be stopped while it runs; false if it was stopped before.
fn begin(progress: &Mutex<Progress>, shared: &Arc<Shared>) -> bool {
    let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
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
    use komadai_engine::Level;

    fn asker(game: usize, owner: u8) -> Asker {
        let ip = std::net::IpAddr::from([192, 0, 2, owner]);
        Asker {
            game: GameId::parse(&format!("{game:022}")).unwrap(),
            owner: Some(ip.into()),
            urgency: Urgency::Watched,
        }
    }

    /// A search that would take an hour.
    fn long() -> Thinker {
        let catalogue = crate::rules::Catalogue::new(None).unwrap();
        let house = catalogue.find("chess").unwrap().house;
        let most = Duration::from_secs(3600);
        let question =
            komadai_referee::rules::Question { level: Level::FULL, most, clock: None, seed: 0 };
        house.open(None, None).unwrap().thinker(question)
    }

    fn quick() -> Thinker {
        Box::new(|_, _| Thought::default())
    }

    #[tokio::test]
    async fn a_running_search_is_stopped_with_its_ticket() {
        let pool = Pool::new(1).unwrap();
        let running = pool.think(asker(1, 1), long());
        running.began.await.unwrap();
        drop(running.ticket);
        // Its thread is free for the next one.
        pool.think(asker(2, 1), quick()).thought.await.unwrap();
        pool.close();
    }

    #[tokio::test]
    async fn a_long_search_makes_way_and_has_a_move() {
        let pool = Pool::new(1).unwrap();
        let running = pool.think(asker(1, 1), long());
        let other = pool.think(asker(2, 2), quick());
        other.thought.await.unwrap();
        assert!(running.thought.await.unwrap().usi.is_some());
        pool.close();
    }

    #[tokio::test]
    async fn a_search_that_does_not_hear_keeps_nobody_waiting() {
        let pool = Pool::new(1).unwrap();
        let (end, ends) = std::sync::mpsc::channel::<()>();
        let deaf = Box::new(move |_: &_, _| {
            // Until the sender is dropped.
            let _ = ends.recv();
            Thought::default()
        });
        let running = pool.think(asker(1, 1), deaf);
        running.began.await.unwrap();
        pool.think(asker(2, 2), quick()).thought.await.unwrap();
        drop(end);
        running.thought.await.unwrap();
        pool.close();
    }
}
