//! The shortest mate, and the line that shows it.

use super::hunt::Try;
use super::search::{Found, Search};
use super::table::{Numbers, UNLIMITED};
use komadai_rules::Move;

impl<const N: usize> Search<'_, N> {
    /// Shortens a mate in so many plies of the present position, as far as the search may go on.
    pub(super) fn shorten(&mut self, mut plies: u16) -> u16 {
        while plies > 1 {
            match self.search(plies - 1) {
                Found::Mate(fewer) => plies = fewer,
                Found::NoMate | Found::Nothing => break,
            }
        }
        plies
    }

    /// The line from the present position, which is mate in so many plies: the attacker takes the
    /// shortest way that is known and the defender the longest. `None` if what was found has been
    /// forgotten and there is no time to find it again.
    pub(super) fn line(&mut self, mut plies: u16) -> Option<Vec<Move>> {
        let mut line = Vec::new();
        while self.hunt.over().is_none() {
            let next = match self.hunt.attacks() {
                true => self.quickest(plies),
                false => self.slowest(plies),
            };
            let Some((m, left)) = next else { break };
            self.hunt.make(m);
            line.push(m);
            plies = left;
        }
        let is_whole = self.hunt.over().is_some();
        for _ in &line {
            self.hunt.unmake();
        }
        is_whole.then_some(line)
    }

    fn quickest(&mut self, plies: u16) -> Option<(Move, u16)> {
        self.shortest_known().filter(|(_, left)| *left < plies).or_else(|| {
            self.search(plies);
            self.shortest_known()
        })
    }

    fn shortest_known(&mut self) -> Option<(Move, u16)> {
        let tries = self.tries();
        let known = tries.iter().filter_map(|t| Some((t.m, self.mate_after(t)?)));
        known.min_by_key(|(_, left)| *left)
    }

    /// The reply that holds out longest. What is known of each is only that it does not hold out
    /// any longer, so the most promising are looked at again.
    fn slowest(&mut self, plies: u16) -> Option<(Move, u16)> {
        let mut replies = Vec::new();
        for reply in self.tries() {
            let known = self.mate_after(&reply).or_else(|| match self.after(reply.m, plies - 1) {
                Found::Mate(left) => Some(left),
                Found::NoMate | Found::Nothing => None,
            });
            replies.push((reply.m, known?));
        }
        replies.sort_by_key(|(_, left)| std::cmp::Reverse(*left));
        let mut longest: Option<(Move, u16)> = None;
        for (m, most) in replies {
            if longest.is_some_and(|(_, left)| left >= most) {
                break;
            }
            self.hunt.make(m);
            let left = self.shorten(most);
            self.hunt.unmake();
            if longest.is_none_or(|(_, best)| left > best) {
                longest = Some((m, left));
            }
        }
        longest
    }

    fn after(&mut self, m: Move, limit: u16) -> Found {
        self.hunt.make(m);
        let found = self.search(limit);
        self.hunt.unmake();
        found
    }

    fn tries(&mut self) -> Vec<Try> {
        let mut tries = Vec::new();
        self.hunt.tries(&mut tries);
        tries
    }

    /// In how many plies it is known to be mate after a move.
    fn mate_after(&self, t: &Try) -> Option<u16> {
        let known = Some(t.numbers).filter(|n| n.is_mate());
        known
            .or_else(|| self.table.get(t.key, UNLIMITED).filter(|n: &Numbers| n.is_mate()))
            .map(|numbers| numbers.plies)
    }
}
