//! The values of pieces, computed from how they move.
//!
//! One formula serves every game: the number of squares that a piece moves to or attacks, averaged
//! over the board and over boards of different density, becomes centipawns by a curve, scaled so
//! that the pawns of the game are worth about 100. A value in the variant file takes precedence.
//!
//! The formula follows the usual estimates for chess variants: Ralph Betza's crowded board
//! mobility, and H. G. Muller's observation that a piece with twice the moves is worth more than
//! twice as much. Where captured pieces change sides, the opposite holds: a drop reaches every
//! square at once, which helps weak pieces most, so the curve bends down.

use crate::eval::promotion::PromotionPaths;
use crate::eval::survey::{Survey, burnt, roster};
use komadai_rules::variant::{LimitPlace, PieceData, Royals};
use komadai_rules::{AnyGame, Color, Game, PieceType, Square, any_size, pause};
use std::sync::Arc;

/// How weighted squares become a value: `squares * (1 + rise * squares) / (1 + fall * squares)`.
#[derive(Clone, Copy, Debug)]
struct Curve {
    rise: f64,
    fall: f64,
}

/// Where captured pieces leave the game: slightly more than proportional.
const WITHOUT_DROPS: Curve = Curve { rise: 0.025, fall: 0.0 };

/// Where they are dropped again: less than proportional.
const WITH_DROPS: Curve = Curve { rise: 0.0, fall: 0.035 };

/// Centipawns of a weighted square in a game whose pawns are those of chess.
const SQUARE: f64 = 58.0;

/// The value that pawns are scaled to.
const PAWN: f64 = 100.0;

/// The least and the greatest scale, however strong or weak the pawns are. That of chess is 1.
const SCALE_RANGE: (f64, f64) = (0.5, 2.4);

/// Weighted squares for each enemy that a burning piece can burn.
const BURNT_SQUARE: f64 = 1.5;

/// Weighted squares for a royal, where only losing the last one loses the game.
const SPARE_ROYAL: f64 = 9.0;

/// The part of the gain of promotion that counts one move before it.
const PROMOTION_SHARE: f64 = 0.30;

/// The factor of that for each further move.
const PROMOTION_DECAY: f64 = 0.65;

/// The factor for a piece of which each file may hold only one: half of the board is closed to it.
const ONE_PER_FILE: f64 = 0.65;

/// The factor from the value on the board to the value in hand.
const IN_HAND: f64 = 1.10;

/// The same for a piece of which each file may hold only one.
const IN_HAND_ONE_PER_FILE: f64 = 1.05;

/// The greatest value, so that sums do not overflow.
const MAX: i32 = 15_000;

/// The values of the pieces of a game, in centipawns, by type.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    /// On the board. That of a royal holds while its side has another one.
    pub board: Vec<i32>,
    /// In hand; 0 for types that are never held.
    pub hand: Vec<i32>,
    /// What the best promotion gains; 0 for types that do not promote.
    pub promotion_gain: Vec<i32>,
    /// The scale of positional terms in this game, in hundredths of that of chess.
    pub scale: i32,
    /// Squares that each type reaches on average.
    pub(crate) squares: Vec<f64>,
}

impl Values {
    /// Computes the values of a game. The same game always has the same values.
    pub fn of(game: &AnyGame) -> Self {
        any_size!(AnyGame, game, game => Values::of_sized(game))
    }

    /// The same for code that is written for boards of one size.
    pub fn of_sized<const N: usize>(game: &Arc<Game<N>>) -> Self {
        let survey = Survey::of(game);
        let raw = raw_values(game, &survey);
        let scale = scale(game, &raw);
        let pieces = &game.variant().pieces;
        let found = |i: usize| (raw[i] * scale).round() as i32;
        let value = |i: usize| given(pieces, i).unwrap_or(found(i)).clamp(0, MAX);
        let board: Vec<i32> = (0..pieces.len()).map(value).collect();
        let gain = |(i, value): (usize, &i32)| {
            let best = pieces[i].promotes.iter().map(|to| board[to.index()]).max();
            best.map_or(0, |best| (best - value).max(0))
        };
        Values {
            promotion_gain: board.iter().enumerate().map(gain).collect(),
            hand: (0..pieces.len()).map(|i| in_hand(game, PieceType(i as u8), board[i])).collect(),
            board,
            scale: (scale * 100.0).round() as i32,
            squares: survey.squares,
        }
    }
}

/// The value in the variant file of a type, or of another one that moves the same way.
fn given(pieces: &[PieceData], index: usize) -> Option<i32> {
    pause::point();
    let asked = &pieces[index];
    let alike = |other: &&PieceData| {
        (&other.moves, &other.flies, &other.burns) == (&asked.moves, &asked.flies, &asked.burns)
            && other.royal == asked.royal
            && other.promotes == asked.promotes
    };
    asked.value.or_else(|| pieces.iter().filter(alike).find_map(|other| other.value))
}

