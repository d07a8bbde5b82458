//! How many of something may be there at a time: of each address, and in all.

use crate::address::{Address, Owner};
use crate::slices::{self, Place, Room};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// How many of something each address may have at a time.
#[derive(Clone)]
pub(crate) struct AtOnce<K = Address> {
    most: usize,
    addresses: Arc<Mutex<Addresses<K>>>,
}

/// One of those that an address has, as long as this lives.
pub(crate) type Share = OwnedSemaphorePermit;

struct Addresses<K> {
    shares: HashMap<K, Arc<Semaphore>>,
    /// With so many addresses those that have nothing are forgotten.
    crowded: usize,
}

/// Fewer addresses are not worth tidying up.
const FEW: usize = 1_024;

/// Work that takes long: little of it is done at a time, and for each who asks one piece, so that nobody
/// waits for all that somebody else asks for.
pub(crate) struct Turns {
    each: AtOnce<Owner>,
    /// How many may have begun.
    places: Arc<Semaphore>,
    /// Where work makes way for others in its midst.
    room: Option<Room>,
}

/// Those who wait for the same work. It is done as soon as any of them has a turn: nobody can hold it up for
/// the others by asking for it first, behind much else of their own.
pub(crate) struct Askers {
    known: Mutex<Vec<Owner>>,
    joined: Notify,
}

/// Nobody else helps where so many wait already.
const MOST_ASKERS: usize = 16;

/// Work that takes long and is done bit by bit, so that whoever wants little has it soon. Only so many may
/// wait: others are better told to come again.
pub(crate) struct Line {
    standing: Arc<Semaphore>,
    turns: Arc<Semaphore>,
    each: AtOnce<Owner>,
}

/// A place in a line, for as long as this lives.
pub(crate) struct Standing {
    turns: Arc<Semaphore>,
    #[expect(dead_code, reason = "held, not read")]
    shares: [Option<Share>; 2],
}

/// A turn. Whoever works in a thread of its own takes it along, so that it lasts when nobody waits for
/// the work any more.
pub(crate) struct Turn {
    shares: [Option<Share>; 2],
    /// Where it makes way for others.
    slices: Option<Place>,
}

impl Turns {
    /// So many at a time in all.
    pub(crate) fn new(most: usize) -> Self {
        Turns { each: AtOnce::new(1), places: Arc::new(Semaphore::new(most)), room: None }
    }

    /// In a room, where each piece makes way for the others again and again: see [`Turn::during`]. So many may have
    /// begun, each of which has a thread.
    pub(crate) fn in_slices(most_begun: usize, room: &Room) -> Self {
        Turns { room: Some(room.clone()), ..Turns::new(most_begun) }
    }

    /// Waits for a turn.
    pub(crate) async fn wait(&self, by: Owner) -> Turn {
        let own = self.each.wait(by).await;
        // The semaphore is never closed.
        let place = Arc::clone(&self.places).acquire_owned().await.ok();
        let slices = match &self.room {
            Some(room) => Some(room.enter(by).await),
            None => None,
        };
        Turn { shares: [own, place], slices }
    }
}

impl Turn {
    /// Whether it makes way for others.
    pub(crate) fn is_in_slices(&self) -> bool {
        self.slices.is_some()
    }

    /// Does work in this turn, in this thread, which must not be one of those that answer.
    pub(crate) fn during<T>(self, work: impl FnOnce() -> T) -> T {
        let Turn { shares: _shares, slices } = self;
        match slices {
            Some(place) => slices::during(place, work),
            None => work(),
        }
    }
}

impl From<Share> for Turn {
    fn from(share: Share) -> Self {
        Turn { shares: [None, Some(share)], slices: None }
    }
}

impl From<Owner> for Askers {
    fn from(by: Owner) -> Self {
        Askers::of([by])
    }
}

