//! From one path to strokes: directions written out, legs of one step followed to their squares.

use super::{Content, Curve, Kind, Kinds, Line, Mark, Offset, Stop, Turn, Way, limit};
use crate::path::{
    Castle, Crooked, Ends, Hop, Leg, Path, PathKind, Ring, RoyalRule, Turns, UNLIMITED,
};

/// A path that branches more often than this is not drawn.
const MOST_STROKES: usize = 6_000;

/// What has been found so far.
#[derive(Debug, Default)]
pub(super) struct Strokes {
    pub(super) marks: Vec<Mark>,
    pub(super) lines: Vec<Line>,
    pub(super) curves: Vec<Curve>,
}

impl Strokes {
    pub(super) fn append(&mut self, mut other: Strokes) {
        self.marks.append(&mut other.marks);
        self.lines.append(&mut other.lines);
        self.curves.append(&mut other.curves);
    }
}

/// The strokes of a path; `None` if there are no strokes that say what it does.
pub(super) fn expand(path: &Path, size: (u8, u8)) -> Option<Strokes> {
    let conditions = conditions(path).collect();
    let mut expander = Expander { conditions, size, strokes: Strokes::default() };
    match &path.kind {
        PathKind::Castle(castle) => expander.castle(*castle),
        PathKind::Legs(legs) => match legs.as_slice() {
            [leg] => expander.single(leg)?,
            _ => expander.several(legs)?,
        },
        PathKind::Universal(_) => return None,
    }
    Some(expander.strokes)
}

/// When a path holds at all.
pub(super) fn conditions(path: &Path) -> impl Iterator<Item = Kind> + use<> {
    let regional = path.is_regional().then_some(Kind::Regional);
    path.first_only.then_some(Kind::Initial).into_iter().chain(regional)
}

/// What a leg does where it ends, with the conditions of that.
pub(super) fn purposes(ends: &Ends, swaps: bool) -> Kinds {
    let takes = ends.enemy || ends.friend;
    let all = [
        (ends.empty, Kind::Move),
        (ends.enemy, Kind::Capture),
        (ends.friend, Kind::Destroy),
        (ends.en_passant, Kind::EnPassant),
        (takes && swaps, Kind::Swap),
        (ends.enemy && ends.royal == RoyalRule::Only, Kind::RoyalOnly),
        (ends.enemy && ends.royal == RoyalRule::Never, Kind::NotRoyal),
    ];
    all.into_iter().filter_map(|(there, kind)| there.then_some(kind)).collect()
}

/// The directions of a first leg.
pub(super) fn first_vectors(leg: &Leg) -> impl Iterator<Item = (i8, i8)> {
    bits(leg.turns.plain).map(|direction| vector(leg.ring, direction))
}

fn bits(set: u8) -> impl Iterator<Item = u8> {
    (0..8).filter(move |bit| set >> bit & 1 != 0)
}

fn vector(ring: Ring, direction: u8) -> (i8, i8) {
    let (dx, dy) = ring.vector(direction);
    (dx as i8, dy as i8)
}

struct Expander {
    conditions: Kinds,
    size: (u8, u8),
    strokes: Strokes,
}

/// Where a path of several legs has come to.
#[derive(Clone)]
struct Progress {
    at: Offset,
    stops: Way,
    ring: Ring,
    direction: u8,
    /// The side of the last bend: -1 left, 1 right, 0 none yet.
    bend: i8,
    /// How often slider and leaper have been swapped; every even number from two on counts as two.
    swaps: u8,
}

impl Expander {
    fn kinds(&self, manner: Kind, purposes: &Kinds) -> Kinds {
        purposes.iter().copied().chain([manner]).chain(self.conditions.iter().copied()).collect()
    }

    fn mark(&mut self, at: Offset, kinds: Kinds, ways: Vec<Way>) {
        if kinds.iter().any(|kind| kind.is_purpose()) {
            self.strokes.marks.push(Mark { at, kinds, ways });
        }
    }

