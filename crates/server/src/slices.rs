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
    room: Room,
    place: Option<Share>,
    since: Instant,
    /// How often it might have made way since the clock was read.
    points: u32,
}

/// The clock is read at one point of so many: that takes as long as a step of a walk.
const POINTS: u32 = 4;

/// Where work is done in slices, a piece at a time.
#[derive(Clone)]
pub(crate) struct Room {
    /// For what begins, and for one piece of what has begun.
    places: Arc<Semaphore>,
    /// What has begun waits here for its turn to wait there: so what is little work waits for a slice or two, however
    /// much has begun.
    begun: Arc<Semaphore>,
}

impl Room {
    pub(crate) fn new() -> Self {
        let [places, begun] = [(); 2].map(|()| Arc::new(Semaphore::new(1)));
        Room { places, begun }
    }

    /// Waits for a place to begin. It is never closed.
    pub(crate) async fn enter(&self) -> Option<Share> {
        Arc::clone(&self.places).acquire_owned().await.ok()
    }

    /// Waits for a place to go on.
    async fn go_on(&self) -> Option<Share> {
        let _next = self.begun.acquire().await.ok()?;
        self.enter().await
    }
}

/// Does work in a place of a room. Whoever waits for one has it after a slice, or as soon as the work asks then whether
/// to pause: see [`pause`].
pub(crate) fn during<T>(room: Room, place: Option<Share>, work: impl FnOnce() -> T) -> T {
    let working = Working { room, place, since: Instant::now(), points: 0 };
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
        working.points = working.points.wrapping_add(1);
        if !working.points.is_multiple_of(POINTS) || working.since.elapsed() <= SLICE {
            return;
        }
        if may_wait() {
            working.place = None;
            working.place = wait(working.room.go_on()).flatten();
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
    use std::sync::Mutex;

    #[test]
    fn a_thread_waits_without_a_runtime() {
        let room = Room::new();
        let held = wait(room.enter()).flatten();
        let waits = thread::spawn(move || wait(room.go_on()).flatten().is_some());
        thread::sleep(Duration::from_millis(20));
        drop(held);
        assert!(waits.join().unwrap());
    }

    #[tokio::test]
    async fn what_begins_waits_for_one_of_what_has_begun() {
        let room = Room::new();
        let held = room.enter().await;
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut waiting = Vec::new();
        for begins in [false, false, false, true] {
            let (room, order) = (room.clone(), Arc::clone(&order));
            waiting.push(tokio::spawn(async move {
                let _place = if begins { room.enter().await } else { room.go_on().await };
                order.lock().unwrap().push(begins);
            }));
            tokio::task::yield_now().await;
        }
        drop(held);
        for task in waiting {
            task.await.unwrap();
        }
        assert_eq!(*order.lock().unwrap(), [false, true, false, false]);
    }
}
