//! The mobility of each type, measured on random boards.
//!
//! Nothing here reads a movement: a piece is put on a [`Sandbox`] and the squares that it reaches
//! are counted. So every movement is covered, double captures and rifle shots included.

use crate::random::Random;
use komadai_rules::{
    BitSet, Color, Game, Interrupt, PieceType, Reach, Sandbox, Square, Trial, pause,
};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Densities of the boards on which mobility is averaged, in fractions of the density at the start:
/// opening, middlegame, ending. Chess then averages about 0.3, for which Ralph Betza's "crowded
/// board mobility" gives the usual values.
const DENSITIES: [f64; 3] = [0.9, 0.6, 0.35];

/// The greatest density at the start, for games that start with more.
const MAX_DENSITY: f64 = 0.45;

/// How many placements are counted in all: more boards for small games, fewer for large ones.
const PLACEMENTS: usize = 40_000;

/// The most boards for each density.
const MAX_BOARDS: usize = 8;

/// The weights of the squares that a piece moves to or attacks.
#[derive(Clone, Copy, Debug)]
struct Weights {
    /// A square one step away, because such moves are slow. (A man that moves one step in all
    /// directions is worth a knight, though it has more squares on average.)
    near: f64,
    /// A square farther away.
    far: f64,
    /// On top for a square ahead within two steps: attacks go forward.
    ahead: f64,
    /// On top for an enemy that can be captured without moving to its square.
    aside: f64,
}

const WEIGHTS: Weights = Weights { near: 0.78, far: 1.0, ahead: 0.15, aside: 0.7 };

/// The mobility of each type of the first side.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Survey {
    /// Weighted squares, on average over the board and the densities.
    pub(crate) mobility: Vec<f64>,
    /// Plain squares, on the same average, as the evaluation counts them.
    pub(crate) squares: Vec<f64>,
}

impl Survey {
    /// Measures all types of a game. The same game always gives the same answer.
    pub(crate) fn of<const N: usize>(game: &Arc<Game<N>>) -> Self {
        let types = game.variant().pieces.len();
        let squares = usable_squares(game);
        let roster = roster(game);
        let density = 2.0 * roster.len() as f64 / squares.len().max(1) as f64;
        let boards =
            (PLACEMENTS / (DENSITIES.len() * types * squares.len()).max(1)).clamp(1, MAX_BOARDS);
        let mut random = Random(0x6b6f_6d61);
        let densities = DENSITIES.iter().flat_map(|part| std::iter::repeat_n(*part, boards));
        let crowds: Vec<Crowd<N>> = densities
            .map(|part| {
                let occupied = (density * part).min(MAX_DENSITY * part);
                Crowd::new(game, &squares, &roster, occupied, &mut random)
            })
            .collect();
        let of_type = |index| Tally::of(game, &squares, &crowds, PieceType(index as u8));
        let tallies: Vec<Tally> = (0..types).map(of_type).collect();
        let average = |sum: fn(&Tally) -> f64| -> Vec<f64> {
            tallies.iter().map(|tally| sum(tally) / tally.placements.max(1) as f64).collect()
        };
        Survey { mobility: average(|tally| tally.weighted), squares: average(|tally| tally.plain) }
    }
}

/// A board with enemies on random squares.
struct Crowd<const N: usize> {
    sandbox: Sandbox<N>,
    pieces: Vec<Option<(Color, PieceType)>>,
}

impl<const N: usize> Crowd<N> {
    /// All pieces are enemies, because protecting a friend counts as much as attacking an enemy.
    fn new(
        game: &Arc<Game<N>>,
        squares: &[Square],
        roster: &[PieceType],
        density: f64,
        random: &mut Random,
    ) -> Self {
        let mut sandbox = Sandbox::new(game);
        let mut pieces = vec![None; game.squares()];
        for square in squares {
            if random.fraction() < density && !roster.is_empty() {
                let piece = roster[random.below(roster.len() as u64) as usize];
                pieces[square.index()] = Some((Color::Second, piece));
                sandbox.set(*square, pieces[square.index()]);
            }
        }
        Crowd { sandbox, pieces }
    }
}

/// Sums over many placements of one type.
#[derive(Default)]
struct Tally {
    weighted: f64,
    plain: f64,
    placements: u32,
}

