//! `P-7f`: as English books on shogi write.

use super::{Choices, Rivals, declines, rivals};
use crate::moves::placed_in_san;
use crate::pgn;
use komadai_rules::variant::Coordinates;
use komadai_rules::{AnyPlay, Move, MoveKind, Square};

/// A legal move as English books write it. Where squares are written as in chess, moves are too.
///
/// | move | text |
/// |---|---|
/// | to an empty square, capture, drop | `P-7f`, `Px7f`, `P*7f` |
/// | where several could go there | `G4i-5h` |
/// | promotion, declined | `P-7c+`, `P-7c=` |
/// | by a middle square | `Nx7fx7e` |
/// | shot (igui, rifle), pass in place, pass | `Nx!7f`, `N-!7f`, `pass` |
/// | a piece placed as a part of the move | `P-7f,5e`, `N-3g/H` |
pub fn western(at: &AnyPlay, m: Move) -> String {
    written(&Choices::of(at), m)
}

/// The same among these moves.
pub(super) fn written(choices: &Choices<'_>, m: Move) -> String {
    let at = choices.at;
    let variant = at.variant();
    if variant.board.coordinates == Coordinates::Algebraic {
        return pgn::san_among(choices, m);
    }
    let name = |square: Square| variant.display_square(square);
    let id = |i: usize| variant.pieces[i].id.as_str();
    if m.kind() == MoveKind::Drop {
        return format!("{}*{}", id(m.dropped().index()), name(m.to()));
    }
    let Some((_, piece)) = at.at(m.from()).filter(|_| m.kind() != MoveKind::Pass) else {
        return "pass".to_owned();
    };
    let origin =
        if rivals(choices, m, Rivals::Legal).is_empty() { String::new() } else { name(m.from()) };
    let promotes = &variant.pieces[piece.index()].promotes;
    let promotion = match usize::from(m.promotion()).checked_sub(1) {
        Some(choice) if promotes.len() > 1 => format!("={}", id(promotes[choice].index())),
        Some(_) => "+".to_owned(),
        None if declines(choices, m) => "=".to_owned(),
        None => String::new(),
    };
    let placed = placed_in_san(variant, m);
    format!("{}{origin}{}{promotion}{placed}", id(piece.index()), way(at, m))
}

/// The squares that are gone to, each with what happens there.
fn way(at: &AnyPlay, m: Move) -> String {
    let variant = at.variant();
    let captures = at.captures(m);
    let mark = |square: &Square| if captures.contains(square) { 'x' } else { '-' };
    match m.kind() {
        MoveKind::Shot => format!("x!{}", variant.display_square(m.via())),
        MoveKind::Jitto => format!("-!{}", variant.display_square(m.via())),
        _ => {
            let mut squares = at.middles(m);
            squares.push(m.to());
            let leg = |s: &Square| format!("{}{}", mark(s), variant.display_square(*s));
            squares.iter().map(leg).collect()
        }
    }
}
