//! How games end.

use super::key::{
    Choice, Flag, Key, List, Or, Reset, SIDES, Selector, Sub, SwitchedOff, Usual, Zone,
};
use super::{Number, Table, declaration};
use crate::Color;
use crate::{FlagReply, IllegalMove, Mate, Outcome, RepetitionResult, Royals, Stalemate};

/// Counts of plies.
const PLIES: Number = Number(1, 1_000_000);
/// Counts of occurrences.
const OCCURRENCES: Number = Number(2, 1000);
pub(crate) const CHECK: Key<Choice<bool>> = Key::new(
    "check",
    Choice(&[
        (
            "must-answer",
            false,
            "no move may leave a royal of its own side to be taken, unless it makes the opponent pass",
        ),
        ("none", true, "royals may be left to be taken"),
    ]),
    "\"none\"",
    "Whether check must be answered.",
);
pub(crate) const GIVING_CHECK: Key<Choice<bool>> = Key::new(
    "giving_check",
    Choice(&[
        ("allowed", true, "a move may give check"),
        ("forbidden", false, "no move may give check; a forced pass may leave one"),
    ]),
    "\"forbidden\"",
    "Whether check may be given.",
);
pub(crate) const ROYALS: Key<Choice<Royals>> = Key::new(
    "royals",
    Choice(&[
        ("any", Royals::Any, "losing one of them loses"),
        (
            "all",
            Royals::All,
            "losing the last of them loses; all others may be given up. Where check must be answered, a side \
             with several is in check if one move could take them all",
        ),
        (
            "all-attacked",
            Royals::AllAttacked,
            "the same, but a side with several is in check if each of them is attacked, be it by one piece \
             or by several; with `check = \"must-answer\"` only",
        ),
    ]),
    "\"all\"",
    "Which royals matter, where a side has several.",
);
pub(crate) const STALEMATE: Key<Choice<Stalemate>> = Key::new(
    "stalemate",
    Choice(&[
        ("draw", Stalemate::Draw, "nobody wins"),
        ("loss", Stalemate::Loss, "the side without a move loses"),
        ("win", Stalemate::Win, "the side without a move wins"),
        (
            "fewer",
            Stalemate::Fewer,
            "the side with fewer pieces on the board wins, nobody if both have as many",
        ),
    ]),
    "\"loss\"",
    "The result for a side that has no legal move and is not in check.",
);
pub(crate) const MATE: Key<Choice<Mate>> = Key::new(
    "mate",
    Choice(&[
        ("no-move", Mate::NoMove, "in check without a legal move"),
        (
            "no-move-keeps-a-royal",
            Mate::NoMoveKeepsARoyal,
            "whatever the side does, the opponent can take its last royal at once, in check or not; \
             with `check = \"none\"` only",
        ),
    ]),
    "\"no-move-keeps-a-royal\"",
    "What counts as mate.",
);
pub(crate) const MATED: Key<Choice<Outcome>> = Key::new(
    "mated",
    Choice(&[
        ("loss", Outcome::Loss, "it loses"),
        ("win", Outcome::Win, "it wins, so that one has to be mated"),
        ("draw", Outcome::Draw, "nobody wins"),
    ]),
    "\"win\"",
    "The result for a side that is mated; with `mate = \"no-move\"` only.",
);
pub(crate) const BURN_IS_CHECK: Key<Flag> = Key::new(
    "burn_is_check",
    Flag(true),
    "false",
    "Whether the threat to burn a royal is check. Otherwise royals may be burned without a check, \
         and their side then loses.",
);
pub(crate) const CHECK_THROUGH_SHOCK: Key<Flag> = Key::new(
    "check_through_shock",
    Flag(false),
    "true",
    "Whether it is check to threaten a capture that shocks and, in the turn after it, the capture of a \
     royal.",
);
pub(crate) const REPETITION: Key<Sub> = Key::new(
    "repetition",
    Sub(&REPETITION_TABLE),
    "{ times = 4, result = \"draw\" }",
    "What happens when a position comes up again. Without this table, nothing.",
);
pub(crate) const QUIET_MOVES: Key<Sub> = Key::new(
    "quiet_moves",
    Sub(&QUIET_TABLE),
    "{ claim = 100, plies = 150 }",
    "What happens after many plies without a move that `reset` lists. Without this table, nothing.",
);
pub(crate) const MOVE_LIMIT: Key<Or<Number, SwitchedOff>> = Key::new(
    "move_limit",
    Or(PLIES, SwitchedOff),
    "500",
    "After this many plies the game is a draw.",
);
pub(crate) const ILLEGAL_MOVE: Key<Choice<IllegalMove>> = Key::new(
    "illegal_move",
    Choice(&[
        ("loss", IllegalMove::Loss, "the game"),
        ("refused", IllegalMove::Refused, "nothing: it is taken back, as in a casual game"),
    ]),
    "\"refused\"",
    "What an illegal move costs under the strict rule. A casual game always takes it back.",
);
pub(crate) const DEAD_POSITION: Key<Or<Choice<()>, Or<Sub, SwitchedOff>>> = Key::new(
    "dead_position",
    Or(Choice(&[("draw", (), "when only the royals are left")]), Or(Sub(&DEAD_TABLE), SwitchedOff)),
    "\"draw\"",
    "Positions that nobody can win any more are drawn at once: the bare royals, and those that the \
     table adds.",
);
pub(crate) const DECLARATION: Key<Sub> = Key::new(
    "declaration",
    Sub(&declaration::TABLE),
    "{ zone = \"last 3\", major = [\"R\", \"B\"] }",
    "Winning, or drawing, by bringing the royal into the far camp and counting points, as in shogi.",
);
pub(crate) const FLAG: Key<Sub> = Key::new(
    "flag",
    Sub(&FLAG_TABLE),
    "{ types = \"K\", zone = \"last 1\" }",
    "Winning by reaching squares.",
);
pub(crate) const EXTINCTION: Key<List> = Key::new(
    "extinction",
    List(&EXTINCTION_TABLE),
    "{ types = \"P\" }",
    "Losing, or winning, by running out of pieces: a table, or several of which the first that holds counts.",
);
pub(crate) const CHECKS: Key<Sub> = Key::new(
    "checks",
    Sub(&CHECKS_TABLE),
    "{ count = 3 }",
    "Winning, or losing, by giving check so many times.",
);

