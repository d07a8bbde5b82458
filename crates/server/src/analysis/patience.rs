//! How long somebody waits for work on positions.

use super::LineError;
use komadai_rules::Interrupt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Work on a line or a tree may take so long. In the program's own games it takes a fraction of a second; a
/// user's file may make any move a matter of a second.
const MOST: Duration = Duration::from_secs(5);

/// Whether work goes on: not longer than it may take, and only while somebody waits for it.
#[derive(Clone, Debug)]
pub(crate) struct Patience {
    gone: Arc<AtomicBool>,
    /// What the work on positions asks. It may also give up by itself, where there is too much to hold.
    interrupt: Interrupt,
}

/// Somebody who waits: work ends when this is dropped.
pub(crate) struct Waits(Arc<AtomicBool>);

impl Patience {
    /// For work that begins now.
    pub(crate) fn new() -> (Self, Waits) {
        let gone = Arc::new(AtomicBool::new(false));
        (Patience::from_now(Arc::clone(&gone)), Waits(gone))
    }

    /// The time in which it waits for its turn does not count.
    #[must_use]
    pub(crate) fn begin(self) -> Self {
        Patience::from_now(self.gone)
    }

    fn from_now(gone: Arc<AtomicBool>) -> Self {
        let (until, nobody) = (Instant::now() + MOST, Arc::clone(&gone));
        let interrupt =
            Interrupt::new(move || nobody.load(Ordering::Relaxed) || Instant::now() >= until);
        Patience { gone, interrupt }
    }

    /// Whether it is over, for what asks within the work on a position.
    pub(crate) fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    /// What was worked out meanwhile.
    ///
    /// # Errors
    /// When it is over: then that may have been broken off, and means nothing.
    pub(crate) fn held<T>(&self, done: T) -> Result<T, LineError> {
        if self.is_over() { Err(LineError::TooMuch) } else { Ok(done) }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.interrupt.ask()
    }
}

impl Drop for Waits {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
