//! Direction letters and steps.

use komadai_betza::{Atom, Base, Direction};
use komadai_rules::Color;

/// One of eight directions, clockwise. For straight and diagonal steps 0 is forward; for oblique
/// ones it is the move just right of forward. The mover's own view: the second side is turned.
pub(crate) type Heading = i32;

/// The shape of an atom's set of directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    Orthogonal,
    Diagonal,
    EightFold,
    Oblique,
}

/// The steps of an atom.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Geometry {
    pub(crate) family: Family,
    long: i32,
    short: i32,
}

const STRAIGHT: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

impl Geometry {
    /// The steps of an atom; `None` for O and U, which have none.
    pub(crate) fn of(atom: &Atom) -> Option<Geometry> {
        let (long, short) = atom.step()?;
        let family = match atom.base {
            Base::K | Base::Q | Base::S => Family::EightFold,
            _ if short == 0 => Family::Orthogonal,
            _ if long == short => Family::Diagonal,
            _ => Family::Oblique,
        };
        Some(Geometry { family, long: long as i32, short: short as i32 })
    }

    /// Whether it steps to a neighbour, so that no square lies half-way.
    pub(crate) fn is_unit(&self) -> bool {
        self.family != Family::Oblique && self.long == 1
    }

    /// Whether its steps are straight or diagonal.
    pub(crate) fn is_straight(&self) -> bool {
        self.family != Family::Oblique
    }

    /// Its own headings.
    pub(crate) fn all(&self) -> Vec<Heading> {
        match self.family {
            Family::Orthogonal => vec![0, 2, 4, 6],
            Family::Diagonal => vec![1, 3, 5, 7],
            Family::EightFold | Family::Oblique => (0..8).collect(),
        }
    }

    /// The turn between two steps of a crooked slide: between neighbouring headings of the atom, or of
    /// each half of a compound one (a crooked queen is a crooked rook and a crooked bishop).
    pub(crate) fn notch(&self) -> Heading {
        if self.is_straight() { 2 } else { 1 }
    }

    /// The neighbouring square in a heading, of an atom whose steps are straight or diagonal.
    pub(crate) fn unit(&self, heading: Heading) -> (i32, i32) {
        STRAIGHT[heading.rem_euclid(8) as usize]
    }

    /// One step in a heading as the mover sees it. A straight atom may be asked for a diagonal
    /// heading and the reverse: then it changes family.
    pub(crate) fn step(&self, heading: Heading) -> (i32, i32) {
        if self.family == Family::Oblique {
            let (l, s) = (self.long, self.short);
            let circle = [(s, l), (l, s), (l, -s), (s, -l), (-s, -l), (-l, -s), (-l, s), (-s, l)];
            return circle[heading.rem_euclid(8) as usize];
        }
        let (x, y) = STRAIGHT[heading.rem_euclid(8) as usize];
        (x * self.long, y * self.long)
    }
}

/// A step as it lies on the board: the second side is turned by 180 degrees.
pub(crate) fn seen_by(color: Color, (x, y): (i32, i32)) -> (i32, i32) {
    match color {
        Color::First => (x, y),
        Color::Second => (-x, -y),
    }
}

/// Direction letters as they group: two letters of different axes pair, a doubled one stands alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Lone(Direction),
    Pair(Direction, Direction),
}

fn words(run: &[Direction]) -> Vec<Word> {
    let mut words = Vec::new();
    let mut rest = run;
    while let [first, tail @ ..] = rest {
        rest = match tail {
            [second, beyond @ ..] if second == first => {
                words.push(Word::Lone(*first));
                beyond
            }
            [second, beyond @ ..] if axis(*second) != axis(*first) => {
                words.push(Word::Pair(*first, *second));
                beyond
            }
            _ => {
                words.push(Word::Lone(*first));
                tail
            }
        };
    }
    words
}

fn axis(letter: Direction) -> u8 {
    match letter {
        Direction::F | Direction::B | Direction::V => 0,
        Direction::L | Direction::R | Direction::S => 1,
        Direction::H => 2,
        Direction::Z | Direction::Q => 3,
    }
}

/// The headings of a first leg; no letters mean all of them. `z` and `q` bend a slide, they do not
/// choose where it starts.
pub(crate) fn first_headings(geometry: &Geometry, runs: &[Vec<Direction>]) -> Vec<Heading> {
    let mut headings: Vec<Heading> = Vec::new();
    let mut spoken = false;
    for run in runs {
        let run: Vec<Direction> = run.iter().copied().filter(|d| axis(*d) != 3).collect();
        spoken |= !run.is_empty();
        for word in words(&run) {
            headings.extend(match geometry.family {
                Family::Orthogonal => orthogonal(word),
                Family::Diagonal => diagonal(word),
                Family::EightFold => eight_fold(word),
                Family::Oblique => oblique(word),
            });
        }
    }
    if !spoken {
        return geometry.all();
    }
    headings.sort_unstable();
    headings.dedup();
    headings
}

/// Letters just add up.
fn orthogonal(word: Word) -> Vec<Heading> {
    match word {
        Word::Lone(letter) => straight(letter),
        Word::Pair(a, b) => [straight(a), straight(b)].concat(),
    }
}

fn straight(letter: Direction) -> Vec<Heading> {
    match letter {
        Direction::F => vec![0],
        Direction::R => vec![2],
        Direction::B => vec![4],
        Direction::L => vec![6],
        Direction::V => vec![0, 4],
        Direction::S => vec![2, 6],
        Direction::H | Direction::Z | Direction::Q => vec![],
    }
}

