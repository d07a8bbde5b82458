//! The program's clock, for the engine.

use komadai_engine::Clock;
use std::time::Duration;

/// Time since it was started.
pub(crate) struct Stopwatch(std::time::Instant);

impl Stopwatch {
    pub(crate) fn start() -> Self {
        Stopwatch(std::time::Instant::now())
    }
}

impl Clock for Stopwatch {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}
