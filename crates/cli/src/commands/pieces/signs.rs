//! One sign for each thing that a piece can do; and what it stands for, in words.

use komadai_rules::diagram::{Content, Kind, Kinds, Line, Mark, Stop, manner};

/// What a sign stands for: strokes that differ only in direction share it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Sense {
    pub(super) manner: Kind,
    pub(super) kinds: Kinds,
    pub(super) range: Range,
}

/// How far, and over what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Range {
    /// First and last square of a line.
    pub(super) squares: Option<(u8, Option<u8>)>,
    /// Over so many pieces.
    pub(super) over: Option<(u8, u8)>,
    /// Steps of an area move.
    pub(super) steps: usize,
    /// What else than empty squares lies on the way.
    pub(super) passes: Passes,
    /// Leaps one after the other.
    pub(super) rides: bool,
    /// Along a bent line.
    pub(super) bent: bool,
    /// Begins where the piece has come by other steps: what it finds there.
    pub(super) goes_on: Option<Content>,
}

/// What else than empty squares lies on the way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Passes {
    #[default]
    Nothing,
    Victims,
    Pieces,
    Both,
}

impl Passes {
    pub(super) fn of<'a>(stops: impl Iterator<Item = &'a Stop>) -> Self {
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
    pub(super) fn of(kinds: &Kinds, range: Range) -> Self {
        Sense { manner: manner(kinds).unwrap_or(Kind::Other), kinds: kinds.clone(), range }
    }

    pub(super) fn of_mark(mark: &Mark) -> Self {
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

    /// A square from which lines go on.
    pub(super) fn of_stop(stop: &Stop) -> Self {
        Sense::of(&Kinds::new(), Range { goes_on: Some(stop.is), ..Range::default() })
    }

    pub(super) fn of_line(line: &Line) -> Self {
        let range = Range {
            squares: Some((line.from, line.to)),
            over: line.over,
            rides: !is_unit(line.dx, line.dy),
            goes_on: line.stops.last().map(|stop| stop.is),
            ..Range::default()
        };
        Sense::of(&line.kinds, range)
    }

    pub(super) fn has(&self, kind: Kind) -> bool {
        self.kinds.contains(&kind)
    }

    fn moves(&self) -> bool {
        self.has(Kind::Move)
    }

    fn takes(&self) -> bool {
        [Kind::Capture, Kind::Destroy, Kind::EnPassant].iter().any(|kind| self.has(*kind))
    }

    /// The sign of a single square.
    pub(super) fn mark(&self) -> String {
        let sign = match (self.manner, self.moves(), self.takes()) {
            (Kind::Step, true, true) => "●",
            (Kind::Step, true, false) => "○",
            (Kind::Step, false, _) => "×",
            (Kind::Jump, true, true) => "◆",
            (Kind::Jump, true, false) => "◇",
            (Kind::Jump, false, _) => "◆×",
            (Kind::Area, true, true) => "□",
            (Kind::Area, true, false) => "□○",
            (Kind::Area, false, _) => "□×",
            (Kind::Chain, ..) => "‡",
            (Kind::Castle, ..) => "∏",
            (Kind::Shot, ..) => "!",
            (Kind::Hit, ..) => "+",
            (Kind::Pass, ..) => "°",
            _ if self.range.goes_on.is_some() => "∘",
            _ => "?",
        };
        sign.to_owned() + &self.conditions()
    }

    /// The sign of a line that goes by vectors or bends, and so is shown as single squares.
    pub(super) fn point(&self) -> String {
        let sign = match self.manner {
            Kind::Shot => "!",
            Kind::Pass => "°",
            Kind::Hop => "∩",
            Kind::HopBehind => "⊓",
            _ if self.range.bent => "~",
            _ => "◈",
        };
        format!("{sign}{}{}", self.purpose(), self.conditions())
    }

    /// The sign of a line on one of its squares.
    pub(super) fn stretch(&self, (dx, dy): (i8, i8), place: Stretch) -> String {
        let sign = match (self.manner, place) {
            (Kind::Shot | Kind::Pass | Kind::Hop | Kind::HopBehind, _) => return self.point(),
            (Kind::Fly, _) => double_arrow(dx, dy),
            (Kind::Hook, _) => {
                if dx == 0 || dy == 0 {
                    '┼'
                } else {
                    '╳'
                }
            }
            (_, Stretch::Between) => stroke(dx, dy),
            (_, Stretch::Endless) => arrow(dx, dy),
            (_, Stretch::Last) => '■',
        };
        format!("{sign}{}{}", self.purpose(), self.conditions())
    }

    /// Set behind lines that do not both move and capture.
    fn purpose(&self) -> &'static str {
        match (self.manner, self.moves(), self.takes()) {
            (Kind::Fly | Kind::Shot | Kind::Pass, ..) | (_, true, true) => "",
            (_, true, false) => "○",
            (_, false, _) => "×",
        }
    }

    /// Small letters, those of the notation.
    fn conditions(&self) -> String {
        const LETTERS: [(Kind, char); 9] = [
            (Kind::EnPassant, 'ᵉ'),
            (Kind::Destroy, 'ᵈ'),
            (Kind::Initial, 'ⁱ'),
            (Kind::Lame, 'ⁿ'),
            (Kind::Over, 'ʲ'),
            (Kind::RoyalOnly, 'ᵏ'),
            (Kind::NotRoyal, 'ᵗ'),
            (Kind::Swap, 'ᵘ'),
            (Kind::Cylinder, 'ᵒ'),
        ];
        LETTERS.iter().filter(|(kind, _)| self.has(*kind)).map(|(_, letter)| *letter).collect()
    }

    /// What the sign means.
    pub(super) fn words(&self) -> String {
        let mut words = self.way();
        if let Some(purpose) = self.only() {
            words += purpose;
        }
        const CONDITIONS: [(Kind, &str); 10] = [
            (Kind::EnPassant, ", also what has just passed it"),
            (Kind::Destroy, ", own pieces too"),
            (Kind::Initial, ", only as its first move"),
            (Kind::Lame, ", if the square half-way is empty"),
            (Kind::Over, ", if the square half-way is occupied"),
            (Kind::OverFriends, ", own pieces only"),
            (Kind::RoyalOnly, ", captures royals only"),
            (Kind::NotRoyal, ", never captures a royal"),
            (Kind::Swap, ", and swaps places with what it takes"),
            (Kind::Cylinder, ", round the edge of the board too"),
        ];
        for (_, text) in CONDITIONS.iter().filter(|(kind, _)| self.has(*kind)) {
            words += text;
        }
        words
    }

    fn only(&self) -> Option<&'static str> {
        let told = [Kind::Fly, Kind::Shot, Kind::Hit, Kind::Pass, Kind::Castle];
        match (told.contains(&self.manner), self.moves(), self.takes()) {
            (true, ..) | (_, true, true) | (_, false, false) => None,
            (_, true, false) => Some(", to move only"),
            (_, false, true) if self.has(Kind::Capture) => Some(", to capture only"),
            (_, false, true) => Some(", to take only"),
        }
    }

    fn way(&self) -> String {
        let way = match self.manner {
            Kind::Step => "one step",
            Kind::Jump if self.has(Kind::Lame) || self.has(Kind::Over) => "a jump",
            Kind::Jump => "a jump, whatever stands between",
            Kind::Area if self.range.steps == 2 => "in two steps, the first to an empty square",
            Kind::Area => "in several steps over empty squares",
            Kind::Chain => match self.range.passes {
                Passes::Pieces => "past other pieces on the way",
                Passes::Both => "by way of other pieces",
                _ => "after a capture on the way",
            },
            Kind::Castle => "castles",
            Kind::Shot if self.range.squares.is_some() => {
                "captures the first piece on the line without moving"
            }
            Kind::Shot => "captures here without moving",
            Kind::Hit => "captures here and goes on",
            Kind::Pass => "there and back: passes",
            Kind::Hook => "any distance, and may turn once on the way",
            Kind::Fly => "captures over any number of pieces",
            Kind::Hop => return format!("{} over {}", self.distance(), self.hurdles()),
            Kind::HopBehind => return format!("right behind {}, at any distance", self.hurdles()),
            Kind::Slide => return self.slide(),
            _ if self.range.goes_on.is_some() => "on the way to further squares",
            _ => "by a longer way",
        };
        way.to_owned()
    }

    fn hurdles(&self) -> String {
        match self.range.over {
            Some((least, most)) if least + 1 == most => format!("{least} or {most} pieces"),
            Some((least, most)) if least < most => format!("{least} to {most} pieces"),
            Some((least, _)) if least > 1 => format!("exactly {least} pieces"),
            _ => "exactly one piece".to_owned(),
        }
    }

    fn distance(&self) -> String {
        let (from, to) = self.range.squares.unwrap_or((1, None));
        let what = if self.range.rides { "jumps" } else { "squares" };
        match to {
            None if self.range.rides => "any number of jumps".to_owned(),
            None => "any distance".to_owned(),
            Some(to) if from == to && !self.has(Kind::Initial) => format!("exactly {to} {what}"),
            Some(to) => format!("up to {to} {what}"),
        }
    }

    fn slide(&self) -> String {
        let far = self.distance();
        let from = match self.range.goes_on {
            _ if self.range.bent => return "any distance along a bent line".to_owned(),
            _ if self.has(Kind::Skip) => {
                let (from, _) = self.range.squares.unwrap_or((2, None));
                return format!("jumps {}, then {far}", skipped(from));
            }
            None => return far,
            Some(Content::Empty) => "an empty square",
            Some(Content::Piece) => "an occupied square",
            Some(Content::Taken | Content::Destroyed) => "a capture",
        };
        format!("{far}, going on from {from}")
    }
}

