//! Time controls and clocks. Nothing here looks at a clock: whoever does says what was spent.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How long an engine may think about a move. What is given holds together: the first limit that is
/// reached counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// A clock for the whole game.
    pub control: Option<Control>,
    /// The same time for every move.
    pub movetime: Option<Duration>,
    /// Nodes for every move.
    pub nodes: Option<u64>,
    /// Plies to search.
    pub depth: Option<u32>,
}

impl Limits {
    /// Whether nothing limits the engine.
    pub fn is_empty(&self) -> bool {
        *self == Limits::default()
    }

    /// Whether time counts.
    pub fn is_timed(&self) -> bool {
        self.control.is_some() || self.movetime.is_some()
    }

    /// The tag `TimeControl` of PGN: one move in so many seconds where every move has the same time, and
    /// `-` where time does not count.
    pub(crate) fn to_pgn(&self) -> String {
        match (&self.control, self.movetime) {
            (Some(control), _) => control.to_string(),
            (None, Some(time)) => format!("1/{}", time.as_secs_f64()),
            (None, None) => "-".to_owned(),
        }
    }
}

/// A time control.
///
/// | text | meaning |
/// |---|---|
/// | `60` | sudden death: a minute for the game |
/// | `8+0.08` | 8 seconds, and 0.08 more with every move, from the first on (Fischer) |
/// | `40/300+1` | 5 minutes for each 40 moves, with a second more a move |
/// | `5:00,30x3` | 5 minutes, then three periods of 30 seconds a move (byoyomi) |
/// | `0,10` | 10 seconds for every move, not to be saved up |
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Control {
    /// The main time, or that of a session of moves.
    pub base: Duration,
    /// Added with every move.
    pub increment: Duration,
    /// How many moves a session has; `None`: one session for the whole game.
    pub session: Option<u32>,
    /// What follows when the main time is used up.
    pub byoyomi: Option<Byoyomi>,
}

/// Periods after the main time. A move that is made within a period leaves it whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Byoyomi {
    /// How long one lasts.
    pub period: Duration,
    /// How many there are, at least one.
    pub periods: u32,
}

/// A text that is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a time control: expected something like 60, 8+0.08, 40/300+1, 5:00,30x3 \
     (seconds or minutes:seconds, + increment or , byoyomi x periods)"
)]
pub struct BadControl(String);

/// No control is longer, so that sums of times never run over.
const MOST_SECONDS: f64 = 1e7;

impl FromStr for Control {
    type Err = BadControl;

    fn from_str(text: &str) -> Result<Self, BadControl> {
        control(text.trim()).ok_or_else(|| BadControl(text.to_owned()))
    }
}

fn control(text: &str) -> Option<Control> {
    let (session, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.parse().ok().filter(|n| *n > 0)?), rest),
        None => (None, text),
    };
    let (rest, byoyomi) = match rest.split_once(',') {
        Some((rest, periods)) => (rest, Some(byoyomi(periods)?)),
        None => (rest, None),
    };
    let (base, increment) = match rest.split_once('+') {
        Some((base, increment)) => (seconds(base)?, seconds(increment)?),
        None => (seconds(rest)?, Duration::ZERO),
    };
    let control = Control { base, increment, session, byoyomi };
    (!Clock::new(&control).allowance().is_zero()).then_some(control)
}

fn byoyomi(text: &str) -> Option<Byoyomi> {
    let (period, periods) = text.split_once('x').unwrap_or((text, "1"));
    let periods = periods.parse().ok().filter(|n| (1..=1000).contains(n))?;
    let period = seconds(period)?;
    (!period.is_zero()).then_some(Byoyomi { period, periods })
}

/// `90`, `0.5`, `1:30`, `1:00:00`.
pub(crate) fn seconds(text: &str) -> Option<Duration> {
    let parts: Vec<&str> = text.split(':').collect();
    let well_formed = parts.len() <= 3
        && parts.iter().all(|part| {
            part.starts_with(|c: char| c.is_ascii_digit())
                && part.chars().all(|c| c.is_ascii_digit() || c == '.')
        });
    if !well_formed {
        return None;
    }
    let numbers: Option<Vec<f64>> = parts.iter().map(|part| part.parse().ok()).collect();
    let seconds = numbers?.iter().fold(0.0, |sum, part| sum * 60.0 + part);
    (seconds <= MOST_SECONDS).then(|| Duration::from_secs_f64(seconds))
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.session {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        match self.byoyomi {
            Some(Byoyomi { period, periods: 1 }) => write!(f, ",{}", period.as_secs_f64()),
            Some(Byoyomi { period, periods }) => write!(f, ",{}x{periods}", period.as_secs_f64()),
            None => Ok(()),
        }
    }
}

/// One side's clock.
///
/// ```
/// use komadai_arena::clock::Clock;
/// use std::time::Duration;
///
/// let mut clock = Clock::new(&"8+2".parse()?);
/// assert_eq!(clock.allowance(), Duration::from_secs(10));
/// clock.spend(Duration::from_secs(4), Duration::ZERO).unwrap();
/// assert_eq!(clock.main(), Duration::from_secs(8));
/// # Ok::<(), komadai_arena::clock::BadControl>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    control: Control,
    main: Duration,
    periods: u32,
    moves_left: Option<u32>,
}

/// Too much time was spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLoss {
    /// How much more than was left.
    pub over: Duration,
}

