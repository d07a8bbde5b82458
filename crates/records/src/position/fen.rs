//! FEN.

use super::board::{self, Ranks};
use super::flags::{self, Flags};
use super::{castling, checks, hands, no_more};
use crate::TextError;
use crate::field::Field;
use komadai_rules::{Color, Setup, Square, Variant};

/// Writes a position as FEN, with flags after the usual fields where those do not say all.
///
/// The count of plies survives if the first side is to move after an even number of them, as in
/// every game that the first side begins.
pub fn to_fen(v: &Variant, setup: &Setup) -> String {
    write(v, setup, &Ranks::new(v))
}

pub(super) fn write(v: &Variant, setup: &Setup, ranks: &Ranks<'_>) -> String {
    let mut board = ranks.write(setup);
    if hands::exist(v) {
        board = format!("{board}[{}]", hands::write_holdings(v, setup));
    }
    let side = match setup.side {
        Color::First => "w",
        Color::Second => "b",
    };
    let castling = castling::write(v, setup);
    let en_passant = match setup.en_passant.as_slice() {
        [] => "-".to_owned(),
        squares => squares.iter().map(|s| v.square_name(*s)).collect(),
    };
    let clock = if v.end.quiet.is_some() { setup.quiet } else { 0 };
    let number = u64::from(setup.ply) / 2 + 1;
    let mut flags = flags::write_common(v, setup, !castling.says_all);
    flags.extend(flags::passed_pawn(v, setup));
    let checks = checks::write(v, setup).map(|field| format!("{field} ")).unwrap_or_default();
    let mut text =
        format!("{board} {side} {} {en_passant} {checks}{clock} {number}", castling.field);
    if !flags.is_empty() {
        text.push(' ');
        text.push_str(&flags.join(","));
    }
    text
}

/// Whether the fields after a board can only be a FEN's: two numbers at the end, or `-` or a square
/// in the place of SFEN's number.
pub(super) fn is_tail(v: &Variant, fields: &[Field<'_>]) -> bool {
    let after_side = fields.get(1..).unwrap_or_default();
    let numbers = after_side.windows(2).any(|pair| pair.iter().all(|field| field.is_number()));
    let en_passant = after_side
        .get(1)
        .is_some_and(|field| field.text == "-" || flags::passed_over(v, *field).is_ok());
    numbers || en_passant
}

/// Reads the board and the fields after it.
pub(super) fn parse(v: &Variant, board: Field<'_>, rest: &[Field<'_>]) -> Result<Setup, TextError> {
    let (board, hands) = board_and_hands(v, board)?;
    let (side, rest) = match rest.split_first() {
        Some((field, rest)) => (super::side(*field, "w", "b")?, rest),
        None => (Color::First, rest),
    };
    let (flags, rest) = match rest.split_last() {
        Some((last, rest)) if flags::is_flags(*last) => (flags::read(v, *last, &board)?, rest),
        _ => (Flags::default(), rest),
    };
    let (checks, rest): (Vec<_>, Vec<_>) = rest.iter().partition(|field| checks::is_field(**field));
    no_more(checks.get(1..).unwrap_or_default())?;
    let given = checks.first().map(|field| checks::read(v, *field)).transpose()?;
    let numbers = rest.iter().position(|field| field.is_number());
    let (rest, numbers) = rest.split_at(numbers.unwrap_or(rest.len()));
    no_more(rest.get(2..).unwrap_or_default())?;
    let implied = match rest.first() {
        Some(field) => castling::read(v, *field, &board)?,
        None => None,
    };
    let en_passant = match rest.get(1) {
        Some(field) => en_passant(v, *field)?,
        None => None,
    };
    let (clock, ply) = clocks(numbers, side)?;
    Ok(Setup {
        board,
        hands,
        side,
        ply,
        passes: flags::passes_by_side(side, flags.passes),
        unmoved: flags.unmoved.or(implied),
        en_passant: en_passant.or(flags.en_passant).unwrap_or_default(),
        passed_pawn: flags.passed_pawn,
        quiet: flags.quiet.or(v.end.quiet.is_some().then_some(clock)).unwrap_or(0),
        checks_given: given.or(flags.checks_given).unwrap_or_default(),
        just_took: flags.just_took,
        counted: flags.counted,
    })
}

/// Reads the board and the hands, which stand in brackets behind it or in one more rank.
fn board_and_hands(
    v: &Variant,
    field: Field<'_>,
) -> Result<(board::Squares, hands::Hands), TextError> {
    let (squares, mut holdings) = match field.text.find('[') {
        None => (field, None),
        Some(at) => (field.to(at), Some(in_brackets(field.from(at))?)),
    };
    let mut ranks: Vec<Field<'_>> = squares.split('/').collect();
    if holdings.is_none() && hands::exist(v) && ranks.len() == usize::from(v.board.ranks) + 1 {
        holdings = ranks.pop();
    }
    let hands = match holdings {
        Some(field) => hands::read(v, field)?,
        None => hands::empty(v),
    };
    Ok((board::read(v, squares, &ranks)?, hands))
}

/// What stands between `[` at the beginning and `]` at the end.
fn in_brackets(field: Field<'_>) -> Result<Field<'_>, TextError> {
    match field.text.find(']') {
        None => Err(field
            .error("the bracket is not closed")
            .help("expected `]` after the pieces in hand")),
        Some(end) if end + 1 < field.text.len() => Err(field
            .from(end + 1)
            .error("there is more after the pieces in hand")
            .help("expected a space and the side to move")),
        Some(end) => Ok(field.to(end).from(1)),
    }
}

fn en_passant(v: &Variant, field: Field<'_>) -> Result<Option<Vec<Square>>, TextError> {
    if field.text == "-" {
        return Ok(None);
    }
    flags::passed_over(v, field).map(Some)
}

/// The quiet plies and the plies since the start, from the two numbers at the end.
fn clocks(numbers: &[Field<'_>], side: Color) -> Result<(u32, u32), TextError> {
    no_more(numbers.get(2..).unwrap_or_default())?;
    let clock = match numbers.first() {
        Some(field) => field.number("number of quiet plies")?,
        None => 0,
    };
    let plies_of_side = side.index() as u32;
    let ply = match numbers.get(1) {
        Some(field) => field
            .number("move number")?
            .saturating_sub(1)
            .checked_mul(2)
            .and_then(|plies| plies.checked_add(plies_of_side))
            .ok_or_else(|| field.error("the move number is too large"))?,
        None => plies_of_side,
    };
    Ok((clock, ply))
}
