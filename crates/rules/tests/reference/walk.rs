//! Movement: the syntax tree walked on a board, square by square.

use super::heading::{Geometry, Heading, first_headings, part_headings, seen_by, turns};
use super::scene::{Cell, Content, Man, Outcome, Scene, distinct};
use komadai_betza::{
    Atom, Base, Descriptor, Direction, Joint, Modality, Modifier, Reach, TermKind,
};
use komadai_rules::Color;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

const UNLIMITED: u32 = 1000;

/// All moves of the piece on `scene.from`.
pub(crate) fn outcomes(scene: &Scene, tree: &Descriptor) -> Vec<Outcome> {
    let mut found = Vec::new();
    for route in tree.terms.iter().flat_map(|term| routes(&term.kind)) {
        if route[0].modes.i && !scene.virgin {
            continue;
        }
        match route[0].base {
            Base::O => castle(scene, &route[0], &mut found),
            _ => walk(scene, &route, Walker::at_start(scene), &mut found),
        }
    }
    distinct(found)
}

/// Captures along lines over pieces of lower rank.
pub(crate) fn flights(scene: &Scene, tree: &Descriptor, rank: u8) -> Vec<Outcome> {
    let mut found = Vec::new();
    for route in tree.terms.iter().flat_map(|term| routes(&term.kind)) {
        let leg = &route[0];
        for (_, path) in leg.paths(scene, &Walker::at_start(scene)) {
            for step in path.iter().take(leg.range.1 as usize) {
                match scene.contents[step.to] {
                    Content::Gone => break,
                    Content::Empty if scene.is_wild(step.to) => {
                        found.push(Outcome { to: step.to, ..Outcome::default() });
                        if scene.vanishing[step.to] {
                            break;
                        }
                    }
                    Content::Empty => {}
                    Content::Man(man) => {
                        if man.color != scene.color {
                            let captures = BTreeSet::from([step.to]);
                            found.push(Outcome { to: step.to, captures, ..Outcome::default() });
                        }
                        if man.rank >= rank {
                            break;
                        }
                    }
                }
            }
        }
    }
    distinct(found)
}

/// The modality letters of one leg.
#[derive(Clone, Copy, Debug, Default)]
struct Modes {
    m: bool,
    c: bool,
    d: bool,
    e: bool,
    i: bool,
    j: u32,
    n: bool,
    p: bool,
    g: bool,
    t: bool,
    /// Whether `t` spares royals; with `p` or `g` on a leg before the last it asks for a friend.
    tame: bool,
    o: bool,
    u: bool,
    y: bool,
    k: bool,
}

impl Modes {
    /// What a leg without letters that say it may end on: empty squares, and enemies if it is the
    /// last leg.
    fn with_defaults(mut self, last: bool) -> Modes {
        let says = self.m || self.c || self.d || self.e || self.k;
        self.tame = self.t && (last || !(self.p || self.g));
        if last && !says {
            (self.m, self.c) = (true, true);
        }
        if !last && !says && !self.p && !self.g && !self.y {
            self.m = true;
        }
        self
    }

    /// Whether there is any piece that the leg may take.
    fn takes_something(&self) -> bool {
        self.c || self.d || self.k && !self.tame
    }

    /// Whether the leg may take this piece.
    fn takes(&self, man: Man, mover: Color) -> bool {
        match (man.color == mover, man.royal) {
            (true, _) => self.d,
            (false, true) => self.c != self.k && !self.tame,
            (false, false) => self.c,
        }
    }
}

/// One leg, ready to be walked.
#[derive(Clone, Debug)]
struct Leg {
    modes: Modes,
    /// The direction letters that stand together.
    runs: Vec<Vec<Direction>>,
    base: Base,
    /// `None` for U: any other square.
    geometry: Option<Geometry>,
    /// Fewest and most steps.
    range: (u32, u32),
    /// Whether it is a part of a bracket, with an atom of its own.
    bracket: bool,
    /// `z` or `q` on the only leg: the slide bends at every step.
    bending: Option<Direction>,
}

/// One step of a path.
#[derive(Clone, Copy, Debug)]
struct Step {
    to: Cell,
    half: Option<Cell>,
}

