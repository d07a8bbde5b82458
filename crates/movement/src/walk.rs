//! Walking a path over any terrain: the full meaning of XBetza, one leg after the other.
//!
//! The compiler turns the common shapes into tables; whatever is left, and the notation's own test
//! command, is walked. The terrain says what stands where; nothing here knows a position.

use crate::path::{
    Castle, CastleWay, Crooked, Ends, Hop, Leg, Path, PathKind, Ring, RoyalRule, UNLIMITED,
};
use crate::pause;
use crate::square_set::SquareSet;
use komadai_variant::{Color, PieceType, Square};
use std::collections::{BTreeSet, HashMap, HashSet};

/// What a walker meets on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// The square does not exist (now).
    Hole,
    /// Nothing stands there.
    Empty,
    /// A piece of the mover's side.
    Friend,
    /// A piece of the opponent, royal or not.
    Enemy {
        /// Whether it is royal.
        royal: bool,
    },
    /// Whatever would allow the move: for finding out where a piece could ever go.
    Anything,
    /// Likewise on a square that vanishes: some piece, or no square.
    Someone,
}

/// The board as a walker sees it.
pub trait Terrain {
    /// Files and ranks.
    fn size(&self) -> (u8, u8);
    /// What stands on a square, seen from the moving side.
    fn cell(&self, square: Square) -> Cell;
    /// The type of the piece on a square before the move; `None` where that is not known, and any may stand there.
    fn piece_type(&self, _square: Square) -> Option<PieceType> {
        None
    }

    /// The pawn that may be taken in passing by going to a square.
    fn en_passant(&self, target: Square) -> Option<Square>;
    /// Whether the piece on the square has never moved.
    fn is_virgin(&self, square: Square) -> bool;
    /// The usual start square of the king on a square, where castling takes it to fixed files.
    fn castling_home(&self, _king: Square) -> Option<Square> {
        None
    }

    /// Whether the friend on the square may castle: the right type, and never moved.
    fn is_partner(&self, square: Square) -> bool;
    /// Whether the piece that stands on the first square before the move may stand on the second.
    fn may_stand(&self, _piece: Square, _at: Square) -> bool {
        true
    }
    /// Whether the square exists only while something stands on it.
    fn vanishes(&self, _square: Square) -> bool {
        false
    }
    /// Whether the walk is to end here, with whatever it has told so far. Asked before each leg: a
    /// piece may have so many ways that somebody has no time for all of them.
    fn breaks_off(&self) -> bool {
        false
    }
}

/// What a walk does: everything but promotion and the side effects of other rules.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Walk {
    /// Where the piece ends.
    pub to: Square,
    /// The squares on which all removed pieces stood before the move, in ascending order.
    pub captures: Vec<Square>,
    /// Pieces put elsewhere, from where they stood before the move: from, to.
    pub relocates: Vec<(Square, Square)>,
    /// The castling partner: from, to.
    pub partner: Option<(Square, Square)>,
    /// The squares on which the legs before the last one ended.
    pub middles: Vec<Square>,
    /// The square on which a pawn was taken in passing.
    pub en_passant: Option<Square>,
}

/// Walks every path of a piece and tells each outcome. Two walks may tell the same outcome.
pub fn walk<T: Terrain>(
    terrain: &T,
    paths: &[Path],
    color: Color,
    from: Square,
    tell: &mut dyn FnMut(&Walk),
) {
    for path in paths {
        if !may_begin(terrain, path, color, from) {
            continue;
        }
        let mut ends_there = |outcome: &Walk| {
            if path.ends_on(color, outcome.to) {
                tell(outcome);
            }
        };
        match path.region {
            Some(_) => follow(Walker::new(terrain, path, color, from, &mut ends_there)),
            None => follow(Walker::new(terrain, path, color, from, tell)),
        }
    }
}

fn follow<T: Terrain>(mut walker: Walker<'_, T>) {
    match &walker.path.kind {
        PathKind::Legs(legs) => walker.first_leg(legs),
        PathKind::Castle(castle) => walker.castle(*castle),
        PathKind::Universal(ends) => walker.universal(*ends),
    }
}

/// Whether a path may begin on a square.
fn may_begin<T: Terrain>(terrain: &T, path: &Path, color: Color, from: Square) -> bool {
    path.begins_on(color, from) && (!path.first_only || terrain.is_virgin(from))
}

