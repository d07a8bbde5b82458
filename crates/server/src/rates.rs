//! How often an address may do something.

use crate::address::Address;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

/// How often each address may do something.
#[derive(Clone)]
pub(crate) struct Rate {
    limiter: Arc<DefaultKeyedRateLimiter<Address>>,
    /// So much is granted at once.
    most: NonZeroU32,
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
        let most = quota.burst_size();
        let rate = Rate { limiter: Arc::new(RateLimiter::keyed(quota)), most };
        let limiter = Arc::downgrade(&rate.limiter);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(Duration::from_secs(60)).await;
                let Some(limiter) = limiter.upgrade() else { return };
                limiter.retain_recent();
                limiter.shrink_to_fit();
            }
        });
        rate
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
        let checked = self.limiter.check_key_n(&address, times);
        // It is no more than is ever granted.
        let checked = checked.unwrap_or(Ok(()));
        let now = DefaultClock::default().now();
        checked.map_err(|until| TooMany { wait: until.wait_time_from(now) })
    }

    /// Counts something that is done already: whoever has less left than it costs has nothing left then.
    pub(crate) fn charge(&self, address: Address, times: usize) {
        let most = usize::try_from(self.most.get()).unwrap_or(usize::MAX);
        let mut part = times.min(most);
        let mut left = part;
        while part > 0 && left > 0 {
            match self.count_times(address, part) {
                Ok(()) => left -= part,
                Err(_) => part /= 2,
            }
            part = part.min(left);
        }
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
    async fn more_than_is_ever_granted_counts_as_all_of_it() {
        let (rate, address) = (Rate::per_hour(100), IpAddr::from(Ipv4Addr::LOCALHOST).into());
        assert!(rate.count_times(address, usize::MAX).is_ok());
        assert!(rate.count(address).is_err());
        assert!(rate.count_times(address, 0).is_ok());
    }
}
