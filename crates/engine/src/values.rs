//! What pieces are worth, found out from how they move.
//!
//! One formula for every game: the squares that a piece moves to or attacks, on average over the
//! board and over crowds of different density, made into centipawns by a curve, and scaled so that
//! the pawns of the game are worth about 100. A value that the game's file gives comes first.
//!
//! The shape is that of the usual estimates of chess variants: Ralph Betza's crowded board mobility,
//! and H. G. Muller's observation that a piece with twice the moves is worth more than twice as
//! much. Where captured pieces change sides it is the other way round: whatever can be dropped
//! anywhere has its first move for nothing, which favours the weak, so the curve bends down.

use crate::eval::survey::{Survey, burnt, roster};
use crate::eval::zone::Prospects;
use komadai_rules::variant::{Piece, Royals};
use komadai_rules::{Color, Game, PieceType, Square};
use std::sync::Arc;

/// How weighted squares become value: `squares * (1 + rise * squares) / (1 + fall * squares)`.
#[derive(Clone, Copy, Debug)]
struct Curve {
    rise: f64,
    fall: f64,
}

/// Where pieces leave the game: slightly more than proportional.
const PLAIN: Curve = Curve { rise: 0.025, fall: 0.0 };

/// Where they are dropped again: less than proportional.
const DROPS: Curve = Curve { rise: 0.0, fall: 0.035 };

/// Centipawns of a weighted square in a game whose pawns are those of chess.
const SQUARE: f64 = 58.0;

/// Pawns are scaled to this.
const PAWN: f64 = 100.0;

/// The scale stays within these factors of that of chess, however weak or strong the weakest piece.
const SCALES: (f64, f64) = (0.5, 2.4);

/// Weighted squares that each enemy within reach of a fire stands for.
const BURNT_SQUARE: f64 = 1.5;

/// Weighted squares that another royal stands for, where only the last one loses the game.
const SPARE_ROYAL: f64 = 9.0;

/// How much of the gain of promoting a piece has that stands one move from it.
const PROSPECT: f64 = 0.30;

/// What each further move takes of that.
const PATIENCE: f64 = 0.65;

/// A piece of which a file holds only one is worth this part of what it would be without that rule:
/// half of the board is closed to it.
const LIMITED: f64 = 0.65;

/// A piece in hand is worth so much more than on the board, in hundredths.
const IN_HAND: f64 = 1.10;

/// The same for pieces of which a file holds only one.
const IN_HAND_LIMITED: f64 = 1.05;

/// No piece is worth more, so that sums stay far from the limits of numbers.
const MOST: i32 = 15_000;

/// What the pieces of a game are worth, in centipawns, by type.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    /// On the board. Of a royal: what it is worth while there is another one.
    pub board: Vec<i32>,
    /// In hand; 0 for types that are never held.
    pub hand: Vec<i32>,
    /// What the best promotion adds; 0 for types that do not promote.
    pub promotion_gain: Vec<i32>,
    /// Hundredths by which positional terms, said for chess, are larger in this game.
    pub scale: i32,
    /// Squares that each type reaches on average.
    pub(crate) squares: Vec<f64>,
}