/// Where a piece could get if the board were kind.
pub struct Reachable {
    /// Squares on which some walk could end.
    pub ends: BTreeSet<Square>,
    /// Squares on which a leg could end on the way.
    pub middles: BTreeSet<Square>,
}

/// Finds where walks from `from` could lead. Each state of the walk is visited once, so that long
/// chains stay cheap.
pub fn reach<T: Terrain>(terrain: &T, paths: &[Path], color: Color, from: Square) -> Reachable {
    let (mut ends, mut middles) = (BTreeSet::new(), BTreeSet::new());
    for path in paths {
        if !may_begin(terrain, path, color, from) {
            continue;
        }
        let mut tell = |outcome: &Walk| {
            if path.ends_on(color, outcome.to) {
                ends.insert(outcome.to);
            }
        };
        let mut walker = Walker::new(terrain, path, color, from, &mut tell);
        match &path.kind {
            PathKind::Legs(legs) => {
                walker.seen = Some(HashSet::new());
                walker.first_leg(legs);
                let seen = walker.seen.take().unwrap_or_default();
                middles.extend(seen.into_iter().map(|state| state.1));
            }
            PathKind::Universal(ends) => walker.universal(*ends),
            PathKind::Castle(_) => {}
        }
    }
    Reachable { ends, middles }
}

/// Finds for every square where walks from there could end or where a leg could end on the way, if the
/// board were kind; the origin may hold a piece as well. A path that holds only to some squares may be
/// told to lead to others too. The rest of a walk is followed once for all squares, so it is quick whatever
/// the movement.
pub fn reach_from_everywhere<T: Terrain>(
    terrain: &T,
    paths: &[Path],
    color: Color,
) -> Vec<Vec<Square>> {
    let (files, ranks) = terrain.size();
    let squares = (0..u16::from(files) * u16::from(ranks)).map(|i| Square(i as u8));
    let mut reached = vec![SquareSet::default(); squares.len()];
    for path in paths {
        let mut known = HashMap::new();
        for from in squares.clone().filter(|from| may_begin(terrain, path, color, *from)) {
            pause::point();
            let mut ignore = |_: &Walk| {};
            let mut walker = Walker::new(terrain, path, color, from, &mut ignore);
            walker.changed.clear();
            let found = walker.reach_of(path, &mut known);
            reached[usize::from(from.0)].unite(found);
        }
    }
    reached.into_iter().map(|set| set.squares().collect()).collect()
}

/// Legs still to go, square, and what later legs look at: all that the rest of a walk depends on
/// where everything is possible.
type State = (usize, Square, u8, i8, u8, u8);

/// Where the rest of a walk leads in each state.
type Known = HashMap<State, SquareSet>;

struct Walker<'a, T> {
    terrain: &'a T,
    path: &'a Path,
    color: Color,
    files: i32,
    ranks: i32,
    origin: Square,
    tell: &'a mut dyn FnMut(&Walk),
    /// Squares whose content the walk itself has changed; later entries count.
    changed: Vec<Changed>,
    load: Load,
    middles: Vec<Square>,
    en_passant: Option<Square>,
    /// States already gone through, where only the reach matters.
    seen: Option<HashSet<State>>,
    /// What has been found in each state, and since the present one began: where only the reach from
    /// everywhere matters.
    found: Option<(Known, SquareSet)>,
}

/// A square whose content the walk has changed.
#[derive(Clone, Copy)]
struct Changed {
    square: Square,
    cell: Cell,
    /// Where the piece stood before the move that stands here now.
    stood: Square,
}

/// The pieces that a walk has taken so far, and where they are put.
#[derive(Clone, Default)]
struct Load {
    /// Where each captured piece stood before the move.
    captures: Vec<Square>,
    relocates: Vec<(Square, Square)>,
    /// Captured pieces that may still be unloaded: where they stood, and what they are.
    carried: Vec<(Square, Cell)>,
    /// Squares on which the next captured pieces reappear.
    awaiting: Vec<Square>,
}

/// What the next leg needs to know of the ones before.
#[derive(Clone, Copy)]
struct Heading {
    ring: Ring,
    direction: u8,
    /// The side of the last bend: -1 left, 1 right, 0 none yet.
    bend: i8,
    steps: u8,
    /// How often slider and leaper have been swapped; every even number from two on counts as two.
    swaps: u8,
}

/// One square at which a leg may end.
struct Landing {
    square: Square,
    direction: u8,
    steps: u8,
}

