//! The tables of the evaluation, computed once for a game.

use crate::eval::attacks::{Attacks, Extremes, codes};
use crate::eval::passers::{Passer, passers};
use crate::eval::piece_square::piece_square_values;
use crate::eval::survey::{distance, roster, usable_squares};
use crate::eval::weights as w;
use crate::values::Values;
use komadai_rules::variant::{End, Extinction, Outcome, Royals};
use komadai_rules::{BitSet, Color, Game, PieceType, Position, Square, Variant};
use std::ops::{AddAssign, Mul};
use std::sync::Arc;

/// A value in the opening and one in the ending, for a tapered evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tapered {
    pub(crate) opening: i32,
    pub(crate) ending: i32,
}

impl Tapered {
    pub(crate) const fn new(opening: i32, ending: i32) -> Self {
        Tapered { opening, ending }
    }

    /// The value between the two for a phase.
    #[inline]
    pub(crate) fn taper(self, phase: i32) -> i32 {
        (self.opening * phase + self.ending * (w::OPENING - phase)) / w::OPENING
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Tapered) {
        self.opening += other.opening;
        self.ending += other.ending;
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    #[inline]
    fn mul(self, times: i32) -> Tapered {
        Tapered::new(self.opening * times, self.ending * times)
    }
}

/// What the scan of a position needs of a type.
#[derive(Clone, Debug)]
pub(crate) struct TypeData {
    pub(crate) piece: PieceType,
    /// Whether it begins a value class, so that all types before are cheaper.
    pub(crate) new_value_class: bool,
    /// Whether it slides, so that its mobility is counted in each position.
    pub(crate) slides: bool,
    /// Centipawns for each square beyond the average, in 16ths.
    pub(crate) mobility: i32,
    /// The average number of squares.
    pub(crate) average: i32,
    /// The penalty for being attacked by a cheaper piece.
    pub(crate) threat: i32,
}

/// See the module.
#[derive(Clone, Debug)]
pub(crate) struct EvalTables<const N: usize> {
    pub(crate) squares: usize,
    /// By `(type * 2 + side) * squares + square`.
    piece_square: Vec<Tapered>,
    /// Values in hand by type.
    pub(crate) hand: Vec<i32>,
    /// Values on the board by type.
    pub(crate) board: Vec<i32>,
    /// What a type adds to the material by which the phase is computed.
    pub(crate) material: Vec<i32>,
    /// The material of both sides at the start; 0 where the game never leaves the opening.
    pub(crate) full_material: i32,
    /// All types, cheap ones first, royals last.
    pub(crate) types: Vec<TypeData>,
    /// Where the royals begin among them.
    pub(crate) first_royal: usize,
    pub(crate) attacks: Attacks<N>,
    /// Squares one, two and three steps away from each square.
    pub(crate) rings: Vec<[BitSet<N>; 3]>,
    pub(crate) passers: Vec<Passer<N>>,
    /// Whether only losing the last royal loses the game.
    pub(crate) spare_royals: bool,
    /// How the safety of royals counts: for a side; not at all where mate wins nothing; against it where
    /// it wants to be mated.
    pub(crate) safety: i32,
    /// What each number of checks that a side has given is worth; empty where they are not counted.
    checks: Vec<Tapered>,
    pub(crate) drops: bool,
    pub(crate) scale: i32,
}

/// Whether a side wins by losing its pieces: without a legal move it wins, and there is nothing to mate, to reach
/// or to keep.
fn is_giveaway(variant: &Variant) -> bool {
    let end = &variant.end;
    let wins_without = |rule: &Extinction| rule.result == Outcome::Win;
    let gives_away = end.stalemate.may_win() || end.extinction.iter().any(wins_without);
    let has_other_goal = end.flag.is_some() || !end.extinction.iter().all(wins_without);
    gives_away && !has_other_goal && variant.pieces.iter().all(|it| !it.royal)
}

/// See [`EvalTables::checks`]. The fewer are left, the more the next one counts.
fn checks(end: &End, scale: i32) -> Vec<Tapered> {
    let Some(rule) = end.checks else { return Vec::new() };
    let sign = match rule.result {
        Outcome::Win => 1,
        Outcome::Draw => 0,
        Outcome::Loss => -1,
    };
    let count = i32::from(rule.count);
    let value = |left: i32, weight: i32| {
        let left = left.max(1);
        sign * scale * (weight / (left * left) - weight / (count * count)) / 100
    };
    let [opening, ending] = w::CHECKS;
    let given = (0..=count).rev();
    given.map(|left| Tapered::new(value(left, opening), value(left, ending))).collect()
}

/// See [`EvalTables::safety`].
fn safety(end: &End) -> i32 {
    match end.mated {
        _ if !end.check_may_be_given => 0,
        _ if end.royals_may_be_left => 1,
        Outcome::Loss => 1,
        Outcome::Draw => 0,
        Outcome::Win => -1,
    }
}

impl<const N: usize> EvalTables<N> {
    pub(crate) fn of(game: &Arc<Game<N>>, values: &Values) -> Self {
        let variant = game.variant();
        let drops = variant.captures_to_hand && variant.drops.allowed;
        let extremes = Extremes::all(game);
        let (mut piece_square, mut attacks) = (Vec::new(), Attacks::default());
        for ((color, piece), extremes) in codes(game).zip(&extremes) {
            piece_square.extend(piece_square_values(game, values, color, piece, extremes));
            attacks.add(game, color, piece, extremes);
        }
        let value = |t: usize| if variant.pieces[t].royal { 0 } else { values.board[t] };
        let material: Vec<i32> = (0..variant.pieces.len()).map(value).collect();
        // There every piece is a burden.
        let sign = if is_giveaway(variant) { -1 } else { 1 };
        let signed = |values: &[i32]| values.iter().map(|value| sign * value).collect();
        let army: i32 = roster(game).iter().map(|piece| material[piece.index()]).sum();
        EvalTables {
            squares: game.squares(),
            piece_square: piece_square.into_iter().map(|value| value * sign).collect(),
            hand: signed(&values.hand),
            board: signed(&values.board),
            material,
            full_material: if drops { 0 } else { 2 * army },
            types: types(game, values, &extremes),
            first_royal: variant.pieces.iter().filter(|piece| !piece.royal).count(),
            attacks,
            rings: rings(game),
            passers: if drops { Vec::new() } else { passers(values, &extremes) },
            spare_royals: variant.end.royals != Royals::Any,
            safety: safety(&variant.end),
            checks: checks(&variant.end, values.scale),
            drops,
            scale: values.scale,
        }
    }

