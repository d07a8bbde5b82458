//! What becomes of the own royals.

use super::{Explainer, Man, Reason};
use crate::Square;
use crate::bits::BitSet;
use crate::board::Board;
use crate::interrupt;
use crate::moves::{Move, MoveKind};
use crate::variant::Royals;

impl<const N: usize> Explainer<'_, N> {
    /// Why a move that the pieces could make leaves the royals in danger.
    pub(super) fn danger_of(&self, m: Move) -> Reason {
        let mut after = self.position.board.snapshot();
        after.make(self.game, m);
        let keeps = self.position.board.keeps_royals(self.game, &after);
        if keeps && after.has_given_forbidden_check(self.game, m) {
            return self.check_given();
        }
        if let Some(royal) = self.exploded_royal(m, &after) {
            return Reason::ExplodesRoyal { royal };
        }
        let moves_royal = match m.kind() {
            MoveKind::Pass | MoveKind::Drop => None,
            _ => Some((m.from(), m.to())).filter(|(from, _)| self.is_own_royal(*from)),
        };
        self.danger(&after, moves_royal)
    }

    /// A royal that a move explodes though its side must not lose it.
    fn exploded_royal(&self, m: Move, after: &Board<N>) -> Option<Man> {
        let us = self.position.side();
        if !self.position.board.loses_royals(self.game, after, us) {
            return None;
        }
        let mover = |square: Square| if square == m.to() { m.from() } else { square };
        let squares = self.position.exploded(m).into_iter().map(mover);
        squares.filter(|square| self.is_own_royal(*square)).find_map(|square| self.man(square))
    }

    /// That the opponent would be in check, where no move may give check.
    pub(super) fn check_given(&self) -> Reason {
        let side = self.v.sides[(!self.position.side()).index()].clone();
        Reason::GivesCheck { side }
    }

    fn is_own_royal(&self, square: Square) -> bool {
        self.position.board.royals[self.position.side().index()].contains(square)
    }

    /// The danger on a board after the own move; `walked` is where a royal has gone from and to.
    pub(super) fn danger(&self, after: &Board<N>, walked: Option<(Square, Square)>) -> Reason {
        let us = self.position.side().index();
        if let Some(reason) = self.all_attacked(after, walked) {
            return reason;
        }
        for royal in after.royals[us] {
            let attackers = self.attackers(after, royal);
            let before = walked.filter(|(_, to)| *to == royal).map_or(royal, |(from, _)| from);
            let Some(royal_man) = self.man(before).filter(|_| !attackers.is_empty()) else {
                continue;
            };
            if before != royal {
                let royal = Man { at: self.place(royal), ..royal_man };
                return Reason::StepsIntoAttack { royal, attackers };
            }
            let checkers = self.attackers(&self.position.board, royal);
            return if attackers.iter().any(|man| checkers.contains(man)) {
                Reason::CheckUnanswered { royal: royal_man, attackers }
            } else {
                Reason::ExposesRoyal { royal: royal_man, attackers }
            };
        }
        let gone = |royal: &Square| match walked {
            Some((from, to)) if *royal == from => !after.royals[us].contains(to),
            _ => !after.royals[us].contains(*royal),
        };
        match self.position.board.royals[us].iter().find(gone).and_then(|royal| self.man(royal)) {
            Some(royal) => Reason::LosesRoyal { royal },
            None => Reason::LeavesRoyals { side: self.side(), royal: self.royal_names() },
        }
    }

    /// That each of several royals would be attacked, where that is what counts.
    fn all_attacked(&self, after: &Board<N>, walked: Option<(Square, Square)>) -> Option<Reason> {
        let us = self.position.side();
        if after.royals_that_count(self.game, us) != Royals::AllAttacked
            || !after.in_danger(self.game, us)
        {
            return None;
        }
        let man = |royal: Square| {
            let before = walked.filter(|(_, to)| *to == royal).map_or(royal, |(from, _)| from);
            Some(Man { at: self.place(royal), ..self.man(before)? })
        };
        let royals = after.royals[us.index()].iter().map(man).collect::<Option<_>>()?;
        Some(Reason::LeavesAllAttacked { side: self.side(), royals })
    }

    /// The opponent's pieces that, were it to move on this board, could take the royal. Found by
    /// playing every move, so that nothing that a move does is forgotten.
    pub(super) fn attackers(&self, board: &Board<N>, royal: Square) -> Vec<Man> {
        let us = self.position.side();
        let mut board = board.snapshot();
        board.set_turn(self.game, !us, [0; 2]);
        board.set_en_passant(self.game, None);
        if self.game.explosion.is_some() {
            let takers = board.takers(self.game, !us, BitSet::of(royal));
            return takers.into_iter().filter_map(|(_, from)| self.man(from)).collect();
        }
        let mut attackers: Vec<Man> = Vec::new();
        for m in board.pseudo_legal_on_board(self.game) {
            let known = attackers.iter().any(|man| man.at.square == m.from());
            if known {
                continue;
            }
            if board.interrupt.after(interrupt::TRIAL) {
                break;
            }
            board.carry_out(self.game, m);
            let taken = !board.royals[us.index()].contains(royal);
            board.unmake(self.game);
            attackers.extend(self.man(m.from()).filter(|_| taken));
        }
        attackers
    }
}
