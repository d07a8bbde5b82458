//! Zones in the terminal: where pieces promote, win, and may be dropped.

use komadai_records::json::{Zone, ZoneKind};
use komadai_rules::{Color, Variant};

/// What marks an empty square of a zone.
pub(crate) fn sign(zone: &Zone) -> char {
    let signs = match zone.kind {
        ZoneKind::Promotion => ['^', 'v'],
        ZoneKind::Goal => ['*', '+'],
        ZoneKind::Drop => ['.', ','],
    };
    signs[Color::from(zone.side).index()]
}

/// What the signs of some zones mean, a line for each zone.
pub(crate) fn legend(variant: &Variant, zones: &[Zone]) -> Vec<String> {
    let line = |zone: &Zone| {
        let side = &variant.sides[Color::from(zone.side).index()];
        let what = match zone.kind {
            ZoneKind::Promotion => "promotes",
            ZoneKind::Goal => "has its goal",
            ZoneKind::Drop => "may drop pieces",
        };
        format!("{} {side} {what} here", sign(zone))
    };
    zones.iter().map(line).collect()
}
