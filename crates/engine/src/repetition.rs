//! Repetition: the positions of the game and of the line being searched.

use crate::ends::GameResult;
use komadai_rules::variant::{Repetition, RepetitionResult};
use komadai_rules::{Color, Play, Position};

/// The size of the filter, by the low bits of the keys, that tells most new positions at once.
const FILTER: usize = 1 << 12;

/// Every position of the game and of the line being searched.
#[derive(Clone, Debug)]
pub(crate) struct PositionHistory {
    rule: Option<Repetition>,
    visits: Vec<Visit>,
    /// How many of the visits belong to the game.
    played: usize,
    /// Counts the visits by the low bits of their keys.
    filter: Box<[u8; FILTER]>,
}

#[derive(Clone, Copy, Debug)]
struct Visit {
    key: u64,
    side: Color,
    in_check: bool,
}

/// What the repetition of a position means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repeated {
    /// The game is over.
    Final(GameResult),
    /// The line can be repeated until the game is over with this result.
    Cycle(GameResult),
    /// The side to move can claim a draw.
    Claimable,
    /// The move that led here is forbidden.
    Forbidden,
}

impl PositionHistory {
    /// The positions of a game, up to the current one.
    pub(crate) fn of<const N: usize>(play: &Play<N>) -> Self {
        let mut history = PositionHistory {
            rule: play.position().game().variant().end.repetition.clone(),
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
                in_check: history.needs_checks() && position.in_danger(position.side()),
            });
            position.unmake();
        }
        while let Some(visit) = visits.pop() {
            history.add(visit);
        }
        history.played = history.visits.len();
        history
    }

    /// Whether the rule depends on checks.
    fn needs_checks(&self) -> bool {
        let rule = self.rule.as_ref();
        rule.is_some_and(|rule| rule.perpetual_check_loses || rule.exempt_in_check)
    }

    fn add(&mut self, visit: Visit) {
        let count = &mut self.filter[visit.key as usize % FILTER];
        *count = count.saturating_add(1);
        self.visits.push(visit);
    }

    /// Adds the position after a move.
    pub(crate) fn push<const N: usize>(&mut self, position: &Position<N>, in_check: bool) {
        self.add(Visit { key: position.key(), side: position.side(), in_check });
    }

    /// Takes the last position off.
    pub(crate) fn pop(&mut self) {
        if let Some(visit) = self.visits.pop() {
            let count = &mut self.filter[visit.key as usize % FILTER];
            // A saturated count is no longer exact, so it stays.
            if *count < u8::MAX {
                *count -= 1;
            }
        }
    }

    /// Whether the side that moved last was in check before.
    fn mover_was_in_check(&self) -> bool {
        self.visits.len().checked_sub(2).is_some_and(|i| self.visits[i].in_check)
    }

    /// What it means for the last position, which is this one, that it may have occurred before.
    pub(crate) fn repeated<const N: usize>(&self, position: &Position<N>) -> Option<Repeated> {
        let (last, earlier) = self.visits.split_last()?;
        let rule = self.rule.as_ref()?;
        if self.filter[last.key as usize % FILTER] < 2 {
            return None;
        }
        let first = earlier.iter().position(|visit| visit.key == last.key)?;
        let before = earlier[first..].iter().filter(|visit| visit.key == last.key).count() as u32;
        let latest = earlier.iter().rposition(|visit| visit.key == last.key)?;
        let is_final = before + 1 >= rule.times;
        // The latest occurrence is the root or in the line being searched, so that the cycle can be
        // repeated. A position of the game before may occur once more.
        let is_cycle = latest + 1 >= self.played;
        if rule.result == RepetitionResult::Forbidden {
            let exempt = rule.exempt_in_check && self.mover_was_in_check();
            return if is_final && !exempt {
                Some(Repeated::Forbidden)
            } else {
                is_cycle.then_some(Repeated::Cycle(GameResult::Draw))
            };
        }
        if is_final {
            Some(Repeated::Final(self.result(rule, first, position)))
        } else if is_cycle {
            Some(Repeated::Cycle(self.result(rule, first, position)))
        } else {
            let claimable = rule.claim.is_some_and(|times| before + 1 >= times);
            claimable.then_some(Repeated::Claimable)
        }
    }

    /// The result for the side to move of repeating the position that was first visited at `first`.
    fn result<const N: usize>(
        &self,
        rule: &Repetition,
        first: usize,
        position: &Position<N>,
    ) -> GameResult {
        let to_move = position.side();
        let loses = |side: Color| if side == to_move { GameResult::Loss } else { GameResult::Win };
        if let Some(loser) = self.offender(rule, first, position) {
            return loses(loser);
        }
        match rule.result {
            RepetitionResult::Loses(side) => loses(side),
            RepetitionResult::MoverLoses => loses(!to_move),
            RepetitionResult::Draw | RepetitionResult::Forbidden => GameResult::Draw,
        }
    }

    /// The side that has given check with every move since the visit `first`, or else has chased a piece, unless
    /// both have.
    fn offender<const N: usize>(
        &self,
        rule: &Repetition,
        first: usize,
        position: &Position<N>,
    ) -> Option<Color> {
        let checking =
            if rule.perpetual_check_loses { self.perpetual_checkers(first) } else { [false; 2] };
        match checking {
            [true, false] => Some(Color::First),
            [false, true] => Some(Color::Second),
            [true, true] => None,
            [false, false] => {
                position.perpetual_chase(self.visits.len() - 1 - first).map(|(side, _)| side)
            }
        }
    }

    /// The sides that have given check with every move since the visit `first`.
    fn perpetual_checkers(&self, first: usize) -> [bool; 2] {
        let since = &self.visits[first + 1..];
        let always_checks = |checker: &Color| {
            let mut answers = since.iter().filter(|visit| visit.side != *checker).peekable();
            answers.peek().is_some() && answers.all(|visit| visit.in_check)
        };
        Color::BOTH.map(|side| always_checks(&side))
    }
}
