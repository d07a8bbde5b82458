//! How the game ends, and who must be defended.

use crate::chase;
use crate::config::Types;
use crate::counting;
use crate::forms::{COLOURS, Form};
use crate::game::{End, Extinction, Goal, Repetition};
use crate::passing;
use crate::report::Report;
use crate::translate::Rules;
use crate::types::Type;
use komadai_variant::Outcome;
use std::collections::BTreeSet;

/// Reads the table.
pub(crate) fn read(rules: &Rules<'_>, report: &mut Report) -> End {
    let mut value = |key: &str, goes_on: &str| match rules.config.outcome(key) {
        Some(outcome) => word(outcome),
        None => {
            report.refuse(rules.config, key, goes_on);
            "draw"
        }
    };
    let mut stalemate = value("stalemateValue", "a side that cannot move goes on");
    let mated = value("checkmateValue", "a side that is mated goes on");
    if rules.config.flag("stalematePieceCount") {
        match stalemate {
            "win" => stalemate = "fewer",
            "loss" => {
                let why = "in stalemate the side with more pieces wins";
                report.refuse(rules.config, "stalematePieceCount", why);
            }
            _ => {}
        }
    }
    End {
        royals: royals_that_count(rules, report),
        no_checks: !rules.config.flag("checking"),
        stalemate,
        mated,
        checks: checks(rules, report),
        repetition: repetition(rules, report),
        quiet: quiet(rules, report),
        flag: flag(rules, report),
        extinction: extinction(rules, report),
        counting: counting::read(rules, report),
        two_passes: !passing::rights(rules).is_empty(),
        facing: passing::facing(rules, report),
        points: passing::points(rules, report),
    }
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Draw => "draw",
        Outcome::Loss => "loss",
        Outcome::Win => "win",
    }
}

/// Whether types that may run out are royal.
fn by_extinction(rules: &Rules<'_>) -> bool {
    rules.config.flag("extinctionPseudoRoyal")
}

/// Whether all pieces of such a type are royal, however many there are.
fn any_number(rules: &Rules<'_>) -> bool {
    let count = rules.config.number("extinctionPieceCount") as usize;
    count + 1 >= rules.board.squares().len()
}

/// Which royals matter, and why, where that is not any of them.
fn royals_that_count(
    rules: &Rules<'_>,
    report: &mut Report,
) -> Option<(&'static str, &'static str)> {
    let last = by_extinction(rules) && !any_number(rules);
    if rules.config.flag("dupleCheck") && !last {
        let why = "it matters only where the last of several royals counts";
        report.refuse(rules.config, "dupleCheck", why);
    }
    match rules.config.flag("dupleCheck") {
        _ if !last || !has_several(rules, &royals(rules, report)) => None,
        true => Some(("all-attacked", "all but one may be left attacked")),
        false => Some(("all", "losing the last royal loses")),
    }
}

/// Whether a side has several royals, or may get more.
pub(crate) fn has_several(rules: &Rules<'_>, royals: &BTreeSet<Type>) -> bool {
    let is_royal =
        |letter: char| rules.config.lettered(letter).is_some_and(|t| royals.contains(&t));
    let men = rules.fen.men.values();
    let standing = |second: bool| {
        men.clone().filter(|man| man.second == second && is_royal(man.letter)).count()
    };
    let becomes = rules.forms.promotes.values().flatten().any(|form| royals.contains(&form.kind()));
    becomes || [false, true].into_iter().any(|second| standing(second) > 1)
}

/// How many checks win. Where none may be given there are none to count.
fn checks(rules: &Rules<'_>, report: &mut Report) -> Option<u8> {
    if !rules.config.flag("checkCounting") || !rules.config.flag("checking") {
        return None;
    }
    let [first, second] = rules.fen.checks;
    if first != second || first == 0 {
        let why = "the sides begin with other numbers of checks";
        report.refuse(rules.config, "startFen", why);
    }
    Some(first)
}

