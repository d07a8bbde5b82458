//! Pieces that are placed as a part of a move: see [`Placement`].
//!
//! A move on the board is legal without what it places, or it is not legal at all; with [`Placement::required`] it may be
//! illegal for want of a square, too. So moves are found first, and
//! then what may be placed after each. Only then are moves compared that come to the same: what they place may depend on
//! which of them is made.

use crate::attack::walked_to;
use crate::bits::BitSet;
use crate::board::Board;
use crate::game::{Game, Safety};
use crate::interrupt;
use crate::moves::{Move, MoveKind};
use crate::piece::Piece;
use crate::variant::{PlacedOn, Placement, Supply};
use crate::{PieceType, Square};
use std::collections::HashSet;

/// Where there are more, the list is broken off: it would take much memory.
const MOST_MOVES: usize = 1 << 20;

/// So many moves that are written down are the smallest piece of work.
const CHEAP: u32 = 16;

impl<const N: usize> Game<N> {
    /// Whether a move is illegal after which nothing can be placed.
    pub(crate) fn must_place(&self) -> bool {
        self.places
            && self.variant.placement.as_ref().is_some_and(|rule| rule.required && !rule.optional)
    }

    /// Whether pieces may be placed, from no hand, that move.
    pub(crate) fn places_movers(&self) -> bool {
        let moves = |piece: &PieceType| !self.variant.pieces[piece.index()].moves.is_empty();
        self.variant
            .placement
            .as_ref()
            .is_some_and(|rule| rule.supply != Supply::Hand && rule.pieces.iter().any(moves))
    }
}

impl<const N: usize> Board<N> {
    /// Puts in the place of each move from a place in the list on, which are legal but for that, all moves that place
    /// something besides.
    pub(super) fn place_after(&self, game: &Game<N>, moves: &mut Vec<Move>, from: usize) {
        let Some(rule) = &game.variant.placement else { return };
        let mut copy = self.snapshot();
        let mut seen = HashSet::new();
        for m in moves.split_off(from) {
            let before = moves.len();
            let places = self.places_by(rule, m);
            if places {
                self.placings(game, rule, &mut copy, m, moves);
            }
            // That nothing may be placed is known only of what was not broken off.
            if self.interrupt.is_over() {
                return;
            }
            if !places || rule.optional || (moves.len() == before && !rule.required) {
                moves.push(m);
            }
            if game.placing_repeats {
                let all = moves.split_off(before);
                let mut new = |m: &Move| seen.insert(copy.destination_on(game, *m));
                moves.extend(all.into_iter().filter(|m| new(m)));
            }
            let work = (moves.len() - before) as u32 / CHEAP;
            let too_many = moves.len() - from > MOST_MOVES && self.interrupt.give_up();
            if too_many || self.interrupt.after(interrupt::TRIAL + work) {
                return;
            }
        }
    }

    /// Whether there is a legal move, where something has to be placed by it.
    pub(super) fn any_placing(&self, game: &Game<N>) -> bool {
        let mut moves = Vec::new();
        self.bare_into(game, &mut moves);
        let mut moves = moves.into_iter().take_while(|_| !self.interrupt.is_over());
        moves.any(|m| !self.placed_after(game, m).is_empty())
    }

    /// What sets a move apart from others that come to the same. The board stays as it is.
    fn destination_on(&mut self, game: &Game<N>, m: Move) -> (u64, u32, u64) {
        self.exploded = 0;
        self.make(game, m);
        let destination = (self.state.key, self.state.quiet, self.exploded);
        self.unmake(game);
        destination
    }

    /// The moves that a move becomes, which is legal but for what it places.
    pub(crate) fn placed_after(&self, game: &Game<N>, m: Move) -> Vec<Move> {
        let mut moves = vec![m];
        self.place_after(game, &mut moves, 0);
        moves
    }

    /// Whether something is placed after a move.
    pub(crate) fn places_by(&self, rule: &Placement, m: Move) -> bool {
        !matches!(m.kind(), MoveKind::Drop | MoveKind::Pass | MoveKind::Jitto)
            && self.piece(m.from()).is_some_and(|(_, piece)| rule.by.contains(&piece))
            && (!rule.first_moves || self.begins(m))
    }

    /// Whether a move is the first of a piece that stood where it starts, or of its partner in castling.
    fn begins(&self, m: Move) -> bool {
        let unmoved = self.state.unmoved;
        unmoved.contains(m.from()) || (m.kind() == MoveKind::Castle && unmoved.contains(m.via()))
    }

