//! What a move places besides: walls, and pieces that enter behind those that move.

use crate::castling;
use crate::ends;
use crate::forms::{COLOURS, Form};
use crate::game::{Piece, Placement, Sides};
use crate::movement::{Capture, First, Kind, Marks, Moves, Step};
use crate::region::Square;
use crate::report::Report;
use crate::translate::Rules;
use crate::types::Type;
use crate::{PieceKind, WALL};
use std::collections::{BTreeMap, BTreeSet};

const WALLS: &str = "wallingRule";
const REGION: &str = "wallingRegion";
const GATES: &str = "seirawanGating";

/// Rules beside which a wall is not what we place: a piece of the side that has built it.
const BESIDE_WALLS: [(&str, &str); 5] = [
    ("pieceDrops", "nothing is built after a drop here"),
    ("blastOnCapture", "walls that explode"),
    ("countingRule", "walls that count as pieces"),
    ("stalematePieceCount", "walls that count as pieces"),
    ("capturesToHand", "nothing is built after a drop here"),
];

/// Reads the table; a wall is a piece more.
pub(crate) fn read(
    rules: &Rules<'_>,
    starts: &BTreeMap<Form, Sides>,
    pieces: &mut Vec<Piece>,
    report: &mut Report,
) -> Option<Placement> {
    match rules.config.text(WALLS) {
        "none" if rules.gates() => gates(rules, starts, report),
        "none" => {
            idle(rules, report);
            None
        }
        rule => walls(rules, rule, pieces, report),
    }
}

impl Rules<'_> {
    /// Whether pieces enter from the hand behind those that move.
    pub(crate) fn gates(&self) -> bool {
        self.config.flag("gating") && self.config.flag(GATES)
    }
}

/// Tells of keys that mean nothing without others.
fn idle(rules: &Rules<'_>, report: &mut Report) {
    let config = rules.config;
    let mut tell = |key: &str, without: &str| {
        let message = format!("`{key}` means nothing without `{without}`");
        report.remark(config.slot(key).at.as_ref(), message);
    };
    if config.flag(GATES) {
        tell(GATES, "gating");
    }
    for (colour, zone) in COLOURS.into_iter().zip(rules.regions(REGION)) {
        if zone != rules.board.squares() {
            tell(&format!("{REGION}{colour}"), WALLS);
        }
    }
}

fn walls(
    rules: &Rules<'_>,
    rule: &str,
    pieces: &mut Vec<Piece>,
    report: &mut Report,
) -> Option<Placement> {
    let config = rules.config;
    let [single, vacated, arrow] = match rule {
        "duck" => [true, false, false],
        "past" => [false, true, false],
        "arrow" => [false, false, true],
        "static" => [false; 3],
        "edge" => {
            report.refuse(config, WALLS, "walls grow from the edge of the board");
            return None;
        }
        _ => {
            let message = format!(
                "`{WALLS}` cannot be `{rule}`: it is arrow, duck, edge, past, static or none"
            );
            report.error(config.slot(WALLS).at.as_ref(), message);
            return None;
        }
    };
    for (key, why) in BESIDE_WALLS {
        if config.flag(key) || (key == "countingRule" && config.text(key) != "none") {
            report.refuse(config, WALLS, why);
        }
    }
    if rules.gates() {
        report.refuse(config, GATES, "it is about walls and gates at once");
    }
    if single && !rules.fen.walls.is_empty() {
        report.refuse(config, "startFen", "the duck is on the board at the start");
    }
    if vacated && config.flag("castling") && !rules.fen.rights.is_empty() {
        report.refuse(config, WALLS, "castling leaves a wall behind the king only");
    }
    if !ends::royals(rules, report).is_empty() && (single || hops(rules)) {
        report.refuse(config, WALLS, "kings are looked after as if no wall came or went");
    }
    let zone = rules.regions(REGION);
    let everywhere = zone.iter().all(|zone| *zone == rules.board.squares());
    let wall = wall(rules, single, report);
    let placement = Placement {
        pieces: vec![wall.id.clone()],
        supply: if single { "single" } else { "endless" },
        vacated,
        reach: if arrow { reach(rules, report) } else { None },
        zone: (!everywhere).then_some(zone),
        required: !everywhere || arrow,
        captured: captures(rules),
        ..Placement::default()
    };
    pieces.push(wall);
    Some(placement)
}

/// The piece that stands for a wall.
fn wall(rules: &Rules<'_>, is_duck: bool, report: &mut Report) -> Piece {
    let first = if is_duck { 'D' } else { 'X' };
    let free = |letter: &char| rules.config.lettered(*letter).is_none();
    let letter = [first].into_iter().chain('A'..='Z').find(free).unwrap_or_else(|| {
        report.refuse(rules.config, WALLS, "no letter is left for it");
        first
    });
    let name = match rules.config.text(WALLS) {
        "duck" => "Duck",
        "arrow" => "Arrow",
        _ => "Wall",
    };
    let id = letter.to_string();
    let kind =
        PieceKind { id: id.clone(), letter: WALL, number: 0, is_pawn: false, is_king: false };
    Piece { id, name: name.into(), kind: Some(kind), ..Piece::default() }
}