/// A letter means both diagonals on that side, a pair those common to both.
fn diagonal(word: Word) -> Vec<Heading> {
    fn side(letter: Direction) -> Vec<Heading> {
        match letter {
            Direction::F => vec![7, 1],
            Direction::R => vec![1, 3],
            Direction::B => vec![3, 5],
            Direction::L => vec![5, 7],
            _ => vec![1, 3, 5, 7],
        }
    }
    match word {
        Word::Lone(letter) => side(letter),
        Word::Pair(a, b) => common(&side(a), &side(b)),
    }
}

/// A letter is one orthogonal direction (or two), a pair one diagonal (or two).
fn eight_fold(word: Word) -> Vec<Heading> {
    match word {
        Word::Lone(letter) => straight(letter),
        pair => diagonal(pair),
    }
}

/// A letter is the main axis; in a pair the second letter is, and the first is the side.
fn oblique(word: Word) -> Vec<Heading> {
    fn main_axis(letter: Direction) -> Vec<Heading> {
        match letter {
            Direction::F => vec![7, 0],
            Direction::R => vec![1, 2],
            Direction::B => vec![3, 4],
            Direction::L => vec![5, 6],
            Direction::V => vec![7, 0, 3, 4],
            Direction::S => vec![1, 2, 5, 6],
            _ => vec![],
        }
    }
    fn half_plane(letter: Direction) -> Vec<Heading> {
        match letter {
            Direction::F => vec![6, 7, 0, 1],
            Direction::R => vec![0, 1, 2, 3],
            Direction::B => vec![2, 3, 4, 5],
            Direction::L => vec![4, 5, 6, 7],
            _ => (0..8).collect(),
        }
    }
    match word {
        Word::Lone(letter) => main_axis(letter),
        Word::Pair(Direction::H, Direction::R) => vec![0, 2, 4, 6],
        Word::Pair(Direction::H, Direction::L) => vec![1, 3, 5, 7],
        Word::Pair(side, Direction::H) => half_plane(side),
        Word::Pair(side, axis) => common(&half_plane(side), &main_axis(axis)),
    }
}

fn common(a: &[Heading], b: &[Heading]) -> Vec<Heading> {
    a.iter().copied().filter(|h| b.contains(h)).collect()
}

/// The turns of a later leg against the step before it, in notches of 45 degrees clockwise (0 to 7).
/// `bend` is the sense of the last bend: 1 right, -1 left, 0 none yet.
pub(crate) fn turns(family: Family, runs: &[Vec<Direction>], bend: i32) -> Vec<Heading> {
    if runs.iter().all(Vec::is_empty) {
        return match family {
            Family::Orthogonal | Family::Diagonal => vec![0, 2, 6],
            Family::EightFold | Family::Oblique => vec![0, 1, 2, 3, 5, 6, 7],
        };
    }
    let mut turns: Vec<Heading> = Vec::new();
    for word in runs.iter().flat_map(|run| words(run)) {
        match word {
            Word::Lone(d @ (Direction::Z | Direction::Q)) => turns.extend(bends(d, 2, bend)),
            Word::Pair(Direction::F, d) if axis(d) == 3 => turns.extend(bends(d, 1, bend)),
            Word::Pair(Direction::B, d) if axis(d) == 3 => turns.extend(bends(d, 3, bend)),
            word => turns.extend(eight_fold(word)),
        }
    }
    turns.sort_unstable();
    turns.dedup();
    turns
}

/// `z` bends against the last bend, `q` with it; the first bend goes both ways.
fn bends(letter: Direction, notches: Heading, bend: i32) -> Vec<Heading> {
    match (letter, bend) {
        (_, 0) => vec![notches, 8 - notches],
        (Direction::Z, b) => vec![(-b * notches).rem_euclid(8)],
        (_, b) => vec![(b * notches).rem_euclid(8)],
    }
}

/// The headings of a later part of a bracket, whose atom may differ from the one before: the part
/// keeps its own headings, and without letters it bends as little as possible.
pub(crate) fn part_headings(
    geometry: &Geometry,
    runs: &[Vec<Direction>],
    bend: i32,
    before: (i32, i32),
) -> Vec<Heading> {
    let asked =
        if runs.iter().all(Vec::is_empty) { vec![0] } else { turns(geometry.family, runs, bend) };
    let exact = !runs.iter().all(Vec::is_empty);
    let mut headings = Vec::new();
    for turn in asked {
        let aim = angle(before) + f64::from(turn) * 45.0;
        let off = |h: &Heading| difference(angle(geometry.step(*h)), aim);
        let best = geometry.all().iter().map(off).fold(f64::INFINITY, f64::min);
        // A turn that the part's atom cannot make is no move at all.
        if !exact || best < 44.0 {
            headings.extend(geometry.all().into_iter().filter(|h| off(h) < best + 1e-6));
        }
    }
    headings.sort_unstable();
    headings.dedup();
    headings
}

/// Degrees clockwise from forward.
fn angle((x, y): (i32, i32)) -> f64 {
    f64::from(x).atan2(f64::from(y)).to_degrees()
}

fn difference(a: f64, b: f64) -> f64 {
    let d = (a - b).rem_euclid(360.0);
    d.min(360.0 - d)
}
