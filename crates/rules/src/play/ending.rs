//! How a game ends, and in which order the ends are looked for.

use super::Play;
use super::dead::Dead;
use crate::moves::Move;
use crate::variant::{Counted, Outcome, RepetitionResult};
use crate::{Color, Square};
use std::fmt;

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// How it came about.
    pub status: Status,
    /// Who has won; `None` for a draw.
    pub winner: Option<Color>,
    /// The same as a sentence for the players.
    pub reason: String,
}

/// How a game has ended. [`Display`](fmt::Display) writes the words used in JSON, in kebab case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Status {
    /// Mate as the game defines it.
    Checkmate,
    /// The side to move has no legal move, and loses by that.
    NoMoves,
    /// The side to move has no legal move and does not lose by that.
    Stalemate,
    /// A position has come up too often.
    Repetition,
    /// One side has given check all along until the position had come up too often.
    PerpetualCheck,
    /// One side has chased a piece all along until the position had come up too often.
    PerpetualChase,
    /// A royal that had to be kept has been taken.
    RoyalsCaptured,
    /// Nobody can win any more.
    DeadPosition,
    /// The game, or the time without a capture, or with a side that counts, has lasted too long.
    MoveLimit,
    /// A piece has reached its goal.
    Flag,
    /// A side has run out of pieces that it needs.
    Extinction,
    /// A side has given check often enough.
    Checks,
    /// Both sides have passed.
    Passes,
    /// A side has passed while royals faced each other.
    Facing,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Status::Checkmate => "checkmate",
            Status::NoMoves => "no-moves",
            Status::Stalemate => "stalemate",
            Status::Repetition => "repetition",
            Status::PerpetualCheck => "perpetual-check",
            Status::PerpetualChase => "perpetual-chase",
            Status::RoyalsCaptured => "royals-captured",
            Status::DeadPosition => "dead-position",
            Status::MoveLimit => "move-limit",
            Status::Flag => "flag",
            Status::Extinction => "extinction",
            Status::Checks => "checks",
            Status::Passes => "passes",
            Status::Facing => "facing",
        })
    }
}

/// A draw that the side to move may claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Claim {
    /// A position has come up often enough.
    Repetition,
    /// Long enough without a capture or a move of a listed type.
    MoveLimit,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Claim::Repetition => "repetition",
            Claim::MoveLimit => "move-limit",
        })
    }
}

/// Everything that a reason needs to know besides the position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Cause {
    /// These sides have lost a royal that they had to keep.
    RoyalsFallen([bool; 2]),
    /// These sides have run out of pieces, as a rule of that number counts them.
    Extinct {
        rule: usize,
        sides: [bool; 2],
    },
    /// This side has won by reaching its goal; `None` where both have, and nobody wins.
    Flag(Option<Color>),
    /// This side has given check often enough.
    Checks(Color),
    /// The last two moves were passes.
    Passed,
    /// The side that waits has passed while royals faced each other.
    Faced,
    /// The side to move is mated.
    Mate,
    /// The side to move has no legal move and is not attacked.
    NoMove(Outcome),
    PerpetualCheck(Color),
    /// This side has chased what stands there now.
    PerpetualChase {
        loser: Color,
        chased: Square,
    },
    Repetition(RepetitionResult),
    /// So many plies without a capture or a listed move.
    Quiet(u32),
    /// More moves were counted than these.
    Counted(u16),
    /// So many plies in all.
    Plies(u32),
    Dead(Dead),
}

impl<const N: usize> Play<N> {
    /// How the game has ended; `None` while it goes on. Claims, declarations and anything that the
    /// players agree on are not asked: they end a game only if somebody speaks up.
    ///
    /// Of several ends the first counts: a royal taken (or pieces run out of, or a goal reached, or check
    /// given often enough); a pass that ends the game; mate and stalemate; perpetual check; perpetual chase; repetition;
    /// a limit of moves; a dead position.
    pub fn ending(&self) -> Option<Ending> {
        let cause = self.cause()?;
        let (status, winner) = self.verdict(cause);
        Some(Ending { status, winner, reason: self.reason(cause) })
    }

    /// The draws that the side to move may claim now; none once the game is over.
    pub fn claims(&self) -> Vec<Claim> {
        if self.cause().is_some() { Vec::new() } else { self.claimable() }
    }

    /// The draws that the side to move may claim by announcing a legal move, without playing it.
    pub fn claims_after(&self, m: Move) -> Vec<Claim> {
        if self.cause().is_some() || !self.legal_moves().contains(&m) {
            return Vec::new();
        }
        let mut after = self.clone();
        after.push(m);
        after.claimable()
    }

    fn claimable(&self) -> Vec<Claim> {
        let end = self.end();
        let repetition = end.repetition.as_ref().and_then(|rule| rule.claim);
        let quiet = end.quiet.as_ref().and_then(|rule| rule.claim);
        let reached = |limit: Option<u32>, count: u32| limit.is_some_and(|limit| count >= limit);
        let claims = [
            (Claim::Repetition, reached(repetition, self.occurrence())),
            (Claim::MoveLimit, reached(quiet, self.position.quiet())),
        ];
        claims.into_iter().filter(|(_, may)| *may).map(|(claim, _)| claim).collect()
    }

