//! `captureMatrix`: what comes of each capture, besides the capture.

use super::key;
use super::lines::{Definition, Setting};
use super::pieces::Kind;
use crate::game::Shock;
use crate::place::Place;
use crate::report::Report;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Nothing special.
const PLAIN: char = '.';
/// The captor's side moves again.
const AGAIN: char = ':';
/// What stands around burns.
const FIRE: char = '@';
/// The row above, once more.
const SAME: char = '"';

/// What comes of captures.
#[derive(Default)]
pub(crate) struct Effects {
    pub(crate) shocks: Vec<Shock>,
    /// The types that burn, and where.
    pub(crate) burners: BTreeMap<usize, String>,
}

/// A cell, with the part of the value that wrote it.
type Cell = (char, Range<usize>);

/// Reads the matrix: a row for each type that moves, in the order of the diagram, and in it a cell for moves
/// that capture nothing and one for each type that is captured.
pub(crate) fn read(definition: &Definition, kinds: &[Kind], report: &mut Report) -> Effects {
    let fire = definition.get(key::BURN_ZONE);
    let Some(setting) = definition.get(key::MATRIX) else {
        if let Some(fire) = fire {
            let why = "which pieces burn others stands in `captureMatrix`, which is not there";
            report.refuse_at(&fire.key_at, key::BURN_ZONE, why);
        }
        return Effects::default();
    };
    let rows = match rows(setting, kinds.len()) {
        Ok(rows) => rows,
        Err((at, message)) => {
            report.error(Some(&at), format!("`captureMatrix`: {message}"));
            return Effects::default();
        }
    };
    let mut effects = Effects::default();
    // Who captures each type for another turn.
    let mut again: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for (by, row) in rows.iter().enumerate() {
        let burns = row.len() == kinds.len() + 1 && row.iter().all(|(cell, _)| *cell == FIRE);
        if let (true, Some(fire)) = (burns, fire) {
            effects.burners.insert(by, fire.value.clone());
            continue;
        }
        for (column, (cell, span)) in row.iter().enumerate() {
            match (*cell, column) {
                (PLAIN, _) => {}
                (AGAIN, 1..) => {
                    again.entry(column - 1).or_default().insert(by);
                }
                _ => {
                    let what = match column {
                        0 => "moves without capturing".to_owned(),
                        _ => format!("captures `{}`", kinds[column - 1].name),
                    };
                    let why = format!("`{cell}` where `{}` {what}", kinds[by].name);
                    report.refuse_at(&setting.value_at.part(span.clone()), key::MATRIX, &why);
                }
            }
        }
    }
    tell_fire(&effects, fire, report);
    effects.shocks = shocks(kinds, &again);
    for (captured, by) in &again {
        let by: Vec<&str> = by.iter().map(|by| kinds[*by].name.as_str()).collect();
        let message = format!(
            "`captureMatrix`: who captures `{}` moves again, if by {}",
            kinds[*captured].name,
            by.join(", ")
        );
        report.remark(Some(&setting.key_at), message);
    }
    effects
}

fn tell_fire(effects: &Effects, fire: Option<&Setting>, report: &mut Report) {
    let Some(fire) = fire else { return };
    if effects.burners.is_empty() {
        let why = "no piece has a whole row of `@` in `captureMatrix`";
        report.refuse_at(&fire.key_at, key::BURN_ZONE, why);
        return;
    }
    let message = "`burnZone`: pieces with a whole row of `@` in `captureMatrix` burn the enemies around them after \
                   their own moves";
    report.remark(Some(&fire.key_at), message.into());
}

/// The rows, each with as many cells as are written.
fn rows(setting: &Setting, types: usize) -> Result<Vec<Vec<Cell>>, (Place, String)> {
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut start = 0;
    for text in setting.value.split('/') {
        let at = || setting.value_at.part(start..start + text.len());
        let (row, copies) = match text.strip_prefix(SAME) {
            Some(number) => {
                let copies = match number {
                    "" => Some(1),
                    number => number.parse::<usize>().ok().filter(|n| (1..=types).contains(n)),
                };
                let copies = copies.ok_or_else(|| {
                    (at(), "`\"` repeats the row above, and takes a number at most".to_owned())
                })?;
                let above = rows.last().cloned();
                (above.ok_or_else(|| (at(), "there is no row above".to_owned()))?, copies)
            }
            None => (cells(text, start, types).map_err(|message| (at(), message))?, 1),
        };
        rows.extend(std::iter::repeat_n(row, copies));
        if rows.len() > types && rows.iter().skip(types).any(|row| !row.is_empty()) {
            return Err((at(), format!("there are more rows than the {types} types of piece")));
        }
        start += text.len() + 1;
    }
    rows.truncate(types);
    Ok(rows)
}

/// The cells of a row: a number behind one says how many there are.
fn cells(text: &str, start: usize, types: usize) -> Result<Vec<Cell>, String> {
    let mut cells: Vec<Cell> = Vec::new();
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        if letter == SAME || letter.is_ascii_digit() {
            return Err(format!("`{letter}` repeats nothing here"));
        }
        let mut number = String::new();
        while let Some((_, digit)) = letters.next_if(|(_, c)| c.is_ascii_digit()) {
            number.push(digit);
        }
        let copies = match number.as_str() {
            "" => 1,
            number => number.parse().unwrap_or(usize::MAX),
        };
        let span = start + at..start + at + letter.len_utf8();
        if copies > types + 1 || cells.len() + copies > types + 1 {
            let most = types + 1;
            return Err(format!("a row has {most} cells at most: for no capture and each type"));
        }
        cells.extend(std::iter::repeat_n((letter, span), copies));
    }
    Ok(cells)
}

/// Captures that cost a turn; those with the same exceptions together.
fn shocks(kinds: &[Kind], again: &BTreeMap<usize, BTreeSet<usize>>) -> Vec<Shock> {
    let mut shocks: Vec<Shock> = Vec::new();
    for (captured, by) in again {
        let id = |number: usize| kinds[number].id.clone();
        let unless_by: Vec<String> =
            (0..kinds.len()).filter(|number| !by.contains(number)).map(id).collect();
        match shocks.iter_mut().find(|shock| shock.unless_by == unless_by) {
            Some(shock) => shock.captured.push(id(*captured)),
            None => shocks.push(Shock { captured: vec![id(*captured)], unless_by }),
        }
    }
    shocks
}
