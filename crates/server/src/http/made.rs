//! Answers that are the same for everybody, kept once they are made.

use crate::address::Address;
use crate::at_once::{Askers, Turns};
use crate::slices::Room;
use axum::body::Bytes;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::OnceCell;

/// Answers by what they depend on. Each is made once, however many ask for it meanwhile.
pub(super) struct Made<K> {
    made: Mutex<HashMap<K, Arc<Answer>>>,
    turns: Turns,
    /// So many are kept.
    most: usize,
}

/// An answer, once it is made for any of those who wait for it.
struct Answer {
    made: OnceCell<Bytes>,
    askers: Askers,
}

/// So many may be in the midst of being made: each takes memory.
pub(super) const MOST_BEGUN: usize = 16;

impl<K: Eq + Hash> Made<K> {
    /// Keeps so many, which are made in a room.
    pub(super) fn new(most: usize, room: &Room) -> Self {
        Made { made: Mutex::default(), turns: Turns::in_slices(MOST_BEGUN, room), most }
    }

    /// An answer, which is made for somebody unless it is there; `None` where there is none.
    pub(super) async fn get(
        &self,
        key: K,
        by: Address,
        make: impl FnOnce() -> Option<Vec<u8>> + Send + 'static,
    ) -> Option<Bytes> {
        let answer = self.answer(key);
        if !answer.made.initialized() {
            answer.askers.join(Some(by));
        }
        let made = async {
            let turn = answer.askers.turn(&self.turns).await;
            // The turn is taken along: the work goes on when nobody waits for it any more.
            let made = tokio::task::spawn_blocking(move || turn.during(make));
            made.await.ok().flatten().map(Bytes::from).ok_or(())
        };
        answer.made.get_or_try_init(|| made).await.ok().cloned()
    }

    /// Where an answer is, or will be.
    fn answer(&self, key: K) -> Arc<Answer> {
        let mut made = self.made();
        if made.len() >= self.most && !made.contains_key(&key) {
            made.clear();
        }
        let none = || Arc::new(Answer { made: OnceCell::new(), askers: Askers::of([]) });
        Arc::clone(made.entry(key).or_insert_with(none))
    }

    fn made(&self) -> MutexGuard<'_, HashMap<K, Arc<Answer>>> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn what_is_asked_for_at_one_instant_is_made_once() {
        let (made, count) = (Arc::new(Made::new(10, &Room::new(1))), Arc::new(AtomicUsize::new(0)));
        let asks = (1..200).map(|n| {
            let (made, count) = (Arc::clone(&made), Arc::clone(&count));
            let by = IpAddr::from([192, 0, 2, n % 3]).into();
            let make = move || {
                count.fetch_add(1, Ordering::Relaxed);
                Some(b"answer".to_vec())
            };
            tokio::spawn(async move { made.get("key", by, make).await })
        });
        for asked in asks.collect::<Vec<_>>() {
            assert_eq!(asked.await.unwrap().unwrap(), "answer");
        }
        assert_eq!(count.load(Ordering::Relaxed), 1);
    }

    /// Who asked first may have much else to do.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn what_is_made_is_made_in_the_turn_of_anybody_who_asks() {
        let made = Arc::new(Made::new(10, &Room::new(1)));
        let [first, second] = [1, 2].map(|n| IpAddr::from([192, 0, 2, n]).into());
        let _busy = made.turns.wait(Some(first)).await;
        let ask = |by| {
            let made = Arc::clone(&made);
            tokio::spawn(async move { made.get("key", by, || Some(b"answer".to_vec())).await })
        };
        let asked = ask(first);
        tokio::task::yield_now().await;
        let both = futures_util::future::join(asked, ask(second));
        let both = tokio::time::timeout(std::time::Duration::from_secs(20), both).await;
        let (one, other) = both.expect("the second has a turn");
        assert_eq!([one.unwrap().unwrap(), other.unwrap().unwrap()], ["answer", "answer"]);
    }

    /// Others may be in the midst of making much.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn what_is_made_waits_for_no_other() {
        let made = Arc::new(Made::new(10, &Room::new(1)));
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let ended = Arc::new(Mutex::new(ended));
        let long = (1..=2).map(|n| {
            let (made, ended) = (Arc::clone(&made), Arc::clone(&ended));
            let wait = move || ended.lock().unwrap().recv().map_or(None, |()| Some(Vec::new()));
            let by = IpAddr::from([192, 0, 2, n]).into();
            tokio::spawn(async move { made.get(format!("long {n}"), by, wait).await })
        });
        let long: Vec<_> = long.collect();
        let by = IpAddr::from([192, 0, 2, 3]).into();
        let short = made.get("short".to_owned(), by, || Some(b"answer".to_vec()));
        let short = tokio::time::timeout(std::time::Duration::from_secs(20), short).await;
        assert_eq!(short.expect("it waits for nobody").unwrap(), "answer");
        drop(end);
        for made in long {
            assert!(made.await.unwrap().is_none());
        }
    }
}