/// The types that must be defended.
pub(crate) fn royals(rules: &Rules<'_>, report: &mut Report) -> BTreeSet<Type> {
    let king = rules.forms.moving_as(|kind| kind == Type::KING).next().map(|_| Type::KING);
    let mut royals: BTreeSet<Type> = king.into_iter().collect();
    if !by_extinction(rules) {
        return royals;
    }
    let types = rules.config.types("extinctionPieceTypes");
    let one = types.named.len() == 1 && rules.config.number("extinctionPieceCount") == 0;
    let sayable = !types.everything && (any_number(rules) || (one && king.is_none()));
    let dropped = |kind: &Type| rules.forms.moving_as(|k| k == *kind).any(|f| rules.is_dropped(f));
    if !sayable || types.named.iter().any(dropped) {
        let why = "several kinds of royals, or some that are royal only while they are few";
        report.refuse(rules.config, "extinctionPseudoRoyal", why);
    }
    royals.extend(types.named);
    royals
}

fn repetition(rules: &Rules<'_>, report: &mut Report) -> Option<Repetition> {
    let times = rules.config.number("nFoldRule");
    if times == 0 {
        return None;
    }
    if !(2..=1000).contains(&times) {
        report.refuse(rules.config, "nFoldRule", "it takes 2 to 1000 occurrences, or 0 for none");
    }
    let absolute = rules.config.flag("nFoldValueAbsolute");
    let result = match (rules.config.outcome("nFoldValue"), absolute) {
        (Some(Outcome::Draw), _) => "draw",
        // The value is that of the side to move, who has not just repeated the position.
        (Some(Outcome::Win), false) => "loss-mover",
        (Some(Outcome::Loss), true) => "loss-first",
        (Some(Outcome::Win), true) => "loss-second",
        (Some(Outcome::Loss), false) | (None, _) => {
            report.refuse(rules.config, "nFoldValue", "who repeats a position wins");
            "draw"
        }
    };
    // Where no check may be given none is perpetual.
    let perpetual_check_loses =
        rules.config.flag("perpetualCheckIllegal") && rules.config.flag("checking");
    let chases = chase::read(rules, report);
    Some(Repetition { times, result, perpetual_check_loses, chases })
}

fn quiet(rules: &Rules<'_>, report: &mut Report) -> Option<(u32, Vec<String>)> {
    let moves = rules.config.number("nMoveRule");
    if moves == 0 {
        return None;
    }
    if moves > 500_000 {
        report.refuse(rules.config, "nMoveRule", "it takes at most 500000 moves, or 0 for none");
        return None;
    }
    let types = COLOURS.map(|colour| rules.config.types(&format!("nMoveRuleTypes{colour}")));
    let mut resets: Vec<Form> = Vec::new();
    for (form, there) in &rules.forms.sides {
        let sides: BTreeSet<bool> =
            (0..2).filter(|side| there[*side]).map(|side| types[side].has(form.kind())).collect();
        if sides.len() > 1 {
            let why = "the sides differ in the pieces whose moves start the count anew";
            report.refuse(rules.config, "nMoveRuleTypesBlack", why);
        } else if sides.contains(&true) {
            resets.push(*form);
        }
    }
    let at = rules.config.slot("nMoveRule").at.clone();
    let back = |form: &&Form| !rules.config.pieces[&form.kind()].moves.goes_forward();
    if let Some(form) = resets.iter().find(back) {
        let letter = rules.config.pieces[&form.kind()].letter;
        let message = format!(
            "every move of `{letter}` starts the count of quiet moves anew, also one that it \
                     could take back"
        );
        report.remark(at.as_ref(), message);
    }
    if rules.drops() {
        let message = "drops count as quiet moves; there they start the count anew".to_owned();
        report.remark(at.as_ref(), message);
    }
    Some((2 * moves, rules.ids(resets.into_iter())))
}

