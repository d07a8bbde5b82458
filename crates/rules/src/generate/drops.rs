//! Drops.

use super::Generator;
use super::legality::Legality;
use crate::PieceType;
use crate::bits::BitSet;
use crate::board::Board;
use crate::game::Game;
use crate::interrupt;
use crate::moves::{Move, MoveKind};
use crate::piece::Piece;
use crate::sink::Sink;

impl<const N: usize> Board<N> {
    /// Whether a move is a drop that mates at once where it must not.
    pub(crate) fn mates_by_drop(&self, game: &Game<N>, m: Move) -> bool {
        let us = self.state.side;
        if m.kind() != MoveKind::Drop
            || !game.pieces[Piece::new(us, m.dropped())].no_drop_mate
            || self.royals[(!us).index()].is_empty()
        {
            return false;
        }
        let mut after = self.snapshot();
        after.make(game, m);
        after.is_mated(game)
    }
}

impl<S: Sink<N>, const N: usize> Generator<'_, S, N> {
    /// Drops on the empty ones of some squares.
    pub(super) fn drops_on<L: Legality<N>>(&mut self, squares: BitSet<N>) {
        let (board, game, us) = (self.board, self.game, self.us);
        if board.held[us.index()] == 0 || !game.variant.drops.allowed {
            return;
        }
        let empty = squares.without(self.view.blockers);
        let mut held = board.held[us.index()];
        while held != 0 && !empty.is_empty() {
            let piece = PieceType(held.trailing_zeros() as u8);
            held &= held - 1;
            self.drop_type::<L>(piece, piece, empty);
            if game.variant.drops.promoted {
                for promoted in &game.variant.pieces[piece.index()].promotes {
                    self.drop_type::<L>(piece, *promoted, empty);
                }
            }
            if self.sink.is_full() {
                return;
            }
        }
    }

    /// The drops of what a drop drops on the empty ones of some squares.
    pub(super) fn drops_like<L: Legality<N>>(&mut self, m: Move, squares: BitSet<N>) {
        let variant = &self.game.variant;
        let (held, piece) = (m.held(), m.dropped());
        let Some(data) = variant.pieces.get(held.index()) else { return };
        let turned = variant.drops.promoted && data.promotes.contains(&piece);
        let has_one = self.board.held[self.us.index()] & 1 << held.0 != 0;
        if variant.drops.allowed && has_one && (held == piece || turned) {
            self.drop_type::<L>(held, piece, squares.without(self.view.blockers));
        }
    }

    fn drop_type<L: Legality<N>>(&mut self, held: PieceType, piece: PieceType, empty: BitSet<N>) {
        let (board, game, us) = (self.board, self.game, self.us);
        let dropped = Piece::new(us, piece);
        let info = &game.pieces[dropped];
        let mut squares = empty & info.droppable;
        let pieces = board.by_piece[dropped];
        if info.most_on_board.is_some_and(|most| pieces.count() >= most) {
            return;
        }
        if let Some(most) = info.most_on_file {
            for own in pieces {
                let file = game.file_of[own.index()];
                if most == 1 || (file & pieces).count() >= most {
                    squares = squares.without(file);
                }
            }
        }
        squares = L::drops(self, squares, dropped);
        if info.no_drop_mate && !self.mates_by_drop && !squares.is_empty() {
            squares = squares.without(self.drop_mates(held, piece, squares));
        }
        self.sink.drops(held, piece, squares);
    }

    /// Squares on which the drop would mate at once.
    fn drop_mates(&self, held: PieceType, piece: PieceType, squares: BitSet<N>) -> BitSet<N> {
        let (board, game, us) = (self.board, self.game, self.us);
        let royals = board.royals[(!us).index()];
        let movement = &game.movements[usize::from(game.pieces[Piece::new(us, piece)].movement)];
        // A piece of plain steps gives check by a step alone, unless others may hop over it, or a check
        // may come about in two moves.
        let only_steps = movement.lines.is_empty()
            && movement.extra.is_none()
            && board.exotic[us.index()].is_empty()
            && !game.variant.end.check_through_shock
            && game.lenders.is_none();
        let mut mates = BitSet::EMPTY;
        for square in if royals.is_empty() { BitSet::EMPTY } else { squares } {
            if only_steps && !movement.steps[square.index()].intersects(royals) {
                continue;
            }
            let mut after = board.snapshot();
            after.make(game, Move::drop_as(held, piece, square));
            let mated = after.is_mated(game);
            if board.interrupt.after(interrupt::TRIAL) {
                // Which others mate is not known: none is told.
                return squares;
            }
            if mated {
                mates.insert(square);
            }
        }
        mates
    }
}
