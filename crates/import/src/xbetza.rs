//! Movements that are written in XBetza already: read, and brought into the form of our files.

use crate::game::{self, Sides};
use crate::place::Place;
use crate::region::Board;
use crate::report::Report;
use komadai_betza::{
    Base, Chain, Direction, Element, Modality, Modifier, Reach, Term, TermKind, parse,
};
use std::collections::BTreeSet;

/// What a movement depends on besides its text.
pub(crate) struct Piece<'p> {
    pub(crate) board: &'p Board,
    /// Where the piece starts.
    pub(crate) starts: &'p Sides,
    /// Whether a diagram says it: these have words of their own for the first steps of pawns.
    pub(crate) in_diagram: bool,
}

/// The canonical text of a movement; `None` where it is wrong, which the report then says.
pub(crate) fn movement(
    text: &str,
    at: &Place,
    piece: &Piece<'_>,
    report: &mut Report,
) -> Option<String> {
    let parsed = match parse(text) {
        Ok(parsed) => parsed,
        Err(error) => {
            report.error_help(&at.part(error.span), error.message, error.help);
            return None;
        }
    };
    let mut told = String::new();
    for term in &parsed.descriptor.terms {
        match piece.said(term, text) {
            Ok(term) => told.push_str(&term),
            Err(message) => {
                report.error(Some(&at.part(term.span.clone())), message);
                return None;
            }
        }
    }
    // What was written anew says exactly what it means, so it raises no doubt.
    let again = parse(&told).ok()?;
    for warning in parsed.warnings {
        if again.warnings.iter().any(|other| other.message == warning.message) {
            report.remark(Some(&at.part(warning.span)), warning.message);
        }
    }
    Some(again.descriptor.to_string())
}

impl Piece<'_> {
    /// A term as our files say it.
    fn said(&self, term: &Term, text: &str) -> Result<String, String> {
        let plain = || text.get(term.span.clone()).unwrap_or_default().to_owned();
        match &term.kind {
            TermKind::Chain(chain) if self.in_diagram && chain.range == Reach::Star => {
                self.first_steps(chain)
            }
            _ if term.star.is_some() => Err("`*` is no number of steps".into()),
            // The squares between are two, and `n` looks at one: a slide looks at all.
            TermKind::Chain(chain) if self.in_diagram && is_lame_leap_of_three(chain) => {
                Ok(format!("{}W03", modifiers(chain)))
            }
            TermKind::Chain(chain) if chain.atom.base == Base::O => {
                self.inset().map(|inset| "j".repeat(inset) + &plain())
            }
            _ => Ok(plain()),
        }
    }

    /// `W*`: one step, and at first as many as lead to the middle of the board.
    fn first_steps(&self, chain: &Chain) -> Result<String, String> {
        let atom = &chain.atom;
        if (atom.base, atom.xs, atom.ys) != (Base::W, 0, 0) || !is_one_leg(chain) {
            return Err("`*` stands behind a plain `W` only, the step of a pawn".into());
        }
        let ranks: BTreeSet<u8> = self.ranks().collect();
        let mut ranks = ranks.into_iter();
        let (Some(rank), None) = (ranks.next(), ranks.next()) else {
            let message = "`*` depends on the rank on which the piece starts, and there is not one";
            return Err(message.into());
        };
        let letters = modifiers(chain);
        let steps = (self.board.ranks / 2).saturating_sub(rank + 1);
        Ok(match steps {
            0 | 1 => format!("{letters}W"),
            2 => format!("{letters}Wi{letters}nD"),
            _ => format!("{letters}Wi{letters}nW{steps}"),
        })
    }

    /// The ranks on which the piece starts, as its side counts them from 0.
    fn ranks(&self) -> impl Iterator<Item = u8> {
        let of_side = |side: usize| {
            self.starts[side].iter().map(move |square| self.board.rank_of(square.1, side == 1))
        };
        of_side(0).chain(of_side(1))
    }

    /// How many holes stand at each edge of the ranks on which the piece starts. Others count the partners of
    /// castling from the last square that there is, we from the edge of the board.
    fn inset(&self) -> Result<usize, String> {
        let holes = |files: &mut dyn Iterator<Item = u8>, rank: u8| {
            files.take_while(|file| self.board.holes.contains(&(*file, rank))).count()
        };
        let ranks: BTreeSet<u8> = self.starts.iter().flatten().map(|square| square.1).collect();
        let insets: BTreeSet<usize> = ranks
            .into_iter()
            .flat_map(|rank| {
                let files = 0..self.board.files;
                [holes(&mut files.clone(), rank), holes(&mut files.rev(), rank)]
            })
            .collect();
        let mut insets = insets.into_iter();
        match (insets.next(), insets.next()) {
            (inset, None) => Ok(inset.unwrap_or(0)),
            _ => Err("castling on a rank with more holes at one end than at the other".into()),
        }
    }
}

