//! How often an address may do something.

use crate::address::Address;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often each address may do something.
#[derive(Clone)]
pub(crate) struct Rate {
    known: Arc<Known>,
    /// So much is granted at once...
    most: NonZeroU32,
    /// ... and once more after this time.
    interval: Duration,
}

struct Known {
    limiter: DefaultKeyedRateLimiter<Address>,
    /// What addresses have done beyond what was granted: it is taken from what is granted next.
    owing: Mutex<HashMap<Address, u32>>,
}

/// Somebody asks too much.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("too many requests; wait a little")]
pub(crate) struct TooMany {
    /// After this time it is granted again.
    pub(crate) wait: Duration,
}

impl Rate {
    /// So many a second, and ten times as many at once.
    pub(crate) fn per_second(number: u32) -> Self {
        let burst = at_least_one(number.saturating_mul(10));
        Rate::new(Quota::per_second(at_least_one(number)).allow_burst(burst))
    }

    /// So many an hour.
    pub(crate) fn per_hour(number: u32) -> Self {
        Rate::new(Quota::per_hour(at_least_one(number)))
    }

    /// Must be called within a runtime: addresses that have been quiet are forgotten by a task.
    fn new(quota: Quota) -> Self {
        let known = Known { limiter: RateLimiter::keyed(quota), owing: Mutex::default() };
        let known = Arc::new(known);
        let to_clear = Arc::downgrade(&known);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(Duration::from_secs(60)).await;
                let Some(known) = to_clear.upgrade() else { return };
                known.clear();
            }
        });
        Rate { known, most: quota.burst_size(), interval: quota.replenish_interval() }
    }

    /// Counts something that an address does.
    ///
    /// # Errors
    /// When it has done too much of it.
    pub(crate) fn count(&self, address: Address) -> Result<(), TooMany> {
        self.count_times(address, 1)
    }

    /// Counts something that is as much work as `times` others; more than is ever granted at once
    /// counts as that. What is refused costs nothing.
    ///
    /// # Errors
    /// When the address has done too much of it.
    pub(crate) fn count_times(&self, address: Address, times: usize) -> Result<(), TooMany> {
        let times =
            u32::try_from(times).map_or(self.most.get(), |times| times.min(self.most.get()));
        let Some(times) = NonZeroU32::new(times) else { return Ok(()) };
        match self.known.pay(address) {
            0 => {}
            owed => return Err(TooMany { wait: self.interval * owed }),
        }
        let checked = self.known.limiter.check_key_n(&address, times);
        // It is no more than is ever granted.
        let checked = checked.unwrap_or(Ok(()));
        let now = DefaultClock::default().now();
        checked.map_err(|until| TooMany { wait: until.wait_time_from(now) })
    }

    /// Counts something that is done already: whoever has less left than it costs is granted nothing until
    /// the rest is paid.
    pub(crate) fn charge(&self, address: Address, times: usize) {
        let times = u32::try_from(times).unwrap_or(u32::MAX);
        self.known.owe(address, times, self.most);
        self.known.pay(address);
    }
}

impl Known {
    fn owing(&self) -> MutexGuard<'_, HashMap<Address, u32>> {
        self.owing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Nobody owes more than is ever granted at once: others may share the address.
    fn owe(&self, address: Address, times: u32, most: NonZeroU32) {
        let mut owing = self.owing();
        let owed = owing.entry(address).or_default();
        *owed = owed.saturating_add(times).min(most.get());
    }

    /// Takes what an address owes from what it is granted; what it owes still.
    fn pay(&self, address: Address) -> u32 {
        let mut owing = self.owing();
        let Some(owed) = owing.get_mut(&address) else { return 0 };
        *owed = self.take(address, *owed);
        let left = *owed;
        if left == 0 {
            owing.remove(&address);
        }
        left
    }

    /// Takes so many, or as many as are granted; how many are missing.
    fn take(&self, address: Address, times: u32) -> u32 {
        let (mut left, mut part) = (times, times);
        while let Some(times) = NonZeroU32::new(part) {
            match self.limiter.check_key_n(&address, times) {
                Ok(Ok(())) => left -= part,
                _ => part /= 2,
            }
            part = part.min(left);
        }
        left
    }

    /// Forgets addresses that have been quiet.
    fn clear(&self) {
        self.owing().retain(|address, owed| {
            *owed = self.take(*address, *owed);
            *owed > 0
        });
        self.limiter.retain_recent();
        self.limiter.shrink_to_fit();
    }
}

fn at_least_one(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{IpAddr, Ipv4Addr};

    #[tokio::test]
    async fn what_is_refused_costs_nothing() {
        let (rate, address) = (Rate::per_hour(100), IpAddr::from(Ipv4Addr::LOCALHOST).into());
        assert!(rate.count_times(address, 60).is_ok());
        for _ in 0..10 {
            let refused = rate.count_times(address, 50).unwrap_err();
            // An hour brings a hundred, and ten are missing.
            assert!((300..=360).contains(&refused.wait.as_secs()), "{refused:?}");
        }
        assert!(rate.count_times(address, 40).is_ok());
    }

    #[tokio::test]
    async fn what_is_done_takes_all_that_is_left() {
        let (rate, address) = (Rate::per_hour(100), IpAddr::from(Ipv4Addr::LOCALHOST).into());
        rate.charge(address, 30);
        assert!(rate.count_times(address, 5).is_ok());
        rate.charge(address, 1_000);
        assert!(rate.count(address).is_err());
        assert!(rate.count(address).is_err());
    }

    #[tokio::test]
    async fn what_is_done_beyond_is_paid_for() {
        let (rate, address) = (Rate::per_second(10), IpAddr::from(Ipv4Addr::LOCALHOST).into());
        // All that was granted, and two seconds more.
        rate.charge(address, 80);
        rate.charge(address, 40);
        let refused = rate.count(address).unwrap_err();
        assert!((1_500..=2_000).contains(&refused.wait.as_millis()), "{refused:?}");
        rate.charge(address, 10);
        let refused = rate.count(address).unwrap_err();
        assert!((2_500..=3_000).contains(&refused.wait.as_millis()), "{refused:?}");
        assert!(rate.count(IpAddr::from([192, 0, 2, 1]).into()).is_ok());
        // What is granted meanwhile pays, and is not granted again.
        let rate = Rate::per_second(100);
        rate.charge(address, 1_000);
        rate.charge(address, 30);
        tokio::time::sleep(Duration::from_millis(320)).await;
        assert!(rate.count_times(address, 30).is_err());
    }

    #[tokio::test]
    async fn more_than_is_ever_granted_counts_as_all_of_it() {
        let (rate, address) = (Rate::per_hour(100), IpAddr::from(Ipv4Addr::LOCALHOST).into());
        assert!(rate.count_times(address, usize::MAX).is_ok());
        assert!(rate.count(address).is_err());
        assert!(rate.count_times(address, 0).is_ok());
    }
}
