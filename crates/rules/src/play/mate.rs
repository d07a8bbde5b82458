//! No way on: royals taken, mate, stalemate.

use super::Play;
use super::ending::Cause;
use crate::board::Board;
use crate::game::Game;
use crate::interrupt;
use crate::moves::Move;
use crate::piece::Piece;
use crate::variant::{Mate, Outcome, Royals, Stalemate};
use crate::{Color, PieceType, Square};

impl<const N: usize> Play<N> {
    /// Whether a side has lost a royal that it had to keep, where royals can be taken at all.
    pub(super) fn has_fallen(&self, side: Color) -> bool {
        let (end, i) = (self.end(), side.index());
        let [.., last] = self.visits.as_slice() else {
            return false;
        };
        if !self.variant().royals_can_fall() {
            return false;
        }
        let before =
            self.visits.len().checked_sub(2).map_or(last.royals, |b| self.visits[b].royals);
        last.royals[i] == 0 || (end.royals == Royals::Any && last.royals[i] < before[i])
    }

    /// Mate or stalemate of the side to move.
    pub(super) fn no_way_on(&self) -> Option<Cause> {
        match self.end().mate {
            Mate::NoMove => self.no_move(),
            Mate::NoMoveKeepsARoyal => self.no_move_keeps_a_royal(),
        }
    }

    fn no_move(&self) -> Option<Cause> {
        let barred = self.may_bar();
        let any =
            if barred { !self.legal_moves().is_empty() } else { self.position.has_legal_move() };
        if any {
            return None;
        }
        // Who is left without a move by the bar on repetition alone is mated too.
        let mated = self.position.in_check() || (barred && self.position.has_legal_move());
        Some(if mated { Cause::Mate } else { Cause::NoMove(self.stalemate()) })
    }

    /// What the side to move gets that has no move and is not in check.
    fn stalemate(&self) -> Outcome {
        let (board, side) = (&self.position.board, self.position.side());
        let [own, other] = [side, !side].map(|side| board.colors[side.index()].count());
        self.end().stalemate.outcome(own, other)
    }

    /// Mate where royals may be left to be taken: no move wins at once, and none leads to a position
    /// in which the last royal survives the opponent's next move.
    fn no_move_keeps_a_royal(&self) -> Option<Cause> {
        let game = self.position.game();
        let moves = self.legal_moves();
        let draws = self.end().stalemate != Stalemate::Loss;
        if moves.is_empty() && draws && !self.position.has_legal_move() && !self.position.in_check()
        {
            return Some(Cause::NoMove(self.stalemate()));
        }
        let mut board = self.position.board.snapshot();
        let saved = moves.into_iter().any(|m| board.is_saved_by(game, m));
        (!saved).then_some(Cause::Mate)
    }
}

impl<const N: usize> Board<N> {
    /// Whether the side to move is in check and mated, without regard to the game's history.
    pub(crate) fn is_mated(&self, game: &Game<N>) -> bool {
        if !self.in_check(game, self.state.side) {
            return false;
        }
        match game.variant.end.mate {
            Mate::NoMove => !self.any_legal(game),
            Mate::NoMoveKeepsARoyal => {
                let mut board = self.snapshot();
                let moves = self.pseudo_legal_with_mates(game);
                let may = |m| game.limited.is_empty() || self.barred(game, m).is_none();
                // Whether a drop mates is asked last: the answers to it may be drops of the same sort.
                !moves
                    .into_iter()
                    .any(|m| may(m) && board.is_saved_by(game, m) && !self.mates_by_drop(game, m))
            }
        }
    }

    /// Whether a move of the side to move may be made as far as checks go, and wins at once or leaves it a
    /// royal after every reply.
    fn is_saved_by(&mut self, game: &Game<N>, m: Move) -> bool {
        let us = self.state.side;
        if self.interrupt.after(interrupt::TRIAL) {
            return true;
        }
        let before = [self.royals[0].count(), self.royals[1].count()];
        self.make(game, m);
        let lost =
            |side: Color, board: &Self| board.has_lost_royals(game, side, before[side.index()]);
        let saved =
            !lost(us, self) && (lost(!us, self) || self.must_pass() || !self.could_fall(game, us));
        let saved = saved && !self.has_given_forbidden_check(game, m);
        self.unmake(game);
        saved
    }

    fn has_lost_royals(&self, game: &Game<N>, side: Color, before: u32) -> bool {
        let now = self.royals[side.index()].count();
        now == 0 || (game.variant.end.royals == Royals::Any && now < before)
    }

    /// The royals of `side` that could be taken if its opponent were to move, each with a piece
    /// that could do it.
    pub(super) fn threats(&self, game: &Game<N>, side: Color) -> Vec<(Square, Square)> {
        let mut board = self.snapshot();
        board.set_turn(game, !side, [0; 2]);
        board.set_en_passant(game, None);
        let royals = self.royals[side.index()];
        if game.explosion.is_some() {
            return board.takers(game, !side, royals);
        }
        let mut threats = Vec::new();
        for m in board.pseudo_legal_on_board(game) {
            if board.interrupt.after(interrupt::TRIAL) {
                break;
            }
            board.make(game, m);
            let taken = royals.without(board.royals[side.index()]);
            threats.extend(taken.iter().map(|royal| (royal, m.from())));
            board.unmake(game);
        }
        threats.sort_unstable();
        threats.dedup();
        threats
    }

    /// How many pieces of a type a side has, on the board and in hand.
    pub(crate) fn count_of(&self, side: Color, piece: PieceType) -> u32 {
        let piece = Piece::new(side, piece);
        self.by_piece[piece].count() + u32::from(self.hand(piece))
    }
}
