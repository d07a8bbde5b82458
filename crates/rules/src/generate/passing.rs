//! The right to pass, and royals that face each other: see [`Passing`](crate::variant::Passing).

use crate::bits::BitSet;
use crate::board::Board;
use crate::game::{Game, Safety};
use crate::interrupt;
use crate::moves::{Move, MoveKind};
use crate::variant::PassWhen;
use crate::{Color, Square};

impl<const N: usize> Board<N> {
    /// Completes the legal moves from a place in the list on, in a game in which somebody may pass: takes out those
    /// that leave royals facing each other, and adds the pass.
    pub(super) fn add_pass(&self, game: &Game<N>, moves: &mut Vec<Move>, from: usize) {
        if self.must_pass() || self.is_decided(game) {
            return;
        }
        if self.facing(game).is_some() {
            self.keep_parting(game, moves, from);
        }
        let stuck = || moves.len() == from;
        let may = match game.passing[self.state.side.index()] {
            None => false,
            Some(PassWhen::Always) => true,
            Some(PassWhen::Stuck) => stuck(),
        };
        if may && self.may_pass_now(game) {
            self.drop_passes_in_place(game, moves, from);
            moves.push(Move::pass());
        }
    }

    /// Whether there is a legal move for certain, because the side to move may pass unless it has to capture.
    pub(super) fn may_surely_pass(&self, game: &Game<N>) -> bool {
        game.passing[self.state.side.index()].is_some()
            && !self.must_pass()
            && !self.is_decided(game)
            && self.may_pass_now(game)
    }

    /// Whether a pass leaves no royal in danger; to end the game by it, that does not matter.
    pub(crate) fn may_pass_now(&self, game: &Game<N>) -> bool {
        game.safety == Safety::Free
            || self.opponent_must_pass()
            || self.facing(game).is_some()
            || !self.in_check(game, self.state.side)
    }

    /// Takes out the moves in place that come to the same as a pass.
    fn drop_passes_in_place(&self, game: &Game<N>, moves: &mut Vec<Move>, from: usize) {
        // Two pieces of a type that change places are back, too.
        let in_place = |m: &Move| matches!(m.kind(), MoveKind::Jitto | MoveKind::Path);
        if !moves[from..].iter().any(in_place) {
            return;
        }
        let mut board = self.snapshot();
        let mut after = |m: Move| {
            board.make(game, m);
            let after = (board.state.key, board.state.quiet);
            board.unmake(game);
            after
        };
        let passed = after(Move::pass());
        let mut all = moves.split_off(from);
        all.retain(|m| {
            !in_place(m) || (!self.interrupt.after(interrupt::TRIAL) && after(*m) != passed)
        });
        moves.append(&mut all);
    }

    /// Leaves the moves that part the royals.
    pub(crate) fn keep_parting(&self, game: &Game<N>, moves: &mut Vec<Move>, from: usize) {
        let mut board = self.snapshot();
        let mut all = moves.split_off(from);
        all.retain(|m| {
            if self.interrupt.after(interrupt::TRIAL) {
                return false;
            }
            board.make(game, *m);
            let parts = board.facing(game).is_none();
            board.unmake(game);
            parts
        });
        moves.append(&mut all);
    }

    /// A royal of the side to move and one of the other side that face each other on a file, in a game in which that
    /// matters.
    #[inline]
    pub(crate) fn facing(&self, game: &Game<N>) -> Option<(Square, Square)> {
        if game.variant.end.facing { self.find_facing(game) } else { None }
    }

    fn find_facing(&self, game: &Game<N>) -> Option<(Square, Square)> {
        let [own, other] =
            [self.state.side, !self.state.side].map(|side| self.royals[side.index()]);
        let clear = |from: Square, to: Square| {
            let files = usize::from(game.variant.board.files);
            let (low, high) = (from.index().min(to.index()), from.index().max(to.index()));
            let mut between = (low + files..high).step_by(files).map(|i| Square(i as u8));
            between.all(|square| game.exists.contains(square) && self.at(square).is_none())
        };
        own.iter().find_map(|from| {
            let on_file: BitSet<N> = game.file_of[from.index()] & other;
            on_file.iter().find(|to| clear(from, *to)).map(|to| (from, to))
        })
    }
}

/// When each side may pass.
pub(crate) fn rights(variant: &crate::Variant) -> [Option<PassWhen>; 2] {
    Color::BOTH.map(|side| {
        let own = || variant.passing.iter().filter(|it| it.sides[side.index()]);
        let always = own().find(|it| it.when == PassWhen::Always);
        always.or_else(|| own().next()).map(|it| it.when)
    })
}
