//! The ends of games, as the search sees them: by a position and the line that led to it.

use crate::score::Score;
use komadai_rules::variant::{self, End, Mate, Outcome, Royals, Stalemate};
use komadai_rules::{BitSet, Color, Game, PieceType, Position};

/// How a game ends, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameResult {
    Win,
    Loss,
    Draw,
}

impl GameResult {
    /// Its score at `ply`.
    pub(crate) fn score(self, ply: usize) -> i32 {
        match self {
            GameResult::Win => Score::won_in(ply).0,
            GameResult::Loss => Score::lost_in(ply).0,
            GameResult::Draw => Score::DRAW.0,
        }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win => GameResult::Win,
            Outcome::Loss => GameResult::Loss,
            Outcome::Draw => GameResult::Draw,
        }
    }
}

/// The end rules of a game, in the form that is fastest to ask.
#[derive(Clone, Debug)]
pub(crate) struct EndRules<const N: usize> {
    /// Whether royals may be left to be taken, so that an attack on one need not be answered.
    pub(crate) royals_may_be_left: bool,
    /// Whether royals can be taken or destroyed at all.
    royals_fall: bool,
    /// Whether losing one of several royals loses the game.
    every_royal_counts: bool,
    /// Whether a side is mated when its last royal will be taken whatever it does. Otherwise the
    /// game goes on until it is taken.
    mated_before_capture: bool,
    /// The result for a side to move that has no move and is not in check.
    stalemate: Stalemate,
    /// The result for a side to move that is mated.
    pub(crate) mated: GameResult,
    /// In how many plies a side can win at the soonest: 0 if it can already have won.
    soonest_win: usize,
    has_flag: bool,
    extinction: Vec<variant::Extinction>,
    pub(crate) checks: Option<variant::Checks>,
    /// Whether two passes in a row end the game.
    two_passes: bool,
    /// Whether somebody may pass.
    pub(crate) may_pass: bool,
    /// Whether points decide where the game would be a draw.
    has_points: bool,
    /// Whether the game can end by one of these, or by a pass.
    has_special_ends: bool,
    /// A draw can be claimed, or comes by itself, when the halfmove clock has reached this.
    pub(crate) halfmove_claim: Option<u32>,
    pub(crate) halfmove_limit: Option<u32>,
    /// A draw comes after this many plies of the game.
    pub(crate) move_limit: Option<u32>,
    declaration: Option<Declaration<N>>,
    /// Where positions can be dead: the types that cannot mate alone.
    insufficient: Option<Vec<PieceType>>,
}

/// The rule by which a side declares a win.
#[derive(Clone, Debug)]
struct Declaration<const N: usize> {
    zone: [BitSet<N>; 2],
    /// Pieces that the zone must hold besides the royal.
    pieces: u32,
    /// Points that each side needs.
    points: [u32; 2],
    /// Points by type; royals have none.
    worth: Vec<u32>,
}

/// What a side gets where this one has won, or nobody.
fn result_for(side: Color, winner: Option<Color>) -> GameResult {
    match winner {
        None => GameResult::Draw,
        Some(winner) if winner == side => GameResult::Win,
        Some(_) => GameResult::Loss,
    }
}

fn zones<const N: usize>(zones: &[Vec<komadai_rules::Square>; 2]) -> [BitSet<N>; 2] {
    [0, 1].map(|side| zones[side].iter().copied().collect())
}

impl<const N: usize> Declaration<N> {
    fn of(game: &Game<N>) -> Option<Self> {
        let variant = game.variant();
        let rule = variant.end.declaration.as_ref()?;
        let points = match rule.rule {
            variant::DeclarationRule::Points27 => rule.win_27,
            variant::DeclarationRule::Points24 => [rule.rule_24.0; 2],
            variant::DeclarationRule::None => return None,
        };
        let worth = |(i, piece): (usize, &variant::PieceData)| {
            if piece.royal {
                0
            } else if rule.major.contains(&PieceType(i as u8)) {
                rule.major_points
            } else {
                1
            }
        };
        Some(Declaration {
            zone: zones(&rule.zone),
            pieces: rule.pieces,
            points,
            worth: variant.pieces.iter().enumerate().map(worth).collect(),
        })
    }
}

