//! Movements: Betza as Fairy-Stockfish reads it, written as XBetza.
//!
//! The two differ where directions meet atoms of several steps: Fairy-Stockfish splits `K` and `Q`
//! before directions apply. So a text is read as the steps that it stands for, and printed from them.

mod directions;

use directions::{DIAGONAL, OBLIQUE, ORTHOGONAL};
use std::collections::BTreeSet;
use std::ops::Range;

/// Files to the right, ranks forward.
pub(crate) type Vector = (i8, i8);

/// How a step is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A leap, over anything.
    Leap,
    /// A leap for which the square between must be empty.
    Lame,
    /// A slide of so many steps at most; 0 is any number.
    Slide(u8),
    /// A slide over exactly one piece.
    Hop,
    /// A slide up to a piece, and the step behind it.
    Grasshop,
}

impl Kind {
    /// Kinds of which a direction has only one: what is read later replaces what was read before.
    fn family(self) -> u8 {
        match self {
            Kind::Leap | Kind::Lame => 0,
            Kind::Slide(_) => 1,
            Kind::Hop | Kind::Grasshop => 2,
        }
    }
}

/// One way to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) kind: Kind,
    pub(crate) vector: Vector,
    /// It ends on an enemy; otherwise on an empty square.
    pub(crate) captures: bool,
    /// Only from the squares of the first step.
    pub(crate) first: bool,
}

/// All ways in which a piece moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Moves {
    pub(crate) steps: Vec<Step>,
}

/// What is wrong with a text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) at: Range<usize>,
    pub(crate) message: String,
}

impl Moves {
    /// Reads a text as Fairy-Stockfish does. What that would skip is a fault.
    pub(crate) fn read(text: &str) -> Result<Moves, Fault> {
        let mut moves = Moves::default();
        let mut rest = text;
        while !rest.is_empty() {
            let term = Term::read(text, &mut rest)?;
            term.steps().for_each(|step| moves.add(step));
        }
        Ok(moves)
    }

    fn add(&mut self, step: Step) {
        let same = |other: &Step| {
            (other.vector, other.captures, other.first) == (step.vector, step.captures, step.first)
                && other.kind.family() == step.kind.family()
        };
        self.steps.retain(|other| !same(other));
        self.steps.push(step);
    }

    /// The steps that end on an empty square, wherever the piece stands.
    pub(crate) fn quiet(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(|step| !step.captures && !step.first)
    }

    /// Whether some steps need the squares of the first step.
    pub(crate) fn has_first(&self) -> bool {
        self.steps.iter().any(|step| step.first)
    }

    /// Whether every step goes up the board, so that the piece never comes back.
    pub(crate) fn goes_forward(&self) -> bool {
        self.steps.iter().all(|step| step.vector.1 > 0)
    }

    /// First steps of two squares as slides where a single step is possible anyway: unlike lame leaps,
    /// slides do not pass over holes.
    pub(crate) fn slide_first(&mut self) {
        let quiet: Vec<Vector> = self.quiet().map(|step| step.vector).collect();
        for step in self.steps.iter_mut().filter(|step| step.first && step.kind == Kind::Lame) {
            let (x, y) = (step.vector.0.signum(), step.vector.1.signum());
            if [(2, 0), (2, 2)].contains(&size(step.vector)) && quiet.contains(&(x, y)) {
                (step.kind, step.vector) = (Kind::Slide(2), (x, y));
            }
        }
    }

    /// The leaps for which one square between must be empty, each with that square.
    pub(crate) fn lame(&self) -> impl Iterator<Item = (Vector, Vector)> {
        let lame = self.steps.iter().filter(|step| step.kind == Kind::Lame);
        // The longer one is written as a way of steps.
        lame.filter(|step| size(step.vector).0 == 2).map(|step| {
            let (x, y) = step.vector;
            (step.vector, (x / 2, y / 2))
        })
    }

    /// Whether there are squares from which it could not move without capturing.
    pub(crate) fn can_be_stuck(&self) -> bool {
        self.quiet().all(|step| step.vector.1 > 0)
    }
}

/// A term while it is being read.
#[derive(Default)]
struct Term {
    quiet: bool,
    captures: bool,
    hops: Option<Kind>,
    lame: bool,
    first: bool,
    directions: Vec<[u8; 2]>,
    kind: Option<Kind>,
    sizes: &'static [(i8, i8)],
}

/// The steps of an atom, and whether it slides.
fn atom(letter: char) -> Option<(&'static [(i8, i8)], bool)> {
    Some(match letter {
        'W' => (&[(1, 0)], false),
        'F' => (&[(1, 1)], false),
        'D' => (&[(2, 0)], false),
        'N' => (&[(2, 1)], false),
        'A' => (&[(2, 2)], false),
        'H' => (&[(3, 0)], false),
        'L' | 'C' => (&[(3, 1)], false),
        'J' | 'Z' => (&[(3, 2)], false),
        'G' => (&[(3, 3)], false),
        'K' => (&[(1, 0), (1, 1)], false),
        'R' => (&[(1, 0)], true),
        'B' => (&[(1, 1)], true),
        'Q' => (&[(1, 0), (1, 1)], true),
        _ => return None,
    })
}