impl<'a, T: Terrain> Walker<'a, T> {
    fn new(
        terrain: &'a T,
        path: &'a Path,
        color: Color,
        origin: Square,
        tell: &'a mut dyn FnMut(&Walk),
    ) -> Self {
        let (files, ranks) = terrain.size();
        Walker {
            terrain,
            path,
            color,
            files: files.into(),
            ranks: ranks.into(),
            origin,
            tell,
            changed: vec![Changed { square: origin, cell: Cell::Empty, stood: origin }],
            load: Load::default(),
            middles: Vec::new(),
            en_passant: None,
            seen: None,
            found: None,
        }
    }

    /// All squares that a path could come to; what is known of its states grows.
    fn reach_of(&mut self, path: &Path, known: &mut Known) -> SquareSet {
        self.found = Some((std::mem::take(known), SquareSet::default()));
        match &path.kind {
            PathKind::Legs(legs) => self.first_leg(legs),
            PathKind::Universal(ends) => self.universal(*ends),
            PathKind::Castle(_) => {}
        }
        let (states, found) = self.found.take().unwrap_or_default();
        *known = states;
        found
    }

    fn cell(&self, square: Square) -> Cell {
        match self.changed.iter().rev().find(|changed| changed.square == square) {
            Some(changed) => changed.cell,
            None => self.terrain.cell(square),
        }
    }

    /// The pawn that is taken in passing by going to a square, if it still stands there.
    fn passed(&self, to: Square) -> Option<Square> {
        let enemy = |pawn: &Square| matches!(self.cell(*pawn), Cell::Enemy { .. });
        self.terrain.en_passant(to).filter(enemy).filter(|pawn| self.may_take(*pawn))
    }

    /// The type of what stands on a square now.
    fn piece_type(&self, square: Square) -> Option<PieceType> {
        self.terrain.piece_type(self.stood(square))
    }

    /// Whether the path may capture what stands on a square.
    fn may_take(&self, square: Square) -> bool {
        !self.path.is_choosy() || self.piece_type(square).is_none_or(|it| self.path.takes(it))
    }

    /// Whether the path may hop over what stands on a square.
    fn may_hop_over(&self, square: Square) -> bool {
        !self.path.is_choosy() || self.piece_type(square).is_none_or(|it| self.path.hops_over(it))
    }

    /// Where the piece on a square stood before the move.
    fn stood(&self, square: Square) -> Square {
        let changed = self.changed.iter().rev().find(|changed| changed.square == square);
        changed.map_or(square, |changed| changed.stood)
    }

    fn offset(&self, square: Square, (dx, dy): (i32, i32), cylinder: bool) -> Option<Square> {
        let index = i32::from(square.0);
        let (mut x, y) = (index % self.files + dx, index / self.files + dy);
        if cylinder {
            x = x.rem_euclid(self.files);
        }
        let inside = (0..self.files).contains(&x) && (0..self.ranks).contains(&y);
        inside.then(|| Square((y * self.files + x) as u8))
    }

    fn first_leg(&mut self, legs: &[Leg]) {
        let turned = if self.color == Color::Second { 4 } else { 0 };
        let directions = legs[0].turns.plain.rotate_left(turned);
        self.leg(legs, self.origin, directions, None);
    }

    fn leg(&mut self, legs: &[Leg], from: Square, directions: u8, before: Option<Heading>) {
        pause::point();
        if self.terrain.breaks_off() {
            return;
        }
        for direction in (0..8).filter(|d| directions >> d & 1 != 0) {
            for end in self.ends(&legs[0], from, direction, before) {
                let heading = Heading {
                    ring: legs[0].ring,
                    direction: end.direction,
                    bend: bend_after(before, &legs[0], direction),
                    steps: end.steps,
                    swaps: before.map_or(0, |b| b.swaps),
                };
                if legs.len() == 1 {
                    self.finish(&legs[0], from, end.square);
                } else {
                    self.go_on(legs, from, end.square, heading);
                }
            }
        }
    }