pub(crate) const COUNTING: Key<List> = Key::new(
    "counting",
    List(&COUNTING_TABLE),
    "{ without = \"P\", limits = { moves = 64 } }",
    "Draws by counting moves: a table, or several of which the first that holds counts.",
);

pub(crate) const TWO_PASSES: Key<Choice<bool>> = Key::new(
    "two_passes",
    Choice(&[
        ("none", false, "two passes in a row are like any other moves"),
        ("draw", true, "they end the game, and nobody wins"),
    ]),
    "\"draw\"",
    "What happens when both sides pass, one after the other. Turns that a shock costs do not count.",
);
pub(crate) const FACING: Key<Choice<bool>> = Key::new(
    "facing",
    Choice(&[
        ("none", false, "royals may face each other"),
        (
            "draw",
            true,
            "the side to move has to part them or to pass, in check or not; when it passes the game ends, and \
             nobody wins",
        ),
    ]),
    "\"draw\"",
    "What happens when royals of both sides stand on one file with nothing between them, as in Janggi (bikjang). \
     Both sides must be allowed to pass at any turn.",
);
pub(crate) const POINTS: Key<Sub> = Key::new(
    "points",
    Sub(&POINTS_TABLE),
    "{ values = { types = \"R\", points = 13 } }",
    "Counting points, where the game would be a draw. Without this table it is one.",
);

pub(super) static TABLE: Table = Table {
    means: "How the game ends. A side with royals loses when it is mated or they are taken. All \
            other ends are described here.",
    example: "[end]\nstalemate = \"loss\"\nrepetition = { times = 4, result = \"draw\" }\nmove_limit = \
              500",
    keys: &[
        &CHECK,
        &GIVING_CHECK,
        &ROYALS,
        &STALEMATE,
        &MATE,
        &MATED,
        &BURN_IS_CHECK,
        &CHECK_THROUGH_SHOCK,
        &REPETITION,
        &QUIET_MOVES,
        &MOVE_LIMIT,
        &ILLEGAL_MOVE,
        &DEAD_POSITION,
        &DECLARATION,
        &FLAG,
        &EXTINCTION,
        &CHECKS,
        &COUNTING,
        &TWO_PASSES,
        &FACING,
        &POINTS,
    ],
    named: None,
};

