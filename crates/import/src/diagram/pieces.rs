//! The types of piece of a diagram: who stands where, moves how, and has which letter.

use super::key;
use super::lines::{Definition, Field, PieceLine};
use super::promotion::Promotions;
use super::squares::Frame;
use crate::game::Sides;
use crate::place::Place;
use crate::report::Report;
use crate::{names, naming, xbetza};
use std::collections::BTreeSet;

/// The name of what is no piece, but a hole in the board.
const HOLE: &str = "hole";

/// A type of piece.
pub(crate) struct Kind {
    pub(crate) name: String,
    /// Its letter in our file.
    pub(crate) id: String,
    /// Its letter in the diagram, in capitals.
    pub(crate) called: String,
    pub(crate) movement: Option<String>,
    pub(crate) starts: Sides,
    pub(crate) hand: u8,
    pub(crate) at: Place,
}

impl Kind {
    /// Whether it is there when the game begins.
    pub(crate) fn is_there(&self) -> bool {
        self.hand > 0 || self.starts.iter().any(|squares| !squares.is_empty())
    }
}

/// Reads holes and pieces. Numbers that other keys give to types count the lines of pieces.
pub(crate) fn read(definition: &Definition, frame: &mut Frame, report: &mut Report) -> Vec<Kind> {
    let is_hole = |line: &&PieceLine| line.name.text.eq_ignore_ascii_case(HOLE);
    let (holes, pieces): (Vec<&PieceLine>, Vec<&PieceLine>) =
        definition.pieces.iter().partition(is_hole);
    let more = definition
        .get(key::HOLE)
        .map(|setting| Field { text: setting.value.clone(), at: setting.value_at.clone() });
    let squares = holes.iter().map(|line| &line.squares).chain(&more);
    let squares: BTreeSet<_> = squares.flat_map(|f| frame.sides(f, report)).flatten().collect();
    frame.board.holes = squares;
    if let Some(last) = pieces.last() {
        count(definition, &holes, last, report);
    }
    let kinds: Vec<Kind> =
        pieces.into_iter().filter_map(|line| kind(line, frame, report)).collect();
    stand_apart(&kinds, frame, report);
    kinds
}

/// Other keys number the pieces; whether that counts holes is not known, so these have to stand last.
fn count(definition: &Definition, holes: &[&PieceLine], last: &PieceLine, report: &mut Report) {
    let is_before = |hole: &&&PieceLine| hole.at.span.start < last.at.span.start;
    let Some(hole) = holes.iter().find(is_before) else { return };
    for key in [key::ROYAL, key::MATRIX, key::PROMO_OFFSET, key::MAX_PROMOTE] {
        let counts =
            |value: &str| !["0", "1"].contains(&value) && !value.starts_with(char::is_alphabetic);
        if definition.get(key).is_some_and(|setting| counts(&setting.value)) {
            let message = format!("`{key}` numbers the pieces, and this may be counted or not");
            let help = "write holes behind the last piece".to_owned();
            report.error_help(&hole.at, message, Some(help));
        }
    }
}

fn kind(line: &PieceLine, frame: &Frame, report: &mut Report) -> Option<Kind> {
    let name = naming::shown(&line.name.text).or_else(|| {
        report.error(Some(&line.name.at), "a name needs letters".into());
        None
    })?;
    let starts = frame.sides(&line.squares, report);
    let hand = match line.hand.text.as_str() {
        "" => 0,
        text => text.parse().ok().filter(|hand| *hand <= 99).unwrap_or_else(|| {
            let message = "expected how many are in hand, from 0 to 99".into();
            report.error(Some(&line.hand.at), message);
            0
        }),
    };
    let called = match line.id.text.as_str() {
        "" => name.chars().take(1).collect(),
        id => id.to_owned(),
    };
    Some(Kind {
        movement: movement(line, frame, &starts, report),
        called: called.to_uppercase(),
        id: String::new(),
        name,
        starts,
        hand,
        at: line.at.clone(),
    })
}

fn movement(
    line: &PieceLine,
    frame: &Frame,
    starts: &Sides,
    report: &mut Report,
) -> Option<String> {
    if !line.movement.text.is_empty() {
        let piece = xbetza::Piece { board: &frame.board, starts, in_diagram: true };
        return xbetza::movement(&line.movement.text, &line.movement.at, &piece, report);
    }
    let known = names::movement(&line.name.text);
    match known {
        None => {
            let message = format!("how a `{}` moves is not known here", line.name.text);
            let help = "write it as the third part, as in `knight:N:N::b1,g1`".to_owned();
            report.error_help(&line.name.at, message, Some(help));
        }
        Some(movement) => {
            let message = format!("moves as its name says: `{}` is `{movement}`", line.name.text);
            report.remark(Some(&line.name.at), message);
        }
    }
    known.map(Into::into)
}

/// No square holds two pieces, and no hole any.
fn stand_apart(kinds: &[Kind], frame: &Frame, report: &mut Report) {
    let mut taken = BTreeSet::new();
    for kind in kinds {
        for square in kind.starts.iter().flatten() {
            let name = frame.board.name(*square);
            if frame.board.holes.contains(square) {
                report.error(Some(&kind.at), format!("there is no square {name}: it is a hole"));
            } else if !taken.insert(*square) {
                report.error(Some(&kind.at), format!("two pieces stand on {name}"));
            }
        }
    }
}

/// Gives each type a letter: its own if it is free, with `'` behind it or another one if not. What only one
/// other type becomes, and is not there at the start, is the promoted form of that one.
pub(crate) fn call(kinds: &mut [Kind], promotions: &Promotions, report: &mut Report) {
    let becomes = &promotions.becomes;
    let plain = |number: usize| {
        let mut from = becomes.iter().filter(|(_, others)| others.contains(&number));
        match (from.next(), from.next()) {
            (Some((from, _)), None)
                if promotions.is_shogi
                    && !kinds[number].is_there()
                    && !becomes.contains_key(&number) =>
            {
                Some(*from)
            }
            _ => None,
        }
    };
    let promoted: Vec<Option<usize>> = (0..kinds.len()).map(plain).collect();
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for (kind, _) in kinds.iter_mut().zip(&promoted).filter(|(_, plain)| plain.is_none()) {
        let letter = kind.called.chars().find(char::is_ascii_uppercase);
        let letters = letter.into_iter().chain('A'..='Z');
        let mut ids = letters.flat_map(|c| ["", "'", "''"].map(|primes| format!("{c}{primes}")));
        let Some(id) = ids.find(|id| !taken.contains(id)) else {
            report.error(Some(&kind.at), "there are no letters left for this piece".into());
            continue;
        };
        if id != kind.called {
            let message = format!("`{}` has the letter `{id}` here", kind.name);
            report.remark(Some(&kind.at), message);
        }
        taken.insert(id.clone());
        kind.id = id;
    }
    for (number, plain) in promoted.into_iter().enumerate() {
        if let Some(plain) = plain {
            kinds[number].id = format!("+{}", kinds[plain].id);
        }
    }
}
