//! A movement as shapes. The piece stands in the middle of a grid whose squares are [`UNIT`] wide;
//! forward is up. The same shapes make the small diagram on a piece and the large one beside its
//! name, and every kind has a shape of its own, so that none is told by colour alone.

use crate::path::round;
use komadai_rules::diagram::{Curve, Diagram, Kind, Kinds, Line, Mark};
use komadai_rules::pause;
use serde::Serialize;
use std::collections::BTreeMap;

/// How wide a square of the grid is.
pub(crate) const UNIT: f64 = 20.0;

/// What a shape stands for, which is also its entry in a legend. In the order of a legend: what is
/// common comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Sign {
    /// A step.
    Step,
    /// Only to an empty square.
    MoveOnly,
    /// Only to capture.
    CaptureOnly,
    /// A jump.
    Jump,
    /// As far as the way is free.
    Slide,
    /// Several steps over empty squares.
    Area,
    /// A capture on the way.
    Hit,
    /// Several steps with captures on the way.
    Chain,
    /// A capture without moving.
    Shot,
    /// A capture over pieces of lower rank.
    Fly,
    /// Over a piece that has to be there.
    Hop,
    /// That piece, near or far.
    Mount,
    /// Round a corner, on any square of the way.
    Turn,
    /// A pass in place.
    Pass,
    /// Castling.
    Castle,
    /// Enemies burn there.
    Burn,
    /// For legends alone: a shape may be faint, whatever it stands for.
    Initial,
    /// Likewise.
    Regional,
    /// More ways than can be drawn.
    Other,
}

/// How a shape is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Paint {
    /// Its inside.
    Fill,
    /// Its line.
    Line,
}

/// A part of a drawn movement.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Shape {
    /// What it stands for.
    pub sign: Sign,
    /// SVG's path data: the piece is at 0 0, squares are 20 wide, forward is up.
    #[serde(rename = "d")]
    pub data: String,
    /// How it is painted.
    pub paint: Paint,
    /// Broken lines leap over pieces.
    #[serde(skip_serializing_if = "is_false")]
    pub dashed: bool,
    /// Only while the piece has never moved.
    #[serde(skip_serializing_if = "is_false")]
    pub initial: bool,
    /// Only on a part of the board.
    #[serde(skip_serializing_if = "is_false")]
    pub regional: bool,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

impl Shape {
    /// Its entries in a legend.
    pub(crate) fn signs(&self) -> impl Iterator<Item = Sign> + use<> {
        let conditions = [(self.initial, Sign::Initial), (self.regional, Sign::Regional)];
        let held = conditions.into_iter().filter_map(|(holds, sign)| holds.then_some(sign));
        [self.sign].into_iter().chain(held)
    }

    /// The same under the conditions of these kinds.
    fn under(self, kinds: &Kinds) -> Self {
        let [initial, regional] = [Kind::Initial, Kind::Regional].map(|kind| kinds.contains(&kind));
        Shape { initial, regional, ..self }
    }
}

impl Sign {
    /// The sign by which a movement of these kinds is known in a drawing.
    pub fn of(kinds: &Kinds) -> Self {
        match (sign(kinds), takes(kinds), kinds.contains(&Kind::Move)) {
            (Sign::Step | Sign::Jump, true, false) => Sign::CaptureOnly,
            (Sign::Step | Sign::Jump, false, true) => Sign::MoveOnly,
            (sign, ..) => sign,
        }
    }

    /// What it means, in English.
    pub fn words(self) -> &'static str {
        match self {
            Sign::Step => "a step",
            Sign::MoveOnly => "only to move",
            Sign::CaptureOnly => "only to capture",
            Sign::Jump => "jumps there, over anything",
            Sign::Slide => "as far as the way is free",
            Sign::Area => "several steps over empty squares",
            Sign::Hit => "takes on the way and goes on",
            Sign::Chain => "several steps, with captures on the way",
            Sign::Shot => "takes without moving",
            Sign::Fly => "captures over pieces of lower rank",
            Sign::Hop => "has to jump over a piece",
            Sign::Mount => "the piece it jumps over, near or far",
            Sign::Turn => "may turn there, or anywhere on the way",
            Sign::Pass => "may pass in place",
            Sign::Castle => "castles",
            Sign::Burn => "burns enemies there",
            Sign::Initial => "only as its first move",
            Sign::Regional => "only on a part of the board",
            Sign::Other => "may come here in more ways than can be drawn",
        }
    }
}

