//! Which moves are forcing, which replies count, and how hard it looks to mate after them.

use super::problem::MateProblem;
use super::proof_table::{ProofNumbers, Slot, UNLIMITED};
use komadai_rules::variant::{Mate, Royals};
use komadai_rules::{Color, Move, MoveKind, Position};

/// A move with the key and the first numbers of the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) m: Move,
    pub(super) key: u64,
    pub(super) slot: Slot,
    pub(super) numbers: ProofNumbers,
    /// Moves of one group are much alike: one is looked at only when those before it have failed.
    pub(super) group: u64,
}

impl<const N: usize> MateProblem<N> {
    /// Adds the attacker's forcing moves or the defender's replies to a list. What is known of a
    /// position is not found out again.
    pub(super) fn children(
        &mut self,
        children: &mut Vec<Child>,
        known: impl Fn(Slot) -> Option<ProofNumbers>,
    ) {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        let (attacks, first) = (self.attacks(), children.len());
        if attacks && !self.quiet_moves_win {
            self.board.checking_moves_into(&mut moves);
        } else {
            self.board.legal_moves_into(&mut moves);
        }
        // A defender that can only repeat is not mated, so the rule does not hold for it.
        let exempt = !attacks || !self.forbids || self.barred.is_empty() || self.is_exempt();
        let exempt = exempt || self.board.must_pass();
        let royals = self.board.royals(self.attacker).count();
        let hands = self.hands();
        for m in &moves {
            if self.board.breaks_off() {
                break;
            }
            let moves_on = m.kind() == MoveKind::Step && self.board.at(m.to()).is_none();
            self.board.make(*m);
            if exempt || !self.barred.contains(&self.board.key()) {
                let hands = if moves_on { hands } else { self.hands() };
                let key = self.key();
                let slot = hands.slot(key);
                let numbers = if attacks {
                    self.numbers_of_attack(*m, || known(slot))
                } else {
                    self.numbers_of_reply(royals)
                };
                let group = group(*m, attacks, moves_on);
                children.extend(numbers.map(|numbers| Child { m: *m, key, slot, numbers, group }));
            }
            self.board.unmake();
        }
        self.moves = moves;
        children[first..].sort_by_key(|child| (child.group, child.m.promotion().wrapping_sub(1)));
    }

    /// Whether legal checks, and whether they can be answered, are all that decides.
    pub(super) fn checks_are_enough(&self) -> bool {
        self.is_plain && self.attacks() && (!self.forbids || self.barred.is_empty())
    }

    /// Whether the attacker mates with its next move, as the numbers of the position, where
    /// [checks are enough](MateProblem::checks_are_enough).
    pub(super) fn mates_at_once(&mut self) -> ProofNumbers {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.board.checking_moves_into(&mut moves);
        let mut numbers = ProofNumbers::no_mate(UNLIMITED);
        for m in &moves {
            if self.board.breaks_off() {
                break;
            }
            self.board.make(*m);
            let checks = self.board.in_check();
            let mates = checks && !self.board.has_legal_move();
            self.board.unmake();
            if mates {
                numbers = ProofNumbers::mate(1);
                break;
            } else if checks {
                numbers = ProofNumbers::no_mate(2);
            }
        }
        self.moves = moves;
        numbers
    }

    /// The numbers after a reply; none if it does not count. Where a side is mated before its royal
    /// is taken, a reply that leaves the last royal to be taken does not count.
    fn numbers_of_reply(&self, royals: u32) -> Option<ProofNumbers> {
        self.saves(royals).then(|| ProofNumbers::open(1))
    }

    /// The numbers after a move of the attacker; none if it is not forcing.
    fn numbers_of_attack(
        &mut self,
        m: Move,
        known: impl Fn() -> Option<ProofNumbers>,
    ) -> Option<ProofNumbers> {
        let forces = self.board.must_pass() || self.board.in_check();
        if !forces && !self.quiet_moves_win {
            return None;
        }
        if self.is_plain {
            let replies = || self.board.count_answers().try_into().unwrap_or(u32::MAX);
            let counted = || match replies() {
                0 => ProofNumbers::mate(0),
                // A check with hardly a reply is not disproven soon.
                replies => ProofNumbers {
                    disproof: 1 + u32::from(replies < 3),
                    ..ProofNumbers::open(replies)
                },
            };
            return Some(known().unwrap_or_else(counted));
        }
        let ends = self.has_captured_royal() || self.end().checks.is_some();
        if ends || (!forces && self.has_special_ends()) {
            return if self.wins_by(m) {
                Some(ProofNumbers::mate(0))
            } else {
                forces.then(|| ProofNumbers::open(1))
            };
        }
        if self.royals_may_be_left()
            && !self.board.must_pass()
            && self.can_take_last_royal(self.attacker)
        {
            return None;
        }
        let replies = if forces { self.count_replies() } else { u32::from(self.has_reply()) };
        match replies {
            0 if self.wins_by(m) => Some(ProofNumbers::mate(0)),
            0 => None,
            _ => forces.then(|| ProofNumbers::open(replies)),
        }
    }