    fn line(&mut self, line: Line) {
        let ends = line.to.is_none_or(|to| line.from <= to);
        if ends && line.kinds.iter().any(|kind| kind.is_purpose()) {
            self.strokes.lines.push(line);
        }
    }

    fn castle(&mut self, castle: Castle) {
        let kinds = self.kinds(Kind::Castle, &Kinds::from([Kind::Move]));
        let distance = castle.distance as i8;
        for (there, x) in castle.sides.into_iter().zip([-distance, distance]) {
            if there {
                self.mark(Offset { x, y: 0 }, kinds.clone(), Vec::new());
            }
        }
    }

    /// A path of one leg.
    fn single(&mut self, leg: &Leg) -> Option<()> {
        let mut purposes = purposes(&leg.ends, leg.unload);
        purposes.extend(leg.cylinder.then_some(Kind::Cylinder));
        let half_way = if leg.ring.is_unit() { None } else { half_way(leg) };
        purposes.extend(half_way);
        let conditional = half_way.is_some() || leg.cylinder;
        match (leg.crooked, leg.hop) {
            (Some(_), _) if conditional || leg.skip > 0 || leg.hop != Hop::None => return None,
            (Some(crooked), _) => self.curves(leg, crooked, &purposes),
            (None, Hop::None) if leg.max == 1 && leg.skip == 0 => self.leaps(leg, &purposes),
            (None, Hop::None) => self.slides(leg, &purposes)?,
            (None, _) if half_way.is_some() => return None,
            (None, hop) => self.hops(leg, hop, &purposes),
        }
        Some(())
    }

    fn leaps(&mut self, leg: &Leg, purposes: &Kinds) {
        let near = if leg.ring.is_unit() { Kind::Step } else { Kind::Jump };
        let kinds = self.kinds(near, purposes);
        let between = match (kinds.contains(&Kind::Lame), kinds.contains(&Kind::Over)) {
            (true, _) => Some(Content::Empty),
            (_, true) => Some(Content::Piece),
            _ => None,
        };
        for (x, y) in first_vectors(leg) {
            let stop = |is| vec![Stop { at: Offset { x: x / 2, y: y / 2 }, is }];
            self.mark(Offset { x, y }, kinds.clone(), between.into_iter().map(stop).collect());
        }
    }

    fn slides(&mut self, leg: &Leg, purposes: &Kinds) -> Option<()> {
        if leg.skip > 0 && leg.min > leg.skip + 1 {
            return None;
        }
        let mut kinds = self.kinds(Kind::Slide, purposes);
        kinds.extend((leg.skip > 0).then_some(Kind::Skip));
        for vector in first_vectors(leg) {
            let range = (leg.min.max(leg.skip.saturating_add(1)), leg.max);
            self.line(Line::plain(Offset::default(), vector, range, kinds.clone()));
        }
        Some(())
    }

    fn hops(&mut self, leg: &Leg, hop: Hop, purposes: &Kinds) {
        let manner = if hop == Hop::Behind { Kind::HopBehind } else { Kind::Hop };
        let kinds = self.kinds(manner, purposes);
        for vector in first_vectors(leg) {
            let range = (leg.min.max(leg.skip.saturating_add(1)).max(2), leg.max);
            let line = Line::plain(Offset::default(), vector, range, kinds.clone());
            self.line(Line { over: Some((1, 1)), ..line });
        }
    }

    fn curves(&mut self, leg: &Leg, crooked: Crooked, purposes: &Kinds) {
        let kinds = self.kinds(Kind::Slide, purposes);
        let notch = if matches!(leg.ring, Ring::Oblique(..)) { 1 } else { 2 };
        for start in bits(leg.turns.plain) {
            for notch in [notch, 8 - notch] {
                let squares = self.bent(leg, crooked, start, notch);
                if squares.len() >= usize::from(leg.min) {
                    let kinds = kinds.clone();
                    self.strokes.curves.push(Curve { squares, from: leg.min, kinds });
                }
            }
        }
    }

