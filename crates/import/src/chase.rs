//! Pieces that may not be chased for ever, as in Xiangqi.

use crate::game::{Chase, Sides};
use crate::report::Report;
use crate::translate::Rules;
use crate::types::Type;
use std::collections::BTreeSet;

const KEY: &str = "chasingRule";

/// Those that chase others even where these are protected: who, and whom.
pub(crate) const LESSER: [(&[&str], &[&str]); 2] =
    [(&["horse", "cannon"], &["rook"]), (&["elephant", "fers"], &["rook", "horse", "cannon"])];
/// Those that may chase, and be chased; but this one only while it has not come far.
pub(crate) const FREE: [&str; 2] = ["king", "soldier"];

/// Reads the rule.
pub(crate) fn read(rules: &Rules<'_>, report: &mut Report) -> Vec<Chase> {
    match rules.config.text(KEY) {
        "axf" => axf(rules),
        "none" => Vec::new(),
        word => {
            let message = format!("`{KEY}` cannot be `{word}`: it is axf or none");
            report.error(rules.config.slot(KEY).at.as_ref(), message);
            Vec::new()
        }
    }
}

fn axf(rules: &Rules<'_>) -> Vec<Chase> {
    let types = |keys: &[&str]| {
        let wanted: Vec<Type> = keys.iter().filter_map(|key| Type::of_key(key)).collect();
        rules.ids(rules.forms.moving_as(move |kind| wanted.contains(&kind)))
    };
    let free: Vec<Type> = FREE.iter().filter_map(|key| Type::of_key(key)).collect();
    let others = rules.ids(rules.forms.moving_as(move |kind| !free.contains(&kind)));
    let chase = |victims: Vec<String>, by: Vec<String>| Chase { victims, by, ..Chase::default() };
    let mut found = vec![
        chase(others.clone(), others.clone()),
        Chase { zone: beyond(rules), ..chase(types(&["soldier"]), others) },
    ];
    let lesser = LESSER.iter().map(|(by, victims)| chase(types(victims), types(by)));
    found.extend(lesser.map(|chase| Chase { protected: true, ..chase }));
    found.retain(|chase| !chase.victims.is_empty() && !chase.by.is_empty());
    found
}

/// Where a soldier has come far, if that is not everywhere.
fn beyond(rules: &Rules<'_>) -> Option<Sides> {
    let rank = rules.config.index("soldierPromotionRank").filter(|rank| *rank > 0)?;
    Some([false, true].map(|second| {
        let squares = rules.board.squares().into_iter();
        let far = |square: &crate::region::Square| rules.board.rank_of(square.1, second) >= rank;
        squares.filter(far).collect::<BTreeSet<_>>()
    }))
}
