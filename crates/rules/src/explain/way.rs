//! Why a piece does not go where it is sent.

use super::trial::Trial;
use super::{AskedPromotion, Explainer, Man, Reason, walks};
use crate::game::DoubleStep;
use crate::moves::{Move, MoveKind};
use crate::spell::Spelled;
use crate::{Color, Square};
use komadai_movement::{Path, paths};

impl<const N: usize> Explainer<'_, N> {
    /// Why a piece on the board cannot make a move.
    pub(super) fn walk(&self, squares: &[Square], promotion: AskedPromotion, shot: bool) -> Reason {
        let [from, on @ .., to] = squares else {
            return Reason::Incomplete;
        };
        if let Some(reason) = self.no_mover(*from) {
            return reason;
        }
        let Some(mover) = self.man(*from) else {
            return Reason::Incomplete;
        };
        if let Some(missing) = on.iter().chain([to]).find_map(|square| self.missing(*square)) {
            return missing;
        }
        let pseudo = self.position.spellings(&self.position.pseudo_legal_moves());
        let candidates = walks(squares, shot, &pseudo);
        let safe = candidates.iter().find(|s| self.promotes(s, promotion));
        match safe {
            Some(spelled) => self.danger_of(spelled.mv),
            None if !candidates.is_empty() => self.promotion(&candidates, mover, promotion),
            None if on.is_empty() && from == to => Reason::StaysPut { mover },
            None if shot && !on.is_empty() => self.no_shot(mover, squares),
            None => self.no_way(mover, squares, *to, &pseudo),
        }
    }

    /// How a piece moves where it stands.
    fn paths_of(&self, mover: &Man) -> Vec<Path> {
        let piece = self.position.moves_as(mover.at.square).unwrap_or(mover.piece);
        self.position.paths_of(mover.side, piece)
    }

    /// Why there is nothing on a square to move.
    fn no_mover(&self, from: Square) -> Option<Reason> {
        let turn = self.position.side();
        self.missing(from).or_else(|| match self.man(from) {
            None => Some(Reason::NoPiece { at: self.place(from) }),
            Some(man) => (man.side != turn).then(|| Reason::NotYours { man, side: self.side() }),
        })
    }

    fn no_way(&self, mover: Man, squares: &[Square], to: Square, pseudo: &[Spelled]) -> Reason {
        let paths = self.paths_of(&mover);
        self.named_way(&mover, squares, pseudo)
            .or_else(|| self.borrowed(&mover, squares))
            .or_else(|| self.castling(&mover, &paths, to).filter(|_| squares.len() == 2))
            .or_else(|| self.en_passant(&mover, &paths, squares))
            .or_else(|| self.flight(&mover, squares))
            .or_else(|| Trial::new(self, &mover, &paths, squares).reason())
            .or_else(|| self.shot(&mover, &paths, squares))
            .unwrap_or_else(|| Reason::NoSuchWay {
                by: squares[1..].iter().map(|square| self.place(*square)).collect(),
                mover,
            })
    }

    /// That the piece could do it if it had not borrowed another movement.
    fn borrowed(&self, mover: &Man, squares: &[Square]) -> Option<Reason> {
        let lender = self.position.board.lender(self.game, mover.at.square)?;
        let own = self.position.paths_of(mover.side, mover.piece);
        let lender = self.man(lender)?;
        let could = Trial::new(self, mover, &own, squares).works();
        could.then(|| Reason::Borrows { mover: mover.clone(), lender })
    }

    fn no_shot(&self, mover: Man, squares: &[Square]) -> Reason {
        let paths = self.paths_of(&mover);
        let reason = Trial::new(self, &mover, &paths, squares).shooting().reason();
        reason.unwrap_or_else(|| Reason::NoSuchShot { victim: self.place(squares[1]), mover })
    }

    /// There are ways between the two squares, but the ones between must be named.
    fn named_way(&self, mover: &Man, squares: &[Square], pseudo: &[Spelled]) -> Option<Reason> {
        let [from, to] = squares else { return None };
        let named = |s: &&Spelled| {
            s.squares.len() > 2 && (s.squares.first(), s.squares.last()) == (Some(from), Some(to))
        };
        let mut ways: Vec<String> = Vec::new();
        for spelled in pseudo.iter().filter(named) {
            let way: String =
                spelled.squares.iter().map(|square| self.place(*square).name).collect();
            if !ways.contains(&way) {
                ways.push(way);
            }
        }
        (!ways.is_empty()).then(|| Reason::NameTheWay { mover: mover.clone(), ways })
    }

    /// A pawn beside which another one stands that has once made a double step.
    fn en_passant(&self, mover: &Man, paths: &[Path], squares: &[Square]) -> Option<Reason> {
        let to = *squares.last()?;
        let victim = self.position.board.colors[(!mover.side).index()].iter().find(|square| {
            self.double_steps(*square).any(|step| step.over.contains(to) && step.to == *square)
        })?;
        if !Trial::new(self, mover, paths, squares).takes_in_passing(to, victim) {
            return None;
        }
        let mut steps = self.double_steps(victim).filter(|step| step.to == victim);
        let just_now = steps.any(|step| self.position.has_just_passed_over(step, to));
        Some(if just_now {
            self.danger_of(Move::new(MoveKind::EnPassant, mover.at.square, victim.0, to, 0))
        } else {
            Reason::EnPassantGone { victim: self.man(victim)? }
        })
    }

    /// The double steps of the piece on a square.
    fn double_steps(&self, square: Square) -> impl Iterator<Item = DoubleStep<N>> + '_ {
        let info = self.position.board.info(self.game, square);
        [info.movement, info.virgin_movement]
            .into_iter()
            .filter_map(|id| self.game.movements[usize::from(id)].extra.as_ref())
            .flat_map(|extra| extra.double_steps.iter().copied())
    }

    /// A capture over other pieces.
    fn flight(&self, mover: &Man, squares: &[Square]) -> Option<Reason> {
        let [_, to] = squares else { return None };
        let between = self.flown_over(mover, *to)?;
        let mover = mover.clone();
        match self.man(*to) {
            None if between.iter().all(|square| self.man(*square).is_none()) => None,
            None => Some(Reason::JumpsOnlyToCapture { mover, to: self.place(*to) }),
            Some(friend) if friend.side == mover.side => Some(Reason::OwnPiece { mover, friend }),
            Some(_) => {
                between.into_iter().find_map(|square| self.stops_flight(&mover, square, *to))
            }
        }
    }

    /// What a piece cannot pass though it captures over others.
    fn stops_flight(&self, mover: &Man, square: Square, to: Square) -> Option<Reason> {
        let rank = |man: &Man| self.v.pieces[man.piece.index()].rank;
        match self.man(square) {
            Some(by) => {
                (rank(&by) >= rank(mover)).then(|| Reason::Outranked { mover: mover.clone(), by })
            }
            None => self.game.vanishing.contains(square).then(|| Reason::BlockedByGap {
                mover: mover.clone(),
                to: self.place(to),
                missing: self.place(square),
            }),
        }
    }

    /// The squares between, nearest first, if the piece captures over others along a line through
    /// both squares.
    fn flown_over(&self, mover: &Man, to: Square) -> Option<Vec<Square>> {
        let flies = self.v.pieces[mover.piece.index()].flies.as_ref()?;
        let turned = if mover.side == Color::Second { 4 } else { 0 };
        let paths = paths(flies).ok()?;
        let mut vectors = paths.iter().filter_map(|path| path.legs().first()).flat_map(|leg| {
            let directions = leg.turns.plain.rotate_left(turned);
            (0..8).filter(move |d| directions >> d & 1 != 0).map(|d| leg.ring.vector(d))
        });
        vectors.find_map(|vector| {
            let ray = std::iter::successors(self.offset(mover.at.square, vector), |s| {
                self.offset(*s, vector)
            });
            let ray: Vec<Square> = ray.collect();
            let end = ray.iter().position(|square| *square == to)?;
            Some(ray[..end].to_vec())
        })
    }

    /// The existing square at an offset.
    fn offset(&self, from: Square, (files, ranks): (i32, i32)) -> Option<Square> {
        let board = &self.v.board;
        let file = u8::try_from(i32::from(board.file(from)) + files).ok()?;
        let rank = u8::try_from(i32::from(board.rank(from)) + ranks).ok()?;
        board.square(file, rank).filter(|square| self.game.exists.contains(*square))
    }

    /// A piece that only takes without moving, sent to its victim's square.
    fn shot(&self, mover: &Man, paths: &[Path], squares: &[Square]) -> Option<Reason> {
        let [from, victim] = squares else { return None };
        let there_and_back = [*from, *victim, *from];
        Trial::new(self, mover, paths, &there_and_back).shooting().wrong_content()
    }
}