fn flag(rules: &Rules<'_>, report: &mut Report) -> Option<Goal> {
    let zone = rules.regions("flagRegion");
    if zone.iter().all(BTreeSet::is_empty) {
        return None;
    }
    let types = COLOURS.map(|colour| rules.config.types(&format!("flagPiece{colour}")));
    let mut winners: Vec<Form> = Vec::new();
    for (form, there) in &rules.forms.sides {
        let wins: BTreeSet<bool> = (0..2)
            .filter(|side| there[*side] && !zone[*side].is_empty())
            .map(|side| types[side].has(form.kind()))
            .collect();
        if wins.len() > 1 {
            let why = "the sides win with different pieces";
            report.refuse(rules.config, "flagPieceBlack", why);
        } else if wins.contains(&true) {
            winners.push(*form);
        }
    }
    if winners.is_empty() {
        return None;
    }
    let reply = rules.config.flag("flagMove").then(|| reply(rules, &types, report));
    let safe = rules.config.flag("flagPieceSafe");
    if safe && !winners.iter().all(|form| is_single(rules, *form)) {
        let why = "it is asked of one piece of a side only, which must not have several";
        report.refuse(rules.config, "flagPieceSafe", why);
    }
    Some(Goal { types: rules.ids(winners.into_iter()), zone, reply, safe })
}

/// What a side may still do when the other one has reached its goal: kings may follow, and other pieces
/// have to stay there.
fn reply(rules: &Rules<'_>, types: &[Types; 2], report: &mut Report) -> &'static str {
    let king = types[1].is_only(Type::KING);
    let why = match king {
        _ if types[0].is_only(Type::KING) != king => "the sides win with different pieces",
        true if rules.config.flag("flagPieceSafe") => {
            "only other pieces than kings have to be safe"
        }
        true if rules.config.flag("checking") => "who is in check may not answer it",
        _ => return if king { "arrival" } else { "any" },
    };
    report.refuse(rules.config, "flagMove", why);
    "any"
}

/// Whether no side ever has more than one of these: as many stand there at the start, and no other one
/// comes by promotion or from the hand. One that ends the game by being captured does not come back.
fn is_single(rules: &Rules<'_>, form: Form) -> bool {
    let is_it = |letter: char| rules.config.lettered(letter) == Some(form.base);
    let standing = |second: bool| {
        let men = rules.fen.men.values().filter(|man| man.second == second);
        men.filter(|man| is_it(man.letter)).count()
    };
    let ends = rules.config.outcome("extinctionValue").is_some()
        && rules.config.types("extinctionPieceTypes").is_only(form.kind());
    let comes = rules.forms.promotes.values().any(|to| to.contains(&form))
        || rules.fen.hands.keys().any(|letter| is_it(*letter))
        || (rules.is_dropped(form) && !ends);
    !comes && standing(false) <= 1 && standing(true) <= 1
}

fn extinction(rules: &Rules<'_>, report: &mut Report) -> Option<Extinction> {
    let value = rules.config.outcome("extinctionValue")?;
    // Royals are never captured, so they never run out.
    if by_extinction(rules) {
        return None;
    }
    let types = rules.config.types("extinctionPieceTypes");
    let forms: Vec<Form> = rules.forms.moving_as(|kind| types.has(kind)).collect();
    if forms.is_empty() {
        return None;
    }
    let number = |key: &str, report: &mut Report| {
        let count = rules.config.number(key);
        if count > 255 {
            report.refuse(rules.config, key, "at most 255");
        }
        count
    };
    let against = number("extinctionOpponentPieceCount", report);
    let reply = rules.config.flag("extinctionClaim");
    if reply && against == 0 {
        let why = "a side that has run out may still move, whatever the other side has";
        report.refuse(rules.config, "extinctionClaim", why);
    }
    if rules.config.flag("blastOnCapture") {
        let at = rules.config.slot("blastOnCapture").at.clone();
        let message = "where a capture leaves both sides without a piece that they need, nobody wins; \
                       there the side that has captured loses";
        report.remark(at.as_ref(), message.to_owned());
    }
    let kinds: BTreeSet<Type> = forms.iter().map(|form| form.kind()).collect();
    let each = !types.everything && kinds.len() > 1;
    if each && kinds.len() < forms.len() {
        let why = "pieces and promoted ones of the same kind are counted together";
        report.refuse(rules.config, "extinctionPieceTypes", why);
    }
    let count = number("extinctionPieceCount", report);
    let types = rules.ids(forms.into_iter());
    Some(Extinction { types, each, count, against, reply, result: word(value) })
}