const VERTICAL: &str = "fbvh";
const HORIZONTAL: &str = "rlsh";

impl Term {
    /// Reads modifiers, an atom and its range off the beginning of a text.
    fn read(text: &str, rest: &mut &str) -> Result<Term, Fault> {
        let mut term = Term::default();
        loop {
            let start = text.len() - rest.len();
            let Some(letter) = rest.chars().next() else {
                let message = "expected an atom, a capital letter such as `W`".into();
                return Err(Fault { at: start..start, message });
            };
            let at = start..start + letter.len_utf8();
            *rest = &rest[letter.len_utf8()..];
            if let Some((sizes, slides)) = atom(letter) {
                term.finish(letter, sizes, slides, rest)
                    .map_err(|message| Fault { at, message })?;
                return Ok(term);
            }
            match letter {
                'm' => term.quiet = true,
                'c' => term.captures = true,
                'p' => term.hops = Some(Kind::Hop),
                'g' => term.hops = Some(Kind::Grasshop),
                'n' => term.lame = true,
                'i' => term.first = true,
                // Who may capture in passing follows from another key.
                'e' => {}
                _ if is_direction(letter) => term.direct(letter, rest),
                _ => return Err(Fault { at, message: unknown(letter) }),
            }
        }
    }

    /// A direction: with the next letter, if the two can be a pair.
    fn direct(&mut self, letter: char, rest: &mut &str) {
        let pairs = |next: char| {
            next == letter
                || (VERTICAL.contains(letter) && HORIZONTAL.contains(next))
                || (HORIZONTAL.contains(letter) && VERTICAL.contains(next))
        };
        let second = match rest.chars().next().filter(|next| pairs(*next)) {
            Some(next) => {
                *rest = &rest[1..];
                next
            }
            None => letter,
        };
        self.directions.push([letter as u8, second as u8]);
    }

    fn finish(
        &mut self,
        letter: char,
        sizes: &'static [(i8, i8)],
        slides: bool,
        rest: &mut &str,
    ) -> Result<(), String> {
        let next = rest.chars().next();
        let digit = next.and_then(|c| c.to_digit(10));
        let ranged = digit.is_some() || next == Some(letter);
        if ranged {
            *rest = &rest[1..];
        }
        if rest.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(format!("`{letter}` has a range of more than one digit"));
        }
        let limit = digit.unwrap_or(0) as u8;
        self.sizes = sizes;
        self.kind = Some(match (self.hops, slides || ranged) {
            (Some(Kind::Hop), _) if limit > 1 => {
                return Err(format!("`p` before `{letter}` with a range"));
            }
            (Some(_), _) if limit == 1 => Kind::Grasshop,
            (Some(kind), _) => kind,
            (None, true) if limit == 1 => Kind::Leap,
            (None, true) => Kind::Slide(limit),
            (None, false) if self.lame => Kind::Lame,
            (None, false) => Kind::Leap,
        });
        self.check(letter)
    }

    /// What Fairy-Stockfish has no tables for, it does not play.
    fn check(&self, letter: char) -> Result<(), String> {
        let played: &[(i8, i8)] = match self.kind {
            Some(Kind::Slide(_)) => &[(1, 0), (1, 1), (2, 1)],
            Some(Kind::Hop | Kind::Grasshop) => &[(1, 0), (1, 1)],
            Some(Kind::Lame) => &[(2, 0), (2, 1), (2, 2), (3, 2)],
            _ => return Ok(()),
        };
        match self.sizes.iter().all(|size| played.contains(size)) {
            true => Ok(()),
            false => Err(format!("Fairy-Stockfish does not play `{letter}` that way")),
        }
    }

    fn steps(&self) -> impl Iterator<Item = Step> {
        let both = !self.quiet && !self.captures;
        let kind = self.kind.unwrap_or(Kind::Leap);
        let vectors: Vec<Vector> = self.sizes.iter().flat_map(|size| self.vectors(*size)).collect();
        let modes = [(false, both || self.quiet), (true, both || self.captures)];
        let first = self.first;
        // First steps never capture there.
        modes.into_iter().filter(move |(captures, on)| *on && !(first && *captures)).flat_map(
            move |(captures, _)| {
                vectors.clone().into_iter().map(move |vector| Step {
                    kind,
                    vector,
                    captures,
                    first,
                })
            },
        )
    }

    /// The vectors of a step in the directions that were read.
    fn vectors(&self, (long, short): (i8, i8)) -> Vec<Vector> {
        let single = self.sizes.len() == 1 && short == 0;
        let split = |pair: &[u8; 2]| match single && pair[0] != pair[1] {
            true => vec![[pair[0]; 2], [pair[1]; 2]],
            false => vec![*pair],
        };
        let directions: Vec<[u8; 2]> = self.directions.iter().flat_map(split).collect();
        let wanted = |names: &str| {
            let named =
                |pair: &[u8; 2]| names.as_bytes().chunks(3).any(|name| name[..2] == pair[..]);
            directions.is_empty() || directions.iter().any(named)
        };
        let mut vectors: Vec<Vector> = Vec::new();
        for (names, vector) in [
            ("ff vv rf rv fh rh hr", (short, long)),
            ("bb vv lb lv bh lh hr", (-short, -long)),
            ("rr ss br bs bh rh hr", (long, -short)),
            ("ll ss fl fs fh lh hr", (-long, short)),
            ("rr ss fr fs fh rh hl", (long, short)),
            ("ll ss bl bs bh lh hl", (-long, -short)),
            ("bb vv rb rv bh rh hl", (short, -long)),
            ("ff vv lf lv fh lh hl", (-short, long)),
        ] {
            if wanted(names) && !vectors.contains(&vector) {
                vectors.push(vector);
            }
        }
        vectors
    }
}

