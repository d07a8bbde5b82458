//! The last field: what board, side and hands do not say.

use super::board::Squares;
use super::{checks, unmoved};
use crate::TextError;
use crate::field::Field;
use crate::square::{self, Style};
use komadai_rules::variant::Counted;
use komadai_rules::{Color, Setup, Square, Variant};

const ALGEBRAIC: Style = Style::Algebraic;

/// The flags of a text; `None` for those that it does not hold.
#[derive(Default)]
pub(super) struct Flags {
    pub(super) passes: Option<[u8; 2]>,
    pub(super) unmoved: Option<Vec<Square>>,
    pub(super) quiet: Option<u32>,
    pub(super) en_passant: Option<Vec<Square>>,
    pub(super) passed_pawn: Option<Square>,
    pub(super) checks_given: Option<[u8; 2]>,
    pub(super) just_took: Option<Square>,
    pub(super) counted: Option<Counted>,
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
            "checks" => flags.checks_given.replace(given(v, flag, value)?).is_none(),
            "took" => flags.just_took.replace(one_square(v, value)?).is_none(),
            "count" => flags.counted.replace(counted(v, flag, value)?).is_none(),
            "pawn" => flags.passed_pawn.replace(one_square(v, value)?).is_none(),
            "ep" => flags.en_passant.replace(passed_over(v, value)?).is_none(),
            _ => return Err(unknown(flag)),
        };
        if !is_new {
            return Err(flag.error(format!("`{name}` is given twice")));
        }
    }
    Ok(flags)
}

/// `pass`, `unmoved`, `took` and `count`, for a position whose other fields do not say `unmoved` if `with_unmoved`.
pub(super) fn write_common(v: &Variant, setup: &Setup, with_unmoved: bool) -> Vec<String> {
    let mut flags = Vec::new();
    let side = setup.side.index();
    match (setup.passes[side], setup.passes[1 - side]) {
        (0, 0) => {}
        (1, 0) => flags.push("pass".to_owned()),
        (n, 0) => flags.push(format!("pass={n}")),
        (n, later) => flags.push(format!("pass={n}/{later}")),
    }
    if with_unmoved {
        let names: String =
            unmoved::of(v, setup).into_iter().map(|square| v.square_name(square)).collect();
        let names = if names.is_empty() { "-" } else { &names };
        flags.push(format!("unmoved={names}"));
    }
    flags.extend(setup.just_took.map(|square| format!("took={}", v.square_name(square))));
    flags.extend(setup.counted.map(|Counted { rule, limit, plies }| {
        format!("count={}/{}/{plies}", u32::from(rule) + 1, u32::from(limit) + 1)
    }));
    flags
}

/// The flag that names the pawn to be taken in passing, where the squares leave a choice.
pub(super) fn passed_pawn(v: &Variant, setup: &Setup) -> Option<String> {
    setup.passed_pawn.map(|pawn| format!("pawn={}", v.square_name(pawn)))
}

fn unknown(flag: Field<'_>) -> TextError {
    flag.error(format!("`{}` is not a flag of a position", flag.text)).help(
        "the flags are `pass`, `unmoved=SQUARES`, `quiet=NUMBER`, `checks=NUMBER/NUMBER`, `took=SQUARE`, \
         `count=NUMBER/NUMBER/NUMBER`, `ep=SQUARES` and `pawn=SQUARE`",
    )
}

/// How many turns the side to move must pass and, after a stroke, the other side.
fn passes(v: &Variant, flag: Field<'_>, value: Field<'_>) -> Result<[u8; 2], TextError> {
    if v.shocks.is_empty() {
        return Err(flag.error(format!("{} has no forced passes", v.name)));
    }
    if flag.text == "pass" {
        return Ok([1, 0]);
    }
    let turns = |value: Field<'_>| {
        let number = value.number("number of passes")?;
        u8::try_from(number)
            .map_err(|_| value.error(format!("{number} passes")).help("expected at most 255"))
    };
    let passes = match value.text.find('/') {
        Some(stroke) => [turns(value.to(stroke))?, turns(value.from(stroke + 1))?],
        None => [turns(value)?, 0],
    };
    match passes {
        [0, 0] => {
            Err(value.error("a count of 0 passes").help("leave the flag out, or name a number"))
        }
        passes => Ok(passes),
    }
}