impl<const N: usize> EndRules<N> {
    pub(crate) fn of(game: &Game<N>) -> Self {
        let variant = game.variant();
        let end: &End = &variant.end;
        EndRules {
            royals_may_be_left: end.royals_may_be_left,
            royals_fall: variant.royals_can_fall(),
            every_royal_counts: end.royals == Royals::Any,
            mated_before_capture: end.mate == Mate::NoMoveKeepsARoyal,
            stalemate: end.stalemate,
            mated: end.mated.into(),
            soonest_win: usize::from(
                end.mate == Mate::NoMove
                    && !end.stalemate.may_win()
                    && end.mated != Outcome::Win
                    && end.points.is_none(),
            ),
            has_flag: end.flag.is_some(),
            extinction: end.extinction.clone(),
            checks: end.checks,
            two_passes: end.two_passes,
            may_pass: !variant.passing.is_empty(),
            has_points: end.points.is_some(),
            has_special_ends: end.flag.is_some()
                || !end.extinction.is_empty()
                || end.checks.is_some()
                || end.two_passes
                || end.facing,
            halfmove_claim: end.quiet.as_ref().and_then(|rule| rule.claim),
            halfmove_limit: end.quiet.as_ref().map(|rule| rule.plies),
            move_limit: end.move_limit,
            declaration: Declaration::of(game),
            insufficient: end.dead.as_ref().map(|dead| dead.lone.clone()),
        }
    }

    /// How many royals each side has, where that can change.
    #[inline]
    pub(crate) fn royal_counts(&self, position: &Position<N>) -> [u8; 2] {
        if self.royals_fall {
            Color::BOTH.map(|side| position.royals(side).count() as u8)
        } else {
            [1, 1]
        }
    }

    /// Whether the side to move has to answer an attack on its royals. While it has one to spare,
    /// the attack threatens a piece like any other.
    #[inline]
    pub(crate) fn in_check(&self, position: &Position<N>, attacked: bool, royals: [u8; 2]) -> bool {
        let has_spare = self.royals_may_be_left
            && !self.every_royal_counts
            && royals[position.side().index()] > 1;
        attacked && !has_spare
    }

    /// The best score that the side to move at `ply` can reach: a win with its next move, or, where
    /// being without one may win, at once. See [`EndRules::immediate_score`].
    #[inline]
    pub(crate) fn fastest_win(&self, ply: usize) -> i32 {
        Score::won_in(ply + self.soonest_win).0
    }

    /// The score of the side to move at `ply` if the last move has ended the game by itself.
    /// `before` and `after` count the royals.
    ///
    /// Where a side is mated before its royal is taken, the capture scores one ply too early. No
    /// mate has that score, so a side whose best score it is knows that it is mated: see
    /// [`EndRules::is_mated`].
    #[inline]
    pub(crate) fn immediate_score(
        &self,
        position: &Position<N>,
        before: [u8; 2],
        after: [u8; 2],
        ply: usize,
    ) -> Option<i32> {
        if self.royals_fall {
            let has_lost = |side: Color| {
                let i = side.index();
                after[i] == 0 || (self.every_royal_counts && after[i] < before[i])
            };
            if let Some(result) = result_of_losses(position.side(), has_lost) {
                return Some(result.score(ply - usize::from(self.mated_before_capture)));
            }
        }
        if self.has_special_ends {
            let result = self
                .extinction_result(position)
                .or_else(|| self.flag_result(position))
                .or_else(|| self.checks_result(position))
                .or_else(|| self.pass_result(position));
            return result.map(|result| result.score(ply));
        }
        None
    }

    /// Whether a side whose best score at `ply` is this one is mated, because its last royal is
    /// taken next.
    #[inline]
    pub(crate) fn is_mated(&self, best: i32, ply: usize) -> bool {
        self.mated_before_capture && best == Score::lost_in(ply + 1).0
    }