impl Askers {
    /// These wait for it.
    pub(crate) fn of(all: impl IntoIterator<Item = Owner>) -> Self {
        Askers { known: Mutex::new(all.into_iter().collect()), joined: Notify::new() }
    }

    /// All who wait for it now.
    pub(crate) fn all(&self) -> Vec<Owner> {
        self.known().clone()
    }

    /// One more waits for it.
    pub(crate) fn join(&self, by: Owner) {
        let mut known = self.known();
        if known.len() < MOST_ASKERS && !known.contains(&by) {
            known.push(by);
            self.joined.notify_one();
        }
    }

    /// Waits until any of them has a turn.
    pub(crate) async fn turn(&self, turns: &Turns) -> Turn {
        let mut waiting = FuturesUnordered::new();
        loop {
            for by in self.all().into_iter().skip(waiting.len()) {
                waiting.push(turns.wait(by));
            }
            tokio::select! {
                Some(turn) = waiting.next() => return turn,
                () = self.joined.notified() => {}
            }
        }
    }

    fn known(&self) -> MutexGuard<'_, Vec<Owner>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Line {
    /// For so many; each has a turn after the other.
    pub(crate) fn new(most: usize) -> Self {
        Line {
            standing: Arc::new(Semaphore::new(most)),
            turns: Arc::new(Semaphore::new(1)),
            each: AtOnce::new(1),
        }
    }

    /// A place; `None` if there is none left. Whoever asks for a second one waits for the first to be given
    /// back before that counts.
    pub(crate) async fn stand(&self, by: Owner) -> Option<Standing> {
        let own = self.each.wait(by).await;
        let stands = Arc::clone(&self.standing).try_acquire_owned().ok()?;
        Some(Standing { turns: Arc::clone(&self.turns), shares: [own, Some(stands)] })
    }
}

impl Standing {
    /// Waits for the next turn, while all others have theirs.
    pub(crate) async fn turn(&self) -> Option<Share> {
        // The semaphore is never closed.
        Arc::clone(&self.turns).acquire_owned().await.ok()
    }
}

impl<K: Copy + Eq + Hash> AtOnce<K> {
    /// So many for each address.
    pub(crate) fn new(most: usize) -> Self {
        let addresses = Addresses { shares: HashMap::new(), crowded: 0 };
        AtOnce { most, addresses: Arc::new(Mutex::new(addresses)) }
    }

    /// One more; `None` if the address has enough.
    pub(crate) fn take(&self, address: K) -> Option<Share> {
        self.shares_of(address).try_acquire_owned().ok()
    }

    /// So many more; `None` if the address would have too many.
    pub(crate) fn take_many(&self, address: K, number: usize) -> Option<Share> {
        let number = u32::try_from(number).ok()?;
        self.shares_of(address).try_acquire_many_owned(number).ok()
    }

    /// One more, as soon as the address has not enough.
    pub(crate) async fn wait(&self, address: K) -> Option<Share> {
        // The semaphore is never closed.
        self.shares_of(address).acquire_owned().await.ok()
    }

