//! Where a piece might go, whatever stands on the board.

use super::{Curve, Diagram, Kind, Kinds, Line, Note, Offset};
use std::collections::BTreeSet;

/// The squares found so far, on a board of so many files and ranks.
struct Found {
    files: i8,
    ranks: i8,
    squares: BTreeSet<Offset>,
}

impl Diagram {
    /// Every square on which a move may end or at which it may shoot, from wherever the piece stands
    /// on a board of so many files and ranks and whatever stands around it.
    ///
    /// ```
    /// # use komadai_movement::diagram::{Diagram, Offset};
    /// let movement = komadai_betza::parse("fR").unwrap().descriptor;
    /// let diagram = Diagram::of_movement(&movement, (3, 3)).unwrap();
    /// assert!(diagram.reach((3, 3)).into_iter().eq([Offset { x: 0, y: 1 }, Offset { x: 0, y: 2 }]));
    /// ```
    pub fn reach(&self, (files, ranks): (u8, u8)) -> BTreeSet<Offset> {
        let size = |length: u8| i8::try_from(length).unwrap_or(i8::MAX);
        let mut found = Found { files: size(files), ranks: size(ranks), squares: BTreeSet::new() };
        if self.notes.iter().any(|note| matches!(note, Note::Anywhere { .. })) {
            found.add_all();
        }
        let passing = |kinds: &Kinds| kinds.contains(&Kind::Hit) || kinds.contains(&Kind::Pass);
        for mark in self.marks.iter().filter(|mark| !passing(&mark.kinds)) {
            found.add(mark.at, &mark.kinds);
        }
        self.lines.iter().for_each(|line| found.add_line(line));
        self.curves.iter().for_each(|curve| found.add_curve(curve));
        found.squares
    }
}

impl Found {
    fn add(&mut self, at: Offset, kinds: &Kinds) {
        let (files, ranks) = (i16::from(self.files), i16::from(self.ranks));
        let (x, y) = (i16::from(at.x), i16::from(at.y));
        // Round a cylinder a square lies on both sides.
        let round = x.rem_euclid(files.max(1));
        let across = if kinds.contains(&Kind::Cylinder) { [round, round - files] } else { [x, x] };
        let inside = |x: &i16| x.abs() < files && y.abs() < ranks && (*x, y) != (0, 0);
        let there = across.into_iter().filter(inside).map(|x| Offset { x: x as i8, y: at.y });
        self.squares.extend(there);
    }

    fn add_all(&mut self) {
        for y in 1 - self.ranks..self.ranks {
            for x in 1 - self.files..self.files {
                self.add(Offset { x, y }, &Kinds::new());
            }
        }
    }

    fn add_line(&mut self, line: &Line) {
        let longest = self.files.max(self.ranks).unsigned_abs();
        for n in line.from..=line.to.unwrap_or(longest) {
            let corner = line.square(n);
            self.add(corner, &line.kinds);
            for turn in &line.turns {
                for m in 1..=turn.to.unwrap_or(longest) {
                    self.add(corner.after((turn.dx, turn.dy), m), &line.kinds);
                }
            }
        }
    }

    fn add_curve(&mut self, curve: &Curve) {
        for at in curve.squares.iter().skip(usize::from(curve.from.saturating_sub(1))) {
            self.add(*at, &curve.kinds);
        }
    }
}