pub(crate) const TIMES: Key<Number> = Key::new(
    "times",
    OCCURRENCES,
    "4",
    "The occurrence of a position that ends the game, or is forbidden. The start counts as the \
     first.",
)
.required();
pub(crate) const REPETITION_CLAIM: Key<Number> = Key::new(
    "claim",
    OCCURRENCES,
    "3",
    "The occurrence from which the side to move may claim a draw; less than `times`.",
);
pub(crate) const REPETITION_RESULT: Key<Choice<RepetitionResult>> = Key::new(
    "result",
    Choice(&[
        ("draw", RepetitionResult::Draw, "nobody wins"),
        ("loss-first", RepetitionResult::Loses(Color::First), "the first side loses"),
        ("loss-second", RepetitionResult::Loses(Color::Second), "the second side loses"),
        ("loss-mover", RepetitionResult::MoverLoses, "the side that repeated the position loses"),
        ("forbidden", RepetitionResult::Forbidden, "such a move is not legal"),
    ]),
    "\"loss-first\"",
    "What that occurrence leads to.",
);
pub(crate) const PERPETUAL_CHECK: Key<Choice<bool>> = Key::new(
    "perpetual_check",
    Choice(&[
        ("none", false, "perpetual check is like any other repetition"),
        (
            "loss",
            true,
            "a side loses if all its moves since the first occurrence gave check, unless both sides' did",
        ),
    ]),
    "\"loss\"",
    "Whether repetition by giving check has a rule of its own. Not with `result = \"forbidden\"`.",
);
pub(crate) const PERPETUAL_CHASE: Key<List> = Key::new(
    "perpetual_chase",
    List(&CHASE_TABLE),
    "{ victims = { not = [\"K\", \"P\"] }, by = { not = [\"K\", \"P\"] } }",
    "What may not be chased for ever: a table, or several of which any may hold. A side loses if all its moves \
     since the first occurrence chased one and the same enemy, unless both sides chased like that. Perpetual \
     check with a rule of its own comes first. Not with `result = \"forbidden\"`.",
);
pub(crate) const EXEMPT: Key<Choice<bool>> = Key::new(
    "exempt",
    Choice(&[("none", false, "nobody"), ("in-check", true, "a side that stands in check")]),
    "\"in-check\"",
    "Who may repeat a position anyway, with `result = \"forbidden\"`.",
);

static REPETITION_TABLE: Table = Table {
    means: "What happens when a position comes up again, with the same side to move and the same \
            pieces in hand.",
    example: "[end.repetition]\nclaim = 3\ntimes = 5\nresult = \"draw\"",
    keys: &[
        &TIMES,
        &REPETITION_CLAIM,
        &REPETITION_RESULT,
        &PERPETUAL_CHECK,
        &PERPETUAL_CHASE,
        &EXEMPT,
    ],
    named: None,
};

pub(crate) const CHASE_VICTIMS: Key<Selector> = Key::new(
    "victims",
    Selector,
    "[\"R\", \"N\"]",
    "The pieces that may not be chased. Royals are given check instead, so they are never among them.",
)
.otherwise("all but royals");
pub(crate) const CHASE_BY: Key<Selector> = Key::new(
    "by",
    Selector,
    "{ not = [\"K\", \"P\"] }",
    "The pieces that may not chase them; others may.",
)
.otherwise("all of them");
pub(crate) const CHASE_ZONE: Key<Zone> = Key::new(
    "zone",
    Zone,
    "\"last 5\"",
    "Where the victim has to stand, as its own side sees the board; elsewhere it may be chased.",
)
.otherwise("the whole board");
pub(crate) const CHASE_PROTECTED: Key<Flag> = Key::new(
    "protected",
    Flag(false),
    "true",
    "Whether it is chased even where its side could recapture at once.",
);

