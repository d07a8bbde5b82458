//! Paths that no stroke can say: only the squares are told.

use super::expand::{Strokes, conditions, purposes};
use super::{Kind, Kinds, Mark, Offset};
use crate::path::{Path, PathKind};
use crate::walk::{Cell, Terrain, reach};
use komadai_variant::{Color, Square};
use std::collections::BTreeSet;

/// A board of some size on which everything is possible.
struct Open(u8, u8);

impl Terrain for Open {
    fn size(&self) -> (u8, u8) {
        (self.0, self.1)
    }
    fn cell(&self, _: Square) -> Cell {
        Cell::Anything
    }
    fn en_passant(&self, _: Square) -> Option<Square> {
        None
    }
    fn is_virgin(&self, _: Square) -> bool {
        true
    }
    fn is_partner(&self, _: Square) -> bool {
        true
    }
}

/// Every square on which the path could end from some square of a board of this size, and where it
/// captures on the way, every square on which it could.
pub(super) fn reached(path: &Path, (files, ranks): (u8, u8)) -> Strokes {
    let PathKind::Legs(legs) = &path.kind else { return Strokes::default() };
    let (mut ends, mut victims) = (BTreeSet::new(), BTreeSet::new());
    let terrain = Open(files, ranks);
    // Where it holds is told apart.
    let everywhere = Path { region: None, ..path.clone() };
    let takes_on_the_way = legs.iter().rev().skip(1).any(|leg| leg.ends.enemy || leg.ends.friend);
    for from in 0..u16::from(files) * u16::from(ranks) {
        let from = Square(from as u8);
        let offset = |to: Square| Offset {
            x: (to.0 % files) as i8 - (from.0 % files) as i8,
            y: (to.0 / files) as i8 - (from.0 / files) as i8,
        };
        let found = reach(&terrain, std::slice::from_ref(&everywhere), Color::First, from);
        ends.extend(found.ends.into_iter().map(offset));
        if takes_on_the_way {
            victims.extend(found.middles.into_iter().map(offset));
        }
    }
    let last = legs.last().map(|leg| purposes(&leg.ends, leg.unload)).unwrap_or_default();
    let mark = |at, kinds: &Kinds, manner| {
        let kinds = kinds.iter().copied().chain([manner]).chain(conditions(path)).collect();
        Mark { at, kinds, ways: Vec::new() }
    };
    let taken = Kinds::from([Kind::Capture]);
    let ends = ends.into_iter().map(|at| mark(at, &last, Kind::Other));
    let victims = victims.into_iter().map(|at| mark(at, &taken, Kind::Hit));
    Strokes { marks: ends.chain(victims).collect(), ..Strokes::default() }
}