impl Values {
    /// Finds the values of a game. The same game always has the same values.
    pub fn of<const N: usize>(game: &Arc<Game<N>>) -> Self {
        let survey = Survey::of(game);
        let raw = raw_values(game, &survey);
        let scale = scale(game, &raw);
        let pieces = &game.variant().pieces;
        let found = |i: usize| (raw[i] * scale).round() as i32;
        let value = |i: usize| given(pieces, i).unwrap_or(found(i)).clamp(0, MOST);
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

/// The value that the file gives for a type, or for another one that moves the same.
fn given(pieces: &[Piece], index: usize) -> Option<i32> {
    let asked = &pieces[index];
    let alike = |other: &&Piece| {
        (&other.moves, &other.flies, &other.burns) == (&asked.moves, &asked.flies, &asked.burns)
            && other.royal == asked.royal
            && other.promotes == asked.promotes
    };
    asked.value.or_else(|| pieces.iter().filter(alike).find_map(|other| other.value))
}

/// What makes centipawns of this game out of those of chess: the values that its file gives, or the
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
    (PAWN / pawn.max(1.0)).clamp(SCALES.0, SCALES.1)
}

fn in_hand<const N: usize>(game: &Game<N>, piece: PieceType, board: i32) -> i32 {
    let variant = game.variant();
    let held = variant.pieces.iter().any(|p| p.demotes_to == piece || p.hand != [0; 2]);
    if !held || !variant.drops.allowed {
        return 0;
    }
    let limited = variant.drops.one_per_file.contains(&piece);
    (f64::from(board) * if limited { IN_HAND_LIMITED } else { IN_HAND }).round() as i32
}

/// Values on the scale of chess.
fn raw_values<const N: usize>(game: &Arc<Game<N>>, survey: &Survey) -> Vec<f64> {
    let variant = game.variant();
    let curve = if variant.captures_to_hand && variant.drops.allowed { DROPS } else { PLAIN };
    let several = variant.end.royals == Royals::All;
    let moving: Vec<f64> = (0..variant.pieces.len())
        .map(|i| {
            let fire = BURNT_SQUARE * burnt(game, PieceType(i as u8)) as f64;
            let spare = if several && variant.pieces[i].royal { SPARE_ROYAL } else { 0.0 };
            let squares = survey.mobility[i] + fire + spare;
            let limited = variant.drops.one_per_file.contains(&PieceType(i as u8));
            SQUARE * squares * (1.0 + curve.rise * squares) / (1.0 + curve.fall * squares)
                * if limited { LIMITED } else { 1.0 }
        })
        .collect();
    let mut values = moving.clone();
    // What a piece becomes may promote again: twice is as far as anyone looks.
    for _ in 0..2 {
        let before = values.clone();
        for (i, piece) in variant.pieces.iter().enumerate() {
            let best = piece.promotes.iter().map(|to| before[to.index()]).fold(0.0, f64::max);
            let gain = (best - moving[i]).max(0.0);
            values[i] = moving[i] + gain * prospect_at_start(game, PieceType(i as u8));
        }
    }
    values
}

/// Which part of the gain of promoting a type has on its start squares on average.
fn prospect_at_start<const N: usize>(game: &Arc<Game<N>>, piece: PieceType) -> f64 {
    let data = &game.variant().pieces[piece.index()];
    if data.promotes.is_empty() {
        return 0.0;
    }
    let prospects = Prospects::of(game, Color::First, piece);
    let everywhere = || (0..game.squares()).map(|i| Square(i as u8)).collect();
    let start = &data.at[Color::First.index()];
    let squares: Vec<Square> = if start.is_empty() { everywhere() } else { start.clone() };
    let sum: f64 = squares.iter().map(|s| prospect(prospects.moves[s.index()])).sum();
    sum / squares.len().max(1) as f64
}

/// Which part of the gain of promoting a piece has that is so many moves away from it.
pub(crate) fn prospect(moves: Option<u8>) -> f64 {
    moves.map_or(0.0, |moves| (1..moves).fold(PROSPECT, |part, _| part * PATIENCE))
}

/// The pawns of a game: of what an army has most, and of those the weakest.
fn roster_pawn<const N: usize>(game: &Game<N>, raw: &[f64]) -> Option<PieceType> {
    let roster = roster(game);
    let count = |piece: PieceType| roster.iter().filter(|p| **p == piece).count();
    let royal = |piece: &PieceType| game.variant().pieces[piece.index()].royal;
    roster.iter().copied().filter(|p| !royal(p)).max_by(|a, b| {
        let weaker = raw[b.index()].total_cmp(&raw[a.index()]);
        count(*a).cmp(&count(*b)).then(weaker)
    })
}