static CHASE_TABLE: Table = Table {
    means: "Pieces that may not be chased for ever. A move chases an enemy if it threatens a capture of it that \
            would be legal next and that was not threatened before: by the piece that moves, from its new square \
            (moving along the line of the threat is not enough), or by another piece. An enemy that could be \
            recaptured for is protected and not chased, unless `protected` says so. No piece chases an enemy of \
            its own type that could legally capture it as well, and none that stays where it is chases what pins it \
            to a royal. Checks that stand already are left out of account: a side in check protects its pieces all the same.",
    example: "[end.repetition]\ntimes = 3\nresult = \"draw\"\nperpetual_check = \"loss\"\n\n\
              [[end.repetition.perpetual_chase]]\nvictims = [\"R\", \"N\"]\nby = { not = [\"K\", \"P\"] }\n\n\
              [[end.repetition.perpetual_chase]]\nvictims = \"R\"\nby = \"N\"\nprotected = true",
    keys: &[&CHASE_VICTIMS, &CHASE_BY, &CHASE_ZONE, &CHASE_PROTECTED],
    named: None,
};

pub(crate) const QUIET_PLIES: Key<Number> =
    Key::new("plies", PLIES, "150", "This many plies in a row end the game as a draw.").required();
pub(crate) const QUIET_CLAIM: Key<Number> = Key::new(
    "claim",
    PLIES,
    "100",
    "From this many on, the side to move may claim a draw; less than `plies`.",
);
pub(crate) const QUIET_RESULT: Key<Choice<()>> =
    Key::new("result", Choice(&[("draw", (), "nobody wins")]), "\"draw\"", "What happens then.");
pub(crate) const RESET: Key<Reset> = Key::new(
    "reset",
    Reset,
    "[\"capture\", \"P\"]",
    "What restarts the count: `capture` (whatever takes a piece off the board), and moves of these \
     pieces.",
)
.otherwise("`[\"capture\"]`");

static QUIET_TABLE: Table = Table {
    means: "What happens after many plies without a move that `reset` lists. A move by each side is \
            two plies.",
    example: "[end.quiet_moves]\nclaim = 100\nplies = 150\nreset = [\"capture\", \"P\"]",
    keys: &[&QUIET_PLIES, &QUIET_CLAIM, &QUIET_RESULT, &RESET],
    named: None,
};

pub(crate) const LONE: Key<Selector> = Key::new(
    "lone",
    Selector,
    "[\"B\", \"N\"]",
    "If only the royals and one of these pieces are left, the game is a draw, whoever has it.",
);
pub(crate) const ONE_COLOUR: Key<Selector> = Key::new(
    "one_colour",
    Selector,
    "[\"B\"]",
    "If only the royals and any number of these pieces are left, all on squares of one colour, the game \
     is a draw.",
);
pub(crate) const WALLS: Key<Selector> = Key::new(
    "walls",
    Selector,
    "[\"P\"]",
    "Pieces that may form a locked wall, behind which nobody can mate any more.",
);

static DEAD_TABLE: Table = Table {
    means: "Positions that nobody can win any more, besides the bare royals.",
    example: "[end.dead_position]\nlone = [\"B\", \"N\"]\none_colour = [\"B\"]\nwalls = [\"P\"]",
    keys: &[&LONE, &ONE_COLOUR, &WALLS],
    named: None,
};

pub(crate) const FLAG_TYPES: Key<Selector> =
    Key::new("types", Selector, "\"K\"", "The pieces that win by arriving.").required();
pub(crate) const FLAG_ZONE: Key<Zone> =
    Key::new("zone", Zone, "\"last 1\"", "Where they win.").required();
pub(crate) const FLAG_REPLY: Key<Choice<FlagReply>> = Key::new(
    "reply",
    Choice(&[
        ("none", FlagReply::None, "nothing: it has lost"),
        (
            "arrival",
            FlagReply::Arrival,
            "where the first side has arrived, the second, which has had a move less, may arrive with its \
             next move; then nobody wins",
        ),
        (
            "any",
            FlagReply::Any,
            "any move: the piece wins if it still stands there when its side is on turn again",
        ),
    ]),
    "\"arrival\"",
    "What the other side may still do.",
);
pub(crate) const FLAG_SAFE: Key<Flag> = Key::new(
    "safe",
    Flag(false),
    "true",
    "Whether a piece wins only where no enemy could capture it, were it to move, whatever that exposes. With \
     `reply = \"any\"` it wins at once where it is safe, and elsewhere if it still stands there after the \
     reply. With any other, nobody wins if both sides stand safely on their goals.",
);

