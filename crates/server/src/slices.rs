//! Work in slices: in its midst it makes way for what others wait for, again and again.

use crate::address::Owner;
use komadai_rules::pause;
use std::cell::RefCell;
use std::collections::HashMap;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::oneshot;

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

/// Where work is done in slices, as many pieces at a time as there are processors.
///
/// The addresses have turns, however many pieces of work each has: next is whose last slice is longest ago. So what is
/// little work waits for a slice or two, however much others want.
///
/// Work makes way of its own accord. Some does not for long: it has few points at which it may pause, or waits for
/// something that other work holds. Then the next goes on beside it.
#[derive(Clone)]
pub(crate) struct Room(Arc<Mutex<Queue>>);

struct Queue {
    /// So many more may work.
    free: usize,
    working: Vec<Slice>,
    /// In the order in which they came.
    waiting: Vec<Waiting>,
    /// The number of the last slice of each address.
    last: HashMap<Owner, u64>,
    /// The number of the next slice.
    next: u64,
}

/// What works.
struct Slice {
    number: u64,
    by: Owner,
    since: Instant,
    /// Another works in its place.
    is_overdue: bool,
}

/// What waits for a slice.
struct Waiting {
    by: Owner,
    place: oneshot::Sender<Place>,
}

/// So many addresses are remembered at least.
const REMEMBERED: usize = 1_024;

/// A place in a room, as long as this lives.
pub(crate) struct Place {
    room: Room,
    by: Owner,
    number: u64,
}

impl Place {
    /// Leaves it to others, and waits for the next.
    fn change(self) -> Self {
        let (room, by) = (self.room.clone(), self.by);
        drop(self);
        room.go_on(by)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.room.queue().end(self.number);
        self.room.advance();
    }
}

impl Room {
    /// For so many pieces of work at a time.
    pub(crate) fn new(places: usize) -> Self {
        let (working, waiting, last) = Default::default();
        Room(Arc::new(Mutex::new(Queue { free: places, working, waiting, last, next: 1 })))
    }

    /// Waits for a place to begin.
    pub(crate) async fn enter(&self, by: Owner) -> Place {
        let mut place = pin!(self.stand(by));
        loop {
            match tokio::time::timeout(OVERDUE, &mut place).await {
                Ok(place) => return place,
                Err(_) => self.look(),
            }
        }
    }

    /// Waits for a place to go on, in this thread. It needs nothing of the runtime, which may be about to end.
    fn go_on(&self, by: Owner) -> Place {
        wait(self.stand(by), || self.look())
    }

    /// Waits in the queue.
    async fn stand(&self, by: Owner) -> Place {
        loop {
            let (place, receiver) = oneshot::channel();
            self.queue().waiting.push(Waiting { by, place });
            self.advance();
            // Who waits is never sent away.
            if let Ok(place) = receiver.await {
                return place;
            }
        }
    }

    /// Gives places to those who are next, as long as there are any.
    fn advance(&self) {
        loop {
            let Some((next, number)) = self.queue().begin() else { return };
            // Who does not wait any more gives it back at once.
            let place = Place { room: self.clone(), by: next.by, number };
            drop(next.place.send(place));
        }
    }

