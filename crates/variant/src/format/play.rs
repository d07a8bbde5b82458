//! What moves bring about: promotion, captures, drops, shocks, castling.

use super::key::{
    Choice, Flag, Key, List, Plain, Ranks, SIDES, Selector, Several, Sub, Usual, Zone,
};
use super::{Number, Table};
use crate::{CaptureBan, CaptureDuty, Landing, LimitPlace, PassWhen, PlacedOn, Supply, When};

pub(crate) const ZONE: Key<Zone> =
    Key::new("zone", Zone, "\"last 3\"", "Where pieces promote. It is needed with `when`.");
pub(crate) const WHEN: Key<Several<fn(&mut When)>> = Key::new(
    "when",
    Several(&[
        ("enter", |when| when.enter = true, "starts outside the zone and ends inside"),
        ("inside", |when| when.inside = true, "starts and ends inside"),
        ("leave", |when| when.leave = true, "starts inside and ends outside"),
        ("capture-inside", |when| when.capture_inside = true, "captures a piece that stood inside"),
        (
            "capture-from-inside",
            |when| when.capture_from_inside = true,
            "starts inside and captures",
        ),
        (
            "stuck",
            |when| when.stuck = true,
            "ends where it could never move again, in the zone or not",
        ),
    ]),
    "[\"enter\", \"inside\", \"leave\"]",
    "The moves that give the right to promote. One of them is enough.",
);
pub(crate) const CHOICE: Key<Choice<bool>> = Key::new(
    "choice",
    Choice(&[
        ("optional", false, "the player chooses"),
        ("mandatory", true, "a piece that may promote must"),
    ]),
    "\"mandatory\"",
    "Whether the right to promote may be declined.",
);
pub(crate) const FORCED: Key<Choice<bool>> = Key::new(
    "forced",
    Choice(&[
        ("none", false, "the piece may stay as it is, stuck"),
        ("stuck", true, "it must promote, whatever `when` says"),
    ]),
    "\"stuck\"",
    "What happens when a piece could never move again.",
);
pub(crate) const BY_SHOT: Key<Flag> = Key::new(
    "by_shot",
    Flag(true),
    "false",
    "Whether a piece that captures without moving promotes by `capture-inside` and \
     `capture-from-inside`, as pieces that move do.",
);
pub(crate) const BURNS_AT_ONCE: Key<Flag> = Key::new(
    "burns_at_once",
    Flag(false),
    "true",
    "Whether a piece that becomes a burner by a move burns with that move already. Otherwise it \
     burns as the piece that it was before.",
);

pub(crate) const ZONE_FIRST: Key<Ranks> =
    Key::new("first", Ranks, "\"last 3\"", "The squares for the first side.").required();
pub(crate) const ZONE_SECOND: Key<Ranks> =
    Key::new("second", Ranks, "\"ranks 1-2\"", "The squares for the second side, not turned.")
        .required();

/// A zone that differs between the sides.
pub(crate) static ZONES: Table = Table {
    means: "A zone that differs between the sides.",
    example: "",
    keys: &[&ZONE_FIRST, &ZONE_SECOND],
    named: None,
};

pub(crate) const PROMOTION_LIMITS: Key<List> = Key::new(
    "limits",
    List(&PROMOTION_LIMITS_TABLE),
    "{ types = [\"Q\", \"R\"] }",
    "What pieces may not become where enough of them stand: a table, or several. A move that has to promote and \
     cannot is illegal; it gives check all the same.",
);
pub(crate) const PROMOTION_LIMIT_TYPES: Key<Selector> = Key::new(
    "types",
    Selector,
    "[\"Q\", \"R\"]",
    "What pieces become, each letter counted by itself and for each side.",
)
.required();
pub(crate) const PROMOTION_LIMIT_COUNT: Key<Number> = Key::new(
    "count",
    Number(0, 255),
    "2",
    "With so many of them on the board, nothing more becomes one; with 0, nothing ever does. Without it, as many \
     as the side has on the board at the start: then only captured pieces come back.",
);
pub(crate) const PROMOTION_LIMIT_SIDE: Key<Choice<[bool; 2]>> =
    Key::new("side", SIDES, "\"second\"", "For whose pieces it holds.");

