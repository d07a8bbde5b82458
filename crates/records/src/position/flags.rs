//! The last field: what board, side and hands do not say.

use super::board::Squares;
use super::unmoved;
use crate::TextError;
use crate::field::Field;
use crate::square::{self, Style};
use komadai_rules::{Setup, Square, Variant};

const ALGEBRAIC: Style = Style::Algebraic;

/// The flags of a text; `None` for those that it does not hold.
#[derive(Default)]
pub(super) struct Flags {
    pub(super) passes: Option<u8>,
    pub(super) unmoved: Option<Vec<Square>>,
    pub(super) quiet: Option<u32>,
    pub(super) en_passant: Option<Square>,
}

/// Whether a field can only be flags.
pub(super) fn is_flags(field: Field<'_>) -> bool {
    field.text == "pass" || field.text.contains('=') || field.text.starts_with("pass,")
}

/// Reads the flags of a position with the given board.
pub(super) fn read(v: &Variant, field: Field<'_>, board: &Squares) -> Result<Flags, TextError> {
    let mut flags = Flags::default();
    for flag in field.split(',') {
        let at = flag.text.find('=').unwrap_or(flag.text.len());
        let (name, value) = (flag.to(at).text, flag.from((at + 1).min(flag.text.len())));
        let is_new = match name {
            "pass" => flags.passes.replace(passes(v, flag, value)?).is_none(),
            "unmoved" => flags.unmoved.replace(squares(v, flag, value, board)?).is_none(),
            "quiet" => flags.quiet.replace(quiet(v, flag, value)?).is_none(),
            "ep" => flags.en_passant.replace(square::read(v, ALGEBRAIC, value)?).is_none(),
            _ => return Err(unknown(flag)),
        };
        if !is_new {
            return Err(flag.error(format!("`{name}` is given twice")));
        }
    }
    Ok(flags)
}

/// `pass` and `unmoved`, for a position whose other fields do not say `unmoved` if `with_unmoved`.
pub(super) fn write_common(v: &Variant, setup: &Setup, with_unmoved: bool) -> Vec<String> {
    let mut flags = Vec::new();
    match setup.passes {
        0 => {}
        1 => flags.push("pass".to_owned()),
        n => flags.push(format!("pass={n}")),
    }
    if with_unmoved {
        let names: String =
            unmoved::of(v, setup).into_iter().map(|square| v.square_name(square)).collect();
        let names = if names.is_empty() { "-" } else { &names };
        flags.push(format!("unmoved={names}"));
    }
    flags
}

fn unknown(flag: Field<'_>) -> TextError {
    flag.error(format!("`{}` is no flag of a position", flag.text))
        .help("the flags are `pass`, `unmoved=SQUARES`, `quiet=NUMBER` and `ep=SQUARE`")
}

fn passes(v: &Variant, flag: Field<'_>, value: Field<'_>) -> Result<u8, TextError> {
    if v.shocks.is_empty() {
        return Err(flag.error(format!("nobody must ever pass in {}", v.name)));
    }
    if flag.text == "pass" {
        return Ok(1);
    }
    let number = value.number("number of passes")?;
    u8::try_from(number)
        .ok()
        .filter(|&n| n > 0)
        .ok_or_else(|| value.error(format!("{number} passes")).help("expected 1 to 255"))
}

fn quiet(v: &Variant, flag: Field<'_>, value: Field<'_>) -> Result<u32, TextError> {
    if v.end.quiet.is_none() {
        return Err(flag.error(format!("{} does not count quiet plies", v.name)));
    }
    value.number("number of plies")
}

/// A list of squares of unmoved pieces, or `-`.
fn squares(
    v: &Variant,
    flag: Field<'_>,
    value: Field<'_>,
    board: &Squares,
) -> Result<Vec<Square>, TextError> {
    if !unmoved::is_tracked(v) {
        return Err(
            flag.error(format!("in {} it makes no difference what has never moved", v.name))
        );
    }
    let mut squares = Vec::new();
    if value.text.is_empty() {
        return Err(value.error("there are no squares").help("write `-` for none"));
    }
    let mut rest = if value.text == "-" { value.from(1) } else { value };
    while !rest.text.is_empty() {
        let (square, tail) = square::take(v, ALGEBRAIC, rest)?;
        let name = rest.to(rest.text.len() - tail.text.len());
        check_trackable(v, name, board, square)?;
        if squares.contains(&square) {
            return Err(name.error(format!("{} is given twice", name.text)));
        }
        squares.push(square);
        rest = tail;
    }
    Ok(unmoved::sorted(squares))
}

fn check_trackable(
    v: &Variant,
    name: Field<'_>,
    board: &Squares,
    square: Square,
) -> Result<(), TextError> {
    let tracked = |piece| v.tracks_unmoved(piece);
    let is_there = board[square.index()].is_some_and(|(_, piece)| tracked(piece));
    if is_there {
        return Ok(());
    }
    Err(name.error(format!("there is no such piece on {}", name.text)).help(format!(
        "it matters only of {} whether they have moved",
        crate::piece::ids(v, tracked)
    )))
}
