//! How many moves pieces need to promote.

use crate::eval::survey::{reach_from_each, usable_squares};
use komadai_rules::{BitSet, Color, Game, PieceType, Sandbox, Square};
use std::sync::Arc;

/// The paths of one type of one side to promotion, on an empty board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PromotionPaths<const N: usize> {
    /// Moves until it promotes, by square; `None` where it never does.
    pub(crate) moves: Vec<Option<u8>>,
    /// Destinations on the empty board, by square.
    pub(crate) open: Vec<BitSet<N>>,
}

impl<const N: usize> PromotionPaths<N> {
    /// Finds the shortest paths, backwards from the promoting moves.
    pub(crate) fn of(game: &Arc<Game<N>>, color: Color, piece: PieceType) -> Self {
        let open = open_reach(game, color, piece);
        let promotes = !game.variant().pieces[piece.index()].promotes.is_empty();
        let moves =
            if promotes { distances(game, color, &open) } else { vec![None; game.squares()] };
        PromotionPaths { moves, open }
    }
}

fn open_reach<const N: usize>(
    game: &Arc<Game<N>>,
    color: Color,
    piece: PieceType,
) -> Vec<BitSet<N>> {
    let squares = usable_squares(game);
    let squares = squares.iter().copied();
    reach_from_each(&Sandbox::new(game), squares, [Some((color, piece)), None], |r| r.quiet)
}

fn distances<const N: usize>(game: &Game<N>, color: Color, open: &[BitSet<N>]) -> Vec<Option<u8>> {
    let rules = &game.variant().promotion;
    let zone: BitSet<N> = rules.zone[color.index()].iter().copied().collect();
    let when = rules.when;
    let promotes = |from: usize, to: BitSet<N>| {
        if !zone.contains(Square(from as u8)) {
            return when.enter && to.intersects(zone);
        }
        // A piece in the zone will find something to capture sooner or later.
        let captures = when.capture_inside || when.capture_from_inside;
        (when.inside || captures) && to.intersects(zone)
            || (when.leave || when.capture_from_inside) && !to.without(zone).is_empty()
    };
    let mut moves: Vec<Option<u8>> = vec![None; open.len()];
    let mut reached = BitSet::EMPTY;
    for (from, to) in open.iter().enumerate() {
        if promotes(from, *to) {
            moves[from] = Some(1);
            reached.insert(Square(from as u8));
        }
    }
    for distance in 2..u8::MAX {
        let next = |(from, to): (usize, &BitSet<N>)| {
            (moves[from].is_none() && to.intersects(reached)).then_some(from)
        };
        let found: Vec<usize> = open.iter().enumerate().filter_map(next).collect();
        if found.is_empty() {
            break;
        }
        for from in found {
            moves[from] = Some(distance);
            reached.insert(Square(from as u8));
        }
    }
    moves
}