    /// Why the game is over. The order matters: the first end counts.
    pub(super) fn cause(&self) -> Option<Cause> {
        self.fallen()
            .or_else(|| self.extinct())
            .or_else(|| self.position.flag().map(Cause::Flag))
            .or_else(|| self.checks_counted())
            .or_else(|| self.passed())
            .or_else(|| self.no_way_on())
            .or_else(|| self.repetition())
            .or_else(|| self.too_long())
            .or_else(|| self.position.board.dead(self.position.game()).map(Cause::Dead))
    }

    /// The word for an end and its winner.
    fn verdict(&self, cause: Cause) -> (Status, Option<Color>) {
        let (mover, waiting) = (self.position.side(), !self.position.side());
        match cause {
            Cause::RoyalsFallen(lost) => (Status::RoyalsCaptured, winner_of(lost)),
            Cause::Extinct { rule, sides } => {
                let result = self.end().extinction[rule].result;
                // If both have run out at once, nobody wins.
                let winner = winner_of(sides).and_then(|other| result.winner(!other));
                (Status::Extinction, winner)
            }
            Cause::Flag(winner) => (Status::Flag, winner),
            Cause::Checks(side) => {
                (Status::Checks, self.end().checks.and_then(|rule| rule.result.winner(side)))
            }
            Cause::Mate => (Status::Checkmate, self.end().mated.winner(mover)),
            Cause::NoMove(Outcome::Loss) => (Status::NoMoves, Some(waiting)),
            Cause::NoMove(Outcome::Win) => (Status::Stalemate, Some(mover)),
            Cause::NoMove(Outcome::Draw) => (Status::Stalemate, None),
            Cause::PerpetualCheck(loser) => (Status::PerpetualCheck, Some(!loser)),
            Cause::PerpetualChase { loser, .. } => (Status::PerpetualChase, Some(!loser)),
            Cause::Repetition(RepetitionResult::Loses(loser)) => (Status::Repetition, Some(!loser)),
            Cause::Repetition(RepetitionResult::MoverLoses) => (Status::Repetition, Some(mover)),
            Cause::Passed => (Status::Passes, self.position.winner_of_draw()),
            Cause::Faced => (Status::Facing, self.position.winner_of_draw()),
            Cause::Repetition(_) => (Status::Repetition, self.position.winner_of_draw()),
            Cause::Quiet(_) | Cause::Counted(_) | Cause::Plies(_) => {
                (Status::MoveLimit, self.position.winner_of_draw())
            }
            Cause::Dead(_) => (Status::DeadPosition, None),
        }
    }

    fn fallen(&self) -> Option<Cause> {
        let lost = Color::BOTH.map(|side| self.has_fallen(side));
        lost.contains(&true).then_some(Cause::RoyalsFallen(lost))
    }

    fn extinct(&self) -> Option<Cause> {
        let (board, mover) = (&self.position.board, self.position.side());
        let count = |side, piece| board.count_of(side, piece);
        self.end().extinction.iter().enumerate().find_map(|(number, rule)| {
            let sides = Color::BOTH.map(|side| rule.has_run_out(side, mover, count));
            sides.contains(&true).then_some(Cause::Extinct { rule: number, sides })
        })
    }

    /// Whoever has just moved comes first, should both sides have given as many at a setup.
    fn checks_counted(&self) -> Option<Cause> {
        let rule = self.end().checks?;
        let side = self.position.side();
        let enough = |side: &Color| self.position.checks_given(*side) >= rule.count;
        [!side, side].into_iter().find(enough).map(Cause::Checks)
    }

    /// A pass that ends the game.
    fn passed(&self) -> Option<Cause> {
        if self.position.passed_while_facing() {
            Some(Cause::Faced)
        } else {
            let ends = self.end().two_passes && self.position.both_have_passed();
            ends.then_some(Cause::Passed)
        }
    }

    fn repetition(&self) -> Option<Cause> {
        let rule = self.repeated()?;
        Some(self.offender(rule).unwrap_or(Cause::Repetition(rule.result)))
    }

    fn too_long(&self) -> Option<Cause> {
        let end = self.end();
        let quiet = end.quiet.as_ref().map(|rule| rule.plies);
        let quiet = quiet.filter(|plies| self.position.quiet() >= *plies).map(Cause::Quiet);
        let counted = self.position.counted().filter(|_| self.position.plies_to_count() == Some(0));
        let counted = counted.map(|counted| Cause::Counted(self.last_counted(counted)));
        let all = end.move_limit.filter(|plies| self.position.ply() >= *plies);
        quiet.or(counted).or(all.map(Cause::Plies))
    }

    /// The last number of a count.
    fn last_counted(&self, counted: Counted) -> u16 {
        self.end().counting[usize::from(counted.rule)].limits[usize::from(counted.limit)].moves
    }
}

/// Who wins when these sides have lost: nobody if both have.
fn winner_of(lost: [bool; 2]) -> Option<Color> {
    match lost {
        [true, false] => Some(Color::Second),
        [false, true] => Some(Color::First),
        _ => None,
    }
}