    /// The score at `ply` of a side that has moves, but none that keeps its last royal.
    pub(crate) fn score_without_saving_move(&self, ply: usize) -> i32 {
        Score::lost_in(if self.mated_before_capture { ply } else { ply + 2 }).0
    }

    fn extinction_result(&self, position: &Position<N>) -> Option<GameResult> {
        let mover = position.side();
        let count = |side, piece| {
            position.pieces(side, piece).count() + u32::from(position.hand(side, piece))
        };
        self.extinction.iter().find_map(|rule| {
            let result = result_of_losses(mover, |side| rule.has_run_out(side, mover, count))?;
            Some(match (rule.result, result) {
                (Outcome::Draw, _) => GameResult::Draw,
                (Outcome::Win, GameResult::Win) => GameResult::Loss,
                (Outcome::Win, GameResult::Loss) => GameResult::Win,
                (_, result) => result,
            })
        })
    }

    /// What the side to move gets that has no move and is not in check.
    pub(crate) fn stalemate(&self, position: &Position<N>) -> GameResult {
        let side = position.side();
        let [own, other] = [side, !side].map(|side| position.pieces_of(side).count());
        self.stalemate.outcome(own, other).into()
    }

    fn flag_result(&self, position: &Position<N>) -> Option<GameResult> {
        let winner = if self.has_flag { position.flag()? } else { return None };
        Some(result_for(position.side(), winner))
    }

    /// The side that has just moved is the one that has given the last check.
    fn checks_result(&self, position: &Position<N>) -> Option<GameResult> {
        let rule = self.checks.as_ref()?;
        let side = position.side();
        let mut sides = [!side, side].into_iter();
        let given = sides.find(|side| position.checks_given(*side) >= rule.count)?;
        Some(result_for(side, rule.result.winner(given)))
    }

    /// What the side to move gets where a pass has ended the game.
    fn pass_result(&self, position: &Position<N>) -> Option<GameResult> {
        let ends =
            position.passed_while_facing() || (self.two_passes && position.both_have_passed());
        ends.then(|| self.drawn(position))
    }

    /// What the side to move gets where the game would be a draw by repetition, by a limit or by a pass.
    pub(crate) fn drawn(&self, position: &Position<N>) -> GameResult {
        if !self.has_points {
            return GameResult::Draw;
        }
        result_for(position.side(), position.winner_of_draw())
    }

    /// Whether a check brings the side that gives it nearer to a win.
    #[inline]
    pub(crate) fn checks_win(&self) -> bool {
        self.checks.is_some_and(|rule| rule.result == Outcome::Win)
    }

    /// Whether the side to move, which is not in check, can declare a win. `credit` are the points
    /// that it has for the handicap that it has given.
    pub(crate) fn can_declare(&self, position: &Position<N>, credit: u32) -> bool {
        let Some(rule) = &self.declaration else { return false };
        let side = position.side();
        let zone = rule.zone[side.index()];
        let royals = position.royals(side);
        if !royals.intersects(zone) {
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

    /// Whether neither side has the material to mate: there are only royals and at most one piece,
    /// of a type that cannot mate alone. The referee knows more dead positions, but all of these.
    #[inline]
    pub(crate) fn has_insufficient_material(&self, position: &Position<N>) -> bool {
        let Some(insufficient) = &self.insufficient else { return false };
        let royals = position.royals(Color::First) | position.royals(Color::Second);
        let rest = position.occupied().without(royals);
        if rest.several() {
            return false;
        }
        let cannot_mate = rest.first().is_none_or(|square| {
            position.at(square).is_some_and(|(_, piece)| insufficient.contains(&piece))
        });
        cannot_mate && position.is_dead()
    }
}

/// The result for the side to move, if a side has lost.
fn result_of_losses(side: Color, has_lost: impl Fn(Color) -> bool) -> Option<GameResult> {
    match (has_lost(side), has_lost(!side)) {
        (true, true) => Some(GameResult::Draw),
        (true, false) => Some(GameResult::Loss),
        (false, true) => Some(GameResult::Win),
        (false, false) => None,
    }
}