/// The sign of a manner.
fn sign(kinds: &Kinds) -> Sign {
    match komadai_rules::diagram::manner(kinds) {
        Some(Kind::Step) => Sign::Step,
        // A leap that something half-way can stop is two steps; one that needs something there, a hop.
        Some(Kind::Jump) if kinds.contains(&Kind::Lame) => Sign::Area,
        Some(Kind::Jump) if kinds.contains(&Kind::Over) => Sign::Hop,
        Some(Kind::Jump) => Sign::Jump,
        Some(Kind::Slide | Kind::Hook) => Sign::Slide,
        Some(Kind::Hop | Kind::HopBehind) => Sign::Hop,
        Some(Kind::Fly) => Sign::Fly,
        Some(Kind::Area) => Sign::Area,
        Some(Kind::Chain) => Sign::Chain,
        Some(Kind::Castle) => Sign::Castle,
        Some(Kind::Shot) => Sign::Shot,
        Some(Kind::Hit) => Sign::Hit,
        Some(Kind::Pass) => Sign::Pass,
        _ => Sign::Other,
    }
}

fn takes(kinds: &Kinds) -> bool {
    [Kind::Capture, Kind::Destroy, Kind::EnPassant].iter().any(|kind| kinds.contains(kind))
}

/// The number of squares to show in each direction, at most `most`.
pub(crate) fn reach(diagram: &Diagram, most: u8) -> u8 {
    // Room for the piece that is jumped over, the landing and an arrow; for a corner and what follows.
    let is_long = |line: &Line| is_hop(line) || !line.turns.is_empty();
    let least = match diagram.unlimited {
        true if diagram.lines.iter().any(is_long) => 3,
        true => 2,
        false => 1,
    };
    diagram.radius.max(least).min(most)
}

/// All shapes of a diagram that shows so many squares in each direction.
pub(crate) fn shapes(diagram: &Diagram, radius: u8) -> Vec<Shape> {
    pause::point();
    let far = i16::from(radius);
    let inside = |x: i8, y: i8| i16::from(x).abs().max(i16::from(y).abs()) <= far;
    let mut found = Vec::new();
    for at in diagram.burns.iter().filter(|at| inside(at.x, at.y)) {
        let data = flame(f64::from(at.x), f64::from(at.y), 0.34);
        found.push(Shape { sign: Sign::Burn, data, ..filled() });
    }
    for line in &diagram.lines {
        // Leaps over pieces run beside the slide of the same direction, where there is one.
        let slides = |other: &Line| {
            (other.dx, other.dy) == (line.dx, line.dy) && sign(&other.kinds) == Sign::Slide
        };
        let beside = leaps(line) && diagram.lines.iter().any(slides);
        found.extend(line_shapes(line, f64::from(radius), beside));
    }
    for curve in &diagram.curves {
        found.push(curve_shape(curve, inside));
    }
    let mut squares: BTreeMap<_, Vec<&Mark>> = BTreeMap::new();
    for mark in diagram.marks.iter().filter(|mark| inside(mark.at.x, mark.at.y)) {
        squares.entry(mark.at).or_default().push(mark);
    }
    for marks in squares.values() {
        found.extend(square_shapes(marks));
    }
    if diagram.marks.iter().any(|mark| mark.kinds.contains(&Kind::Pass)) {
        found.push(Shape { sign: Sign::Pass, data: round_trip(0.0, 0.0, 0.4), ..drawn() });
    }
    found
}

fn filled() -> Shape {
    Shape { paint: Paint::Fill, ..drawn() }
}

