//! The file as a whole, the board, the sides, the starts.

use super::key::{
    Choice, FileName, Key, Letters, List, Name, Named, Or, Squares, Sub, Text, Texts, Usual,
};
use super::{KeyForm, Number, Rows, Table, ends, pieces, play};
use crate::Color;
use crate::squares::Symmetry;
use crate::{Coordinates, PositionText};

pub(crate) const FORMAT: Key<Choice<()>> = Key::new(
    "format",
    Choice(&[("variant/1", (), "the form described here")]),
    "\"variant/1\"",
    "The form that the file is written in. There is only one so far.",
);
pub(crate) const EXTENDS: Key<FileName> = Key::new(
    "extends",
    FileName,
    "\"shogi\"",
    "The game that this one builds on: one that comes with the program, or another file in the same \
     folder. All of it is inherited but `id`, `name`, `author` and `aliases`.",
);
pub(crate) const ID: Key<Name> = Key::new(
    "id",
    Name,
    "\"my-game\"",
    "The name for command lines, programs and links. No two games on one server share it.",
)
.otherwise("the name of the file");
pub(crate) const NAME: Key<Named> = Key::new(
    "name",
    Or(Text, Sub(&NAMES)),
    "{ en = \"My Game\", ja = \"私の将棋\" }",
    "The name for people: a text, or one for each language.",
)
.otherwise("the `id`");
pub(crate) const AUTHOR: Key<Text> =
    Key::new("author", Text, "\"Ada Example\"", "Who invented the game.");
pub(crate) const ALIASES: Key<Texts> =
    Key::new("aliases", Texts, "[\"Diamond Quest\"]", "Other names of the game, for readers.");
pub(crate) const BOARD: Key<Sub> =
    Key::new("board", Sub(&BOARD_TABLE), "{ files = 9, ranks = 9 }", "The board.").required();
pub(crate) const SIDES: Key<Sub> = Key::new(
    "sides",
    Sub(&SIDES_TABLE),
    "{ first = \"White\", second = \"Black\" }",
    "The two players.",
);
pub(crate) const PIECES: Key<Sub> = Key::new(
    "pieces",
    Sub(&pieces::TABLE),
    "{ K = { move = \"K\", at = \"e1\", royal = true } }",
    "The pieces, where they stand and what they do.",
)
.required();
pub(crate) const PROMOTION: Key<Sub> = Key::new(
    "promotion",
    Sub(&play::PROMOTION_TABLE),
    "{ zone = \"last 3\", when = [\"enter\"] }",
    "When and where pieces promote. Each piece says what it becomes.",
);
pub(crate) const CAPTURE: Key<Sub> = Key::new(
    "capture",
    Sub(&play::CAPTURE_TABLE),
    "{ to = \"hand\" }",
    "What becomes of captured pieces and of those beside them, and whether one may do without capturing.",
);
pub(crate) const DROPS: Key<Sub> = Key::new(
    "drops",
    Sub(&play::DROPS_TABLE),
    "{ forbid = [\"stuck\"] }",
    "How pieces in hand come back. `false`: not at all.",
);
pub(crate) const SHOCK: Key<List> = Key::new(
    "shock",
    List(&play::SHOCK_TABLE),
    "[{ captured = { royal = true } }]",
    "Captures that cost the opponent a turn.",
);
pub(crate) const BORROWING: Key<Sub> = Key::new(
    "borrowing",
    Sub(&play::BORROWING_TABLE),
    "{ from = \"behind\" }",
    "Pieces that move as a friend beside them does. Without this table, none.",
);
pub(crate) const PASSING: Key<List> = Key::new(
    "passing",
    List(&play::PASSING_TABLE),
    "{ when = \"always\" }",
    "Who may pass, and when. Without this table, nobody.",
);
pub(crate) const PLACEMENT: Key<Sub> = Key::new(
    "placement",
    Sub(&play::PLACEMENT_TABLE),
    "{ pieces = \"N\" }",
    "What is placed on the board as a part of a move. Without this table, nothing.",
);
pub(crate) const CASTLING: Key<Sub> = Key::new(
    "castling",
    Sub(&play::CASTLING_TABLE),
    "{ through_check = true }",
    "Conditions of castling. The movement of a piece says whether it castles, and how far, as in \
     `isO2`.",
);
pub(crate) const EN_PASSANT: Key<Sub> = Key::new(
    "en_passant",
    Sub(&EN_PASSANT_TABLE),
    "{}",
    "Nothing yet: capturing in passing follows from the movements (`e` for the piece that does it, \
     `n` for the piece that it happens to).",
);
pub(crate) const END: Key<Sub> = Key::new(
    "end",
    Sub(&ends::TABLE),
    "{ stalemate = \"loss\" }",
    "How the game ends, and for whom.",
);
pub(crate) const STARTS: Key<Sub> = Key::new(
    "starts",
    Sub(&STARTS_TABLE),
    "{ rookless = { name = \"Without a rook\", without = \"a1\" } }",
    "Named starts besides the usual one, such as handicaps.",
);
pub(crate) const SHUFFLE: Key<List> = Key::new(
    "shuffle",
    List(&SHUFFLE_TABLE),
    "[{ put = [\"B\"] }, { put = [\"N\"] }]",
    "Starts at which pieces stand on each other's squares.",
);

