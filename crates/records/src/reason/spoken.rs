//! Ends that come about because somebody says so.

use komadai_rules::{Claim, Color, Variant};

/// How players end a game by what they say. The rules allow it; no move does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spoken {
    /// This side gives up.
    Resignation(Color),
    /// Both sides agree on a draw.
    Agreement,
    /// This side claims a draw.
    Claim(Color, Claim),
    /// A side declares an impasse.
    Declaration {
        /// Which.
        side: Color,
        /// Who wins by that; `None` for a draw.
        winner: Option<Color>,
        /// What it has counted.
        points: u32,
    },
}

impl Spoken {
    /// The word for it in JSON, as those for the ends by the rules.
    pub fn status(&self) -> String {
        match self {
            Spoken::Resignation(_) => "resignation".to_owned(),
            Spoken::Agreement => "agreement".to_owned(),
            Spoken::Claim(_, claim) => claim.to_string(),
            Spoken::Declaration { .. } => "declaration".to_owned(),
        }
    }

    /// Who has won; `None` for a draw.
    pub fn winner(&self) -> Option<Color> {
        match self {
            Spoken::Resignation(side) => Some(!*side),
            Spoken::Agreement | Spoken::Claim(..) => None,
            Spoken::Declaration { winner, .. } => *winner,
        }
    }

    /// `Sente has resigned.`
    pub fn english(&self, variant: &Variant) -> String {
        let name = |side: &Color| &variant.sides[side.index()];
        match self {
            Spoken::Resignation(side) => format!("{} has resigned.", name(side)),
            Spoken::Agreement => "The players have agreed on a draw.".to_owned(),
            Spoken::Claim(side, claim) => {
                let rule = match claim {
                    Claim::Repetition => "by repetition",
                    Claim::MoveLimit => "because of the limit on moves without progress",
                };
                format!("{} has claimed a draw {rule}.", name(side))
            }
            Spoken::Declaration { side, points, .. } => {
                format!("{} has made a declaration with {points} points.", name(side))
            }
        }
    }
}
