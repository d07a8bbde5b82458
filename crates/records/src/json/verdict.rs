//! Whether a game is over, who has won, and why.

use super::Winner;
use crate::reason::Spoken;
use komadai_rules::variant::IllegalMove;
use komadai_rules::{self as rules, AnyPlay, Declarations};
use serde::{Deserialize, Serialize};
use std::fmt;

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
    pub claims: Vec<Claim>,
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
    /// By the 27-point rule, which knows no draw.
    #[serde(rename = "27")]
    pub rule27: Declared,
    /// By the 24-point rule.
    #[serde(rename = "24")]
    pub rule24: Declared,
}

/// The result of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Declared {
    /// It wins.
    Win,
    /// It draws.
    Draw,
    /// The conditions are not met.
    None,
}

/// A draw that the side to move may claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// A position has come up often enough.
    Repetition,
    /// Long enough without a capture or a move of a listed type.
    MoveLimit,
}

impl From<&Declarations> for Declaration {
    fn from(declared: &Declarations) -> Self {
        Declaration { rule27: declared.rule27.into(), rule24: declared.rule24.into() }
    }
}

impl From<rules::Declared> for Declared {
    fn from(declared: rules::Declared) -> Self {
        match declared {
            rules::Declared::Win => Declared::Win,
            rules::Declared::Draw => Declared::Draw,
            rules::Declared::None => Declared::None,
        }
    }
}

impl fmt::Display for Declared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Declared::Win => "win",
            Declared::Draw => "draw",
            Declared::None => "none",
        })
    }
}

impl From<rules::Claim> for Claim {
    fn from(claim: rules::Claim) -> Self {
        match claim {
            rules::Claim::Repetition => Claim::Repetition,
            rules::Claim::MoveLimit => Claim::MoveLimit,
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        rules::Claim::from(*self).fmt(f)
    }
}

impl From<Claim> for rules::Claim {
    fn from(claim: Claim) -> Self {
        match claim {
            Claim::Repetition => rules::Claim::Repetition,
            Claim::MoveLimit => rules::Claim::MoveLimit,
        }
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
            claims: play.claims().into_iter().map(Claim::from).collect(),
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