    /// The value of a piece on a square.
    #[inline]
    pub(crate) fn piece_square(&self, color: Color, piece: PieceType, square: Square) -> Tapered {
        self.piece_square[(2 * piece.index() + color.index()) * self.squares + square.index()]
    }

    /// What the checks that a side has given are worth; `None` where they are not counted.
    #[inline]
    pub(crate) fn checks(&self, position: &Position<N>, color: Color, phase: i32) -> Option<i32> {
        let given = usize::from(position.checks_given(color));
        self.checks.get(given).map(|value| value.taper(phase))
    }

    /// Converts centipawns of chess to those of this game.
    #[inline]
    pub(crate) fn scaled(&self, centipawns: i32) -> i32 {
        centipawns * self.scale / 100
    }
}

fn rings<const N: usize>(game: &Game<N>) -> Vec<[BitSet<N>; 3]> {
    let files = game.variant().board.files;
    let all = usable_squares(game);
    let ring = |from: Square, steps: u8| -> BitSet<N> {
        all.iter().copied().filter(|to| distance(from, *to, files) == steps).collect()
    };
    let squares = (0..game.squares()).map(|i| Square(i as u8));
    squares.map(|from| [1, 2, 3].map(|steps| ring(from, steps))).collect()
}

fn types<const N: usize>(
    game: &Game<N>,
    values: &Values,
    extremes: &[Extremes<N>],
) -> Vec<TypeData> {
    let pieces = &game.variant().pieces;
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    order.sort_by_key(|i| (pieces[*i].royal, values.board[*i]));
    let mut floor = 0;
    let kind = |i: usize| {
        let value = values.board[i];
        let new_value_class = floor < value * w::VALUE_CLASS / 100;
        if new_value_class {
            floor = value;
        }
        let mobility = mobility_value(values, PieceType(i as u8)) * f64::from(w::MOBILITY) / 100.0;
        let max = values.scale * w::MAX_THREAT / 100;
        TypeData {
            piece: PieceType(i as u8),
            new_value_class,
            slides: extremes[2 * i].slides(),
            mobility: (16.0 * mobility).round().min(16.0 * f64::from(w::MAX_MOBILITY)) as i32,
            average: values.squares[i].round() as i32,
            threat: (value * w::ATTACKED_BY_LESS / 100).min(max),
        }
    };
    order.into_iter().map(kind).collect()
}

/// The value of one square beyond the average, in centipawns: the more squares a piece has, the
/// less.
pub(crate) fn mobility_value(values: &Values, piece: PieceType) -> f64 {
    let squares = values.squares[piece.index()] + 3.0;
    f64::from(values.board[piece.index()]) / (squares * squares)
}