static PROMOTION_LIMITS_TABLE: Table = Table {
    means: "How many of a kind a side may have by promotion.",
    example: "[[promotion.limits]]\ntypes = [\"Q\", \"R\"]\n\n[[promotion.limits]]\ntypes = \"N\"\ncount = 3\n\n\
              [[promotion.limits]]\ntypes = \"B\"\ncount = 0\nside = \"second\"",
    keys: &[&PROMOTION_LIMIT_TYPES, &PROMOTION_LIMIT_COUNT, &PROMOTION_LIMIT_SIDE],
    named: None,
};

pub(super) static PROMOTION_TABLE: Table = Table {
    means: "When and where pieces promote. Each piece says what it becomes: `promotes`.",
    example: "[promotion]\nzone = \"last 3\"\nwhen = [\"enter\", \"inside\", \"leave\"]\nforced = \
              \"stuck\"",
    keys: &[&ZONE, &WHEN, &CHOICE, &FORCED, &BY_SHOT, &BURNS_AT_ONCE, &PROMOTION_LIMITS],
    named: None,
};

pub(crate) const TO: Key<Choice<bool>> = Key::new(
    "to",
    Choice(&[
        ("nowhere", false, "they are gone for good"),
        ("hand", true, "to the captor's hand, unpromoted, from where they can be dropped"),
    ]),
    "\"hand\"",
    "Where captured pieces go.",
);

pub(crate) const DUTY: Key<Choice<CaptureDuty>> = Key::new(
    "duty",
    Choice(&[
        ("none", CaptureDuty::None, "it is free to move otherwise"),
        ("any", CaptureDuty::Any, "it must make one of its legal captures"),
        ("most", CaptureDuty::Most, "it must make one that takes as many pieces as any of them"),
    ]),
    "\"any\"",
    "Whether a side that can capture has to. Burning is not a capture.",
);
pub(crate) const EXPLOSION: Key<Sub> = Key::new(
    "explosion",
    Sub(&EXPLOSION_TABLE),
    "{ around = \"K\", spares = \"P\" }",
    "What a capture destroys besides what it takes. Without this table, nothing.",
);
pub(crate) const AROUND: Key<Plain> = Key::new(
    "around",
    Plain,
    "\"K\"",
    "Squares around the captor on which everything is destroyed, whatever stands between: `K` all eight neighbours, \
     `W` the four beside it. Without it, the captor goes alone.",
);
pub(crate) const SPARES: Key<Selector> = Key::new(
    "spares",
    Selector,
    "\"P\"",
    "Pieces that survive beside a captor. When they capture themselves they go.",
);
pub(crate) const WITHSTANDS: Key<Selector> = Key::new(
    "withstands",
    Selector,
    "{ royal = true }",
    "Pieces that survive every explosion, also when they capture.",
);

static EXPLOSION_TABLE: Table = Table {
    means: "A move that captures an enemy explodes where it ends: the captor goes, as what it has become, and so does \
            everything around it, of both sides. What is destroyed is not captured: it comes to no hand. No move \
            may cost its own side a royal that it must not lose, unless `end.check = \"none\"`; who loses one by \
            the opponent's move has lost. To threaten that is no check, and neither is a capture that may not be \
            made: royals that stand side by side give each other shelter.",
    example: "[capture.explosion]\naround = \"K\"\nspares = \"P\"",
    keys: &[&AROUND, &SPARES, &WITHSTANDS],
    named: None,
};

pub(crate) const CAPTURE_LIMITS: Key<List> = Key::new(
    "limits",
    List(&CAPTURE_LIMITS_TABLE),
    "{ captured = \"Q\", by = \"Q\" }",
    "Captures that may not be made: a table, or up to 16, each of which forbids some.",
);
pub(crate) const LIMITED: Key<Selector> = Key::new(
    "captured",
    Selector,
    "{ kind = \"lion\" }",
    "Pieces whose capture is limited. Royals cannot be among them. Burning is not a capture.",
)
.required();
pub(crate) const LIMITED_BY: Key<Selector> = Key::new(
    "by",
    Selector,
    "{ not = [\"N\", \"+O\"] }",
    "The pieces that may not capture them; each counts as what it was before its move.",
)
.otherwise("any piece");
pub(crate) const LIMITED_WHEN: Key<Choice<CaptureBan>> = Key::new(
    "when",
    Choice(&[
        (
            "protected",
            CaptureBan::Protected,
            "where the captor could be captured next, even by a move that would itself be illegal",
        ),
        (
            "in-return",
            CaptureBan::InReturn,
            "just after the opponent has captured such a piece with such a piece, though the captor itself may be \
             captured; one table of a game at most",
        ),
        ("always", CaptureBan::Always, "at any time"),
    ]),
    "\"in-return\"",
    "When they may not be captured.",
);
pub(crate) const LIMITED_BEYOND: Key<Usual> = Key::new(
    "beyond",
    Usual(Number(0, 15), 0),
    "1",
    "Pieces so many squares from the captor, or fewer, may be captured all the same; squares are counted as a king \
     walks.",
);
pub(crate) const LIMITED_UNLESS_ALSO: Key<Selector> = Key::new(
    "unless_also",
    Selector,
    "{ not = [\"P\", \"I\"] }",
    "A move that captures one of these besides may be made.",
);

