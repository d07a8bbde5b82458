//! What is looked at anew in every position: who attacks what.

use crate::eval::reach::Attack;
use crate::eval::tables::{Kind, Pair, Tables};
use crate::eval::weights as w;
use komadai_rules::{BitSet, Color, Position};

/// Squares that a side attacks or protects at least once, and at least twice.
#[derive(Clone, Copy, Debug, Default)]
struct Held<const N: usize>([BitSet<N>; 2]);

impl<const N: usize> Held<N> {
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
    /// Squares that ranging pieces reach.
    pub(crate) mobility: [i32; 2],
    /// Own pieces that could be taken, as a loss.
    pub(crate) threats: [i32; 2],
    /// The safety of the own royals.
    pub(crate) royals: [Pair; 2],
    /// Pieces that nothing stops from promoting.
    pub(crate) runners: [Pair; 2],
}

/// Looks at a position piece by piece, cheap ones first. `hands`: what each side's hand is worth.
pub(crate) fn terms<const N: usize>(
    tables: &Tables<N>,
    position: &Position<N>,
    hands: [i32; 2],
) -> Terms {
    let mut look = Look::new(tables, position, hands);
    look.pieces();
    look.hanging();
    let mut terms = Terms { threats: look.threats, ..Terms::default() };
    for color in Color::BOTH {
        terms.mobility[color.index()] = look.mobility[color.index()] / 16;
        terms.royals[color.index()] = look.royals(color);
    }
    for runner in &tables.runners {
        terms.runners[runner.color.index()] += runner.count(position);
    }
    terms
}

struct Look<'a, const N: usize> {
    tables: &'a Tables<N>,
    position: &'a Position<N>,
    own: [BitSet<N>; 2],
    held: [Held<N>; 2],
    /// Squares held by others than royals.
    guarded: [BitSet<N>; 2],
    /// How much each side has to drop, up to 4.
    armed: [i32; 2],
    mobility: [i32; 2],
    threats: [i32; 2],
}

impl<'a, const N: usize> Look<'a, N> {
    fn new(tables: &'a Tables<N>, position: &'a Position<N>, hands: [i32; 2]) -> Self {
        let full = tables.scaled(w::ARMED).max(1);
        Look {
            tables,
            position,
            own: Color::BOTH.map(|color| position.pieces_of(color)),
            held: [Held::default(); 2],
            guarded: [BitSet::EMPTY; 2],
            armed: hands.map(|hand| (4 * hand / full).min(4)),
            mobility: [0; 2],
            threats: [0; 2],
        }
    }

    fn pieces(&mut self) {
        let (others, royals) = self.tables.kinds.split_at(self.tables.first_royal);
        let mut by_cheaper = [BitSet::EMPTY; 2];
        for kind in others {
            if kind.dearer {
                by_cheaper = [self.held[0].once(), self.held[1].once()];
            }
            for color in Color::BOTH {
                let pieces = self.kind(color, kind);
                let attacked = (pieces & by_cheaper[(!color).index()]).count() as i32;
                self.threats[color.index()] -= attacked * kind.threat;
            }
        }
        self.guarded = [self.held[0].once(), self.held[1].once()];
        for kind in royals {
            for color in Color::BOTH {
                self.kind(color, kind);
            }
        }
    }

    /// Looks at the pieces of one type of a side; tells where they are.
    #[inline]
    fn kind(&mut self, color: Color, kind: &Kind) -> BitSet<N> {
        let pieces = self.position.pieces(color, kind.piece);
        if !pieces.is_empty() {
            let attack = self.tables.attacks.of(color, kind.piece);
            let reached = self.reach(color, pieces, attack);
            if kind.ranges {
                let usual = kind.usual * pieces.count() as i32;
                self.mobility[color.index()] += (reached - usual) * kind.mobility;
            }
        }
        pieces
    }