/// The factor from centipawns of chess to those of this game, by the values in its file or by its
/// pawns.
fn scale<const N: usize>(game: &Game<N>, raw: &[f64]) -> f64 {
    let pieces = &game.variant().pieces;
    let given = raw.iter().zip(pieces).filter_map(|(raw, piece)| Some((*raw, piece.value?)));
    let (raws, values) =
        given.fold((0.0, 0.0), |(r, v), (raw, value)| (r + raw, v + f64::from(value)));
    if raws > 0.0 && values > 0.0 {
        return values / raws;
    }
    let pawn = roster_pawn(game, raw).map_or(PAWN, |pawn| raw[pawn.index()]);
    (PAWN / pawn.max(1.0)).clamp(SCALE_RANGE.0, SCALE_RANGE.1)
}

fn in_hand<const N: usize>(game: &Game<N>, piece: PieceType, board: i32) -> i32 {
    let variant = game.variant();
    let held = variant.pieces.iter().any(|p| p.demotes_to == piece || p.hand != [0; 2]);
    if !held || !variant.drops.allowed {
        return 0;
    }
    let limited = variant.drops.most(piece, LimitPlace::File) == Some(1);
    (f64::from(board) * if limited { IN_HAND_ONE_PER_FILE } else { IN_HAND }).round() as i32
}

/// Values on the scale of chess.
fn raw_values<const N: usize>(game: &Arc<Game<N>>, survey: &Survey) -> Vec<f64> {
    let variant = game.variant();
    let curve =
        if variant.captures_to_hand && variant.drops.allowed { WITH_DROPS } else { WITHOUT_DROPS };
    let several = variant.end.royals != Royals::Any;
    let moving: Vec<f64> = (0..variant.pieces.len())
        .map(|i| {
            let fire = BURNT_SQUARE * burnt(game, PieceType(i as u8)) as f64;
            let spare = if several && variant.pieces[i].royal { SPARE_ROYAL } else { 0.0 };
            let squares = survey.mobility[i] + fire + spare;
            let limited = variant.drops.most(PieceType(i as u8), LimitPlace::File) == Some(1);
            SQUARE * squares * (1.0 + curve.rise * squares) / (1.0 + curve.fall * squares)
                * if limited { ONE_PER_FILE } else { 1.0 }
        })
        .collect();
    let mut values = moving.clone();
    // A promoted piece may promote again; more than twice does not matter.
    for _ in 0..2 {
        let before = values.clone();
        for (i, piece) in variant.pieces.iter().enumerate() {
            let best = piece.promotes.iter().map(|to| before[to.index()]).fold(0.0, f64::max);
            let gain = (best - moving[i]).max(0.0);
            values[i] = moving[i] + gain * promotion_share_at_start(game, PieceType(i as u8));
        }
    }
    values
}

/// The part of the gain of promotion that counts on the start squares of a type, on average.
fn promotion_share_at_start<const N: usize>(game: &Arc<Game<N>>, piece: PieceType) -> f64 {
    let data = &game.variant().pieces[piece.index()];
    if data.promotes.is_empty() {
        return 0.0;
    }
    let paths = PromotionPaths::of(game, Color::First, piece);
    let everywhere = || (0..game.squares()).map(|i| Square(i as u8)).collect();
    let start = &data.at[Color::First.index()];
    let squares: Vec<Square> = if start.is_empty() { everywhere() } else { start.clone() };
    let sum: f64 = squares.iter().map(|s| promotion_share(paths.moves[s.index()])).sum();
    sum / squares.len().max(1) as f64
}

/// The part of the gain of promotion that counts this many moves before it.
pub(crate) fn promotion_share(moves: Option<u8>) -> f64 {
    moves.map_or(0.0, |moves| (1..moves).fold(PROMOTION_SHARE, |part, _| part * PROMOTION_DECAY))
}

/// The pawns of a game: the type of which an army has most, and the weakest of these.
fn roster_pawn<const N: usize>(game: &Game<N>, raw: &[f64]) -> Option<PieceType> {
    let roster = roster(game);
    let count = |piece: PieceType| roster.iter().filter(|p| **p == piece).count();
    let royal = |piece: &PieceType| game.variant().pieces[piece.index()].royal;
    roster.iter().copied().filter(|p| !royal(p)).max_by(|a, b| {
        let weaker = raw[b.index()].total_cmp(&raw[a.index()]);
        count(*a).cmp(&count(*b)).then(weaker)
    })
}
