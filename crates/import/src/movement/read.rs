//! Reading Betza as Fairy-Stockfish does.

use super::{Kind, Moves, Step, Vector};
use std::ops::Range;

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