/// The term with its group written out and its stops chosen, in all ways.
fn routes(term: &TermKind) -> Vec<Vec<Leg>> {
    match term {
        TermKind::Chain(chain) => (0..=chain.most_copies())
            .map(|copies| {
                let legs = chain.legs(copies);
                let one = legs.len() == 1;
                let leg = |m: &Vec<Modifier>| Leg::new(m, &chain.atom, chain.range, one);
                legs.iter().map(leg).collect::<Vec<_>>()
            })
            .map(finish)
            .collect(),
        TermKind::Bracket(bracket) => {
            let parts = &bracket.parts;
            let stops =
                (1..=parts.len()).filter(|&n| n == parts.len() || parts[n].joint == Joint::MayStop);
            stops
                .map(|n| {
                    let leg = |p: &komadai_betza::Part| Leg {
                        bracket: true,
                        ..Leg::new(&p.modifiers, &p.atom, p.range, false)
                    };
                    parts[..n].iter().map(leg).collect::<Vec<_>>()
                })
                .map(finish)
                .collect()
        }
    }
}

/// Defaults depend on which leg is the last.
fn finish(mut route: Vec<Leg>) -> Vec<Leg> {
    let last = route.len() - 1;
    for (index, leg) in route.iter_mut().enumerate() {
        leg.modes = leg.modes.with_defaults(index == last);
    }
    route
}

impl Leg {
    fn new(modifiers: &[Modifier], atom: &Atom, reach: Reach, only: bool) -> Leg {
        let mut modes = Modes::default();
        let mut runs = vec![Vec::new()];
        for modifier in modifiers {
            match modifier {
                Modifier::Direction(d) => runs.last_mut().expect("never empty").push(*d),
                Modifier::Modality(modality) => {
                    runs.push(Vec::new());
                    modes.add(*modality);
                }
            }
        }
        let bends = |d: &&Direction| matches!(d, Direction::Z | Direction::Q);
        let bending = runs.iter().flatten().find(bends).copied().filter(|_| only);
        let slider = matches!(atom.base, Base::B | Base::R | Base::Q) || bending.is_some();
        let range = match reach {
            Reach::Natural if slider => (1, UNLIMITED),
            Reach::Natural => (1, 1),
            Reach::UpTo(n) => (1, n),
            Reach::Exactly(n) => (n, n),
            Reach::Unlimited => (1, UNLIMITED),
            Reach::Star => panic!("`*` is resolved on import"),
        };
        let geometry = Geometry::of(atom);
        Leg { modes, runs, base: atom.base, geometry, range, bracket: false, bending }
    }

    /// Where the leg may head: headings, with the sense of the last bend.
    fn headings(&self, walker: &Walker) -> Vec<(Heading, i32)> {
        let Some(geometry) = &self.geometry else {
            return vec![(0, 0)];
        };
        let Some(before) = walker.heading else {
            return first_headings(geometry, &self.runs).into_iter().map(|h| (h, 0)).collect();
        };
        if self.bracket {
            let headings = part_headings(geometry, &self.runs, walker.bend, walker.step);
            let (was_x, was_y) = walker.step;
            let bend = |heading: Heading| {
                let (x, y) = geometry.step(heading);
                let right = was_y * x - was_x * y;
                if right == 0 { walker.bend } else { right.signum() }
            };
            return headings.into_iter().map(|h| (h, bend(h))).collect();
        }
        let turns = turns(geometry.family, &self.runs, walker.bend);
        let bend = |turn: Heading| match turn {
            1..=3 => 1,
            5..=7 => -1,
            _ => walker.bend,
        };
        turns.into_iter().map(|t| ((before + t) % 8, bend(t))).collect()
    }

    /// Every line of squares that the leg may follow, as far as the board goes.
    fn paths(&self, scene: &Scene, walker: &Walker) -> Vec<((Heading, i32), Vec<Step>)> {
        let Some(geometry) = &self.geometry else {
            let others = (0..scene.contents.len()).filter(|&to| to != walker.at);
            return others.map(|to| ((0, 0), vec![Step { to, half: None }])).collect();
        };
        let mut paths = Vec::new();
        for (heading, bend) in self.headings(walker) {
            let line = |turn: &dyn Fn(i32) -> Heading| {
                ((heading, bend), self.line(scene, walker.at, geometry, heading, turn))
            };
            let notch = geometry.notch();
            match self.bending {
                None => paths.push(line(&|_| 0)),
                Some(Direction::Z) => {
                    paths.push(line(&|n| n % 2 * notch));
                    paths.push(line(&|n| -(n % 2) * notch));
                }
                Some(_) => {
                    paths.push(line(&|n| n * notch));
                    paths.push(line(&|n| -n * notch));
                }
            }
        }
        paths
    }

