//! The duty to capture.

use crate::bits::BitSet;
use crate::board::Board;
use crate::game::Game;
use crate::moves::{Move, MoveKind};
use crate::variant::CaptureDuty;

impl<const N: usize> Board<N> {
    /// Leaves of some legal moves, among which are all captures, those that the duty to capture allows.
    pub(crate) fn keep_duty(&self, game: &Game<N>, moves: &mut Vec<Move>) {
        let least = self.least_captured(game, moves);
        if least > 0 {
            moves.retain(|m| self.captured(game, *m).count() >= least);
        }
    }

    /// How many enemies a move has to take, where these are legal but for that.
    pub(crate) fn least_captured(&self, game: &Game<N>, moves: &[Move]) -> u32 {
        let most = || moves.iter().map(|m| self.captured(game, *m).count()).max().unwrap_or(0);
        match game.variant.capture_duty {
            CaptureDuty::None => 0,
            CaptureDuty::Any => most().min(1),
            CaptureDuty::Most => most(),
        }
    }

    /// The enemies that a move takes. What it burns it does not take.
    pub(crate) fn captured(&self, game: &Game<N>, m: Move) -> BitSet<N> {
        let enemy = self.colors[(!self.state.side).index()];
        let taken = match m.kind() {
            MoveKind::Step => BitSet::of(m.to()),
            MoveKind::Through => BitSet::of(m.via()) | BitSet::of(m.to()),
            MoveKind::Shot | MoveKind::EnPassant => BitSet::of(m.via()),
            MoveKind::Path => {
                let outcome = self.path_outcome(game, m);
                outcome.map(|outcome| outcome.captures.into_iter().collect()).unwrap_or_default()
            }
            MoveKind::Drop | MoveKind::Pass | MoveKind::Jitto | MoveKind::Castle => BitSet::EMPTY,
        };
        taken & enemy
    }
}
