//! Who promotes to what, and where.

use super::key;
use super::lines::{Definition, Setting};
use super::pieces::Kind;
use crate::game::{Promotion, Sides};
use crate::place::Place;
use crate::region::{Board, Square};
use crate::report::Report;
use crate::xbetza;
use std::collections::{BTreeMap, BTreeSet};

/// What comes of the keys of promotion.
#[derive(Default)]
pub(crate) struct Promotions {
    pub(crate) rules: Option<Promotion>,
    /// What the type of each number becomes, by numbers.
    pub(crate) becomes: BTreeMap<usize, Vec<usize>>,
    /// The types that come from a hand only, by promotion.
    pub(crate) from_hand: BTreeSet<usize>,
    /// The types that may also stay what they are.
    pub(crate) staying: BTreeSet<usize>,
    /// Whether each type becomes one other, as in shogi.
    pub(crate) is_shogi: bool,
}

/// Reads them. Types are numbered from 0 here, in the order of the diagram.
pub(crate) fn read(
    definition: &Definition,
    kinds: &[Kind],
    royal: Option<usize>,
    board: &Board,
    report: &mut Report,
) -> Promotions {
    let depth = definition.number(key::PROMO_ZONE, 1, (0, board.ranks), report);
    let types = u8::try_from(kinds.len()).unwrap_or(u8::MAX);
    let promoting = definition.number(key::MAX_PROMOTE, 1, (0, types), report);
    let offset = definition.number(key::PROMO_OFFSET, 0, (0, types), report);
    if depth == 0 || promoting == 0 {
        return Promotions::default();
    }
    let promoting = 0..usize::from(promoting);
    let zone = zone(board, depth);
    let promotions = match (definition.get(key::PROMO_OFFSET), offset) {
        (Some(setting), 1..) => shogi(kinds, promoting, offset, zone, &setting.key_at, report),
        _ => chess(definition, kinds, promoting, royal, zone, depth, report),
    };
    if promotions.rules.is_some() {
        tell_usual(definition, kinds, report);
    }
    promotions
}

/// Tells what holds without the keys that say who promotes where.
fn tell_usual(definition: &Definition, kinds: &[Kind], report: &mut Report) {
    if definition.get(key::MAX_PROMOTE).is_none()
        && let Some(first) = kinds.first()
    {
        let message =
            format!("`maxPromote` is not set: only the first type promotes, `{}`", first.name);
        report.remark(None, message);
    }
    if definition.get(key::PROMO_ZONE).is_none() {
        let message = "`promoZone` is not set: pieces promote on the last rank";
        report.remark(None, message.into());
    }
}

/// The last ranks of each side.
fn zone(board: &Board, depth: u8) -> Sides {
    [0, 1].map(|side| {
        let far = |square: &Square| board.rank_of(square.1, side == 1) >= board.ranks - depth;
        board.squares().into_iter().filter(far).collect()
    })
}

/// Each type becomes the one so many lines further down, if its player likes.
fn shogi(
    kinds: &[Kind],
    promoting: std::ops::Range<usize>,
    offset: u8,
    zone: Sides,
    at: &Place,
    report: &mut Report,
) -> Promotions {
    let mut becomes = BTreeMap::new();
    for number in promoting {
        let other = number + usize::from(offset);
        if other < kinds.len() {
            becomes.insert(number, vec![other]);
        } else {
            let name = &kinds[number].name;
            let message = format!("`promoOffset`: there is no piece {offset} lines below `{name}`");
            report.error(Some(at), message);
        }
    }
    let message = "`promoOffset`: pieces may promote when they enter or leave the zone or move in it, and must \
                   where they could never move again";
    report.remark(Some(at), message.into());
    let rules = Promotion {
        zone,
        when: vec!["enter", "inside", "leave"],
        mandatory: false,
        forced_when_stuck: true,
        limits: Vec::new(),
    };
    Promotions { rules: Some(rules), becomes, is_shogi: true, ..Promotions::default() }
}

/// A type that may be chosen.
struct Choice {
    number: usize,
    /// Not on the last rank.
    not_last: bool,
    /// Only if one of them is in hand.
    from_hand: bool,
}