fn drawn() -> Shape {
    Shape {
        sign: Sign::Step,
        data: String::new(),
        paint: Paint::Line,
        dashed: false,
        initial: false,
        regional: false,
    }
}

/// Where several marks say something of one square, the plainest speaks, and shots beside it.
fn square_shapes(marks: &[&Mark]) -> Vec<Shape> {
    let plainness = |mark: &Mark| match sign(&mark.kinds) {
        Sign::Step => 0,
        Sign::Jump => 1,
        Sign::Castle | Sign::Hop => 2,
        Sign::Area => 3,
        Sign::Chain => 4,
        _ => 5,
    };
    let best = marks.iter().map(|mark| plainness(mark)).min();
    let told = marks.iter().filter(|mark| {
        let beside = matches!(sign(&mark.kinds), Sign::Shot | Sign::Hit);
        beside || Some(plainness(mark)) == best
    });
    let place = |mark: &Mark| (f64::from(mark.at.x), f64::from(mark.at.y));
    told.flat_map(|mark| mark_shapes(sign(&mark.kinds), place(mark), &mark.kinds)).collect()
}

fn mark_shapes(sign: Sign, (x, y): (f64, f64), kinds: &Kinds) -> Vec<Shape> {
    let fill = |data| Shape { sign, data, ..filled() }.under(kinds);
    let line = |data| Shape { sign, data, ..drawn() }.under(kinds);
    match sign {
        Sign::Shot => return vec![line(sight(x, y, 0.42))],
        Sign::Hit => return vec![line(diamond(x, y, 0.47))],
        Sign::Pass => return vec![],
        Sign::Other => {
            return [-0.2, 0.0, 0.2].map(|dx| fill(circle(x + dx, y, 0.06))).to_vec();
        }
        Sign::Castle => return vec![line(square(x, y, 0.22))],
        _ => {}
    }
    let (frame, size) = match sign {
        Sign::Area => (Some(line(circle(x, y, 0.24))), 0.1),
        Sign::Chain => (Some(line(diamond(x, y, 0.32))), 0.1),
        Sign::Hop => (Some(Shape { dashed: true, ..line(circle(x, y, 0.3)) }), 0.12),
        _ => (None, 0.2),
    };
    let body = match (takes(kinds), kinds.contains(&Kind::Move)) {
        (true, false) => Shape { sign: Sign::CaptureOnly, ..line(cross(x, y, size)) },
        (_, moves) => {
            let outline = match sign {
                Sign::Jump => diamond(x, y, 0.3),
                _ => circle(x, y, size),
            };
            if takes(kinds) || !moves {
                fill(outline)
            } else {
                Shape { sign: Sign::MoveOnly, ..line(outline) }
            }
        }
    };
    frame.into_iter().chain([body]).collect()
}

fn leaps(line: &Line) -> bool {
    matches!(sign(&line.kinds), Sign::Fly | Sign::Hop)
}

fn is_hop(line: &Line) -> bool {
    sign(&line.kinds) == Sign::Hop
}

/// A line on its way over the grid.
struct Course<'a> {
    line: &'a Line,
    /// Its last point, in its own steps, and whether it ends there or goes on beyond the picture.
    last: f64,
    goes_on: bool,
    /// How far to its left it runs, in squares.
    side: f64,
}

/// How far beyond its squares a diagram has room.
const RIM: f64 = 0.42;

impl<'a> Course<'a> {
    /// Beyond the edge of the picture a line goes on: it ends at the edge of the last square, and one
    /// beside another a little before, so that each has its own head.
    fn new(line: &'a Line, radius: f64, beside: bool) -> Self {
        let [x, y, dx, dy] = [line.start.x, line.start.y, line.dx, line.dy].map(f64::from);
        let reach = radius + if beside { 0.1 } else { RIM };
        let outward = [(dx, x), (dy, y)].into_iter().filter(|(d, _)| *d != 0.0);
        let room = outward.map(|(d, at)| (reach - at * d.signum()) / d.abs());
        let edge = room.fold(f64::INFINITY, f64::min);
        // Right behind the piece that is jumped over the line ends.
        let behind = line.kinds.contains(&Kind::HopBehind).then_some(line.from.max(1));
        let end = line.to.or(behind).map(f64::from).filter(|to| *to <= edge);
        let side = if beside { 0.24 } else { 0.0 };
        Course { line, last: end.unwrap_or(edge), goes_on: end.is_none(), side }
    }

