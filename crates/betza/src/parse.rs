//! From text to tree: the letters, their places, and every way to get them wrong.

use crate::ast::{
    Atom, Base, Bracket, Chain, Descriptor, Element, Joint, Modifier, Part, Reach, Span, Symmetry,
    Term, TermKind,
};
use crate::check::{self, Placed};
use crate::error::{ParseError, Warning, as_atom, name, no_atom};

/// The largest number that a range or a group may carry, and the longest step.
const LIMIT: u32 = 99;
/// The most bytes of a text; the longest movement in use has about a hundred.
const LONGEST: usize = 2_000;

/// A text that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// What it says, in canonical form.
    pub descriptor: Descriptor,
    /// What in it is doubtful, in the order of the text.
    pub warnings: Vec<Warning>,
}

/// Reads a move description.
///
/// ```
/// let pawn = komadai_betza::parse("mfWcefFinmfD")?;
/// assert_eq!(pawn.descriptor.to_string(), "fmWfceFifmnD");
/// assert!(pawn.warnings.is_empty());
/// # Ok::<(), komadai_betza::ParseError>(())
/// ```
///
/// # Errors
/// The first thing in the text that cannot be read or cannot mean anything. No letter is skipped.
pub fn parse(text: &str) -> Result<Parsed, ParseError> {
    if text.len() > LONGEST {
        let message = format!("a move description has at most {LONGEST} bytes");
        return Err(ParseError::new(after(text, LONGEST), message));
    }
    let mut reader = Reader { text, at: 0, star: None, warnings: Vec::new() };
    let mut terms = Vec::new();
    while reader.peek().is_some() {
        let term = reader.term()?;
        if terms.contains(&term) {
            reader.warn(term.span.clone(), "this repeats an earlier term and adds nothing");
        }
        terms.push(term);
    }
    if terms.is_empty() {
        return Err(ParseError::new(0..0, "expected a move description, found nothing")
            .help("`K` is a king's step, `R` a rook's slide"));
    }
    reader.warnings.sort_by_key(|w| w.span.start);
    let descriptor = Descriptor { terms }.canonical();
    let printed = descriptor.to_string().len();
    if printed > LONGEST {
        let message = format!(
            "a move description has at most {LONGEST} bytes; in canonical form this has {printed}"
        );
        return Err(ParseError::new(0..text.len(), message));
    }
    Ok(Parsed { descriptor, warnings: reader.warnings })
}

/// The character that contains or follows a byte offset.
fn after(text: &str, at: usize) -> Span {
    let start = (0..=at).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0);
    start..start + text[start..].chars().next().map_or(0, char::len_utf8)
}

/// An element and where it stands.
pub(crate) enum Spelled {
    Modifier(Placed),
    Leg,
    Group(Vec<Spelled>, u32),
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// The first `*` range of the term.
    star: Option<Span>,
    warnings: Vec<Warning>,
}