    /// The squares at which a leg may end as far as distance and obstacles go.
    fn ends(
        &self,
        leg: &Leg,
        from: Square,
        direction: u8,
        before: Option<Heading>,
    ) -> Vec<Landing> {
        let range = steps_allowed(leg, before);
        let Some(kind) = leg.crooked else {
            return self.ends_along(leg, from, range, |_| direction);
        };
        let notch = if matches!(leg.ring, Ring::Oblique(..)) { 1 } else { 2 };
        let turned = |steps: u8, notch: u8| match kind {
            Crooked::Zigzag => direction + notch * (steps % 2),
            Crooked::Circle => direction.wrapping_add(notch.wrapping_mul(steps)),
        };
        let mut ends = self.ends_along(leg, from, range, |steps| turned(steps, notch));
        ends.extend(self.ends_along(leg, from, range, |steps| turned(steps, 8 - notch)));
        ends
    }

    /// The same where the step after so many others goes in the direction that `turn` tells.
    fn ends_along(
        &self,
        leg: &Leg,
        from: Square,
        (min, max): (u8, u8),
        turn: impl Fn(u8) -> u8,
    ) -> Vec<Landing> {
        let mut ends = Vec::new();
        let mut at = from;
        let mut hurdle = false;
        for steps in 1..=max {
            let direction = turn(steps - 1) & 7;
            let vector = leg.ring.vector(direction);
            if !self.half_way_allows(leg, at, vector) {
                break;
            }
            let Some(next) = self.offset(at, vector, leg.cylinder) else { break };
            // A circle closes where it began, a slide round the cylinder ends before.
            let closed = next == from;
            let cell = self.cell(next);
            if cell == Cell::Hole || (closed && leg.crooked != Some(Crooked::Circle)) {
                break;
            }
            at = next;
            // What is skipped neither stops the slide nor serves as a hurdle.
            if steps <= leg.skip {
                continue;
            }
            let occupied = matches!(cell, Cell::Friend | Cell::Enemy { .. } | Cell::Someone);
            let uncertain = matches!(cell, Cell::Anything | Cell::Someone);
            let behind = hurdle || (uncertain && steps > leg.skip + 1);
            if steps >= min && (leg.hop == Hop::None || behind) {
                ends.push(Landing { square: at, direction, steps });
            }
            let last = match leg.hop {
                Hop::None => occupied,
                Hop::Over => hurdle && occupied,
                Hop::Behind => hurdle,
            };
            if last || closed {
                break;
            }
            if occupied && !hurdle && !self.may_hop_over(at) {
                break;
            }
            hurdle |= occupied;
        }
        ends
    }

    /// Lame leapers need the half-way square empty, jumpers need it occupied; a hole is empty.
    fn half_way_allows(&self, leg: &Leg, at: Square, (dx, dy): (i32, i32)) -> bool {
        if !(leg.lame || leg.must_jump) {
            return true;
        }
        let half_way = self.offset(at, (dx / 2, dy / 2), leg.cylinder);
        match half_way.map(|square| (self.cell(square), square)) {
            Some((Cell::Anything | Cell::Someone, _)) => true,
            Some((Cell::Friend | Cell::Enemy { .. }, square)) => {
                leg.must_jump && self.may_hop_over(square)
            }
            _ => leg.lame,
        }
    }

    fn finish(&mut self, leg: &Leg, from: Square, to: Square) {
        let cell = self.cell(to);
        let ends = &leg.ends;
        if ends.en_passant
            && let Some(victim) = self.passed(to)
            && cell == Cell::Empty
        {
            let before = self.en_passant.replace(to);
            self.end_leg(leg, (from, to), Some(victim), |w| w.outcome(to));
            self.en_passant = before;
        }
        match cell {
            Cell::Hole => {}
            Cell::Empty if ends.empty => self.end_leg(leg, (from, to), None, |w| w.outcome(to)),
            Cell::Empty => {}
            Cell::Anything if ends.empty || ends.enemy || ends.friend || ends.en_passant => {
                self.outcome(to);
            }
            Cell::Someone if ends.enemy || ends.friend => self.outcome(to),
            Cell::Enemy { royal } if ends.enemy && ends.takes(royal) && self.may_take(to) => {
                self.end_leg(leg, (from, to), Some(to), |w| w.outcome(to));
            }
            Cell::Friend if ends.friend && self.may_take(to) => {
                self.end_leg(leg, (from, to), Some(to), |w| w.outcome(to));
            }
            Cell::Enemy { .. } | Cell::Friend | Cell::Anything | Cell::Someone => {}
        }
    }

