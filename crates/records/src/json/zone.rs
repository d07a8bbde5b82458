//! Zones: squares that mean something for a side.

use super::{Side, names};
use komadai_rules::{Color, Square, Variant};
use serde::Serialize;

/// Squares that mean something for a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Zone {
    /// What they are for.
    pub kind: ZoneKind,
    /// For whom.
    pub side: Side,
    /// Which squares.
    pub squares: Vec<String>,
}

/// What a zone is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ZoneKind {
    /// Pieces promote.
    Promotion,
    /// Pieces win that come there.
    Goal,
    /// Pieces may be dropped.
    Drop,
}

impl Zone {
    /// All zones of a game, by what they are for, the first side's before the second's.
    pub fn all(variant: &Variant) -> Vec<Self> {
        let kinds = [ZoneKind::Promotion, ZoneKind::Goal, ZoneKind::Drop];
        kinds.into_iter().flat_map(|kind| Zone::of_kind(variant, kind)).collect()
    }

    /// Both sides' zones of one kind, if the game has such.
    pub fn of_kind(variant: &Variant, kind: ZoneKind) -> Vec<Self> {
        let Some(zones) = squares(variant, kind) else { return Vec::new() };
        let of = |side: Color| Zone {
            kind,
            side: side.into(),
            squares: names(variant, zones[side.index()].iter().copied()),
        };
        Color::BOTH.map(of).into_iter().filter(|zone| !zone.squares.is_empty()).collect()
    }
}

fn squares(variant: &Variant, kind: ZoneKind) -> Option<&[Vec<Square>; 2]> {
    match kind {
        ZoneKind::Promotion => {
            let promotes = variant.pieces.iter().any(|piece| !piece.promotes.is_empty());
            promotes.then_some(&variant.promotion.zone)
        }
        ZoneKind::Goal => variant.end.flag.as_ref().map(|flag| &flag.zone),
        ZoneKind::Drop => variant.drops.zone.as_ref().filter(|_| variant.drops.allowed),
    }
}
