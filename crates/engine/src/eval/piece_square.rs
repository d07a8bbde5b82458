//! Piece-square values: the value of a piece and what its square adds.

use crate::eval::attacks::Extremes;
use crate::eval::survey::{distance, usable_squares};
use crate::eval::tables::{Tapered, mobility_value};
use crate::eval::weights as w;
use crate::values::{Values, promotion_share};
use komadai_rules::{Color, Game, PieceType, Square};

/// The values of one type of one side on every square.
pub(crate) fn piece_square_values<const N: usize>(
    game: &Game<N>,
    values: &Values,
    color: Color,
    piece: PieceType,
    extremes: &Extremes<N>,
) -> Vec<Tapered> {
    let data = &game.variant().pieces[piece.index()];
    let mobility = mobility(game, values, piece, extremes);
    let promotion = promotion(game, values, color, piece, extremes);
    let goal = goal(game, values, color, piece);
    let piece_square = |i: usize| {
        let phase =
            |part: i32| (mobility[i] + promotion[i] * f64::from(part) / 100.0).round() as i32;
        let [opening, ending] = w::PROMOTION.map(phase);
        let mut value = Tapered::new(values.board[piece.index()], values.board[piece.index()]);
        value += Tapered::new(opening, ending);
        if data.royal {
            value += royal_value(game, values, color, Square(i as u8));
        }
        value += goal[i];
        value
    };
    (0..game.squares()).map(piece_square).collect()
}

/// The mobility of a piece that does not slide, relative to its average. That of sliding pieces is
/// counted in each position.
fn mobility<const N: usize>(
    game: &Game<N>,
    values: &Values,
    piece: PieceType,
    extremes: &Extremes<N>,
) -> Vec<f64> {
    let all = usable_squares(game);
    let mut mobility = vec![0.0; game.squares()];
    if extremes.slides() || all.is_empty() {
        return mobility;
    }
    let reaches =
        |s: Square| (extremes.paths.open[s.index()] | extremes.crowded[s.index()]).count();
    let average = f64::from(all.iter().map(|s| reaches(*s)).sum::<u32>()) / all.len() as f64;
    let worth = mobility_value(values, piece) * f64::from(w::STEPS) / 100.0;
    for square in all {
        mobility[square.index()] = (f64::from(reaches(square)) - average) * worth;
    }
    mobility
}

/// The gain of promotion that counts on each square, relative to the start squares.
fn promotion<const N: usize>(
    game: &Game<N>,
    values: &Values,
    color: Color,
    piece: PieceType,
    extremes: &Extremes<N>,
) -> Vec<f64> {
    let moves = &extremes.paths.moves;
    let all = usable_squares(game);
    let start = &game.variant().pieces[piece.index()].at[color.index()];
    let start = if start.is_empty() { &all } else { start };
    let at_start: f64 = start.iter().map(|s| promotion_share(moves[s.index()])).sum();
    let at_start = at_start / start.len().max(1) as f64;
    let gain = f64::from(values.promotion_gain[piece.index()]);
    moves.iter().map(|moves| gain * (promotion_share(*moves) - at_start)).collect()
}

/// A piece that wins by arriving somewhere is worth more the nearer it is, most of all where no check
/// drives it away.
fn goal<const N: usize>(
    game: &Game<N>,
    values: &Values,
    color: Color,
    piece: PieceType,
) -> Vec<Tapered> {
    let variant = game.variant();
    let flag = variant.end.flag.as_ref().filter(|flag| flag.types.contains(&piece));
    let zone = flag.map_or(&[][..], |flag| &flag.zone[color.index()]);
    let steps = |from: Square| {
        zone.iter().map(|goal| i32::from(distance(from, *goal, variant.board.files))).min()
    };
    let steps: Vec<Option<i32>> = (0..game.squares()).map(|i| steps(Square(i as u8))).collect();
    let farthest = steps.iter().flatten().copied().max().unwrap_or(0);
    let [opening, ending] = w::GOAL.map(|step| step * values.scale);
    let opening = if variant.end.check_may_be_given { opening } else { ending };
    let value = |steps: Option<i32>| {
        let nearer = farthest - steps.unwrap_or(farthest);
        Tapered::new(opening * nearer / 100, ending * nearer / 100)
    };
    steps.into_iter().map(value).collect()
}

/// A royal hides at the edge of its own camp in the opening and goes to the middle in the ending.
fn royal_value<const N: usize>(
    game: &Game<N>,
    values: &Values,
    color: Color,
    square: Square,
) -> Tapered {
    let board = &game.variant().board;
    let (file, rank) = (square.0 % board.files, square.0 / board.files);
    let from_edge = |at: u8, length: u8| i32::from(at.min(length - 1 - at));
    let middle = from_edge(file, board.files).min(from_edge(rank, board.ranks)).min(4);
    let advance = match color {
        Color::First => rank,
        Color::Second => board.ranks - 1 - rank,
    };
    let scaled = |centipawns: i32| centipawns * values.scale / 100;
    if !game.variant().end.check_may_be_given {
        // There is nothing to hide from.
        return Tapered::default();
    }
    let opening =
        scaled(w::ROYAL_MIDDLE[0] * middle + w::ROYAL_ADVANCE * i32::from(advance.min(6)));
    Tapered::new(opening, scaled(w::ROYAL_MIDDLE[1] * middle))
}
