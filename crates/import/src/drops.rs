//! How pieces come back from the hand.

use crate::forms::{COLOURS, Form};
use crate::game::{Drops, Sides};
use crate::region::Square;
use crate::report::Report;
use crate::translate::Rules;
use crate::types::Type;
use std::collections::BTreeSet;

const PAWN: Form = Form { base: Type::PAWN, promoted: None };

/// Reads the table.
pub(crate) fn read(rules: &Rules<'_>, report: &mut Report) -> Drops {
    let config = rules.config;
    if !rules.drops() {
        held_for_ever(rules, report);
        return Drops::default();
    }
    let zone = rules.regions("dropRegion");
    let everywhere = zone.iter().all(|zone| *zone == rules.board.squares());
    let promoted = config.flag("dropPromoted");
    let pawns_too = rules.forms.sides.keys().any(|form| {
        rules.is_dropped(*form)
            && form.promoted.is_none()
            && rules.forms.promotes.get(form).is_some_and(|to| !to.is_empty())
            && !rules.promoting.pieces.contains_key(&form.base)
    });
    if promoted && pawns_too {
        report.refuse(config, "dropPromoted", "pawns are dropped as pawns, other pieces promoted");
    }
    Drops {
        allowed: true,
        not_stuck: not_stuck(rules, report),
        limit: limit(rules, report),
        no_mate: no_mate(rules),
        zone: (!everywhere).then_some(zone),
        promoted,
    }
}

/// Pieces in hand that are never dropped, nor come to the board otherwise.
fn held_for_ever(rules: &Rules<'_>, report: &mut Report) {
    if rules.gates() {
        return;
    }
    let why = "pieces are held but never dropped";
    if rules.config.flag("capturesToHand") {
        report.refuse(rules.config, "capturesToHand", why);
    } else if !rules.fen.hands.is_empty() {
        report.refuse(rules.config, "startFen", why);
    }
}

/// Whether nothing is dropped where it could never move again.
fn not_stuck(rules: &Rules<'_>, report: &mut Report) -> bool {
    let stuck = |form: &Form| {
        let kind = form.kind();
        rules.config.pieces[&kind].moves_for(rules, kind).can_be_stuck()
    };
    let dropped = || rules.forms.sides.keys().filter(|form| rules.is_dropped(**form));
    if rules.config.flag("immobilityIllegal") {
        zone_of_pawns(rules, report);
        return dropped().any(stuck);
    }
    let pawn = dropped().any(|form| *form == PAWN);
    if !pawn || rules.config.flag("promotionZonePawnDrops") {
        return false;
    }
    zone_of_pawns(rules, report);
    if dropped().any(|form| *form != PAWN && stuck(form)) {
        let why = "only pawns are kept from squares where they could never move again";
        report.refuse(rules.config, "promotionZonePawnDrops", why);
    }
    true
}

/// Pawns are not dropped where they promote: for us that is where they could not move.
fn zone_of_pawns(rules: &Rules<'_>, report: &mut Report) {
    let wanted = rules.is_dropped(PAWN) && !rules.config.flag("promotionZonePawnDrops");
    let zones = rules.regions("promotionRegion");
    let last = |side: usize| rules.board.rank_of(rules.board.ranks - 1, side == 1);
    let other = |side: usize| {
        let rank: BTreeSet<Square> =
            rules.board.squares().into_iter().filter(|square| square.1 == last(side)).collect();
        zones[side] != rank
    };
    if wanted && (0..2).any(other) {
        let why = "pawns are not dropped anywhere in the zone in which they promote";
        report.refuse(rules.config, "promotionZonePawnDrops", why);
    }
}

fn limit(rules: &Rules<'_>, report: &mut Report) -> Option<(Vec<String>, u32)> {
    let types = rules.config.types("dropNoDoubled");
    if types.everything || types.named.len() > 1 {
        report.refuse(rules.config, "dropNoDoubled", "it takes one piece");
        return None;
    }
    let forms = rules.forms.moving_as(|kind| types.has(kind));
    let forms: Vec<Form> = forms.filter(|form| rules.is_dropped(*form)).collect();
    let count = rules.config.number("dropNoDoubledCount");
    if !(1..=255).contains(&count) && !forms.is_empty() {
        report.refuse(rules.config, "dropNoDoubledCount", "it takes 1 to 255 pieces");
    }
    (!forms.is_empty()).then(|| (rules.ids(forms.into_iter()), count))
}

fn no_mate(rules: &Rules<'_>) -> Vec<String> {
    if !rules.config.flag("shogiPawnDropMateIllegal") {
        return Vec::new();
    }
    let pawns = rules.forms.moving_as(|kind| kind.key() == "shogiPawn");
    rules.ids(pawns.filter(|form| rules.is_dropped(*form)))
}

/// The squares on which a form may stand, if not on all. Pawns that are not dropped on their side's
/// first rank have nothing to do there.
pub(crate) fn confine(rules: &Rules<'_>, form: Form) -> Option<Sides> {
    let confined = rules.confine(form.kind());
    let off_first_rank =
        form == PAWN && rules.is_dropped(form) && !rules.config.flag("firstRankPawnDrops");
    if !off_first_rank {
        return confined;
    }
    let zone = rules.regions("dropRegion");
    let squares = confined.unwrap_or_else(|| COLOURS.map(|_| rules.board.squares()));
    let first = |square: &Square, side: usize| rules.board.rank_of(square.1, side == 1) == 0;
    let drops_there = (0..2).any(|side| zone[side].iter().any(|square| first(square, side)));
    if !drops_there {
        return rules.confine(form.kind());
    }
    let mut side = 0;
    Some(squares.map(|own| {
        side += 1;
        own.into_iter().filter(|square| !first(square, side - 1)).collect()
    }))
}
