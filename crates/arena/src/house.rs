//! Players that need no process: a random one, and a greedy one that looks one ply ahead.

use crate::client::{Answer, Client, Course, Failure, Reply, Turn};
use crate::random::Random;
use crate::referee::Referee;
use komadai_rules::{Color, Move, MoveKind};
use std::sync::Arc;
use std::time::Duration;

/// How a simple player chooses.
#[derive(Clone, Debug)]
pub(crate) enum Style {
    /// Any move.
    Random,
    /// What gains most by the values of the pieces, else any move.
    Greedy(Arc<[i32]>),
}

/// A simple player.
#[derive(Clone, Debug)]
pub(crate) struct House {
    style: Style,
    random: Random,
}

impl House {
    /// Plays the same whenever seed and number are the same.
    pub(crate) fn new(style: Style, seed: u64, number: u64) -> Self {
        House { style, random: Random::new(seed, number) }
    }

    fn choose(&mut self, referee: &dyn Referee) -> Option<Move> {
        let legal = referee.legal_moves();
        let candidates = match &self.style {
            Style::Random => legal,
            Style::Greedy(values) => best(&legal, |m| gain(referee, values, m)),
        };
        self.random.pick(&candidates).copied()
    }
}

/// The moves that gain most.
fn best(moves: &[Move], gain: impl Fn(Move) -> i64) -> Vec<Move> {
    let gains: Vec<i64> = moves.iter().map(|m| gain(*m)).collect();
    let most = gains.iter().max().copied();
    let chosen = moves.iter().zip(&gains).filter(|(_, gain)| Some(**gain) == most);
    chosen.map(|(m, _)| *m).collect()
}

/// What a move captures and what it gains by promotion.
fn gain(referee: &dyn Referee, values: &[i32], m: Move) -> i64 {
    let captured =
        referee.captures(m).into_iter().map(|(_, piece)| i64::from(values[piece.index()]));
    captured.sum::<i64>() + promotion_gain(referee, values, m)
}

fn promotion_gain(referee: &dyn Referee, values: &[i32], m: Move) -> i64 {
    let choice = usize::from(m.promotion()).checked_sub(1);
    let mover = referee.spell(m).mover.filter(|_| m.kind() != MoveKind::Drop);
    let (Some(choice), Some(mover)) = (choice, mover) else { return 0 };
    let promoted = referee.variant().pieces[mover.index()].promotes.get(choice);
    promoted.map_or(0, |to| i64::from(values[to.index()]) - i64::from(values[mover.index()]))
}

impl Client for House {
    fn new_game(&mut self, _: &Course, _: &Turn<'_>) -> Result<(), Failure> {
        Ok(())
    }

    fn think(&mut self, course: &Course, _: &Turn<'_>) -> Result<Reply, Failure> {
        let referee = course.referee.as_ref();
        let answer = match self.choose(referee) {
            Some(m) => Answer::Move(referee.spell(m).usi(referee.variant())),
            None => Answer::Resign,
        };
        Ok(Reply { answer, elapsed: Duration::ZERO, eval: None, offers_draw: false })
    }

    fn game_over(&mut self, _: Color, _: Option<Color>, _: &str) {}

    fn recent(&self) -> Vec<String> {
        Vec::new()
    }

    /// Every game has its own numbers.
    fn is_reusable(&self) -> bool {
        false
    }
}
