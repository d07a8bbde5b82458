//! `shuffle`: starts that are drawn by lot.

use super::key;
use super::lines::{Definition, Setting};
use super::pieces::Kind;
use super::promotion::called;
use super::squares::Frame;
use crate::game::{Put, Symmetry};
use crate::region::Square;
use crate::report::Report;
use std::collections::BTreeSet;

/// The draw, and what follows for castling.
#[derive(Default)]
pub(crate) struct Draw {
    pub(crate) steps: Vec<Put>,
    /// The type with which a king castles that may start elsewhere.
    pub(crate) partner: Option<usize>,
}

/// Types that change places with each other.
struct Group {
    /// By number; with `!`, those that keep to the shades of the squares.
    types: Vec<(usize, bool)>,
    squares: BTreeSet<Square>,
}

/// Reads it: groups of letters with commas between, `!` before a type that keeps to the shades.
pub(crate) fn read(
    definition: &Definition,
    kinds: &[Kind],
    frame: &Frame,
    symmetry: Symmetry,
    royal: Option<usize>,
    report: &mut Report,
) -> Draw {
    let Some(setting) = definition.get(key::SHUFFLE) else { return Draw::default() };
    let Some(groups) = groups(setting, kinds, report) else { return Draw::default() };
    let has = |group: &Group, number: usize| group.types.contains(&(number, false));
    let king = royal.filter(|royal| {
        let castles = kinds[*royal].movement.as_ref().is_some_and(|text| text.contains('O'));
        castles && groups.iter().any(|group| group.types.iter().any(|(n, _)| n == royal))
    });
    let partner = king.and_then(|king| partner(kinds, frame, king)).filter(|partner| {
        groups.iter().any(|group| king.is_some_and(|king| has(group, king)) && has(group, *partner))
    });
    let why = if symmetry == Symmetry::None {
        "the sides do not stand opposite"
    } else if !are_apart(&groups) {
        "squares are drawn for twice"
    } else if king.is_some() && partner.is_none() {
        "a king that castles is drawn for without two pieces of one type at the edges"
    } else if groups.iter().filter(|group| group.is_mixed()).count() > 1 {
        "several groups have some types that keep to the shades of the squares, and others"
    } else if let Some(steps) = steps(&groups, kinds, king.zip(partner)) {
        return Draw { steps, partner };
    } else {
        "an odd number of pieces keeps to the shades of the squares"
    };
    report.refuse_at(&setting.key_at, key::SHUFFLE, why);
    Draw::default()
}

fn groups(setting: &Setting, kinds: &[Kind], report: &mut Report) -> Option<Vec<Group>> {
    let mut groups = Vec::new();
    let mut start = 0;
    for text in setting.value.split(',') {
        match group(text, kinds) {
            Ok(group) => groups.push(group),
            Err((at, message)) => {
                let at = setting.value_at.part(start + at..start + text.len());
                report.error(Some(&at), format!("`shuffle`: {message}"));
                return None;
            }
        }
        start += text.len() + 1;
    }
    Some(groups)
}

fn are_apart(groups: &[Group]) -> bool {
    groups.iter().enumerate().all(|(i, group)| {
        groups.iter().take(i).all(|other| other.squares.is_disjoint(&group.squares))
    })
}

/// The steps of all groups; last those of the one whose squares cannot be named, as some of them are named before.
fn steps(groups: &[Group], kinds: &[Kind], between: Option<(usize, usize)>) -> Option<Vec<Put>> {
    let (mixed, plain): (Vec<&Group>, Vec<&Group>) =
        groups.iter().partition(|group| group.is_mixed());
    let several = groups.len() > 1;
    let plain = plain.into_iter().map(|group| group.steps(kinds, between, several));
    let steps: Option<Vec<Vec<Put>>> =
        plain.chain(mixed.into_iter().map(|group| group.steps(kinds, between, false))).collect();
    Some(steps?.into_iter().flatten().collect())
}

fn group(text: &str, kinds: &[Kind]) -> Result<Group, (usize, String)> {
    let mut group = Group { types: Vec::new(), squares: BTreeSet::new() };
    let (mut at, mut shaded) = (0, false);
    while let Some(letter) = text[at..].chars().next() {
        if letter == '!' || letter == ' ' {
            shaded |= letter == '!';
            at += 1;
            continue;
        }
        let (number, length) = called(&text[at..], kinds)
            .ok_or_else(|| (at, format!("no piece is called `{letter}`")))?;
        if group.types.iter().any(|(other, _)| *other == number) {
            return Err((at, format!("`{letter}` is there twice")));
        }
        if kinds[number].starts[0].is_empty() {
            return Err((at, format!("`{letter}` stands nowhere")));
        }
        group.types.push((number, shaded));
        group.squares.extend(&kinds[number].starts[0]);
        at += length;
        shaded = false;
    }
    Ok(group)
}

/// The type that stands at both edges of the king's rank.
fn partner(kinds: &[Kind], frame: &Frame, king: usize) -> Option<usize> {
    let rank = kinds[king].starts[0].first()?.1;
    let on_rank = |number: &usize| {
        let squares = &kinds[*number].starts[0];
        squares.len() == 2
            && [0, frame.board.files - 1].iter().all(|file| squares.contains(&(*file, rank)))
    };
    (0..kinds.len()).find(on_rank)
}

impl Group {
    /// Whether some of its types keep to the shades of the squares, and others do not.
    fn is_mixed(&self) -> bool {
        let mut shaded = self.types.iter().map(|(_, shaded)| *shaded);
        let first = shaded.next();
        shaded.any(|other| Some(other) != first)
    }

    /// What is put one after the other: first what keeps to the shades, last a king between its partners. `None`
    /// where that cannot be said.
    fn steps(
        &self,
        kinds: &[Kind],
        between: Option<(usize, usize)>,
        several: bool,
    ) -> Option<Vec<Put>> {
        let mut steps = Vec::new();
        let id = |number: usize| kinds[number].id.clone();
        let everywhere = several.then(|| self.squares.clone());
        let dark = |square: &Square| (square.0 + square.1).is_multiple_of(2);
        let shade = |is_dark: bool| -> BTreeSet<Square> {
            self.squares.iter().copied().filter(|square| dark(square) == is_dark).collect()
        };
        for (number, _) in self.types.iter().filter(|(_, shaded)| *shaded) {
            let squares = &kinds[*number].starts[0];
            let parts: Vec<bool> = match squares.len() {
                1 => squares.iter().map(dark).collect(),
                count if count % 2 == 0 => vec![true, false],
                _ => return None,
            };
            let pieces = vec![id(*number); squares.len() / parts.len()];
            let put = |is_dark| Put { pieces: pieces.clone(), on: Some(shade(is_dark)) };
            steps.extend(parts.into_iter().map(put));
        }
        let is_between =
            |number: usize| between.is_some_and(|(king, rook)| [king, rook].contains(&number));
        for (number, _) in self.types.iter().filter(|(n, shaded)| !shaded && !is_between(*n)) {
            let pieces = vec![id(*number); kinds[*number].starts[0].len()];
            steps.push(Put { pieces, on: everywhere.clone() });
        }
        if let Some((king, rook)) = between
            && self.types.iter().any(|(number, _)| *number == king)
        {
            steps.push(Put { pieces: vec![id(rook), id(king), id(rook)], on: everywhere });
        }
        Some(steps)
    }
}