static CAPTURE_LIMITS_TABLE: Table = Table {
    means: "Captures that may not be made, as where lions may not be traded. A move that is forbidden by this gives \
            check all the same, if it would take a royal, too.",
    example: "[[capture.limits]]\ncaptured = { kind = \"lion\" }\nby = { kind = \"lion\" }\nwhen = \"protected\"\n\
              beyond = 1\nunless_also = { not = [\"P\", \"I\"] }\n\n[[capture.limits]]\n\
              captured = { kind = \"lion\" }\nby = { not = [\"N\", \"+O\"] }\nwhen = \"in-return\"",
    keys: &[&LIMITED, &LIMITED_BY, &LIMITED_WHEN, &LIMITED_BEYOND, &LIMITED_UNLESS_ALSO],
    named: None,
};

pub(super) static CAPTURE_TABLE: Table = Table {
    means: "What becomes of captured pieces and of those beside them, and what has to be captured or may not be.",
    example: "[capture]\nto = \"hand\"",
    keys: &[&TO, &DUTY, &EXPLOSION, &CAPTURE_LIMITS],
    named: None,
};

pub(crate) const FORBID: Key<Several<()>> = Key::new(
    "forbid",
    Several(&[("stuck", (), "where the piece could never move again")]),
    "[\"stuck\"]",
    "Where nothing may be dropped.",
);
pub(crate) const ONE_PER_FILE: Key<Selector> = Key::new(
    "one_per_file",
    Selector,
    "[\"P\"]",
    "Pieces that may not be dropped on a file that holds an unpromoted piece of the same side and \
     letter: `limits` with `count = 1` in short.",
);
pub(crate) const LIMITS: Key<List> = Key::new(
    "limits",
    List(&LIMITS_TABLE),
    "{ types = \"S\", count = 2 }",
    "Pieces that may not be dropped where enough of their kind stand: a table, or several.",
);
pub(crate) const LIMIT_TYPES: Key<Selector> = Key::new(
    "types",
    Selector,
    "\"S\"",
    "The pieces, each letter counted by itself and for each side; what has promoted is another letter.",
)
.required();
pub(crate) const LIMIT_COUNT: Key<Number> =
    Key::new("count", Number(1, 255), "2", "With so many of them there, no more can be dropped.")
        .required();
pub(crate) const LIMIT_PER: Key<Choice<LimitPlace>> = Key::new(
    "per",
    Choice(&[
        ("file", LimitPlace::File, "on the file of the drop"),
        ("board", LimitPlace::Board, "on the whole board"),
    ]),
    "\"board\"",
    "Where they are counted.",
);

static LIMITS_TABLE: Table = Table {
    means: "How many of a kind may stand somewhere by being dropped.",
    example: "[[drops.limits]]\ntypes = \"S\"\ncount = 2\n\n[[drops.limits]]\ntypes = \"N\"\ncount = 4\n\
              per = \"board\"",
    keys: &[&LIMIT_TYPES, &LIMIT_COUNT, &LIMIT_PER],
    named: None,
};
pub(crate) const NO_MATE: Key<Selector> =
    Key::new("no_mate", Selector, "[\"P\"]", "Pieces that may not give mate by being dropped.");
pub(crate) const DROP_ZONE: Key<Zone> =
    Key::new("zone", Zone, "\"ranks 1-5\"", "The only squares on which pieces may be dropped.")
        .otherwise("the whole board");
