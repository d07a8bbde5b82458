//! Declaring an impasse: a king safe in the far camp, counted in points.

use super::Play;
use crate::position::Position;
use crate::variant::{Declaration, DeclarationRule, Variant};
use crate::{Color, PieceType};
use std::fmt;

/// What the side to move would get by declaring now, and what is counted for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declarations {
    /// By the 27-point rule.
    pub rule27: Declared,
    /// By the 24-point rule.
    pub rule24: Declared,
    /// Points in the zone and in hand, with those credited for a handicap.
    pub points: u32,
    /// Own pieces in the zone, royals not counted.
    pub pieces: u32,
}

/// The result of a declaration. [`Display`](fmt::Display) writes `win`, `draw` or `none`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Declared {
    /// It wins.
    Win,
    /// It draws.
    Draw,
    /// The conditions are not met.
    None,
}

impl fmt::Display for Declared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Declared::Win => "win",
            Declared::Draw => "draw",
            Declared::None => "none",
        })
    }
}

impl Declarations {
    /// What it brings where declarations go by this rule.
    pub fn by(&self, rule: DeclarationRule) -> Declared {
        match rule {
            DeclarationRule::Points27 => self.rule27,
            DeclarationRule::Points24 => self.rule24,
            DeclarationRule::None => Declared::None,
        }
    }
}

impl<const N: usize> Play<N> {
    /// What the side to move would get by declaring now; `None` where the game knows no
    /// declaration.
    pub fn declaration(&self) -> Option<Declarations> {
        let rule = self.end().declaration.as_ref()?;
        if rule.rule == DeclarationRule::None {
            return None;
        }
        let side = self.position.side();
        let count = self.counted(rule, side);
        let entitled = count.royal_in_zone
            && count.pieces >= rule.pieces
            && !self.in_check()
            && self.cause().is_none();
        let (win24, draw24) = rule.rule_24;
        let reaches = |points: u32| entitled && count.points >= points;
        let rule27 =
            if reaches(rule.win_27[side.index()]) { Declared::Win } else { Declared::None };
        let rule24 = match (reaches(win24), reaches(draw24)) {
            (true, _) => Declared::Win,
            (false, true) => Declared::Draw,
            (false, false) => Declared::None,
        };
        Some(Declarations { rule27, rule24, points: count.points, pieces: count.pieces })
    }

    fn counted(&self, rule: &Declaration, side: Color) -> Count {
        let variant = self.variant();
        let mut count =
            Count { points: self.credit[side.index()], pieces: 0, royal_in_zone: false };
        let in_zone = rule.zone[side.index()].iter().filter_map(|s| self.position.at(*s));
        for (_, piece) in in_zone.filter(|(owner, _)| *owner == side) {
            if variant.pieces[piece.index()].royal {
                count.royal_in_zone = true;
            } else {
                count.pieces += 1;
                count.points += points(rule, piece);
            }
        }
        for piece in (0..variant.pieces.len()).map(|i| PieceType(i as u8)) {
            count.points += u32::from(self.position.hand(side, piece)) * points(rule, piece);
        }
        count
    }
}

struct Count {
    points: u32,
    pieces: u32,
    royal_in_zone: bool,
}

fn points(rule: &Declaration, piece: PieceType) -> u32 {
    if rule.major.contains(&piece) { rule.major_points } else { 1 }
}

/// The points with which each side begins at a position: those of the named start that it is.
pub(super) fn credit_at<const N: usize>(position: &Position<N>) -> [u32; 2] {
    let variant = position.game().variant();
    if variant.end.declaration.is_none() || variant.starts.is_empty() {
        return [0, 0];
    }
    let setup = position.to_setup();
    let is_here = |id: &str| {
        variant.start_setup(Some(id)).is_some_and(|start| {
            (&start.board, &start.hands, start.side) == (&setup.board, &setup.hands, setup.side)
        })
    };
    let start = variant.starts.iter().find(|start| is_here(&start.id));
    start.map_or([0, 0], |start| credit(variant, &start.id))
}

/// The points of the pieces that a named start lacks, credited to the side that gave them.
pub(super) fn credit(variant: &Variant, start: &str) -> [u32; 2] {
    let mut credit = [0, 0];
    let (Some(rule), Some(start)) = (&variant.end.declaration, variant.start(start)) else {
        return credit;
    };
    let Some(usual) = variant.start_setup(None) else {
        return credit;
    };
    for (side, piece) in start.without.iter().filter_map(|square| usual.at(*square)) {
        if !variant.pieces[piece.index()].royal {
            credit[side.index()] += points(rule, piece);
        }
    }
    credit
}
