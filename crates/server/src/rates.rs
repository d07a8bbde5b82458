//! How often an address may do something.

use crate::address::Address;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

/// How often each address may do something.
#[derive(Clone)]
pub(crate) struct Rate(Arc<DefaultKeyedRateLimiter<Address>>);

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
        let rate = Rate(Arc::new(RateLimiter::keyed(quota)));
        let limiter = Arc::downgrade(&rate.0);
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
        let wait =
            |until: governor::NotUntil<_>| until.wait_time_from(DefaultClock::default().now());
        self.0.check_key(&address).map_err(|until| TooMany { wait: wait(until) })
    }

    /// Counts something that is as much work as `times` others; more than is ever granted at once
    /// counts as that.
    ///
    /// # Errors
    /// When the address has done too much of it.
    pub(crate) fn count_times(&self, address: Address, times: usize) -> Result<(), TooMany> {
        (0..times).try_for_each(|_| self.count(address))
    }
}

fn at_least_one(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)
}