pub(super) static ROOT: Table = Table {
    means: "The keys at the head of the file, before the first table.",
    example: "id = \"my-game\"\nname = { en = \"My Game\", ja = \"私の将棋\" }\nauthor = \"Ada \
              Example\"\nextends = \"shogi\"",
    keys: &[
        &FORMAT,
        &EXTENDS,
        &ID,
        &NAME,
        &AUTHOR,
        &ALIASES,
        &BOARD,
        &SIDES,
        &PIECES,
        &PROMOTION,
        &CAPTURE,
        &DROPS,
        &SHOCK,
        &BORROWING,
        &PLACEMENT,
        &PASSING,
        &CASTLING,
        &EN_PASSANT,
        &END,
        &STARTS,
        &SHUFFLE,
    ],
    named: None,
};

static EN_PASSANT_TABLE: Table =
    Table { means: "This table takes no keys yet.", example: "", keys: &[], named: None };

pub(crate) const EN: Key<Text> =
    Key::new("en", Text, "\"My Game\"", "The name in English.").required();
pub(crate) const JA: Key<Text> =
    Key::new("ja", Text, "\"私の将棋\"", "The name in Japanese; by default the English one.");

static NAMES: Table = Table {
    means: "A name in more than one language.",
    example: "",
    keys: &[&EN, &JA],
    named: None,
};

const MOST_LINES: Number = Number(1, 16);

pub(crate) const FILES: Key<Number> =
    Key::new("files", MOST_LINES, "9", "How many files (columns) the board has.").required();
pub(crate) const RANKS: Key<Number> =
    Key::new("ranks", MOST_LINES, "9", "How many ranks (rows) the board has.").required();
pub(crate) const FIRST_RANK: Key<Usual> = Key::new(
    "first_rank",
    Usual(Number(0, 1), 1),
    "0",
    "The number of the rank nearest to the first side.",
);
pub(crate) const HOLES: Key<Squares> = Key::new(
    "holes",
    Squares,
    "\"a5 i5\"",
    "Squares that never exist: nothing stands there, and nothing passes.",
);
pub(crate) const VANISHING: Key<Squares> = Key::new(
    "vanishing",
    Squares,
    "\"e9\"",
    "Squares that exist only while a piece stands on them. They are entered by capture, and are gone \
     when the piece on them leaves.",
);
pub(crate) const COORDINATES: Key<Choice<Coordinates>> = Key::new(
    "coordinates",
    Choice(&[
        (
            "algebraic",
            Coordinates::Algebraic,
            "`e4`: letter of the file from the left, number of the rank",
        ),
        (
            "shogi",
            Coordinates::Shogi,
            "`5d`: number of the file from the right, letter of the rank from the top",
        ),
    ]),
    "\"shogi\"",
    "How squares are shown to people. The variant file itself is always written in the algebraic way.",
);
pub(crate) const TEXT: Key<Choice<PositionText>> = Key::new(
    "text",
    Choice(&[
        ("sfen", PositionText::Sfen, "as in shogi; the first side is `b`"),
        ("fen", PositionText::Fen, "as in chess; the first side is `w`"),
    ]),
    "\"fen\"",
    "How positions are written out. Both forms are read.",
);

