//! Castling.

use super::Generator;
use super::legality::Free;
use crate::Square;
use crate::attack::{Reached, View};
use crate::bits::BitSet;
use crate::board::Board;
use crate::game::{Game, Safety};
use crate::make::inside_of;
use crate::moves::{Move, MoveKind};
use crate::sink::Sink;

impl<const N: usize> Board<N> {
    /// Whether a piece may castle as far as attacks go: a royal not out of, through, or into one, be it
    /// that checks must be answered or not.
    fn may_castle(&self, game: &Game<N>, m: Move) -> bool {
        let us = self.state.side;
        let (from, partner, to) = (m.from(), m.via(), m.to());
        let confined = |piece| !game.pieces[piece].allowed.contains(inside_of(m));
        if self.at(partner).is_some_and(confined) {
            return false;
        }
        // Where every move is played to see whether it is legal, that is seen there.
        let unasked =
            game.safety == Safety::Free || game.needs_playing || self.opponent_must_pass();
        if !self.royals[us.index()].contains(from) {
            return unasked || self.destination_if_safe(game, &mut self.snapshot(), m).is_some();
        }
        if game.variant.castling.through_check && unasked {
            return true;
        }
        let (ours, king) = (self.colors[us.index()], BitSet::of(from));
        let attacked = |others: BitSet<N>, at: Square| {
            let own = others | BitSet::of(at);
            let mut view = View::new(game, self.colors[(!us).index()], own);
            view.moved = Some((at, self.occupant(from)));
            self.takes(game, &view, !us, at)
        };
        // On its last square its partner stands beside it already.
        let (low, high) = (from.min(to).0, from.max(to).0);
        let mut on_the_way = (low..=high).map(Square).filter(|&s| s != to || s == from);
        if !game.variant.castling.through_check
            && on_the_way.any(|s| attacked(ours.without(king), s))
        {
            return false;
        }
        let partner = BitSet::of(partner);
        !attacked(ours.without(king | partner) | BitSet::of(inside_of(m)), to)
    }
}

impl<S: Sink<N>, const N: usize> Generator<'_, S, N> {
    /// Castling of kings and partners that have never moved.
    #[inline(always)]
    pub(super) fn castlings(&mut self) {
        let game = self.game;
        let unmoved = self.board.state.unmoved;
        for right in &game.castle_rights[self.us.index()] {
            if self.board.is_right(game, right, unmoved)
                && !right.between.intersects(self.view.blockers)
            {
                self.emit_castling(right.king, right.partner, right.to);
            }
        }
    }

    pub(super) fn emit_castlings(&mut self, from: Square, reached: &Reached<N>) {
        for outcome in &reached.paths {
            let Some((partner, _)) = outcome.partner else { continue };
            self.emit_castling(from, partner, outcome.to);
        }
    }

    /// Castling, with whatever promotions it may have; whether it may be is asked here.
    fn emit_castling(&mut self, king: Square, partner: Square, to: Square) {
        let m = Move::new(MoveKind::Castle, king, partner.0, to, 0);
        if self.board.may_castle(self.game, m) && !self.board.interrupt.is_over() {
            let squares = (king, partner.0, to);
            self.emit_choices::<Free>(MoveKind::Castle, squares, BitSet::EMPTY);
        }
    }
}