    fn go_on(&mut self, legs: &[Leg], from: Square, at: Square, heading: Heading) {
        let (leg, ends) = (&legs[0], &legs[0].ends);
        let cell = self.cell(at);
        let swaps = if heading.swaps == 2 { 1 } else { heading.swaps + 1 };
        let swapped = Heading { swaps, ..heading };
        self.middles.push(at);
        let quietly = |w: &mut Self, heading| {
            w.end_leg(leg, (from, at), None, |w| w.next_leg(legs, at, heading));
        };
        match cell {
            Cell::Hole => {}
            Cell::Empty => {
                if ends.empty {
                    quietly(self, heading);
                }
                if ends.empty_swap {
                    quietly(self, swapped);
                }
                if ends.en_passant
                    && let Some(victim) = self.passed(at)
                {
                    let before = self.en_passant.replace(at);
                    self.end_leg(leg, (from, at), Some(victim), |w| w.next_leg(legs, at, heading));
                    self.en_passant = before;
                }
            }
            Cell::Anything | Cell::Someone => {
                let open = cell == Cell::Anything;
                let quietly = open && (ends.empty || ends.en_passant);
                if quietly || ends.enemy || ends.friend || ends.platform {
                    self.next_leg(legs, at, heading);
                }
                if (open && ends.empty_swap) || ends.platform_swap {
                    self.next_leg(legs, at, swapped);
                }
            }
            Cell::Friend | Cell::Enemy { .. } => {
                let captures = match cell {
                    Cell::Enemy { royal } => ends.enemy && ends.takes(royal),
                    _ => ends.friend,
                };
                if captures && self.may_take(at) {
                    self.end_leg(leg, (from, at), Some(at), |w| w.next_leg(legs, at, heading));
                }
                if (cell == Cell::Friend || !ends.friendly_platform) && self.may_hop_over(at) {
                    if ends.platform {
                        quietly(self, heading);
                    }
                    if ends.platform_swap {
                        quietly(self, swapped);
                    }
                }
            }
        }
        self.middles.pop();
    }

    /// Does what happens at the end of a leg (a capture, and unloading on the square where the leg
    /// began), goes on, and takes it back.
    fn end_leg(
        &mut self,
        leg: &Leg,
        (from, at): (Square, Square),
        victim: Option<Square>,
        go: impl FnOnce(&mut Self),
    ) {
        if victim.is_none() && !leg.unload {
            return go(self);
        }
        let (changed, load) = (self.changed.len(), self.load.clone());
        if let Some(victim) = victim {
            self.capture(victim, at);
        }
        if leg.unload {
            match self.load.carried.pop() {
                Some(piece) => self.unload(piece, from, at),
                None => self.load.awaiting.push(from),
            }
        }
        go(self);
        self.changed.truncate(changed);
        self.load = load;
    }

    /// Takes a piece; one that an earlier leg has put elsewhere is gone from there.
    fn capture(&mut self, victim: Square, at: Square) {
        let (cell, stood) = (self.cell(victim), self.stood(victim));
        let left = if self.terrain.vanishes(victim) { Cell::Hole } else { Cell::Empty };
        self.changed.push(Changed { square: victim, cell: left, stood: victim });
        self.load.relocates.retain(|(from, _)| *from != stood);
        self.load.captures.push(stood);
        match self.load.awaiting.pop() {
            Some(square) => self.unload((stood, cell), square, at),
            None => self.load.carried.push((stood, cell)),
        }
    }

    /// Puts a captured piece on a square. Where there is no room for it, it stays captured.
    fn unload(&mut self, (stood, cell): (Square, Cell), square: Square, at: Square) {
        let room = square != at && self.cell(square) == Cell::Empty;
        if !room || !self.terrain.may_stand(stood, square) {
            return;
        }
        self.load.captures.retain(|captured| *captured != stood);
        self.changed.push(Changed { square, cell, stood });
        if square != stood {
            self.load.relocates.push((stood, square));
        }
    }

    fn next_leg(&mut self, legs: &[Leg], at: Square, heading: Heading) {
        if let Some(seen) = &mut self.seen
            && !seen.insert(state(legs, at, heading))
        {
            return;
        }
        let next = &legs[1];
        let directions = next.directions_after(heading.ring, heading.direction, heading.bend);
        let Some((known, found)) = &mut self.found else {
            return self.leg(&legs[1..], at, directions, Some(heading));
        };
        let state = state(legs, at, heading);
        if let Some(rest) = known.get(&state) {
            return found.unite(*rest);
        }
        let mut before = std::mem::take(found);
        self.leg(&legs[1..], at, directions, Some(heading));
        if let Some((known, found)) = &mut self.found {
            found.insert(at);
            known.insert(state, *found);
            before.unite(*found);
            *found = before;
        }
    }

