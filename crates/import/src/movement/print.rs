//! Printing steps as XBetza.

use super::directions::{self, DIAGONAL, OBLIQUE, ORTHOGONAL};
use super::{Kind, Moves, Vector, size};
use std::collections::BTreeSet;

/// How first steps are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum First {
    /// With `i`: while the piece has not moved.
    Unmoved,
    /// As any other step.
    Always,
    /// Not at all.
    Never,
}

/// How steps that only capture are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Capture {
    /// They capture what stands there.
    Plain,
    /// In passing, too.
    InPassingToo,
    /// Only in passing.
    InPassing,
}

/// What stands beside the steps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Marks {
    pub(crate) first: First,
    pub(crate) capture: Capture,
    /// Slides as a first step may be captured in passing.
    pub(crate) passed: bool,
}

impl Moves {
    /// The same as XBetza; empty for a piece that cannot move.
    pub(crate) fn print(&self, marks: Marks) -> String {
        let mut groups: Vec<Group> = Vec::new();
        for step in &self.steps {
            if step.first && marks.first == First::Never {
                continue;
            }
            if step.first && self.quiet().any(|q| (q.kind, q.vector) == (step.kind, step.vector)) {
                continue;
            }
            let key = (step.first, step.kind, size(step.vector));
            let group = match groups.iter_mut().find(|group| group.key() == key) {
                Some(group) => group,
                None => {
                    groups.push(Group::new(key));
                    groups.last_mut().expect("one was added")
                }
            };
            group.steps[usize::from(step.captures)].insert(step.vector);
        }
        // What belongs to the first step stands last.
        groups.sort_by_key(|group| group.first);
        let mut words: Vec<Word> = groups.iter().flat_map(|group| group.words(marks)).collect();
        join(&mut words);
        words.iter().map(Word::text).collect()
    }
}

/// Steps of one kind and size: those to empty squares, and captures.
struct Group {
    first: bool,
    kind: Kind,
    size: (i8, i8),
    steps: [BTreeSet<Vector>; 2],
}

impl Group {
    fn new((first, kind, size): (bool, Kind, (i8, i8))) -> Group {
        Group { first, kind, size, steps: Default::default() }
    }

    fn key(&self) -> (bool, Kind, (i8, i8)) {
        (self.first, self.kind, self.size)
    }

    fn words(&self, marks: Marks) -> Vec<Word> {
        let [quiet, captures] = &self.steps;
        let only = match marks.capture {
            Capture::Plain => "c",
            Capture::InPassingToo => "ce",
            Capture::InPassing => "e",
        };
        let sets = [("", quiet & captures), ("m", quiet - captures), (only, captures - quiet)];
        let (atom, lame) = self.atom();
        let passed = self.first && marks.passed && matches!(self.kind, Kind::Slide(_));
        let way = match self.kind {
            Kind::Hop => "p",
            Kind::Grasshop => "g",
            _ if passed || lame => "n",
            _ => "",
        };
        let word = |mode: &'static str, directions: String| Word {
            first: self.first && marks.first == First::Unmoved,
            directions,
            mode,
            way,
            atom: atom.clone(),
        };
        let mut words = Vec::new();
        for (mode, vectors) in sets {
            let named = self.named(vectors);
            words.extend(named.into_iter().map(|directions| word(mode, directions)));
        }
        words
    }

    /// The atom with its range, and whether it needs the letter for lame leaps.
    fn atom(&self) -> (String, bool) {
        let letter = match self.size {
            (1, 0) => "W",
            (1, 1) => "F",
            (2, 0) => "D",
            (2, 1) => "N",
            (2, 2) => "A",
            (3, 0) => "H",
            (3, 1) => "C",
            (3, 2) => "Z",
            _ => "G",
        };
        let slider = match letter {
            "W" => "R",
            "F" => "B",
            _ => "NN",
        };
        match self.kind {
            Kind::Leap => (letter.into(), false),
            // Two squares are between, one after the other: a way of three steps.
            Kind::Lame if self.size == (3, 2) => ("Z".into(), true),
            Kind::Lame => (letter.into(), true),
            Kind::Slide(0) | Kind::Hop | Kind::Grasshop => (slider.into(), false),
            Kind::Slide(limit) => (format!("{letter}{limit}"), false),
        }
    }

    /// The direction letters of each word that is needed for these vectors.
    fn named(&self, mut left: BTreeSet<Vector>) -> Vec<String> {
        let table = match self.size {
            (_, 0) => ORTHOGONAL,
            (long, short) if long == short => DIAGONAL,
            _ => OBLIQUE,
        };
        let mut names: Vec<String> = Vec::new();
        for (name, vectors) in table {
            let vectors: BTreeSet<Vector> =
                vectors.iter().map(|vector| directions::scale(*vector, self.size)).collect();
            if vectors.is_subset(&left) {
                left = &left - &vectors;
                names.push((*name).into());
            }
        }
        // Straight directions add up in one word.
        if self.size.1 == 0 && names.len() > 1 { vec![names.concat()] } else { names }
    }
}

/// One term of XBetza.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Word {
    first: bool,
    directions: String,
    mode: &'static str,
    way: &'static str,
    atom: String,
}

impl Word {
    fn text(&self) -> String {
        let first = if self.first { "i" } else { "" };
        let Word { directions, mode, way, atom, .. } = self;
        match (*way, atom.as_str()) {
            // The lame leap of two bends.
            ("n", "Z") => format!("{first}{directions}{mode}afsafW"),
            _ => format!("{first}{directions}{mode}{way}{atom}"),
        }
    }
}

/// Straight and diagonal steps in all directions are one atom.
fn join(words: &mut Vec<Word>) {
    for (straight, diagonal, both) in [("W", "F", "K"), ("R", "B", "Q")] {
        let find = |words: &[Word], atom: &str, like: Option<&Word>| {
            let fits = |word: &Word| {
                let same = like.is_none_or(|like| {
                    (word.first, word.mode, word.way) == (like.first, like.mode, like.way)
                });
                word.atom == atom && word.directions.is_empty() && same
            };
            words.iter().position(fits)
        };
        let Some(one) = find(words, straight, None) else { continue };
        let Some(other) = find(words, diagonal, Some(&words[one])) else { continue };
        words[one.min(other)].atom = both.into();
        words.remove(one.max(other));
    }
}
