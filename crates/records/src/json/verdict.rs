//! Whether a game is over, who has won, and why.

use super::Winner;
use crate::reason::Spoken;
use komadai_rules::variant::IllegalMove;
use komadai_rules::{AnyPlay, Declarations};
use serde::Serialize;

/// How a game stands by its moves alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Verdict {
    /// `ongoing`, or how it has ended.
    pub status: String,
    /// Who has won; null while nobody has.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub winner: Option<Winner>,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// Draws that the side to move may claim now.
    pub claims: Vec<String>,
    /// What a declaration would bring now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declaration: Option<Declaration>,
    /// Which move was the first illegal one, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub illegal_at: Option<usize>,
    /// Why, as a sentence for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// What a declaration would bring now, by each rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Declaration {
    /// By the 27-point rule: `win` or `none`.
    #[serde(rename = "27")]
    pub rule27: String,
    /// By the 24-point rule: `win`, `draw` or `none`.
    #[serde(rename = "24")]
    pub rule24: String,
}

impl From<&Declarations> for Declaration {
    fn from(declared: &Declarations) -> Self {
        Declaration { rule27: declared.rule27.to_string(), rule24: declared.rule24.to_string() }
    }
}

impl Verdict {
    /// How the game stands.
    pub fn now(play: &AnyPlay) -> Self {
        let (status, winner, reason) = match play.ending() {
            None => ("ongoing".to_owned(), None, None),
            Some(end) => {
                let winner = end.winner.map_or(Winner::Draw, Winner::from);
                (end.status.to_string(), Some(winner), Some(end.reason))
            }
        };
        Verdict {
            status,
            winner,
            in_check: play.in_check(),
            claims: play.claims().iter().map(ToString::to_string).collect(),
            declaration: play.declaration().as_ref().map(Declaration::from),
            illegal_at: None,
            reason,
        }
    }

    /// The players have ended the game.
    pub fn spoken(play: &AnyPlay, spoken: &Spoken) -> Self {
        Verdict {
            status: spoken.status(),
            winner: Some(spoken.winner().map_or(Winner::Draw, Winner::from)),
            in_check: play.in_check(),
            claims: Vec::new(),
            declaration: None,
            illegal_at: None,
            reason: Some(spoken.english(play.variant())),
        }
    }

    /// The game stops before an illegal move, the move of that number, which loses where the
    /// players are strict.
    pub fn illegal(play: &AnyPlay, number: usize, reason: String, strict: bool) -> Self {
        let costly = play.variant().end.illegal_move == IllegalMove::Loss;
        Verdict {
            status: "illegal-move".to_owned(),
            winner: (strict && costly).then(|| Winner::from(!play.side())),
            illegal_at: Some(number),
            reason: Some(reason),
            ..Verdict::now(play)
        }
    }
}
