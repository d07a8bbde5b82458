//! The canonical order of modifiers, and how direction letters pair up.

use crate::ast::{
    Atom, Base, Chain, Descriptor, Direction, Element, Modality, Modifier, Reach, TermKind, legs,
    most_copies,
};

/// So many copies of a group show everything that any number would: with separators inside, two
/// copies meet in every way; without, a copy leaves its last letter waiting for a partner or not,
/// and so repeats every second copy what it does to the letters after it.
const TELLING_COPIES: u32 = 5;

/// A direction as it is read: one letter, or two that mean one thing together.
pub(crate) type Token = (Direction, Option<Direction>);

/// Splits letters that stand together into tokens, from left to right: two letters of different
/// axes pair, a doubled letter stands alone.
pub(crate) fn tokens(run: &[Direction]) -> Vec<Token> {
    let mut found = Vec::new();
    let mut rest = run;
    while let [first, tail @ ..] = rest {
        let (token, used) = match tail.first() {
            Some(next) if next == first => ((*first, None), 2),
            Some(next) if pairs(*first, *next) => ((*first, Some(*next)), 2),
            _ => ((*first, None), 1),
        };
        found.push(token);
        rest = &rest[used..];
    }
    found
}

/// Whether a later leg's direction turns by 45 or 135 degrees: pairs do, single letters do not.
pub(crate) fn is_half_turn(token: &Token) -> bool {
    token.1.is_some()
}

/// Whether two neighbouring letters are read as one direction.
pub(crate) fn pairs(a: Direction, b: Direction) -> bool {
    /// `h`, `z` and `q` belong to no axis and qualify the letter beside them.
    #[derive(PartialEq)]
    enum Axis {
        Vertical,
        Horizontal,
        None,
    }
    let axis = |d| match d {
        Direction::F | Direction::B | Direction::V => Axis::Vertical,
        Direction::L | Direction::R | Direction::S => Axis::Horizontal,
        Direction::H | Direction::Z | Direction::Q => Axis::None,
    };
    axis(a) != axis(b)
}

/// Writes tokens as one run of letters that reads as the same tokens again: a lone letter that
/// would pair with its neighbour is doubled.
pub(crate) fn join(tokens: &[Token]) -> Vec<Direction> {
    let mut run = Vec::new();
    for (k, (first, second)) in tokens.iter().enumerate() {
        run.push(*first);
        let clings = |next: &Token| next.0 == *first || pairs(*first, next.0);
        match second {
            Some(second) => run.push(*second),
            None if tokens.get(k + 1).is_some_and(clings) => run.push(*first),
            None => {}
        }
    }
    run
}

/// The runs of direction letters that stand together in a leg.
pub(crate) fn runs(leg: &[Modifier]) -> Vec<Vec<Direction>> {
    leg.split(|m| matches!(m, Modifier::Modality(_)))
        .filter(|run| !run.is_empty())
        .map(|run| run.iter().filter_map(|m| m.direction()).collect())
        .collect()
}

/// The directions of a leg, read run by run.
pub(crate) fn leg_tokens(leg: &[Modifier]) -> Vec<Token> {
    runs(leg).iter().flat_map(|run| tokens(run)).collect()
}

/// A leg in canonical order if that reads the same, else as it was written.
pub(crate) fn canonical_leg(leg: &[Modifier]) -> Vec<Modifier> {
    let sorted = sorted_leg(leg);
    if reading(&sorted) == reading(leg) { sorted } else { leg.to_vec() }
}

/// The directions of a leg, and what they are if its `z` and `q` make the slide crooked: the others
/// are then read as if those were not there.
fn reading(leg: &[Modifier]) -> [Vec<Token>; 2] {
    let crooked = [Direction::Z, Direction::Q].map(Modifier::Direction);
    let others: Vec<Modifier> = leg.iter().filter(|m| !crooked.contains(m)).copied().collect();
    [leg_tokens(leg), leg_tokens(&others)]
}