    /// The squares from `start`, the n-th step (from 0) turned by `turn(n)`.
    fn line(
        &self,
        scene: &Scene,
        start: Cell,
        geometry: &Geometry,
        heading: Heading,
        turn: &dyn Fn(i32) -> Heading,
    ) -> Vec<Step> {
        let mut line = Vec::new();
        let mut at = start;
        for n in 0..UNLIMITED as i32 {
            let (x, y) = seen_by(scene.color, geometry.step(heading + turn(n)));
            let Some(to) = scene.step(at, (x, y), self.modes.o) else {
                break;
            };
            let half = if geometry.is_unit() {
                None
            } else {
                scene.step(at, (x / 2, y / 2), self.modes.o)
            };
            // Back where it began: a circle closes there, a line round a cylinder ends before.
            let closed = to == start;
            if !closed || self.bending == Some(Direction::Q) {
                line.push(Step { to, half });
            }
            if closed {
                break;
            }
            at = to;
        }
        line
    }

    /// How many squares at the start are skipped whatever stands there; a hole stops the slide.
    fn skipped(&self) -> u32 {
        match &self.geometry {
            Some(geometry) if geometry.is_unit() => self.modes.j,
            _ => 0,
        }
    }

    /// Whether the square half-way lets the step through.
    fn half_way_allows(&self, scene: &Scene, step: &Step, contents: &[Content]) -> bool {
        let Some(half) = step.half else {
            return true;
        };
        if scene.is_wild(half) {
            return true;
        }
        let occupied = matches!(contents[half], Content::Man(_));
        let barred = matches!(contents[half], Content::Man(man) if self.modes.j > 0 && !scene.may_hop_over(man));
        !(self.modes.n && occupied || self.modes.j > 0 && !occupied || barred)
    }

    /// Fewest and most steps for this walker: swapped, or exactly as many as the leg before.
    fn range_for(&self, walker: &Walker) -> (u32, u32) {
        if self.modes.i && walker.heading.is_some() {
            return (walker.steps, walker.steps);
        }
        (0..walker.swaps).fold(self.range, |range, _| match range.1 {
            1 => (1, UNLIMITED),
            _ => (1, 1),
        })
    }
}

impl Modes {
    fn add(&mut self, modality: Modality) {
        match modality {
            Modality::M => self.m = true,
            Modality::C => self.c = true,
            Modality::D => self.d = true,
            Modality::E => self.e = true,
            Modality::I => self.i = true,
            Modality::J => self.j += 1,
            Modality::N => self.n = true,
            Modality::P => self.p = true,
            Modality::G => self.g = true,
            Modality::T => self.t = true,
            Modality::O => self.o = true,
            Modality::U => self.u = true,
            Modality::Y => self.y = true,
            Modality::K => self.k = true,
        }
    }
}

/// A piece under way, with the board as it has left it so far.
#[derive(Clone, Debug)]
struct Walker {
    at: Cell,
    contents: Rc<Vec<Content>>,
    heading: Option<Heading>,
    step: (i32, i32),
    bend: i32,
    /// Steps of the leg before.
    steps: u32,
    /// How often slider and leaper have been swapped.
    swaps: u32,
    captures: BTreeSet<Cell>,
    relocates: BTreeSet<(Cell, Cell)>,
    /// Where the pieces stood before the move that were put elsewhere.
    stood: BTreeMap<Cell, Cell>,
    /// Pieces taken that may still be unloaded: where they stood.
    carried: Vec<(Cell, Man)>,
    /// Squares on which the next pieces taken reappear.
    awaiting: Vec<Cell>,
    /// The square on which a pawn is taken in passing, and where the pawn stood.
    en_passant: Option<(Cell, Cell)>,
    path: Vec<Cell>,
}

impl Walker {
    /// The pawn that is taken in passing by going to a square, if it still stands there.
    fn passed(&self, scene: &Scene, to: Cell) -> Option<Cell> {
        let stands =
            |pawn: &Cell| matches!(self.contents[*pawn], Content::Man(man) if scene.may_take(man));
        scene.passed(to).filter(stands)
    }

