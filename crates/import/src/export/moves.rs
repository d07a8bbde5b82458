//! A movement of ours as Betza that Fairy-Stockfish reads.

use crate::movement::{Kind, Moves, Step, Vector};
use komadai_movement::{Castle, Crooked, Hop, Leg, Path, PathKind, RoyalRule, UNLIMITED, paths};
use komadai_variant::{Color, Movement, Square};
use std::collections::BTreeSet;

/// How a piece moves, as far as Fairy-Stockfish can say it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Said {
    /// The steps, those of the first move too.
    pub(super) moves: Moves,
    /// Whether it captures in passing, and whether it may be captured so.
    pub(super) in_passing: [bool; 2],
    /// Its ways to castle, and the side that has each alone.
    pub(super) castles: Vec<(Castle, Option<Color>)>,
    /// Whether it captures royals along all straight lines, so that they may not face each other.
    pub(super) faces: bool,
    /// The only squares to which it moves otherwise.
    pub(super) to: Option<[Vec<Square>; 2]>,
    /// The squares from which it moves sideways, too, and forward only elsewhere.
    pub(super) crosses: Option<[Vec<Square>; 2]>,
}

/// Reads the movements of a piece.
///
/// # Errors
/// What cannot be said.
pub(super) fn said(movements: &[Movement]) -> Result<Said, &'static str> {
    if let Some(soldier) = soldier(movements) {
        return Ok(soldier);
    }
    let mut said = Said::default();
    let mut places = Vec::new();
    for movement in movements {
        if movement.is_choosy() {
            return Err("hops over or captures some pieces only");
        }
        let paths = paths(movement).map_err(|_| "has a movement of too many ways")?;
        let (castles, others): (Vec<_>, Vec<_>) =
            paths.iter().partition(|path| matches!(path.kind, PathKind::Castle(_)));
        for path in castles {
            if let PathKind::Castle(castle) = path.kind {
                said.castles.push((castle, movement.only_side()));
            }
        }
        if movement.text == FACES && movement.holds_everywhere() {
            said.faces = true;
        } else if !others.is_empty() {
            places.push((&movement.from, &movement.to));
            others.into_iter().try_for_each(|path| said.add(path))?;
        }
    }
    // A royal that stays where it is may be said to be kept there; others might be brought elsewhere.
    match places[..] {
        [(None, to)] if said.faces => said.to.clone_from(to),
        _ if places.iter().all(|place| *place == (&None, &None)) => {}
        _ => return Err("moves otherwise on some squares"),
    }
    Ok(said)
}

/// A royal takes the other one along a line.
const FACES: &str = "kR";

/// A piece that moves sideways from some squares only, as the soldier of Xiangqi.
fn soldier(movements: &[Movement]) -> Option<Said> {
    let [forward, sideways] = movements else { return None };
    let is = forward.text == "fW"
        && forward.holds_everywhere()
        && sideways.text == "sW"
        && sideways.to.is_none();
    let moves = Moves::read("fsW").ok()?;
    is.then(|| Said { moves, crosses: sideways.from.clone(), ..Said::default() })
}

impl Said {
    fn add(&mut self, path: &Path) -> Result<(), &'static str> {
        let legs = match &path.kind {
            PathKind::Castle(_) => return Ok(()),
            PathKind::Universal(_) => return Err("goes to any square"),
            PathKind::Legs(legs) => legs,
        };
        let [leg] = legs.as_slice() else { return Err("goes on after a first leg") };
        let kind = kind(leg)?;
        let ends = &leg.ends;
        if ends.friend || ends.royal != RoyalRule::Any {
            return Err("captures its own side, or royals only, or all but these");
        }
        self.in_passing[0] |= ends.en_passant;
        self.in_passing[1] |= path.first_only && leg.passes_by;
        let directions = (0..8).filter(|d| leg.turns.plain >> d & 1 != 0);
        for (dx, dy) in directions.map(|d| leg.ring.vector(d)) {
            let vector = (dx as i8, dy as i8);
            for captures in [(ends.empty, false), (ends.enemy, true)] {
                let step = Step { kind, vector, captures: captures.1, first: path.first_only };
                if captures.0 && !self.moves.steps.contains(&step) {
                    self.moves.steps.push(step);
                }
            }
        }
        Ok(())
    }
}

fn kind(leg: &Leg) -> Result<Kind, &'static str> {
    let plain = leg.min <= 1 && leg.skip == 0 && !leg.must_jump && !leg.cylinder && !leg.unload;
    if !plain || matches!(leg.crooked, Some(Crooked::Zigzag | Crooked::Circle)) {
        return Err("moves in a way that it does not know");
    }
    let slide = if leg.max == UNLIMITED { 0 } else { leg.max };
    match (leg.hop, leg.max) {
        (Hop::Over, UNLIMITED) => Ok(Kind::Hop),
        (Hop::Behind, UNLIMITED) => Ok(Kind::Grasshop),
        (Hop::Over | Hop::Behind, _) => Err("hops no farther than so many squares"),
        (Hop::None, 1) if leg.lame => Ok(Kind::Lame),
        (Hop::None, 1) => Ok(Kind::Leap),
        (Hop::None, _) if leg.lame => Err("goes on after a lame leap"),
        (Hop::None, _) => Ok(Kind::Slide(slide)),
    }
}