    /// The squares of a bent line, as far as a board of this size could hold them.
    fn bent(&self, leg: &Leg, crooked: Crooked, start: u8, notch: u8) -> Vec<Offset> {
        let (mut at, mut direction) = (Offset::default(), start);
        let mut squares = Vec::new();
        for steps in 1..=leg.max.min(32) {
            at = at.after(vector(leg.ring, direction), 1);
            if at.x.unsigned_abs() >= self.size.0 || at.y.unsigned_abs() >= self.size.1 {
                break;
            }
            squares.push(at);
            if at == Offset::default() {
                break;
            }
            let back = crooked == Crooked::Zigzag && steps % 2 == 0;
            direction = (direction + if back { 8 - notch } else { notch }) & 7;
        }
        squares
    }

    /// A path of several legs.
    fn several(&mut self, legs: &[Leg]) -> Option<()> {
        if !legs.iter().all(is_followed) || legs.iter().any(|l| l.cylinder != legs[0].cylinder) {
            return None;
        }
        if self.round_trip(legs) || self.platforms(legs) {
            return Some(());
        }
        let start = Progress {
            at: Offset::default(),
            stops: Vec::new(),
            ring: legs[0].ring,
            direction: 0,
            bend: 0,
            swaps: 0,
        };
        self.leg(legs, start, legs[0].turns.plain)
    }

    /// A slide and the same way back: shots along a line.
    fn round_trip(&mut self, legs: &[Leg]) -> bool {
        let [out, back] = legs else { return false };
        let ends = &out.ends;
        let fits = out.max > 1
            && back.echo
            && back.ring == out.ring
            && back.max >= out.max
            && back.ends.empty
            && turns_only(back, 4)
            && !(ends.friend || ends.platform || ends.platform_swap || ends.empty_swap);
        if !fits {
            return false;
        }
        for vector in first_vectors(out) {
            for (there, manner, purpose) in
                [(ends.enemy, Kind::Shot, Kind::Capture), (ends.empty, Kind::Pass, Kind::Move)]
            {
                if there {
                    let kinds = self.kinds(manner, &Kinds::from([purpose]));
                    self.line(Line::plain(Offset::default(), vector, (1, out.max), kinds));
                }
            }
        }
        true
    }

    /// Slides from piece to piece, straight on: hops over several.
    fn platforms(&mut self, legs: &[Leg]) -> bool {
        let (last, platforms) = legs.split_last().expect("several legs");
        let only_platform = |ends: &Ends| {
            (ends.platform != ends.platform_swap)
                && !(ends.empty || ends.enemy || ends.friend || ends.empty_swap)
        };
        let friendly = platforms[0].ends.friendly_platform;
        let alike = |leg: &Leg| {
            only_platform(&leg.ends)
                && leg.max == UNLIMITED
                && leg.ends.friendly_platform == friendly
        };
        let straight =
            legs[1..].iter().all(|leg| turns_only(leg, 0) && !leg.echo && leg.ring == legs[0].ring);
        if !straight || !platforms.iter().all(alike) {
            return false;
        }
        let swaps = platforms.iter().filter(|leg| leg.ends.platform_swap).count();
        let manner = match (swaps, platforms.len(), last.max) {
            (0, _, UNLIMITED) => Kind::Hop,
            (0, _, 1) | (1, 1, UNLIMITED) => Kind::HopBehind,
            _ => return false,
        };
        let mut purposes = purposes(&last.ends, false);
        purposes.extend(friendly.then_some(Kind::OverFriends));
        let kinds = self.kinds(manner, &purposes);
        let over = platforms.len() as u8;
        for vector in first_vectors(&legs[0]) {
            let range = (over + 1, UNLIMITED);
            let line = Line::plain(Offset::default(), vector, range, kinds.clone());
            self.line(Line { over: Some((over, over)), ..line });
        }
        true
    }

