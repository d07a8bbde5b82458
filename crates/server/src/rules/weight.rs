//! Heavy files stay in their corner: work on their positions holds up nobody but their players.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Work on a position that takes longer belongs into the corner.
const LIGHT: Duration = Duration::from_millis(10);

/// Where the work on heavy positions is done: one piece of it at a time, whatever the game.
pub(crate) struct Corner(Arc<Semaphore>);

/// How much work the positions of a variant are. A user's file may make it any amount.
pub(crate) struct Weight {
    /// Whether its pieces are those of one of the program's own games, which are all light.
    builtin: bool,
    heavy: AtomicBool,
}

impl Corner {
    pub(crate) fn new() -> Self {
        Corner(Arc::new(Semaphore::new(1)))
    }

    /// Waits for the place in it. Whoever works in a thread of its own takes it along, so that it stays
    /// taken when nobody waits for the work any more.
    pub(crate) async fn enter(&self) -> Option<OwnedSemaphorePermit> {
        // The semaphore is never closed.
        Arc::clone(&self.0).acquire_owned().await.ok()
    }
}

impl Weight {
    pub(super) fn new(builtin: bool) -> Self {
        Weight { builtin, heavy: AtomicBool::new(false) }
    }

    /// Does work on a position, in the corner if the variant is known to be heavy. Other tasks of the
    /// thread go on elsewhere meanwhile.
    pub(crate) async fn carry<T>(&self, corner: &Corner, work: impl FnOnce() -> T) -> T {
        if self.builtin {
            return work();
        }
        let _place = self.place(corner).await;
        match Handle::current().runtime_flavor() {
            RuntimeFlavor::CurrentThread => self.weigh(work),
            _ => tokio::task::block_in_place(|| self.weigh(work)),
        }
    }

    /// Does work, and notes how long it took. Not for the threads that answer.
    pub(crate) fn weigh<T>(&self, work: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let done = work();
        if began.elapsed() > LIGHT {
            self.heavy.store(true, Ordering::Relaxed);
        }
        done
    }

    /// Waits for a place in the corner before something is done in a thread of its own.
    pub(crate) async fn place(&self, corner: &Corner) -> Option<OwnedSemaphorePermit> {
        let heavy = self.heavy.load(Ordering::Relaxed);
        if heavy { corner.enter().await } else { None }
    }
}
