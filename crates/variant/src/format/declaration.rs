//! Declaring an impasse.

use super::key::{Choice, Key, Selector, Sub, Usual, Zone};
use super::{Number, Table};
use crate::DeclarationRule;

/// Counts of points and pieces.
const POINTS: Number = Number(0, 10_000);

pub(crate) const ZONE: Key<Zone> = Key::new(
    "zone",
    Zone,
    "\"last 3\"",
    "The squares on which the royal must stand. Pieces on them are counted.",
)
.required();
pub(crate) const PIECES: Key<Usual> = Key::new(
    "pieces",
    Usual(POINTS, 10),
    "8",
    "How many pieces of the side must stand there besides the royal.",
);
pub(crate) const MAJOR: Key<Selector> = Key::new(
    "major",
    Selector,
    "[\"R\", \"B\", \"+R\", \"+B\"]",
    "Pieces that count `major_points`, in the zone or in hand. Royals count nothing, all others 1.",
);
pub(crate) const MAJOR_POINTS: Key<Usual> =
    Key::new("major_points", Usual(POINTS, 5), "5", "How many points a major piece counts.");
pub(crate) const WIN_27: Key<Sub> = Key::new(
    "win_27",
    Sub(&WIN_27_TABLE),
    "{ first = 28, second = 27 }",
    "The points that each side needs to win by the 27-point rule.",
);
pub(crate) const RULE_24: Key<Sub> = Key::new(
    "rule_24",
    Sub(&RULE_24_TABLE),
    "{ win = 31, draw = 24 }",
    "The points that a side needs to win, or to draw, by the 24-point rule.",
);
pub(crate) const RULE: Key<Choice<DeclarationRule>> = Key::new(
    "rule",
    Choice(&[
        ("27", DeclarationRule::Points27, "each side wins with its points"),
        ("24", DeclarationRule::Points24, "a side wins with many points, and draws with fewer"),
        ("none", DeclarationRule::None, "nobody may declare"),
    ]),
    "24",
    "Which rule applies.",
);

pub(super) static TABLE: Table = Table {
    means: "A side whose royal has reached the zone may declare on its own turn, instead of moving, if \
            it is not in check.",
    example: "[end.declaration]\nrule = 27\nzone = \"last 3\"\npieces = 10\nmajor = [\"R\", \"B\", \
              \"+R\", \"+B\"]\nwin_27 = { first = 28, second = 27 }",
    keys: &[&ZONE, &PIECES, &MAJOR, &MAJOR_POINTS, &RULE, &WIN_27, &RULE_24],
    named: None,
};

pub(crate) const WIN_FIRST: Key<Usual> =
    Key::new("first", Usual(POINTS, 28), "28", "The first side's points.");
pub(crate) const WIN_SECOND: Key<Usual> =
    Key::new("second", Usual(POINTS, 27), "27", "The second side's points.");

static WIN_27_TABLE: Table = Table {
    means: "Points that win by the 27-point rule.",
    example: "",
    keys: &[&WIN_FIRST, &WIN_SECOND],
    named: None,
};

pub(crate) const WIN_24: Key<Usual> =
    Key::new("win", Usual(POINTS, 31), "31", "The points for a win.");
pub(crate) const DRAW_24: Key<Usual> =
    Key::new("draw", Usual(POINTS, 24), "24", "The points for a draw.");

static RULE_24_TABLE: Table = Table {
    means: "Points that win, and that draw, by the 24-point rule.",
    example: "",
    keys: &[&WIN_24, &DRAW_24],
    named: None,
};
