//! Mates within three plies, by trying one move after the other: where so few plies are left, that is
//! quicker than numbers that say what to try next.

use super::dfpn::Dfpn;
use super::forcing::group;
use super::proof_table::{ProofNumbers, UNLIMITED};
use komadai_rules::{Move, MoveKind};

/// So few plies.
pub(super) const SHALLOW: u16 = 3;

impl<const N: usize> Dfpn<N> {
    /// The numbers of a position with the attacker to move, for a mate within [`SHALLOW`] plies, or
    /// fewer if fewer are left, where legal checks are all that decides. `None` if the
    /// budget is spent.
    pub(super) fn shallow(&mut self, limit: u16) -> Option<ProofNumbers> {
        if limit < SHALLOW {
            return Some(self.problem.mates_at_once());
        }
        let mut checks = std::mem::take(&mut self.problem.checks);
        checks.clear();
        self.problem.board.checking_moves_into(&mut checks);
        let numbers = self.best_check(&checks);
        self.problem.checks = checks;
        numbers
    }

    /// The numbers of a position by those after some moves.
    fn best_check(&mut self, checks: &[Move]) -> Option<ProofNumbers> {
        let mut sure = UNLIMITED;
        for m in checks {
            if self.budget.is_spent() {
                return None;
            }
            self.problem.make(*m);
            let numbers = if self.problem.board.in_check() { Some(self.answered()) } else { None };
            self.problem.unmake();
            match numbers {
                Some(numbers) if numbers.is_mate() => {
                    return Some(ProofNumbers::mate(numbers.plies + 1));
                }
                Some(numbers) => sure = sure.min(numbers.plies),
                None => {}
            }
        }
        Some(ProofNumbers::no_mate(sure.saturating_add(1)))
    }

    /// The numbers of a position with the defender in check, for a mate within two plies.
    fn answered(&mut self) -> ProofNumbers {
        const LIMIT: u16 = SHALLOW - 1;
        let slot = self.problem.slot();
        if let Some(known) = self.table.get(slot, LIMIT).filter(|known| known.is_final()) {
            return known;
        }
        let before = self.budget.nodes;
        self.budget.spend();
        let mut replies = std::mem::take(&mut self.problem.replies);
        replies.clear();
        self.problem.board.legal_moves_into(&mut replies);
        let numbers = match self.problem.ended() {
            _ if replies.is_empty() => ProofNumbers::mate(0),
            Some(numbers) => numbers,
            None => {
                self.sort(&mut replies);
                self.best_reply(&replies)
            }
        };
        self.problem.replies = replies;
        if !self.budget.is_broken_off() {
            self.table.set(slot, LIMIT, numbers, self.budget.nodes - before);
        }
        numbers
    }

    /// Puts first the reply that has refuted a check most recently, then captures, then other moves.
    fn sort(&self, replies: &mut [Move]) {
        let board = &self.problem.board;
        let moves_on = |m: &Move| m.kind() == MoveKind::Step && board.at(m.to()).is_none();
        replies.sort_by_key(|m| (self.killer != Some(*m), group(*m, false, moves_on(m))));
    }

    /// The numbers of a position by those after some replies, each of which leaves one ply.
    fn best_reply(&mut self, replies: &[Move]) -> ProofNumbers {
        for m in replies {
            self.budget.spend();
            if self.problem.board.breaks_off() {
                break;
            }
            self.problem.make(*m);
            let ended = self.problem.ended();
            let numbers = ended.unwrap_or_else(|| self.problem.mates_at_once());
            self.problem.unmake();
            if !numbers.is_mate() {
                self.killer = Some(*m);
                return ProofNumbers::no_mate(numbers.plies.saturating_add(1));
            }
        }
        ProofNumbers::mate(SHALLOW - 1)
    }
}