static FLAG_TABLE: Table = Table {
    means: "A side wins when one of its pieces reaches these squares.",
    example: "[end.flag]\ntypes = \"K\"\nzone = \"last 1\"",
    keys: &[&FLAG_TYPES, &FLAG_ZONE, &FLAG_REPLY, &FLAG_SAFE],
    named: None,
};

pub(crate) const EXTINCTION_TYPES: Key<Selector> =
    Key::new("types", Selector, "\"P\"", "The pieces that are counted, on the board and in hand.")
        .required();
pub(crate) const EXTINCTION_EACH: Key<Flag> = Key::new(
    "each",
    Flag(false),
    "true",
    "Whether it is enough to run out of one of these types. Otherwise all of them are counted together.",
);
pub(crate) const EXTINCTION_COUNT: Key<Usual> = Key::new(
    "count",
    Usual(Number(0, 255), 0),
    "1",
    "A side has run out when it has this many of them, or fewer.",
);
pub(crate) const EXTINCTION_AGAINST: Key<Usual> = Key::new(
    "against",
    Usual(Number(0, 255), 0),
    "2",
    "How many of them the other side must have; while it has fewer, nothing happens.",
);
pub(crate) const EXTINCTION_REPLY: Key<Flag> = Key::new(
    "reply",
    Flag(false),
    "true",
    "Whether a side that has run out may move once more, to leave the other side fewer than `against`, \
     as where a bared king bares the other one. Where the other side has one more than that, it is too \
     late.",
);
pub(crate) const EXTINCTION_SIDE: Key<Choice<[bool; 2]>> =
    Key::new("side", SIDES, "\"first\"", "Who can run out of them.");
pub(crate) const EXTINCTION_RESULT: Key<Choice<Outcome>> = Key::new(
    "result",
    Choice(&[
        ("loss", Outcome::Loss, "it loses"),
        ("win", Outcome::Win, "it wins"),
        ("draw", Outcome::Draw, "nobody wins"),
    ]),
    "\"win\"",
    "The result for a side that has run out. If both sides have with the same move, nobody wins.",
);

static EXTINCTION_TABLE: Table = Table {
    means: "What a side gets that runs out of pieces. There may be several such tables, \
            `[[end.extinction]]`, of which the first that holds counts.",
    example: "[[end.extinction]]\ntypes = [\"N\", \"B\", \"R\", \"Q\", \"K\"]\neach = true\n\n\
              [[end.extinction]]\ntypes = \"P\"\ncount = 1\nside = \"first\"\nresult = \"win\"",
    keys: &[
        &EXTINCTION_TYPES,
        &EXTINCTION_EACH,
        &EXTINCTION_COUNT,
        &EXTINCTION_AGAINST,
        &EXTINCTION_REPLY,
        &EXTINCTION_SIDE,
        &EXTINCTION_RESULT,
    ],
    named: None,
};

pub(crate) const CHECKS_COUNT: Key<Number> = Key::new(
    "count",
    Number(1, 255),
    "3",
    "How many checks of one side end the game. A move gives one at most, whatever gives it.",
)
.required();
pub(crate) const CHECKS_RESULT: Key<Choice<Outcome>> = Key::new(
    "result",
    Choice(&[
        ("win", Outcome::Win, "it wins"),
        ("loss", Outcome::Loss, "it loses"),
        ("draw", Outcome::Draw, "nobody wins"),
    ]),
    "\"loss\"",
    "The result for the side that has given them.",
);

static CHECKS_TABLE: Table = Table {
    means: "What a side gets that has given check so many times. How many checks each side has given is a \
            part of the position, and of its text: as `3+3` in a FEN, which says how many are left.",
    example: "[end.checks]\ncount = 3\nresult = \"win\"",
    keys: &[&CHECKS_COUNT, &CHECKS_RESULT],
    named: None,
};

