//! First steps of pawns and their like, and capturing in passing.

use crate::config::Piece;
use crate::forms::{COLOURS, Form};
use crate::game::Sides;
use crate::movement::{First, Kind, Marks, Moves, Step};
use crate::region::Square;
use crate::report::Report;
use crate::translate::Rules;
use crate::types::Type;
use std::collections::{BTreeMap, BTreeSet};

impl Piece {
    /// Its movement, with the first steps of a pawn, which stand in other keys.
    pub(crate) fn moves_for(&self, rules: &Rules<'_>, kind: Type) -> Moves {
        let mut moves = self.moves.clone();
        if kind == Type::PAWN {
            moves.steps.extend(pawn_steps(rules));
        }
        if leaps_over_holes(rules, &moves) {
            moves.slide_first();
        }
        moves
    }
}

/// The first steps of the type called pawn.
fn pawn_steps(rules: &Rules<'_>) -> Option<Step> {
    let triple = rules.regions("tripleStepRegion").iter().any(|squares| !squares.is_empty());
    let kind = match (triple, rules.config.flag("doubleStep")) {
        (true, _) => return Some(first(Kind::Slide(3), (0, 1))),
        (false, true) => Kind::Lame,
        (false, false) => return None,
    };
    Some(first(kind, (0, 2)))
}

fn first(kind: Kind, vector: (i8, i8)) -> Step {
    Step { kind, vector, captures: false, first: true }
}

/// The squares of the first step of each side.
fn regions(rules: &Rules<'_>) -> Sides {
    match rules.config.flag("doubleStep") {
        true => rules.regions("doubleStepRegion"),
        false => Default::default(),
    }
}

/// What first steps and captures in passing there are, by type.
pub(crate) struct Passing {
    marks: BTreeMap<Type, Marks>,
}

impl Passing {
    pub(crate) fn marks(&self, kind: Type) -> Marks {
        let plain = Marks { first: First::Never, in_passing: false, passed: false };
        self.marks.get(&kind).copied().unwrap_or(plain)
    }
}

/// Finds them for all types.
pub(crate) fn passing(
    rules: &Rules<'_>,
    starts: &BTreeMap<Form, Sides>,
    report: &mut Report,
) -> Passing {
    let kinds: BTreeSet<Type> = rules.forms.sides.keys().map(|form| form.kind()).collect();
    triple(rules, report);
    let mut firsts: BTreeMap<Type, First> = BTreeMap::new();
    for kind in &kinds {
        firsts.insert(*kind, first_steps(rules, starts, *kind, report));
    }
    let capture = [0, 1].map(|side| captures_in_passing(rules, &firsts, side, report));
    let mut marks = BTreeMap::new();
    for kind in kinds {
        let sides = rules.forms.sides_of(kind);
        let may = [0, 1].map(|side| capture[side] && is_capturer(rules, kind, side));
        let own: BTreeSet<bool> = (0..2).filter(|s| sides[*s]).map(|s| may[s]).collect();
        if own.len() > 1 {
            let why = "only one side may capture in passing";
            report.refuse(rules.config, "enPassantRegionBlack", why);
        }
        let in_passing = own.contains(&true);
        let passed = capture.contains(&true);
        leaping_first(rules, kind, passed, firsts[&kind], report);
        marks.insert(kind, Marks { first: firsts[&kind], in_passing, passed });
    }
    Passing { marks }
}

/// Three steps are possible where two are.
fn triple(rules: &Rules<'_>, report: &mut Report) {
    let (two, three) = (regions(rules), rules.regions("tripleStepRegion"));
    for (side, colour) in COLOURS.iter().enumerate() {
        if !three[side].is_empty() && three[side] != two[side] {
            let key = format!("tripleStepRegion{colour}");
            let why = "pawns make three steps from other squares than two";
            report.refuse(rules.config, &key, why);
        }
    }
}

/// Whether that type may capture in passing.
fn is_capturer(rules: &Rules<'_>, kind: Type, side: usize) -> bool {
    let key = format!("enPassantTypes{}", COLOURS[side]);
    kind == Type::PAWN || rules.config.types(&key).has(kind)
}

/// Whether a lame leap passes over a hole, which stops it there, but not here.
pub(crate) fn leaps_over_holes(rules: &Rules<'_>, moves: &Moves) -> bool {
    let turned = |(x, y): (i8, i8), turn: i8| (turn * x, turn * y);
    moves.lame().any(|(step, half)| {
        rules.board.squares().into_iter().any(|from| {
            [1, -1].into_iter().any(|turn| {
                walk(rules, from, turned(step, turn)).is_some()
                    && walk(rules, from, turned(half, turn)).is_none()
            })
        })
    })
}

/// A leap as a first step passes nothing for us, but does there.
fn leaping_first(rules: &Rules<'_>, kind: Type, passed: bool, first: First, report: &mut Report) {
    let piece = &rules.config.pieces[&kind];
    let moves = piece.moves_for(rules, kind);
    let leaps = |step: &Step| step.first && step.kind == Kind::Leap;
    if passed && first != First::Never && moves.steps.iter().any(leaps) {
        let message = format!(
            "`{}` cannot be said in a variant file: its first step leaps, and may be captured in passing",
            kind.key()
        );
        report.error(piece.at.as_ref(), message);
    }
}

