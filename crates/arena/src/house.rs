//! Players that need no process: a random one, and a greedy one that looks one ply ahead.

use crate::client::{Answer, Client, Course, Failure, Reply, Turn};
use crate::random::Random;
use komadai_records::moves::spell;
use komadai_rules::{AnyPlay, Color, Move, MoveKind};
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

    fn choose(&mut self, play: &AnyPlay) -> Option<Move> {
        let legal = play.legal_moves();
        let candidates = match &self.style {
            Style::Random => legal,
            Style::Greedy(values) => best(&legal, |m| gain(play, values, m)),
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
fn gain(play: &AnyPlay, values: &[i32], m: Move) -> i64 {
    let captured = play.captures(m).into_iter().filter_map(|square| play.at(square));
    let captured = captured.map(|(_, piece)| i64::from(values[piece.index()]));
    captured.sum::<i64>() + promotion_gain(play, values, m)
}

fn promotion_gain(play: &AnyPlay, values: &[i32], m: Move) -> i64 {
    let choice = usize::from(m.promotion()).checked_sub(1);
    let mover = spell(play, m).mover.filter(|_| m.kind() != MoveKind::Drop);
    let (Some(choice), Some(mover)) = (choice, mover) else { return 0 };
    let promoted = play.variant().pieces[mover.index()].promotes.get(choice);
    promoted.map_or(0, |to| i64::from(values[to.index()]) - i64::from(values[mover.index()]))
}

impl Client for House {
    fn new_game(&mut self, _: &Course, _: &Turn<'_>) -> Result<(), Failure> {
        Ok(())
    }

    fn think(&mut self, course: &Course, _: &Turn<'_>) -> Result<Reply, Failure> {
        let play = &course.play;
        let answer = match self.choose(play) {
            Some(m) => Answer::Move(spell(play, m).usi(play.variant())),
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
