//! Passes, kings that face each other, and points that decide what would be a draw.

use crate::forms::COLOURS;
use crate::game::{Passing, Points};
use crate::report::Report;
use crate::translate::Rules;
use crate::types::Type;
use komadai_variant::Outcome;
use std::collections::BTreeSet;

/// What the types are worth in Janggi.
const JANGGI: [(&str, u32); 6] = [
    ("rook", 13),
    ("janggiCannon", 7),
    ("horse", 5),
    ("janggiElephant", 3),
    ("wazir", 3),
    ("soldier", 2),
];

/// Who may pass, and what of it cannot be said.
pub(crate) fn read(rules: &Rules<'_>, report: &mut Report) -> Vec<Passing> {
    let kingless = !rules.config.pieces.contains_key(&Type::KING);
    if kingless && rules.drops() {
        for colour in COLOURS {
            for key in ["pass", "passOnStalemate"].map(|key| format!("{key}{colour}")) {
                if rules.config.flag(&key) {
                    report.refuse(rules.config, &key, "a side without a piece cannot pass");
                }
            }
        }
    }
    rights(rules)
}

/// Who may pass: at any turn, or where it is stuck, which comes first there.
pub(crate) fn rights(rules: &Rules<'_>) -> Vec<Passing> {
    let says = |key: &str, colour: &str| rules.config.flag(&format!("{key}{colour}"));
    let when = COLOURS.map(|colour| {
        if says("passOnStalemate", colour) {
            Some("stuck")
        } else {
            says("pass", colour).then_some("always")
        }
    });
    match when {
        [Some(first), Some(second)] if first == second => {
            vec![Passing { when: first, side: None }]
        }
        sides => {
            let named = ["first", "second"].into_iter().zip(sides);
            let named = named.filter_map(|(side, when)| Some((side, when?)));
            named.map(|(side, when)| Passing { when, side: Some(side) }).collect()
        }
    }
}

/// Whether kings that face each other have to be parted.
pub(crate) fn facing(rules: &Rules<'_>, report: &mut Report) -> bool {
    const KEY: &str = "bikjangRule";
    if !rules.config.flag(KEY) {
        return false;
    }
    let always = matches!(&rights(rules)[..], [Passing { when: "always", side: None }]);
    if !always || !rules.config.flag("checking") {
        let why = "kings that face each other where not both sides may pass";
        report.refuse(rules.config, KEY, why);
    }
    // There kings face each other along ranks, too.
    let squares =
        rules.confine(Type::KING).unwrap_or_else(|| [0, 1].map(|_| rules.board.squares()));
    let ranks = squares.map(|squares| squares.into_iter().map(|at| at.1).collect::<BTreeSet<u8>>());
    if !ranks[0].is_disjoint(&ranks[1]) {
        report.refuse(rules.config, KEY, "kings that face each other on a rank");
    }
    true
}

/// How points are counted.
pub(crate) fn points(rules: &Rules<'_>, report: &mut Report) -> Option<Points> {
    const KEY: &str = "materialCounting";
    let value = |(key, points): (&str, u32)| {
        let wanted = Type::of_key(key);
        (rules.ids(rules.forms.moving_as(|kind| Some(kind) == wanted)), points)
    };
    let no_values = |lead| Some(Points { values: Vec::new(), lead: Some(lead) });
    let word = rules.config.text(KEY);
    if word != "none" && rules.config.outcome("stalemateValue") == Some(Outcome::Draw) {
        report.refuse(rules.config, KEY, "points decide a stalemate, too");
    }
    match word {
        "none" => None,
        "janggi" => {
            let mut values: Vec<(Vec<String>, u32)> = JANGGI.into_iter().map(value).collect();
            values.retain(|(types, _)| !types.is_empty());
            Some(Points { values, lead: Some(2) })
        }
        "unweighted" => {
            if rules.drops() {
                report.refuse(rules.config, KEY, "pieces in hand are not counted");
            }
            let all = rules.ids(rules.forms.moving_as(|_| true));
            Some(Points { values: vec![(all, 1)], lead: None })
        }
        "whitedrawodds" => no_values(0),
        "blackdrawodds" => no_values(1),
        _ => {
            let message = format!(
                "`{KEY}` cannot be `{word}`: it is janggi, unweighted, whitedrawodds, blackdrawodds or none"
            );
            report.error(rules.config.slot(KEY).at.as_ref(), message);
            None
        }
    }
}
