//! One sign for each thing that a piece can do.

use komadai_manual::movement::Sense;
use komadai_rules::diagram::Kind;

/// Signs for what strokes of diagrams stand for.
pub(crate) trait Signs {
    /// The sign of a single square.
    fn mark(&self) -> String;
    /// The sign of a line that goes by vectors or bends, and so is shown as single squares.
    fn point(&self) -> String;
    /// The sign of a line on one of its squares.
    fn stretch(&self, direction: (i8, i8), place: Stretch) -> String;
}

impl Signs for Sense {
    fn mark(&self) -> String {
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
        sign.to_owned() + &conditions(self)
    }

    fn point(&self) -> String {
        let sign = match self.manner {
            Kind::Shot => "!",
            Kind::Pass => "°",
            Kind::Hop => "∩",
            Kind::HopBehind => "⊓",
            _ if self.range.bent => "~",
            _ => "◈",
        };
        format!("{sign}{}{}", purpose(self), conditions(self))
    }

    fn stretch(&self, (dx, dy): (i8, i8), place: Stretch) -> String {
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
        format!("{sign}{}{}", purpose(self), conditions(self))
    }
}

/// Set behind lines that do not both move and capture.
fn purpose(of: &Sense) -> &'static str {
    match (of.manner, of.moves(), of.takes()) {
        (Kind::Fly | Kind::Shot | Kind::Pass, ..) | (_, true, true) => "",
        (_, true, false) => "○",
        (_, false, _) => "×",
    }
}

/// Small letters, those of the notation.
fn conditions(of: &Sense) -> String {
    const LETTERS: [(Kind, char); 10] = [
        (Kind::EnPassant, 'ᵉ'),
        (Kind::Destroy, 'ᵈ'),
        (Kind::Initial, 'ⁱ'),
        (Kind::Regional, 'ʳ'),
        (Kind::Lame, 'ⁿ'),
        (Kind::Over, 'ʲ'),
        (Kind::RoyalOnly, 'ᵏ'),
        (Kind::NotRoyal, 'ᵗ'),
        (Kind::Swap, 'ᵘ'),
        (Kind::Cylinder, 'ᵒ'),
    ];
    LETTERS.iter().filter(|(kind, _)| of.has(*kind)).map(|(_, letter)| *letter).collect()
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
