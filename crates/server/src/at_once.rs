//! How many of something each address may have at a time.

use crate::address::Address;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many of something each address may have at a time.
#[derive(Clone)]
pub(crate) struct AtOnce {
    most: usize,
    addresses: Arc<Mutex<Addresses>>,
}

/// One of those that an address has, as long as this lives.
pub(crate) type Share = OwnedSemaphorePermit;

#[derive(Default)]
struct Addresses {
    shares: HashMap<Address, Arc<Semaphore>>,
    /// With so many addresses those that have nothing are forgotten.
    crowded: usize,
}

/// Fewer addresses are not worth tidying up.
const FEW: usize = 1_024;

impl AtOnce {
    /// So many for each address.
    pub(crate) fn new(most: usize) -> Self {
        AtOnce { most, addresses: Arc::default() }
    }

    /// One more; `None` if the address has enough.
    pub(crate) fn take(&self, address: Address) -> Option<Share> {
        self.shares_of(address).try_acquire_owned().ok()
    }

    /// One more, as soon as the address has not enough.
    pub(crate) async fn wait(&self, address: Address) -> Option<Share> {
        // The semaphore is never closed.
        self.shares_of(address).acquire_owned().await.ok()
    }

    fn shares_of(&self, address: Address) -> Arc<Semaphore> {
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
