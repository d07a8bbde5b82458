//! Work in slices: in its midst it makes way for what others wait for, again and again.

use komadai_rules::pause;
use std::cell::RefCell;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// After so long work makes way for others.
const SLICE: Duration = Duration::from_millis(5);
/// Who has worked for so long without making way works beside the next.
const OVERDUE: Duration = Duration::from_millis(20);

thread_local! {
    /// The turn in which this thread works.
    static WORKING: RefCell<Option<Working>> = const { RefCell::new(None) };
}

struct Working {
    /// `None` while it waits for the next one.
    place: Option<Place>,
    since: Instant,
    /// How often it might have made way since the clock was read.
    points: u32,
}

/// The clock is read at one point of so many: that takes as long as a step of a walk.
const POINTS: u32 = 4;

/// Where work is done in slices, a piece at a time.
///
/// Work makes way of its own accord. Some does not for long: it has few points at which it may pause, or waits for
/// something that other work holds. Then the next goes on beside it.
#[derive(Clone)]
pub(crate) struct Room(Arc<Inside>);

struct Inside {
    /// For what begins, and for one piece of what has begun.
    places: Arc<Semaphore>,
    /// What has begun waits here for its turn to wait there: so what is little work waits for a slice or two, however
    /// much has begun.
    begun: Semaphore,
    /// How often somebody has had a place.
    taken: AtomicU64,
    /// How many places there are beside the one, since so many are overdue.
    lent: AtomicUsize,
}

/// A place in a room, as long as this lives.
pub(crate) struct Place {
    permit: Option<OwnedSemaphorePermit>,
    room: Room,
}

impl Place {
    /// Leaves it to others, and waits for the next.
    fn change(self) -> Self {
        let room = self.room.clone();
        drop(self);
        room.go_on()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let one_less = |lent: usize| lent.checked_sub(1);
        let was_lent = self.room.0.lent.fetch_update(Ordering::AcqRel, Ordering::Acquire, one_less);
        if let (Ok(_), Some(permit)) = (was_lent, self.permit.take()) {
            permit.forget();
        }
    }
}

impl Room {
    pub(crate) fn new() -> Self {
        Room(Arc::new(Inside {
            places: Arc::new(Semaphore::new(1)),
            begun: Semaphore::new(1),
            taken: AtomicU64::new(0),
            lent: AtomicUsize::new(0),
        }))
    }

    /// Waits for a place to begin.
    pub(crate) async fn enter(&self) -> Place {
        let (mut place, mut watch) = (pin!(self.place()), Watch::new(self));
        loop {
            match tokio::time::timeout(OVERDUE, &mut place).await {
                Ok(place) => return place,
                Err(_) => watch.look(),
            }
        }
    }

    /// Waits for a place to go on, in this thread. It needs nothing of the runtime, which may be about to end.
    fn go_on(&self) -> Place {
        let mut watch = Watch::new(self);
        wait(self.next(), || watch.look())
    }

    /// A place for what has begun.
    async fn next(&self) -> Place {
        let _next = self.0.begun.acquire().await;
        self.place().await
    }

    async fn place(&self) -> Place {
        // The semaphore is never closed.
        let permit = Arc::clone(&self.0.places).acquire_owned().await.ok();
        self.0.taken.fetch_add(1, Ordering::AcqRel);
        Place { permit, room: self.clone() }
    }
}

/// Sees to it that somebody has a place again and again.
struct Watch<'r> {
    room: &'r Inside,
    /// How often somebody had had one at the last look.
    taken: u64,
}

impl<'r> Watch<'r> {
    fn new(Room(room): &'r Room) -> Self {
        Watch { room, taken: room.taken.load(Ordering::Acquire) }
    }

    /// Whoever waits looks after [`OVERDUE`] again. If nobody has had a place since, there is one more.
    fn look(&mut self) {
        let Inside { places, taken, lent, .. } = self.room;
        let is_overdue =
            taken.compare_exchange(self.taken, self.taken + 1, Ordering::AcqRel, Ordering::Acquire);
        self.taken = match is_overdue {
            Ok(_) => {
                lent.fetch_add(1, Ordering::AcqRel);
                places.add_permits(1);
                self.taken + 1
            }
            Err(taken) => taken,
        };
    }
}

/// Does work in a place of a room. Whoever waits for one has it after a slice, or as soon as the work asks then whether
/// to pause: see [`pause`].
pub(crate) fn during<T>(place: Place, work: impl FnOnce() -> T) -> T {
    let working = Working { place: Some(place), since: Instant::now(), points: 0 };
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
            working.place = working.place.take().map(Place::change);
        }
        working.since = Instant::now();
    });
}

/// Whether others go on where this thread waits.
fn may_wait() -> bool {
    let runtime = Handle::try_current();
    runtime.is_ok_and(|runtime| runtime.runtime_flavor() != RuntimeFlavor::CurrentThread)
}

/// Waits for something in this thread, and looks after it meanwhile.
fn wait<F: Future>(it: F, mut look: impl FnMut()) -> F::Output {
    struct Unpark(Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let (mut looked, waker) = (Instant::now(), Waker::from(Arc::new(Unpark(thread::current()))));
    let (mut it, mut context) = (pin!(it), Context::from_waker(&waker));
    loop {
        if let Poll::Ready(done) = it.as_mut().poll(&mut context) {
            return done;
        }
        match OVERDUE.checked_sub(looked.elapsed()) {
            Some(left) => thread::park_timeout(left),
            None => {
                look();
                looked = Instant::now();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn a_thread_waits_without_a_runtime() {
        let room = Room::new();
        let held = room.go_on();
        let waits = thread::spawn(move || drop(room.go_on()));
        thread::sleep(Duration::from_millis(5));
        drop(held);
        waits.join().unwrap();
    }

    /// Several at once do not: there is one place again when all have gone.
    #[tokio::test]
    async fn who_never_makes_way_keeps_nobody_waiting() {
        let room = Room::new();
        let rude = [room.enter().await, room.enter().await, room.enter().await];
        let begun = room.clone();
        let went_on = tokio::task::spawn_blocking(move || drop(begun.go_on()));
        tokio::time::timeout(Duration::from_secs(5), went_on).await.unwrap().unwrap();
        drop(rude);
        let Room(inside) = &room;
        let left = (inside.places.available_permits(), inside.lent.load(Ordering::Acquire));
        assert_eq!(left, (1, 0));
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
                let place = if begins { room.enter().await } else { room.next().await };
                order.lock().unwrap().push(begins);
                drop(place);
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
