//! Drops that are refused.

use super::{Explainer, Reason};
use crate::piece::Piece;
use crate::{PieceType, Square};

impl<const N: usize> Explainer<'_, N> {
    /// Why a drop is not possible.
    pub(super) fn drop(&self, piece: PieceType, to: Square) -> Reason {
        if let Some(missing) = self.missing(to) {
            return missing;
        }
        if !self.v.drops.allowed {
            return Reason::NoDrops { game: self.v.name.clone() };
        }
        self.not_held(piece)
            .or_else(|| self.no_room(piece, to))
            .or_else(|| self.enough(piece, to))
            .or_else(|| self.drop_in_danger(piece, to))
            .or_else(|| self.drop_gives_check(piece, to))
            .unwrap_or_else(|| Reason::DropMate { piece: self.name(piece) })
    }

    fn not_held(&self, piece: PieceType) -> Option<Reason> {
        let us = self.position.side();
        let holds = |t: PieceType| self.position.hand(us, t) > 0;
        let mut held = (0..self.v.pieces.len()).map(|i| PieceType(i as u8)).filter(|t| holds(*t));
        let promoted = held.any(|t| self.v.pieces[t.index()].promotes.contains(&piece));
        if holds(piece) || (promoted && self.v.drops.promoted) {
            return None;
        }
        Some(if promoted {
            Reason::DropsUnpromoted { piece: self.name(piece) }
        } else {
            Reason::NotInHand { side: self.side(), piece: self.name(piece) }
        })
    }

    fn no_room(&self, piece: PieceType, to: Square) -> Option<Reason> {
        let info = &self.game.pieces[Piece::new(self.position.side(), piece)];
        if let Some(by) = self.man(to) {
            return Some(Reason::Occupied { piece: self.name(piece), by });
        }
        if info.droppable.contains(to) {
            return None;
        }
        let (piece, to) = (self.name(piece), self.place(to));
        Some(if self.v.drops.not_stuck && info.stuck.contains(to.square) {
            Reason::DropStuck { piece, to }
        } else {
            Reason::DropForbidden { side: self.side(), piece, to }
        })
    }

    /// As many of its kind as may be there.
    fn enough(&self, piece: PieceType, to: Square) -> Option<Reason> {
        let held = Piece::new(self.position.side(), piece);
        let info = &self.game.pieces[held];
        let pieces = self.position.board.by_piece[held];
        let on_file = pieces & self.game.file_of[to.index()];
        if let Some(most) = info.most_on_file.filter(|most| on_file.count() >= *most) {
            let (piece, to) = (self.name(piece), self.place(to));
            return Some(match most {
                1 => Reason::TwoOnFile { piece, to, other: self.man(on_file.first()?)? },
                count => Reason::EnoughOnFile { piece, to, count },
            });
        }
        let count = info.most_on_board.filter(|most| pieces.count() >= *most)?;
        Some(Reason::EnoughOnBoard { piece: self.name(piece), count })
    }

    /// What the drop would leave undefended.
    fn drop_in_danger(&self, piece: PieceType, to: Square) -> Option<Reason> {
        let us = self.position.side();
        let mut after = self.position.board.snapshot();
        after.put(self.game, to, Piece::new(us, piece));
        let must_answer = self.game.safety != crate::game::Safety::Free;
        (must_answer && after.in_danger(self.game, us)).then(|| self.danger(&after, None))
    }
    /// The check that the drop would give, where none may be given.
    fn drop_gives_check(&self, piece: PieceType, to: Square) -> Option<Reason> {
        let us = self.position.side();
        let mut after = self.position.board.snapshot();
        after.put(self.game, to, Piece::new(us, piece));
        after.set_en_passant(self.game, None);
        let forbidden = !self.v.end.check_may_be_given;
        (forbidden && after.in_check(self.game, !us)).then(|| self.check_given())
    }
}
