//! Counts of moves: a side that is not mated in time draws.

use crate::ends::{has_several, royals};
use crate::game::{CountLimit, Counting};
use crate::report::Report;
use crate::translate::Rules;
use crate::types::Type;

const KEY: &str = "countingRule";

/// What the other side must have, at least so many, and how far the side that is alone then counts.
type Limit = (&'static str, u32, u32);

const MAKRUK: [Limit; 5] =
    [("rook", 2, 8), ("rook", 1, 16), ("silver", 2, 22), ("knight", 2, 32), ("silver", 1, 44)];
const ASEAN: [Limit; 3] = [("rook", 1, 16), ("silver", 1, 44), ("knight", 1, 64)];

/// Reads the rules.
pub(crate) fn read(rules: &Rules<'_>, report: &mut Report) -> Vec<Counting> {
    let word = rules.config.text(KEY);
    if word == "none" {
        return Vec::new();
    }
    check(rules, report);
    let pawns = types(rules, "pawn");
    let any = |moves| vec![CountLimit { types: Vec::new(), count: 1, moves }];
    let bare = |limits: &[Limit], less: u32, rest: Option<u32>| Counting {
        without: pawns.clone(),
        at_most: Some(1),
        from_pieces: rest.is_some(),
        limits: limits
            .iter()
            .map(|(key, count, moves)| (types(rules, key), *count, moves - less))
            .filter(|(types, ..)| !types.is_empty())
            .map(|(types, count, moves)| CountLimit { types, count, moves })
            .chain(rest.into_iter().flat_map(any))
            .collect(),
    };
    let crowd = |without: &[String], at_most, moves| Counting {
        without: without.to_vec(),
        at_most,
        from_pieces: false,
        limits: any(moves),
    };
    let mut found = match word {
        "makruk" => vec![bare(&MAKRUK, 0, Some(64)), crowd(&pawns, None, 64)],
        "cambodian" => vec![bare(&MAKRUK, 1, Some(63)), crowd(&[], Some(3), 63)],
        "asean" => vec![bare(&ASEAN, 0, None)],
        _ => {
            let message =
                format!("`{KEY}` cannot be `{word}`: it is makruk, cambodian, asean or none");
            report.error(rules.config.slot(KEY).at.as_ref(), message);
            Vec::new()
        }
    };
    found.retain(|rule| !rule.limits.is_empty());
    found
}

/// There pieces in hand do not count, and a side that is alone has one king.
fn check(rules: &Rules<'_>, report: &mut Report) {
    if rules.drops() {
        report.refuse(rules.config, KEY, "pieces in hand are not counted");
    }
    if has_several(rules, &royals(rules, report)) {
        report.refuse(rules.config, KEY, "a side with several royals is not alone");
    }
}

/// The letters of what moves as a type.
fn types(rules: &Rules<'_>, key: &str) -> Vec<String> {
    let wanted = Type::of_key(key);
    rules.ids(rules.forms.moving_as(|kind| Some(kind) == wanted))
}