    /// The longer side of a step.
    fn size(&self) -> f64 {
        f64::from(self.line.dx.unsigned_abs().max(self.line.dy.unsigned_abs()))
    }

    fn point(&self, n: f64) -> (f64, f64) {
        let Line { start, dx, dy, .. } = self.line;
        let [x, y, dx, dy] = [start.x, start.y, *dx, *dy].map(f64::from);
        let aside = self.side / self.size();
        (x + dx * n - dy * aside, y + dy * n + dx * aside)
    }

    /// The first point of the line.
    fn first(&self) -> f64 {
        match self.line.from {
            from @ 2.. if !is_hop(self.line) => f64::from(from) - 0.3,
            _ => 0.34 / self.size(),
        }
    }

    /// The squares of the pieces that are jumped over, as near as they can be.
    fn mounts(&self) -> Vec<f64> {
        let least = self.line.over.map_or(1, |(least, _)| least.max(1));
        let mounts = (1..=least).map(f64::from);
        mounts.filter(|n| is_hop(self.line) && n + 0.5 < self.last).collect()
    }

    /// The stretches between the pieces that are jumped over.
    fn shaft(&self) -> String {
        let gap = 0.26 / self.size();
        let mounts = self.mounts();
        let starts = [self.first()].into_iter().chain(mounts.iter().map(|n| n + gap));
        let ends = mounts.iter().map(|n| n - gap).chain([self.last]);
        let part = |(from, to)| format!("M{}L{}", at(self.point(from)), at(self.point(to)));
        starts.zip(ends).map(part).collect()
    }

    /// The corner that is shown, in the line's own steps: as far out as the arrow has room.
    fn corner(&self, radius: f64, (dx, dy): (f64, f64)) -> f64 {
        let fits = |n: &f64| {
            let (x, y) = self.point(*n);
            [x, x + dx * ARM, y, y + dy * ARM].iter().all(|at| at.abs() <= radius + RIM)
        };
        [2.0, 1.0].into_iter().filter(|n| *n <= self.last).find(fits).unwrap_or(self.last.min(1.0))
    }
}

/// How long an arrow is that goes on round a corner.
const ARM: f64 = 0.9;

fn line_shapes(line: &Line, radius: f64, beside: bool) -> Vec<Shape> {
    let course = Course::new(line, radius, beside);
    let (sign, dashed) = (sign(&line.kinds), leaps(line));
    let stroke = |data| Shape { sign, data, ..drawn() }.under(&line.kinds);
    let (last, point) = (course.last, |n| course.point(n));
    let mut shapes = vec![Shape { dashed, ..stroke(course.shaft()) }];
    if !line.stops.is_empty() {
        shapes.push(stroke(way_to(line)));
    }
    for n in course.mounts() {
        let (x, y) = point(n);
        shapes.push(Shape { sign: Sign::Mount, ..stroke(square(x, y, 0.17)) });
    }
    if course.goes_on {
        shapes.push(stroke(head(
            point(course.first()),
            point(last),
            if beside { 0.2 } else { 0.24 },
        )));
    }
    let (px, py) = point(last - if beside { 0.7 } else { 0.5 });
    if !course.goes_on {
        for n in line.from.max(1)..=last as u8 {
            shapes.extend(mark_shapes(Sign::Step, point(f64::from(n)), &line.kinds));
        }
    } else if sign != Sign::Fly && !line.kinds.contains(&Kind::Move) {
        shapes.push(Shape { sign: Sign::CaptureOnly, ..stroke(cross(px, py, 0.16)) });
    } else if sign != Sign::Fly && !takes(&line.kinds) {
        shapes.push(Shape { sign: Sign::MoveOnly, ..stroke(circle(px, py, 0.14)) });
    }
    for turn in &line.turns {
        let (dx, dy) = (f64::from(turn.dx), f64::from(turn.dy));
        let (bx, by) = point(course.corner(radius, (dx, dy)));
        let tip = (bx + dx * ARM, by + dy * ARM);
        let turned = |shape| Shape { sign: Sign::Turn, ..shape }.under(&line.kinds);
        shapes.extend(arrow((bx, by), tip, 0.2, false).map(turned));
    }
    shapes
}