/// All types that promote choose among the same ones.
fn chess(
    definition: &Definition,
    kinds: &[Kind],
    promoting: std::ops::Range<usize>,
    royal: Option<usize>,
    zone: Sides,
    depth: u8,
    report: &mut Report,
) -> Promotions {
    let setting = definition.get(key::PROMO_CHOICE);
    let choices = match setting {
        Some(setting) => choices(setting, kinds, depth, report),
        None => {
            let others = (promoting.end..kinds.len()).filter(|number| Some(*number) != royal);
            let plain = |number| Choice { number, not_last: false, from_hand: false };
            others.map(plain).collect()
        }
    };
    let (staying, others): (Vec<Choice>, Vec<Choice>) =
        choices.into_iter().partition(|choice| promoting.contains(&choice.number));
    match setting {
        Some(setting) => {
            refuse_choices(setting, kinds, promoting.len(), &staying, &others, report);
        }
        None if others.is_empty() => {}
        None => {
            let message = "`promoChoice` is not set: pieces promote to all types but those that promote and the \
                           royal one";
            report.remark(None, message.into());
        }
    }
    if others.is_empty() {
        return Promotions::default();
    }
    let rules = Promotion {
        zone,
        when: if depth > 1 { vec!["enter", "inside"] } else { vec!["enter"] },
        mandatory: staying.is_empty(),
        forced_when_stuck: staying.iter().any(|choice| choice.not_last),
        limits: Vec::new(),
    };
    let numbers: Vec<usize> = others.iter().map(|choice| choice.number).collect();
    Promotions {
        rules: Some(rules),
        becomes: promoting.map(|number| (number, numbers.clone())).collect(),
        from_hand: others.iter().filter(|c| c.from_hand).map(|c| c.number).collect(),
        staying: staying.iter().map(|choice| choice.number).collect(),
        is_shogi: false,
    }
}

/// Refuses choices that our files do not have: `staying` are those to remain what one is.
fn refuse_choices(
    setting: &Setting,
    kinds: &[Kind],
    promoting: usize,
    staying: &[Choice],
    others: &[Choice],
    report: &mut Report,
) {
    let is_stuck = |choice: &Choice| {
        kinds[choice.number].movement.as_deref().is_some_and(xbetza::goes_forward)
    };
    let why = if !staying.is_empty() && promoting > 1 {
        "one of several types that promote may be chosen"
    } else if staying.iter().any(|choice| choice.from_hand) {
        "a piece may stay what it is only while one of it is in hand"
    } else if staying.iter().any(|choice| choice.not_last && !is_stuck(choice)) {
        "a piece must promote on the last rank, though it could move on"
    } else if others.iter().any(|choice| choice.not_last) {
        "a type may be chosen everywhere in the zone but on the last rank"
    } else {
        return;
    };
    report.refuse_at(&setting.key_at, key::PROMO_CHOICE, why);
}

/// `!P*NQ2`: letters, `!` before what may not be chosen on the last rank, `*` before what has to be in hand, and
/// behind a letter on how many of the last ranks it may be chosen.
fn choices(setting: &Setting, kinds: &[Kind], depth: u8, report: &mut Report) -> Vec<Choice> {
    let text = &setting.value;
    let mut choices: Vec<Choice> = Vec::new();
    let (mut not_last, mut from_hand) = (false, false);
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        let span = at..at + letter.len_utf8();
        at = span.end;
        let place = setting.value_at.part(span.clone());
        match letter {
            '!' => not_last = true,
            '*' => from_hand = true,
            ',' | ' ' => {}
            '0'..='9' => {
                let digits = text[span.start..].chars().take_while(char::is_ascii_digit).count();
                at = span.start + digits;
                if text[span.start..at].parse::<u8>().is_ok_and(|ranks| ranks < depth) {
                    let why = "a type may be chosen on some ranks of the zone only";
                    report.refuse_at(&place, key::PROMO_CHOICE, why);
                }
            }
            _ => {
                let Some((number, length)) = called(&text[span.start..], kinds) else {
                    let message = format!("`promoChoice`: no piece is called `{letter}`");
                    report.error(Some(&place), message);
                    continue;
                };
                at = span.start + length;
                if choices.iter().all(|choice| choice.number != number) {
                    choices.push(Choice { number, not_last, from_hand });
                }
                (not_last, from_hand) = (false, false);
            }
        }
    }
    choices
}

/// The piece whose letters a text begins with, of several the one with the most.
pub(crate) fn called(text: &str, kinds: &[Kind]) -> Option<(usize, usize)> {
    let begins = |(number, kind): (usize, &Kind)| {
        let start = text.get(..kind.called.len())?;
        let is_called = !start.is_empty() && start.to_uppercase() == kind.called;
        is_called.then_some((number, kind.called.len()))
    };
    // Of two pieces with the same letters the first one is meant.
    kinds.iter().enumerate().filter_map(begins).rev().max_by_key(|(_, length)| *length)
}
