//! Sides and winners.

use komadai_rules::Color;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A side, whatever the game calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The side that plays up the board.
    First,
    /// The other.
    Second,
}

/// Who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// The first side.
    First,
    /// The second side.
    Second,
    /// Nobody.
    Draw,
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::First => Side::First,
            Color::Second => Side::Second,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::First => Color::First,
            Side::Second => Color::Second,
        }
    }
}

impl From<Color> for Winner {
    fn from(color: Color) -> Self {
        match color {
            Color::First => Winner::First,
            Color::Second => Winner::Second,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::First => "first",
            Side::Second => "second",
        })
    }
}

impl fmt::Display for Winner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Winner::First => "first",
            Winner::Second => "second",
            Winner::Draw => "draw",
        })
    }
}