fn skipped(from: u8) -> String {
    match from {
        0..=2 => "the first square".to_owned(),
        n => format!("the first {} squares", n - 1),
    }
}

/// Which part of a line a square shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stretch {
    Between,
    /// The last square of the picture, but not of the line.
    Endless,
    /// The last square of the line.
    Last,
}

pub(super) fn is_unit(dx: i8, dy: i8) -> bool {
    dx.abs().max(dy.abs()) == 1
}

fn stroke(dx: i8, dy: i8) -> char {
    match (dx, dy) {
        (0, _) => '│',
        (_, 0) => '─',
        _ if dx == dy => '╱',
        _ => '╲',
    }
}

/// An index of the eight directions, clockwise from straight ahead.
fn heading(dx: i8, dy: i8) -> usize {
    const HEADINGS: [(i8, i8); 8] =
        [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    HEADINGS.iter().position(|h| *h == (dx.signum(), dy.signum())).unwrap_or(0)
}

fn arrow(dx: i8, dy: i8) -> char {
    ['↑', '↗', '→', '↘', '↓', '↙', '←', '↖'][heading(dx, dy)]
}

fn double_arrow(dx: i8, dy: i8) -> char {
    ['⇑', '⇗', '⇒', '⇘', '⇓', '⇙', '⇐', '⇖'][heading(dx, dy)]
}
