//! How long somebody who has asked waits for work on positions.

use super::Patience;
use crate::rules::Worked;
use komadai_rules::Interrupt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Work on a line or a tree may take so long. In the program's own games it takes a fraction of a second; a
/// user's file may make any move a matter of a second.
const MOST: Duration = Duration::from_secs(5);

/// Somebody who waits: work ends when this is dropped.
pub(crate) struct Waits(Arc<AtomicBool>);

/// Somebody who waits, and the patience with work that begins when it is asked for, in the thread that asks. What counts
/// is how long that thread works: not the time in which it waits for its turn, before the work or in its midst.
pub(crate) fn waiting() -> (Waits, impl FnOnce() -> Patience + Send + 'static) {
    waiting_for(MOST)
}

fn waiting_for(most: Duration) -> (Waits, impl FnOnce() -> Patience + Send + 'static) {
    let gone = Arc::new(AtomicBool::new(false));
    let nobody = Arc::clone(&gone);
    let begin = move || {
        let worked = Worked::new();
        let is_over = move || nobody.load(Ordering::Relaxed) || worked.time() >= most;
        Patience::until(Interrupt::new(is_over))
    };
    (Waits(gone), begin)
}

impl Drop for Waits {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_work_tries_patience() {
        let most = Duration::from_millis(20);
        let (waits, begin) = waiting_for(most);
        let patience = begin();
        std::thread::sleep(2 * most);
        assert!(!patience.is_over(), "it has only waited");
        let worked = Worked::new();
        while worked.time() < most {}
        assert!(patience.is_over());
        let (waits_again, begin) = waiting_for(most);
        let patience = begin();
        assert!(!patience.is_over());
        drop((waits, waits_again));
        assert!(patience.is_over(), "nobody waits");
    }
}
