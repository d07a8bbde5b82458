//! One royal, any attackers: only moves that touch a sensitive square are tested.

use super::Generator;
use super::legality::Legality;
use crate::Square;
use crate::attack::View;
use crate::bits::BitSet;
use crate::game::Shifter;
use crate::interrupt;
use crate::piece::Piece;
use crate::sink::Sink;
use crate::variant::Royals;

/// The test of games in which more than steps and slides may attack.
pub(super) struct Filtered;

impl<const N: usize> Legality<N> for Filtered {
    const ASKS_FOR_PROMOTIONS: bool = true;

    /// What starts from or lands on a sensitive square is tested one by one.
    #[inline(always)]
    fn group<S>(
        generator: &Generator<'_, S, N>,
        shifter: &Shifter<N>,
        pieces: BitSet<N>,
    ) -> Option<BitSet<N>> {
        let sensitive = generator.target;
        let landing = shifter.pushes.iter().map(|p| sensitive.shifted(-p.shift));
        let touched = landing.fold(sensitive, |a, b| a | b);
        (!generator.test_all).then(|| pieces.without(touched))
    }

    fn landings<S>(
        generator: &Generator<'_, S, N>,
        from: Square,
        to: BitSet<N>,
        becomes: Option<Piece>,
    ) -> BitSet<N> {
        let after = becomes.unwrap_or_else(|| generator.board.occupant(from));
        generator.keep_safe(from, to, after)
    }

    fn allows<S>(
        generator: &Generator<'_, S, N>,
        squares: (Square, Square),
        captures: BitSet<N>,
        after: Piece,
    ) -> bool {
        generator.allows(squares, captures, after)
    }

    fn drops<S>(generator: &Generator<'_, S, N>, squares: BitSet<N>, piece: Piece) -> BitSet<N> {
        let doubtful = if generator.test_all { squares } else { squares & generator.target };
        let over = || generator.board.interrupt.after(interrupt::TRIAL);
        let exposes = |square: &Square| !generator.is_safe_drop(*square, piece) || over();
        squares.without(doubtful.iter().filter(exposes).collect())
    }
}

impl<S: Sink<N>, const N: usize> Generator<'_, S, N> {
    /// One royal, any attackers: only moves that touch a sensitive square are tested.
    pub(super) fn with_filter(&mut self) {
        self.find_sensitive();
        if !self.board.interrupt.is_over() {
            self.run::<Filtered>();
        }
    }

    /// Finds out which moves must be tested.
    pub(super) fn find_sensitive(&mut self) {
        self.test_all = self.board.in_danger(self.game, self.us);
        if let Some(king) = self.king {
            if self.test_all {
                self.suspects = self.board.suspects(self.game, self.us, king)
            } else {
                self.target = self.board.sensitive_squares(self.game, self.us, king)
            }
        }
    }
}

impl<S, const N: usize> Generator<'_, S, N> {
    /// Cuts destinations down to those that leave the king safe when the piece becomes `after`.
    fn keep_safe(&self, from: Square, to: BitSet<N>, after: Piece) -> BitSet<N> {
        let all = self.test_all || Some(from) == self.king || self.target.contains(from);
        let mut doubtful = if all { to } else { to & self.target };
        if let Some(fire) = self.game.fire_after(self.board.occupant(from), after)
            && !all
        {
            // A move that burns takes several pieces off the board at once.
            doubtful |= to.iter().filter(|t| fire[t.index()].intersects(self.view.enemy)).collect();
        }
        if doubtful.is_empty() {
            return to;
        }
        let mut safe = to.without(doubtful);
        for square in doubtful {
            if self.allows((from, square), BitSet::EMPTY, after) {
                safe.insert(square);
            }
        }
        safe
    }

    /// Whether a move leaves the king safe, or matters more.
    fn allows(&self, (from, to): (Square, Square), captures: BitSet<N>, after: Piece) -> bool {
        if self.may_leave && self.outweighs_attack((from, to), captures, after) {
            return true;
        }
        // Who makes the opponent pass has answered every check.
        let taken = captures | (BitSet::of(to) & self.view.enemy);
        (!self.game.variant.shocks.is_empty() && self.shocks(from, taken))
            || (self.is_safe_after((from, to), captures, after)
                && !self.board.interrupt.after(interrupt::TRIAL))
    }

    /// Whether the king is safe after a move that ends on `to` as `after` and takes `captures`
    /// besides what stands there.
    pub(super) fn is_safe_after(
        &self,
        (from, to): (Square, Square),
        captures: BitSet<N>,
        after: Piece,
    ) -> bool {
        let game = self.game;
        let Some(king) = self.king else { return true };
        let (start, end) = (BitSet::of(from), BitSet::of(to));
        let mut enemy = self.view.enemy.without(captures | end);
        if let Some(fire) = game.fire_after(self.board.occupant(from), after) {
            enemy = enemy.without(fire[to.index()]);
        }
        let mut view = View::new(game, enemy, self.view.own.without(start) | end);
        view.moved = Some((to, after));
        if from == king {
            return !self.board.attacks(game, &view, !self.us, to);
        }
        view.suspects &= self.suspects;
        !self.board.attacks(game, &view, !self.us, king)
    }

    /// Whether a move wins at once, makes the opponent pass, or brings a second royal.
    fn outweighs_attack(
        &self,
        (from, to): (Square, Square),
        captures: BitSet<N>,
        after: Piece,
    ) -> bool {
        let (board, game) = (self.board, self.game);
        let fire = game.fire_after(board.occupant(from), after).map(|fire| fire[to.index()]);
        let gone = captures | BitSet::of(to) | fire.unwrap_or(BitSet::EMPTY);
        let victims = self.view.enemy & gone;
        let royals = board.royals[(!self.us).index()];
        let every_royal_counts = game.variant.end.royals == Royals::Any;
        let wins = royals.without(victims).is_empty()
            || (every_royal_counts && victims.intersects(royals));
        let mover = board.info(game, from);
        let stuns = self.shocks(from, victims);
        let crowned = game.pieces[after].traits.royal && !mover.traits.royal;
        wins || stuns || crowned
    }

    /// Whether a capture by the piece on `from` makes the opponent pass.
    pub(super) fn shocks(&self, from: Square, victims: BitSet<N>) -> bool {
        let captor = self.board.occupant(from);
        let taken = victims.iter().filter_map(|square| self.board.at(square));
        taken.into_iter().any(|victim| self.game.skip_turns(captor, victim) > 0)
    }

    fn is_safe_drop(&self, square: Square, piece: Piece) -> bool {
        let Some(king) = self.king else { return true };
        let mut view = View::new(self.game, self.view.enemy, self.view.own | BitSet::of(square));
        view.moved = Some((square, piece));
        view.suspects &= self.suspects;
        !self.board.attacks(self.game, &view, !self.us, king)
    }
}