pub(crate) const PROMOTED: Key<Flag> = Key::new(
    "promoted",
    Flag(false),
    "true",
    "Whether the player may choose to drop a piece promoted.",
);

pub(super) static DROPS_TABLE: Table = Table {
    means: "How pieces in hand come back. They may be dropped wherever captures go to hand, or a \
            piece is in hand at the start, unless `drops = false`.",
    example: "[drops]\nforbid = [\"stuck\"]\none_per_file = [\"P\"]\nno_mate = [\"P\"]",
    keys: &[&FORBID, &ONE_PER_FILE, &LIMITS, &NO_MATE, &DROP_ZONE, &PROMOTED],
    named: None,
};

pub(crate) const CAPTURED: Key<Selector> = Key::new(
    "captured",
    Selector,
    "{ kind = \"lion\" }",
    "Pieces whose capture is a shock. Burning is not a capture.",
)
.required();
pub(crate) const UNLESS_BY: Key<Selector> = Key::new(
    "unless_by",
    Selector,
    "{ royal = true }",
    "Pieces that capture them without a shock.",
);
pub(crate) const SKIP_TURNS: Key<Usual> = Key::new(
    "skip_turns",
    Usual(Number(1, 8), 1),
    "2",
    "How many turns the opponent must pass, however many such pieces are taken in one move. A second \
     shock during these turns does not add to them: the longer time counts.",
);

pub(super) static SHOCK_TABLE: Table = Table {
    means: "Captures that cost the opponent a turn. The table may be used any number of times.",
    example: "[[shock]]\ncaptured = { kind = \"lion\" }\nunless_by = { royal = true }",
    keys: &[&CAPTURED, &UNLESS_BY, &SKIP_TURNS],
    named: None,
};

pub(crate) const BORROWS_FROM: Key<Choice<(i8, i8)>> = Key::new(
    "from",
    Choice(&[
        ("behind", (0, -1), "right behind it"),
        ("front", (0, 1), "right before it"),
        ("left", (-1, 0), "to its left"),
        ("right", (1, 0), "to its right"),
        ("behind-left", (-1, -1), "diagonally behind it, to the left"),
        ("behind-right", (1, -1), "diagonally behind it, to the right"),
        ("front-left", (-1, 1), "diagonally before it, to the left"),
        ("front-right", (1, 1), "diagonally before it, to the right"),
    ]),
    "\"front\"",
    "Where the friend stands, as the side sees it.",
);
pub(crate) const LENDERS: Key<Selector> =
    Key::new("lenders", Selector, "{ royal = false }", "The pieces that lend their movement.")
        .otherwise("any piece");
pub(crate) const BORROWERS: Key<Selector> =
    Key::new("borrowers", Selector, "{ not = [\"K\"] }", "The pieces that borrow.")
        .otherwise("any piece");

pub(super) static BORROWING_TABLE: Table = Table {
    means: "A piece with a friend on a certain square beside it moves as that friend does, and not as itself. It \
            still promotes as itself, and lends its own movement. No piece of such a game \
            may castle, capture in passing (`e`), have other first moves (`i`), `flies` or `confine`. A piece is \
            stuck only where no friend can stand that lends.",
    example: "[borrowing]\nfrom = \"behind\"\nlenders = { royal = false }",
    keys: &[&BORROWS_FROM, &LENDERS, &BORROWERS],
    named: None,
};

pub(crate) const PLACED: Key<Selector> =
    Key::new("pieces", Selector, "[\"B\", \"N\"]", "What may be placed.").required();
pub(crate) const SUPPLY: Key<Choice<Supply>> = Key::new(
    "supply",
    Choice(&[
        ("endless", Supply::Endless, "there is no end to them"),
        ("hand", Supply::Hand, "from the player's hand, as it was before the move"),
        (
            "single",
            Supply::Single,
            "there is one for both sides: it leaves the square on which it was placed before",
        ),
    ]),
    "\"hand\"",
    "Where it comes from.",
);
pub(crate) const PLACED_ON: Key<Choice<PlacedOn>> = Key::new(
    "on",
    Choice(&[
        ("any", PlacedOn::Any, "on any empty square"),
        (
            "vacated",
            PlacedOn::Vacated,
            "on a square that the move has left empty: where the piece stood, or in castling its partner",
        ),
    ]),
    "\"vacated\"",
    "Where it is placed.",
);
pub(crate) const PLACED_WITHIN: Key<Plain> = Key::new(
    "reach",
    Plain,
    "\"Q\"",
    "Only where a piece could move like this, without capturing, from the square on which the move has ended.",
);
pub(crate) const PLACED_ZONE: Key<Zone> =
    Key::new("zone", Zone, "\"ranks 1-5\"", "The only squares on which something may be placed.")
        .otherwise("the whole board");
