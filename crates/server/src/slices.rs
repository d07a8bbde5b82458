//! Work in slices: in its midst it makes way for what others wait for, again and again.

use crate::address::Owner;
use crate::had::Had;
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
/// Who has worked for so long without making way works beside the next...
const OVERDUE: Duration = Duration::from_millis(20);
/// ... unless as many do already as there are places: then after so long, for it may wait for what others hold.
const LONG_OVERDUE: Duration = Duration::from_millis(500);
/// What an address has had of late counts up to so much.
const MOST_HAD: Duration = Duration::from_millis(250);

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
/// The addresses share it, however many pieces of work each has: next is who has had the least of late. So what is
/// little work is done almost as soon as by itself, however much others want.
///
/// Work makes way of its own accord. Some does not for long: it has few points at which it may pause, or waits for
/// something that other work holds. Then the next goes on beside it.
#[derive(Clone)]
pub(crate) struct Room(Arc<Mutex<Queue>>);

struct Queue {
    /// So many may work, besides those that are overdue...
    places: usize,
    /// ... and so many more.
    free: usize,
    working: Vec<Slice>,
    /// In the order in which they came.
    waiting: Vec<Waiting>,
    had: HashMap<Owner, Had>,
    /// When it began: times are counted from here.
    began: Instant,
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

/// With so many addresses those that have had next to nothing are forgotten.
const CROWDED: usize = 1_024;
/// So many seconds of work are next to nothing.
const NOTHING: f64 = 1e-4;

/// A place in a room, as long as this lives.
pub(crate) struct Place {
    room: Room,
    by: Owner,
    number: u64,
}

impl Place {
    /// Leaves it to others who come first, and waits for the next.
    fn change(self) -> Self {
        if self.room.queue().keeps(self.number, Instant::now()) {
            return self;
        }
        let (room, by) = (self.room.clone(), self.by);
        drop(self);
        room.go_on(by)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.room.queue().end(self.number, Instant::now());
        self.room.advance();
    }
}

impl Room {
    /// For so many pieces of work at a time.
    pub(crate) fn new(places: usize) -> Self {
        Room(Arc::new(Mutex::new(Queue::new(places))))
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
            let Some((next, number)) = self.queue().begin(Instant::now()) else { return };
            // Who does not wait any more gives it back at once.
            let place = Place { room: self.clone(), by: next.by, number };
            drop(next.place.send(place));
        }
    }