    fn shares_of(&self, address: K) -> Arc<Semaphore> {
        let mut addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        if addresses.shares.len() >= addresses.crowded.max(FEW) {
            // Whoever has a share, or waits for one, holds the semaphore too.
            addresses.shares.retain(|_, shares| Arc::strong_count(shares) > 1);
            addresses.crowded = 2 * addresses.shares.len();
        }
        let new = || Arc::new(Semaphore::new(self.most));
        Arc::clone(addresses.shares.entry(address).or_insert_with(new))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;
    use std::time::Duration;

    fn address(number: u32) -> Address {
        std::net::IpAddr::from(Ipv4Addr::from_bits(number)).into()
    }

    #[test]
    fn an_address_has_its_share_and_no_more() {
        let at_once = AtOnce::new(2);
        let shares = [at_once.take(address(1)), at_once.take(address(1))];
        assert!(shares.iter().all(Option::is_some));
        assert!(at_once.take(address(1)).is_none());
        assert!(at_once.take(address(2)).is_some());
        drop(shares);
        assert!(at_once.take(address(1)).is_some());
    }

    #[test]
    fn many_are_one_share() {
        let at_once = AtOnce::new(5);
        let three = at_once.take_many(address(1), 3);
        assert!(three.is_some() && at_once.take_many(address(1), 3).is_none());
        assert!(at_once.take_many(address(1), 2).is_some());
        drop(three);
        assert!(at_once.take_many(address(1), 5).is_some());
        assert!(at_once.take_many(address(1), usize::MAX).is_none());
    }

    #[tokio::test]
    async fn who_asks_for_much_lets_others_have_their_turn() {
        let turns = Arc::new(Turns::new(1));
        let (greedy, other) = (Some(address(1)), Some(address(2)));
        let first = turns.wait(greedy).await;
        let order = Arc::new(Mutex::new(Vec::new()));
        let waits = |by: Owner| {
            let (turns, order) = (Arc::clone(&turns), Arc::clone(&order));
            tokio::spawn(async move {
                let _turn = turns.wait(by).await;
                order.lock().unwrap().push(by);
            })
        };
        let mut waiting: Vec<_> = (0..10).map(|_| waits(greedy)).collect();
        tokio::task::yield_now().await;
        waiting.push(waits(other));
        tokio::task::yield_now().await;
        drop(first);
        for task in waiting {
            task.await.unwrap();
        }
        let order = order.lock().unwrap();
        assert!(order.iter().position(|by| *by == other) <= Some(1), "{order:?}");
    }

    #[tokio::test]
    async fn whoever_joins_later_may_have_a_turn_sooner() {
        let turns = Turns::new(2);
        let _busy = turns.wait(Some(address(1))).await;
        let askers = Arc::new(Askers::from(Some(address(1))));
        let waits = {
            let askers = Arc::clone(&askers);
            tokio::spawn(async move { drop(askers.turn(&turns).await) })
        };
        tokio::task::yield_now().await;
        assert!(!waits.is_finished(), "the first is busy with something else");
        askers.join(Some(address(2)));
        tokio::time::timeout(Duration::from_secs(10), waits).await.expect("in time").unwrap();
    }

    #[tokio::test]
    async fn a_line_does_not_grow_without_end() {
        let line = Line::new(2);
        let by = |number| Some(address(number));
        let standing = [line.stand(by(1)).await, line.stand(by(2)).await];
        assert!(standing.iter().all(Option::is_some));
        assert!(line.stand(by(3)).await.is_none());
        drop(standing);
        assert!(line.stand(by(3)).await.is_some());
    }

    #[tokio::test]
    async fn who_stands_in_a_line_has_a_turn_after_every_other() {
        let line = Line::new(2);
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for number in 1..=2 {
            let (standing, order) = (line.stand(Some(address(number))).await, Arc::clone(&order));
            let standing = standing.expect("there is a place");
            tasks.push(tokio::spawn(async move {
                for _ in 0..3 {
                    let _turn = standing.turn().await;
                    order.lock().unwrap().push(number);
                    tokio::task::yield_now().await;
                }
            }));
        }
        for task in tasks {
            task.await.unwrap();
        }
        assert_eq!(*order.lock().unwrap(), [1, 2, 1, 2, 1, 2]);
    }

    #[test]
    fn who_has_nothing_is_forgotten() {
        let at_once = AtOnce::new(1);
        let kept: Vec<_> = (0..10).map(|number| at_once.take(address(number))).collect();
        for number in 10..10_000 {
            drop(at_once.take(address(number)));
        }
        assert!(at_once.addresses.lock().unwrap().shares.len() <= FEW);
        assert!(kept.iter().all(Option::is_some));
        assert!(at_once.take(address(3)).is_none(), "it has its share still");
    }
}
