//! Pieces in hand.

use super::board::unknown_piece;
use crate::TextError;
use crate::field::Field;
use crate::piece;
use komadai_rules::{Color, PieceType, Setup, Variant};

/// How many of each type each side holds, as in [`Setup::hands`].
pub(super) type Hands = [Vec<u8>; 2];

/// Nobody holds anything.
pub(super) fn empty(v: &Variant) -> Hands {
    [vec![0; v.pieces.len()], vec![0; v.pieces.len()]]
}

/// Reads `-`, nothing at all, or letters with a count before them where it is not 1.
pub(super) fn read(v: &Variant, field: Field<'_>) -> Result<Hands, TextError> {
    let mut hands = empty(v);
    if field.text == "-" {
        return Ok(hands);
    }
    let mut rest = field;
    while !rest.text.is_empty() {
        let (digits, letters) = rest.split_digits();
        if letters.text.is_empty() {
            return Err(letters
                .error("a count without a piece")
                .help(format!("expected a letter after {}", digits.text)));
        }
        let (color, piece, len) =
            piece::piece_at_start(v, letters.text).ok_or_else(|| unknown_piece(v, letters))?;
        let item = rest.to(digits.text.len() + len);
        check_holdable(v, piece, item)?;
        let held = &mut hands[color.index()][piece.index()];
        *held = count(digits)?.checked_add(*held).ok_or_else(|| too_many(item))?;
        rest = letters.from(len);
    }
    Ok(hands)
}

/// Writes the hands with counts, the first side's first; `-` for nothing.
pub(super) fn write(v: &Variant, setup: &Setup) -> String {
    let mut text = String::new();
    for (color, piece, count) in held(setup) {
        if count > 1 {
            text.push_str(&count.to_string());
        }
        piece::push_cased(&mut text, &v.pieces[piece.index()].id, color);
    }
    or_dash(text)
}

/// Writes the hands with every letter as often as it is held.
pub(super) fn write_holdings(v: &Variant, setup: &Setup) -> String {
    let text = held(setup)
        .map(|(color, piece, count)| {
            piece::cased(&v.pieces[piece.index()].id, color).repeat(usize::from(count))
        })
        .collect();
    or_dash(text)
}

/// Whether anything can ever be in hand.
pub(super) fn exist(v: &Variant) -> bool {
    v.captures_to_hand || v.drops.allowed || v.pieces.iter().any(|piece| piece.hand != [0, 0])
}

fn or_dash(text: String) -> String {
    if text.is_empty() { "-".to_owned() } else { text }
}

fn held(setup: &Setup) -> impl Iterator<Item = (Color, PieceType, u8)> {
    Color::BOTH.into_iter().flat_map(|color| {
        (0u8..)
            .zip(&setup.hands[color.index()])
            .filter(|&(_, &count)| count > 0)
            .map(move |(piece, &count)| (color, PieceType(piece), count))
    })
}

/// The number before a letter, 1 if there is none.
fn count(digits: Field<'_>) -> Result<u8, TextError> {
    if digits.text.is_empty() {
        return Ok(1);
    }
    match digits.number("number of pieces")? {
        0 => Err(digits.error("a count of 0 pieces").help("leave out pieces that are not in hand")),
        n => u8::try_from(n).map_err(|_| too_many(digits)),
    }
}

fn too_many(item: Field<'_>) -> TextError {
    item.error("too many pieces in hand").help("a hand holds at most 255 of a type")
}

fn check_holdable(v: &Variant, piece: PieceType, item: Field<'_>) -> Result<(), TextError> {
    let base = v.pieces[piece.index()].demotes_to;
    if !exist(v) {
        return Err(item.error(format!("{} has no pieces in hand", v.name)).help("expected `-`"));
    }
    if base != piece {
        let id = |piece: PieceType| &v.pieces[piece.index()].id;
        return Err(item
            .error(format!("{} is never in hand", id(piece)))
            .help(format!("when captured, it becomes {}", id(base))));
    }
    Ok(())
}
