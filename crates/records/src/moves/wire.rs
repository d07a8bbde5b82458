//! Moves as UCI and XBoard write them: algebraic, leg by leg.

use super::{Spelling, placing};
use komadai_rules::variant::Landing;
use komadai_rules::{MoveKind, Variant};

/// As UCI writes moves: `e2e4`, `P@e5`, `e7d7,d7c8`, `0000`.
pub fn uci(v: &Variant, spelling: &Spelling) -> String {
    by_legs(v, spelling, "0000")
}

/// As XBoard writes moves: like UCI, but `O-O` and `O-O-O` for castling to fixed files, but `@@@@` for a pass, in place too, with ranks that count as
/// XBoard counts them (from 0 on boards of ten), and `+` only for a promotion to the piece's own `+`
/// form. Who could have that and reaches the edge of the board without it says so by `=`: XBoard would
/// promote a pawn there.
pub fn xboard(v: &Variant, spelling: &Spelling) -> String {
    if spelling.mv.kind() == MoveKind::Jitto {
        return XBOARD_PASS.to_owned();
    }
    if spelling.mv.kind() == MoveKind::Castle && v.castling.landing == Landing::Fixed {
        let right = spelling.mv.via() > spelling.mv.from();
        return if right { "O-O" } else { "O-O-O" }.to_owned();
    }
    let text =
        renumbered(&by_legs(v, spelling, XBOARD_PASS), xboard_first_rank(v), v.board.first_rank);
    let letter = spelling.promoted(v).map(|piece| v.pieces[piece.index()].id.to_lowercase());
    match (text.strip_suffix('+'), letter) {
        (Some(squares), Some(letter)) if !letter.starts_with('+') => format!("{squares}{letter}"),
        (_, None) if declines_at_the_edge(v, spelling) => text + "=",
        _ => text,
    }
}

/// Whether a piece with a `+` form goes to the first or last rank as what it is.
fn declines_at_the_edge(v: &Variant, spelling: &Spelling) -> bool {
    let (Some(mover), Some(to)) = (spelling.mover, spelling.squares.last()) else { return false };
    let mut forms = v.pieces[mover.index()].promotes.iter();
    spelling.mv.kind() != MoveKind::Drop
        && [0, v.board.ranks - 1].contains(&v.board.rank(*to))
        && forms.any(|form| v.pieces[form.index()].id.starts_with('+'))
}

/// A move or a square of XBoard's in the algebraic form of the game.
pub fn from_xboard(v: &Variant, text: &str) -> String {
    renumbered(text, v.board.first_rank, xboard_first_rank(v))
}

/// The number that XBoard gives to the lowest rank: 0 on boards of ten ranks, so that all their ranks
/// have one digit as in Xiangqi, and 1 on all others (`ONE` in its common.h).
pub(crate) fn xboard_first_rank(v: &Variant) -> u8 {
    u8::from(v.board.ranks != 10)
}

/// How XBoard says that nothing moves.
const XBOARD_PASS: &str = "@@@@";

/// A text with its ranks counted from `to` instead of `from`. A rank that is not there then is said
/// as one that never is.
pub(crate) fn renumbered(text: &str, to: u8, from: u8) -> String {
    let mut renumbered = String::new();
    let mut rest = text;
    while to != from
        && let Some(start) = rest.find(|c: char| c.is_ascii_digit())
    {
        let length = rest[start..].bytes().take_while(u8::is_ascii_digit).count();
        let (before, number) = (&rest[..start], &rest[start..start + length]);
        let rank = number.parse::<u32>().ok().and_then(|n| n.checked_add(u32::from(to)));
        let rank = rank.and_then(|n| n.checked_sub(u32::from(from))).unwrap_or(u32::from(u8::MAX));
        renumbered += &format!("{before}{rank}");
        rest = &rest[start + length..];
    }
    renumbered + rest
}

fn by_legs(v: &Variant, spelling: &Spelling, pass: &str) -> String {
    if spelling.mv.is_placing() {
        let bare = Spelling { mv: spelling.mv.without_placing(), ..spelling.clone() };
        return placing::in_uci(v, spelling.mv, by_legs(v, &bare, pass));
    }
    if spelling.mv.kind() == MoveKind::Pass {
        return pass.to_owned();
    }
    let plain = spelling.algebraic(v);
    let names: Vec<String> = spelling.squares.iter().map(|s| v.square_name(*s)).collect();
    if names.len() < 3 {
        return plain;
    }
    let promotion = &plain[names.concat().len()..];
    let legs: Vec<String> = names.windows(2).map(|leg| leg.concat()).collect();
    legs.join(",") + promotion
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_renumbered() {
        for (text, to, from, expected) in [
            ("d3d4", 1, 0, "d4d5"),
            ("e11e10+", 1, 0, "e12e11+"),
            ("d4d5", 0, 1, "d3d4"),
            ("e12f12,f12e12", 0, 1, "e11f11,f11e11"),
            ("a0b1", 0, 1, "a255b0"),
            ("a99999999999999999999", 0, 1, "a255"),
            ("P@e5", 1, 1, "P@e5"),
            ("@@@@", 0, 1, "@@@@"),
            ("", 0, 1, ""),
        ] {
            assert_eq!(renumbered(text, to, from), expected, "{text}");
        }
    }
}