    /// Whoever waits looks after [`OVERDUE`] again: others work beside what does not make way.
    fn look(&self) {
        self.queue().look();
        self.advance();
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    /// Who is next, and the number of the slice.
    fn begin(&mut self) -> Option<(Waiting, u64)> {
        self.waiting.retain(|it| !it.place.is_closed());
        if self.free == 0 {
            return None;
        }
        let works = |by| self.working.iter().any(|it| it.by == by && !it.is_overdue);
        let turn = |it: &Waiting| (works(it.by), self.last.get(&it.by).copied());
        let next = (0..self.waiting.len()).min_by_key(|index| turn(&self.waiting[*index]))?;
        let (next, number) = (self.waiting.remove(next), self.next);
        self.working.push(Slice { number, by: next.by, since: Instant::now(), is_overdue: false });
        self.free -= 1;
        self.next += 1;
        Some((next, number))
    }

    fn end(&mut self, number: u64) {
        let Some(index) = self.working.iter().position(|it| it.number == number) else { return };
        let Slice { by, is_overdue, .. } = self.working.swap_remove(index);
        if !is_overdue {
            self.free += 1;
        }
        if self.last.len() >= REMEMBERED {
            let long_ago = self.next.saturating_sub(REMEMBERED as u64 / 2);
            self.last.retain(|_, last| *last >= long_ago);
        }
        self.last.insert(by, self.next);
        self.next += 1;
    }

    fn look(&mut self) {
        let overdue = |it: &&mut Slice| !it.is_overdue && it.since.elapsed() >= OVERDUE;
        for slice in self.working.iter_mut().filter(overdue) {
            slice.is_overdue = true;
            self.free += 1;
        }
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
    use std::net::{IpAddr, Ipv4Addr};

    fn address(number: u32) -> Owner {
        Some(IpAddr::from(Ipv4Addr::from_bits(number)).into())
    }

    #[test]
    fn a_thread_waits_without_a_runtime() {
        let room = Room::new(1);
        let held = room.go_on(address(1));
        let waits = thread::spawn(move || drop(room.go_on(address(1))));
        thread::sleep(Duration::from_millis(5));
        drop(held);
        waits.join().unwrap();
    }

    /// Several at once do not: there is one place again when all have gone.
    #[tokio::test]
    async fn who_never_makes_way_keeps_nobody_waiting() {
        let room = Room::new(1);
        let rude = [room.enter(None).await, room.enter(None).await, room.enter(None).await];
        let begun = room.clone();
        let went_on = tokio::task::spawn_blocking(move || drop(begun.go_on(None)));
        tokio::time::timeout(Duration::from_secs(5), went_on).await.unwrap().unwrap();
        drop(rude);
        let queue = room.queue();
        assert_eq!((queue.free, queue.working.len()), (1, 0));
    }

    /// Who wants a slice, and in which order they have one. Nobody looks after what is overdue: a slow machine has the
    /// same order.
    async fn check(places: usize, wanted: &[u32], order: &[u32]) {
        let room = Room::new(places);
        let held: Vec<Place> =
            futures_util::future::join_all((0..places).map(|_| room.stand(None))).await;
        let had = Arc::new(Mutex::new(Vec::new()));
        let mut waiting = Vec::new();
        for by in wanted.iter().copied() {
            let (room, had) = (room.clone(), Arc::clone(&had));
            waiting.push(tokio::spawn(async move {
                let place = room.stand(address(by)).await;
                had.lock().unwrap().push(by);
                tokio::task::yield_now().await;
                drop(place);
            }));
            tokio::task::yield_now().await;
        }
        drop(held);
        for task in waiting {
            task.await.unwrap();
        }
        assert_eq!(*had.lock().unwrap(), order, "{places} {wanted:?}");
    }

    #[tokio::test]
    async fn addresses_have_turns() {
        check(1, &[1, 1, 1, 2, 2, 3], &[1, 2, 3, 1, 2, 1]).await;
        check(1, &[1, 1, 1], &[1, 1, 1]).await;
        check(2, &[1, 1, 1, 2, 3, 4], &[1, 2, 3, 4, 1, 1]).await;
    }

    #[tokio::test]
    async fn who_waits_no_more_holds_nobody_up() {
        let room = Room::new(1);
        let held = room.enter(address(1)).await;
        for _ in 0..3 {
            let gone = tokio::time::timeout(Duration::from_millis(1), room.enter(address(2)));
            assert!(gone.await.is_err());
        }
        drop(held);
        drop(room.enter(address(3)).await);
        assert_eq!(room.queue().free, 1);
    }
}
