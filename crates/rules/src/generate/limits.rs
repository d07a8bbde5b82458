//! Captures that may not be made: see [`CaptureLimit`].

use crate::Square;
use crate::attack::View;
use crate::bits::BitSet;
use crate::board::Board;
use crate::game::Game;
use crate::interrupt;
use crate::moves::{Move, MoveKind};
use crate::piece::Piece;
use crate::variant::{CaptureBan, CaptureLimit};
use std::collections::HashSet;

/// A capture that may not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Barred {
    /// What would be captured.
    pub(crate) victim: Square,
    /// When it may not be.
    pub(crate) when: CaptureBan,
    /// Where what protects it stands, if that is why.
    pub(crate) guard: Option<Square>,
}

impl<const N: usize> Board<N> {
    /// Leaves of the moves from a place in the list on, which are legal but for that, those that make no
    /// capture that may not be made.
    pub(super) fn keep_limits(&self, game: &Game<N>, moves: &mut Vec<Move>, from: usize) {
        let limited = self.limited(game);
        let mut shots = HashSet::new();
        let mut free = moves.split_off(from);
        free.retain(|m| {
            !self.interrupt.after(interrupt::TRIAL)
                && self.barred_among(game, limited, *m).is_none()
                && (m.kind() != MoveKind::Shot
                    || !limited.contains(m.via())
                    || shots.insert(self.destination(game, *m)))
        });
        moves.append(&mut free);
    }

    /// What sets a shot apart from others at the same piece.
    fn destination(&self, game: &Game<N>, m: Move) -> (u64, u32) {
        let mut after = self.snapshot();
        after.make(game, m);
        (after.state.key, after.state.quiet)
    }

    /// The enemies whose capture is limited.
    #[inline]
    pub(super) fn limited(&self, game: &Game<N>) -> BitSet<N> {
        let them = !self.state.side;
        let sets = game.limited.iter().map(|piece| self.by_piece[Piece::new(them, *piece)]);
        sets.fold(BitSet::EMPTY, |all, set| all | set)
    }

    /// Whether a pseudo-legal move makes a capture that may not be made.
    pub(crate) fn barred(&self, game: &Game<N>, m: Move) -> Option<Barred> {
        self.barred_among(game, self.limited(game), m)
    }

    fn barred_among(&self, game: &Game<N>, limited: BitSet<N>, m: Move) -> Option<Barred> {
        if limited.is_empty() || matches!(m.kind(), MoveKind::Drop | MoveKind::Pass) {
            return None;
        }
        let taken = self.captured(game, m);
        if !taken.intersects(limited) {
            return None;
        }
        let limits = game.variant.capture_limits.iter();
        limits.filter_map(|limit| self.barred_by(game, limit, m, taken)).next()
    }

    fn barred_by(
        &self,
        game: &Game<N>,
        limit: &CaptureLimit,
        m: Move,
        taken: BitSet<N>,
    ) -> Option<Barred> {
        if !limit.by.contains(&self.occupant(m.from()).piece_type()) {
            return None;
        }
        let is_one_of = |square: Square, types: &[_]| {
            self.piece(square).is_some_and(|(_, piece)| types.contains(&piece))
        };
        let freed = |victim: Square| {
            let mut others = taken.without(BitSet::of(victim)).iter();
            others.any(|other| is_one_of(other, &limit.unless_also))
        };
        let victim = taken.iter().find(|victim| {
            is_one_of(*victim, &limit.captured)
                && game.steps_between(m.from(), *victim) > limit.beyond
                && !(limit.when == CaptureBan::InReturn && self.state.just_took == Some(*victim))
                && !freed(*victim)
        })?;
        let barred = Barred { victim, when: limit.when, guard: None };
        match limit.when {
            CaptureBan::Always => Some(barred),
            CaptureBan::InReturn => self.state.just_took.map(|_| barred),
            CaptureBan::Protected => {
                let guard = self.guard_after(game, m)?;
                Some(Barred { guard: Some(guard), ..barred })
            }
        }
    }

    /// An enemy that could capture the mover where a pseudo-legal move ends. Once it is broken off, the mover is
    /// named itself: lists of moves are to hold legal ones alone.
    fn guard_after(&self, game: &Game<N>, m: Move) -> Option<Square> {
        let mut after = self.snapshot();
        after.carry_out(game, m);
        // What has burned or exploded cannot be captured.
        let (side, _) = after.piece(m.to())?;
        let view = View::of(&after, game, !side);
        let guard = after.attackers(game, &view, !side, m.to()).first();
        if self.interrupt.after(interrupt::TRIAL) { Some(m.from()) } else { guard }
    }

    /// Where the mover ends, if its pseudo-legal move captures what the opponent may then not capture in return.
    #[cold]
    pub(crate) fn takes_unreturned(&self, game: &Game<N>, m: Move) -> Option<Square> {
        let limit = game.return_limit()?;
        if matches!(m.kind(), MoveKind::Drop | MoveKind::Pass)
            || !limit.by.contains(&self.occupant(m.from()).piece_type())
        {
            return None;
        }
        let mut taken = self.captured(game, m).iter();
        let limited = |square: Square| {
            self.piece(square).is_some_and(|(_, piece)| limit.captured.contains(&piece))
        };
        taken.any(limited).then_some(m.to())
    }
}

impl<const N: usize> Game<N> {
    /// What may not be captured in return, if the game has such a rule.
    pub(crate) fn return_limit(&self) -> Option<&CaptureLimit> {
        let mut limits = self.variant.capture_limits.iter();
        limits.find(|limit| limit.when == CaptureBan::InReturn)
    }

    /// How many steps a king needs from one square to another, whatever stands between.
    fn steps_between(&self, from: Square, to: Square) -> u8 {
        let files = self.variant.board.files;
        let apart = |a: u8, b: u8| a.abs_diff(b);
        apart(from.0 % files, to.0 % files).max(apart(from.0 / files, to.0 / files))
    }
}