/// The steps as Betza; `None` where Fairy-Stockfish would read something else.
pub(super) fn betza(moves: &Moves) -> Option<String> {
    let kinds: BTreeSet<_> =
        moves.steps.iter().map(|step| (key(step.kind), size(step.vector))).collect();
    let mut text = String::new();
    for (kind, size) in kinds {
        let like = |captures: bool| -> BTreeSet<Vector> {
            let steps = moves.steps.iter().filter(|step| {
                key(step.kind) == kind
                    && self::size(step.vector) == size
                    && step.captures == captures
            });
            steps.map(|step| step.vector).collect()
        };
        let (quiet, takes) = (like(false), like(true));
        let both: BTreeSet<_> = quiet.intersection(&takes).copied().collect();
        let only = |of: &BTreeSet<Vector>| of.difference(&both).copied().collect();
        let atom = atom(kind, size)?;
        for (modality, vectors) in [("", both.clone()), ("m", only(&quiet)), ("c", only(&takes))] {
            text += &cover(vectors, modality, &atom)?;
        }
    }
    let read = Moves::read(&text).ok()?;
    let all =
        |moves: &Moves| moves.steps.iter().map(|s| (key(s.kind), s.vector, s.captures)).collect();
    let (wanted, found): (BTreeSet<_>, BTreeSet<_>) = (all(moves), all(&read));
    (wanted == found).then_some(text)
}

/// A kind that can be put in order.
fn key(kind: Kind) -> (u8, u8) {
    match kind {
        Kind::Leap => (0, 0),
        Kind::Lame => (1, 0),
        Kind::Slide(most) => (2, most),
        Kind::Hop => (3, 0),
        Kind::Grasshop => (4, 0),
    }
}

/// The longer and the shorter side of a step.
fn size((x, y): Vector) -> (i8, i8) {
    let (x, y) = (x.abs(), y.abs());
    (x.max(y), x.min(y))
}

/// Modifiers, atom and range for steps of a kind.
fn atom((kind, most): (u8, u8), size: (i8, i8)) -> Option<String> {
    let letter = match size {
        (1, 0) => 'W',
        (1, 1) => 'F',
        (2, 0) => 'D',
        (2, 1) => 'N',
        (2, 2) => 'A',
        (3, 0) => 'H',
        (3, 1) => 'C',
        (3, 2) => 'Z',
        (3, 3) => 'G',
        _ => return None,
    };
    let slider = match letter {
        'W' => Some('R'),
        'F' => Some('B'),
        _ => None,
    };
    match (kind, slider) {
        (0, _) => Some(letter.to_string()),
        (1, _) => Some(format!("n{letter}")),
        (2, Some(slider)) if most == 0 => Some(slider.to_string()),
        (2, None) if most == 0 => Some(format!("{letter}{letter}")),
        (2, _) if most < 10 => Some(format!("{letter}{most}")),
        (3, Some(slider)) => Some(format!("p{slider}")),
        (4, Some(slider)) => Some(format!("g{slider}")),
        _ => None,
    }
}

/// Terms of an atom that together reach just these vectors.
fn cover(vectors: BTreeSet<Vector>, modality: &str, atom: &str) -> Option<String> {
    let mut left = vectors.clone();
    let mut text = String::new();
    let reached = |term: &str| -> BTreeSet<Vector> {
        let moves = Moves::read(term).unwrap_or_default();
        moves.steps.into_iter().map(|step| step.vector).collect()
    };
    let terms: Vec<_> = directions()
        .map(|direction| format!("{direction}{modality}{atom}"))
        .map(|term| (reached(&term), term))
        .filter(|(reached, _)| !reached.is_empty() && reached.is_subset(&vectors))
        .collect();
    while !left.is_empty() {
        let new = |(reached, _): &&(BTreeSet<Vector>, String)| reached.intersection(&left).count();
        // Of those that reach as many the shortest: it comes first.
        let (reached, term) = terms.iter().rev().max_by_key(new).filter(|term| new(term) > 0)?;
        text += term;
        left = left.difference(reached).copied().collect();
    }
    Some(text)
}

/// None, one, or two letters of direction.
fn directions() -> impl Iterator<Item = String> {
    const LETTERS: &str = "fbvslrh";
    let ones = LETTERS.chars().map(String::from);
    let twos = LETTERS.chars().flat_map(|a| LETTERS.chars().map(move |b| format!("{a}{b}")));
    std::iter::once(String::new()).chain(ones).chain(twos)
}
