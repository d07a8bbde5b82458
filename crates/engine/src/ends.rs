//! How games end, as far as search has to see it: from a position and the line that led there.

use crate::score::Score;
use komadai_rules::variant::{DeclarationRule, End, Mate, Royals};
use komadai_rules::{BitSet, Color, Game, PieceType, Position};

/// The ends of a game in the form that is quickest to ask.
#[derive(Clone, Debug)]
pub(crate) struct Ends<const N: usize> {
    /// Whether royals can be taken, and whether one lost is too many.
    royals_fall: bool,
    every_royal_counts: bool,
    /// Whether a side whose last royal will be taken, whatever it does, is mated already.
    mated_before_capture: bool,
    /// Goal squares of each side, and the types that win there.
    flag: Option<([BitSet<N>; 2], Vec<PieceType>)>,
    /// Types, and the number that is too few.
    extinction: Option<(Vec<PieceType>, u32)>,
    /// A draw after so many quiet plies, by a claim and by itself, and after so many in all.
    pub(crate) quiet_claim: Option<u32>,
    pub(crate) quiet: Option<u32>,
    pub(crate) move_limit: Option<u32>,
    declaration: Option<Declaration<N>>,
    /// Where positions can be dead, the types that cannot mate alone.
    lone: Option<Vec<PieceType>>,
}

/// The winning declaration that is in force.
#[derive(Clone, Debug)]
struct Declaration<const N: usize> {
    zone: [BitSet<N>; 2],
    pieces: u32,
    points: [u32; 2],
    /// Points of each type, royals none.
    worth: Vec<u32>,
}

/// How a line has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// The side to move has won.
    Won,
    /// The side to move has lost.
    Lost,
    /// Nobody wins.
    Drawn,
}

impl Ended {
    /// What that is worth to the side to move at `ply`.
    pub(crate) fn score(self, ply: usize) -> i32 {
        match self {
            Ended::Won => Score::won_in(ply).0,
            Ended::Lost => Score::lost_in(ply).0,
            Ended::Drawn => Score::DRAW.0,
        }
    }
}

impl<const N: usize> Ends<N> {
    pub(crate) fn of(game: &Game<N>) -> Self {
        let variant = game.variant();
        let end: &End = &variant.end;
        let has_royals = variant.pieces.iter().any(|piece| piece.royal);
        let set = |squares: &Vec<_>| squares.iter().copied().collect::<BitSet<N>>();
        let zones = |zones: &[Vec<_>; 2]| [set(&zones[0]), set(&zones[1])];
        Ends {
            royals_fall: end.royals_may_be_left && has_royals,
            every_royal_counts: end.royals == Royals::Any,
            mated_before_capture: end.mate == Mate::NoMoveKeepsARoyal,
            flag: end.flag.as_ref().map(|flag| (zones(&flag.zone), flag.types.clone())),
            extinction: end.extinction.as_ref().map(|rule| (rule.types.clone(), rule.count)),
            quiet_claim: end.quiet.as_ref().and_then(|rule| rule.claim),
            quiet: end.quiet.as_ref().map(|rule| rule.plies),
            move_limit: end.move_limit,
            declaration: end.declaration.as_ref().and_then(|rule| {
                let points = match rule.rule {
                    DeclarationRule::Points27 => rule.win_27,
                    DeclarationRule::Points24 => [rule.rule_24.0; 2],
                    DeclarationRule::None => return None,
                };
                let worth = |(i, piece): (usize, &komadai_rules::variant::Piece)| match piece.royal
                {
                    true => 0,
                    false if rule.major.contains(&PieceType(i as u8)) => rule.major_points,
                    false => 1,
                };
                Some(Declaration {
                    zone: zones(&rule.zone),
                    pieces: rule.pieces,
                    points,
                    worth: variant.pieces.iter().enumerate().map(worth).collect(),
                })
            }),
            lone: end.dead.as_ref().map(|dead| dead.lone.clone()),
        }
    }

    /// How many royals each side has, where that can change.
    #[inline]
    pub(crate) fn royals(&self, position: &Position<N>) -> [u8; 2] {
        match self.royals_fall {
            true => Color::BOTH.map(|side| position.royals(side).count() as u8),
            false => [1, 1],
        }
    }

    /// Whether the side to move, with `royals` left and `attacked` or not, must see to it. While it
    /// has a royal to spare it loses nothing but a piece: the attack forces nothing.
    #[inline]
    pub(crate) fn in_check(&self, position: &Position<N>, attacked: bool, royals: [u8; 2]) -> bool {
        let to_spare =
            self.royals_fall && !self.every_royal_counts && royals[position.side().index()] > 1;
        attacked && !to_spare
    }

