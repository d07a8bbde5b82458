//! The syntax tree: what was written, where, and nothing about boards.

use std::ops::Range;

use crate::order::canonical_leg;

/// Byte offsets into the source text.
pub type Span = Range<usize>;

/// A whole move description: the union of its terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Descriptor {
    /// The terms in the order in which they were written; never empty.
    pub terms: Vec<Term>,
}

/// One term and where it stands.
#[derive(Clone, Debug)]
pub struct Term {
    /// What the term says.
    pub kind: TermKind,
    /// Where it stands in the source.
    pub span: Span,
    /// Where its first `*` range stands in the source, which most readers of a tree must refuse.
    pub star: Option<Span>,
}

impl PartialEq for Term {
    /// Terms are equal when they say the same, wherever they stand.
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}
impl Eq for Term {}

/// The two ways to write a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TermKind {
    /// Legs that share one atom: `fmW`, `cabK`, `B(paf)8cB`'s second term.
    Chain(Chain),
    /// Legs with atoms of their own: `[F?fsR]`.
    Bracket(Bracket),
}

/// Legs that share one atom and range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// Modifiers, leg separators (`a`) and at most one group, as written.
    pub elements: Vec<Element>,
    /// The atom of every leg.
    pub atom: Atom,
    /// The range of every leg.
    pub range: Reach,
}

/// What may stand before an atom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Element {
    /// A direction or modality.
    Modifier(Modifier),
    /// The separator `a`: the next leg begins.
    Leg,
    /// `(..)n`: the enclosed elements 0 to n times. Groups do not nest.
    Group(Vec<Element>, u32),
}

/// One modifier letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Modifier {
    /// A direction letter.
    Direction(Direction),
    /// A modality letter.
    Modality(Modality),
}

/// Direction letters.
#[allow(missing_docs, reason = "the letters are the names")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    F,
    B,
    L,
    R,
    V,
    S,
    H,
    Z,
    Q,
}

/// Modality letters.
#[allow(missing_docs, reason = "the letters are the names")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Modality {
    M,
    C,
    D,
    E,
    I,
    J,
    N,
    P,
    G,
    T,
    O,
    U,
    Y,
    K,
}

/// The kinds of step: a base letter with its X and Y suffixes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// The base letter as a kind of step.
    pub base: Base,
    /// How many `X` follow: each adds 3 to the longer coordinate.
    pub xs: u8,
    /// How many `Y` follow: each adds 2 to both coordinates.
    pub ys: u8,
}

/// Base letters; `L` is read as `C` and `J` as `Z` (with a warning).
#[allow(missing_docs, reason = "the letters are the names")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Base {
    W,
    F,
    D,
    N,
    A,
    H,
    C,
    Z,
    G,
    K,
    B,
    R,
    Q,
    S,
    O,
    U,
}

/// How many steps a leg may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// No number: one step for a leaper, any number for B, R and Q.
    Natural,
    /// `n`: at most n steps.
    UpTo(u32),
    /// `0n`: exactly n steps.
    Exactly(u32),
    /// `0` or a doubled letter: any number of steps.
    Unlimited,
    /// `*`: as far as the pawn rule of the board allows; only found in imported texts.
    Star,
}

/// `[ part { (- | ?) part } ]`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bracket {
    /// The parts; the first one's joint has no meaning and is `MustGoOn`.
    pub parts: Vec<Part>,
}

/// One part of a bracket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// How it is joined to the part before it.
    pub joint: Joint,
    /// Its modifiers as written.
    pub modifiers: Vec<Modifier>,
    /// Its own atom.
    pub atom: Atom,
    /// Its own range.
    pub range: Reach,
}

/// How a part is joined to the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joint {
    /// `-`: the move must go on.
    MustGoOn,
    /// `?`: the move may stop before this part.
    MayStop,
}

impl Chain {
    /// The legs' modifiers with the group (if there is one) written out `copies` times, each leg
    /// in canonical order: with its direction letters in one run, if that reads the same.
    ///
    /// ```
    /// # use komadai_betza::*;
    /// let d = parse("(paf)3R").unwrap().descriptor;
    /// let TermKind::Chain(chain) = &d.terms[0].kind else { panic!() };
    /// assert_eq!(chain.most_copies(), 3);
    /// assert_eq!(chain.legs(0).len(), 1);
    /// assert_eq!(chain.legs(2).len(), 3);
    /// ```
    pub fn legs(&self, copies: u32) -> Vec<Vec<Modifier>> {
        legs(&self.elements, copies)
    }

    /// How many copies the group allows; 0 without a group.
    pub fn most_copies(&self) -> u32 {
        most_copies(&self.elements)
    }

    /// Whether some leg may have this letter. Much quicker than to ask all [`legs`](Self::legs).
    pub fn mentions(&self, modifier: Modifier) -> bool {
        fn mention(elements: &[Element], modifier: Modifier) -> bool {
            elements.iter().any(|element| match element {
                Element::Modifier(m) => *m == modifier,
                Element::Leg => false,
                Element::Group(inner, _) => mention(inner, modifier),
            })
        }
        mention(&self.elements, modifier)
    }
}