    fn at_start(scene: &Scene) -> Walker {
        Walker {
            at: scene.from,
            contents: Rc::clone(&scene.contents),
            heading: None,
            step: (0, 0),
            bend: 0,
            steps: 0,
            swaps: 0,
            captures: BTreeSet::new(),
            relocates: BTreeSet::new(),
            stood: BTreeMap::new(),
            carried: Vec::new(),
            awaiting: Vec::new(),
            en_passant: None,
            path: Vec::new(),
        }
    }

    /// The walker after a leg that ends on `to`, taking what stands there if `take` says so.
    fn go(&self, scene: &Scene, leg: &Leg, to: Cell, take: bool) -> Walker {
        self.go_taking(scene, leg, to, take.then_some(to))
    }

    /// The walker after a leg that ends on `to` and takes what stands on `victim`.
    fn go_taking(&self, scene: &Scene, leg: &Leg, to: Cell, victim: Option<Cell>) -> Walker {
        let mut after = Walker { at: to, ..self.clone() };
        if let Some((at, Content::Man(man))) = victim.map(|at| (at, after.contents[at])) {
            Rc::make_mut(&mut after.contents)[at] = scene.vacated(at);
            let home = after.stood.remove(&at).unwrap_or(at);
            after.relocates.retain(|(was, _)| *was != home);
            after.captures.insert(home);
            after.carried.push((home, man));
            if let Some(square) = after.awaiting.pop() {
                after.unload(scene, square);
            }
        }
        if leg.modes.u {
            if after.carried.is_empty() {
                after.awaiting.push(self.at);
            } else {
                after.unload(scene, self.at);
            }
        }
        after
    }

    /// Puts the piece taken last on a square, if there is room.
    fn unload(&mut self, scene: &Scene, square: Cell) {
        let Some((home, man)) = self.carried.pop() else { return };
        let room = square != self.at && self.contents[square] == Content::Empty;
        if !room || !scene.may_stand(man, square) {
            return;
        }
        self.captures.remove(&home);
        Rc::make_mut(&mut self.contents)[square] = Content::Man(man);
        self.stood.insert(square, home);
        if square != home {
            self.relocates.insert((home, square));
        }
    }

    fn arrive(self) -> Outcome {
        // A pawn that is put back where it stood has not been taken in passing.
        let gone = |(_, pawn): &(Cell, Cell)| {
            self.captures.contains(pawn) || self.relocates.iter().any(|(from, _)| from == pawn)
        };
        Outcome {
            to: self.at,
            en_passant: self.en_passant.filter(gone).map(|(over, _)| over),
            captures: self.captures,
            relocates: self.relocates,
            path: self.path,
            ..Outcome::default()
        }
    }
}

/// Walks the legs from here on in every way.
fn walk(scene: &Scene, legs: &[Leg], walker: Walker, found: &mut Vec<Outcome>) {
    let (leg, rest) = legs.split_first().expect("a route has a leg");
    let range = leg.range_for(&walker);
    for ((heading, bend), path) in leg.paths(scene, &walker) {
        if rest.is_empty() {
            land(scene, leg, &walker, range, (heading, &path), found);
            continue;
        }
        for (mut after, steps, swap) in pause(scene, leg, &walker, range, &path) {
            after.path.push(after.at);
            after.heading = Some(heading);
            after.step = leg.geometry.as_ref().map_or((0, 1), |g| g.step(heading));
            after.bend = bend;
            after.steps = steps;
            after.swaps += u32::from(swap);
            walk(scene, rest, after, found);
        }
    }
}

/// A leg with another to follow: every way to end it along one path, with the number of steps and
/// whether slider and leaper are swapped from here on.
fn pause(
    scene: &Scene,
    leg: &Leg,
    walker: &Walker,
    (fewest, most): (u32, u32),
    path: &[Step],
) -> Vec<(Walker, u32, bool)> {
    let modes = &leg.modes;
    let mut ends = Vec::new();
    for (step, count) in path.iter().zip(1..=most) {
        let content = walker.contents[step.to];
        if content == Content::Gone || !leg.half_way_allows(scene, step, &walker.contents) {
            break;
        }
        if count <= leg.skipped() {
            continue;
        }
        let mut end = |take: bool, swap: bool| {
            if count >= fewest {
                ends.push((walker.go(scene, leg, step.to, take), count, swap));
            }
        };
        if scene.is_wild(step.to) {
            let empty = !scene.vanishing[step.to];
            if modes.takes_something() || modes.p || empty && (modes.m || modes.e) {
                end(false, false);
            }
            if modes.g || empty && modes.y {
                end(false, true);
            }
            if empty {
                continue;
            }
            break;
        }
        match content {
            Content::Man(man) => {
                let platform = (!modes.t || man.color == scene.color) && scene.may_hop_over(man);
                if modes.takes(man, scene.color) && scene.may_take(man) {
                    end(true, false);
                }
                if modes.p && platform {
                    end(false, false);
                }
                if modes.g && platform {
                    end(false, true);
                }
                break;
            }
            _ => {
                if modes.m {
                    end(false, false);
                }
                if modes.y {
                    end(false, true);
                }
                let passed = walker.passed(scene, step.to).filter(|_| modes.e);
                if let (Some(victim), true) = (passed, count >= fewest) {
                    let mut after = walker.go_taking(scene, leg, step.to, Some(victim));
                    after.en_passant = Some((step.to, victim));
                    ends.push((after, count, false));
                }
            }
        }
    }
    ends
}

