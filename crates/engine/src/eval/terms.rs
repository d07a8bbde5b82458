//! The terms that are computed anew in every position, from what each piece attacks.

use crate::eval::attacks::Attack;
use crate::eval::tables::{EvalTables, Tapered, TypeData};
use crate::eval::weights as w;
use komadai_rules::{BitSet, Color, Position};

/// The squares that a side attacks or protects at least once, and at least twice.
#[derive(Clone, Copy, Debug, Default)]
struct AttackCounts<const N: usize>([BitSet<N>; 2]);

impl<const N: usize> AttackCounts<N> {
    #[inline]
    fn add(&mut self, squares: BitSet<N>) {
        self.0[1] |= self.0[0] & squares;
        self.0[0] |= squares;
    }

    #[inline]
    fn once(&self) -> BitSet<N> {
        self.0[0]
    }
}

/// The terms of each side, in centipawns of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Terms {
    /// Mobility of sliding pieces.
    pub(crate) mobility: [i32; 2],
    /// Penalties for own pieces that the opponent threatens.
    pub(crate) threats: [i32; 2],
    /// Safety of the own royals.
    pub(crate) royals: [Tapered; 2],
    /// Passed pieces.
    pub(crate) passers: [Tapered; 2],
}

/// The terms of a position. `hands` are the values of both hands.
pub(crate) fn terms<const N: usize>(
    tables: &EvalTables<N>,
    position: &Position<N>,
    hands: [i32; 2],
) -> Terms {
    let mut scan = Scan::new(tables, position, hands);
    scan.pieces();
    scan.hanging();
    let mut terms = Terms { threats: scan.threats, ..Terms::default() };
    for color in Color::BOTH {
        terms.mobility[color.index()] = scan.mobility[color.index()] / 16;
        terms.royals[color.index()] = scan.royals(color);
    }
    for passer in &tables.passers {
        terms.passers[passer.color.index()] += passer.total(position);
    }
    terms
}

struct Scan<'a, const N: usize> {
    tables: &'a EvalTables<N>,
    position: &'a Position<N>,
    own: [BitSet<N>; 2],
    attacks: [AttackCounts<N>; 2],
    /// Squares that pieces other than royals attack or protect.
    defended: [BitSet<N>; 2],
    /// How dangerous the hand of each side is, from 0 to 4.
    drop_danger: [i32; 2],
    mobility: [i32; 2],
    threats: [i32; 2],
}

impl<'a, const N: usize> Scan<'a, N> {
    fn new(tables: &'a EvalTables<N>, position: &'a Position<N>, hands: [i32; 2]) -> Self {
        let full = tables.scaled(w::FULL_HAND).max(1);
        Scan {
            tables,
            position,
            own: Color::BOTH.map(|color| position.pieces_of(color)),
            attacks: [AttackCounts::default(); 2],
            defended: [BitSet::EMPTY; 2],
            drop_danger: hands.map(|hand| (4 * hand / full).min(4)),
            mobility: [0; 2],
            threats: [0; 2],
        }
    }

    /// Scans all pieces, cheap ones first and royals last.
    fn pieces(&mut self) {
        let (others, royals) = self.tables.types.split_at(self.tables.first_royal);
        let mut by_cheaper = [BitSet::EMPTY; 2];
        for data in others {
            if data.new_value_class {
                by_cheaper = [self.attacks[0].once(), self.attacks[1].once()];
            }
            for color in Color::BOTH {
                let pieces = self.pieces_of_type(color, data);
                let attacked = (pieces & by_cheaper[(!color).index()]).count() as i32;
                self.threats[color.index()] -= attacked * data.threat;
            }
        }
        self.defended = [self.attacks[0].once(), self.attacks[1].once()];
        for data in royals {
            for color in Color::BOTH {
                self.pieces_of_type(color, data);
            }
        }
    }

    /// Scans the pieces of one type of a side; returns their squares.
    #[inline]
    fn pieces_of_type(&mut self, color: Color, data: &TypeData) -> BitSet<N> {
        let pieces = self.position.pieces(color, data.piece);
        if !pieces.is_empty() {
            let attack = self.tables.attacks.of(color, data.piece);
            let reached = self.reach(color, pieces, attack);
            if data.slides {
                let average = data.average * pieces.count() as i32;
                self.mobility[color.index()] += (reached - average) * data.mobility;
            }
        }
        pieces
    }

