//! Positions that come up again: occurrences, perpetual check and chase, barred moves.

use super::Play;
use super::ending::Cause;
use crate::board::Board;
use crate::moves::{Move, MoveKind};
use crate::variant::{Repetition, RepetitionResult};
use crate::{Color, Square};

impl<const N: usize> Play<N> {
    /// The rule, where the present position has come up often enough for it to apply.
    pub(super) fn repeated(&self) -> Option<&Repetition> {
        let rule = self.end().repetition.as_ref();
        rule.filter(|r| r.result != RepetitionResult::Forbidden && self.occurrence() >= r.times)
    }

    /// Who breaks off the repetition by losing, if anybody does: perpetual check comes before perpetual chase.
    pub(super) fn offender(&self, rule: &Repetition) -> Option<Cause> {
        let checking =
            if rule.perpetual_check_loses { self.perpetual_checkers() } else { [false; 2] };
        match checking {
            [true, false] => Some(Cause::PerpetualCheck(Color::First)),
            [false, true] => Some(Cause::PerpetualCheck(Color::Second)),
            [true, true] => None,
            [false, false] => {
                let (loser, chased) = self.perpetual_chase()?;
                Some(Cause::PerpetualChase { loser, chased })
            }
        }
    }

    /// Who has chased what with every move since the present position first came up.
    fn perpetual_chase(&self) -> Option<(Color, Square)> {
        if let Some(known) = self.chase.get() {
            return *known;
        }
        let found = self.position.perpetual_chase(self.plies_since_first());
        // What was broken off is not known.
        if !self.position.board.interrupt.is_over() {
            let _ = self.chase.set(found);
        }
        found
    }

    /// How many plies ago the present position first came up.
    fn plies_since_first(&self) -> usize {
        let key = self.position.key();
        let first = self.visits.iter().position(|visit| visit.key == key);
        first.map_or(0, |first| self.visits.len() - 1 - first)
    }

    /// The sides that have given check with every move since the present position first came up.
    fn perpetual_checkers(&self) -> [bool; 2] {
        let mut position = self.position.clone();
        let mut always = [false; 2];
        let mut sometimes_not = [false; 2];
        for _ in 0..self.plies_since_first() {
            let mover = (!position.side()).index();
            always[mover] = true;
            sometimes_not[mover] |= !position.in_check();
            position.unmake();
        }
        Color::BOTH.map(|side| always[side.index()] && !sometimes_not[side.index()])
    }

    /// Whether some move may be barred now: a position has come up so often that it must not come
    /// up again, and the side to move is not exempt.
    pub(super) fn may_bar(&self) -> bool {
        let Some(rule) = &self.end().repetition else {
            return false;
        };
        rule.result == RepetitionResult::Forbidden
            && self.visits.iter().any(|visit| visit.occurrence + 1 >= rule.times)
            && !(rule.exempt_in_check && self.position.in_check())
    }

    /// Whether a move leads to a position that must not come up again. `board` is the present one.
    pub(super) fn repeats_too_often(&self, board: &mut Board<N>, m: Move) -> bool {
        let Some(rule) = &self.end().repetition else {
            return false;
        };
        if m.kind() == MoveKind::Pass && self.position.must_pass() {
            return false;
        }
        board.make(self.position.game(), m);
        let key = board.state.key;
        board.unmake(self.position.game());
        self.visits.iter().any(|visit| visit.key == key && visit.occurrence + 1 >= rule.times)
    }
}
