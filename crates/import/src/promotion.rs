//! When pieces promote. One table of ours serves pawns and the pieces of shogi alike.

use crate::forms::{COLOURS, Form};
use crate::game::{Promotion, PromotionLimit};
use crate::report::Report;
use crate::translate::Rules;
use std::collections::BTreeSet;

/// Reads the table; `None` where nothing promotes.
pub(crate) fn read(rules: &Rules<'_>, report: &mut Report) -> Option<Promotion> {
    let pawns: Vec<Form> =
        plain(rules, |form, side| rules.promoting.pawns[side].contains(&form.base));
    let pieces: Vec<Form> = plain(rules, |form, _| rules.promoting.pieces.contains_key(&form.base));
    pawns.iter().for_each(|form| check_pawn(rules, *form, report));
    chains(rules, report);
    confined(rules, report);
    to_hand(rules, &pieces, report);
    let zone = rules.regions("promotionRegion");
    let promotes = |form: &Form| !rules.forms.promotes.get(form).is_none_or(Vec::is_empty);
    let by_pawns = pawns.iter().any(promotes) && zone.iter().any(|zone| !zone.is_empty());
    let by_pieces = pieces.iter().any(promotes) && zone.iter().any(|zone| !zone.is_empty());
    let (mandatory, when) = match (by_pawns, by_pieces) {
        (false, false) => {
            stuck(rules, false, report);
            return None;
        }
        (true, false) => (rules.config.flag("mandatoryPawnPromotion"), of_pawns(rules)),
        (false, true) => (rules.config.flag("mandatoryPiecePromotion"), of_pieces(rules)),
        (true, true) => both(rules, report),
    };
    let forced_when_stuck = stuck(rules, mandatory, report);
    let mut limits = limits(rules, report);
    limits.extend(pawns.iter().flat_map(|form| of_one_side(rules, *form)));
    Some(Promotion { zone, when, mandatory, forced_when_stuck, limits })
}

/// How many of a letter a side may have; 0 is any number. There they are counted by how they move.
fn limits(rules: &Rules<'_>, report: &mut Report) -> Vec<PromotionLimit> {
    let mut limits = Vec::new();
    for (kind, count) in rules.config.counts("promotionLimit") {
        let forms: Vec<Form> = rules.forms.moving_as(|other| other == kind).collect();
        if count == 0 {
            continue;
        }
        if forms.len() > 1 {
            let why = "pieces and promoted ones of the same kind are counted together";
            report.refuse(rules.config, "promotionLimit", why);
        }
        let limit = |form| PromotionLimit { id: rules.id(form), count, side: None };
        limits.extend(forms.into_iter().map(limit));
    }
    limits
}

/// What a pawn becomes on one side only: on the other one nothing does.
fn of_one_side(rules: &Rules<'_>, form: Form) -> Vec<PromotionLimit> {
    let choices = [0, 1].map(|side| rules.promoting.of_form(form, side, false));
    let mut limits = Vec::new();
    if rules.forms.sides[&form] == [true; 2] {
        for (side, name) in ["first", "second"].into_iter().enumerate() {
            let others = choices[1 - side].iter().filter(|to| !choices[side].contains(to));
            let limit =
                |to: &Form| PromotionLimit { id: rules.id(*to), count: 0, side: Some(name) };
            limits.extend(others.map(limit));
        }
    }
    limits
}

/// Forms that have not promoted, and of which that holds on some side.
fn plain(rules: &Rules<'_>, holds: impl Fn(&Form, usize) -> bool) -> Vec<Form> {
    let there = rules.forms.sides.iter().filter(|(form, sides)| {
        form.promoted.is_none() && (0..2).any(|side| sides[side] && holds(form, side))
    });
    there.map(|(form, _)| *form).collect()
}

