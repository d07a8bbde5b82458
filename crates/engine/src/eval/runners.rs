//! Pieces that nothing can stop any more from promoting: passed pawns, in whatever game.

use crate::eval::reach::Extremes;
use crate::eval::tables::Pair;
use crate::eval::weights as w;
use crate::values::{Values, prospect};
use komadai_rules::{BitSet, Color, PieceType, Position, Square};

/// A type that could run to where it promotes.
#[derive(Clone, Debug)]
pub(crate) struct Runner<const N: usize> {
    pub(crate) piece: PieceType,
    pub(crate) color: Color,
    /// Enemies of the same type on these squares could stop it, by square.
    pub(crate) stoppers: Vec<BitSet<N>>,
    /// What it is worth that there are none, by square.
    pub(crate) worth: Vec<Pair>,
}

/// The steppers that promote, with what could stop each of them. `extremes`: of all types, of the
/// first side and then of the second.
pub(crate) fn runners<const N: usize>(values: &Values, extremes: &[Extremes<N>]) -> Vec<Runner<N>> {
    let runs = |t: &usize| {
        let of = &extremes[2 * t];
        let one_way = of.prospects.open.iter().all(|to| to.count() <= 2);
        values.promotion_gain[*t] > 0 && !of.ranges() && one_way
    };
    let runner = |t: usize, color: Color| {
        let (mine, theirs) =
            (&extremes[2 * t + color.index()], &extremes[2 * t + (!color).index()]);
        let worth = |moves: &Option<u8>| {
            let gain = prospect(*moves) * f64::from(values.promotion_gain[t]);
            let [opening, ending] = w::RUNNER.map(|part| (gain * f64::from(part) / 100.0) as i32);
            Pair::new(opening, ending)
        };
        Runner {
            piece: PieceType(t as u8),
            color,
            stoppers: stoppers(mine, theirs),
            worth: mine.prospects.moves.iter().map(worth).collect(),
        }
    };
    let types = (0..values.board.len()).filter(runs);
    types.flat_map(|t| Color::BOTH.map(|color| runner(t, color))).collect()
}

impl<const N: usize> Runner<N> {
    /// What the pieces are worth that have nothing to fear.
    #[inline]
    pub(crate) fn count(&self, position: &Position<N>) -> Pair {
        let enemies = position.pieces(!self.color, self.piece);
        let mut sum = Pair::default();
        for square in position.pieces(self.color, self.piece) {
            if !self.stoppers[square.index()].meets(enemies) {
                sum += self.worth[square.index()];
            }
        }
        sum
    }
}

/// For each square of a runner the squares from which an enemy of its type could come to stand in
/// its way or to attack it.
fn stoppers<const N: usize>(mine: &Extremes<N>, theirs: &Extremes<N>) -> Vec<BitSet<N>> {
    let ways: Vec<BitSet<N>> = (0..mine.crowded.len()).map(|i| reachable(mine, i)).collect();
    let covers: Vec<BitSet<N>> = (0..theirs.crowded.len())
        .map(|i| {
            let stands = reachable(theirs, i) | BitSet::of(Square(i as u8));
            stands.iter().fold(stands, |set, s| set | theirs.crowded[s.index()])
        })
        .collect();
    let stops = |way: &BitSet<N>| {
        let stop = |i: &usize| covers[*i].meets(*way);
        (0..covers.len()).filter(stop).map(|i| Square(i as u8)).collect()
    };
    ways.iter().map(stops).collect()
}

/// All squares to which a piece could go in any number of quiet moves, until it promotes.
fn reachable<const N: usize>(of: &Extremes<N>, from: usize) -> BitSet<N> {
    let mut reached = BitSet::EMPTY;
    let mut new = of.prospects.open[from];
    while let Some(square) = new.pop() {
        if !reached.contains(square) {
            reached.insert(square);
            new |= of.prospects.open[square.index()].without(reached);
        }
    }
    reached
}
