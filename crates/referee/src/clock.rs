//! A game's clocks: none at all, Fischer's, and byoyomi with periods.

use komadai_rules::Color;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How much time the players have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Control {
    /// The main time.
    pub main_ms: u64,
    /// Added after each move (Fischer).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub increment_ms: u64,
    /// The length of a period that begins anew with each move, once the main time is used up.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub byoyomi_ms: u64,
    /// How many such periods there are; one if there are any.
    #[serde(default, skip_serializing_if = "is_none")]
    pub periods: u32,
}

fn is_zero(ms: &u64) -> bool {
    *ms == 0
}

fn is_none(periods: &u32) -> bool {
    *periods == 0
}

/// Nobody plays longer.
const MOST_MS: u64 = 30 * 24 * 3_600_000;
/// Nobody is given more.
const MOST_PERIODS: u32 = 100;

impl Control {
    /// Checks it, and fills in the one period that goes without saying.
    ///
    /// # Errors
    /// What is wrong with it, for people.
    pub fn checked(mut self) -> Result<Self, String> {
        let longest = self.main_ms.max(self.increment_ms).max(self.byoyomi_ms);
        if longest > MOST_MS {
            return Err("a clock can be set to 30 days at most".into());
        }
        if self.periods > MOST_PERIODS {
            return Err(format!("there can be {MOST_PERIODS} periods at most"));
        }
        if self.periods > 0 && self.byoyomi_ms == 0 {
            return Err("periods need a length: `byoyomi_ms`".into());
        }
        if self.main_ms == 0 && self.byoyomi_ms == 0 {
            return Err("this clock leaves no time at all: give `main_ms` or `byoyomi_ms`".into());
        }
        if self.byoyomi_ms > 0 {
            self.periods = self.periods.max(1);
        }
        Ok(self)
    }
}

/// What a side has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Left {
    /// Of the main time, or of the period that runs.
    pub ms: u64,
    /// Periods, the one that runs included.
    pub periods: u32,
    /// Whether the main time is used up.
    pub in_byoyomi: bool,
}

impl Left {
    fn full(control: &Control) -> Self {
        Left { ms: control.main_ms, periods: control.periods, in_byoyomi: false }.settled(control)
    }

    /// Without main time the first period runs.
    fn settled(self, control: &Control) -> Self {
        if self.ms == 0 && !self.in_byoyomi && self.periods > 0 {
            Left { ms: control.byoyomi_ms, in_byoyomi: true, ..self }
        } else {
            self
        }
    }

    /// After so much more time.
    fn after(mut self, control: &Control, mut elapsed: u64) -> Self {
        while elapsed >= self.ms {
            elapsed -= self.ms;
            // The last period's end is the end.
            if self.periods == 0 || (self.in_byoyomi && self.periods == 1) {
                return Left { ms: 0, periods: 0, ..self };
            }
            self.periods -= u32::from(self.in_byoyomi);
            (self.in_byoyomi, self.ms) = (true, control.byoyomi_ms);
        }
        self.ms -= elapsed;
        self
    }

    /// Until nothing is left.
    fn until_the_end(&self, control: &Control) -> u64 {
        let later = self.periods - u32::from(self.in_byoyomi && self.periods > 0);
        self.ms + u64::from(later) * control.byoyomi_ms
    }

    /// After a move: a period begins anew, an increment is added.
    fn refreshed(self, control: &Control) -> Self {
        if self.in_byoyomi {
            Left { ms: control.byoyomi_ms, ..self }
        } else {
            Left { ms: self.ms + control.increment_ms, ..self }
        }
    }

    fn is_over(&self) -> bool {
        self.ms == 0
    }
}

/// The clocks of a game that has some. Moments are milliseconds of a clock that never runs backwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    control: Control,
    left: [Left; 2],
    /// Whose clock runs, and since when. The first move of each side is not timed.
    running: Option<(Color, u64)>,
}

impl Clocks {
    /// Clocks that show the whole time, and stand.
    pub fn new(control: Control) -> Self {
        Clocks { control, left: [Left::full(&control); 2], running: None }
    }