    /// Whether the move just tried has won, by the rules of the game.
    fn wins_by(&mut self, m: Move) -> bool {
        self.play.push(m);
        let won = self.attacker_won() == Some(true);
        self.play.pop();
        won
    }

    /// Whether the move just tried has captured a royal.
    fn has_captured_royal(&self) -> bool {
        let royals = |position: &Position<N>| position.royals(!self.attacker).count();
        self.royals_can_fall && royals(&self.board) < royals(self.play.position())
    }

    fn count_replies(&mut self) -> u32 {
        if self.mated_before_capture() {
            self.saving_replies(usize::MAX)
        } else {
            self.board.count_legal().try_into().unwrap_or(u32::MAX)
        }
    }

    pub(super) fn has_reply(&mut self) -> bool {
        if self.mated_before_capture() {
            self.saving_replies(1) > 0
        } else {
            self.board.has_legal_move()
        }
    }

    /// Counts the replies that keep a royal, up to `limit`.
    fn saving_replies(&mut self, limit: usize) -> u32 {
        let mut replies = std::mem::take(&mut self.replies);
        replies.clear();
        self.board.legal_moves_into(&mut replies);
        let royals = self.board.royals(self.attacker).count();
        let saves = |m: &&Move| {
            if self.board.breaks_off() {
                return false;
            }
            self.board.make(**m);
            let saves = self.saves(royals);
            self.board.unmake();
            saves
        };
        let count = replies.iter().filter(saves).take(limit).count();
        self.replies = replies;
        count as u32
    }

    /// Whether the reply just tried wins or keeps a royal from being taken; always true where a
    /// side is not mated before its royal is taken. `royals` are those that the attacker had
    /// before.
    fn saves(&self, royals: u32) -> bool {
        let (us, them) = (!self.attacker, self.attacker);
        let remaining = self.board.royals(them).count();
        if !self.mated_before_capture()
            || remaining == 0
            || (self.end().royals == Royals::Any && remaining < royals)
        {
            return true;
        }
        !self.board.royals(us).is_empty()
            && (self.board.must_pass() || !self.can_take_last_royal(us))
    }

    /// Whether the opponent of `side`, which is to move, can capture the royals that `side` must
    /// keep.
    fn can_take_last_royal(&self, side: Color) -> bool {
        if !self.board.in_danger(side) {
            return false;
        }
        if self.end().royals == Royals::Any || !self.board.royals(side).several() {
            return true;
        }
        // Several would have to fall at once; only making the moves tells.
        let mut after = self.board.clone();
        self.board.legal_moves().into_iter().any(|m| {
            if after.breaks_off() {
                return false;
            }
            after.make(m);
            let gone = after.royals(side).is_empty();
            after.unmake();
            gone
        })
    }

    /// Whether the side to move may repeat a forbidden position.
    fn is_exempt(&self) -> bool {
        let rule = self.end().repetition.as_ref();
        rule.is_some_and(|rule| rule.exempt_in_check) && self.board.in_check()
    }

    /// Whether royals may be left to be taken.
    fn royals_may_be_left(&self) -> bool {
        self.end().royals_may_be_left
    }

    /// Whether a side is mated before its last royal is taken.
    fn mated_before_capture(&self) -> bool {
        self.end().mate == Mate::NoMoveKeepsARoyal
    }

    /// Whether the game has other ends than those by royals.
    fn has_special_ends(&self) -> bool {
        self.end().flag.is_some() || !self.end().extinction.is_empty()
    }
}

/// A number for each group of moves, in the order in which they are tried. The ways to promote by one
/// step are a group, and so are the drops of the defender on one square: what has come between is taken
/// most of the time, whatever it is. Captures are tried first, for they answer most checks.
pub(super) fn group(m: Move, attacks: bool, moves_on: bool) -> u64 {
    let (from, to) = (u64::from(m.from().0), u64::from(m.to().0));
    match m.kind() {
        MoveKind::Step => u64::from(moves_on) << 16 | from << 8 | to,
        MoveKind::Drop if !attacks => 1 << 17 | to,
        _ => 1 << 32 | u64::from(m.bits()),
    }
}