pub(crate) const COUNTING_WITHOUT: Key<Selector> = Key::new(
    "without",
    Selector,
    "\"P\"",
    "The pieces of which neither side may have any, on the board or in hand.",
)
.otherwise("none");
pub(crate) const COUNTING_AT_MOST: Key<Number> = Key::new(
    "at_most",
    Number(1, 255),
    "1",
    "How many pieces the side that counts may have, on the board and in hand, its royals among them.",
)
.otherwise("any number");
pub(crate) const COUNTING_FROM_PIECES: Key<Flag> = Key::new(
    "from_pieces",
    Flag(false),
    "true",
    "Whether the count goes on from the number of all pieces of both sides, so that with five pieces the \
     first move is counted as six. Otherwise the first move is one.",
);
pub(crate) const COUNTING_LIMITS: Key<List> = Key::new(
    "limits",
    List(&LIMIT_TABLE),
    "[{ types = \"R\", moves = 16 }, { moves = 64 }]",
    "How far the side counts, by what the other side has: a table, or several of which the first that holds \
     counts. Where none holds, there is no count. The limit stays what it was when the count began.",
)
.required();

static COUNTING_TABLE: Table = Table {
    means: "A side counts its moves, and the game is a draw if it has not been mated in time. The count begins \
            by itself, as soon as the side to move meets the conditions. It goes on, whatever is captured \
            later, until the conditions of a table before it are met: that one begins a count of its own. \
            How far a side has counted is a part of the position's text, but not of the position for \
            repetition.",
    example: "[[end.counting]]\nwithout = \"P\"\nat_most = 1\nfrom_pieces = true\nlimits = [{ types = \"R\", \
              count = 2, moves = 8 }, { types = \"R\", moves = 16 }, { moves = 64 }]\n\n\
              [[end.counting]]\nwithout = \"P\"\nlimits = { moves = 64 }",
    keys: &[&COUNTING_WITHOUT, &COUNTING_AT_MOST, &COUNTING_FROM_PIECES, &COUNTING_LIMITS],
    named: None,
};

pub(crate) const LIMIT_TYPES: Key<Selector> = Key::new(
    "types",
    Selector,
    "\"R\"",
    "The pieces that the other side must have, on the board or in hand.",
)
.otherwise("any but its royals");
pub(crate) const LIMIT_COUNT: Key<Usual> = Key::new(
    "count",
    Usual(Number(1, 255), 1),
    "2",
    "How many of them it must have at least, all together.",
);
pub(crate) const LIMIT_MOVES: Key<Number> = Key::new(
    "moves",
    Number(1, 10_000),
    "64",
    "The last number that is counted. When the side that counts makes one move more, the game is a draw, \
     unless that move mates.",
)
.required();

static LIMIT_TABLE: Table = Table {
    means: "How far a side counts, by what the other side has.",
    example: "[[end.counting]]\nat_most = 1\nlimits = [{ types = [\"Q\", \"R\"], moves = 16 }, { moves = 50 }]",
    keys: &[&LIMIT_TYPES, &LIMIT_COUNT, &LIMIT_MOVES],
    named: None,
};

pub(crate) const POINTS_VALUES: Key<List> = Key::new(
    "values",
    List(&VALUE_TABLE),
    "[{ types = \"R\", points = 13 }, { types = \"P\", points = 2 }]",
    "What pieces are worth, on the board and in hand: a table, or several of which the first that names a piece \
     counts. All others are worth nothing.",
);
pub(crate) const POINTS_LEAD: Key<Number> = Key::new(
    "lead",
    Number(0, 1000),
    "2",
    "How many points more than the second side the first side needs to win; with fewer, the second side wins. With \
     2 it is as if the second side had 1½ points more.",
)
.otherwise("whoever has more points wins, and with as many nobody");

static POINTS_TABLE: Table = Table {
    means: "Where the game would be a draw by passes, by facing royals, by repetition or by a limit or a count of \
            moves, points decide who wins.",
    example: "[end.points]\nlead = 2\nvalues = [{ types = \"R\", points = 13 }, { types = \"P\", points = 2 }]",
    keys: &[&POINTS_VALUES, &POINTS_LEAD],
    named: None,
};

pub(crate) const VALUE_TYPES: Key<Selector> =
    Key::new("types", Selector, "\"R\"", "The pieces that are worth so much.").required();
pub(crate) const VALUE_POINTS: Key<Number> =
    Key::new("points", Number(0, 1000), "13", "How many points each of them is worth.").required();

static VALUE_TABLE: Table = Table {
    means: "What pieces are worth where points are counted.",
    example: "[end.points]\nvalues = { types = [\"N\", \"B\"], points = 3 }",
    keys: &[&VALUE_TYPES, &VALUE_POINTS],
    named: None,
};
