//! A diagram on a grid of letters and signs.

use super::signs::{Signs, Stretch, is_unit};
use komadai_manual::movement::{Passes, Sense};
use komadai_rules::diagram::{Diagram, Kind, Line, Offset};
use std::collections::BTreeMap;
use unicode_width::UnicodeWidthStr;

/// No picture shows more squares in each direction: it stands beside words.
const MOST: u8 = 5;

/// The squares around a piece.
pub(crate) struct Picture {
    radius: i8,
    /// The letter of the piece.
    centre: String,
    cells: BTreeMap<Offset, Vec<Signed>>,
}

/// A sign and what it stands for.
#[derive(Clone, PartialEq, Eq)]
struct Signed {
    sign: String,
    sense: Sense,
}

impl Picture {
    pub(crate) fn of(diagram: &Diagram, letter: &str) -> Self {
        let least = if diagram.unlimited { 2 } else { 1 };
        let radius = diagram.radius.clamp(least, MOST) as i8;
        let mut picture = Picture { radius, centre: letter.to_owned(), cells: BTreeMap::new() };
        for mark in &diagram.marks {
            let sense = Sense::of_mark(mark);
            picture.put(mark.at, sense.mark(), sense);
        }
        for line in &diagram.lines {
            picture.line(line);
        }
        for curve in &diagram.curves {
            let sense = Sense::of_curve(&curve.kinds);
            for square in curve.squares.iter().skip(usize::from(curve.from - 1)) {
                picture.put(*square, sense.point(), sense.clone());
            }
        }
        for signs in picture.cells.values_mut() {
            tidy(signs);
        }
        picture
    }

    fn put(&mut self, at: Offset, sign: String, sense: Sense) {
        let outside = at.x.abs().max(at.y.abs()) > self.radius;
        if outside || at == Offset::default() {
            return;
        }
        let signs = self.cells.entry(at).or_default();
        let signed = Signed { sign, sense };
        if !signs.contains(&signed) {
            signs.push(signed);
        }
    }

    fn line(&mut self, line: &Line) {
        for stop in &line.stops {
            let sense = Sense::of_stop(stop);
            self.put(stop.at, sense.mark(), sense);
        }
        let sense = Sense::of_line(line);
        let inside = |n: &u8| {
            let at = line.square(*n);
            at.x.abs().max(at.y.abs()) <= self.radius
        };
        let last = (1..=line.to.unwrap_or(u8::MAX)).take_while(inside).last().unwrap_or(0);
        for n in line.from..=last {
            // Flights and slides share their directions: both are told where the picture ends.
            if sense.manner == Kind::Fly && n < last {
                continue;
            }
            let place = match (n == last, line.to == Some(n)) {
                (_, true) => Stretch::Last,
                (true, _) => Stretch::Endless,
                _ => Stretch::Between,
            };
            let sign = if is_unit(line.dx, line.dy) {
                sense.stretch((line.dx, line.dy), place)
            } else {
                sense.point()
            };
            self.put(line.square(n), sign, sense.clone());
        }
    }

    /// Columns of a square.
    fn cell_width(&self) -> usize {
        let widths = self.cells.values().map(|signs| text(signs).width());
        widths.chain([self.centre.width(), 2]).max().unwrap_or(2) + 1
    }

    /// Columns of the picture.
    pub(crate) fn width(&self) -> usize {
        (2 * self.radius as usize + 1) * self.cell_width()
    }

    pub(crate) fn lines(&self, color: bool) -> Vec<String> {
        let squares = || -self.radius..=self.radius;
        let row = |y: i8| squares().map(|x| self.cell(Offset { x, y }, color)).collect();
        squares().rev().map(row).collect()
    }

    fn cell(&self, at: Offset, color: bool) -> String {
        let (text, code) = match self.cells.get(&at) {
            _ if at == Offset::default() => (self.centre.clone(), "1"),
            Some(signs) => (text(signs), if is_hostile(signs) { "31" } else { "36" }),
            None => ("·".to_owned(), "2"),
        };
        let space = " ".repeat(self.cell_width() - text.width());
        let text = if color { format!("\x1b[{code}m{text}\x1b[0m") } else { text };
        // Signs stand left, so that second ones do not push the first out of line.
        format!(" {text}{}", &space[1..])
    }

    /// Each sense that is seen, with a sign for it: that of the most forward square.
    pub(crate) fn senses(&self) -> Vec<(String, Sense)> {
        let mut seen: BTreeMap<Sense, String> = BTreeMap::new();
        let mut cells: Vec<_> = self.cells.iter().collect();
        cells.sort_by_key(|(at, _)| (-at.y, at.x.abs(), -at.x));
        for Signed { sign, sense } in cells.into_iter().flat_map(|(_, signs)| signs) {
            seen.entry(sense.clone()).or_insert_with(|| sign.clone());
        }
        seen.into_iter().map(|(sense, sign)| (sign, sense)).collect()
    }
}

fn text(signs: &[Signed]) -> String {
    signs.iter().map(|signed| signed.sign.as_str()).collect()
}

/// Whether all that can be done on the square is capturing.
fn is_hostile(signs: &[Signed]) -> bool {
    signs.iter().all(|signed| !signed.sense.has(Kind::Move))
}

/// Leaves out what matters less than another sign on the same square, and sorts the rest.
fn tidy(signs: &mut Vec<Signed>) {
    let has = |kind: Kind| signs.iter().any(|signed| signed.sense.manner == kind);
    let direct = has(Kind::Step) || has(Kind::Jump) || has(Kind::Slide);
    let both = |s: &Signed| s.sense.has(Kind::Move) && s.sense.has(Kind::Capture);
    let reached = signs.iter().any(|s| {
        both(s) && matches!(s.sense.manner, Kind::Step | Kind::Jump | Kind::Slide | Kind::Area)
    });
    // A way over other pieces is open where one over empty squares is not.
    let area = has(Kind::Area) && !direct;
    let (flies, hooks) = (has(Kind::Fly), has(Kind::Hook));
    let alone = signs.len() == 1;
    signs.retain(|signed| match signed.sense.manner {
        Kind::Other if signed.sense.range.goes_on.is_some() => alone,
        Kind::Slide => !flies && !hooks,
        Kind::Area => !direct,
        Kind::Chain => !reached || (area && signed.sense.range.passes != Passes::Victims),
        Kind::Other => !reached,
        _ => true,
    });
    signs.sort_by(|a, b| a.sense.cmp(&b.sense));
    signs.dedup_by(|a, b| a.sign == b.sign);
}

/// The squares around the end of a move that burn.
pub(crate) fn fire(burns: &[Offset]) -> Vec<String> {
    let far = burns.iter().map(|at| at.x.abs().max(at.y.abs())).max().unwrap_or(0);
    if far == 0 {
        return Vec::new();
    }
    let cell = |at: Offset| match (burns.contains(&at), at == Offset::default()) {
        (true, _) => "* ",
        (_, true) => "● ",
        _ => "· ",
    };
    let row = |y: i8| {
        let cells: String = (-far..=far).map(|x| cell(Offset { x, y })).collect();
        cells.trim_end().to_owned()
    };
    (-far..=far).rev().map(row).collect()
}
