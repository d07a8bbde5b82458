//! Answers that are the same for everybody, kept once they are made.

use crate::address::Address;
use crate::at_once::Turns;
use axum::body::Bytes;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Answers by what they depend on. One is made at a time: it takes a while, and memory.
pub(super) struct Made<K> {
    made: Mutex<HashMap<K, Bytes>>,
    turns: Turns,
    /// So many are kept.
    most: usize,
}

impl<K: Eq + Hash> Made<K> {
    pub(super) fn new(most: usize) -> Self {
        Made { made: Mutex::default(), turns: Turns::new(1), most }
    }

    /// An answer, which is made for somebody unless it is there; `None` where there is none.
    pub(super) async fn get(
        &self,
        key: K,
        by: Address,
        make: impl FnOnce() -> Option<Vec<u8>> + Send + 'static,
    ) -> Option<Bytes> {
        let known = || self.made().get(&key).cloned();
        if let Some(answer) = known() {
            return Some(answer);
        }
        let turn = self.turns.wait(Some(by)).await;
        // Who had the turn before may have made it.
        if let Some(answer) = known() {
            return Some(answer);
        }
        let made = tokio::task::spawn_blocking(move || {
            // Taken along: the work goes on when nobody waits for it any more.
            (make(), turn)
        });
        let (answer, _turn) = made.await.ok()?;
        let answer = Bytes::from(answer?);
        self.keep(key, &answer);
        Some(answer)
    }

    fn made(&self) -> MutexGuard<'_, HashMap<K, Bytes>> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, key: K, answer: &Bytes) {
        let mut made = self.made();
        if made.len() >= self.most {
            made.clear();
        }
        made.insert(key, answer.clone());
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
        let (made, count) = (Arc::new(Made::new(10)), Arc::new(AtomicUsize::new(0)));
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
}
