//! Work in slices: in its midst it makes way for what others wait for, again and again.

use crate::at_once::Share;
use komadai_rules::pause;
use std::cell::RefCell;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::Semaphore;

/// After so long work makes way for others.
const SLICE: Duration = Duration::from_millis(5);
/// Then it waits for its next turn no longer than this. Turns come round sooner by far, unless what holds one waits for
/// something that this work holds.
const MOST_WAIT: Duration = Duration::from_secs(5);

thread_local! {
    /// The turn in which this thread works.
    static WORKING: RefCell<Option<Working>> = const { RefCell::new(None) };
}

struct Working {
    places: Arc<Semaphore>,
    place: Option<Share>,
    since: Instant,
    /// How often it might have made way since the clock was read.
    points: u32,
}

/// To read the clock takes as long as a step or two of a walk.
const POINTS: u32 = 16;

/// Does work in a place of these. Whoever waits for one has it after a slice at most, or as soon as the work asks whether
/// to pause: see [`pause`].
pub(crate) fn during<T>(
    places: &Arc<Semaphore>,
    place: Option<Share>,
    work: impl FnOnce() -> T,
) -> T {
    let working = Working { places: Arc::clone(places), place, since: Instant::now(), points: 0 };
    let _before = Before(WORKING.replace(Some(working)));
    pause::during(make_way, work)
}

/// What this thread worked at before, and will again when this is dropped: also where work panics.
struct Before(Option<Working>);

impl Drop for Before {
    fn drop(&mut self) {
        WORKING.set(self.0.take());
    }
}

/// Lets others work if this thread has worked for a slice.
fn make_way() {
    WORKING.with_borrow_mut(|working| {
        let Some(working) = working else { return };
        working.points += 1;
        if !working.points.is_multiple_of(POINTS) || working.since.elapsed() <= SLICE {
            return;
        }
        if may_wait() {
            // Those who wait go first, in the order of their coming.
            working.place = None;
            working.place = wait(Arc::clone(&working.places).acquire_owned()).and_then(Result::ok);
        }
        working.since = Instant::now();
    });
}

/// Whether others go on where this thread waits.
fn may_wait() -> bool {
    let runtime = Handle::try_current();
    runtime.is_ok_and(|runtime| runtime.runtime_flavor() != RuntimeFlavor::CurrentThread)
}

/// Waits for something in this thread, but not too long. It needs nothing of the runtime, which may be about to end.
fn wait<F: Future>(it: F) -> Option<F::Output> {
    struct Unpark(Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let (began, waker) = (Instant::now(), Waker::from(Arc::new(Unpark(thread::current()))));
    let (mut it, mut context) = (pin!(it), Context::from_waker(&waker));
    loop {
        if let Poll::Ready(done) = it.as_mut().poll(&mut context) {
            return Some(done);
        }
        let left = MOST_WAIT.checked_sub(began.elapsed())?;
        thread::park_timeout(left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_waits_without_a_runtime() {
        let places = Arc::new(Semaphore::new(1));
        let held = Arc::clone(&places).try_acquire_owned().ok();
        let waits = {
            let places = Arc::clone(&places);
            thread::spawn(move || wait(places.acquire_owned()).is_some_and(|place| place.is_ok()))
        };
        thread::sleep(Duration::from_millis(20));
        drop(held);
        assert!(waits.join().unwrap());
    }
}
