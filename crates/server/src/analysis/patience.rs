//! How long somebody who has asked waits for work on positions.

use super::Patience;
use komadai_rules::Interrupt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Work on a line or a tree may take so long. In the program's own games it takes a fraction of a second; a
/// user's file may make any move a matter of a second.
const MOST: Duration = Duration::from_secs(5);

/// Somebody who waits: work ends when this is dropped.
pub(crate) struct Waits(Arc<AtomicBool>);

/// Somebody who waits, and the patience with work that begins when it is asked for: the time in which the work waits
/// for its turn does not count.
pub(crate) fn waiting() -> (Waits, impl FnOnce() -> Patience + Send + 'static) {
    let gone = Arc::new(AtomicBool::new(false));
    let nobody = Arc::clone(&gone);
    let begin = move || {
        let until = Instant::now() + MOST;
        let is_over = move || nobody.load(Ordering::Relaxed) || Instant::now() >= until;
        Patience::until(Interrupt::new(is_over))
    };
    (Waits(gone), begin)
}

impl Drop for Waits {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