impl Tally {
    /// Puts the type on every square of each board, as long as a moment lasts: fewer placements of a
    /// piece that has thousands of ways will do.
    fn of<const N: usize>(
        game: &Arc<Game<N>>,
        squares: &[Square],
        crowds: &[Crowd<N>],
        piece: PieceType,
    ) -> Self {
        let moment = Interrupt::moment();
        let files = game.variant().board.files;
        let mut tally = Tally::default();
        for Crowd { sandbox, pieces } in crowds {
            let mut sandbox = sandbox.clone();
            sandbox.set_interrupt(&moment);
            for square in squares {
                pause::point();
                if moment.is_over() {
                    return tally;
                }
                tally.placements += 1;
                if may_stand(game, Color::First, piece, *square) {
                    sandbox.set(*square, Some((Color::First, piece)));
                    let reach = sandbox.reach(*square);
                    tally.weighted += weigh(&reach, *square, files);
                    tally.plain += f64::from((reach.quiet | reach.capture).count());
                    sandbox.set(*square, pieces[square.index()]);
                }
            }
        }
        tally
    }
}

/// What a piece reaches from each of some squares of a board, by square of the board; `rest` is what
/// stands there else. If finding it out takes longer than a moment, tables tell what it could ever reach.
pub(crate) fn reach_from_each<const N: usize>(
    board: &Sandbox<N>,
    squares: impl Iterator<Item = Square> + Clone,
    [piece, rest]: [Option<(Color, PieceType)>; 2],
    pick: impl Fn(&Reach<N>) -> BitSet<N>,
) -> Vec<BitSet<N>> {
    let moment = Interrupt::moment();
    let mut board = board.clone();
    board.set_interrupt(&moment);
    let mut each = |find: &dyn Fn(&Sandbox<N>, Square) -> BitSet<N>| {
        let mut reached = vec![BitSet::EMPTY; board.squares()];
        for square in squares.clone() {
            pause::point();
            board.set(square, piece);
            reached[square.index()] = find(&board, square);
            board.set(square, rest);
        }
        reached
    };
    let exact = each(&|board, square| pick(&board.reach(square)));
    if moment.is_over() { each(&|board, square| board.farthest_reach(square)) } else { exact }
}

fn weigh<const N: usize>(reach: &Reach<N>, from: Square, files: u8) -> f64 {
    let ends = reach.quiet | reach.capture;
    let ranks = |s: Square| i32::from(s.0 / files);
    let squares = ends.iter().map(|to| {
        let distance = distance(from, to, files);
        let ahead = ranks(to) > ranks(from) && distance <= 2;
        let plain = if distance <= 1 { WEIGHTS.near } else { WEIGHTS.far };
        plain + if ahead { WEIGHTS.ahead } else { 0.0 }
    });
    squares.sum::<f64>() + WEIGHTS.aside * f64::from(reach.aside.count())
}

/// The distance between two squares in king moves.
pub(crate) fn distance(a: Square, b: Square, files: u8) -> u8 {
    (a.0 % files).abs_diff(b.0 % files).max((a.0 / files).abs_diff(b.0 / files))
}

/// The squares that can hold a piece: neither holes nor vanishing squares.
pub(crate) fn usable_squares<const N: usize>(game: &Game<N>) -> Vec<Square> {
    let board = &game.variant().board;
    let squares = (0..game.squares()).map(|i| Square(i as u8));
    squares.filter(|s| !board.holes.contains(s) && !board.vanishing.contains(s)).collect()
}

/// Whether a type of a side may stand on a square.
pub(crate) fn may_stand<const N: usize>(
    game: &Game<N>,
    color: Color,
    piece: PieceType,
    square: Square,
) -> bool {
    let confine = &game.variant().pieces[piece.index()].confine;
    confine.as_ref().is_none_or(|squares| squares[color.index()].contains(&square))
}

/// The first side's army at the start, piece by piece.
pub(crate) fn roster<const N: usize>(game: &Game<N>) -> Vec<PieceType> {
    let pieces = game.variant().pieces.iter().enumerate();
    pieces
        .flat_map(|(i, piece)| {
            let count = piece.at[Color::First.index()].len();
            std::iter::repeat_n(PieceType(i as u8), count + usize::from(piece.hand[0]))
        })
        .collect()
}

/// How many enemies a type burns after a move when it is surrounded by them.
pub(crate) fn burnt<const N: usize>(game: &Game<N>, piece: PieceType) -> usize {
    /// Larger than any burning.
    const SIDE: u8 = 9;
    let Some(burns) = &game.variant().pieces[piece.index()].burns else { return 0 };
    let middle = Square(SIDE * SIDE / 2);
    let trial = Trial {
        files: SIDE,
        ranks: SIDE,
        from: middle,
        side: Color::First,
        moved: true,
        friends: BTreeSet::new(),
        enemies: (0..SIDE * SIDE).map(Square).filter(|s| *s != middle).collect(),
        holes: BTreeSet::new(),
        royals: BTreeSet::new(),
        unmoved: BTreeSet::new(),
        en_passant: None,
    };
    let moves = trial.moves(&burns.tree).unwrap_or_default();
    moves.iter().flat_map(|m| &m.captures).collect::<BTreeSet<_>>().len()
}
