//! Reads a diagram as a rule of movement, by what its documentation says and nothing else.

use komadai_movement::TrialMove;
use komadai_movement::diagram::{Content, Diagram, Kind, Kinds, Line, Mark, Note, Offset, Stop};
use komadai_variant::{Color, Square};
use std::collections::BTreeSet;

/// What stands on a square, as the piece sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    Hole,
    Empty,
    Friend,
    Enemy { royal: bool },
}

impl Cell {
    fn is_occupied(self) -> bool {
        matches!(self, Cell::Friend | Cell::Enemy { .. })
    }
}

/// A board with the piece whose diagram is read.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) files: u8,
    pub(crate) ranks: u8,
    pub(crate) cells: Vec<Cell>,
    pub(crate) from: Square,
    pub(crate) side: Color,
    pub(crate) moved: bool,
    /// Friends that have never moved.
    pub(crate) unmoved: BTreeSet<Square>,
    pub(crate) en_passant: Option<(Square, Square)>,
    /// Pieces over which it cannot fly.
    pub(crate) high: BTreeSet<Square>,
}

/// Whether a diagram tells all moves, not only squares.
pub(crate) fn is_complete(diagram: &Diagram) -> bool {
    !diagram.notes.contains(&Note::Other)
}

/// All moves that a diagram tells.
pub(crate) fn moves(diagram: &Diagram, scene: &Scene) -> BTreeSet<TrialMove> {
    let mut reader = Reader { scene, diagram, found: BTreeSet::new() };
    for mark in &diagram.marks {
        reader.mark(mark);
    }
    for line in &diagram.lines {
        reader.line(line);
    }
    for curve in &diagram.curves {
        if reader.holds(&curve.kinds) {
            reader.curve(&curve.squares, curve.from, &curve.kinds);
        }
    }
    for note in &diagram.notes {
        if let Note::Anywhere { kinds } = note
            && reader.holds(kinds)
        {
            for square in (0..scene.cells.len()).map(|i| Square(i as u8)) {
                if square != scene.from {
                    reader.land(square, kinds, &Walk::default());
                }
            }
        }
    }
    reader.found
}

struct Reader<'a> {
    scene: &'a Scene,
    diagram: &'a Diagram,
    found: BTreeSet<TrialMove>,
}

/// What a walk has done so far: squares that are empty now, and victims.
#[derive(Clone, Default)]
struct Walk {
    emptied: Vec<Square>,
    captures: Vec<Square>,
}

