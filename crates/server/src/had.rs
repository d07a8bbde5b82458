//! What an address has had of late, of something that all share: next is who has had the least.

use std::time::Duration;

/// It counts half as much after so long.
pub(crate) const HALF: Duration = Duration::from_secs(1);

/// Some time that an address has had, and since when it fades. Points in time are counted from any beginning.
///
/// It has a limit: who has had much waits no longer than until others have had so much. Those who always want more
/// are all close to the limit, so they have turns.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Had {
    seconds: f64,
    then: Duration,
}

impl Had {
    /// How much it is by now, in seconds.
    pub(crate) fn at(self, now: Duration) -> f64 {
        let halves = now.saturating_sub(self.then).div_duration_f64(HALF);
        self.seconds * (-halves).exp2()
    }

    /// With some more, up to a limit.
    pub(crate) fn and(self, more: Duration, most: Duration, now: Duration) -> Self {
        let seconds = (self.at(now) + more.as_secs_f64()).min(most.as_secs_f64());
        Had { seconds, then: now }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_fades_and_has_a_limit() {
        let [little, most] = [20, 80].map(Duration::from_millis);
        let had = Had::default().and(little, most, HALF);
        assert_eq!([had.at(HALF), had.at(2 * HALF), had.at(4 * HALF)], [0.02, 0.01, 0.0025]);
        assert_eq!(had.and(little, most, 2 * HALF).at(2 * HALF), 0.03);
        assert_eq!(had.and(HALF, most, HALF).at(HALF), 0.08);
    }
}