/// The moves by which pawns promote: all that end in the zone.
fn of_pawns(rules: &Rules<'_>) -> Vec<&'static str> {
    let zone = rules.regions("promotionRegion");
    let dropped = rules.drops() && rules.config.flag("promotionZonePawnDrops");
    let starts = rules.fen.men.iter().any(|(square, man)| {
        let side = usize::from(man.second);
        let kind = rules.config.lettered(man.letter);
        zone[side].contains(square)
            && kind.is_some_and(|kind| rules.promoting.pawns[side].contains(&kind))
    });
    match rules.config.flag("mandatoryPawnPromotion") && !dropped && !starts {
        true => vec!["enter"],
        false => vec!["enter", "inside"],
    }
}

fn of_pieces(rules: &Rules<'_>) -> Vec<&'static str> {
    match rules.config.flag("piecePromotionOnCapture") {
        true => vec!["capture-inside", "capture-from-inside"],
        false => vec!["enter", "inside", "leave"],
    }
}

/// Pawns and pieces under one roof: where both must promote, or pawns leave no choice to tell them by.
fn both(rules: &Rules<'_>, report: &mut Report) -> (bool, Vec<&'static str>) {
    let [pawns, pieces] =
        ["mandatoryPawnPromotion", "mandatoryPiecePromotion"].map(|key| rules.config.flag(key));
    let on_capture = rules.config.flag("piecePromotionOnCapture");
    if pawns != pieces || !pawns || on_capture {
        let why = "pawns promote at other moments than other pieces";
        report.refuse(rules.config, "promotedPieceType", why);
    }
    (pawns, of_pieces(rules))
}

/// The same letter promotes on both sides or on neither, and to something.
fn check_pawn(rules: &Rules<'_>, form: Form, report: &mut Report) {
    let letter = rules.config.pieces[&form.base].letter;
    let there = rules.forms.sides[&form];
    let sides: Vec<usize> = (0..2).filter(|side| there[*side]).collect();
    let choices = |side: usize| {
        let is_pawn = rules.promoting.pawns[side].contains(&form.base);
        let all: BTreeSet<_> = rules.promoting.choices[side].iter().copied().collect();
        if is_pawn { all } else { BTreeSet::new() }
    };
    if let [first, second] = sides[..]
        && choices(first).is_empty() != choices(second).is_empty()
    {
        let why = format!("`{letter}` promotes on one side only");
        report.refuse(rules.config, "promotionPieceTypesBlack", &why);
    }
    let zone = rules.regions("promotionRegion");
    let nothing = |side: &usize| choices(*side).is_empty() && !zone[*side].is_empty();
    if rules.config.flag("mandatoryPawnPromotion") && sides.iter().any(nothing) {
        let why = format!("`{letter}` must promote, but there is nothing that it could become");
        let side = sides.iter().copied().find(nothing).unwrap_or(0);
        report.refuse(rules.config, &format!("promotionPieceTypes{}", COLOURS[side]), &why);
    }
}

/// What has promoted does not promote further.
fn chains(rules: &Rules<'_>, report: &mut Report) {
    for form in rules.forms.sides.keys().filter(|form| form.promoted.is_some()) {
        if rules.promoting.pieces.contains_key(&form.kind()) {
            let letter = rules.config.pieces[&form.kind()].letter;
            let why = format!("what has become `{letter}` promotes again");
            report.refuse(rules.config, "promotedPieceType", &why);
        }
    }
}

/// A piece that has promoted stands where it may stand; there it may also stand elsewhere.
fn confined(rules: &Rules<'_>, report: &mut Report) {
    let zone = rules.regions("promotionRegion");
    for (form, choices) in &rules.forms.promotes {
        for becomes in choices {
            let Some(squares) = rules.confine(becomes.kind()) else { continue };
            let reached = match becomes.promoted {
                // Pieces of shogi promote on leaving the zone, too.
                Some(_) => {
                    rules.confine(form.kind()).unwrap_or([0, 1].map(|_| rules.board.squares()))
                }
                None => zone.clone(),
            };
            let there = rules.forms.sides[form];
            let out = |side: &usize| there[*side] && !reached[*side].is_subset(&squares[*side]);
            let Some(side) = (0..2).find(out) else { continue };
            let at = rules.config.mobility[side].get(&becomes.kind()).map(|(_, at)| at);
            let (from, to) =
                (&rules.config.pieces[&form.base], &rules.config.pieces[&becomes.kind()]);
            let message = format!(
                "`mobilityRegion` cannot be imported: `{}` may become `{}` outside of it",
                from.letter, to.letter
            );
            report.error(at, message);
        }
    }
}

/// What captured pieces become in the hand.
fn to_hand(rules: &Rules<'_>, pieces: &[Form], report: &mut Report) {
    if !rules.config.flag("capturesToHand") {
        return;
    }
    let mut letters = BTreeSet::new();
    if let Some(form) = rules.forms.sides.keys().find(|form| !letters.insert(rules.id(**form))) {
        let letter = rules.id(*form);
        let why = format!("two kinds of pieces would have the letter `{letter}`");
        let help = "with `dropLoop = true` captured pieces stay what they are".to_owned();
        report.refuse_help(rules.config, "capturesToHand", &why, help);
    }
    if rules.config.flag("dropLoop") && !pieces.is_empty() {
        let why = "promoted pieces of shogi stay promoted in the hand";
        report.refuse(rules.config, "dropLoop", why);
    }
}

/// Whether a piece must promote where it could not move again. It is refused for pieces that must stay
/// away from such squares because nothing becomes of them.
fn stuck(rules: &Rules<'_>, mandatory: bool, report: &mut Report) -> bool {
    if !rules.config.flag("immobilityIllegal") {
        return false;
    }
    let mut forced = false;
    for form in rules.forms.sides.keys() {
        let piece = &rules.config.pieces[&form.kind()];
        if !piece.moves_for(rules, form.kind()).can_be_stuck() {
            continue;
        }
        let promotes = rules.forms.promotes.get(form).is_some_and(|to| !to.is_empty());
        if !promotes {
            let why = format!("`{}` may not move to where it could not move again", piece.letter);
            report.refuse(rules.config, "immobilityIllegal", &why);
        }
        forced |= promotes && !mandatory;
    }
    forced
}
