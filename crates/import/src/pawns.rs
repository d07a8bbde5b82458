//! First steps of pawns and their like, and capturing in passing.

use crate::config::Piece;
use crate::forms::{COLOURS, Form};
use crate::game::{Movement, Sides};
use crate::movement::{Capture, First, Kind, Marks, Moves, Step};
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

/// How a type makes first steps and captures in passing.
#[derive(Clone, Debug)]
struct Manner {
    first: First,
    /// The squares of the first step, where no word of ours says them.
    from: Option<Sides>,
    /// The squares to which it captures in passing.
    in_passing: InPassing,
    /// Whether first steps may be captured in passing.
    passed: bool,
}

/// Where a type captures in passing.
#[derive(Clone, Debug, PartialEq, Eq)]
enum InPassing {
    Nowhere,
    Everywhere,
    To(Sides),
}

/// What first steps and captures in passing there are, by type.
pub(crate) struct Passing {
    manners: BTreeMap<Type, Manner>,
}

impl Passing {
    /// The movements of a type; none if it cannot move.
    pub(crate) fn movements(&self, kind: Type, moves: Moves) -> Vec<Movement> {
        let Some(manner) = self.manners.get(&kind) else {
            let plain = Marks { first: First::Never, capture: Capture::Plain, passed: false };
            return said([(moves.print(plain), None, None)]);
        };
        let capture = match manner.in_passing {
            InPassing::Everywhere => Capture::InPassingToo,
            InPassing::Nowhere | InPassing::To(_) => Capture::Plain,
        };
        let marks = Marks { first: manner.first, capture, passed: manner.passed };
        let takes = match &manner.in_passing {
            InPassing::To(to) => {
                let marks = Marks { capture: Capture::InPassing, ..marks };
                Some((moves.only_captures().print(marks), None, Some(to.clone())))
            }
            InPassing::Nowhere | InPassing::Everywhere => None,
        };
        let parts = match manner.from.clone() {
            Some(from) => {
                let [rest, first] = moves.by_first();
                vec![(rest.print(marks), None, None), (first.print(marks), Some(from), None)]
            }
            None => vec![(moves.print(marks), None, None)],
        };
        said(parts.into_iter().chain(takes))
    }
}

/// A text, from where it holds, and to where.
type Part = (String, Option<Sides>, Option<Sides>);

fn said(parts: impl IntoIterator<Item = Part>) -> Vec<Movement> {
    let parts = parts.into_iter().filter(|(text, ..)| !text.is_empty());
    parts.map(|(text, from, to)| Movement { text, from, to, ..Movement::default() }).collect()
}

/// Adds a text that holds on the whole board.
pub(crate) fn add_everywhere(movements: &mut Vec<Movement>, text: &str) {
    let is_whole = |movement: &Movement| {
        movement.from.is_none() && movement.to.is_none() && movement.side.is_none()
    };
    match movements.iter_mut().find(|movement| is_whole(movement)) {
        Some(movement) => movement.text.push_str(text),
        None => movements.insert(0, Movement { text: text.into(), ..Movement::default() }),
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
    let mut firsts: BTreeMap<Type, (First, Option<Sides>)> = BTreeMap::new();
    for kind in &kinds {
        firsts.insert(*kind, first_steps(rules, starts, *kind));
    }
    let capture = [0, 1].map(|side| captures_in_passing(rules, &firsts, side));
    let passed = capture.iter().any(|squares| !squares.is_empty());
    let mut manners = BTreeMap::new();
    for kind in kinds {
        let (first, from) = firsts[&kind].clone();
        let manner = Manner { first, from, in_passing: in_passing(rules, kind, &capture), passed };
        unsaid_first(rules, kind, &manner, report);
        manners.insert(kind, manner);
    }
    Passing { manners }
}

/// Where a type captures in passing, of the squares to which each side does.
fn in_passing(rules: &Rules<'_>, kind: Type, capture: &[Captures; 2]) -> InPassing {
    let sides = rules.forms.sides_of(kind);
    let is_capturer = [0, 1].map(|side| sides[side] && is_capturer(rules, kind, side));
    let nothing = (0..2).all(|side| !is_capturer[side] || capture[side].is_empty());
    // A side that does not have the type does not matter.
    let all = (0..2).all(|side| !sides[side] || (is_capturer[side] && capture[side].everywhere));
    match (nothing, all) {
        (true, _) => InPassing::Nowhere,
        (_, true) => InPassing::Everywhere,
        _ => InPassing::To([0, 1].map(|side| match is_capturer[side] {
            true => capture[side].region.clone(),
            false => BTreeSet::new(),
        })),
    }
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

/// First steps by which we say another thing: a leap passes nothing for us, but does there; so does what may
/// capture, from squares that are written.
fn unsaid_first(rules: &Rules<'_>, kind: Type, manner: &Manner, report: &mut Report) {
    let piece = &rules.config.pieces[&kind];
    let moves = piece.moves_for(rules, kind);
    let firsts = || moves.steps.iter().filter(|step| step.first);
    let leaps = firsts().any(|step| step.kind == Kind::Leap);
    let captures = manner.from.is_some() && firsts().any(|step| step.captures);
    if manner.passed && manner.first != First::Never && (leaps || captures) {
        let what = if leaps { "leaps" } else { "may capture" };
        let message = format!(
            "`{}` cannot be imported: its first step {what}, and may be captured in passing",
            kind.key()
        );
        report.error(piece.at.as_ref(), message);
    }
}

/// How the first steps of a type are said; with their squares where no word of ours says them for both sides.
fn first_steps(
    rules: &Rules<'_>,
    starts: &BTreeMap<Form, Sides>,
    kind: Type,
) -> (First, Option<Sides>) {
    let moves = rules.config.pieces[&kind].moves_for(rules, kind);
    if !moves.has_first() {
        return (First::Never, None);
    }
    let sides = rules.forms.sides_of(kind);
    let found: Vec<Option<First>> = (0..2)
        .filter(|side| sides[*side])
        .map(|side| of_side(rules, starts, kind, &moves, side))
        .collect();
    match found[..] {
        [Some(first)] => (first, None),
        [Some(first), Some(other)] if first == other => (first, None),
        [] => (First::Never, None),
        _ => (First::Always, Some(regions(rules))),
    }
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

/// Where a side may capture in passing.
struct Captures {
    /// The squares.
    region: BTreeSet<Square>,
    /// Whether these are all that first steps pass.
    everywhere: bool,
}

impl Captures {
    fn is_empty(&self) -> bool {
        self.region.is_empty()
    }
}

/// Where a side may capture in passing what the other side's first steps have passed.
fn captures_in_passing(
    rules: &Rules<'_>,
    firsts: &BTreeMap<Type, (First, Option<Sides>)>,
    side: usize,
) -> Captures {
    let mut passed = BTreeSet::new();
    for kind in
        firsts.iter().filter(|(_, (first, _))| *first != First::Never).map(|(kind, _)| *kind)
    {
        if rules.forms.sides_of(kind)[1 - side] {
            passed.extend(passed_by(rules, kind, 1 - side));
        }
    }
    let allowed = &rules.regions("enPassantRegion")[side];
    let everywhere = passed.is_subset(allowed);
    let region = match passed.is_disjoint(allowed) {
        true => BTreeSet::new(),
        false => allowed.clone(),
    };
    Captures { region, everywhere }
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
