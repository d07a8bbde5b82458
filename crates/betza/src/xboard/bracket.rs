//! Brackets as chains: possible while every part is the atom of the chain, turned or swapped.

use super::{Route, Said};
use crate::ast::{Atom, Bracket, Direction, Joint, Modality, Modifier, Part, Reach, Symmetry};
use crate::order::{Token, canonical_leg, is_half_turn, join, leg_tokens};

/// A route for every part that the move may end with.
pub(super) fn routes(bracket: &Bracket) -> Said<Vec<Route>> {
    let parts = &bracket.parts;
    (1..=parts.len())
        .filter(|n| parts.get(*n).is_none_or(|next| next.joint == Joint::MayStop))
        .map(|n| route(&parts[..n]))
        .collect()
}

fn route(parts: &[Part]) -> Said<Route> {
    let first = &parts[0];
    let mut legs = vec![canonical_leg(&first.modifiers)];
    let mut reach = effective(&first.atom, first.range);
    for pair in parts.windows(2) {
        let [before, part] = pair else { continue };
        if !related(&before.atom, &part.atom) {
            return Err(format!(
                "XBoard has no brackets, and its legs share one atom: `{}` and `{}` do not",
                before.atom, part.atom
            ));
        }
        let wanted = effective(&part.atom, part.range);
        if wanted != reach {
            if wanted != swapped(reach) {
                return Err(
                    "XBoard has no brackets, and its legs share one range; these do not".into()
                );
            }
            let leg = legs.last_mut().expect("there is a first leg");
            *leg = swapping(leg)?;
            reach = wanted;
        }
        legs.push(turned(before, part));
    }
    Ok(Route { legs, atom: first.atom.clone(), range: first.range })
}

/// Whether turning or swapping makes one atom of the other: the same length, and both or none in
/// the eight-fold system.
fn related(a: &Atom, b: &Atom) -> bool {
    let four_fold = |s| matches!(s, Symmetry::Orthogonal | Symmetry::Diagonal);
    let length = |atom: &Atom| atom.step().map(|(long, _)| long);
    let (s, t) = (a.symmetry(), b.symmetry());
    length(a) == length(b) && ((four_fold(s) && four_fold(t)) || (s == t && s == Symmetry::Compass))
}

/// The range in full: `R3` and `W3` are the same, and so are `R` and `WW`.
fn effective(atom: &Atom, range: Reach) -> Reach {
    match range {
        Reach::Natural if atom.is_slider() => Reach::Unlimited,
        Reach::Natural | Reach::Exactly(1) => Reach::UpTo(1),
        other => other,
    }
}

/// What `y` and `g` make of a range.
fn swapped(reach: Reach) -> Reach {
    if reach == Reach::UpTo(1) { Reach::Unlimited } else { Reach::UpTo(1) }
}

/// The leg with its letters exchanged for those that swap slider and leaper as well.
fn swapping(leg: &[Modifier]) -> Said<Vec<Modifier>> {
    use Modality::{C, D, E, G, K, M, P, Y};
    let has = |wanted| leg.contains(&Modifier::Modality(wanted));
    if [C, D, E, K, G, Y].into_iter().any(has) {
        return Err("XBoard swaps slider and leaper only after empty squares and platforms".into());
    }
    let mut changed: Vec<Modifier> = leg
        .iter()
        .map(|m| match m {
            Modifier::Modality(M) => Modifier::Modality(Y),
            Modifier::Modality(P) => Modifier::Modality(G),
            other => *other,
        })
        .collect();
    if !has(M) && !has(P) {
        changed.push(Modifier::Modality(Y));
    }
    Ok(canonical_leg(&changed))
}

/// A later part's modifiers with the directions that a chain needs: only those that the part's own
/// family allows, and where none is given, those that bend least.
fn turned(before: &Part, part: &Part) -> Vec<Modifier> {
    const AHEAD: Token = (Direction::F, None);
    const BOTH_SIDES: Token = (Direction::F, Some(Direction::S));
    let leg = canonical_leg(&part.modifiers);
    let (from, to) = (before.atom.symmetry(), part.atom.symmetry());
    let mut directions = leg_tokens(&leg);
    if directions.is_empty() {
        directions.push(if from == to { AHEAD } else { BOTH_SIDES });
    } else if to != Symmetry::Compass {
        directions.retain(|token| is_half_turn(token) == (from != to));
    }
    let directions = join(&directions).into_iter().map(Modifier::Direction);
    let modalities = leg.into_iter().filter(|m| m.modality().is_some());
    canonical_leg(&directions.chain(modalities).collect::<Vec<_>>())
}