    /// Notes what pieces of one type attack; tells how many squares ranging ones can go to together.
    #[inline]
    fn reach(&mut self, color: Color, pieces: BitSet<N>, attack: &Attack<N>) -> i32 {
        let mut held = self.held[color.index()];
        let mut reached = 0;
        let free = !self.own[color.index()];
        match attack {
            Attack::Shifts(shifts) => {
                shifts.iter().for_each(|shift| held.add((pieces & shift.from).shifted(shift.by)));
            }
            Attack::Leaps(table) => {
                let table = &self.tables.attacks.leaps[*table][..];
                pieces.iter().for_each(|square| held.add(table[square.index()]));
            }
            Attack::Lines => {
                for square in pieces {
                    let set = self.position.plain_reach(square);
                    held.add(set);
                    reached += (set & free).count();
                }
            }
            Attack::Both(table) => {
                let table = &self.tables.attacks.leaps[*table][..];
                for square in pieces {
                    let set = self.position.plain_reach(square) | table[square.index()];
                    held.add(set);
                    reached += (set & free).count();
                }
            }
        }
        self.held[color.index()] = held;
        reached as i32
    }

    /// Pieces attacked and not protected.
    fn hanging(&mut self) {
        for color in Color::BOTH {
            let (mine, theirs) = (color.index(), (!color).index());
            let hanging = self.own[mine] & self.held[theirs].once().without(self.held[mine].once());
            for square in hanging {
                if let Some((_, piece)) = self.position.at(square) {
                    let value = self.tables.material[piece.index()];
                    let most = self.tables.scaled(w::MOST_THREAT);
                    self.threats[mine] -= (value * w::HANGING / 100).min(most);
                }
            }
        }
    }

    /// How safe the royals of a side are.
    fn royals(&self, color: Color) -> Pair {
        let royals = self.position.royals(color);
        let Some(first) = royals.first() else { return Pair::default() };
        let mut rings = self.tables.rings[first.index()];
        if royals.several() {
            for square in royals {
                let more = &self.tables.rings[square.index()];
                rings.iter_mut().zip(more).for_each(|(ring, more)| *ring |= *more);
            }
        }
        let held = self.held_near(&rings, color);
        let shelter = (rings[0] & self.own[color.index()]).count() as i32 * w::SHELTER;
        let danger = self.danger(rings[0], color);
        let spare = if self.tables.spare_royals { royals.count() as i32 } else { 1 };
        let opening = (held + shelter - danger) / spare;
        Pair::new(self.tables.scaled(opening), self.tables.scaled(opening / 3))
    }

    /// The balance of the squares around royals.
    fn held_near(&self, rings: &[BitSet<N>; 3], color: Color) -> i32 {
        let mut balance = 0;
        for (distance, ring) in rings.iter().enumerate() {
            for times in 0..2 {
                let own = self.held[color.index()].0[times];
                let theirs = self.held[(!color).index()].0[times];
                balance += w::GUARD[distance][times] * (own & *ring).count() as i32;
                balance -= w::SIEGE[distance][times] * (theirs & *ring).count() as i32;
            }
        }
        balance
    }

    /// Attacks beside a royal, each worse than the one before.
    fn danger(&self, ring: BitSet<N>, color: Color) -> i32 {
        let theirs = &self.held[(!color).index()].0;
        let guarded = self.guarded[color.index()];
        let count = |set: BitSet<N>| (set & ring).count() as i32;
        let mut units = count(theirs[0]) * w::DANGER[0]
            + count(theirs[1]) * w::DANGER[1]
            + count(theirs[0].without(guarded | self.own[(!color).index()])) * w::DANGER[2];
        if self.tables.drops {
            let open = !(guarded | self.position.occupied());
            units += count(open) * w::DANGER[3] * self.armed[(!color).index()] / 4;
        }
        let units = units.min(w::MOST_DANGER);
        units * units * w::DANGER_SQUARED / 100
    }
}