/// The last leg: every landing along one path.
fn land(
    scene: &Scene,
    leg: &Leg,
    walker: &Walker,
    (fewest, most): (u32, u32),
    (heading, path): (Heading, &[Step]),
    found: &mut Vec<Outcome>,
) {
    let modes = &leg.modes;
    let hops = modes.p || modes.g;
    let mut hurdle: Option<u32> = None;
    for (step, count) in path.iter().zip(1..=most) {
        let content = walker.contents[step.to];
        if content == Content::Gone || !leg.half_way_allows(scene, step, &walker.contents) {
            break;
        }
        if count <= leg.skipped() {
            continue;
        }
        if scene.is_wild(step.to) {
            let empty = !scene.vanishing[step.to];
            let behind = hurdle.is_some() || count > leg.skipped() + 1;
            let may_end = count >= fewest && (!hops || behind);
            if may_end && (modes.takes_something() || empty && (modes.m || modes.e)) {
                found.push(walker.go(scene, leg, step.to, false).arrive());
            }
            if hurdle.is_some() && (modes.g && !modes.p || !empty) || !hops && !empty {
                break;
            }
            if !empty {
                hurdle = Some(count);
            }
            continue;
        }
        let behind = hurdle.is_some_and(|h| modes.p || count == h + 1);
        let may_end = count >= fewest && (!hops || behind);
        match content {
            Content::Man(man) if hops && hurdle.is_none() => {
                if !scene.may_hop_over(man) {
                    break;
                }
                hurdle = Some(count);
            }
            Content::Man(man) => {
                if may_end && modes.takes(man, scene.color) && scene.may_take(man) {
                    found.push(walker.go(scene, leg, step.to, true).arrive());
                }
                break;
            }
            _ if may_end => land_on_empty(scene, leg, walker, (heading, step), found),
            _ => {}
        }
    }
}

fn land_on_empty(
    scene: &Scene,
    leg: &Leg,
    walker: &Walker,
    (heading, step): (Heading, &Step),
    found: &mut Vec<Outcome>,
) {
    if leg.modes.m {
        let opens = opens_en_passant(scene, leg, walker, heading, step.to);
        found.push(Outcome { opens, ..walker.go(scene, leg, step.to, false).arrive() });
    }
    if let Some(victim) = walker.passed(scene, step.to).filter(|_| leg.modes.e) {
        let mut after = walker.go_taking(scene, leg, step.to, Some(victim));
        after.en_passant = Some((step.to, victim));
        found.push(after.arrive());
    }
}

/// `n` on a straight move that only moves, or that a piece may only begin with (a pawn's): the empty
/// squares between may be entered to take it.
fn opens_en_passant(
    scene: &Scene,
    leg: &Leg,
    walker: &Walker,
    heading: Heading,
    to: Cell,
) -> BTreeSet<Cell> {
    let m = &leg.modes;
    let pawnlike = m.i || !(m.c || m.k);
    let plain = !(m.d || m.k || m.t || m.u || m.p || m.g) && m.j == 0 && leg.bending.is_none();
    let Some(unit) = leg.geometry.as_ref().filter(|g| g.is_straight()).map(|g| g.unit(heading))
    else {
        return BTreeSet::new();
    };
    if !(pawnlike && plain && m.n && walker.heading.is_none()) {
        return BTreeSet::new();
    }
    let (x, y) = seen_by(scene.color, unit);
    let squares = (1..).map_while(|n| scene.step(walker.at, (x * n, y * n), m.o));
    let between = squares.take_while(|square| *square != to);
    between.filter(|s| *s != walker.at && walker.contents[*s] == Content::Empty).collect()
}