/// From the piece by its stops to where the line begins.
fn way_to(line: &Line) -> String {
    let place = |(x, y): (i8, i8)| at((f64::from(x), f64::from(y)));
    let stops = line.stops.iter().map(|stop| (stop.at.x, stop.at.y));
    let start = [(line.start.x, line.start.y)];
    let points: Vec<String> = [(0, 0)].into_iter().chain(stops).chain(start).map(place).collect();
    format!("M{}", points.join("L"))
}

fn curve_shape(curve: &Curve, inside: impl Fn(i8, i8) -> bool) -> Shape {
    let mut data = String::from("M0 0");
    // What comes back into the picture would be tied to it by a straight line.
    for square in curve.squares.iter().take_while(|square| inside(square.x, square.y)) {
        data += &format!("L{}", at((f64::from(square.x), f64::from(square.y))));
    }
    Shape { sign: Sign::Slide, data, ..drawn() }.under(&curve.kinds)
}

/// A point in squares as text; forward is up.
fn at((x, y): (f64, f64)) -> String {
    format!("{} {}", round(x * UNIT), round(-y * UNIT))
}

fn polygon(x: f64, y: f64, corners: [(f64, f64); 4]) -> String {
    let [a, b, c, d] = corners.map(|(dx, dy)| at((x + dx, y + dy)));
    format!("M{a}L{b}L{c}L{d}Z")
}

fn diamond(x: f64, y: f64, r: f64) -> String {
    polygon(x, y, [(0.0, r), (r, 0.0), (0.0, -r), (-r, 0.0)])
}

fn square(x: f64, y: f64, r: f64) -> String {
    polygon(x, y, [(-r, -r), (-r, r), (r, r), (r, -r)])
}

fn cross(x: f64, y: f64, r: f64) -> String {
    let [a, b, c, d] = [(-r, -r), (r, r), (-r, r), (r, -r)].map(|(dx, dy)| at((x + dx, y + dy)));
    format!("M{a}L{b}M{c}L{d}")
}

fn circle(x: f64, y: f64, radius: f64) -> String {
    let (r, across) = (round(radius * UNIT), round(2.0 * radius * UNIT));
    let start = at((x - radius, y));
    format!("M{start}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 {} 0Z", -across)
}

/// A ring with four ticks through it.
fn sight(x: f64, y: f64, r: f64) -> String {
    let tick = |(dx, dy): (f64, f64)| {
        let point = |share: f64| at((x + dx * r * share, y + dy * r * share));
        format!("M{}L{}", point(0.35), point(1.0))
    };
    let ticks = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)].map(tick);
    circle(x, y, r * 0.7) + &ticks.concat()
}

/// A flame.
fn flame(x: f64, y: f64, r: f64) -> String {
    let p = |px: f64, py: f64| at((x + px * r, y + py * r));
    let curve = |points: [(f64, f64); 3]| {
        let [a, b, c] = points.map(|(px, py)| p(px, py));
        format!("C{a} {b} {c}")
    };
    let start = format!("M{}", p(0.05, 1.0));
    let curves = [
        [(0.15, 0.45), (0.75, 0.25), (0.72, -0.35)],
        [(0.7, -0.8), (0.35, -1.0), (0.0, -1.0)],
        [(-0.4, -1.0), (-0.72, -0.75), (-0.72, -0.3)],
        [(-0.72, 0.05), (-0.5, 0.25), (-0.42, 0.5)],
        [(-0.2, 0.35), (-0.15, 0.2), (-0.12, 0.0)],
        [(0.1, 0.3), (0.12, 0.6), (0.05, 1.0)],
    ];
    start + &curves.map(curve).concat() + "Z"
}

