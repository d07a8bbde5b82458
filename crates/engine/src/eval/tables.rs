//! What the evaluation knows of a game before any position is seen.

use crate::eval::places::places_of;
use crate::eval::reach::{Attacks, Extremes, codes};
use crate::eval::runners::{Runner, runners};
use crate::eval::survey::{distance, places, roster};
use crate::eval::weights as w;
use crate::values::Values;
use komadai_rules::variant::Royals;
use komadai_rules::{BitSet, Color, Game, PieceType, Square};
use std::ops::{AddAssign, Mul};
use std::sync::Arc;

/// A value in the opening and in the ending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pair {
    pub(crate) opening: i32,
    pub(crate) ending: i32,
}

impl Pair {
    pub(crate) const fn new(opening: i32, ending: i32) -> Self {
        Pair { opening, ending }
    }

    /// The value with so much of the opening left.
    #[inline]
    pub(crate) fn at(self, phase: i32) -> i32 {
        (self.opening * phase + self.ending * (w::OPENING - phase)) / w::OPENING
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Pair) {
        self.opening += other.opening;
        self.ending += other.ending;
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;
    #[inline]
    fn mul(self, times: i32) -> Pair {
        Pair::new(self.opening * times, self.ending * times)
    }
}

/// A type as the walk over the pieces meets it.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    pub(crate) piece: PieceType,
    /// Whether it begins a class of types worth more than those before.
    pub(crate) dearer: bool,
    /// Whether the squares that it reaches are counted in each position.
    pub(crate) ranges: bool,
    /// Centipawns for each square more than usual, in 16ths.
    pub(crate) mobility: i32,
    /// The usual number of squares.
    pub(crate) usual: i32,
    /// What being attacked by something cheaper costs.
    pub(crate) threat: i32,
}

/// Everything at once.
#[derive(Clone, Debug)]
pub(crate) struct Tables<const N: usize> {
    pub(crate) squares: usize,
    /// Value and place, by `(type * 2 + side) * squares + square`.
    pub(crate) places: Vec<Pair>,
    /// Value in hand by type.
    pub(crate) hand: Vec<i32>,
    /// Value by type.
    pub(crate) board: Vec<i32>,
    /// What a type adds to the material by which the phase is told.
    pub(crate) material: Vec<i32>,
    /// That of both sides at the start; 0 where the game never leaves the opening.
    pub(crate) full: i32,
    /// All types, cheap ones first, royals last.
    pub(crate) kinds: Vec<Kind>,
    /// Where the royals begin among them.
    pub(crate) first_royal: usize,
    pub(crate) attacks: Attacks<N>,
    /// Squares one, two and three steps away from each square.
    pub(crate) rings: Vec<[BitSet<N>; 3]>,
    pub(crate) runners: Vec<Runner<N>>,
    /// Whether only the last royal decides.
    pub(crate) spare_royals: bool,
    pub(crate) drops: bool,
    pub(crate) scale: i32,
}

impl<const N: usize> Tables<N> {
    pub(crate) fn of(game: &Arc<Game<N>>, values: &Values) -> Self {
        let variant = game.variant();
        let drops = variant.captures_to_hand && variant.drops.allowed;
        let extremes = Extremes::all(game);
        let (mut places, mut attacks) = (Vec::new(), Attacks::default());
        for ((color, piece), extremes) in codes(game).zip(&extremes) {
            places.extend(places_of(game, values, color, piece, extremes));
            attacks.add(game, color, piece, extremes);
        }
        let value = |t: usize| if variant.pieces[t].royal { 0 } else { values.board[t] };
        let material: Vec<i32> = (0..variant.pieces.len()).map(value).collect();
        let army: i32 = roster(game).iter().map(|piece| material[piece.index()]).sum();
        Tables {
            squares: game.squares(),
            places,
            hand: values.hand.clone(),
            board: values.board.clone(),
            material,
            full: if drops { 0 } else { 2 * army },
            kinds: kinds(game, values, &extremes),
            first_royal: variant.pieces.iter().filter(|piece| !piece.royal).count(),
            attacks,
            rings: rings(game),
            runners: if drops { Vec::new() } else { runners(values, &extremes) },
            spare_royals: variant.end.royals == Royals::All,
            drops,
            scale: values.scale,
        }
    }

    /// The value and place of a piece on a square.
    #[inline]
    pub(crate) fn place(&self, color: Color, piece: PieceType, square: Square) -> Pair {
        self.places[(2 * piece.index() + color.index()) * self.squares + square.index()]
    }

    /// Centipawns of chess in those of this game.
    #[inline]
    pub(crate) fn scaled(&self, centipawns: i32) -> i32 {
        centipawns * self.scale / 100
    }
}

fn rings<const N: usize>(game: &Game<N>) -> Vec<[BitSet<N>; 3]> {
    let files = game.variant().board.files;
    let all = places(game);
    let ring = |from: Square, steps: u8| -> BitSet<N> {
        all.iter().copied().filter(|to| distance(from, *to, files) == steps).collect()
    };
    let squares = (0..game.squares()).map(|i| Square(i as u8));
    squares.map(|from| [1, 2, 3].map(|steps| ring(from, steps))).collect()
}

fn kinds<const N: usize>(game: &Game<N>, values: &Values, extremes: &[Extremes<N>]) -> Vec<Kind> {
    let pieces = &game.variant().pieces;
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    order.sort_by_key(|i| (pieces[*i].royal, values.board[*i]));
    let mut floor = 0;
    let kind = |i: usize| {
        let value = values.board[i];
        let dearer = floor < value * w::CHEAPER / 100;
        if dearer {
            floor = value;
        }
        let mobility = square_worth(values, PieceType(i as u8)) * f64::from(w::MOBILITY) / 100.0;
        let most = values.scale * w::MOST_THREAT / 100;
        Kind {
            piece: PieceType(i as u8),
            dearer,
            ranges: extremes[2 * i].ranges(),
            mobility: (16.0 * mobility).round().min(16.0 * f64::from(w::MOST_MOBILITY)) as i32,
            usual: values.squares[i].round() as i32,
            threat: (value * w::ATTACKED_BY_LESS / 100).min(most),
        }
    };
    order.into_iter().map(kind).collect()
}

/// What one square more than usual is worth to a piece, in centipawns: the more it has, the less.
pub(crate) fn square_worth(values: &Values, piece: PieceType) -> f64 {
    let squares = values.squares[piece.index()] + 3.0;
    f64::from(values.board[piece.index()]) / (squares * squares)
}
