//! Direction letters as XBoard reads them, which is not always as they are written here.

use super::Said;
use crate::ast::{Atom, Direction, Modifier, Symmetry};
use crate::order::{Token, canonical_leg, join, leg_tokens, pairs};

/// The texts that together say a leg's directions.
pub(super) fn texts(tokens: &[Token], atom: &Atom, first: bool) -> Said<Vec<String>> {
    use Direction::{Q, Z};
    if tokens.is_empty() {
        return Ok(vec![String::new()]);
    }
    if tokens.iter().any(|(a, b)| matches!(a, Z | Q) || matches!(b, Some(Z | Q))) {
        return Err("XBoard has no `z` and `q` (crooked slides and bends)".into());
    }
    Ok(match atom.symmetry() {
        _ if !first => compass(tokens),
        Symmetry::Compass => compass(tokens),
        Symmetry::Oblique => oblique(tokens),
        Symmetry::Diagonal => vec![diagonal(tokens)],
        Symmetry::Orthogonal | Symmetry::None => vec![orthogonal(tokens)],
    })
}

fn text(letters: impl IntoIterator<Item = Direction>) -> String {
    letters.into_iter().map(Direction::letter).collect()
}

fn letters(tokens: &[Token]) -> impl Iterator<Item = Direction> {
    tokens.iter().flat_map(|(a, b)| [Some(*a), *b]).flatten()
}

fn unique<T: PartialEq>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    items.into_iter().fold(Vec::new(), |mut found, item| {
        if !found.contains(&item) {
            found.push(item);
        }
        found
    })
}

/// Letters just add up.
fn orthogonal(tokens: &[Token]) -> String {
    text(unique(letters(tokens)))
}

/// `v` and `s` add nothing to another letter and alone mean all, which XBoard understands only when
/// nothing is said. Nor does doubling keep letters apart, so that lone ones are written as the two
/// diagonals that they mean where a neighbour would pair with them.
fn diagonal(tokens: &[Token]) -> String {
    use Direction::{B, F, L, R, S, V};
    let mut known = Vec::new();
    for token in tokens {
        match token {
            (V | S, None | Some(V | S)) => return String::new(),
            (V | S, Some(side)) | (side, Some(V | S)) => known.push((*side, None)),
            plain => known.push(*plain),
        }
    }
    let known = unique(known);
    let plain: Vec<Direction> = letters(&known).collect();
    if join(&known) == plain {
        return text(plain);
    }
    let single = |(a, b): &Token| match (a, b) {
        (F | B, None) => vec![*a, L, *a, R],
        (_, None) => vec![F, *a, B, *a],
        (a, Some(b)) => vec![*a, *b],
    };
    text(known.iter().flat_map(single))
}

/// In XBoard `v` and `s` never begin a pair, and a lone letter cannot stand before one of the other
/// axis, doubled or not.
fn compass(tokens: &[Token]) -> Vec<String> {
    use Direction::{B, F, L, R, S, V};
    let split = |token: &Token| match token {
        (V, Some(S)) | (S, Some(V)) => vec![(F, Some(S)), (B, Some(S))],
        (a @ (V | S), Some(b)) => vec![(*b, Some(*a))],
        plain => vec![*plain],
    };
    let known = unique(tokens.iter().flat_map(split));
    // Only where lone letters of both axes meet a second text is needed.
    let rank = |token: &Token| match token {
        (_, Some(_)) => 0,
        (V | S, None) => 1,
        (F | B, None) => 2,
        _ => 3,
    };
    let mut rest: Vec<Token> = known.iter().filter(|t| rank(t) < 3).copied().collect();
    let mut across: Vec<Token> = known.iter().filter(|t| rank(t) == 3).copied().collect();
    rest.sort_by_key(rank);
    if !rest.iter().any(|t| matches!(t, (F | B, None))) {
        rest.append(&mut across);
    }
    debug_assert!(across.iter().all(|t| matches!(t, (L | R, None))), "`h`, `z` and `q` are gone");
    [rest, across].iter().filter(|tokens| !tokens.is_empty()).map(|t| text(letters(t))).collect()
}

/// XBoard reads `hl` and `hr` only when they stand first, and then nothing else.
fn oblique(tokens: &[Token]) -> Vec<String> {
    use Direction::{H, S, V};
    let (circles, others): (Vec<Token>, Vec<Token>) = tokens.iter().partition(|(a, _)| *a == H);
    // The second letter is the main axis; both sides of it are all of it.
    let simple = |token: &Token| match *token {
        (V | S, Some(axis)) => (axis, None),
        plain => plain,
    };
    let mut others = unique(others.iter().map(simple));
    if [V, S].iter().all(|axis| others.contains(&(*axis, None))) {
        return vec![String::new()];
    }
    // Other readers pair `v` and `s` with what follows, which may leave an `h` alone.
    if tokens.iter().any(|(a, b)| *a == H || *b == Some(H)) {
        others.sort_by_key(|token| matches!(token, (V | S, None)));
    }
    let mut texts: Vec<String> = unique(circles).iter().map(|c| text(letters(&[*c]))).collect();
    if !others.is_empty() {
        texts.push(text(undoubled_axes(&others)));
    }
    texts
}

/// Like [`join`], but `v` and `s` stay single: XBoard never pairs them with what follows, and reads
/// them as nothing when they are doubled.
fn undoubled_axes(tokens: &[Token]) -> Vec<Direction> {
    use Direction::{S, V};
    let mut run = Vec::new();
    for (k, (first, second)) in tokens.iter().enumerate() {
        run.extend([Some(*first), *second].into_iter().flatten());
        let clings = |next: &Token| next.0 == *first || pairs(*first, next.0);
        let lone = second.is_none() && !matches!(first, V | S);
        if lone && tokens.get(k + 1).is_some_and(clings) {
            run.push(*first);
        }
    }
    run
}

/// What the four-fold half of an eight-fold atom has to do with the directions of a first leg:
/// `None` if nothing.
pub(super) fn share(leg: &[Modifier], symmetry: Symmetry) -> Option<Vec<Modifier>> {
    let all = leg_tokens(leg);
    let diagonal = symmetry == Symmetry::Diagonal;
    let own: Vec<Token> = all.iter().filter(|(_, b)| b.is_some() == diagonal).copied().collect();
    if own.is_empty() && !all.is_empty() {
        return None;
    }
    let modalities = leg.iter().copied().filter(|m| m.modality().is_some());
    let directions = join(&own).into_iter().map(Modifier::Direction);
    Some(canonical_leg(&directions.chain(modalities).collect::<Vec<_>>()))
}
