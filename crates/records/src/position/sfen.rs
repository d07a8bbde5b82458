//! SFEN.

use super::board::{self, Ranks};
use super::flags::{self, Flags};
use super::{hands, no_more, side, unmoved};
use crate::TextError;
use crate::field::Field;
use crate::square::{self, Style};
use komadai_rules::variant::CaptureBan;
use komadai_rules::{Color, Setup, Square, Variant};

/// Writes a position as SFEN.
pub fn to_sfen(v: &Variant, setup: &Setup) -> String {
    write(v, setup, &Ranks::new(v))
}

pub(super) fn write(v: &Variant, setup: &Setup, ranks: &Ranks<'_>) -> String {
    let side = match setup.side {
        Color::First => "b",
        Color::Second => "w",
    };
    let mut fields = vec![
        ranks.write(setup),
        side.to_owned(),
        hands::write(v, setup),
        (u64::from(setup.ply) + 1).to_string(),
    ];
    let flags = write_flags(v, setup);
    if !flags.is_empty() {
        fields.push(flags.join(","));
    }
    fields.join(" ")
}

fn write_flags(v: &Variant, setup: &Setup) -> Vec<String> {
    let mut flags = flags::write_common(v, setup, unmoved::is_tracked(v));
    if v.end.quiet.is_some() && setup.quiet > 0 {
        flags.push(format!("quiet={}", setup.quiet));
    }
    if v.end.checks.is_some() && setup.checks_given != [0; 2] {
        let [first, second] = setup.checks_given;
        flags.push(format!("checks={first}/{second}"));
    }
    if !setup.en_passant.is_empty() {
        let names: String = setup.en_passant.iter().map(|s| v.square_name(*s)).collect();
        flags.push(format!("ep={names}"));
    }
    flags.extend(flags::passed_pawn(v, setup));
    flags
}

/// Reads the board and the fields after it.
pub(super) fn parse(v: &Variant, board: Field<'_>, rest: &[Field<'_>]) -> Result<Setup, TextError> {
    let ranks: Vec<Field<'_>> = board.split('/').collect();
    let board = board::read(v, board, &ranks)?;
    let mut rest = rest.iter().copied().peekable();
    let side = match rest.next() {
        Some(field) => side(field, "b", "w")?,
        None => Color::First,
    };
    let hands = rest.next_if(|field| !field.is_number());
    let just_took = hands.and_then(|field| just_took(v, field));
    let hands = match hands.filter(|_| just_took.is_none()) {
        Some(field) => hands::read(v, field)?,
        None => hands::empty(v),
    };
    let ply = match rest.next_if(|field| !flags::is_flags(*field)) {
        Some(field) => field.number("ply number")?.saturating_sub(1),
        None => 0,
    };
    let flags = match rest.next() {
        Some(field) => flags::read(v, field, &board)?,
        None => Flags::default(),
    };
    no_more(&rest.collect::<Vec<_>>())?;
    Ok(Setup {
        board,
        hands,
        side,
        ply,
        passes: flags::passes_by_side(side, flags.passes),
        unmoved: flags.unmoved,
        en_passant: flags.en_passant.unwrap_or_default(),
        passed_pawn: flags.passed_pawn,
        quiet: flags.quiet.unwrap_or(0),
        checks_given: flags.checks_given.unwrap_or_default(),
        just_took: flags.just_took.or(just_took),
        counted: flags.counted,
    })
}

/// What lishogi writes in the place of the hands in Chu Shogi: where a lion has just been captured that may not be
/// avenged elsewhere, as in `6f`.
fn just_took(v: &Variant, field: Field<'_>) -> Option<Square> {
    let remembers = v.capture_limits.iter().any(|limit| limit.when == CaptureBan::InReturn);
    let (square, rest) =
        square::take(v, Style::Usi, field).ok().filter(|_| remembers && !hands::exist(v))?;
    rest.text.is_empty().then_some(square)
}