impl Clock {
    /// A clock at the beginning of a game.
    pub fn new(control: &Control) -> Self {
        Clock {
            main: control.base + control.increment,
            periods: control.byoyomi.map_or(0, |byoyomi| byoyomi.periods),
            moves_left: control.session,
            control: control.clone(),
        }
    }

    /// The same where so many moves of its side have been made before, as engines count them that are
    /// told an opening: they belong to the first session.
    #[must_use]
    pub fn after_moves(mut self, moves: u32) -> Self {
        self.moves_left = self.control.session.map(|session| session - moves % session);
        self
    }

    /// The control by which it runs.
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// What is left of the main time.
    pub fn main(&self) -> Duration {
        self.main
    }

    /// The length of a byoyomi period; zero without byoyomi.
    pub fn period(&self) -> Duration {
        self.control.byoyomi.map_or(Duration::ZERO, |byoyomi| byoyomi.period)
    }

    /// The periods that are left.
    pub fn periods(&self) -> u32 {
        self.periods
    }

    /// Moves to go in the session.
    pub fn moves_left(&self) -> Option<u32> {
        self.moves_left
    }

    /// The longest that the next move may take.
    pub fn allowance(&self) -> Duration {
        self.main + self.period() * self.periods
    }

    /// Books a move that took so long. `margin` is forgiven, but used up.
    ///
    /// # Errors
    /// [`TimeLoss`] if the move took longer than was left; the clock then stands at zero.
    pub fn spend(&mut self, elapsed: Duration, margin: Duration) -> Result<(), TimeLoss> {
        let over = elapsed.saturating_sub(self.allowance());
        let beyond_main = elapsed.saturating_sub(self.main);
        self.main = self.main.saturating_sub(elapsed);
        if over > margin {
            self.periods = 0;
            return Err(TimeLoss { over });
        }
        self.use_periods(beyond_main);
        self.main += self.control.increment;
        self.end_session();
        Ok(())
    }

    /// Periods are used up only if they were overstepped, the last one never.
    fn use_periods(&mut self, beyond_main: Duration) {
        let period = self.period().as_nanos();
        if period > 0 && self.periods > 0 {
            let used = beyond_main.as_nanos().saturating_sub(1) / period;
            let used = u32::try_from(used).unwrap_or(u32::MAX);
            self.periods = self.periods.saturating_sub(used).max(1);
        }
    }

    fn end_session(&mut self) {
        if let Some(left) = &mut self.moves_left {
            *left -= 1;
            if *left == 0 {
                self.moves_left = self.control.session;
                self.main += self.control.base;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    /// Plays moves of so many milliseconds; what stands after each: main time, periods.
    fn check(control: &str, spent: &[u64], expected: &[Option<(u64, u32)>]) {
        let mut clock = Clock::new(&control.parse().expect("a control"));
        for (spent, expected) in spent.iter().zip(expected) {
            let stands = clock.spend(ms(*spent), ms(10)).ok();
            let stands = stands.map(|()| (clock.main().as_millis() as u64, clock.periods()));
            assert_eq!(stands, *expected, "{control}: {spent} ms");
        }
        assert_eq!(spent.len(), expected.len());
    }

    #[test]
    fn sudden_death_only_runs_down() {
        check("1", &[300, 700, 5], &[Some((700, 0)), Some((0, 0)), Some((0, 0))]);
        check("1", &[300, 711], &[Some((700, 0)), None]);
    }

    #[test]
    fn an_increment_comes_with_every_move() {
        check("1+0.5", &[1500, 400, 900], &[Some((500, 0)), Some((600, 0)), None]);
        check("0+0.5", &[500, 100, 900], &[Some((500, 0)), Some((900, 0)), Some((500, 0))]);
    }

    #[test]
    fn sessions_add_their_time() {
        check("2/1", &[400, 500, 1000], &[Some((600, 0)), Some((1100, 0)), Some((100, 0))]);
    }

    #[test]
    fn an_opening_counts_in_the_first_session() {
        let control: Control = "40/60".parse().unwrap();
        for (played, left) in [(0, 40), (4, 36), (39, 1), (40, 40), (44, 36)] {
            assert_eq!(Clock::new(&control).after_moves(played).moves_left(), Some(left));
        }
        assert_eq!(Clock::new(&"60".parse().unwrap()).after_moves(4).moves_left(), None);
    }

    #[test]
    fn periods_are_lost_when_overstepped() {
        let spent = [1200, 500, 501, 1000, 1000];
        let stands = [Some((0, 3)), Some((0, 3)), Some((0, 2)), Some((0, 1)), None];
        check("1,0.5x3", &spent, &stands);
        check("0,1", &[1000, 1010, 1011], &[Some((0, 1)), Some((0, 1)), None]);
    }

    #[test]
    fn controls_are_read_and_written() {
        for (text, same) in [
            ("60", "60"),
            ("1:00+0.5", "60+0.5"),
            ("40/5:00", "40/300"),
            ("1:00:00,30x3", "3600,30x3"),
            ("0,10", "0,10"),
        ] {
            let control: Control = text.parse().expect(text);
            assert_eq!(control.to_string(), same);
            assert_eq!(same.parse(), Ok(control));
        }
        for text in
            ["", "0", "x", "-1", "1e9", "0/5", "5+", "5,0", "5,3x0", "nan", "inf", "1:2:3:4"]
        {
            assert!(text.parse::<Control>().is_err(), "`{text}`");
        }
    }
}