/// How many checks each side has given.
fn given(v: &Variant, flag: Field<'_>, value: Field<'_>) -> Result<[u8; 2], TextError> {
    let most = checks::most(v, flag)?;
    let Some(stroke) = value.text.find('/') else {
        let help = "expected how many checks the first and the second side have given, as in `1/0`";
        return Err(value.error(format!("`{}` is no count of checks", value.text)).help(help));
    };
    let counts = [value.to(stroke), value.from(stroke + 1)];
    Ok([checks::number(counts[0], most)?, checks::number(counts[1], most)?])
}

/// The squares that a pawn has just passed over, one after the other.
pub(super) fn passed_over(v: &Variant, value: Field<'_>) -> Result<Vec<Square>, TextError> {
    let (mut squares, mut rest) = (Vec::new(), value);
    while squares.is_empty() || !rest.text.is_empty() {
        let (square, tail) = square::take(v, ALGEBRAIC, rest)?;
        squares.push(square);
        rest = tail;
    }
    squares.sort_unstable();
    squares.dedup();
    Ok(squares)
}

fn one_square(v: &Variant, value: Field<'_>) -> Result<Square, TextError> {
    match passed_over(v, value)?.as_slice() {
        [square] => Ok(*square),
        _ => Err(value.error("several squares").help("expected one square")),
    }
}

/// The flags' passes by side, where they say how many the side to move has, and the other.
pub(super) fn passes_by_side(side: Color, passes: Option<[u8; 2]>) -> [u8; 2] {
    let [us, them] = passes.unwrap_or_default();
    if side == Color::First { [us, them] } else { [them, us] }
}

fn quiet(v: &Variant, flag: Field<'_>, value: Field<'_>) -> Result<u32, TextError> {
    if v.end.quiet.is_none() {
        return Err(flag.error(format!("{} does not count quiet plies", v.name)));
    }
    value.number("number of plies")
}

/// By which rule and to which limit a side counts its moves, and how far it is.
fn counted(v: &Variant, flag: Field<'_>, value: Field<'_>) -> Result<Counted, TextError> {
    if v.end.counting.is_empty() {
        return Err(flag.error(format!("{} has no count of moves", v.name)));
    }
    let fields: Vec<Field<'_>> = value.split('/').collect();
    let [rule, limit, plies] = fields[..] else {
        let help = "expected the numbers of a rule and of its limit in the file, and the plies counted, as in \
                    `1/2/35`";
        return Err(value.error(format!("`{}` is no count of moves", value.text)).help(help));
    };
    let in_file = |field: Field<'_>, what: &str, most: usize| {
        let number = field.number(what)?;
        let index = number.checked_sub(1).filter(|index| (*index as usize) < most);
        let index = index.and_then(|index| u8::try_from(index).ok());
        index.ok_or_else(|| field.error(format!("there is no {what} {number}")))
    };
    let rule = in_file(rule, "rule", v.end.counting.len())?;
    let limits = v.end.counting[usize::from(rule)].limits.len();
    let limit = in_file(limit, "limit", limits)?;
    let number = plies.number("number of plies")?;
    let too_many = |_| plies.error(format!("{number} plies")).help("expected at most 65535");
    Ok(Counted { rule, limit, plies: u16::try_from(number).map_err(too_many)? })
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
            flag.error(format!("in {} it makes no difference which pieces have moved", v.name))
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
    Err(name
        .error(format!("there is no such piece on {}", name.text))
        .help(format!("it makes a difference only for {}", crate::piece::ids(v, tracked))))
}
