//! Passed pawns, in any game: pieces that no enemy of their type can stop from promoting.

use crate::eval::attacks::Extremes;
use crate::eval::tables::Tapered;
use crate::eval::weights as w;
use crate::values::{Values, promotion_share};
use komadai_rules::{BitSet, Color, PieceType, Position, Square};

/// A type of one side that can be passed.
#[derive(Clone, Debug)]
pub(crate) struct Passer<const N: usize> {
    pub(crate) piece: PieceType,
    pub(crate) color: Color,
    /// The squares from which an enemy of the same type can stop it, by square.
    pub(crate) stoppers: Vec<BitSet<N>>,
    /// The bonus of a passed piece, by square.
    pub(crate) bonus: Vec<Tapered>,
}

/// The types that can be passed: those that do not slide and have at most two destinations.
/// `extremes` are those of all types, of the first side and then of the second.
pub(crate) fn passers<const N: usize>(values: &Values, extremes: &[Extremes<N>]) -> Vec<Passer<N>> {
    let can_be_passed = |t: &usize| {
        let of = &extremes[2 * t];
        let one_way = of.paths.open.iter().all(|to| to.count() <= 2);
        values.promotion_gain[*t] > 0 && !of.slides() && one_way
    };
    let passer = |t: usize, color: Color| {
        let (mine, theirs) =
            (&extremes[2 * t + color.index()], &extremes[2 * t + (!color).index()]);
        let bonus = |moves: &Option<u8>| {
            let gain = promotion_share(*moves) * f64::from(values.promotion_gain[t]);
            let [opening, ending] = w::PASSER.map(|part| (gain * f64::from(part) / 100.0) as i32);
            Tapered::new(opening, ending)
        };
        Passer {
            piece: PieceType(t as u8),
            color,
            stoppers: stoppers(mine, theirs),
            bonus: mine.paths.moves.iter().map(bonus).collect(),
        }
    };
    let types = (0..values.board.len()).filter(can_be_passed);
    types.flat_map(|t| Color::BOTH.map(|color| passer(t, color))).collect()
}

impl<const N: usize> Passer<N> {
    /// The bonus of all passed pieces.
    #[inline]
    pub(crate) fn total(&self, position: &Position<N>) -> Tapered {
        let enemies = position.pieces(!self.color, self.piece);
        let mut sum = Tapered::default();
        for square in position.pieces(self.color, self.piece) {
            if !self.stoppers[square.index()].intersects(enemies) {
                sum += self.bonus[square.index()];
            }
        }
        sum
    }
}

/// For each square of a piece, the squares from which an enemy of its type can block its way or
/// attack it.
fn stoppers<const N: usize>(mine: &Extremes<N>, theirs: &Extremes<N>) -> Vec<BitSet<N>> {
    let ways: Vec<BitSet<N>> = (0..mine.crowded.len()).map(|i| reachable(mine, i)).collect();
    let covers: Vec<BitSet<N>> = (0..theirs.crowded.len())
        .map(|i| {
            let stands = reachable(theirs, i) | BitSet::of(Square(i as u8));
            stands.iter().fold(stands, |set, s| set | theirs.crowded[s.index()])
        })
        .collect();
    let stops = |way: &BitSet<N>| {
        let stop = |i: &usize| covers[*i].intersects(*way);
        (0..covers.len()).filter(stop).map(|i| Square(i as u8)).collect()
    };
    ways.iter().map(stops).collect()
}

/// All squares to which a piece could go in any number of quiet moves, until it promotes.
fn reachable<const N: usize>(of: &Extremes<N>, from: usize) -> BitSet<N> {
    let mut reached = BitSet::EMPTY;
    let mut new = of.paths.open[from];
    while let Some(square) = new.pop() {
        if !reached.contains(square) {
            reached.insert(square);
            new |= of.paths.open[square.index()].without(reached);
        }
    }
    reached
}
