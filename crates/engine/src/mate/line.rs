//! The shortest mate and its line.

use super::dfpn::{Dfpn, MAX_DEPTH, ProofResult};
use super::forcing::Child;
use super::proof_table::{ProofNumbers, UNLIMITED};
use komadai_rules::Move;

impl<const N: usize> Dfpn<N> {
    /// The length of the shortest mate in the current position, which is mate in this many plies, as far as
    /// the budget allows to find out. Limits go up: what a disproof has found out helps the next one, while
    /// mates that turn out to be too long are of little use.
    pub(super) fn shorten(&mut self, mut plies: u16) -> u16 {
        let (step, mut limit) = self.problem.limits();
        while limit < plies {
            match self.search(limit) {
                ProofResult::Mate(fewer) => plies = fewer,
                ProofResult::NoMate(_) => limit += step,
                ProofResult::Unknown => break,
            }
        }
        plies
    }

    /// A mate in fewer plies than this many, as far as a little more than the budget allows.
    pub(super) fn improve(&mut self, mut plies: u16) -> u16 {
        let (step, first) = self.problem.limits();
        while plies > first {
            match self.search(plies - step) {
                ProofResult::Mate(fewer) => plies = fewer,
                ProofResult::NoMate(_) | ProofResult::Unknown => break,
            }
        }
        plies
    }

    /// The line from the current position, which is mate in this many plies: the attacker plays the
    /// shortest known mate and the defender the longest resistance. `None` if entries of the table
    /// were replaced and the budget does not allow to find them again.
    ///
    /// A line in a `hurry` is made of what is known, or is found most quickly: it may be longer, and the
    /// resistance shorter.
    pub(super) fn line(&mut self, mut plies: u16, hurry: bool) -> Option<Vec<Move>> {
        let mut line = Vec::new();
        while self.problem.attacker_won().is_none() && line.len() < MAX_DEPTH {
            let next = if self.problem.attacks() {
                self.shortest_mate(plies, hurry)
            } else {
                self.longest_defence(plies, hurry)
            };
            let Some((m, left)) = next else { break };
            self.problem.make(m);
            line.push(m);
            plies = left;
        }
        let is_whole = self.problem.attacker_won().is_some() && !self.problem.is_broken_off();
        for _ in &line {
            self.problem.unmake();
        }
        is_whole.then_some(line)
    }

    fn shortest_mate(&mut self, plies: u16, hurry: bool) -> Option<(Move, u16)> {
        self.shortest_known().filter(|(_, left)| hurry || *left < plies).or_else(|| {
            self.search_anew(if hurry { UNLIMITED } else { plies });
            self.shortest_known()
        })
    }

    fn shortest_known(&mut self) -> Option<(Move, u16)> {
        let children = self.children();
        let known = children.iter().filter_map(|t| Some((t.m, self.mate_after(t)?)));
        known.min_by_key(|(_, left)| *left)
    }

    /// The reply that resists longest. The known lengths are upper bounds, so the longest ones are
    /// searched again.
    fn longest_defence(&mut self, plies: u16, hurry: bool) -> Option<(Move, u16)> {
        let limit = if hurry { UNLIMITED } else { plies - 1 };
        let mut replies = Vec::new();
        for reply in self.children() {
            if self.budget.is_broken_off() {
                return None;
            }
            let known =
                self.mate_after(&reply).or_else(|| match self.search_after(reply.m, limit) {
                    ProofResult::Mate(left) => Some(left),
                    ProofResult::NoMate(_) | ProofResult::Unknown => None,
                });
            replies.push((reply.m, known?));
        }
        replies.sort_by_key(|(_, left)| std::cmp::Reverse(*left));
        if hurry {
            return replies.first().copied();
        }
        let mut longest: Option<(Move, u16)> = None;
        for (m, bound) in replies {
            if self.budget.is_broken_off() || longest.is_some_and(|(_, left)| left >= bound) {
                break;
            }
            self.problem.make(m);
            let left = self.shorten(bound);
            self.problem.unmake();
            if longest.is_none_or(|(_, best)| left > best) {
                longest = Some((m, left));
            }
        }
        longest
    }

    fn search_after(&mut self, m: Move, limit: u16) -> ProofResult {
        self.problem.make(m);
        let result = self.search(limit);
        self.problem.unmake();
        result
    }

    fn children(&mut self) -> Vec<Child> {
        let mut children = Vec::new();
        self.problem.children(&mut children, |_| None);
        children
    }

    /// The known length of the mate after a move.
    fn mate_after(&self, t: &Child) -> Option<u16> {
        let known = Some(t.numbers).filter(|n| n.is_mate());
        known
            .or_else(|| self.table.get(t.slot, UNLIMITED).filter(|n: &ProofNumbers| n.is_mate()))
            .map(|numbers| numbers.plies)
    }
}
