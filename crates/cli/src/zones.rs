//! The zones of a game: where pieces promote, win, and may be dropped.

use komadai_picture::{Zone, ZoneKind};
use komadai_rules::{Color, Square, Variant};

/// All zones that a game has, the first side's before the second's.
pub(crate) fn zones(variant: &Variant) -> Vec<Zone> {
    let promotes = variant.pieces.iter().any(|piece| !piece.promotes.is_empty());
    let all = [
        (ZoneKind::Promotion, promotes.then_some(&variant.promotion.zone)),
        (ZoneKind::Goal, variant.end.flag.as_ref().map(|flag| &flag.zone)),
        (ZoneKind::Drop, variant.drops.zone.as_ref().filter(|_| variant.drops.allowed)),
    ];
    let there = all.into_iter().filter_map(|(kind, zone)| Some((kind, zone?)));
    let of = |(kind, zone): (ZoneKind, &[Vec<Square>; 2])| {
        Color::BOTH.map(|side| Zone {
            kind,
            side: side.into(),
            squares: zone[side.index()].iter().map(|square| variant.square_name(*square)).collect(),
        })
    };
    there.flat_map(of).filter(|zone| !zone.squares.is_empty()).collect()
}

/// What marks an empty square of a zone in the terminal.
pub(crate) fn sign(zone: &Zone) -> char {
    let signs = match zone.kind {
        ZoneKind::Promotion => ['^', 'v'],
        ZoneKind::Goal => ['*', '+'],
        ZoneKind::Drop => ['.', ','],
    };
    signs[Color::from(zone.side).index()]
}

/// What the signs mean, a line for each zone.
pub(crate) fn legend(variant: &Variant) -> Vec<String> {
    let line = |zone: &Zone| {
        let side = &variant.sides[Color::from(zone.side).index()];
        let what = match zone.kind {
            ZoneKind::Promotion => "promotes",
            ZoneKind::Goal => "has its goal",
            ZoneKind::Drop => "may drop pieces",
        };
        format!("{} {side} {what} here", sign(zone))
    };
    zones(variant).iter().map(line).collect()
}
