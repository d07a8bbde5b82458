//! Where time comes from: the system, or the hands of a test.

use std::future::Future;
use std::pin::Pin;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::watch;

/// A clock that can be waited for.
pub trait Time: Send + Sync {
    /// Milliseconds since some fixed moment; never runs backwards.
    fn now(&self) -> u64;

    /// Milliseconds since 1970, as the calendar has them.
    fn calendar(&self) -> i64;

    /// Waits until [`Time::now`] has come so far.
    fn sleep_until(&self, moment: u64) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

/// The system's time.
#[derive(Debug)]
pub struct SystemClock(Instant);

impl SystemClock {
    /// Begins to count.
    pub fn start() -> Self {
        SystemClock(Instant::now())
    }
}

impl Time for SystemClock {
    fn now(&self) -> u64 {
        u64::try_from(self.0.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn calendar(&self) -> i64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    }

    fn sleep_until(&self, moment: u64) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        // A little later rather than too early: the clock must have run down when it is looked at.
        let left = Duration::from_millis(moment.saturating_sub(self.now()).saturating_add(1));
        Box::pin(tokio::time::sleep(left))
    }
}

/// Time that stands still until it is moved, for tests.
#[derive(Debug)]
pub struct HandClock(watch::Sender<u64>);

impl HandClock {
    /// Stands at zero.
    pub fn new() -> Self {
        HandClock(watch::Sender::new(0))
    }

    /// Moves time on.
    pub fn advance(&self, by: Duration) {
        let by = u64::try_from(by.as_millis()).unwrap_or(u64::MAX);
        self.0.send_modify(|now| *now = now.saturating_add(by));
    }
}

impl Default for HandClock {
    fn default() -> Self {
        HandClock::new()
    }
}

impl Time for HandClock {
    fn now(&self) -> u64 {
        *self.0.borrow()
    }

    fn calendar(&self) -> i64 {
        i64::try_from(self.now()).unwrap_or(i64::MAX)
    }

    fn sleep_until(&self, moment: u64) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        let mut hands = self.0.subscribe();
        Box::pin(async move {
            // It fails only when the clock itself is gone.
            let _ = hands.wait_for(|now| *now >= moment).await;
        })
    }
}