/// Whether a piece only goes up the board, so that it is stuck on the last rank.
pub(crate) fn goes_forward(text: &str) -> bool {
    let is_forward = |term: &Term| match &term.kind {
        TermKind::Chain(chain) if is_one_leg(chain) => {
            let mut directions = chain.elements.iter().filter_map(|element| match element {
                Element::Modifier(Modifier::Direction(direction)) => Some(*direction),
                _ => None,
            });
            directions.next() == Some(Direction::F)
                && directions.all(|direction| direction == Direction::F)
        }
        _ => false,
    };
    parse(text).is_ok_and(|parsed| parsed.descriptor.terms.iter().all(is_forward))
}

/// The types that stand where castling looks for a partner: at the ends of the rank of the piece that castles, or
/// so many squares from them.
pub(crate) fn partners(pieces: &[game::Piece], board: &Board) -> Vec<String> {
    let mut squares: Sides = Sides::default();
    for piece in pieces {
        let texts = piece.movements.iter().filter_map(|movement| parse(&movement.text).ok());
        for inset in texts.flat_map(|text| insets(&text.descriptor.terms)) {
            let Some(last) = (board.files - 1).checked_sub(inset) else { continue };
            for (own, ends) in piece.at.iter().zip(&mut squares) {
                ends.extend(own.iter().flat_map(|(_, rank)| [(inset, *rank), (last, *rank)]));
            }
        }
    }
    let stands = |piece: &&game::Piece| {
        piece.at.iter().zip(&squares).any(|(own, ends)| !own.is_disjoint(ends))
    };
    pieces.iter().filter(stands).map(|piece| piece.id.clone()).collect()
}

/// How far from the end each castling of a movement looks for the partner.
fn insets(terms: &[Term]) -> Vec<u8> {
    let inset = |term: &Term| match &term.kind {
        TermKind::Chain(chain) if chain.atom.base == Base::O => {
            let j = Element::Modifier(Modifier::Modality(Modality::J));
            let count = chain.elements.iter().filter(|element| **element == j).count();
            Some(u8::try_from(count).unwrap_or(u8::MAX))
        }
        _ => None,
    };
    terms.iter().filter_map(inset).collect()
}

fn modifiers(chain: &Chain) -> String {
    let letters = chain.elements.iter().filter_map(|element| match element {
        Element::Modifier(modifier) => Some(modifier.to_string()),
        _ => None,
    });
    letters.collect()
}

fn is_one_leg(chain: &Chain) -> bool {
    chain.elements.iter().all(|element| matches!(element, Element::Modifier(_)))
}

/// `nH`, as in the triple step of a pawn.
fn is_lame_leap_of_three(chain: &Chain) -> bool {
    let atom = &chain.atom;
    (atom.base, atom.xs, atom.ys) == (Base::H, 0, 0)
        && chain.range == Reach::Natural
        && is_one_leg(chain)
        && chain.elements.contains(&Element::Modifier(Modifier::Modality(Modality::N)))
}
