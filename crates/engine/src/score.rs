//! Scores: centipawns, or the distance to a mate.

use std::fmt;
use std::ops::Neg;

/// How good a position is for the side to move: hundredths of a pawn, or a forced end of the game
/// in so many plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub i32);

/// A score in the words of the protocols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// The game is won (positive) or lost (negative) in so many plies. A side that is mated now
    /// has lost in 0 plies, said as `Lost(0)`.
    Won(u32),
    /// See `Won`.
    Lost(u32),
}

/// Longer than any line that is searched.
pub(crate) const MAX_PLY: usize = 128;

impl Score {
    /// Nobody is better.
    pub const DRAW: Score = Score(0);
    /// More than any score.
    pub const INFINITE: Score = Score(32_001);
    /// A win here and now.
    pub const WIN: Score = Score(32_000);
    /// Scores beyond this are forced ends of the game.
    pub(crate) const LONGEST_WIN: Score = Score(32_000 - MAX_PLY as i32);

    /// Lost in so many plies.
    pub fn lost_in(plies: usize) -> Score {
        Score(plies as i32 - Score::WIN.0)
    }

    /// Won in so many plies.
    pub fn won_in(plies: usize) -> Score {
        -Score::lost_in(plies)
    }

    /// Whether the end of the game is in sight, won or lost.
    pub fn is_decided(self) -> bool {
        self.0.abs() >= Score::LONGEST_WIN.0
    }

    /// Whether somebody with this score should be glad of a draw: it is worse off by a pawn.
    pub fn welcomes_a_draw(self) -> bool {
        self.0 <= -100
    }

    /// The score in the words of the protocols.
    pub fn verdict(self) -> Verdict {
        match self.0 {
            s if s >= Score::LONGEST_WIN.0 => Verdict::Won((Score::WIN.0 - s) as u32),
            s if s <= -Score::LONGEST_WIN.0 => Verdict::Lost((Score::WIN.0 + s) as u32),
            s => Verdict::Centipawns(s),
        }
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// `+1.25`, `won in 5`, `lost in 2`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.verdict() {
            Verdict::Centipawns(s) => write!(f, "{:+.2}", f64::from(s) / 100.0),
            Verdict::Won(plies) => write!(f, "won in {plies}"),
            Verdict::Lost(plies) => write!(f, "lost in {plies}"),
        }
    }
}
