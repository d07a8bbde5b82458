//! How good a position is, without looking ahead. Nothing in it names a piece or a game: all that it
//! knows it has found out from the rules, before the first move.

mod explain;
mod places;
mod reach;
mod runners;
pub(crate) mod survey;
mod tables;
mod terms;
mod weights;
pub(crate) mod zone;

use crate::values::Values;
use komadai_rules::{Change, Color, Game, PieceType, Position, Square};
use std::sync::Arc;
use tables::{Pair, Tables};
use terms::{Terms, terms};
use weights as w;

/// Judges positions along a line of moves. The seam for other ways to judge: tuned weights, a small
/// network.
pub trait Evaluator<const N: usize>: Clone + Send {
    /// Begins anew at a position.
    fn reset(&mut self, position: &Position<N>);

    /// Follows the move that has just been made, or the null move.
    fn push(&mut self, position: &Position<N>);

    /// Goes back by one move; it does not matter whether the position has gone back yet.
    fn pop(&mut self);

    /// How good the position is for the side to move, in centipawns: quiet judgement, without
    /// looking for mates. Outside of the window from `alpha` to `beta` the answer may be rough.
    fn evaluate(&mut self, position: &Position<N>, alpha: i32, beta: i32) -> i32;

    /// The terms by name, each for the first and for the second side, in centipawns.
    fn explain(&mut self, position: &Position<N>) -> Vec<(&'static str, i32, i32)>;
}

/// The evaluation that knows every game: material, hands, places, mobility, threats, the safety of
/// royals, promotion prospects, the right to move.
#[derive(Clone, Debug)]
pub struct Handcrafted<const N: usize> {
    tables: Arc<Tables<N>>,
    /// What is kept along, for every position from the root on.
    line: Vec<Kept>,
}

/// What follows from the pieces one by one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Kept {
    /// Value and place, first side less second.
    places: Pair,
    /// What each side has in hand.
    hands: [i32; 2],
    /// Material that makes it the opening, of both sides.
    material: i32,
}

impl Kept {
    fn of<const N: usize>(tables: &Tables<N>, position: &Position<N>) -> Self {
        let mut kept = Kept::default();
        for square in position.occupied() {
            if let Some((color, piece)) = position.at(square) {
                kept.count(tables, 1, (square, color, piece));
            }
        }
        for color in Color::BOTH {
            for index in 0..tables.hand.len() {
                let held = i32::from(position.hand(color, PieceType(index as u8)));
                kept.hands[color.index()] += held * tables.hand[index];
            }
        }
        kept
    }

    /// Counts a piece in, or out again with -1 `times`.
    #[inline]
    fn count<const N: usize>(
        &mut self,
        tables: &Tables<N>,
        times: i32,
        (square, color, piece): (Square, Color, PieceType),
    ) {
        self.material += times * tables.material[piece.index()];
        self.places += tables.place(color, piece, square) * (times * sign(color));
    }

    #[inline]
    fn follow<const N: usize>(&mut self, tables: &Tables<N>, change: Change) {
        match change {
            Change::Put(square, color, piece) => self.count(tables, 1, (square, color, piece)),
            Change::Taken(square, color, piece) => self.count(tables, -1, (square, color, piece)),
            Change::Hand { color, piece, before, after } => {
                let more = i32::from(after) - i32::from(before);
                self.hands[color.index()] += more * tables.hand[piece.index()];
            }
        }
    }

    /// How much of the opening is left.
    #[inline]
    fn phase<const N: usize>(&self, tables: &Tables<N>) -> i32 {
        match tables.full {
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
    /// Prepares the evaluation of a game, whose pieces are worth `values`.
    pub fn new(game: &Arc<Game<N>>, values: &Arc<Values>) -> Self {
        Handcrafted { tables: Arc::new(Tables::of(game, values)), line: vec![Kept::default()] }
    }

    fn kept(&self) -> Kept {
        self.line.last().copied().unwrap_or_default()
    }
}

/// What the terms say for a side.
fn total(terms: &Terms, color: Color, to_move: bool, phase: i32) -> i32 {
    let i = color.index();
    terms.mobility[i]
        + against(terms.threats[i], to_move)
        + terms.royals[i].at(phase)
        + terms.runners[i].at(phase)
}

impl<const N: usize> Evaluator<N> for Handcrafted<N> {
    fn reset(&mut self, position: &Position<N>) {
        self.line.clear();
        self.line.push(Kept::of(&self.tables, position));
    }

    fn push(&mut self, position: &Position<N>) {
        let mut kept = self.kept();
        for change in position.changes() {
            kept.follow(&self.tables, change);
        }
        self.line.push(kept);
    }

    fn pop(&mut self) {
        if self.line.len() > 1 {
            self.line.pop();
        }
    }

    fn evaluate(&mut self, position: &Position<N>, alpha: i32, beta: i32) -> i32 {
        let tables = &*self.tables;
        let (kept, us) = (self.kept(), position.side());
        let phase = kept.phase(tables);
        let simple = sign(us) * (kept.places.at(phase) + kept.hands[0] - kept.hands[1])
            + tables.scaled(w::TEMPO);
        let margin = tables.scaled(w::LAZY_MARGIN);
        if simple - margin >= beta || simple + margin <= alpha {
            return bounded(simple);
        }
        let terms = terms(tables, position, kept.hands);
        bounded(simple + total(&terms, us, true, phase) - total(&terms, !us, false, phase))
    }

    fn explain(&mut self, position: &Position<N>) -> Vec<(&'static str, i32, i32)> {
        explain::explain(&self.tables, position)
    }
}

/// What threats against a side count for.
fn against(threats: i32, to_move: bool) -> i32 {
    if to_move { threats * w::OWN_TURN / 100 } else { threats }
}

/// Keeps a score away from those of forced ends.
fn bounded(score: i32) -> i32 {
    let beyond = (score.abs() - w::KNEE).max(0);
    score.signum() * (score.abs() - beyond + beyond / 4).min(w::MOST)
}