static BOARD_TABLE: Table = Table {
    means: "The board: a rectangle, perhaps with holes.",
    example: "[board]\nfiles = 8\nranks = 9\nholes = \"d5 e5\"           # a lake in the middle",
    keys: &[&FILES, &RANKS, &FIRST_RANK, &HOLES, &VANISHING, &COORDINATES, &TEXT],
    named: None,
};

pub(crate) const FIRST: Key<Named> = Key::new(
    "first",
    Or(Text, Sub(&NAMES)),
    "{ en = \"Sente\", ja = \"先手\" }",
    "The name of the side that plays up the board and moves first.",
)
.otherwise("`First`");
pub(crate) const SECOND: Key<Named> =
    Key::new("second", Or(Text, Sub(&NAMES)), "\"Gote\"", "The name of the other side.")
        .otherwise("`Second`");
pub(crate) const SYMMETRY: Key<Choice<Symmetry>> = Key::new(
    "symmetry",
    Choice(&[
        ("rotate", Symmetry::Rotate, "the board is turned by half a circle, as in shogi"),
        ("mirror", Symmetry::Mirror, "the same files on the other side, as in chess"),
        ("none", Symmetry::None, "they do not: each piece has `at2` for the second side"),
    ]),
    "\"mirror\"",
    "How the second side's start squares follow from the first side's.",
);

static SIDES_TABLE: Table = Table {
    means: "The two players.",
    example: "[sides]\nfirst = { en = \"Sente\", ja = \"先手\" }\nsecond = { en = \"Gote\", ja = \
              \"後手\" }\nsymmetry = \"rotate\"",
    keys: &[&FIRST, &SECOND, &SYMMETRY],
    named: None,
};

pub(crate) const START_NAME: Key<Named> = Key::new(
    "name",
    Or(Text, Sub(&NAMES)),
    "{ en = \"Rook handicap\", ja = \"飛車落ち\" }",
    "The name for people.",
)
.otherwise("the name of the start");
pub(crate) const WITHOUT: Key<Squares> = Key::new(
    "without",
    Squares,
    "\"a9\"",
    "Squares that are empty at this start, though a piece stands there at the usual one.",
);
pub(crate) const SIDE: Key<Choice<Color>> = Key::new(
    "side",
    Choice(&[
        ("first", Color::First, "the first side"),
        ("second", Color::Second, "the second side; in shogi the giver of a handicap moves first"),
    ]),
    "\"second\"",
    "Who moves first.",
);

pub(crate) static START: Table =
    Table { means: "One start.", example: "", keys: &[&START_NAME, &WITHOUT, &SIDE], named: None };

static STARTS_TABLE: Table = Table {
    means: "Starts besides the usual one, such as handicaps: `--start NAME` in commands, a choice in \
            the browser.",
    example: "[starts]\nlance = { name = \"Lance handicap\", side = \"second\", without = \"i9\" }\nrook = { name = \
              \"Rook handicap\", side = \"second\", without = \"b8\" }",
    keys: &[],
    named: Some(Rows {
        key: KeyForm::Name,
        table: &START,
        means: "A start of that name. `false` removes an inherited one.",
    }),
};

pub(crate) const PUT: Key<Letters> = Key::new(
    "put",
    Letters,
    "[\"R\", \"K\", \"R\"]",
    "What is put on free squares: in this order, from the first side's left.",
)
.required();
pub(crate) const ON: Key<Squares> = Key::new(
    "on",
    Squares,
    "\"b1 d1 f1 h1\"",
    "The squares on which it may stand. What may not stand everywhere is put first.",
)
.otherwise("all that are free");

static SHUFFLE_TABLE: Table = Table {
    means: "Starts at which pieces stand on each other's squares; those of the second side stand opposite. Each of \
            these tables is a step, which puts pieces on squares that are still free: the squares on which they \
            stand at the usual start. All pieces of a type that is named are put. The starts are numbered, the \
            first step counts least: `--start 518`; `--start random` picks one, as the browser does unless another \
            is chosen.",
    example: "[[shuffle]]\nput = [\"B\"]\non = \"b1 d1 f1 h1\"\n\n[[shuffle]]\nput = [\"B\"]\non = \"a1 c1 e1 \
              g1\"\n\n[[shuffle]]\nput = [\"Q\"]\n\n[[shuffle]]\nput = [\"N\", \"N\"]\n\n[[shuffle]]\nput = [\"R\", \
              \"K\", \"R\"]",
    keys: &[&PUT, &ON],
    named: None,
};
