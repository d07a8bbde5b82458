//! The line from the start of the game to the position that is searched, for repetitions.

use crate::ends::Ended;
use komadai_rules::variant::{Repetition, RepetitionResult};
use komadai_rules::{Color, Play, Position};

/// Counts by the low bits of the key say quickly that a position is new.
const FILTER: usize = 1 << 12;

/// Every position of the game and of the line being searched.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    rule: Option<Repetition>,
    visits: Vec<Visit>,
    /// How many of them were played in the game.
    played: usize,
    filter: Box<[u8; FILTER]>,
}

#[derive(Clone, Copy, Debug)]
struct Visit {
    key: u64,
    side: Color,
    in_check: bool,
}

/// What a position that has come up before means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repeated {
    /// The game is over.
    Really(Ended),
    /// It could be brought about again and again, with this result.
    Soon(Ended),
    /// The side to move may claim a draw.
    Claimable,
    /// The move that led here is not legal.
    Barred,
}

impl Path {
    /// The positions of a game, the present one last.
    pub(crate) fn of<const N: usize>(play: &Play<N>) -> Self {
        let mut path = Path {
            rule: play.position().game().variant().end.repetition,
            visits: Vec::new(),
            played: 0,
            filter: Box::new([0; FILTER]),
        };
        let mut position = play.position().clone();
        let mut visits = Vec::new();
        for _ in 0..=play.moves().len() {
            visits.push(Visit {
                key: position.key(),
                side: position.side(),
                in_check: path.watches_checks() && position.in_danger(position.side()),
            });
            position.unmake();
        }
        while let Some(visit) = visits.pop() {
            path.add(visit);
        }
        path.played = path.visits.len();
        path
    }

    /// Whether checks along the way matter.
    fn watches_checks(&self) -> bool {
        self.rule.is_some_and(|rule| rule.perpetual_check_loses || rule.exempt_in_check)
    }

    fn add(&mut self, visit: Visit) {
        let count = &mut self.filter[visit.key as usize % FILTER];
        *count = count.saturating_add(1);
        self.visits.push(visit);
    }

    /// A move has been made.
    pub(crate) fn push<const N: usize>(&mut self, position: &Position<N>, in_check: bool) {
        self.add(Visit { key: position.key(), side: position.side(), in_check });
    }

    /// It has been taken back.
    pub(crate) fn pop(&mut self) {
        if let Some(visit) = self.visits.pop() {
            let count = &mut self.filter[visit.key as usize % FILTER];
            // A full count has lost its number: it must stay.
            if *count < u8::MAX {
                *count -= 1;
            }
        }
    }

    /// Whether the position before the last move was in check.
    fn mover_was_in_check(&self) -> bool {
        self.visits.len().checked_sub(2).is_some_and(|i| self.visits[i].in_check)
    }

    /// What it means that the present position, which has been pushed, may have come up before.
    pub(crate) fn repeated(&self) -> Option<Repeated> {
        let (last, earlier) = self.visits.split_last()?;
        let rule = self.rule.as_ref()?;
        if self.filter[last.key as usize % FILTER] < 2 {
            return None;
        }
        let first = earlier.iter().position(|visit| visit.key == last.key)?;
        let before = earlier[first..].iter().filter(|visit| visit.key == last.key).count() as u32;
        let latest = earlier.iter().rposition(|visit| visit.key == last.key)?;
        let really = before + 1 >= rule.times;
        if rule.result == RepetitionResult::Forbidden {
            let exempt = rule.exempt_in_check && self.mover_was_in_check();
            return match (really, exempt) {
                (true, false) => Some(Repeated::Barred),
                // A cycle inside the line leads nowhere.
                _ => (latest + 1 >= self.played).then_some(Repeated::Soon(Ended::Drawn)),
            };
        }
        // What was played once before the search began may be left for a second time.
        if !really && latest + 1 < self.played {
            let claims = rule.claim.is_some_and(|times| before + 1 >= times);
            return claims.then_some(Repeated::Claimable);
        }
        let ended = self.verdict(rule, first, last.side);
        Some(if really { Repeated::Really(ended) } else { Repeated::Soon(ended) })
    }

    fn verdict(&self, rule: &Repetition, first: usize, mover: Color) -> Ended {
        let loses = |side: Color| if side == mover { Ended::Lost } else { Ended::Won };
        if rule.perpetual_check_loses
            && let Some(checker) = self.perpetual_checker(first)
        {
            return loses(checker);
        }
        match rule.result {
            RepetitionResult::Loses(side) => loses(side),
            RepetitionResult::MoverLoses => loses(!mover),
            RepetitionResult::Draw | RepetitionResult::Forbidden => Ended::Drawn,
        }
    }

    /// The side that has given check with every move since, unless both have.
    fn perpetual_checker(&self, first: usize) -> Option<Color> {
        let since = &self.visits[first + 1..];
        let always = |checker: &Color| {
            let mut answers = since.iter().filter(|visit| visit.side != *checker).peekable();
            answers.peek().is_some() && answers.all(|visit| visit.in_check)
        };
        let mut checkers = Color::BOTH.into_iter().filter(always);
        checkers.next().filter(|_| checkers.next().is_none())
    }
}