type Read<T> = Result<T, ParseError>;

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn bump(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }

    /// Steps over the character if it is the next one.
    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.bump();
        }
        found
    }

    /// The next character's place; empty at the end.
    fn here(&self) -> Span {
        self.at..self.at + self.peek().map_or(0, char::len_utf8)
    }

    fn warn(&mut self, span: Span, message: impl Into<String>) {
        self.warnings.push(Warning { span, message: message.into() });
    }

    fn term(&mut self) -> Read<Term> {
        let start = self.at;
        let kind = match self.peek() {
            Some('[') => TermKind::Bracket(self.bracket()?),
            _ => TermKind::Chain(self.chain()?),
        };
        Ok(Term { kind, span: start..self.at, star: self.star.take() })
    }

    fn chain(&mut self) -> Read<Chain> {
        let elements = self.elements()?;
        let (atom, base_at) = self.atom(last_modifier(&elements))?;
        let range = self.range(&atom)?;
        check::chain(&elements, &atom, base_at..self.at, range, &mut self.warnings)?;
        Ok(Chain { elements: elements.iter().map(Spelled::element).collect(), atom, range })
    }

    /// Everything before the atom.
    fn elements(&mut self) -> Read<Vec<Spelled>> {
        let mut found = Vec::new();
        let mut grouped = false;
        while let Some(next) = self.peek() {
            if next == '(' {
                if grouped {
                    return Err(ParseError::new(self.here(), "an atom can have only one group")
                        .help("write a second term for the other repetition"));
                }
                grouped = true;
                found.push(self.group()?);
            } else {
                match self.leg_or_modifier()? {
                    Some(element) => found.push(element),
                    None => break,
                }
            }
        }
        Ok(found)
    }

    /// `a`, a modifier, or something else.
    fn leg_or_modifier(&mut self) -> Read<Option<Spelled>> {
        if self.eat('a') {
            return Ok(Some(Spelled::Leg));
        }
        Ok(self.modifier()?.map(Spelled::Modifier))
    }

    fn modifier(&mut self) -> Read<Option<Placed>> {
        let Some(letter) = self.peek() else {
            return Ok(None);
        };
        let span = self.here();
        if let Some(modifier) = Modifier::from_letter(letter) {
            self.bump();
            return Ok(Some(Placed { modifier, span }));
        }
        if letter == 'x' {
            return Err(ParseError::new(
                span,
                "`x` (relay) is not supported: its meaning is not settled",
            )
            .help("remove it, and write the relayed moves out"));
        }
        if letter.is_ascii_lowercase() && letter != 'a' {
            let error = ParseError::new(span, format!("there is no modifier `{letter}`"));
            return Err(match as_atom(letter) {
                Some(atom) => error.help(format!("did you mean the atom `{atom}`?")),
                None => error,
            });
        }
        Ok(None)
    }

    /// `( .. )n`
    fn group(&mut self) -> Read<Spelled> {
        let open = self.here();
        self.bump();
        if self.peek().is_some_and(|c| c.is_ascii_digit() || c == '-') {
            return Err(ParseError::new(open, "step vectors such as `(4,1)` are not supported")
                .help("name the atom: `WX` is (4,0), `FX` (4,1), `DY` (4,2), `NY` (4,3)"));
        }
        let mut inner = Vec::new();
        while let Some(element) = self.leg_or_modifier()? {
            inner.push(element);
        }
        match self.peek() {
            Some(')') if inner.is_empty() => {
                return Err(ParseError::new(open.start..self.here().end, "this group is empty"));
            }
            Some(')') => self.bump(),
            Some('(') => return Err(ParseError::new(self.here(), "groups do not nest")),
            found => {
                let message = format!(
                    "expected `)`, a modifier or `a` in the group begun at byte {}, found {}",
                    open.start,
                    name(found)
                );
                return Err(ParseError::new(self.here(), message)
                    .help("a group holds modifiers only; the atom follows its number"));
            }
        }
        let digits = self.here();
        let Some(copies) = self.number()? else {
            let message = format!("expected a number after the group, found {}", name(self.peek()));
            return Err(ParseError::new(digits, message)
                .help("`(paf)3R` repeats `paf` none to three times"));
        };
        if copies == 0 {
            self.warn(open.start..self.at, "a group that is never repeated says nothing");
        }
        Ok(Spelled::Group(inner, copies))
    }

    /// Digits, if there are any.
    fn number(&mut self) -> Read<Option<u32>> {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.bump();
        }
        let digits = &self.text[start..self.at];
        if digits.is_empty() {
            return Ok(None);
        }
        match digits.parse() {
            Ok(n) if n <= LIMIT => Ok(Some(n)),
            _ => {
                Err(ParseError::new(start..self.at, format!("the largest number here is {LIMIT}")))
            }
        }
    }

    /// The atom, and where it begins; `before` is the modifier right before it.
    fn atom(&mut self, before: Option<Modifier>) -> Read<(Atom, usize)> {
        let start = self.here();
        let Some(letter) = self.peek() else {
            return Err(no_atom(start, None, before));
        };
        let base = match letter {
            'L' | 'J' => self.synonym(letter),
            _ => Base::from_letter(letter)
                .ok_or_else(|| no_atom(start.clone(), Some(letter), before))?,
        };
        self.bump();
        let mut atom = Atom::plain(base);
        while let Some(suffix @ ('X' | 'Y')) = self.peek() {
            self.suffix(&mut atom, suffix, start.start)?;
        }
        Ok((atom, start.start))
    }

    fn suffix(&mut self, atom: &mut Atom, suffix: char, start: usize) -> Read<()> {
        if matches!(atom.symmetry(), Symmetry::Compass | Symmetry::None) {
            let message = format!(
                "`{}` cannot be lengthened by `{suffix}`: it is not one kind of step",
                atom.base.letter()
            );
            return Err(ParseError::new(self.here(), message)
                .help("`X` and `Y` follow W, F, D, N, A, H, C, Z, G, R and B"));
        }
        let counter = if suffix == 'X' { &mut atom.xs } else { &mut atom.ys };
        *counter += 1;
        self.bump();
        match atom.step() {
            Some((length, _)) if length > LIMIT => {
                let message = format!("this step is longer than {LIMIT} squares");
                Err(ParseError::new(start..self.at, message))
            }
            _ => Ok(()),
        }
    }

    /// `L` and `J` mean different things to different programs.
    fn synonym(&mut self, letter: char) -> Base {
        let (base, step, other) =
            if letter == 'L' { (Base::C, "(3,1)", "(3,2)") } else { (Base::Z, "(3,2)", "(3,1)") };
        let plain = base.letter();
        self.warn(
            self.here(),
            format!("`{letter}` is read as `{plain}`, {step}; XBoard takes it for {other}: write `{plain}`"),
        );
        base
    }

    fn range(&mut self, atom: &Atom) -> Read<Reach> {
        let start = self.at;
        let letter = self.text[..start].chars().next_back();
        let bare = atom.xs == 0 && atom.ys == 0;
        let range = match self.peek() {
            Some('*') => {
                self.bump();
                self.star.get_or_insert(start..self.at);
                self.warn(start..self.at, "`*` depends on the board; replace it by a number");
                Reach::Star
            }
            Some(c) if c.is_ascii_digit() => self.digits()?,
            next if bare && next.is_some() && next == letter => {
                self.bump();
                Reach::Unlimited
            }
            _ => Reach::Natural,
        };
        if range == Reach::Unlimited && atom.is_slider() {
            self.warn(start..self.at, format!("`{atom}` has no limit anyway"));
        }
        let again = |c: char| c.is_ascii_digit() || c == '*';
        if range != Reach::Natural && self.peek().is_some_and(again) {
            return Err(ParseError::new(self.here(), "this atom has a range already")
                .help("a range is a number, `*`, or the atom's letter once more"));
        }
        Ok(range)
    }

    /// `n`, `0n` or `0`.
    fn digits(&mut self) -> Read<Reach> {
        let start = self.at;
        let n = self.number()?.unwrap_or(0);
        let text = &self.text[start..self.at];
        match (text.starts_with('0'), n) {
            (true, 0) if text.len() > 1 => {
                Err(ParseError::new(start..self.at, "exactly 0 steps are no move")
                    .help("`0` alone means any number of steps"))
            }
            (true, 0) => Ok(Reach::Unlimited),
            (true, n) => Ok(Reach::Exactly(n)),
            (false, n) => Ok(Reach::UpTo(n)),
        }
    }

    fn bracket(&mut self) -> Read<Bracket> {
        let open = self.here();
        self.bump();
        let mut parts = Vec::new();
        let mut spelled = Vec::new();
        let mut joint = Joint::MustGoOn;
        loop {
            let (part, places) = self.part(joint, open.start)?;
            parts.push(part);
            spelled.push(places);
            joint = match self.peek() {
                Some('-') => Joint::MustGoOn,
                Some('?') => Joint::MayStop,
                Some(']') => break,
                found => return Err(self.no_joint(found, open.start)),
            };
            self.bump();
        }
        self.bump();
        if parts.len() == 1 {
            self.warn(open.start..self.at, "brackets around a single part say nothing");
        }
        check::bracket(&parts, &spelled, &mut self.warnings)?;
        Ok(Bracket { parts })
    }

    fn no_joint(&self, found: Option<char>, open: usize) -> ParseError {
        let message = format!(
            "expected `-`, `?` or `]` in the brackets begun at byte {open}, found {}",
            name(found)
        );
        let error = ParseError::new(self.here(), message);
        match found {
            Some(c) if c.is_ascii_alphabetic() => {
                error.help("parts are joined by `-` (must go on) or `?` (may stop)")
            }
            _ => error,
        }
    }

    /// One part of a bracket, its modifiers and its atom with their places.
    fn part(&mut self, joint: Joint, open: usize) -> Read<(Part, check::Leg)> {
        let mut places = Vec::new();
        while let Some(placed) = self.modifier()? {
            places.push(placed);
        }
        match self.peek() {
            Some('a') => {
                return Err(ParseError::new(self.here(), "`a` does not stand in brackets")
                    .help("join the parts by `-` (must go on) or `?` (may stop)"));
            }
            Some('(') => {
                return Err(ParseError::new(self.here(), "groups do not stand in brackets"));
            }
            Some('[') => return Err(ParseError::new(self.here(), "brackets do not nest")),
            found @ (None | Some(']' | '-' | '?')) => {
                let message = format!(
                    "expected an atom in the brackets begun at byte {open}, found {}",
                    name(found)
                );
                return Err(ParseError::new(self.here(), message));
            }
            _ => {}
        }
        let (atom, base_at) = self.atom(places.last().map(|p| p.modifier))?;
        let range = self.range(&atom)?;
        let modifiers = places.iter().map(|p| p.modifier).collect();
        Ok((
            Part { joint, modifiers, atom, range },
            check::Leg { places, atom_span: base_at..self.at },
        ))
    }
}

impl Spelled {
    fn element(&self) -> Element {
        match self {
            Spelled::Modifier(placed) => Element::Modifier(placed.modifier),
            Spelled::Leg => Element::Leg,
            Spelled::Group(inner, copies) => {
                Element::Group(inner.iter().map(Spelled::element).collect(), *copies)
            }
        }
    }
}

fn last_modifier(elements: &[Spelled]) -> Option<Modifier> {
    match elements.last() {
        Some(Spelled::Modifier(placed)) => Some(placed.modifier),
        _ => None,
    }
}
