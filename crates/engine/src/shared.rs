//! What all workers of a search share.

use crate::table::Table;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};

/// The table, the call to stop, and the count of nodes.
#[derive(Debug)]
pub struct Shared {
    pub(crate) table: Table,
    stop: AtomicBool,
    pondering: AtomicBool,
    nodes: AtomicU64,
    helpers: AtomicU64,
    /// The iteration at which the leader is, and the deepest one that a helper has finished.
    depths: [AtomicI32; 2],
}

impl Shared {
    /// With a table of so many mebibytes. Where the machine does not give them the process ends: see
    /// [`Shared::fits`].
    pub fn new(hash_mebibytes: usize) -> Self {
        Shared {
            table: Table::new(hash_mebibytes),
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            helpers: AtomicU64::new(0),
            depths: [AtomicI32::new(0), AtomicI32::new(0)],
        }
    }

    /// Whether the machine gives room for a table of so many mebibytes.
    pub fn fits(hash_mebibytes: usize) -> bool {
        Table::fits(hash_mebibytes)
    }

    /// A new search is about to start: call this once before the leader and its helpers run.
    /// `pondering` as in [`Limits::ponder`](crate::Limits::ponder).
    pub fn prepare(&self, pondering: bool) {
        self.table.grow_older();
        self.nodes.store(0, Ordering::SeqCst);
        self.helpers.store(0, Ordering::SeqCst);
        self.depths.iter().for_each(|depth| depth.store(0, Ordering::SeqCst));
        self.pondering.store(pondering, Ordering::SeqCst);
        self.stop.store(false, Ordering::SeqCst);
    }

    /// A new game begins: forgets what earlier searches have found.
    pub fn clear(&self) {
        self.table.clear();
    }

    /// Ends the search, from any thread.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }

    /// The move that was pondered on has been played: the clock runs from now, from any thread.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::SeqCst);
    }

    /// Nodes of all workers since [`Shared::prepare`].
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub(crate) fn pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// A helper begins; tells how many have before.
    pub(crate) fn join(&self) -> u64 {
        self.helpers.fetch_add(1, Ordering::Relaxed)
    }

    /// The leader begins an iteration.
    pub(crate) fn lead_at(&self, depth: i32) {
        self.depths[0].store(depth, Ordering::Relaxed);
    }

    /// A helper has finished an iteration; tells which one is worth its while next: one that the
    /// leader has not begun.
    pub(crate) fn helped_at(&self, depth: i32) -> i32 {
        self.depths[1].fetch_max(depth, Ordering::Relaxed);
        self.depths[0].load(Ordering::Relaxed).max(depth) + 1
    }

    /// The iteration that is worth the leader's while after one that it has finished: what a helper
    /// has finished meanwhile is in the table.
    pub(crate) fn after(&self, depth: i32) -> i32 {
        self.depths[1].load(Ordering::Relaxed).max(depth) + 1
    }

    pub(crate) fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }
}