/// The king goes so many squares toward its partner, who lands on the inside of it.
fn castle(scene: &Scene, leg: &Leg, found: &mut Vec<Outcome>) {
    found.extend(castling_ways(scene, leg).iter().filter_map(|way| castle_along(scene, way)));
}

fn castle_along(scene: &Scene, way: &Way) -> Option<Outcome> {
    let Content::Man(man) = scene.contents[way.partner] else {
        return None;
    };
    let free = way.free.iter().all(|&s| scene.contents[s] == Content::Empty);
    if !free || !man.castles || man.color != scene.color {
        return None;
    }
    let partner = Some((way.partner, way.inside));
    Some(Outcome { to: way.to, partner, crossed: way.crossed.clone(), ..Outcome::default() })
}

/// A way to castle that the board has room for.
struct Way {
    partner: Cell,
    /// Where the king goes, and the partner.
    to: Cell,
    inside: Cell,
    /// The squares that the king comes over, the last one included.
    crossed: Vec<Cell>,
    /// All that king and partner come over, but for their own squares.
    free: Vec<Cell>,
}

/// The ways of a castling leg; none where the king would go beyond its partner, unless its goal is fixed.
fn castling_ways(scene: &Scene, leg: &Leg) -> Vec<Way> {
    let letters: Vec<Direction> = leg.runs.concat();
    let asks = |d| letters.is_empty() || letters.contains(&d) || letters.contains(&Direction::S);
    let (inset, length) = (leg.modes.j as i32, leg.range.1 as i32);
    let from = scene.from as i32 % scene.files;
    let mut ways = Vec::new();
    for (letter, own) in [(Direction::L, -1), (Direction::R, 1)] {
        if !asks(letter) {
            continue;
        }
        let (dx, _) = seen_by(scene.color, (own, 0));
        let edge = if dx > 0 { scene.files - 1 } else { 0 };
        if let Some(home) = scene.home {
            let mut partner = from;
            while partner != edge {
                partner += dx;
                ways.extend(way_with(scene, partner, home + length * dx, dx));
            }
        } else {
            let partner = edge - inset * dx;
            let distance = (partner - from) * dx;
            if distance >= 1 && distance >= length {
                ways.extend(way_with(scene, partner, from + length * dx, dx));
            }
        }
    }
    ways
}

/// The way with the partner on a file, the king going to another.
fn way_with(scene: &Scene, partner: i32, to: i32, dx: i32) -> Option<Way> {
    let from = scene.from as i32 % scene.files;
    let inside = to - dx;
    let files: Vec<i32> = [from, partner, to, inside].to_vec();
    let all: Vec<i32> = (*files.iter().min()?..=*files.iter().max()?).collect();
    if all.iter().any(|file| !(0..scene.files).contains(file)) {
        return None;
    }
    let square = |file: i32| (scene.from as i32 - from + file) as Cell;
    let hole = |s: &Cell| scene.contents[*s] == Content::Gone && !scene.vanishing[*s];
    let squares: Vec<Cell> = all.into_iter().map(square).collect();
    if squares.iter().any(hole) {
        return None;
    }
    let mut crossed = vec![square(to)];
    crossed.extend((from + 1..to).chain(to + 1..from).map(square));
    let own = [scene.from, square(partner)];
    let free = squares.into_iter().filter(|s| !own.contains(s)).collect();
    Some(Way { partner: square(partner), to: square(to), inside: square(inside), crossed, free })
}

/// The squares on which a castling partner of the piece on `scene.from` would have to stand.
pub(crate) fn partner_squares(scene: &Scene, tree: &Descriptor) -> Vec<Cell> {
    let legs = tree.terms.iter().flat_map(|term| routes(&term.kind)).map(|route| route[0].clone());
    legs.filter(|leg| leg.base == Base::O)
        .flat_map(|leg| castling_ways(scene, &leg))
        .map(|way| way.partner)
        .collect()
}

/// Whether some first leg other than castling asks that the piece has never moved.
pub(crate) fn asks_virginity(tree: &Descriptor) -> bool {
    let asks = |route: &Vec<Leg>| route[0].base != Base::O && route[0].modes.i;
    tree.terms.iter().flat_map(|term| routes(&term.kind)).any(|route| asks(&route))
}