/// Three quarters of a circle with a head: there and back again.
fn round_trip(x: f64, y: f64, r: f64) -> String {
    let length = round(r * UNIT);
    let p = |dx: f64, dy: f64| at((x + dx * r, y + dy * r));
    format!(
        "M{}A{length} {length} 0 1 0 {}M{}L{}L{}",
        p(0.7, 0.7),
        p(1.0, 0.0),
        p(0.68, -0.34),
        p(1.0, 0.0),
        p(1.32, -0.34)
    )
}

fn arrow(from: (f64, f64), to: (f64, f64), size: f64, dashed: bool) -> [Shape; 2] {
    let shaft = format!("M{}L{}", at(from), at(to));
    [Shape { data: shaft, dashed, ..drawn() }, Shape { data: head(from, to, size), ..drawn() }]
}

/// The head of an arrow from one point to another.
fn head((x1, y1): (f64, f64), (x2, y2): (f64, f64), size: f64) -> String {
    let length = (x2 - x1).hypot(y2 - y1).max(f64::EPSILON);
    let (ux, uy) = ((x2 - x1) / length, (y2 - y1) / length);
    let wing =
        |side: f64| at((x2 - size * (ux - side * uy * 0.7), y2 - size * (uy + side * ux * 0.7)));
    format!("M{}L{}L{}", wing(1.0), at((x2, y2)), wing(-1.0))
}

/// A sign by itself, for a legend: within half a square of (0, 0).
pub(crate) fn sample(sign: Sign) -> Vec<Shape> {
    let kinds =
        |manner, purposes: &[Kind]| -> Kinds { purposes.iter().copied().chain([manner]).collect() };
    let both = [Kind::Move, Kind::Capture];
    let mark = |manner, purposes: &[Kind]| {
        let kinds = kinds(manner, purposes);
        mark_shapes(self::sign(&kinds), (0.0, 0.0), &kinds)
    };
    let stroke = |dashed| {
        let shapes = arrow((-0.5, -0.5), (0.5, 0.5), 0.24, dashed);
        shapes.map(|shape| Shape { sign, ..shape }).to_vec()
    };
    match sign {
        Sign::Step => mark(Kind::Step, &both),
        Sign::MoveOnly => mark(Kind::Step, &[Kind::Move]),
        Sign::CaptureOnly => mark(Kind::Step, &[Kind::Capture]),
        Sign::Jump => mark(Kind::Jump, &both),
        Sign::Area => mark(Kind::Area, &both),
        Sign::Hit => mark(Kind::Hit, &both),
        Sign::Chain => mark(Kind::Chain, &both),
        Sign::Shot => mark(Kind::Shot, &both),
        Sign::Castle => mark(Kind::Castle, &both),
        Sign::Other => mark(Kind::Other, &both),
        Sign::Initial => mark(Kind::Step, &[Kind::Move, Kind::Capture, Kind::Initial]),
        Sign::Regional => mark(Kind::Step, &[Kind::Move, Kind::Capture, Kind::Regional]),
        Sign::Slide => stroke(false),
        Sign::Fly | Sign::Hop => stroke(true),
        Sign::Mount => vec![Shape { sign, data: square(0.0, 0.0, 0.17), ..drawn() }],
        Sign::Turn => {
            let corner = Shape {
                sign,
                data: format!("M{}L{}", at((-0.4, -0.4)), at((-0.4, 0.4))),
                ..drawn()
            };
            let arm = arrow((-0.4, 0.4), (0.5, 0.4), 0.24, false);
            [corner].into_iter().chain(arm.map(|shape| Shape { sign, ..shape })).collect()
        }
        Sign::Pass => vec![Shape { sign, data: round_trip(0.0, 0.0, 0.4), ..drawn() }],
        Sign::Burn => vec![Shape { sign, data: flame(0.0, 0.0, 0.4), ..filled() }],
    }
}