/// Whether walls may open ways, for what hops over them.
fn hops(rules: &Rules<'_>) -> bool {
    let hops = |step: &Step| matches!(step.kind, Kind::Hop | Kind::Grasshop);
    let mut forms = rules.forms.sides.keys().map(|form| form.kind());
    forms.any(|kind| rules.config.pieces[&kind].moves_for(rules, kind).steps.iter().any(hops))
}

/// Whether anything captures, so that walls have to be kept from it.
fn captures(rules: &Rules<'_>) -> bool {
    let kinds: BTreeSet<Type> = rules.forms.sides.keys().map(|form| form.kind()).collect();
    let moves = |kind: &Type| rules.config.pieces[kind].moves_for(rules, *kind);
    kinds.iter().any(|kind| moves(kind).steps.iter().any(|step| step.captures))
}

/// How far an arrow flies: as every piece moves, which has to be the same for all of them.
fn reach(rules: &Rules<'_>, report: &mut Report) -> Option<String> {
    let mut texts: BTreeSet<Option<String>> = BTreeSet::new();
    for form in rules.forms.sides.keys() {
        texts.insert(flight(&rules.config.pieces[&form.kind()].moves_for(rules, form.kind())));
    }
    match texts.into_iter().collect::<Vec<_>>()[..] {
        [Some(ref text)] => Some(text.clone()),
        _ => {
            let why =
                "an arrow flies as the piece moves: by leaps and slides, alike for all pieces";
            report.refuse(rules.config, WALLS, why);
            None
        }
    }
}

/// The steps to empty squares as directions and atoms, if they are leaps and slides.
fn flight(moves: &Moves) -> Option<String> {
    let both = |step: &Step| [Step { captures: false, ..*step }, Step { captures: true, ..*step }];
    let steps: Vec<Step> = moves.quiet().flat_map(both).collect();
    let is_plain = |step: &Step| matches!(step.kind, Kind::Leap | Kind::Slide(_));
    let marks = Marks { first: First::Never, capture: Capture::Plain, passed: false };
    (!steps.is_empty() && steps.iter().all(is_plain)).then(|| Moves { steps }.print(marks))
}

/// Pieces enter from the hand on the squares that others leave with their first moves.
fn gates(
    rules: &Rules<'_>,
    starts: &BTreeMap<Form, Sides>,
    report: &mut Report,
) -> Option<Placement> {
    let gates = [0, 1].map(|side| castling::gates(rules, starts, side));
    let mut by = Vec::new();
    for (form, at) in starts {
        let open =
            |side: usize| at[side].iter().filter(|square| gates[side].contains(square)).count();
        match [0, 1].map(open) {
            [0, 0] => {}
            [first, second] if first == at[0].len() && second == at[1].len() => by.push(*form),
            _ => report.refuse(
                rules.config,
                "startFen",
                "some pieces of a kind have a gate, others none",
            ),
        }
    }
    let stands = |square: &Square, side: usize| starts.values().any(|at| at[side].contains(square));
    if (0..2).any(|side| !gates[side].iter().all(|square| stands(square, side))) {
        report.refuse(rules.config, "startFen", "a gate on which no piece stands");
    }
    for key in ["dropNoDoubled", "immobilityIllegal"] {
        let limits = rules.config.flag(key) || !rules.config.types(key).is_empty();
        if limits {
            report.refuse(rules.config, GATES, "not every piece may enter at every gate");
        }
    }
    let zone = rules.regions("dropRegion");
    let everywhere = (0..2).all(|side| gates[side].is_subset(&zone[side]));
    let pieces = rules.ids(entering(rules, &gates, report).into_iter());
    let placed = !pieces.is_empty() && !by.is_empty();
    let message = "positions are the same only where the same pieces may still be followed by one; there they are \
                   the same without that";
    report.remark(rules.config.slot(GATES).at.as_ref(), message.to_owned());
    placed.then(|| Placement {
        pieces,
        supply: "hand",
        vacated: true,
        zone: (!everywhere).then_some(zone),
        by: rules.ids(by.into_iter()),
        first_moves: true,
        optional: true,
        ..Placement::default()
    })
}

/// What may come out of a hand there. Pawns do not come where they are not dropped.
fn entering(rules: &Rules<'_>, gates: &Sides, report: &mut Report) -> Vec<Form> {
    let config = rules.config;
    let is_held = |form: &Form| {
        let letter = config.pieces[&form.base].letter;
        let held = config.flag("capturesToHand") || rules.fen.hands.contains_key(&letter);
        form.promoted.is_none() && form.base != Type::KING && held
    };
    let mut forms: Vec<Form> = rules.forms.sides.keys().copied().filter(is_held).collect();
    let first = |side: usize| {
        gates[side].iter().all(|square| rules.board.rank_of(square.1, side == 1) == 0)
    };
    if forms.contains(&Form::plain(Type::PAWN)) {
        if config.flag("firstRankPawnDrops") || !(0..2).all(first) {
            report.refuse(config, GATES, "pawns enter, too, but not at every gate");
        }
        forms.retain(|form| form.base != Type::PAWN);
    }
    forms
}
