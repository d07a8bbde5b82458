//! Promotions that are not possible, and those that are not optional.

use super::{AskedPromotion, Attempt, Explainer, Man, PromotionRight, Reason, walks};
use crate::moves::MoveKind;
use crate::piece::Piece;
use crate::spell::Spelled;
use crate::{PieceType, Square};

impl<const N: usize> Explainer<'_, N> {
    /// Why none of the ways to make a move has the promotion that is asked for.
    pub(super) fn promotion(
        &self,
        candidates: &[&Spelled],
        mover: Man,
        asked: AskedPromotion,
    ) -> Reason {
        let Some(candidate) = candidates.first() else {
            return Reason::Incomplete;
        };
        let piece = &self.v.pieces[mover.piece.index()];
        match asked {
            AskedPromotion::None => self.must_promote(mover, candidate.mv.to()),
            _ if piece.promotes.is_empty() => {
                Reason::NeverPromotes { already: self.has_promoted(mover.piece), mover }
            }
            AskedPromotion::To(asked) if !piece.promotes.contains(&asked) => {
                Reason::PromotesOtherwise {
                    mover,
                    asked: self.name(asked),
                    choices: piece.promotes.iter().map(|t| self.name(*t)).collect(),
                }
            }
            _ => self.no_right(mover, candidate, asked),
        }
    }

    /// That there are enough of what the piece would become, where the attempt would be legal but for that.
    pub(super) fn enough_promoted(&self, attempt: &Attempt) -> Option<Reason> {
        let Attempt::Walk { squares, promotion, shot, .. } = attempt else { return None };
        if !self.game.limits_promotion {
            return None;
        }
        let beyond = self.position.board.legal_beyond_limits(self.game);
        let spelled = self.position.spellings(&beyond);
        let ways = walks(squares, *shot, &spelled);
        // Whoever says nothing of promotion where it is a duty hears of it if nothing is left to become.
        let nothing_left = *promotion == AskedPromotion::None
            && walks(squares, *shot, &self.position.spellings(&self.position.legal_moves()))
                .is_empty();
        let asked = |spelled: &&&Spelled| nothing_left || self.promotes(spelled, *promotion);
        let way = ways.iter().filter(|way| way.mv.promotion() > 0).find(asked)?;
        let piece = self.promoted(way)?;
        let becomes = Piece::new(self.position.side(), piece);
        let count = self.game.pieces[becomes].most_by_promotion?;
        let mover = self.man(*squares.first()?)?;
        Some(Reason::EnoughPromoted { mover, piece: self.name(piece), count })
    }

    fn must_promote(&self, mover: Man, to: Square) -> Reason {
        let info = self.position.board.info(self.game, mover.at.square);
        let stuck = info.promotion.as_ref().is_some_and(|p| p.forced.contains(to));
        Reason::MustPromote { mover, to: self.place(to), stuck }
    }

    /// Whether a type is the promoted form of another one.
    fn has_promoted(&self, piece: PieceType) -> bool {
        self.v.pieces[piece.index()].demotes_to != piece
    }

    /// Why a piece that promotes does not do so on this move.
    fn no_right(&self, mover: Man, candidate: &Spelled, asked: AskedPromotion) -> Reason {
        let (kind, to) = (candidate.mv.kind(), candidate.mv.to());
        let info = self.position.board.info(self.game, mover.at.square);
        let color = self.position.side();
        let fits = match asked {
            AskedPromotion::To(piece) => {
                self.game.pieces[Piece::new(color, piece)].allowed.contains(to)
            }
            _ => info.promotion.as_ref().is_none_or(|p| p.fits.contains(to)),
        };
        match kind {
            MoveKind::Shot if !self.v.promotion.by_shot => Reason::ShotsDoNotPromote { mover },
            _ if !fits => Reason::PromotedConfined { mover, to: self.place(to) },
            _ => Reason::NotPromoting { when: self.rights(&mover), mover },
        }
    }

    /// What gives the right to promote.
    fn rights(&self, mover: &Man) -> Vec<PromotionRight> {
        let when = self.v.promotion.when;
        let info = self.position.board.info(self.game, mover.at.square);
        let must = info.promotion.as_ref().is_some_and(|p| !p.forced.is_empty());
        let may_get_stuck = must || when.stuck && !info.stuck.is_empty();
        [
            (when.enter, PromotionRight::Enters),
            (when.inside, PromotionRight::MovesInside),
            (when.leave, PromotionRight::Leaves),
            (when.capture_inside, PromotionRight::TakesInside),
            (when.capture_from_inside, PromotionRight::TakesFromInside),
            (may_get_stuck, PromotionRight::WouldBeStuck),
        ]
        .into_iter()
        .filter_map(|(given, right)| given.then_some(right))
        .collect()
    }
}