fn is_direction(letter: char) -> bool {
    VERTICAL.contains(letter) || HORIZONTAL.contains(letter)
}

fn unknown(letter: char) -> String {
    match letter.is_lowercase() {
        true => format!("`{letter}` is no modifier that Fairy-Stockfish reads"),
        false => format!("`{letter}` is no atom that Fairy-Stockfish reads"),
    }
}

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

/// What stands beside the steps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Marks {
    pub(crate) first: First,
    /// Steps that only capture do so in passing, too.
    pub(crate) in_passing: bool,
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

/// The longer and the shorter side of a step.
fn size((x, y): Vector) -> (i8, i8) {
    let (x, y) = (x.abs(), y.abs());
    (x.max(y), x.min(y))
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
        let only = if marks.in_passing { "ce" } else { "c" };
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

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Marks = Marks { first: First::Unmoved, in_passing: false, passed: false };

    fn check(text: &str, printed: &str) {
        assert_eq!(Moves::read(text).unwrap().print(PLAIN), printed, "{text}");
    }

    #[test]
    fn movements_are_printed_from_their_steps() {
        for (text, printed) in [
            ("N", "N"),
            ("FfW", "FfW"),
            ("WfF", "WfF"),
            ("KN", "KN"),
            ("QN", "QN"),
            ("fsW", "fsW"),
            ("mRcpR", "mRcpR"),
            ("RcpRnN", "RcpRnN"),
            ("gQ", "gQ"),
            ("NN", "NN"),
            ("NNQ", "NNQ"),
            ("mNcB", "mNcB"),
            ("fRrbBlbF", "fRbrBblF"),
            ("KbRfBbF2", "KbRfBbF2"),
            ("fmWfcFifmnD", "fmWfcFifmnD"),
            ("fNsW", "fNsW"),
            ("fRffN", "fRfN"),
            ("frlR", "fsR"),
            ("fbmWfceF", "vmWfcF"),
            ("mflFcflW", "flmFflcW"),
            ("pW", "pR"),
            ("W1", "W"),
        ] {
            check(text, printed);
        }
    }

    #[test]
    fn king_and_queen_are_split_before_directions_apply() {
        check("fK", "fWfF");
        check("fQ", "fRfB");
        check("fsK", "sWfF");
        check("frK", "rWfrF");
        check("fKifmnD", "fWfFifmnD");
    }

    #[test]
    fn marks_stand_beside_the_steps() {
        let pawn = Moves::read("fmWfcFifmnD").unwrap();
        let passing = Marks { in_passing: true, passed: true, ..PLAIN };
        assert_eq!(pawn.print(passing), "fmWfceFifmnD");
        assert_eq!(pawn.print(Marks { first: First::Always, ..passing }), "fmWfceFfmnD");
        assert_eq!(pawn.print(Marks { first: First::Never, ..passing }), "fmWfceF");
        let slider = Moves::read("fmWifmR3").unwrap();
        assert_eq!(slider.print(passing), "fmWifmnW3");
    }

    #[test]
    fn what_would_be_skipped_is_a_fault() {
        for (text, at, message) in [
            ("jD", 0..1, "`j` is no modifier that Fairy-Stockfish reads"),
            ("WE", 1..2, "`E` is no atom that Fairy-Stockfish reads"),
            ("Wf", 2..2, "expected an atom, a capital letter such as `W`"),
            ("R12", 0..1, "`R` has a range of more than one digit"),
            ("DD", 0..1, "Fairy-Stockfish does not play `D` that way"),
            ("nW", 1..2, "Fairy-Stockfish does not play `W` that way"),
            ("pR3", 1..2, "`p` before `R` with a range"),
        ] {
            let fault = Moves::read(text).unwrap_err();
            assert_eq!((fault.at, fault.message.as_str()), (at, message), "{text}");
        }
    }
}