pub(crate) const PLACED_BY: Key<Selector> = Key::new(
    "by",
    Selector,
    "{ not = [\"P\"] }",
    "The pieces after whose moves something is placed; each counts as what it was before its move.",
)
.otherwise("any piece");
pub(crate) const FIRST_MOVES: Key<Flag> = Key::new(
    "first_moves",
    Flag(false),
    "true",
    "Whether something is placed only after the first move of a piece that stood where it starts.",
);
pub(crate) const OPTIONAL: Key<Flag> =
    Key::new("optional", Flag(false), "true", "Whether the player may place nothing.");
pub(crate) const PLACING_REQUIRED: Key<Flag> = Key::new(
    "required",
    Flag(false),
    "true",
    "Whether a move after which nothing can be placed may not be made. Otherwise it is made without.",
);

pub(super) static PLACEMENT_TABLE: Table = Table {
    means: "A piece that is placed on the board as a part of a move: after a move on the board, castling too, its \
            player puts it on an empty square. Nothing is placed after a drop, nor after a pass of any sort. Whether \
            check is answered has to hold both before and after it.",
    example: "[placement]\npieces = [\"B\", \"N\"]\nsupply = \"hand\"\non = \"vacated\"\nby = { not = [\"P\"] }\n\
              first_moves = true\noptional = true",
    keys: &[
        &PLACED,
        &SUPPLY,
        &PLACED_ON,
        &PLACED_WITHIN,
        &PLACED_ZONE,
        &PLACED_BY,
        &FIRST_MOVES,
        &OPTIONAL,
        &PLACING_REQUIRED,
    ],
    named: None,
};

pub(crate) const THROUGH_CHECK: Key<Flag> = Key::new(
    "through_check",
    Flag(false),
    "true",
    "Whether a royal may castle out of, through or into an attack, whether checks must be \
     answered or not.",
);
pub(crate) const PARTNERS: Key<Selector> =
    Key::new("partners", Selector, "[\"R\"]", "The pieces that may be castled with.")
        .otherwise("any piece of the same side");
pub(crate) const LANDING: Key<Choice<Landing>> = Key::new(
    "landing",
    Choice(&[
        ("distance", Landing::Distance, "as many files as its movement says"),
        (
            "fixed",
            Landing::Fixed,
            "the file to which it would go from its usual start square, from wherever it starts; the \
             partner may start anywhere on that side. Such a move is written as the king's to its partner: \
             `e1h1`",
        ),
    ]),
    "\"fixed\"",
    "Where a castling king goes; its partner lands right beside it, on the inner side.",
);

pub(super) static CASTLING_TABLE: Table = Table {
    means: "Conditions of castling. The movement of a piece says whether it castles, and by how many \
            files, as in `isO2`.",
    example: "[castling]\nthrough_check = false\npartners = [\"R\"]",
    keys: &[&THROUGH_CHECK, &PARTNERS, &LANDING],
    named: None,
};

pub(crate) const PASS_WHEN: Key<Choice<PassWhen>> = Key::new(
    "when",
    Choice(&[
        ("always", PassWhen::Always, "at any turn"),
        ("stuck", PassWhen::Stuck, "where it has no other legal move"),
    ]),
    "\"stuck\"",
    "When a side may pass. Where check must be answered, never in check.",
);
pub(crate) const PASS_SIDE: Key<Choice<[bool; 2]>> =
    Key::new("side", SIDES, "\"second\"", "Who may.");

pub(super) static PASSING_TABLE: Table = Table {
    means: "A right to pass: a table, or several of which any may hold. A pass is a move: it counts as one, and a \
            side that may pass has a legal move. It changes nothing but whose turn it is, so that the same position \
            comes up by it as by any other move. Where a side has to capture it may not pass.",
    example: "[passing]\nwhen = \"always\"\n\n[end]\ntwo_passes = \"draw\"",
    keys: &[&PASS_WHEN, &PASS_SIDE],
    named: None,
};
