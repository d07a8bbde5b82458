//! How many checks have been given, as a field of a FEN: `3+2`, how many each side has still to give, the
//! first side's first. `+0+1`, how many have been given, is read too.

use crate::TextError;
use crate::field::Field;
use komadai_rules::{Setup, Variant};

/// The field, where the game counts checks.
pub(super) fn write(v: &Variant, setup: &Setup) -> Option<String> {
    let rule = v.end.checks?;
    let [first, second] = setup.checks_given.map(|given| rule.count.saturating_sub(given));
    Some(format!("{first}+{second}"))
}

/// Whether a field can only be this one.
pub(super) fn is_field(field: Field<'_>) -> bool {
    field.text.contains('+') && field.text.bytes().all(|b| b == b'+' || b.is_ascii_digit())
}

/// How many checks each side has given.
pub(super) fn read(v: &Variant, field: Field<'_>) -> Result<[u8; 2], TextError> {
    let counts = field.text.strip_prefix('+').map_or(field, |_| field.from(1));
    let given = counts.offset != field.offset;
    let Some(at) = counts.text.find('+') else {
        return Err(field.error(format!("`{}` is no count of checks", field.text)).help(HELP));
    };
    let counts = [counts.to(at), counts.from(at + 1)];
    let most = most(v, field)?;
    let mut read = [0; 2];
    for (read, count) in read.iter_mut().zip(counts) {
        let count = number(count, most)?;
        *read = if given { count } else { most - count };
    }
    Ok(read)
}

const HELP: &str = "expected how many checks each side has still to give, as in `3+2`";

/// How many checks end the game.
pub(super) fn most(v: &Variant, field: Field<'_>) -> Result<u8, TextError> {
    let counted = v.end.checks.map(|rule| rule.count);
    counted.ok_or_else(|| field.error(format!("{} does not count checks", v.name)))
}

/// A number of checks.
pub(super) fn number(count: Field<'_>, most: u8) -> Result<u8, TextError> {
    let number = count.number("number of checks")?;
    u8::try_from(number).ok().filter(|number| *number <= most).ok_or_else(|| {
        count.error(format!("{number} checks")).help(format!("expected at most {most}"))
    })
}
