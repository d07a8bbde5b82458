//! Castling that is refused.

use super::{Explainer, Man, Reason};
use crate::make::inside_of;
use crate::moves::{Move, MoveKind};
use crate::spell::Standing;
use crate::variant::Landing;
use crate::{Color, PieceType, Square};
use komadai_movement::Terrain;
use komadai_movement::{Path, PathKind};

/// One way to castle: where the partner should stand, and where the king goes.
struct Castling {
    from: Square,
    partner: Square,
    to: Square,
    first_only: bool,
}

impl Castling {
    fn as_move(&self) -> Move {
        Move::new(MoveKind::Castle, self.from, self.partner.0, self.to, 0)
    }
}

impl<const N: usize> Explainer<'_, N> {
    /// Why a piece does not castle to a square; `None` if that is no castling at all.
    pub(super) fn castling(&self, king: &Man, paths: &[Path], to: Square) -> Option<Reason> {
        let fixed = self.v.castling.landing == Landing::Fixed;
        let means = |way: &Castling| way.to == to || fixed && way.partner == to;
        let mut ways = self.castlings(king, paths);
        ways.retain(means);
        // Of several partners the one that is nearest to what is wanted.
        let no_right = |way: &Castling| self.no_right_to_castle(king, way).is_some();
        ways.sort_by_key(|way| (way.partner != to, no_right(way)));
        let way = ways.first()?;
        if fixed && ways.iter().all(no_right) {
            return Some(Reason::CastlingLost { king: king.clone() });
        }
        let no_right = self.no_right_to_castle(king, way);
        Some(
            no_right
                .or_else(|| self.something_between(king, way))
                .unwrap_or_else(|| self.attacked(king, way)),
        )
    }

    fn castlings(&self, king: &Man, paths: &[Path]) -> Vec<Castling> {
        let (from, board) = (king.at.square, &self.v.board);
        let file = board.file(from);
        let home = self.position.board.castling_home(self.game, from).map(|home| board.file(home));
        let square = |f: u8| Square(from.0 - file + f);
        let mut ways = Vec::new();
        for path in paths.iter().filter(|path| path.begins_on(king.side, from)) {
            let PathKind::Castle(castle) = path.kind else { continue };
            let found = castle.ways(king.side, board.files, file, home).into_iter();
            ways.extend(found.map(|way| Castling {
                from,
                partner: square(way.partner),
                to: square(way.king_to),
                first_only: path.first_only,
            }));
        }
        ways
    }

    fn no_right_to_castle(&self, king: &Man, way: &Castling) -> Option<Reason> {
        let terrain = Standing { board: &self.position.board, game: self.game, side: king.side };
        let partners = &self.v.castling.partners;
        let fits = |(color, piece): (Color, PieceType)| {
            color == king.side && (partners.is_empty() || partners.contains(&piece))
        };
        if !self.position.at(way.partner).is_some_and(fits) {
            let names: Vec<String> = partners.iter().map(|t| self.name(*t)).collect();
            let partner = if names.is_empty() { "piece".to_owned() } else { names.join(" or ") };
            return Some(Reason::NoPartner {
                king: king.clone(),
                partner,
                at: self.place(way.partner),
            });
        }
        let moved =
            (way.first_only && !terrain.is_virgin(way.from)) || !terrain.is_partner(way.partner);
        moved.then(|| Reason::CastlingLost { king: king.clone() })
    }

    fn something_between(&self, king: &Man, way: &Castling) -> Option<Reason> {
        let all = [way.from, way.partner, way.to, inside_of(way.as_move())];
        let (low, high) = (all.iter().min()?.0, all.iter().max()?.0);
        let apart = |square: &Square| *square != way.from && *square != way.partner;
        let mut between = (low..=high).map(Square).filter(apart);
        let by = between.find_map(|square| self.man(square))?;
        Some(Reason::CastlingBlocked { king: king.clone(), by })
    }

    /// The attack that forbids it: on the king, on its way, or where it would stand.
    fn attacked(&self, king: &Man, way: &Castling) -> Reason {
        let board = &self.position.board;
        let king_of = king.clone();
        let checkers = self.attackers(board, way.from);
        if !checkers.is_empty() && !self.v.castling.through_check {
            return Reason::CastlingInCheck { king: king_of, attackers: checkers };
        }
        let on_the_way: Box<dyn Iterator<Item = Square>> = if way.to > way.from {
            Box::new((way.from.0 + 1..way.to.0).map(Square))
        } else {
            Box::new((way.to.0 + 1..way.from.0).rev().map(Square))
        };
        for square in on_the_way.filter(|_| !self.v.castling.through_check) {
            let mut passing = board.snapshot();
            let piece = passing.take(self.game, way.from);
            passing.put(self.game, square, piece);
            let attackers = self.attackers(&passing, square);
            if !attackers.is_empty() {
                return Reason::CastlingThroughAttack {
                    king: king_of,
                    on: self.place(square),
                    attackers,
                };
            }
        }
        let mut after = board.snapshot();
        after.make(self.game, way.as_move());
        self.danger(&after, Some((way.from, way.to)))
    }
}