    /// How soon the side to move at `ply` can win at best: see [`Ends::at_once`].
    #[inline]
    pub(crate) fn soonest_win(&self, ply: usize) -> i32 {
        Score::won_in(ply + usize::from(!self.mated_before_capture)).0
    }

    /// The score of the side to move at `ply` if the last move has ended the game by itself. `before`
    /// and `after` count the royals.
    ///
    /// Where it is mate that a royal is lost whatever one does, a royal taken counts as a ply sooner
    /// than it is. No mate has that score, so that who finds it to be its best knows that it is mated:
    /// see [`Ends::mated_already`].
    #[inline]
    pub(crate) fn at_once(
        &self,
        position: &Position<N>,
        before: [u8; 2],
        after: [u8; 2],
        ply: usize,
    ) -> Option<i32> {
        if self.royals_fall {
            let lost = |side: Color| {
                let i = side.index();
                after[i] == 0 || (self.every_royal_counts && after[i] < before[i])
            };
            if let Some(ended) = self.lost(position.side(), lost) {
                return Some(ended.score(ply - usize::from(self.mated_before_capture)));
            }
        }
        if self.flag.is_some() || self.extinction.is_some() {
            let ended = self.extinct(position).or_else(|| self.arrived(position));
            return ended.map(|ended| ended.score(ply));
        }
        None
    }

    /// Whether a side whose best score at `ply` is this one is mated, because its last royal is taken
    /// next.
    #[inline]
    pub(crate) fn mated_already(&self, best: i32, ply: usize) -> bool {
        self.mated_before_capture && best == Score::lost_in(ply + 1).0
    }

    /// The score at `ply` of a side that has moves, but none that keeps its last royal.
    pub(crate) fn raided(&self, ply: usize) -> i32 {
        Score::lost_in(if self.mated_before_capture { ply } else { ply + 2 }).0
    }

    fn lost(&self, side: Color, lost: impl Fn(Color) -> bool) -> Option<Ended> {
        match (lost(side), lost(!side)) {
            (true, true) => Some(Ended::Drawn),
            (true, false) => Some(Ended::Lost),
            (false, true) => Some(Ended::Won),
            (false, false) => None,
        }
    }

    fn extinct(&self, position: &Position<N>) -> Option<Ended> {
        let (types, count) = self.extinction.as_ref()?;
        let held = |side: Color, piece: PieceType| {
            position.pieces(side, piece).count() + u32::from(position.hand(side, piece))
        };
        let too_few = |side| types.iter().map(|t| held(side, *t)).sum::<u32>() <= *count;
        self.lost(position.side(), too_few)
    }

    /// Whoever has just moved comes first.
    fn arrived(&self, position: &Position<N>) -> Option<Ended> {
        let (zones, types) = self.flag.as_ref()?;
        let side = position.side();
        let there = |side: Color| {
            types.iter().any(|piece| position.pieces(side, *piece).meets(zones[side.index()]))
        };
        match (there(!side), there(side)) {
            (true, _) => Some(Ended::Lost),
            (_, true) => Some(Ended::Won),
            _ => None,
        }
    }

    /// Whether the side to move, not in check, wins by declaring. `credit` are points for what it
    /// has given as a handicap.
    pub(crate) fn declares(&self, position: &Position<N>, credit: u32) -> bool {
        let Some(rule) = &self.declaration else { return false };
        let side = position.side();
        let zone = rule.zone[side.index()];
        let royals = position.royals(side);
        if !royals.meets(zone) {
            return false;
        }
        let inside = (position.pieces_of(side) & zone).without(royals);
        if inside.count() < rule.pieces {
            return false;
        }
        let points = |(i, worth): (usize, &u32)| {
            let piece = PieceType(i as u8);
            let on_board = (position.pieces(side, piece) & zone).count();
            (on_board + u32::from(position.hand(side, piece))) * worth
        };
        let points: u32 = rule.worth.iter().enumerate().map(points).sum();
        points + credit >= rule.points[side.index()]
    }

    /// Whether so little is left that nobody can win: the royals with at most one piece of the
    /// types that cannot mate alone. The referee knows more dead positions, but none less.
    #[inline]
    pub(crate) fn too_little(&self, position: &Position<N>) -> bool {
        let Some(lone) = &self.lone else { return false };
        let royals = position.royals(Color::First) | position.royals(Color::Second);
        let rest = position.occupied().without(royals);
        if rest.several() {
            return false;
        }
        let harmless = rest.first().is_none_or(|square| {
            position.at(square).is_some_and(|(_, piece)| lone.contains(&piece))
        });
        harmless && position.is_dead()
    }
}
