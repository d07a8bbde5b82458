//! Verifying a disproof.
//!
//! In the search a line that returns to one of its own positions fails. That is right for this
//! line, but the numbers stored for its positions may be wrong for another line that reaches them
//! by other moves (the graph history interaction problem). A mate never depends on a return, so
//! mates are safe. A disproof is verified: it holds if there is a set of positions, the root among
//! them, that the attacker cannot leave. In each position of the set with the attacker to move, all
//! its forcing moves stay in the set; with the defender to move, one reply does. Such a set does
//! not depend on history. Where no line of the search has returned to a position, the disproof is sure
//! already ([`ProofNumbers::plies`]), and so is every part of the set for which that holds.
//!
//! [`ProofNumbers::plies`]: super::proof_table::ProofNumbers::plies

use super::dfpn::{Dfpn, ProofResult};
use super::proof_table::{Slot, UNLIMITED};
use komadai_rules::Move;
use std::collections::HashSet;

/// The result of the verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Disproof {
    /// There is no mate.
    Verified,
    /// Some position of the set is a mate after all.
    Wrong,
    /// The budget is spent.
    Unknown,
}

/// A step of the walk through the set.
enum Step {
    Into(Move),
    Back,
}

impl<const N: usize> Dfpn<N> {
    /// Verifies that there is no mate in the current position.
    pub(super) fn verify_disproof(&mut self) -> Disproof {
        let mut set = HashSet::new();
        let mut steps = Vec::new();
        let mut depth = 0;
        let mut result = self.expand(&mut set, &mut steps);
        while let (Disproof::Verified, Some(step)) = (result, steps.pop()) {
            match step {
                Step::Into(m) => {
                    self.problem.make(m);
                    depth += 1;
                    steps.push(Step::Back);
                    result = self.expand(&mut set, &mut steps);
                }
                Step::Back => {
                    self.problem.unmake();
                    depth -= 1;
                }
            }
        }
        for _ in 0..depth {
            self.problem.unmake();
        }
        result
    }

    /// The same as [`Dfpn::add_to_set`], unless that is broken off.
    fn expand(&mut self, set: &mut HashSet<u64>, steps: &mut Vec<Step>) -> Disproof {
        match self.add_to_set(set, steps) {
            _ if self.budget.is_broken_off() => Disproof::Unknown,
            result => result,
        }
    }

    /// Adds the current position to the set, and the moves that must stay in it to the steps.
    fn add_to_set(&mut self, set: &mut HashSet<u64>, steps: &mut Vec<Step>) -> Disproof {
        if !set.insert(self.problem.key()) {
            return Disproof::Verified;
        }
        self.budget.spend();
        if self.budget.is_spent() || set.len() > self.table.slots() {
            return Disproof::Unknown;
        }
        if self.is_sure(self.problem.slot()) {
            return Disproof::Verified;
        }
        match self.problem.attacker_won() {
            Some(true) => return Disproof::Wrong,
            Some(false) => return Disproof::Verified,
            None => {}
        }
        let mut children = Vec::new();
        self.problem.children(&mut children, |_| None);
        if self.problem.attacks() {
            if children.iter().any(|t| t.numbers.is_mate()) {
                return Disproof::Wrong;
            }
            steps.extend(children.iter().map(|t| Step::Into(t.m)));
            return Disproof::Verified;
        }
        if children.iter().any(|t| set.contains(&t.key)) {
            return Disproof::Verified;
        }
        let is_disproven = |slot| self.table.get(slot, UNLIMITED).is_some_and(|n| n.is_no_mate());
        let sure = children.iter().find(|t| self.is_sure(t.slot));
        if let Some(reply) = sure.or_else(|| children.iter().find(|t| is_disproven(t.slot))) {
            steps.push(Step::Into(reply.m));
            return Disproof::Verified;
        }
        for reply in children {
            self.problem.make(reply.m);
            let found = self.search(UNLIMITED);
            self.problem.unmake();
            match found {
                ProofResult::Mate(_) => {}
                ProofResult::Unknown => return Disproof::Unknown,
                ProofResult::NoMate(_) => {
                    steps.push(Step::Into(reply.m));
                    return Disproof::Verified;
                }
            }
        }
        Disproof::Wrong
    }

    /// Whether it is known that there is no mate, wherever the position came from.
    fn is_sure(&self, slot: Slot) -> bool {
        let known = self.table.get(slot, UNLIMITED);
        known.is_some_and(|n| n.is_no_mate() && n.plies == UNLIMITED)
    }
}
