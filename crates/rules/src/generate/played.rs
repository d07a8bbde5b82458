//! Where no test of attacks is enough: every move is played and taken back.

use crate::Color;
use crate::board::Board;
use crate::game::{Game, Safety};
use crate::interrupt;
use crate::moves::{Move, MoveKind};
use crate::variant::Royals;
use std::collections::HashSet;

impl<const N: usize> Board<N> {
    pub(super) fn legal_by_playing(&self, game: &Game<N>) -> Vec<Move> {
        let mut moves = Vec::new();
        self.play_each(game, |m| {
            moves.push(m);
            true
        });
        moves
    }

    /// Plays every pseudo-legal move: tells those that leave no royal in danger, one for each
    /// resulting position, until told to stop.
    pub(super) fn play_each(&self, game: &Game<N>, tell: impl FnMut(Move) -> bool) {
        // Whether a drop mates is asked last, and only of those that count: the answers to it may be
        // drops of the same sort, and asking for all of them would never end.
        self.play_those(game, self.pseudo_legal_with_mates(game), tell);
    }

    /// The same for some of these moves.
    pub(super) fn play_those(
        &self,
        game: &Game<N>,
        moves: Vec<Move>,
        mut tell: impl FnMut(Move) -> bool,
    ) {
        let mut board = self.snapshot();
        let mut seen = HashSet::new();
        let dedupes = game.dedupe_by_key && !game.places;
        for m in moves {
            let destination = self.destination_if_safe(game, &mut board, m);
            let new = destination.is_some_and(|to| !dedupes || seen.insert(to));
            let legal = new && !self.mates_by_drop(game, m);
            // What was found out when it was over is not to be trusted.
            if self.interrupt.after(interrupt::TRIAL) || (legal && !tell(m)) {
                return;
            }
        }
    }

    /// Plays a pseudo-legal move on a copy of the board and takes it back: what sets it apart from moves
    /// that come to the same (key and quiet plies of the position, and what has exploded), if no royal
    /// is left in danger, and no check given that may not be.
    pub(crate) fn destination_if_safe(
        &self,
        game: &Game<N>,
        copy: &mut Self,
        m: Move,
    ) -> Option<(u64, u32, u64)> {
        // Two moves to one position may differ in what can be taken in passing next.
        copy.exploded = 0;
        copy.make(game, m);
        let safe = self.keeps_royals(game, copy)
            && !copy.has_given_forbidden_check(game, m)
            && (game.limited.is_empty() || self.barred(game, m).is_none());
        let destination = (copy.state.key, copy.state.quiet, copy.exploded);
        copy.unmake(game);
        safe.then_some(destination)
    }

    /// Whether a move, by which the board has become `after`, leaves the own royals as safe as they have
    /// to be.
    pub(crate) fn keeps_royals(&self, game: &Game<N>, after: &Self) -> bool {
        let us = self.state.side;
        let lost = self.loses_royals(game, after, us);
        // Who makes the opponent pass has answered every check.
        game.safety == Safety::Free || (!lost && (after.must_pass() || !after.in_check(game, us)))
    }

    /// Whether a move, by which the board has become `after`, has cost a side royals that it must not lose.
    pub(crate) fn loses_royals(&self, game: &Game<N>, after: &Self, side: Color) -> bool {
        let had_royals = !self.royals[side.index()].is_empty();
        let none_left = after.royals[side.index()].is_empty();
        had_royals && (none_left || self.royal_fell(game, after, side))
    }

    /// Whether the move just made has given check where none may be given. Who has to pass gives none.
    pub(crate) fn has_given_forbidden_check(&self, game: &Game<N>, m: Move) -> bool {
        !game.variant.end.check_may_be_given
            && m.kind() != MoveKind::Pass
            && self.in_check(game, self.state.side)
    }

    /// Whether a move has cost a side a royal that it may not lose, though it may have others.
    fn royal_fell(&self, game: &Game<N>, after: &Board<N>, side: Color) -> bool {
        game.variant.end.royals == Royals::Any
            && after.royals[side.index()].count() < self.royals[side.index()].count()
    }
}
