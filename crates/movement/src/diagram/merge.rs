//! Strokes that say the same are said once.

use super::expand::Strokes;
use super::{Kind, Kinds, Line, Mark, Offset, Way};
use std::collections::{BTreeMap, BTreeSet};

/// The same strokes, each once, and without those that add nothing.
pub(super) fn merged(strokes: Strokes) -> Strokes {
    let mut lines = united_lines(strokes.lines);
    let mut marks = united_marks(strokes.marks);
    let by_lines = first_squares(&lines);
    marks.retain_mut(|mark| !is_conditional(mark) || keep_uncovered(mark, &by_lines));
    marks.retain_mut(|mark| !is_direct(mark) || keep_uncovered(mark, &by_lines));
    let mut covered = by_lines;
    for mark in marks.iter().filter(|mark| is_direct(mark)) {
        covered.entry(mark.at).or_default().extend(of_purpose(&mark.kinds));
    }
    marks.retain_mut(|mark| !is_conditional(mark) || keep_uncovered(mark, &covered));
    lines.retain_mut(|line| keep_uncovered_squares(line, &covered));
    let mut curves = strokes.curves;
    curves.sort();
    curves.dedup();
    marks
        .sort_by_key(|mark| (mark.at.y, mark.at.x, mark.kinds.iter().copied().collect::<Vec<_>>()));
    Strokes { marks, lines, curves }
}

fn of_purpose(kinds: &Kinds) -> impl Iterator<Item = Kind> + use<'_> {
    kinds.iter().copied().filter(|kind| kind.is_purpose())
}

fn but_purpose(kinds: &Kinds) -> Kinds {
    kinds.iter().copied().filter(|kind| !kind.is_purpose()).collect()
}

/// What restricts captures or adds to them says nothing of other purposes, so purposes are put
/// together only where all else is equal; then ways that serve the same purposes.
fn united_marks(marks: Vec<Mark>) -> Vec<Mark> {
    let mut purposes: BTreeMap<(Offset, Kinds, Vec<Way>), Kinds> = BTreeMap::new();
    for Mark { at, kinds, ways } in marks {
        let key = (at, but_purpose(&kinds), ways);
        purposes.entry(key).or_default().extend(of_purpose(&kinds));
    }
    let mut ways: BTreeMap<(Offset, Kinds), BTreeSet<Way>> = BTreeMap::new();
    for ((at, mut kinds, way), purposes) in purposes {
        kinds.extend(purposes);
        ways.entry((at, kinds)).or_default().extend(way);
    }
    ways.into_iter()
        .map(|((at, kinds), ways)| Mark { at, kinds, ways: ways.into_iter().collect() })
        .collect()
}

/// Lines with the same purposes elsewhere, then hops over different numbers of pieces.
fn united_lines(lines: Vec<Line>) -> Vec<Line> {
    let mut purposes: BTreeMap<Line, Kinds> = BTreeMap::new();
    for mut line in lines {
        let own: Kinds = of_purpose(&line.kinds).collect();
        line.kinds = but_purpose(&line.kinds);
        purposes.entry(line).or_default().extend(own);
    }
    let mut united: Vec<Line> = Vec::new();
    for (mut line, purposes) in purposes {
        line.kinds.extend(purposes);
        match united.iter_mut().find(|other| goes_on(other, &line)) {
            Some(other) => other.over = other.over.zip(line.over).map(|(a, b)| (a.0, b.1)),
            None => united.push(line),
        }
    }
    united
}

/// Whether the second line hops over one piece more than the first, and so one square further.
fn goes_on(line: &Line, next: &Line) -> bool {
    let (Some((_, most)), Some((least, _))) = (line.over, next.over) else { return false };
    let alike = Line { over: next.over, from: next.from, ..line.clone() } == *next;
    alike && least == most + 1 && u32::from(next.from) == u32::from(line.from) + span(line)
}

fn span(line: &Line) -> u32 {
    line.over.map_or(1, |(least, most)| u32::from(most - least) + 1)
}

const CONDITIONS: [Kind; 6] =
    [Kind::Initial, Kind::Regional, Kind::Lame, Kind::Over, Kind::RoyalOnly, Kind::NotRoyal];

/// Whether the piece comes to the square whatever stands around it.
fn is_direct(mark: &Mark) -> bool {
    let manner = mark.kinds.contains(&Kind::Step) || mark.kinds.contains(&Kind::Jump);
    manner && !CONDITIONS.iter().any(|kind| mark.kinds.contains(kind)) && is_plain(&mark.kinds)
}

/// Whether a direct mark on the same square would say more.
fn is_conditional(mark: &Mark) -> bool {
    let manner = [Kind::Step, Kind::Jump, Kind::Area].iter().any(|k| mark.kinds.contains(k));
    manner && !is_direct(mark) && is_plain(&mark.kinds)
}

fn is_plain(kinds: &Kinds) -> bool {
    !kinds.contains(&Kind::Swap) && !kinds.contains(&Kind::Cylinder)
}

/// Whether a line's first squares are reached whatever stands around the piece.
fn is_open(line: &Line) -> bool {
    let kinds = &line.kinds;
    kinds.contains(&Kind::Slide)
        && is_plain(kinds)
        && line.stops.is_empty()
        && !kinds.contains(&Kind::Skip)
        && !CONDITIONS.iter().any(|kind| kinds.contains(kind))
}

/// The first square of each line that begins beside the piece, with what it does there.
fn first_squares(lines: &[Line]) -> BTreeMap<Offset, Kinds> {
    let mut squares: BTreeMap<Offset, Kinds> = BTreeMap::new();
    for line in lines.iter().filter(|line| is_open(line) && line.from == 1) {
        squares.entry(line.square(1)).or_default().extend(of_purpose(&line.kinds));
    }
    squares
}

/// Takes away purposes that are covered; tells whether any are left.
fn keep_uncovered(mark: &mut Mark, covered: &BTreeMap<Offset, Kinds>) -> bool {
    if let Some(covered) = covered.get(&mark.at) {
        mark.kinds.retain(|kind| !covered.contains(kind));
    }
    mark.kinds.iter().any(|kind| kind.is_purpose())
}

/// A line that holds under conditions begins where others end.
fn keep_uncovered_squares(line: &mut Line, covered: &BTreeMap<Offset, Kinds>) -> bool {
    let conditional = line.kinds.contains(&Kind::Slide)
        && CONDITIONS.iter().any(|kind| line.kinds.contains(kind))
        && is_plain(&line.kinds)
        && !line.kinds.contains(&Kind::Skip);
    let serves = |kinds: &Kinds| of_purpose(&line.kinds).all(|kind| kinds.contains(&kind));
    if conditional && line.from == 1 && covered.get(&line.square(1)).is_some_and(serves) {
        line.from = 2;
    }
    line.to.is_none_or(|to| line.from <= to)
}
