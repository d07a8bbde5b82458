//! Sharing out the time of a game.

use crate::limits::{Limits, Remaining};
use std::time::Duration;

/// How long a move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Allotment {
    /// When no new iteration should begin.
    pub(crate) soft: Duration,
    /// When to stop at once.
    pub(crate) hard: Duration,
}

/// Moves that a game without byoyomi is expected to last on.
const MOVES_AHEAD: u32 = 32;

impl Allotment {
    /// The time for a move; none without a limit of time. The overhead is kept back.
    pub(crate) fn of(limits: &Limits) -> Option<Self> {
        if let Some(time) = limits.move_time {
            let time = time.saturating_sub(limits.overhead);
            return Some(Allotment { soft: time, hard: time });
        }
        limits.clock.as_ref().map(|clock| Allotment::of_clock(clock, limits.overhead))
    }

    /// A share of the time on the clock.
    fn of_clock(clock: &Remaining, overhead: Duration) -> Self {
        let moves = clock.moves_to_go.map_or(MOVES_AHEAD, |moves| moves.clamp(1, MOVES_AHEAD));
        // The last of the main time may be spent as long as a period stands behind it.
        let mut most = (clock.left + clock.byoyomi).saturating_sub(overhead);
        if moves == 1 || !clock.byoyomi.is_zero() {
            // Where move after move goes to the end, one hiccup of the machine would lose the game.
            most -= (most / 16).min(LONGEST_HICCUP);
        }
        let main = clock.left.saturating_sub(overhead) / moves;
        let each = main + clock.increment * 3 / 4 + clock.byoyomi * 4 / 5;
        // Without anything that comes anew, something must be left for the moves to come.
        let reserve = if clock.byoyomi.is_zero() && moves > 1 { most * 3 / 5 } else { most };
        let hard = (each * 4).min(reserve).max(least(most));
        Allotment { soft: each.min(hard), hard }
    }
}

/// A move takes some time even where its share is none, as long as there is any.
fn least(most: Duration) -> Duration {
    most.min(Duration::from_millis(1))
}

/// What is kept back at most besides the overhead.
const LONGEST_HICCUP: Duration = Duration::from_millis(100);

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn check(clock: Remaining) -> Allotment {
        let overhead = ms(30);
        let allotment = Allotment::of_clock(&clock, overhead);
        assert!(allotment.soft <= allotment.hard, "{clock:?} {allotment:?}");
        assert!(allotment.hard + overhead <= (clock.left + clock.byoyomi).max(overhead));
        allotment
    }

    #[test]
    fn no_move_takes_more_than_there_is() {
        for left in [0, 1, 10, 29, 30, 31, 100, 5_000, 3_600_000] {
            for (increment, byoyomi) in [(0, 0), (100, 0), (0, 1_000), (2_000, 0), (0, 30_000)] {
                for moves_to_go in [None, Some(0), Some(1), Some(40)] {
                    check(Remaining {
                        left: ms(left),
                        increment: ms(increment),
                        byoyomi: ms(byoyomi),
                        periods: None,
                        moves_to_go,
                    });
                }
            }
        }
    }

    #[test]
    fn byoyomi_is_used() {
        let clock = Remaining { byoyomi: ms(10_000), ..Remaining::default() };
        assert!(check(clock).soft >= ms(7_000));
    }

    #[test]
    fn a_period_is_never_used_to_its_last_moment() {
        for (period, kept) in [(1_000, 60), (10_000, 100), (60_000, 100)] {
            let clock = Remaining { byoyomi: ms(period), ..Remaining::default() };
            assert!(check(clock).hard <= ms(period - 30 - kept), "{period}");
        }
    }

    #[test]
    fn time_that_was_spent_before_is_taken_off_the_clock() {
        let clock = |left, byoyomi| Remaining {
            left: ms(left),
            byoyomi: ms(byoyomi),
            ..Remaining::default()
        };
        assert_eq!(clock(5_000, 1_000).after(ms(2_000)), clock(3_000, 1_000));
        assert_eq!(clock(5_000, 1_000).after(ms(5_400)), clock(0, 600));
        assert_eq!(clock(0, 1_000).after(ms(1_500)), clock(0, 0));
    }

    #[test]
    fn sudden_death_leaves_something_for_later() {
        let clock = Remaining { left: ms(60_000), ..Remaining::default() };
        let allotment = check(clock);
        assert!(allotment.soft >= ms(1_000) && allotment.hard <= ms(15_000), "{allotment:?}");
    }

    #[test]
    fn the_last_move_before_the_control_may_take_almost_all() {
        let clock = Remaining { left: ms(10_000), moves_to_go: Some(1), ..Remaining::default() };
        assert!(check(clock).soft >= ms(9_000));
    }
}
