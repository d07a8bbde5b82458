//! Time management: how long a move may take.

use crate::limits::{Limits, Remaining};
use std::time::Duration;

/// The time for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeBudget {
    /// No new iteration begins after this, more or less: see `is_enough` in `search/root.rs`.
    pub(crate) soft: Duration,
    /// The search stops after this.
    pub(crate) hard: Duration,
    /// A search that stops before this saves main time for later moves. After it a period of byoyomi
    /// runs, and what is left of that is lost.
    pub(crate) saves_until: Duration,
}

/// How many more moves a game is expected to last.
const EXPECTED_MOVES: u32 = 32;

impl TimeBudget {
    /// The time for a move; none without a limit of time. The overhead is kept back.
    pub(crate) fn of(limits: &Limits) -> Option<Self> {
        if let Some(time) = limits.move_time {
            let time = time.saturating_sub(limits.overhead);
            return Some(TimeBudget { soft: time, hard: time, saves_until: Duration::ZERO });
        }
        limits.clock.as_ref().map(|clock| TimeBudget::of_clock(clock, limits.overhead))
    }

    /// A share of the time on the clock.
    fn of_clock(clock: &Remaining, overhead: Duration) -> Self {
        let moves =
            clock.moves_to_go.map_or(EXPECTED_MOVES, |moves| moves.clamp(1, EXPECTED_MOVES));
        // The main time may be used up as long as a byoyomi period follows.
        let mut most = (clock.left + clock.byoyomi).saturating_sub(overhead);
        if moves == 1 || !clock.byoyomi.is_zero() {
            // Moves that use all of their time would lose the game at the first delay of the
            // machine.
            most -= (most / 16).min(MAX_DELAY);
        }
        let share = clock.left.saturating_sub(overhead) / moves;
        let optimum = share + clock.increment * 3 / 4 + clock.byoyomi * 4 / 5;
        // Without byoyomi something must be left for later moves.
        let reserve = if clock.byoyomi.is_zero() && moves > 1 { most * 3 / 5 } else { most };
        let hard = (optimum * 4).min(reserve).max(most.min(MIN_TIME));
        let saves_until = if clock.byoyomi.is_zero() { Duration::MAX } else { clock.left };
        TimeBudget { soft: optimum.min(hard), hard, saves_until }
    }
}

/// What a move may take even if its share is less, as long as there is so much.
const MIN_TIME: Duration = Duration::from_millis(1);

/// A delay of the machine that is allowed for besides the overhead.
const MAX_DELAY: Duration = Duration::from_millis(100);

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn check(clock: Remaining) -> TimeBudget {
        let overhead = ms(30);
        let budget = TimeBudget::of_clock(&clock, overhead);
        assert!(budget.soft <= budget.hard, "{clock:?} {budget:?}");
        assert!(budget.hard + overhead <= (clock.left + clock.byoyomi).max(overhead));
        budget
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
    fn only_main_time_can_be_saved() {
        let saves_until = |left, byoyomi| {
            check(Remaining { left: ms(left), byoyomi: ms(byoyomi), ..Remaining::default() })
                .saves_until
        };
        assert_eq!(saves_until(0, 10_000), ms(0));
        assert_eq!(saves_until(400, 10_000), ms(400));
        assert_eq!(saves_until(60_000, 0), Duration::MAX);
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
        let budget = check(clock);
        assert!(budget.soft >= ms(1_000) && budget.hard <= ms(15_000), "{budget:?}");
    }

    #[test]
    fn the_last_move_before_the_control_may_take_almost_all() {
        let clock = Remaining { left: ms(10_000), moves_to_go: Some(1), ..Remaining::default() };
        assert!(check(clock).soft >= ms(9_000));
    }
}