pub(crate) fn legs(elements: &[Element], copies: u32) -> Vec<Vec<Modifier>> {
    fn put(elements: &[Element], copies: u32, legs: &mut Vec<Vec<Modifier>>) {
        for element in elements {
            match element {
                Element::Modifier(m) => legs.last_mut().expect("never empty").push(*m),
                Element::Leg => legs.push(Vec::new()),
                Element::Group(inner, _) => (0..copies).for_each(|_| put(inner, 0, legs)),
            }
        }
    }
    let mut legs = vec![Vec::new()];
    put(elements, copies, &mut legs);
    legs.into_iter().map(|leg| canonical_leg(&leg)).collect()
}

pub(crate) fn most_copies(elements: &[Element]) -> u32 {
    let copies = |e: &Element| if let Element::Group(_, n) = e { Some(*n) } else { None };
    elements.iter().find_map(copies).unwrap_or(0)
}

impl Atom {
    /// The longer and the shorter coordinate of one step, suffixes applied, as in `(2, 1)` for N;
    /// for the compounds K, Q (1) and S (2) the step of their orthogonal half, for R and B one step.
    /// `None` for O and U, which have no step.
    pub fn step(&self) -> Option<(u32, u32)> {
        let (a, b) = match self.base {
            Base::W | Base::R | Base::K | Base::Q => (1, 0),
            Base::F | Base::B => (1, 1),
            Base::D | Base::S => (2, 0),
            Base::N => (2, 1),
            Base::A => (2, 2),
            Base::H => (3, 0),
            Base::C => (3, 1),
            Base::Z => (3, 2),
            Base::G => (3, 3),
            Base::O | Base::U => return None,
        };
        let (x, y) = (u32::from(self.xs), u32::from(self.ys));
        Some((a + 3 * x + 2 * y, b + 2 * y))
    }
}

/// How the moves of an atom lie around its origin; it decides what direction letters mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// Four moves along files and ranks: W, D, H, R.
    Orthogonal,
    /// Four diagonal moves: F, A, G, B.
    Diagonal,
    /// Eight moves of a bent leap: N, C, Z.
    Oblique,
    /// Four orthogonal and four diagonal moves in one system: K, Q, S.
    Compass,
    /// No step at all: O, U.
    None,
}

impl Atom {
    /// The atom of a bare letter.
    pub fn plain(base: Base) -> Self {
        Atom { base, xs: 0, ys: 0 }
    }

    /// How the moves lie around the origin.
    pub fn symmetry(&self) -> Symmetry {
        match (self.base, self.step()) {
            (Base::K | Base::Q | Base::S, _) => Symmetry::Compass,
            (_, None) => Symmetry::None,
            (_, Some((_, 0))) => Symmetry::Orthogonal,
            (_, Some((a, b))) if a == b => Symmetry::Diagonal,
            _ => Symmetry::Oblique,
        }
    }

    /// Whether the atom goes on without limit when no number says otherwise.
    pub fn is_slider(&self) -> bool {
        matches!(self.base, Base::B | Base::R | Base::Q)
    }
}

/// Gives an enum of letters its two conversions from one table.
macro_rules! letters {
    ($($(#[$doc:meta])* $name:ident { $($variant:ident = $letter:literal),+ $(,)? })+) => {$(
        $(#[$doc])*
        impl $name {
            /// All of them, in the order of their declaration.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The letter as it is written.
            pub fn letter(self) -> char {
                match self {
                    $(Self::$variant => $letter),+
                }
            }

            /// What a letter stands for, if it stands for one of these.
            pub fn from_letter(letter: char) -> Option<Self> {
                match letter {
                    $($letter => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }
    )+};
}

letters! {
    Direction { F = 'f', B = 'b', L = 'l', R = 'r', V = 'v', S = 's', H = 'h', Z = 'z', Q = 'q' }
    Modality {
        M = 'm', C = 'c', D = 'd', E = 'e', I = 'i', J = 'j', N = 'n',
        P = 'p', G = 'g', T = 't', O = 'o', U = 'u', Y = 'y', K = 'k',
    }
    Base {
        W = 'W', F = 'F', D = 'D', N = 'N', A = 'A', H = 'H', C = 'C', Z = 'Z', G = 'G',
        K = 'K', B = 'B', R = 'R', Q = 'Q', S = 'S', O = 'O', U = 'U',
    }
}

impl Modifier {
    /// The letter as it is written.
    pub fn letter(self) -> char {
        match self {
            Modifier::Direction(d) => d.letter(),
            Modifier::Modality(m) => m.letter(),
        }
    }

    /// The direction, if it is one.
    pub fn direction(self) -> Option<Direction> {
        match self {
            Modifier::Direction(d) => Some(d),
            Modifier::Modality(_) => None,
        }
    }

    /// The modality, if it is one.
    pub fn modality(self) -> Option<Modality> {
        match self {
            Modifier::Direction(_) => None,
            Modifier::Modality(m) => Some(m),
        }
    }

    /// The modifier that a letter stands for.
    pub fn from_letter(letter: char) -> Option<Self> {
        Direction::from_letter(letter)
            .map(Modifier::Direction)
            .or_else(|| Modality::from_letter(letter).map(Modifier::Modality))
    }
}
