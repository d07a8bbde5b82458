//! Time as XBoard tells it.

use komadai_engine::{Limits, Remaining};
use std::time::Duration;

/// No count of plies is larger.
pub(super) const MOST_PLIES: u32 = 100;
/// No clock shows more seconds.
const MOST_SECONDS: f64 = 1e8;
/// How long a move takes when nobody has said anything.
const USUAL: Duration = Duration::from_secs(3);

/// What holds for the engine's moves.
#[derive(Clone, Debug, Default)]
pub(super) struct Clocks {
    level: Option<Level>,
    per_move: Option<Duration>,
    depth: Option<u32>,
    /// Nodes that count as a second.
    nps: Option<u64>,
    /// What the engine has left.
    own: Option<Duration>,
}

/// `level MOVES BASE INCREMENT`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Level {
    /// Moves in each session; 0 for the whole game.
    moves: u32,
    base: Duration,
    increment: Duration,
}

impl Clocks {
    pub(super) fn new_game(&mut self) {
        (self.depth, self.own) = (None, None);
    }

    /// `40 5 0`, `0 2:30 12`, `0 1 0.5`.
    pub(super) fn level(&mut self, text: &str) {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [moves, base, increment] = words[..] else { return };
        let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
        let parsed = (moves.parse(), minutes.parse::<f64>(), seconds.parse::<f64>());
        if let (Ok(moves), Ok(minutes), Ok(rest)) = parsed {
            let base = seconds_of(minutes * 60.0 + rest);
            let increment = seconds_of(increment.parse().unwrap_or(0.0));
            self.level = Some(Level { moves, base, increment });
            (self.per_move, self.own) = (None, None);
        }
    }

    /// Seconds, also fractions.
    pub(super) fn per_move(&mut self, text: &str) {
        if let Some(seconds) = text.parse::<f64>().ok().filter(|seconds| !seconds.is_nan()) {
            self.per_move = Some(seconds_of(seconds));
            self.level = None;
        }
    }

    pub(super) fn depth(&mut self, text: &str) {
        if let Ok(depth) = text.parse::<u32>() {
            self.depth = (depth > 0).then(|| depth.min(MOST_PLIES));
        }
    }

    pub(super) fn nps(&mut self, text: &str) {
        self.nps = text.parse().ok().filter(|nps| *nps > 0);
    }

    /// The engine's clock in hundredths of a second; flags may have fallen.
    pub(super) fn own(&mut self, text: &str) {
        if let Ok(hundredths) = text.parse::<i64>() {
            let hundredths = u64::try_from(hundredths).unwrap_or(0).min(MOST_SECONDS as u64);
            self.own = Some(Duration::from_millis(hundredths * 10));
        }
    }

    /// The engine has moved, after so long.
    pub(super) fn own_move_took(&mut self, time: Duration) {
        let increment = self.level.map_or(Duration::ZERO, |level| level.increment);
        self.own = self.own.map(|own| own.saturating_sub(time) + increment);
    }

    /// The limits of a move, after so many plies.
    pub(super) fn limits(&self, plies: usize) -> Limits {
        let mut limits = Limits { depth: self.depth, ..Limits::default() };
        match (self.per_move, self.level) {
            (Some(time), _) => match self.nps {
                Some(nps) => limits.nodes = Some((nps as f64 * time.as_secs_f64()).max(1.0) as u64),
                None => limits.move_time = Some(time),
            },
            (None, Some(level)) => limits.clock = Some(self.remaining(level, plies)),
            (None, None) if self.own.is_some() => {
                let left = self.own.unwrap_or_default();
                limits.clock = Some(Remaining { left, ..Remaining::default() });
            }
            (None, None) if self.depth.is_some() => {}
            (None, None) => limits.move_time = Some(USUAL),
        }
        limits
    }

    fn remaining(&self, level: Level, plies: usize) -> Remaining {
        let played = u32::try_from(plies / 2).unwrap_or(u32::MAX);
        let to_go = (level.moves > 0).then(|| level.moves - played % level.moves);
        Remaining {
            left: self.own.unwrap_or(level.base),
            increment: level.increment,
            byoyomi: Duration::ZERO,
            periods: None,
            moves_to_go: to_go,
        }
    }
}

fn seconds_of(seconds: f64) -> Duration {
    // What is no number is no time.
    Duration::from_secs_f64(if seconds > 0.0 { seconds.min(MOST_SECONDS) } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(lines: &[&str], plies: usize) -> Limits {
        let mut clocks = Clocks::default();
        for line in lines {
            let (word, rest) = line.split_once(' ').unwrap();
            match word {
                "level" => clocks.level(rest),
                "st" => clocks.per_move(rest),
                "sd" => clocks.depth(rest),
                "nps" => clocks.nps(rest),
                _ => clocks.own(rest),
            }
        }
        clocks.limits(plies)
    }

    #[test]
    fn levels_are_read() {
        let seconds = Duration::from_secs;
        for (lines, plies, left, increment, moves) in [
            (&["level 40 5 0"][..], 0, seconds(300), seconds(0), Some(40)),
            (
                &["level 40 5 0", "time 1234"],
                79,
                Duration::from_millis(12_340),
                seconds(0),
                Some(1),
            ),
            (&["level 40 0:30 0"], 80, seconds(30), seconds(0), Some(40)),
            (&["level 0 2 12"], 9, seconds(120), seconds(12), None),
            (&["level 0 0:08 0.5"], 9, seconds(8), Duration::from_millis(500), None),
            (&["st 5", "level 0 1 0", "time -5"], 9, seconds(0), seconds(0), None),
        ] {
            let read = clock(lines, plies).clock.unwrap();
            assert_eq!((read.left, read.increment, read.moves_to_go), (left, increment, moves));
        }
    }

    #[test]
    fn other_limits_are_read() {
        assert_eq!(clock(&["st 0.25"], 0).move_time, Some(Duration::from_millis(250)));
        assert_eq!(clock(&["sd 7"], 0).depth, Some(7));
        assert_eq!(clock(&["sd 7"], 0).move_time, None);
        assert_eq!(clock(&["nps 1000", "st 2"], 0).nodes, Some(2000));
        assert_eq!(clock(&["st nan", "level x y z", "level 1", "sd -3"], 0).move_time, Some(USUAL));
        assert_eq!(clock(&["st inf"], 0).move_time, Some(Duration::from_secs_f64(MOST_SECONDS)));
    }
}
