//! Counting the leaves of the move tree: the classic check, and the classic race.

use crate::board::Board;
use crate::game::Game;
use crate::moves::Move;
use crate::position::Position;

impl<const N: usize> Position<N> {
    /// The number of move sequences of `depth` plies. Legality looks at no history; a forced pass
    /// is a ply; mate and repetition end nothing. Leaves are counted without being played.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ => perft(&mut self.board.snapshot(), self.game(), depth),
        }
    }

    /// The same for each legal move; empty at depth 0.
    pub fn perft_divided(&self, depth: u32) -> Vec<(Move, u64)> {
        if depth == 0 {
            return Vec::new();
        }
        let mut board = self.board.snapshot();
        let moves = board.legal(self.game());
        let count = |m: Move| {
            board.make(self.game(), m);
            let nodes = if depth == 1 { 1 } else { perft(&mut board, self.game(), depth - 1) };
            board.unmake(self.game());
            (m, nodes)
        };
        moves.into_iter().map(count).collect()
    }
}

fn perft<const N: usize>(board: &mut Board<N>, game: &Game<N>, depth: u32) -> u64 {
    if depth == 1 {
        return board.count_legal(game);
    }
    // One buffer for the moves of all levels: each plays its own part, from its end.
    let mut moves = Vec::with_capacity(256);
    descend(board, game, depth, &mut moves)
}

fn descend<const N: usize>(
    board: &mut Board<N>,
    game: &Game<N>,
    depth: u32,
    moves: &mut Vec<Move>,
) -> u64 {
    let start = moves.len();
    board.legal_into(game, moves);
    let mut nodes = 0;
    while moves.len() > start {
        let Some(m) = moves.pop() else { break };
        board.make(game, m);
        nodes += match depth {
            2 => board.count_legal(game),
            _ => descend(board, game, depth - 1, moves),
        };
        board.unmake(game);
    }
    nodes
}