    /// How much time the players have.
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(side, _)| side)
    }

    /// What a side has left.
    pub fn left(&self, side: Color, now: u64) -> Left {
        let left = self.left[side.index()];
        match self.running {
            Some((runs, since)) if runs == side => {
                left.after(&self.control, now.saturating_sub(since))
            }
            _ => left,
        }
    }

    /// When the clock that runs will have run down.
    pub fn end(&self) -> Option<u64> {
        let (side, since) = self.running?;
        Some(since.saturating_add(self.left[side.index()].until_the_end(&self.control)))
    }

    /// Who has run out of time.
    pub fn fallen(&self, now: u64) -> Option<Color> {
        self.running().filter(|side| self.left(*side, now).is_over())
    }

    /// Lets the clock of a side run from now; `None` stops both.
    pub fn run(&mut self, side: Option<Color>, now: u64) {
        self.running = side.map(|side| (side, now));
    }

    /// A side has moved, and had used so much time.
    pub fn moved(&mut self, side: Color, used: u64) {
        let left = &mut self.left[side.index()];
        *left = left.after(&self.control, used).refreshed(&self.control);
    }

    /// A move of a side is taken back, and with it the increment. The time that it took stays used: who
    /// thinks twice has thought for so long.
    pub fn took_back(&mut self, side: Color) {
        let left = &mut self.left[side.index()];
        if !left.in_byoyomi {
            // A clock that has run down has done so while its owner thought.
            left.ms = left.ms.saturating_sub(self.control.increment_ms).max(left.ms.min(1));
        }
    }

    /// Time that a side has used without moving yet.
    pub fn charge(&mut self, side: Color, used: u64) {
        let left = &mut self.left[side.index()];
        *left = left.after(&self.control, used);
    }

    /// A side has run out of time.
    pub fn fell(&mut self, side: Color) {
        self.left[side.index()] = Left { ms: 0, periods: 0, ..self.left[side.index()] };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FISCHER: Control =
        Control { main_ms: 10_000, increment_ms: 2_000, byoyomi_ms: 0, periods: 0 };
    const BYOYOMI: Control =
        Control { main_ms: 5_000, increment_ms: 0, byoyomi_ms: 3_000, periods: 2 };

    /// Moves that took so long, and what is left after the last of them.
    fn check(control: Control, used: &[u64], ms: u64, periods: u32, in_byoyomi: bool) {
        let mut clocks = Clocks::new(control.checked().unwrap());
        for used in used {
            clocks.run(Some(Color::First), 100);
            clocks.moved(Color::First, *used);
        }
        clocks.run(None, 0);
        assert_eq!(clocks.left(Color::First, 0), Left { ms, periods, in_byoyomi }, "{used:?}");
    }

    #[test]
    fn time_is_used_up() {
        check(FISCHER, &[], 10_000, 0, false);
        check(FISCHER, &[3_000], 9_000, 0, false);
        check(FISCHER, &[500], 11_500, 0, false);
        check(BYOYOMI, &[4_999], 1, 2, false);
        check(BYOYOMI, &[5_000], 3_000, 2, true);
        check(BYOYOMI, &[7_999], 3_000, 2, true);
        check(BYOYOMI, &[8_000], 3_000, 1, true);
        check(BYOYOMI, &[8_000, 2_999, 2_999], 3_000, 1, true);
        check(Control { main_ms: 0, periods: 0, ..BYOYOMI }, &[2_000], 3_000, 1, true);
    }

    #[test]
    fn a_clock_runs_down_when_it_says() {
        for control in [FISCHER, BYOYOMI, Control { main_ms: 0, ..BYOYOMI }] {
            let mut clocks = Clocks::new(control.checked().unwrap());
            clocks.run(Some(Color::Second), 7);
            let end = clocks.end().unwrap();
            assert_eq!(clocks.fallen(end - 1), None);
            assert_eq!(clocks.fallen(end), Some(Color::Second));
            assert_eq!(clocks.left(Color::Second, end - 1).ms, 1);
        }
    }

    #[test]
    fn impossible_clocks_are_refused() {
        let zero = Control { main_ms: 0, increment_ms: 0, byoyomi_ms: 0, periods: 0 };
        for control in [
            zero,
            Control { increment_ms: 5, ..zero },
            Control { main_ms: u64::MAX, ..zero },
            Control { main_ms: 5, periods: 3, ..zero },
            Control { periods: 101, ..BYOYOMI },
        ] {
            assert!(control.checked().is_err(), "{control:?}");
        }
    }
}
