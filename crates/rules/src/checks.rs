//! Moves that may give check: a test that leaves out nearly all others before they are written down.

use crate::bits::BitSet;
use crate::board::Board;
use crate::game::Game;
use crate::make::promoted;
use crate::moves::{Move, MoveKind};
use crate::piece::Piece;
use crate::sink::Sink;
use crate::variant::Royals;
use crate::{PieceType, Square};

/// Writes the moves down that may give check or make the opponent pass.
///
/// A move gives check if the piece attacks a royal from where it ends, or if it opens the way of
/// another one. For the first it must end on a square from which such a piece could capture the royal
/// (`Sources`); for the second it must start or end on a square that matters for the royal's safety
/// ([`Board::sensitive_squares`]), which is known as long as the royal is not attacked already.
pub(crate) struct Checks<'a, const N: usize> {
    board: &'a Board<N>,
    game: &'a Game<N>,
    royals: BitSet<N>,
    /// Everything that stops a slide.
    blockers: BitSet<N>,
    /// Squares on which any change may open an attack.
    sensitive: BitSet<N>,
    /// Squares on which a capture may make the opponent pass.
    shocking: BitSet<N>,
    pub(crate) moves: Vec<Move>,
}

impl<'a, const N: usize> Checks<'a, N> {
    /// `None` where only making a move tells whether it gives check.
    pub(crate) fn new(board: &'a Board<N>, game: &'a Game<N>) -> Option<Self> {
        let them = !board.state.side;
        let royals = board.royals[them.index()];
        if royals.is_empty()
            || hides_checks(game)
            || board.has_limits(game)
            || board.must_pass()
            || board.opponent_must_pass()
            || board.royals_that_count(game, them) != Royals::Any
            || board.in_danger(game, them)
        {
            return None;
        }
        let sensitive = |king| board.sensitive_squares(game, them, king);
        let enemy = board.colors[them.index()];
        Some(Checks {
            board,
            game,
            royals,
            blockers: board.occupied() | game.vanishing,
            sensitive: royals.iter().fold(BitSet::EMPTY, |all, king| all | sensitive(king)),
            shocking: enemy.only_if(!game.variant.shocks.is_empty()),
            moves: Vec::new(),
        })
    }

    /// The squares on which a move of a piece from `from` that becomes `after` may give check.
    #[inline]
    fn reached(&self, from: Square, after: Piece) -> BitSet<N> {
        let burns = |piece: Piece| self.game.pieces[piece].burns.is_some();
        if self.sensitive.contains(from)
            || (self.game.has_fire && (burns(after) || burns(self.board.occupant(from))))
        {
            return self.game.exists;
        }
        self.sources(after, self.blockers.without(BitSet::of(from)))
    }

    /// The squares from which a piece may attack a royal, and those where whatever ends its move may give
    /// check.
    #[inline]
    fn sources(&self, piece: Piece, blockers: BitSet<N>) -> BitSet<N> {
        let game = self.game;
        let sources = &game.movements[usize::from(game.hot[piece.index()].movement)].sources;
        let mut squares = self.sensitive | self.shocking;
        for royal in self.royals {
            squares |= sources.steps[royal.index()] | game.slides(sources.lines, royal, blockers);
            let mut rays = sources.rays;
            while rays != 0 {
                squares |= game.ray(rays.trailing_zeros() as usize, royal);
                rays &= rays - 1;
            }
            if sources.others {
                squares |= game.exotic_in[piece.color().index()][royal.index()];
            }
        }
        squares
    }

    /// Where the piece on a square may give check if it does not promote.
    #[inline]
    fn plainly(&self, from: Square, to: BitSet<N>) -> BitSet<N> {
        to & self.reached(from, self.board.occupant(from))
    }

    fn may_check(&self, m: Move) -> bool {
        match m.kind() {
            MoveKind::Step => {
                let after = promoted(self.game, self.board.occupant(m.from()), m.promotion());
                self.reached(m.from(), after).contains(m.to())
            }
            MoveKind::Drop => {
                let piece = Piece::new(self.board.state.side, m.dropped());
                self.dropped(piece).contains(m.to())
            }
            _ => true,
        }
    }

    fn dropped(&self, piece: Piece) -> BitSet<N> {
        if self.game.has_fire && self.game.pieces[piece].burns.is_some() {
            return self.game.exists;
        }
        self.sources(piece, self.blockers)
    }
}

/// Whether checks come about in ways that do not show before a move is made.
fn hides_checks<const N: usize>(game: &Game<N>) -> bool {
    let end = &game.variant.end;
    game.explosion.is_some()
        || game.lenders.is_some()
        || game.passive_burners
        || game.has_duty
        || game.places
        || game.may_pass
        || game.fire_depends
        || end.check_through_shock
        || end.facing
        || !end.check_may_be_given
}

impl<const N: usize> Sink<N> for Checks<'_, N> {
    #[inline]
    fn steps(&mut self, from: Square, to: BitSet<N>) {
        let to = self.plainly(from, to);
        self.moves.extend(to.iter().map(|to| Move::step(from, to, 0)));
    }
    #[inline]
    fn promotions(&mut self, from: Square, to: BitSet<N>, choices: u8) {
        if to.is_empty() {
            return;
        }
        let mover = self.board.occupant(from);
        for choice in 1..=choices {
            let to = to & self.reached(from, promoted(self.game, mover, choice));
            self.moves.extend(to.iter().map(|to| Move::step(from, to, choice)));
        }
    }
    #[inline]
    fn shifted(&mut self, shift: i8, plain: BitSet<N>, promoting: BitSet<N>, choices: u8) {
        let from = |to: Square| Square(to.0.wrapping_sub(shift as u8));
        for to in promoting {
            self.promotions(from(to), BitSet::of(to), choices);
        }
        let Some(first) = plain.first() else { return };
        // They are all of one type, and move by steps alone.
        let sources = self.sources(self.board.occupant(from(first)), self.blockers);
        let opening = self.sensitive.shifted(shift);
        let to = plain & (sources | opening);
        self.moves.extend(to.iter().map(|to| Move::step(from(to), to, 0)));
    }
    #[inline]
    fn drops(&mut self, held: PieceType, piece: PieceType, to: BitSet<N>) {
        let to = to & self.dropped(Piece::new(self.board.state.side, piece));
        self.moves.extend(to.iter().map(|to| Move::drop_as(held, piece, to)));
    }
    #[inline]
    fn one(&mut self, m: Move) {
        if self.may_check(m) {
            self.moves.push(m);
        }
    }
}
