//! The words of `go`.

use super::Dialect;
use komadai_engine::{Limits, Remaining};
use komadai_rules::Color;
use std::iter::Peekable;
use std::str::SplitWhitespace;
use std::time::Duration;

/// What a `go` asks for.
#[derive(Debug, Default)]
pub(super) struct Go {
    pub(super) limits: Limits,
    /// The only moves that may be played, as written.
    pub(super) moves: Vec<String>,
    pub(super) infinite: bool,
    pub(super) mate: Option<MateGoal>,
    pub(super) perft: Option<u32>,
    /// Words that mean nothing.
    pub(super) unread: Vec<String>,
}

/// What follows `mate`: milliseconds in USI, moves in UCI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MateGoal {
    Endless,
    Number(u64),
}

/// No count of plies is larger.
const MOST_PLIES: u64 = 100;

/// The clock of the side to move, as it is being read.
#[derive(Default)]
struct Times {
    left: [Option<Duration>; 2],
    increments: [Option<Duration>; 2],
    byoyomi: Option<Duration>,
    moves_to_go: Option<u32>,
}

impl Go {
    /// Reads what stands after `go`. Numbers below zero are read as zero: there are programs whose
    /// clocks go on running.
    pub(super) fn read(dialect: &Dialect, side: Color, rest: &str) -> Self {
        let (mut go, mut times) = (Go::default(), Times::default());
        let mut words = rest.split_whitespace().peekable();
        while let Some(word) = words.next() {
            if !go.read_word(dialect, word, &mut words, &mut times) {
                go.unread.push(word.to_owned());
            }
        }
        go.limits.clock = times.of(side, dialect.increment_is_told);
        let limits = &go.limits;
        let unlimited = limits.clock.is_none()
            && limits.move_time.is_none()
            && limits.depth.is_none()
            && limits.nodes.is_none();
        let seeks_mate = matches!(go.mate, Some(MateGoal::Number(_)));
        go.infinite |= unlimited && !limits.ponder && !seeks_mate;
        go
    }

    fn read_word(
        &mut self,
        dialect: &Dialect,
        word: &str,
        words: &mut Peekable<SplitWhitespace<'_>>,
        times: &mut Times,
    ) -> bool {
        let side = |names: [&str; 2]| names.iter().position(|name| *name == word);
        match word {
            "infinite" => self.infinite = true,
            "ponder" => self.limits.ponder = true,
            "searchmoves" => {
                while let Some(word) = words.next_if(|word| !is_keyword(word)) {
                    self.moves.push(word.to_owned());
                }
            }
            "mate" => {
                self.mate = match number(words) {
                    Some(number) => Some(MateGoal::Number(number)),
                    None => {
                        words.next_if_eq(&"infinite");
                        Some(MateGoal::Endless)
                    }
                }
            }
            "perft" => self.perft = Some(plies(number(words).unwrap_or(1))),
            "depth" => self.limits.depth = number(words).map(|n| plies(n.max(1))),
            "nodes" => self.limits.nodes = number(words),
            "movetime" => self.limits.move_time = duration(words),
            "byoyomi" => times.byoyomi = duration(words),
            "movestogo" => {
                times.moves_to_go = number(words).map(|n| u32::try_from(n).unwrap_or(u32::MAX));
            }
            _ => match (side(dialect.times), side(dialect.increments)) {
                (Some(side), _) => times.left[side] = duration(words),
                (_, Some(side)) => times.increments[side] = duration(words),
                _ => return false,
            },
        }
        true
    }
}

impl Times {
    fn of(&self, side: Color, increment_is_told: bool) -> Option<Remaining> {
        let (left, increment) = (self.left[side.index()], self.increments[side.index()]);
        if left.is_none() && increment.is_none() && self.byoyomi.is_none() {
            return None;
        }
        let increment = increment.unwrap_or_default();
        let told = if increment_is_told { Duration::ZERO } else { increment };
        Some(Remaining {
            left: left.unwrap_or_default().saturating_add(told),
            increment,
            byoyomi: self.byoyomi.unwrap_or_default(),
            periods: None,
            moves_to_go: self.moves_to_go.filter(|moves| *moves > 0),
        })
    }
}

fn is_keyword(word: &str) -> bool {
    const WORDS: [&str; 14] = [
        "infinite",
        "ponder",
        "mate",
        "perft",
        "depth",
        "nodes",
        "movetime",
        "byoyomi",
        "movestogo",
        "btime",
        "wtime",
        "binc",
        "winc",
        "searchmoves",
    ];
    WORDS.contains(&word)
}

/// The number that comes next, if one does.
fn number(words: &mut Peekable<SplitWhitespace<'_>>) -> Option<u64> {
    let value = words.peek()?.parse::<i128>().ok()?;
    words.next();
    Some(u64::try_from(value.max(0)).unwrap_or(u64::MAX))
}

/// No clock shows more.
const LONGEST: u64 = 1_000 * 3600 * 24 * 365;

fn duration(words: &mut Peekable<SplitWhitespace<'_>>) -> Option<Duration> {
    number(words).map(|ms| Duration::from_millis(ms.min(LONGEST)))
}

fn plies(number: u64) -> u32 {
    number.min(MOST_PLIES) as u32
}