    fn outcome(&mut self, to: Square) {
        if let Some((_, found)) = &mut self.found {
            return found.insert(to);
        }
        let Load { mut captures, mut relocates, .. } = self.load.clone();
        captures.sort_unstable();
        relocates.sort_unstable();
        // A pawn that is put back where it stood has not been taken in passing.
        let gone = |pawn: &Square| {
            captures.contains(pawn) || relocates.iter().any(|(from, _)| from == pawn)
        };
        let pawn = |over: &Square| self.terrain.en_passant(*over);
        let en_passant = self.en_passant.filter(|over| pawn(over).is_some_and(|p| gone(&p)));
        (self.tell)(&Walk {
            to,
            captures,
            relocates,
            partner: None,
            middles: self.middles.clone(),
            en_passant,
        });
    }

    fn castle(&mut self, castle: Castle) {
        let file = |square: Square| (i32::from(square.0) % self.files) as u8;
        let home = self.terrain.castling_home(self.origin).map(file);
        for way in castle.ways(self.color, self.files as u8, file(self.origin), home) {
            self.castle_with(way);
        }
    }

    fn castle_with(&mut self, way: CastleWay) {
        let row = self.origin.0 - way.king;
        let square = |file: u8| Square(row + file);
        let corner = square(way.partner);
        let partner_there = match self.terrain.cell(corner) {
            Cell::Friend => self.terrain.is_partner(corner),
            Cell::Anything => true,
            _ => false,
        };
        let is_free =
            |file: u8| matches!(self.terrain.cell(square(file)), Cell::Empty | Cell::Anything);
        if partner_there && way.between().all(is_free) {
            (self.tell)(&Walk {
                to: square(way.king_to),
                captures: Vec::new(),
                relocates: Vec::new(),
                partner: Some((corner, square(way.partner_to))),
                middles: Vec::new(),
                en_passant: None,
            });
        }
    }

    fn universal(&mut self, ends: Ends) {
        let leg = Leg { ends, ..universal_leg() };
        for index in 0..self.files * self.ranks {
            let to = Square(index as u8);
            if to != self.origin {
                self.finish(&leg, self.origin, to);
            }
        }
    }
}

impl Ends {
    fn takes(&self, royal: bool) -> bool {
        match self.royal {
            RoyalRule::Any => true,
            RoyalRule::Only => royal,
            RoyalRule::Never => !royal,
        }
    }
}

/// A leg of which only the ends are looked at.
fn universal_leg() -> Leg {
    Leg {
        ring: Ring::Compass(1),
        turns: Default::default(),
        family: 0,
        min: 1,
        max: 1,
        echo: false,
        lame: false,
        passes_by: false,
        must_jump: false,
        skip: 0,
        hop: Hop::None,
        crooked: None,
        cylinder: false,
        ends: Ends::default(),
        unload: false,
    }
}

/// What the rest of a walk depends on; what no later leg looks at is left out.
fn state(legs: &[Leg], at: Square, heading: Heading) -> State {
    let Heading { direction, bend, steps, swaps, .. } = heading;
    let rest = &legs[1..];
    let looks_at_bends = rest.iter().any(|leg| leg.turns.with | leg.turns.against != 0);
    let bend = if looks_at_bends { bend } else { 0 };
    let steps = if rest.first().is_some_and(|leg| leg.echo) { steps } else { 0 };
    (legs.len(), at, direction, bend, steps, swaps)
}

fn steps_allowed(leg: &Leg, before: Option<Heading>) -> (u8, u8) {
    let swaps = before.map_or(0, |b| b.swaps);
    match before {
        Some(before) if leg.echo => (before.steps, before.steps),
        // One step becomes any number of them, and any other range one step, at each swap anew.
        _ if swaps == 0 => (leg.min, leg.max),
        _ if (leg.max == 1) == (swaps == 1) => (1, UNLIMITED),
        _ => (1, 1),
    }
}

/// To which side the piece has bent last, once it goes in `direction`.
fn bend_after(before: Option<Heading>, leg: &Leg, direction: u8) -> i8 {
    let Some(before) = before else { return 0 };
    let (was_x, was_y) = before.ring.vector(before.direction);
    let (x, y) = leg.ring.vector(direction);
    match (was_y * x - was_x * y).signum() {
        0 => before.bend,
        bend => bend as i8,
    }
}
