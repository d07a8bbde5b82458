//! What a piece is worth on each square: its value, and what the square adds.

use crate::eval::reach::Extremes;
use crate::eval::survey::places;
use crate::eval::tables::{Pair, square_worth};
use crate::eval::weights as w;
use crate::values::{Values, prospect};
use komadai_rules::{Color, Game, PieceType, Square};

/// Value and place of one type of one side on every square.
pub(crate) fn places_of<const N: usize>(
    game: &Game<N>,
    values: &Values,
    color: Color,
    piece: PieceType,
    extremes: &Extremes<N>,
) -> Vec<Pair> {
    let data = &game.variant().pieces[piece.index()];
    let steps = steps(game, values, piece, extremes);
    let hopes = hopes(game, values, color, piece, extremes);
    let place = |i: usize| {
        let phase = |part: i32| (steps[i] + hopes[i] * f64::from(part) / 100.0).round() as i32;
        let [opening, ending] = w::PROSPECT.map(phase);
        let mut place = Pair::new(values.board[piece.index()], values.board[piece.index()]);
        place += Pair::new(opening, ending);
        if data.royal {
            place += royal_place(game, values, color, Square(i as u8));
        }
        place
    };
    (0..game.squares()).map(place).collect()
}

/// What more or fewer squares than usual are worth to a piece that only steps. Those of ranging
/// pieces are counted in each position.
fn steps<const N: usize>(
    game: &Game<N>,
    values: &Values,
    piece: PieceType,
    extremes: &Extremes<N>,
) -> Vec<f64> {
    let all = places(game);
    let mut steps = vec![0.0; game.squares()];
    if extremes.ranges() || all.is_empty() {
        return steps;
    }
    let reaches =
        |s: Square| (extremes.prospects.open[s.index()] | extremes.crowded[s.index()]).count();
    let usual = f64::from(all.iter().map(|s| reaches(*s)).sum::<u32>()) / all.len() as f64;
    let worth = square_worth(values, piece) * f64::from(w::STEPS) / 100.0;
    for square in all {
        steps[square.index()] = (f64::from(reaches(square)) - usual) * worth;
    }
    steps
}

/// What promoting sooner or later than from its start squares is worth to a piece.
fn hopes<const N: usize>(
    game: &Game<N>,
    values: &Values,
    color: Color,
    piece: PieceType,
    extremes: &Extremes<N>,
) -> Vec<f64> {
    let moves = &extremes.prospects.moves;
    let all = places(game);
    let start = &game.variant().pieces[piece.index()].at[color.index()];
    let start = if start.is_empty() { &all } else { start };
    let at_start: f64 = start.iter().map(|s| prospect(moves[s.index()])).sum();
    let at_start = at_start / start.len().max(1) as f64;
    let gain = f64::from(values.promotion_gain[piece.index()]);
    moves.iter().map(|moves| gain * (prospect(*moves) - at_start)).collect()
}

/// A royal hides at the edge of its own camp, until there is nothing left to hide from.
fn royal_place<const N: usize>(
    game: &Game<N>,
    values: &Values,
    color: Color,
    square: Square,
) -> Pair {
    let board = &game.variant().board;
    let (file, rank) = (square.0 % board.files, square.0 / board.files);
    let from_edge = |at: u8, length: u8| i32::from(at.min(length - 1 - at));
    let middle = from_edge(file, board.files).min(from_edge(rank, board.ranks)).min(4);
    let advance = match color {
        Color::First => rank,
        Color::Second => board.ranks - 1 - rank,
    };
    let scaled = |centipawns: i32| centipawns * values.scale / 100;
    let opening =
        scaled(w::ROYAL_MIDDLE[0] * middle + w::ROYAL_ADVANCE * i32::from(advance.min(6)));
    Pair::new(opening, scaled(w::ROYAL_MIDDLE[1] * middle))
}