/// `i`, the directions, then the other modalities in the order that XBoard insists on, and last
/// those that XBoard does not know.
///
/// Letters that did not stand together did not pair; so that they do not pair now either, the lone
/// ones among them are doubled. A single run stays as it was written.
fn sorted_leg(leg: &[Modifier]) -> Vec<Modifier> {
    let directions = match runs(leg).as_slice() {
        [] => Vec::new(),
        [run] => run.clone(),
        _ => join(&leg_tokens(leg)),
    };
    let mut modalities: Vec<Modality> = leg.iter().filter_map(|m| m.modality()).collect();
    modalities.sort_by_key(|m| rank(*m));
    let (first, rest) =
        modalities.split_at(modalities.iter().filter(|m| **m == Modality::I).count());
    let modality = |m: &Modality| Modifier::Modality(*m);
    first
        .iter()
        .map(modality)
        .chain(directions.into_iter().map(Modifier::Direction))
        .chain(rest.iter().map(modality))
        .collect()
}

fn rank(modality: Modality) -> usize {
    use Modality::{C, D, E, G, I, J, K, M, N, O, P, T, U, Y};
    const ORDER: [Modality; 14] = [I, M, C, D, E, T, P, G, O, Y, N, J, U, K];
    ORDER.iter().position(|m| *m == modality).expect("every modality is listed")
}

impl Descriptor {
    /// The same movement in canonical form: modifiers in canonical order inside every leg, ranges
    /// written where they must be and only there. [`parse`](crate::parse) returns this form.
    pub fn canonical(&self) -> Descriptor {
        let mut terms = self.terms.clone();
        for term in &mut terms {
            match &mut term.kind {
                TermKind::Chain(chain) => {
                    chain.elements = canonical_elements(&chain.elements);
                    chain.range = canonical_range(&chain.atom, chain.range);
                }
                TermKind::Bracket(bracket) => {
                    for part in &mut bracket.parts {
                        part.modifiers = canonical_leg(&part.modifiers);
                        part.range = canonical_range(&part.atom, part.range);
                    }
                }
            }
        }
        for next in 1..terms.len() {
            let opening = opening_letter(&terms[next].kind);
            if let TermKind::Chain(chain) = &mut terms[next - 1].kind {
                part_from(chain, opening);
            }
        }
        Descriptor { terms }
    }
}

/// The elements in canonical order if they write out to the same legs, else as they were written:
/// letters on both sides of a group's border meet in one leg, and there they may pair.
fn canonical_elements(elements: &[Element]) -> Vec<Element> {
    let sorted = sorted_elements(elements);
    let same = |copies| legs(&sorted, copies) == legs(elements, copies);
    let most = most_copies(elements).min(TELLING_COPIES);
    if (0..=most).all(same) { sorted } else { elements.to_vec() }
}

fn sorted_elements(elements: &[Element]) -> Vec<Element> {
    let mut sorted = Vec::with_capacity(elements.len());
    let mut segment = Vec::new();
    let flush = |segment: &mut Vec<Modifier>, sorted: &mut Vec<Element>| {
        sorted.extend(canonical_leg(segment).into_iter().map(Element::Modifier));
        segment.clear();
    };
    for element in elements {
        match element {
            Element::Modifier(m) => segment.push(*m),
            Element::Leg => {
                flush(&mut segment, &mut sorted);
                sorted.push(Element::Leg);
            }
            Element::Group(inner, copies) => {
                flush(&mut segment, &mut sorted);
                sorted.push(Element::Group(sorted_elements(inner), *copies));
            }
        }
    }
    flush(&mut segment, &mut sorted);
    sorted
}

/// A slider needs no sign that it has no limit.
fn canonical_range(atom: &Atom, range: Reach) -> Reach {
    match range {
        Reach::Unlimited if atom.is_slider() => Reach::Natural,
        other => other,
    }
}

/// The atom's letter if a term begins with it.
fn opening_letter(term: &TermKind) -> Option<Base> {
    match term {
        TermKind::Chain(chain) if chain.elements.is_empty() => Some(chain.atom.base),
        _ => None,
    }
}

/// Gives a bare atom an explicit range where its letter and that of the next term would read as a
/// doubled letter.
fn part_from(chain: &mut Chain, next: Option<Base>) {
    let bare = chain.range == Reach::Natural && chain.atom.xs == 0 && chain.atom.ys == 0;
    if bare && next == Some(chain.atom.base) {
        chain.range = if chain.atom.is_slider() { Reach::Unlimited } else { Reach::UpTo(1) };
    }
}
