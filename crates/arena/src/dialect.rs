//! Moves in the words of each protocol.

use komadai_records::moves::Spelling;
use komadai_rules::{MoveKind, Variant};

/// As UCI writes moves: algebraic, several legs with a comma, the pass `0000`.
pub(crate) fn uci(v: &Variant, spelling: &Spelling) -> String {
    legs(v, spelling, "0000")
}

/// As XBoard writes moves: like UCI, the pass `@@@@`.
pub(crate) fn xboard(v: &Variant, spelling: &Spelling) -> String {
    legs(v, spelling, "@@@@")
}

fn legs(v: &Variant, spelling: &Spelling, pass: &str) -> String {
    let plain = spelling.algebraic(v);
    if spelling.mv.kind() == MoveKind::Pass {
        return pass.to_owned();
    }
    let names: Vec<String> = spelling.squares.iter().map(|s| v.square_name(*s)).collect();
    if names.len() < 3 {
        return plain;
    }
    let promotion = &plain[names.concat().len()..];
    let legs: Vec<String> = names.windows(2).map(|leg| leg.concat()).collect();
    legs.join(",") + promotion
}
