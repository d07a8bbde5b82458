//! What a stroke of a diagram stands for. Strokes that differ only in their direction share it.

use komadai_rules::diagram::{Content, Kind, Kinds, Line, Mark, Stop, manner};

/// What strokes stand for that differ only in direction.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sense {
    /// How the piece gets there.
    pub manner: Kind,
    /// The manner, with purposes and conditions.
    pub kinds: Kinds,
    /// How far, and over what.
    pub range: Range,
}

/// How far, and over what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Range {
    /// First and last square of a line.
    pub squares: Option<(u8, Option<u8>)>,
    /// Over so many pieces, at least and at most.
    pub over: Option<(u8, u8)>,
    /// Steps of an area move.
    pub steps: usize,
    /// What else than empty squares lies on the way.
    pub passes: Passes,
    /// Leaps one after the other.
    pub rides: bool,
    /// Along a bent line.
    pub bent: bool,
    /// Begins where the piece has come by other steps: what it finds there.
    pub goes_on: Option<Content>,
}

/// What else than empty squares lies on the way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Passes {
    /// Nothing.
    #[default]
    Nothing,
    /// Pieces that go.
    Victims,
    /// Pieces that stay.
    Pieces,
    /// Both of them.
    Both,
}

impl Passes {
    fn of<'a>(stops: impl Iterator<Item = &'a Stop>) -> Self {
        let found: Vec<Content> = stops.map(|stop| stop.is).collect();
        let takes = found.iter().any(|is| matches!(is, Content::Taken | Content::Destroyed));
        match (takes, found.contains(&Content::Piece)) {
            (true, true) => Passes::Both,
            (true, false) => Passes::Victims,
            (false, true) => Passes::Pieces,
            (false, false) => Passes::Nothing,
        }
    }
}

impl Sense {
    /// Of kinds that belong together.
    pub fn of(kinds: &Kinds, range: Range) -> Self {
        Sense { manner: manner(kinds).unwrap_or(Kind::Other), kinds: kinds.clone(), range }
    }

    /// Of a single square.
    pub fn of_mark(mark: &Mark) -> Self {
        let steps = mark.ways.iter().map(|way| way.len() + 1).min().unwrap_or(0);
        let range = match manner(&mark.kinds) {
            Some(Kind::Area) => Range { steps, ..Range::default() },
            Some(Kind::Chain) => {
                Range { passes: Passes::of(mark.ways.iter().flatten()), ..Range::default() }
            }
            _ => Range::default(),
        };
        Sense::of(&mark.kinds, range)
    }

    /// Of a square from which lines go on.
    pub fn of_stop(stop: &Stop) -> Self {
        Sense::of(&Kinds::new(), Range { goes_on: Some(stop.is), ..Range::default() })
    }

    /// Of a straight line.
    pub fn of_line(line: &Line) -> Self {
        let range = Range {
            squares: Some((line.from, line.to)),
            over: line.over,
            rides: line.dx.abs().max(line.dy.abs()) != 1,
            goes_on: line.stops.last().map(|stop| stop.is),
            ..Range::default()
        };
        Sense::of(&line.kinds, range)
    }

    /// Of a bent line.
    pub fn of_curve(kinds: &Kinds) -> Self {
        Sense::of(kinds, Range { bent: true, ..Range::default() })
    }

    /// Whether that is true of it.
    pub fn has(&self, kind: Kind) -> bool {
        self.kinds.contains(&kind)
    }

    /// Whether the piece may go to an empty square.
    pub fn moves(&self) -> bool {
        self.has(Kind::Move)
    }

    /// Whether its own side's pieces may be removed, but no enemy.
    pub fn spares_enemies(&self) -> bool {
        self.has(Kind::Destroy) && !self.has(Kind::Capture)
    }

    /// Whether something is removed from the square.
    pub fn takes(&self) -> bool {
        [Kind::Capture, Kind::Destroy, Kind::EnPassant].iter().any(|kind| self.has(*kind))
    }
}
