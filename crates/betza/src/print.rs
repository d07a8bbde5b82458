//! The canonical text of a syntax tree.

use std::fmt::{self, Display, Formatter, Write};

use crate::ast::{Atom, Bracket, Chain, Descriptor, Element, Joint, Modifier, Reach, TermKind};

impl Display for Descriptor {
    /// The canonical text; it reads back as [`canonical`](Descriptor::canonical).
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.canonical().terms.iter().try_for_each(|term| match &term.kind {
            TermKind::Chain(chain) => chain_text(chain, f),
            TermKind::Bracket(bracket) => bracket_text(bracket, f),
        })
    }
}

impl Display for Modifier {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char(self.letter())
    }
}

impl Display for Atom {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char(self.base.letter())?;
        (0..self.xs).try_for_each(|_| f.write_char('X'))?;
        (0..self.ys).try_for_each(|_| f.write_char('Y'))
    }
}

fn chain_text(chain: &Chain, f: &mut Formatter<'_>) -> fmt::Result {
    elements_text(&chain.elements, f)?;
    atom_text(&chain.atom, chain.range, f)
}

fn elements_text(elements: &[Element], f: &mut Formatter<'_>) -> fmt::Result {
    elements.iter().try_for_each(|element| match element {
        Element::Modifier(m) => write!(f, "{m}"),
        Element::Leg => f.write_char('a'),
        Element::Group(inner, copies) => {
            f.write_char('(')?;
            elements_text(inner, f)?;
            write!(f, "){copies}")
        }
    })
}

fn bracket_text(bracket: &Bracket, f: &mut Formatter<'_>) -> fmt::Result {
    f.write_char('[')?;
    for (k, part) in bracket.parts.iter().enumerate() {
        match part.joint {
            _ if k == 0 => {}
            Joint::MustGoOn => f.write_char('-')?,
            Joint::MayStop => f.write_char('?')?,
        }
        part.modifiers.iter().try_for_each(|m| write!(f, "{m}"))?;
        atom_text(&part.atom, part.range, f)?;
    }
    f.write_char(']')
}

fn atom_text(atom: &Atom, range: Reach, f: &mut Formatter<'_>) -> fmt::Result {
    write!(f, "{atom}")?;
    match range {
        Reach::Natural => Ok(()),
        Reach::UpTo(n) => write!(f, "{n}"),
        Reach::Exactly(n) => write!(f, "0{n}"),
        // A doubled X or Y would read as a second suffix.
        Reach::Unlimited if atom.xs > 0 || atom.ys > 0 => f.write_char('0'),
        Reach::Unlimited => f.write_char(atom.base.letter()),
        Reach::Star => f.write_char('*'),
    }
}