    /// Follows the legs that are left in some directions.
    fn leg(&mut self, legs: &[Leg], place: Progress, directions: u8) -> Option<()> {
        let (leg, rest) = legs.split_first().expect("a leg is left");
        let max = match place.swaps {
            0 => leg.max,
            swaps if (leg.max == 1) == (swaps == 1) => UNLIMITED,
            _ => 1,
        };
        for direction in bits(directions) {
            if self.strokes.marks.len() + self.strokes.lines.len() > MOST_STROKES {
                return None;
            }
            let vector = vector(leg.ring, direction);
            let bend = if place.stops.is_empty() { 0 } else { bend(&place, leg.ring, direction) };
            let here = Progress { ring: leg.ring, direction, bend, ..place.clone() };
            match (max, rest) {
                _ if leg.echo && !rest.is_empty() => return None,
                (1, []) => self.last_leap(leg, here, vector),
                // The leg before has gone one step, so this one does.
                (_, []) if leg.echo => self.last_leap(leg, here, vector),
                (_, []) => self.last_slide(leg, here, vector, max),
                (1, _) => self.stop(legs, here, vector)?,
                (_, [last]) => self.hook(leg, last, here, vector, max)?,
                _ => return None,
            }
        }
        Some(())
    }

    /// A leap that is not the last: the square where it stops, with all that may be there.
    fn stop(&mut self, legs: &[Leg], mut place: Progress, vector: (i8, i8)) -> Option<()> {
        let ends = &legs[0].ends;
        if ends.friendly_platform {
            return None;
        }
        place.at = place.at.after(vector, 1);
        let known = known(&place);
        let options = [
            (ends.empty, Content::Empty, false),
            (ends.empty_swap, Content::Empty, true),
            (ends.enemy, Content::Taken, false),
            (ends.friend, Content::Destroyed, false),
            (ends.platform, Content::Piece, false),
            (ends.platform_swap, Content::Piece, true),
        ];
        for (there, is, swap) in options {
            let possible = match known {
                Some(Content::Empty) => is == Content::Empty,
                Some(_) => is != Content::Empty,
                None => true,
            };
            if !there || !possible {
                continue;
            }
            let mut next = place.clone();
            if swap {
                next.swaps = if place.swaps == 2 { 1 } else { place.swaps + 1 };
            }
            next.stops.push(Stop { at: place.at, is });
            let directions = legs[1].directions_after(place.ring, place.direction, place.bend);
            self.leg(&legs[1..], next, directions)?;
        }
        Some(())
    }

    fn last_leap(&mut self, leg: &Leg, place: Progress, vector: (i8, i8)) {
        let at = place.at.after(vector, 1);
        let mut purposes = purposes(&leg.ends, false);
        match known(&Progress { at, ..place.clone() }) {
            Some(Content::Empty) => purposes.retain(|kind| *kind == Kind::Move),
            Some(_) => {
                purposes.remove(&Kind::Move);
            }
            None => {}
        }
        if !purposes.iter().any(|kind| kind.is_purpose()) {
            return;
        }
        purposes.extend(leg.cylinder.then_some(Kind::Cylinder));
        let quiet = place.stops.iter().all(|stop| stop.is == Content::Empty);
        match (at == Offset::default(), place.stops.as_slice()) {
            (true, [Stop { at, is: Content::Taken }]) => {
                let kinds = self.kinds(Kind::Shot, &Kinds::from([Kind::Capture]));
                self.mark(*at, kinds, Vec::new());
            }
            (true, [Stop { at, is: Content::Empty }]) => {
                let kinds = self.kinds(Kind::Pass, &Kinds::from([Kind::Move]));
                self.mark(*at, kinds, Vec::new());
            }
            (back, _) => {
                let manner = match (quiet, back) {
                    (true, true) => Kind::Pass,
                    (true, false) => Kind::Area,
                    _ => Kind::Chain,
                };
                self.hits(&place.stops);
                let kinds = self.kinds(manner, &purposes);
                self.mark(at, kinds, vec![place.stops]);
            }
        }
    }

