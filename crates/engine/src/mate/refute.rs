//! Whether a refutation holds.
//!
//! In the search a line that returns to one of its own positions has failed. That is right for this
//! line, but what is then remembered of the positions on it may be wrong for another that comes to
//! them from elsewhere (the problem of graph history interaction). A mate never rests on a return,
//! so mates are safe. A refutation is looked at again: it holds if there is a set of positions, the
//! first one among them, that the defender never has to leave. For each position of the set with
//! the attacker to move all its forcing moves must stay in the set, for each with the defender to
//! move one reply. Such a set needs no history.

use super::search::{Found, Search};
use super::table::UNLIMITED;
use komadai_rules::Move;
use std::collections::HashSet;

/// What a second look has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refutation {
    /// There is no mate.
    Holds,
    /// Some position in it is mate after all.
    Broken,
    /// The search had to end.
    Open,
}

/// A step of the walk through the set.
enum Step {
    Into(Move),
    Back,
}

impl<const N: usize> Search<'_, N> {
    /// Looks at the refutation of the present position again.
    pub(super) fn check_refutation(&mut self) -> Refutation {
        let mut set = HashSet::new();
        let mut steps = Vec::new();
        let mut depth = 0;
        let mut result = self.settle(&mut set, &mut steps);
        while let (Refutation::Holds, Some(step)) = (result, steps.pop()) {
            match step {
                Step::Into(m) => {
                    self.hunt.make(m);
                    depth += 1;
                    steps.push(Step::Back);
                    result = self.settle(&mut set, &mut steps);
                }
                Step::Back => {
                    self.hunt.unmake();
                    depth -= 1;
                }
            }
        }
        for _ in 0..depth {
            self.hunt.unmake();
        }
        result
    }

    /// Takes the present position into the set, and notes the moves after which the set must go on.
    fn settle(&mut self, set: &mut HashSet<u64>, steps: &mut Vec<Step>) -> Refutation {
        if !set.insert(self.hunt.key()) {
            return Refutation::Holds;
        }
        self.clock.spend();
        if self.clock.is_out() || set.len() > self.table.slots() {
            return Refutation::Open;
        }
        match self.hunt.over() {
            Some(true) => return Refutation::Broken,
            Some(false) => return Refutation::Holds,
            None => {}
        }
        let mut tries = Vec::new();
        self.hunt.tries(&mut tries);
        if self.hunt.attacks() {
            if tries.iter().any(|t| t.numbers.is_mate()) {
                return Refutation::Broken;
            }
            steps.extend(tries.iter().map(|t| Step::Into(t.m)));
            return Refutation::Holds;
        }
        if tries.iter().any(|t| set.contains(&t.key)) {
            return Refutation::Holds;
        }
        let refuted = |key| self.table.get(key, UNLIMITED).is_some_and(|n| n.is_no_mate());
        if let Some(reply) = tries.iter().find(|t| refuted(t.key)) {
            steps.push(Step::Into(reply.m));
            return Refutation::Holds;
        }
        for reply in tries {
            self.hunt.make(reply.m);
            let found = self.search(UNLIMITED);
            self.hunt.unmake();
            match found {
                Found::Mate(_) => {}
                Found::Nothing => return Refutation::Open,
                Found::NoMate => {
                    steps.push(Step::Into(reply.m));
                    return Refutation::Holds;
                }
            }
        }
        Refutation::Broken
    }
}