    /// Adds what pieces of one type attack; returns how many squares the sliding ones can move to.
    #[inline]
    fn reach(&mut self, color: Color, pieces: BitSet<N>, attack: &Attack<N>) -> i32 {
        let mut attacks = self.attacks[color.index()];
        let mut reached = 0;
        let free = !self.own[color.index()];
        match attack {
            Attack::Shifts(shifts) => {
                shifts
                    .iter()
                    .for_each(|shift| attacks.add((pieces & shift.from).shifted(shift.by)));
            }
            Attack::Leaps(table) => {
                let table = &self.tables.attacks.leaps[*table][..];
                pieces.iter().for_each(|square| attacks.add(table[square.index()]));
            }
            Attack::Lines => {
                for square in pieces {
                    let set = self.position.plain_reach(square);
                    attacks.add(set);
                    reached += (set & free).count();
                }
            }
            Attack::Both(table) => {
                let table = &self.tables.attacks.leaps[*table][..];
                for square in pieces {
                    let set = self.position.plain_reach(square) | table[square.index()];
                    attacks.add(set);
                    reached += (set & free).count();
                }
            }
        }
        self.attacks[color.index()] = attacks;
        reached as i32
    }

    /// Penalizes pieces that are attacked and not protected.
    fn hanging(&mut self) {
        for color in Color::BOTH {
            let (mine, theirs) = (color.index(), (!color).index());
            let hanging =
                self.own[mine] & self.attacks[theirs].once().without(self.attacks[mine].once());
            for square in hanging {
                if let Some((_, piece)) = self.position.at(square) {
                    let value = self.tables.material[piece.index()];
                    let max = self.tables.scaled(w::MAX_THREAT);
                    self.threats[mine] -= (value * w::HANGING / 100).min(max);
                }
            }
        }
    }

    /// Royal safety.
    fn royals(&self, color: Color) -> Tapered {
        let royals = self.position.royals(color);
        let Some(first) = royals.first() else { return Tapered::default() };
        let mut rings = self.tables.rings[first.index()];
        if royals.several() {
            for square in royals {
                let more = &self.tables.rings[square.index()];
                rings.iter_mut().zip(more).for_each(|(ring, more)| *ring |= *more);
            }
        }
        let attacks = self.zone_control(&rings, color);
        let shelter = (rings[0] & self.own[color.index()]).count() as i32 * w::SHELTER;
        let danger = self.danger(rings[0], color);
        let spare = if self.tables.spare_royals { royals.count() as i32 } else { 1 };
        let opening = self.tables.safety * (attacks + shelter - danger) / spare;
        Tapered::new(self.tables.scaled(opening), self.tables.scaled(opening / 3))
    }

    /// The balance of attacks on the squares around royals.
    fn zone_control(&self, rings: &[BitSet<N>; 3], color: Color) -> i32 {
        let mut balance = 0;
        for (distance, ring) in rings.iter().enumerate() {
            for times in 0..2 {
                let own = self.attacks[color.index()].0[times];
                let theirs = self.attacks[(!color).index()].0[times];
                balance += w::DEFENDED[distance][times] * (own & *ring).count() as i32;
                balance -= w::ATTACKED[distance][times] * (theirs & *ring).count() as i32;
            }
        }
        balance
    }

    /// The danger of attacks beside a royal, which grows with the square of their number.
    fn danger(&self, ring: BitSet<N>, color: Color) -> i32 {
        let theirs = &self.attacks[(!color).index()].0;
        let defended = self.defended[color.index()];
        let count = |set: BitSet<N>| (set & ring).count() as i32;
        let mut units = count(theirs[0]) * w::DANGER[0]
            + count(theirs[1]) * w::DANGER[1]
            + count(theirs[0].without(defended | self.own[(!color).index()])) * w::DANGER[2];
        if self.tables.drops {
            let open = !(defended | self.position.occupied());
            units += count(open) * w::DANGER[3] * self.drop_danger[(!color).index()] / 4;
        }
        let units = units.min(w::MAX_DANGER);
        units * units * w::DANGER_SQUARED / 100
    }
}