impl Reader<'_> {
    fn holds(&self, kinds: &Kinds) -> bool {
        !(kinds.contains(&Kind::Initial) && self.scene.moved)
    }

    /// The square at an offset, if the board is so wide.
    fn square(&self, at: Offset, cylinder: bool) -> Option<Square> {
        let (files, ranks) = (i32::from(self.scene.files), i32::from(self.scene.ranks));
        let turn = if self.scene.side == Color::Second { -1 } else { 1 };
        let from = i32::from(self.scene.from.0);
        let mut x = from % files + turn * i32::from(at.x);
        let y = from / files + turn * i32::from(at.y);
        if cylinder {
            x = x.rem_euclid(files);
        }
        let inside = (0..files).contains(&x) && (0..ranks).contains(&y);
        inside.then(|| Square((y * files + x) as u8))
    }

    fn cell(&self, square: Square, walk: &Walk) -> Cell {
        match self.scene.cells[square.index()] {
            Cell::Hole => Cell::Hole,
            _ if square == self.scene.from || walk.emptied.contains(&square) => Cell::Empty,
            cell => cell,
        }
    }

    /// Follows the stops of a way; `None` if they are not as they must be.
    fn walk(&self, stops: &[Stop], cylinder: bool) -> Option<Walk> {
        let mut walk = Walk::default();
        for stop in stops {
            let square = self.square(stop.at, cylinder)?;
            let cell = self.cell(square, &walk);
            let fits = match stop.is {
                Content::Empty => cell == Cell::Empty,
                Content::Taken => matches!(cell, Cell::Enemy { .. }),
                Content::Destroyed => cell == Cell::Friend,
                Content::Piece => cell.is_occupied(),
            };
            if !fits {
                return None;
            }
            if matches!(stop.is, Content::Taken | Content::Destroyed) {
                walk.emptied.push(square);
                walk.captures.push(square);
            }
        }
        Some(walk)
    }

    fn tell(&mut self, to: Square, captures: Vec<Square>, relocates: Vec<(Square, Square)>) {
        let mut captures = captures;
        captures.sort_unstable();
        self.found.insert(TrialMove { to, captures, relocates, partner: None });
    }

    /// Ends a move on a square, if the purposes allow it.
    fn land(&mut self, to: Square, kinds: &Kinds, walk: &Walk) {
        let has = |kind| kinds.contains(&kind);
        let takes = match self.cell(to, walk) {
            Cell::Hole => return,
            Cell::Empty => {
                if has(Kind::Move) {
                    self.tell(to, walk.captures.clone(), Vec::new());
                }
                if let Some((target, victim)) = self.scene.en_passant
                    && target == to
                    && has(Kind::EnPassant)
                {
                    self.tell(to, [walk.captures.clone(), vec![victim]].concat(), Vec::new());
                }
                return;
            }
            Cell::Friend => has(Kind::Destroy),
            Cell::Enemy { royal } => {
                let wrong = if royal { Kind::NotRoyal } else { Kind::RoyalOnly };
                has(Kind::Capture) && !has(wrong)
            }
        };
        if !takes {
            return;
        }
        if has(Kind::Swap) {
            self.tell(to, walk.captures.clone(), vec![(to, self.scene.from)])
        } else {
            self.tell(to, [walk.captures.clone(), vec![to]].concat(), Vec::new())
        }
    }

    fn mark(&mut self, mark: &Mark) {
        let kinds = &mark.kinds;
        if !self.holds(kinds) {
            return;
        }
        let has = |kind| kinds.contains(&kind);
        let cylinder = has(Kind::Cylinder);
        let Some(square) = self.square(mark.at, cylinder) else { return };
        let cell = self.cell(square, &Walk::default());
        if has(Kind::Step) || has(Kind::Jump) {
            let between = |reader: &Self| {
                let at = reader.square(mark.ways[0][0].at, cylinder).expect("between squares");
                reader.cell(at, &Walk::default()).is_occupied()
            };
            let free = (!has(Kind::Lame) || !between(self)) && (!has(Kind::Over) || between(self));
            if free {
                self.land(square, kinds, &Walk::default());
            }
        } else if has(Kind::Shot) {
            if matches!(cell, Cell::Enemy { .. }) {
                self.tell(self.scene.from, vec![square], Vec::new());
            }
        } else if has(Kind::Castle) {
            self.castle(square, mark.at.x);
        } else if has(Kind::Pass) && mark.ways.is_empty() {
            if cell == Cell::Empty {
                self.tell(self.scene.from, Vec::new(), Vec::new());
            }
        } else if has(Kind::Area) || has(Kind::Chain) || has(Kind::Pass) {
            for way in &mark.ways {
                if let Some(walk) = self.walk(way, cylinder) {
                    self.land(square, kinds, &walk);
                }
            }
        } else {
            assert!(has(Kind::Hit) || has(Kind::Other), "a mark has a manner: {mark:?}");
        }
    }

    fn castle(&mut self, to: Square, x: i8) {
        let distances = self.diagram.notes.iter().filter_map(|note| match note {
            Note::Castles { distance, from_edge, .. } => Some((*distance, *from_edge)),
            _ => None,
        });
        let files = self.scene.files;
        let (own, row) = (self.scene.from.0 % files, self.scene.from.0 / files * files);
        for (_, from_edge) in distances.filter(|(distance, _)| *distance == x.unsigned_abs()) {
            let file = if to.0 % files > own { files - 1 - from_edge } else { from_edge };
            let partner = Square(row + file);
            let beside = |square: u8| if to.0 % files > own { square - 1 } else { square + 1 };
            let between = (own.min(file) + 1..own.max(file)).map(|file| Square(row + file));
            let reaches = own.abs_diff(file) >= x.unsigned_abs();
            let free = between.into_iter().all(|s| self.scene.cells[s.index()] == Cell::Empty);
            let there = self.scene.unmoved.contains(&partner)
                && self.scene.cells[partner.index()] == Cell::Friend;
            if reaches && free && there && partner != self.scene.from {
                let partner = Some((partner, Square(beside(to.0))));
                let (captures, relocates) = (Vec::new(), Vec::new());
                self.found.insert(TrialMove { to, captures, relocates, partner });
            }
        }
    }

    fn line(&mut self, line: &Line) {
        let has = |kind| line.kinds.contains(&kind);
        let cylinder = has(Kind::Cylinder);
        if !self.holds(&line.kinds) {
            return;
        }
        let Some(walk) = self.walk(&line.stops, cylinder) else { return };
        let mut hurdles = 0;
        let mut behind = false;
        for n in 1..=line.to.unwrap_or(40) {
            let at = line.square(n);
            let Some(square) = self.square(at, cylinder) else { break };
            let cell = self.cell(square, &walk);
            if cell == Cell::Hole || (cylinder && square == self.scene.from) {
                break;
            }
            let half = Offset { x: line.dx / 2, y: line.dy / 2 };
            let last = line.square(n - 1);
            let between = Offset { x: last.x + half.x, y: last.y + half.y };
            let between = self.square(between, cylinder).map(|s| self.cell(s, &walk));
            let jumped = between.is_some_and(Cell::is_occupied);
            if (has(Kind::Lame) && jumped) || (has(Kind::Over) && !jumped) {
                break;
            }
            let counts = n >= line.from;
            let occupied = cell.is_occupied();
            if has(Kind::Slide) {
                if counts {
                    self.land(square, &line.kinds, &walk);
                }
                if occupied && (counts || !has(Kind::Skip)) {
                    break;
                }
            } else if has(Kind::Hop) || has(Kind::HopBehind) {
                let (least, most) = line.over.expect("hops are over something");
                let right = has(Kind::Hop) || behind;
                if hurdles >= least && counts && right {
                    self.land(square, &line.kinds, &walk);
                }
                behind = occupied;
                if occupied && has(Kind::OverFriends) && cell != Cell::Friend {
                    break;
                }
                hurdles += u8::from(occupied);
                if hurdles > most {
                    break;
                }
            } else if has(Kind::Fly) {
                if matches!(cell, Cell::Enemy { .. }) {
                    self.land(square, &line.kinds, &walk);
                }
                if self.scene.high.contains(&square) {
                    break;
                }
            } else if has(Kind::Shot) || has(Kind::Pass) {
                if has(Kind::Shot) && matches!(cell, Cell::Enemy { .. }) {
                    self.tell(self.scene.from, vec![square], Vec::new());
                } else if has(Kind::Pass) && cell == Cell::Empty {
                    self.tell(self.scene.from, Vec::new(), Vec::new());
                }
                if occupied {
                    break;
                }
            } else {
                assert!(has(Kind::Hook), "a line has a manner: {line:?}");
                if occupied {
                    break;
                }
                self.turns(line, at, &walk);
            }
        }
    }

    fn turns(&mut self, line: &Line, corner: Offset, walk: &Walk) {
        for turn in &line.turns {
            for n in 1..=i8::try_from(turn.to.unwrap_or(40)).expect("a short line") {
                let at = Offset { x: corner.x + turn.dx * n, y: corner.y + turn.dy * n };
                let Some(square) = self.square(at, line.kinds.contains(&Kind::Cylinder)) else {
                    break;
                };
                self.land(square, &line.kinds, walk);
                if self.cell(square, walk) != Cell::Empty {
                    break;
                }
            }
        }
    }

    fn curve(&mut self, squares: &[Offset], from: u8, kinds: &Kinds) {
        for (n, at) in (1..).zip(squares) {
            let Some(square) = self.square(*at, false) else { break };
            if n >= from {
                self.land(square, kinds, &Walk::default());
            }
            if self.cell(square, &Walk::default()) != Cell::Empty {
                break;
            }
        }
    }
}
