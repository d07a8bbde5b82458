//! Static evaluation. Nothing in it names a piece or a game: it derives all that it knows from the
//! rules, before the first move.

mod attacks;
mod explain;
mod hybrid;
mod passers;
mod piece_square;
pub(crate) mod promotion;
pub(crate) mod survey;
mod tables;
mod terms;
mod weights;

use crate::values::Values;
pub use hybrid::Hybrid;
use komadai_rules::{Change, Color, Game, PieceType, Position, Square};
use std::sync::Arc;
use tables::{EvalTables, Tapered};
use terms::{Terms, terms};
use weights as w;

/// Evaluates the positions along a line of moves. Other evaluations can take its place: tuned
/// weights, a small network.
pub trait Evaluator<const N: usize>: Clone + Send {
    /// Starts at a position.
    fn reset(&mut self, position: &Position<N>);

    /// Follows the move that has just been made, or the null move.
    fn push(&mut self, position: &Position<N>);

    /// Takes back the last move, before or after the position does.
    fn pop(&mut self);

    /// The evaluation for the side to move, in centipawns. Outside of the window from `alpha` to
    /// `beta` it may be rough.
    fn evaluate(&mut self, position: &Position<N>, alpha: i32, beta: i32) -> i32;

    /// The terms by name, each for the first and for the second side, in centipawns.
    fn explain(&mut self, position: &Position<N>) -> Vec<(&'static str, i32, i32)>;
}

/// The evaluation for every game: material, hands, piece-square values, mobility, threats, royal
/// safety, promotion, tempo.
#[derive(Clone, Debug)]
pub struct Handcrafted<const N: usize> {
    tables: Arc<EvalTables<N>>,
    /// One for every position from the root on.
    stack: Vec<Accumulator>,
}

/// The part of the evaluation that is updated with every move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Accumulator {
    /// Piece-square values, of the first side minus those of the second.
    piece_square: Tapered,
    /// The value of each hand.
    hands: [i32; 2],
    /// The material of both sides by which the phase is computed.
    material: i32,
}

impl Accumulator {
    fn of<const N: usize>(tables: &EvalTables<N>, position: &Position<N>) -> Self {
        let mut accumulator = Accumulator::default();
        for square in position.occupied() {
            if let Some((color, piece)) = position.at(square) {
                accumulator.count(tables, 1, (square, color, piece));
            }
        }
        for color in Color::BOTH {
            for index in 0..tables.hand.len() {
                let count = i32::from(position.hand(color, PieceType(index as u8)));
                accumulator.hands[color.index()] += count * tables.hand[index];
            }
        }
        accumulator
    }

    /// Adds a piece, or removes it with `times` -1.
    #[inline]
    fn count<const N: usize>(
        &mut self,
        tables: &EvalTables<N>,
        times: i32,
        (square, color, piece): (Square, Color, PieceType),
    ) {
        self.material += times * tables.material[piece.index()];
        self.piece_square += tables.piece_square(color, piece, square) * (times * sign(color));
    }

    #[inline]
    fn update<const N: usize>(&mut self, tables: &EvalTables<N>, change: Change) {
        match change {
            Change::Put(square, color, piece) => self.count(tables, 1, (square, color, piece)),
            Change::Taken(square, color, piece) => self.count(tables, -1, (square, color, piece)),
            Change::Hand { color, piece, before, after } => {
                let more = i32::from(after) - i32::from(before);
                self.hands[color.index()] += more * tables.hand[piece.index()];
            }
        }
    }

    /// How much of the opening is left, by the material.
    #[inline]
    fn phase<const N: usize>(&self, tables: &EvalTables<N>) -> i32 {
        match tables.full_material {
            0 => w::OPENING,
            full => (self.material.clamp(0, full) as i64 * w::OPENING as i64 / full as i64) as i32,
        }
    }
}

#[inline]
fn sign(color: Color) -> i32 {
    match color {
        Color::First => 1,
        Color::Second => -1,
    }
}

impl<const N: usize> Handcrafted<N> {
    /// Prepares the evaluation of a game with these values of its pieces.
    pub fn new(game: &Arc<Game<N>>, values: &Arc<Values>) -> Self {
        Handcrafted {
            tables: Arc::new(EvalTables::of(game, values)),
            stack: vec![Accumulator::default()],
        }
    }

    fn accumulator(&self) -> Accumulator {
        self.stack.last().copied().unwrap_or_default()
    }
}

/// The sum of the terms of a side.
fn total(terms: &Terms, color: Color, to_move: bool, phase: i32) -> i32 {
    let i = color.index();
    terms.mobility[i]
        + threat_penalty(terms.threats[i], to_move)
        + terms.royals[i].taper(phase)
        + terms.passers[i].taper(phase)
}

impl<const N: usize> Evaluator<N> for Handcrafted<N> {
    fn reset(&mut self, position: &Position<N>) {
        self.stack.clear();
        self.stack.push(Accumulator::of(&self.tables, position));
    }

    fn push(&mut self, position: &Position<N>) {
        let mut accumulator = self.accumulator();
        for change in position.changes() {
            accumulator.update(&self.tables, change);
        }
        self.stack.push(accumulator);
    }

    fn pop(&mut self) {
        if self.stack.len() > 1 {
            self.stack.pop();
        }
    }

    fn evaluate(&mut self, position: &Position<N>, alpha: i32, beta: i32) -> i32 {
        let tables = &*self.tables;
        let (accumulator, us) = (self.accumulator(), position.side());
        let phase = accumulator.phase(tables);
        let simple = sign(us)
            * (accumulator.piece_square.taper(phase) + accumulator.hands[0] - accumulator.hands[1])
            + tables.scaled(w::TEMPO)
            + checks(tables, position, us, phase);
        let margin = tables.scaled(w::LAZY_MARGIN);
        if simple - margin >= beta || simple + margin <= alpha {
            return dampen(simple);
        }
        let terms = terms(tables, position, accumulator.hands);
        dampen(simple + total(&terms, us, true, phase) - total(&terms, !us, false, phase))
    }

    fn explain(&mut self, position: &Position<N>) -> Vec<(&'static str, i32, i32)> {
        explain::explain(&self.tables, position)
    }
}

/// What the checks that both sides have given are worth for one of them.
#[inline]
fn checks<const N: usize>(
    tables: &EvalTables<N>,
    position: &Position<N>,
    us: Color,
    phase: i32,
) -> i32 {
    let of = |color: Color| tables.checks(position, color, phase);
    of(us).zip(of(!us)).map_or(0, |(us, them)| us - them)
}

/// What threats against a side count.
fn threat_penalty(threats: i32, to_move: bool) -> i32 {
    if to_move { threats * w::THREATS_TO_MOVER / 100 } else { threats }
}

/// Compresses large scores, so that they stay away from those of forced ends.
fn dampen(score: i32) -> i32 {
    let excess = (score.abs() - w::KNEE).max(0);
    score.signum() * (score.abs() - excess + excess / 4).min(w::MAX_SCORE)
}
