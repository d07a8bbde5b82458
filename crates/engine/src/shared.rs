//! What all workers of a search share.

use crate::transposition::TranspositionTable;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};

/// The transposition table, the stop flag, and the count of nodes.
#[derive(Debug)]
pub struct Shared {
    pub(crate) table: TranspositionTable,
    signals: Arc<Signals>,
    nodes: AtomicU64,
    helpers: AtomicU64,
    /// The depth of the main thread's iteration.
    main_depth: AtomicI32,
    /// The depth of the deepest iteration that a helper has finished.
    helper_depth: AtomicI32,
}

/// What is called to the workers from outside.
#[derive(Debug, Default)]
pub(crate) struct Signals {
    stop: AtomicBool,
    pondering: AtomicBool,
}

impl Signals {
    pub(crate) fn prepare(&self, pondering: bool) {
        self.pondering.store(pondering, Ordering::SeqCst);
        self.stop.store(false, Ordering::SeqCst);
    }

    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }

    pub(crate) fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::SeqCst);
    }

    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub(crate) fn pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }
}

impl Shared {
    /// With a transposition table of this many mebibytes. Without enough memory the process aborts:
    /// see [`Shared::fits`].
    pub fn new(hash_mebibytes: usize) -> Self {
        Shared {
            table: TranspositionTable::new(hash_mebibytes),
            signals: Arc::default(),
            nodes: AtomicU64::new(0),
            helpers: AtomicU64::new(0),
            main_depth: AtomicI32::new(0),
            helper_depth: AtomicI32::new(0),
        }
    }

    /// Whether there is enough memory for a table of this many mebibytes.
    pub fn fits(hash_mebibytes: usize) -> bool {
        TranspositionTable::fits(hash_mebibytes)
    }

    /// Prepares for a search: call this once before the main thread and its helpers start.
    /// `pondering` as in [`Limits::ponder`](crate::Limits::ponder).
    pub fn prepare(&self, pondering: bool) {
        self.table.new_search();
        self.nodes.store(0, Ordering::SeqCst);
        self.helpers.store(0, Ordering::SeqCst);
        self.main_depth.store(0, Ordering::SeqCst);
        self.helper_depth.store(0, Ordering::SeqCst);
        self.signals.prepare(pondering);
    }

    /// Prepares for a new game: forgets what earlier searches have found.
    pub fn clear(&self) {
        self.table.clear();
    }

    /// Ends the search, from any thread.
    pub fn stop(&self) {
        self.signals.stop();
    }

    /// Whether the search was told to end.
    pub fn is_stopped(&self) -> bool {
        self.signals.stopped()
    }

    /// Tells the search, from any thread, that the opponent has played the expected move: the clock
    /// runs from now.
    pub fn ponder_hit(&self) {
        self.signals.ponder_hit();
    }

    /// Nodes of all workers since [`Shared::prepare`].
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    pub(crate) fn signals(&self) -> &Arc<Signals> {
        &self.signals
    }

    pub(crate) fn pondering(&self) -> bool {
        self.signals.pondering()
    }

    /// Registers a helper; returns how many there were before.
    pub(crate) fn add_helper(&self) -> u64 {
        self.helpers.fetch_add(1, Ordering::Relaxed)
    }

    /// Notes the depth of the main thread's next iteration.
    pub(crate) fn begin_main_iteration(&self, depth: i32) {
        self.main_depth.store(depth, Ordering::Relaxed);
    }

    /// The depth of a helper's next iteration, after it has finished this one: deeper than the main
    /// thread is.
    pub(crate) fn next_helper_depth(&self, depth: i32) -> i32 {
        self.helper_depth.fetch_max(depth, Ordering::Relaxed);
        self.main_depth.load(Ordering::Relaxed).max(depth) + 1
    }

    /// The depth of the main thread's next iteration, after it has finished this one. It skips
    /// those that a helper has finished: their results are in the table.
    pub(crate) fn next_main_depth(&self, depth: i32) -> i32 {
        self.helper_depth.load(Ordering::Relaxed).max(depth) + 1
    }

    pub(crate) fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }
}