/// How the first steps of a type are said, the same for both sides.
fn first_steps(
    rules: &Rules<'_>,
    starts: &BTreeMap<Form, Sides>,
    kind: Type,
    report: &mut Report,
) -> First {
    let moves = rules.config.pieces[&kind].moves_for(rules, kind);
    if !moves.has_first() {
        return First::Never;
    }
    let sides = rules.forms.sides_of(kind);
    let mut found: Vec<First> = Vec::new();
    for side in (0..2).filter(|side| sides[*side]) {
        match of_side(rules, starts, kind, &moves, side) {
            Some(first) => found.push(first),
            None => {
                let key = format!("doubleStepRegion{}", COLOURS[side]);
                let letter = rules.config.pieces[&kind].letter;
                let why = format!(
                    "`{letter}` makes its first step from other squares than those on which it starts"
                );
                report.refuse(rules.config, &key, &why);
            }
        }
    }
    if found.windows(2).any(|pair| pair[0] != pair[1]) {
        let why = "the sides differ in their first steps";
        report.refuse(rules.config, "doubleStepRegionBlack", why);
    }
    found.first().copied().unwrap_or(First::Never)
}

/// The same for one side; `None` where we cannot say it.
fn of_side(
    rules: &Rules<'_>,
    starts: &BTreeMap<Form, Sides>,
    kind: Type,
    moves: &Moves,
    side: usize,
) -> Option<First> {
    let region = &regions(rules)[side];
    if region.is_empty() {
        return Some(First::Never);
    }
    let possible = origins(rules, moves, side);
    if possible.is_subset(region) {
        return Some(First::Always);
    }
    // What has promoted to it has no start squares.
    if rules.forms.moving_as(|other| other == kind).any(|form| form.promoted.is_some()) {
        return None;
    }
    let none = Sides::default();
    let start = &starts.get(&Form::plain(kind)).unwrap_or(&none)[side];
    let rank = |square: &Square| rules.board.rank_of(square.1, side == 1);
    let ranks: BTreeSet<u8> = start.iter().map(rank).collect();
    let ahead = |square: &Square| ranks.first().is_some_and(|r| rank(square) > *r);
    let dropped = if rules.is_dropped(Form::plain(kind)) {
        rules.regions("dropRegion")[side].clone()
    } else {
        BTreeSet::new()
    };
    let elsewhere = |square: &Square| !start.contains(square) && region.contains(square);
    let exact = moves.goes_forward()
        && ranks.len() == 1
        && start.is_subset(region)
        && !region.iter().any(ahead)
        && !dropped.iter().any(elsewhere);
    exact.then_some(First::Unmoved)
}

/// The squares from which some first step stays on the board.
fn origins(rules: &Rules<'_>, moves: &Moves, side: usize) -> BTreeSet<Square> {
    let steps = || moves.steps.iter().filter(|step| step.first);
    let leads = |square: &Square| steps().any(|step| end(rules, *square, step, side).is_some());
    rules.board.squares().into_iter().filter(leads).collect()
}

/// Where a step leads: a slide of several steps as far as the first of them.
fn end(rules: &Rules<'_>, from: Square, step: &Step, side: usize) -> Option<Square> {
    let turn = if side == 1 { -1 } else { 1 };
    walk(rules, from, (turn * step.vector.0, turn * step.vector.1))
}

fn walk(rules: &Rules<'_>, (file, rank): Square, (x, y): (i8, i8)) -> Option<Square> {
    let to = (file.checked_add_signed(x)?, rank.checked_add_signed(y)?);
    rules.board.has(to).then_some(to)
}

/// Whether a side may capture in passing what the other side's first steps have passed.
fn captures_in_passing(
    rules: &Rules<'_>,
    firsts: &BTreeMap<Type, First>,
    side: usize,
    report: &mut Report,
) -> bool {
    let region = &rules.regions("enPassantRegion")[side];
    let mut passed = BTreeSet::new();
    for kind in firsts.iter().filter(|(_, first)| **first != First::Never).map(|(kind, _)| *kind) {
        if rules.forms.sides_of(kind)[1 - side] {
            passed.extend(passed_by(rules, kind, 1 - side));
        }
    }
    if passed.is_subset(region) {
        return !passed.is_empty();
    }
    if !passed.is_disjoint(region) {
        let key = format!("enPassantRegion{}", COLOURS[side]);
        report.refuse(rules.config, &key, "pawns are captured in passing on some squares only");
    }
    false
}

/// The squares that the first steps of a type pass.
fn passed_by(rules: &Rules<'_>, kind: Type, side: usize) -> BTreeSet<Square> {
    let moves = rules.config.pieces[&kind].moves_for(rules, kind);
    let turn = if side == 1 { -1 } else { 1 };
    let mut passed = BTreeSet::new();
    for step in moves.steps.iter().filter(|step| step.first) {
        let (x, y) = step.vector;
        let unit = (turn * x.signum(), turn * y.signum());
        let count = match step.kind {
            Kind::Slide(limit) => i8::try_from(limit).unwrap_or(i8::MAX),
            _ => x.abs().max(y.abs()),
        };
        let straight = x == 0 || y == 0 || x.abs() == y.abs();
        for from in regions(rules)[side].iter().filter(|_| straight) {
            let mut way = vec![*from];
            while way.len() <= usize::from(count.unsigned_abs())
                && let Some(next) = walk(rules, way[way.len() - 1], unit)
            {
                way.push(next);
            }
            passed.extend(way.iter().skip(1).take(way.len().saturating_sub(2)));
        }
    }
    passed
}