    fn last_slide(&mut self, leg: &Leg, place: Progress, vector: (i8, i8), max: u8) {
        let mut purposes = purposes(&leg.ends, false);
        purposes.extend(leg.cylinder.then_some(Kind::Cylinder));
        self.hits(&place.stops);
        let line = Line::plain(place.at, vector, (1, max), self.kinds(Kind::Slide, &purposes));
        self.line(Line { stops: place.stops, ..line });
    }

    /// What is taken on the way, marked where it stands.
    fn hits(&mut self, stops: &[Stop]) {
        for stop in stops {
            let purpose = match stop.is {
                Content::Taken => Kind::Capture,
                Content::Destroyed => Kind::Destroy,
                Content::Empty | Content::Piece => continue,
            };
            let kinds = self.kinds(Kind::Hit, &Kinds::from([purpose]));
            self.mark(stop.at, kinds, Vec::new());
        }
    }

    /// A slide that stops on an empty square and turns there, once.
    fn hook(
        &mut self,
        leg: &Leg,
        last: &Leg,
        place: Progress,
        vector: (i8, i8),
        max: u8,
    ) -> Option<()> {
        let quiet = Ends { empty: true, ..Ends::default() };
        if leg.ends != quiet || last.echo || place.swaps > 0 {
            return None;
        }
        let directions = last.directions_after(place.ring, place.direction, place.bend);
        let turn = |direction| {
            let (dx, dy) = self::vector(last.ring, direction);
            Turn { dx, dy, to: limit(last.max) }
        };
        let turns = bits(directions).map(turn).collect();
        let mut purposes = purposes(&last.ends, false);
        purposes.extend(last.cylinder.then_some(Kind::Cylinder));
        self.hits(&place.stops);
        let line = Line::plain(place.at, vector, (1, max), self.kinds(Kind::Hook, &purposes));
        self.line(Line { stops: place.stops, turns, ..line });
        Some(())
    }
}

fn half_way(leg: &Leg) -> Option<Kind> {
    match (leg.lame, leg.must_jump) {
        (true, _) => Some(Kind::Lame),
        (_, true) => Some(Kind::Over),
        _ => None,
    }
}

/// What the walk itself knows of a square that it has been on before.
fn known(place: &Progress) -> Option<Content> {
    let before = place.stops.iter().rev().find(|stop| stop.at == place.at);
    match before.map(|stop| stop.is) {
        Some(Content::Piece) => Some(Content::Piece),
        Some(_) => Some(Content::Empty),
        None => (place.at == Offset::default()).then_some(Content::Empty),
    }
}

/// To which side the piece has bent last, once it goes in `direction`.
fn bend(before: &Progress, ring: Ring, direction: u8) -> i8 {
    let compass = matches!((before.ring, ring), (Ring::Compass(_), Ring::Compass(_)));
    match (8 + direction - before.direction) & 7 {
        _ if !compass && before.ring != ring => before.bend,
        0 | 4 => before.bend,
        1..=3 => 1,
        _ => -1,
    }
}

/// Whether a leg among others has nothing that strokes cannot say.
fn is_followed(leg: &Leg) -> bool {
    let unit = leg.ring.is_unit();
    leg.min == 1
        && leg.skip == 0
        && leg.hop == Hop::None
        && leg.crooked.is_none()
        && (unit || !(leg.lame || leg.must_jump))
        && !leg.unload
        && !leg.ends.en_passant
        && leg.ends.royal == RoyalRule::Any
}

/// Whether a later leg has one direction only, so many notches on.
fn turns_only(leg: &Leg, notches: u8) -> bool {
    let Turns { plain, against, with, least } = leg.turns;
    !least && (plain, against, with) == (1 << notches, 0, 0)
}