    /// Whoever waits looks after [`OVERDUE`] again: others work beside what does not make way.
    fn look(&self) {
        self.queue().look(Instant::now());
        self.advance();
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    fn new(places: usize) -> Self {
        let (working, waiting, had) = Default::default();
        Queue { places, free: places, working, waiting, had, began: Instant::now(), next: 1 }
    }

    /// Who is next, and the number of the slice.
    fn begin(&mut self, now: Instant) -> Option<(Waiting, u64)> {
        self.waiting.retain(|it| !it.place.is_closed());
        if self.free == 0 {
            return None;
        }
        let (next, _) = self.first(now)?;
        let (next, number) = (self.waiting.remove(next), self.next);
        self.working.push(Slice { number, by: next.by, since: now, is_overdue: false });
        self.free -= 1;
        self.next += 1;
        Some((next, number))
    }

    /// Which of those who wait comes first: one whose address has no slice, and has had the least. Tells both, too.
    fn first(&self, now: Instant) -> Option<(usize, (bool, f64))> {
        let works = |by| self.working.iter().any(|it| it.by == by && !it.is_overdue);
        let place = |it: &Waiting| (works(it.by), self.had(it.by, now));
        let places = self.waiting.iter().map(place).enumerate();
        places.min_by(|(_, a), (_, b)| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)))
    }

    /// Whether what works has the next slice, too: all who wait have had more.
    fn keeps(&mut self, number: u64, now: Instant) -> bool {
        self.waiting.retain(|it| !it.place.is_closed());
        let Some(index) = self.working.iter().position(|it| it.number == number) else {
            return false;
        };
        let mut slice = self.working.swap_remove(index);
        self.charge(slice.by, slice.since, now);
        slice.since = now;
        let had = self.had(slice.by, now);
        let is_next = |(_, (works, least)): (usize, (bool, f64))| !works && least <= had;
        let keeps = !slice.is_overdue && !self.first(now).is_some_and(is_next);
        self.working.push(slice);
        keeps
    }

    /// The seconds that an address has had of late, with what it is at now.
    fn had(&self, by: Owner, now: Instant) -> f64 {
        let at_work = self.working.iter().filter(|it| it.by == by);
        let at_work = at_work.map(|it| now.saturating_duration_since(it.since)).sum();
        let (had, now) = (self.had.get(&by).copied().unwrap_or_default(), now - self.began);
        had.and(at_work, MOST_HAD, now).at(now)
    }

    /// Notes what an address has had since then.
    fn charge(&mut self, by: Owner, since: Instant, now: Instant) {
        let (more, now) = (now.saturating_duration_since(since), now - self.began);
        if self.had.len() >= CROWDED {
            self.had.retain(|_, had| had.at(now) > NOTHING);
        }
        let had = self.had.entry(by).or_default();
        *had = had.and(more, MOST_HAD, now);
    }

    fn end(&mut self, number: u64, now: Instant) {
        let Some(index) = self.working.iter().position(|it| it.number == number) else { return };
        let Slice { by, is_overdue, since, .. } = self.working.swap_remove(index);
        if !is_overdue {
            self.free += 1;
        }
        self.charge(by, since, now);
    }

    fn look(&mut self, now: Instant) {
        let mut overdue = self.working.iter().filter(|it| it.is_overdue).count();
        for slice in self.working.iter_mut().filter(|it| !it.is_overdue) {
            let limit = if overdue < self.places { OVERDUE } else { LONG_OVERDUE };
            if now.saturating_duration_since(slice.since) >= limit {
                slice.is_overdue = true;
                self.free += 1;
                overdue += 1;
            }
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
    use crate::had::HALF;
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

    /// Pieces of work: whose each is, after how many slices somebody asks for it, and how many it takes. In which
    /// order do they have them?
    fn check(places: usize, wanted: &[(u32, u32, u32)], order: &[u32]) {
        let (mut queue, mut had, mut waiting) = (Queue::new(places), Vec::new(), Vec::new());
        let begun = Instant::now();
        let mut wanted: Vec<_> = wanted.to_vec();
        for time in 0..=order.len() as u32 {
            let now = begun + time * SLICE;
            for number in std::mem::take(&mut waiting) {
                queue.end(number, now);
            }
            for (by, after, left) in &mut wanted {
                if *after <= time && *left > 0 {
                    let (place, receiver) = oneshot::channel();
                    queue.waiting.push(Waiting { by: address(*by), place });
                    std::mem::forget(receiver);
                    *after = u32::MAX;
                }
            }
            while let Some((next, number)) = queue.begin(now) {
                waiting.push(number);
                let of = |it: &&mut (u32, u32, u32)| address(it.0) == next.by && it.1 == u32::MAX;
                let (by, after, left) = wanted.iter_mut().find(of).unwrap();
                had.push(*by);
                (*after, *left) = (time + 1, *left - 1);
            }
        }
        assert_eq!(had, order, "{places} {wanted:?}");
    }

    #[test]
    fn addresses_have_turns() {
        let one = |by| (by, 0, 1);
        check(1, &[1, 1, 1, 2, 2, 3].map(one), &[1, 2, 3, 1, 2, 1]);
        check(1, &[1, 1, 1].map(one), &[1, 1, 1]);
        check(2, &[1, 1, 1, 2, 3, 4].map(one), &[1, 2, 3, 4, 1, 1]);
        check(1, &[(1, 0, 3), (2, 0, 3)], &[1, 2, 1, 2, 1, 2]);
    }

    #[test]
    fn who_has_had_the_least_is_next() {
        // As long as somebody else has worked before, a short while ago.
        check(1, &[(1, 0, 8), (2, 4, 3)], &[1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1]);
        check(1, &[(1, 0, 6), (2, 2, 6)], &[1, 1, 2, 2, 1, 2, 1, 2, 1, 2, 1, 2]);
    }

    #[test]
    fn who_has_had_less_keeps_the_place() {
        let (mut queue, now) = (Queue::new(2), Instant::now());
        let wants = |queue: &mut Queue, by| {
            let (place, receiver) = oneshot::channel();
            std::mem::forget(receiver);
            queue.waiting.push(Waiting { by: address(by), place });
        };
        wants(&mut queue, 1);
        wants(&mut queue, 2);
        let [first, second] = [(); 2].map(|()| queue.begin(now).unwrap().1);
        assert!(queue.keeps(first, now + SLICE), "nobody waits");
        queue.charge(address(3), now, now + 4 * SLICE);
        wants(&mut queue, 3);
        assert!(queue.keeps(first, now + 2 * SLICE));
        assert!(queue.keeps(second, now + 3 * SLICE));
        assert!(!queue.keeps(first, now + 5 * SLICE));
        queue.end(first, now + 5 * SLICE);
        assert_eq!(queue.begin(now + 5 * SLICE).unwrap().0.by, address(3));
        wants(&mut queue, 3);
        assert!(queue.keeps(second, now + 9 * SLICE), "who waits has another place");
        wants(&mut queue, 2);
        assert!(!queue.keeps(second, now + 10 * SLICE), "pieces of work of one address have turns");
    }

    #[test]
    fn few_work_beside_the_others() {
        let (mut queue, now) = (Queue::new(2), Instant::now());
        let begin = |queue: &mut Queue, now| {
            for by in 1..=8 {
                let (place, receiver) = oneshot::channel();
                std::mem::forget(receiver);
                queue.waiting.push(Waiting { by: address(by), place });
            }
            std::iter::from_fn(|| queue.begin(now)).count()
        };
        let mut check = |after, begun| {
            queue.look(now + after);
            assert_eq!(begin(&mut queue, now + after), begun, "{after:?}");
        };
        check(Duration::ZERO, 2);
        check(OVERDUE / 2, 0);
        check(OVERDUE, 2);
        check(2 * OVERDUE, 0);
        check(LONG_OVERDUE, 0);
        check(OVERDUE + LONG_OVERDUE, 2);
    }

    #[test]
    fn what_was_long_ago_counts_no_more() {
        let (mut queue, now) = (Queue::new(1), Instant::now());
        for number in 1..=CROWDED as u32 {
            queue.charge(address(number), now, now + SLICE);
        }
        queue.charge(address(1), now, now + 20 * HALF);
        assert_eq!(queue.had.len(), 1);
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
