//! When a search is over: it was stopped, its time is up, or it has done too much.

use crate::limits::Clock;
use crate::shared::Signals;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Asked by one search: each so many nodes, and in games that are slow to play within a node, too, each
/// time after about the same work.
pub(crate) struct Watch {
    signals: Arc<Signals>,
    deadline: Option<Deadline>,
    asked: AtomicU64,
    /// After so many questions it is over. They depend on what was done alone and not on the time that
    /// it took, so a level plays alike on every machine.
    most_asked: u64,
}

/// When to stop at the latest.
pub(crate) struct Deadline {
    clock: Arc<dyn Clock>,
    /// When our own time began, in nanoseconds.
    start: AtomicU64,
    hard: Duration,
}

/// Questions besides one for each node, before a search that nodes limit is given up: some seconds in a
/// game in which a node takes that long. In all others the nodes are spent long before.
const MOST_ASKED: u64 = 1 << 13;

impl Deadline {
    /// So long after `start`.
    pub(crate) fn new(clock: Arc<dyn Clock>, start: Duration, hard: Duration) -> Self {
        Deadline { clock, start: AtomicU64::new(start.as_nanos() as u64), hard }
    }

    fn is_over(&self, pondering: bool) -> bool {
        let now = self.clock.now();
        if pondering {
            // Our own time has not begun.
            self.start.store(now.as_nanos() as u64, Relaxed);
        }
        !pondering && now >= self.start() + self.hard
    }

    fn start(&self) -> Duration {
        Duration::from_nanos(self.start.load(Relaxed))
    }
}

impl Watch {
    /// For a search that is limited to so many nodes, and by a deadline.
    pub(crate) fn new(
        signals: &Arc<Signals>,
        deadline: Option<Deadline>,
        nodes: Option<u64>,
    ) -> Self {
        Watch {
            signals: Arc::clone(signals),
            deadline,
            asked: AtomicU64::new(0),
            most_asked: nodes.map_or(u64::MAX, |nodes| nodes.saturating_add(MOST_ASKED)),
        }
    }

    /// Whether the search is over.
    pub(crate) fn is_over(&self) -> bool {
        let asked = self.asked.fetch_add(1, Relaxed);
        let pondering = self.signals.pondering();
        self.signals.stopped()
            || asked >= self.most_asked
            || self.deadline.as_ref().is_some_and(|deadline| deadline.is_over(pondering))
    }

    /// When our own time began, if there is a deadline.
    pub(crate) fn start(&self) -> Option<Duration> {
        self.deadline.as_ref().map(Deadline::start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_much_work_ends_a_search_that_nodes_limit() {
        let signals = Arc::new(Signals::default());
        let limited = Watch::new(&signals, None, Some(100));
        assert_eq!((0..).take_while(|_| !limited.is_over()).count() as u64, 100 + MOST_ASKED);
        let unlimited = Watch::new(&signals, None, None);
        assert!((0..10 * MOST_ASKED).all(|_| !unlimited.is_over()));
        signals.stop();
        assert!(unlimited.is_over());
    }

    #[test]
    fn our_own_time_begins_after_pondering() {
        let signals = Arc::new(Signals::default());
        signals.prepare(true);
        let time = Arc::new(AtomicU64::new(0));
        let told = Arc::clone(&time);
        let clock = Arc::new(move || Duration::from_secs(told.load(Relaxed)));
        let deadline = Deadline::new(clock, Duration::ZERO, Duration::from_secs(5));
        let watch = Watch::new(&signals, Some(deadline), None);
        time.store(100, Relaxed);
        assert!(!watch.is_over());
        signals.ponder_hit();
        time.store(104, Relaxed);
        assert!(!watch.is_over());
        time.store(105, Relaxed);
        assert!(watch.is_over());
    }
}
