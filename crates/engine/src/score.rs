//! Scores: centipawns, or the distance to a mate.

use std::fmt;
use std::ops::Neg;

/// How good a position is for the side to move: centipawns, or the distance to a forced end of the
/// game in plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub i32);

/// A score as protocols report it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreKind {
    /// In centipawns.
    Centipawns(i32),
    /// The side to move wins in this many plies.
    Won(u32),
    /// The side to move loses in this many plies; 0 if it is mated.
    Lost(u32),
}

/// No line is searched further than this.
pub(crate) const MAX_PLY: usize = 128;

impl Score {
    /// A draw, or an equal position.
    pub const DRAW: Score = Score(0);
    /// Greater than any score.
    pub const INFINITE: Score = Score(32_001);
    /// The game is won.
    pub const WIN: Score = Score(32_000);
    /// The score of the longest win; lower ones are in centipawns.
    pub(crate) const LONGEST_WIN: Score = Score(32_000 - MAX_PLY as i32);

    /// The score of a loss in this many plies.
    pub fn lost_in(plies: usize) -> Score {
        Score(plies as i32 - Score::WIN.0)
    }

    /// The score of a win in this many plies.
    pub fn won_in(plies: usize) -> Score {
        -Score::lost_in(plies)
    }

    /// Whether the score is a forced win or loss.
    pub fn is_decided(self) -> bool {
        self.0.abs() >= Score::LONGEST_WIN.0
    }

    /// Whether a side with this score should accept or claim a draw: it is behind by a pawn.
    pub fn welcomes_a_draw(self) -> bool {
        self.0 <= -100
    }

    /// The score as protocols report it.
    pub fn kind(self) -> ScoreKind {
        match self.0 {
            s if s >= Score::LONGEST_WIN.0 => ScoreKind::Won((Score::WIN.0 - s) as u32),
            s if s <= -Score::LONGEST_WIN.0 => ScoreKind::Lost((Score::WIN.0 + s) as u32),
            s => ScoreKind::Centipawns(s),
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
        match self.kind() {
            ScoreKind::Centipawns(s) => write!(f, "{:+.2}", f64::from(s) / 100.0),
            ScoreKind::Won(plies) => write!(f, "won in {plies}"),
            ScoreKind::Lost(plies) => write!(f, "lost in {plies}"),
        }
    }
}