    /// Whether what stands on a square may have been placed there by the side that has just moved.
    pub(crate) fn is_placed(&self, game: &Game<N>, square: Square) -> bool {
        let is_placeable = |piece: &PieceType| {
            game.variant.placement.as_ref().is_some_and(|rule| rule.pieces.contains(piece))
        };
        self.piece(square)
            .is_some_and(|(side, piece)| side != self.state.side && is_placeable(&piece))
    }

    /// Whether the first move of the piece on a square may place something, now or later.
    pub(crate) fn may_yet_place(&self, game: &Game<N>, square: Square) -> bool {
        let (Some(rule), Some((side, piece))) = (&game.variant.placement, self.piece(square))
        else {
            return false;
        };
        let holds = |piece: &PieceType| self.hand(Piece::new(side, *piece)) > 0;
        rule.first_moves
            && rule.by.contains(&piece)
            && (rule.supply != Supply::Hand
                || game.variant.captures_to_hand
                || rule.pieces.iter().any(holds))
    }

    /// Adds the moves that place something after a move. The board is a copy, and stays as it is.
    fn placings(
        &self,
        game: &Game<N>,
        rule: &Placement,
        copy: &mut Self,
        m: Move,
        moves: &mut Vec<Move>,
    ) {
        let us = self.state.side;
        copy.carry_out(game, m);
        let squares = self.placing_squares(game, rule, copy, m);
        // What the move itself captures is in hand only afterwards.
        let held = |piece: Piece| rule.supply != Supply::Hand || self.hand(piece) > 0;
        let types = rule.pieces.iter().filter(|piece| held(Piece::new(us, **piece)));
        let before = moves.len();
        for piece in types {
            let on = squares & game.pieces[Piece::new(us, *piece)].allowed;
            moves.extend(on.iter().map(|square| m.placing(*piece, square)));
        }
        copy.unmake(game);
        if game.safety != Safety::Free || !game.variant.end.check_may_be_given {
            let placed = moves.split_off(before);
            moves.extend(placed.into_iter().filter(|m| {
                !self.interrupt.after(interrupt::TRIAL) && self.leaves_safe(game, copy, *m)
            }));
        }
    }

    /// Whether a move that places something leaves the own royals as safe as they have to be, and gives no check that
    /// may not be given. The board is a copy, and stays as it is.
    fn leaves_safe(&self, game: &Game<N>, copy: &mut Self, m: Move) -> bool {
        copy.make(game, m);
        let safe = self.keeps_royals(game, copy) && !copy.has_given_forbidden_check(game, m);
        copy.unmake(game);
        safe
    }

    /// The empty squares on which something may be placed after a move, by which the board has become `after`.
    fn placing_squares(
        &self,
        game: &Game<N>,
        rule: &Placement,
        after: &Self,
        m: Move,
    ) -> BitSet<N> {
        let empty = game.exists.without(after.occupied() | game.vanishing);
        let on = match rule.squares {
            PlacedOn::Any => empty,
            PlacedOn::Vacated if m.kind() == MoveKind::Castle => {
                let left = BitSet::of(m.from()) | BitSet::of(m.via());
                empty & if rule.first_moves { left & self.state.unmoved } else { left }
            }
            PlacedOn::Vacated => empty & BitSet::of(m.from()),
        };
        let on = game.placing_zone.map_or(on, |zone| on & zone[self.state.side.index()]);
        match &game.placing_reach {
            None => on,
            Some(paths) => on & walked_to(after, game, paths, self.state.side, m.to()),
        }
    }

    /// Places what a move says, after all else that it does.
    #[cold]
    pub(crate) fn place(&mut self, game: &Game<N>, m: Move) {
        let (Some((piece, square)), Some(rule)) = (m.placed(), &game.variant.placement) else {
            return;
        };
        let piece = Piece::new(self.state.side, piece);
        if rule.supply == Supply::Hand {
            self.set_hand(game, piece, self.hand(piece).saturating_sub(1));
        }
        if let Some(old) = self.leaves(game, piece) {
            self.take(game, old);
        }
        if self.at(square).is_none() {
            self.put(game, square, piece);
        }
    }

    /// The square that a piece leaves when it is placed anew: the only one of its type, whichever side placed it.
    pub(crate) fn leaves(&self, game: &Game<N>, piece: Piece) -> Option<Square> {
        let single = |rule: &&Placement| rule.supply == Supply::Single;
        game.variant.placement.as_ref().filter(single)?;
        let other = Piece::new(!piece.color(), piece.piece_type());
        (self.by_piece[piece] | self.by_piece[other]).first()
    }
}
