//! The pieces.

use super::key::{
    Choice, Flag, Key, Letter, Letters, Movements, Or, Plain, Selector, Squares, Sub, Text, Texts,
    Usual, Zone,
};
use super::{KeyForm, Number, Rows, Table};
use crate::BurnWhen;

pub(crate) const NAME: Key<Or<Text, Sub>> = Key::new(
    "name",
    Or(Text, Sub(&NAME_TABLE)),
    "{ en = \"Gold\", kanji = \"金将\", abbreviation = \"金\", romaji = \"kinshō\" }",
    "What it is called: a text, or a table of names.",
)
.otherwise("its letter");
pub(crate) const MOVE: Key<Movements> = Key::new(
    "move",
    Movements,
    "\"WfF\"",
    "How it moves, in XBetza. A list is a union: it may use any of them. A table says where a movement \
     holds; an empty list is a piece that never moves. Every piece has this or `like`.",
);
pub(crate) const LIKE: Key<Letter> = Key::new(
    "like",
    Letter,
    "\"G\"",
    "It does what that piece does: it copies `move`, `flies`, `rank`, `burns`, `burn_when` and \
     `confine`, unless it sets them itself. It copies nothing else.",
);
pub(crate) const ALIASES: Key<Letters> = Key::new(
    "aliases",
    Letters,
    "[\"E\"]",
    "Other letters that positions and moves may use for it.",
);
pub(crate) const AT: Key<Squares> = Key::new(
    "at",
    Squares,
    "\"c1 g1\"",
    "Where the first side's pieces of this type stand at the start. `\"\"` means nowhere, also for an \
     inherited piece.",
);
pub(crate) const AT2: Key<Squares> = Key::new(
    "at2",
    Squares,
    "\"c9 g9\"",
    "Where the second side's pieces of this type stand, with `sides.symmetry = \"none\"` only.",
);
pub(crate) const HAND: Key<Or<Usual, Sub>> = Key::new(
    "hand",
    Or(Usual(Number(0, 99), 0), Sub(&HAND_TABLE)),
    "{ first = 1, second = 2 }",
    "How many are in hand at the start: a number for both sides, or one for each.",
);
pub(crate) const ROYAL: Key<Flag> = Key::new(
    "royal",
    Flag(false),
    "true",
    "Whether it must be defended: `end.royals` says when its loss loses the game.",
);
pub(crate) const KIND: Key<Text> = Key::new(
    "kind",
    Text,
    "\"lion\"",
    "A word for a group of pieces. Other tables may name them all by it: `{ kind = \"lion\" }`.",
);
pub(crate) const RANK: Key<Usual> = Key::new(
    "rank",
    Usual(Number(0, 255), 0),
    "2",
    "Its rank among pieces: flying pieces pass over those of lower rank.",
);
pub(crate) const FLIES: Key<Plain> = Key::new(
    "flies",
    Plain,
    "\"B\"",
    "Lines along which it captures, and only captures, over any number of pieces of lower rank. It \
     needs a `rank` of at least 1.",
);
pub(crate) const BURNS: Key<Plain> = Key::new(
    "burns",
    Plain,
    "\"F\"",
    "Squares around it on which every enemy is destroyed, whatever stands between: `F` the four \
     diagonal neighbours, `K` all eight.",
);
pub(crate) const BURN_WHEN: Key<Choice<BurnWhen>> = Key::new(
    "burn_when",
    Choice(&[
        ("move", BurnWhen::Move, "after its own moves only"),
        (
            "always",
            BurnWhen::Always,
            "also, any enemy that ends its move beside it is destroyed at once",
        ),
    ]),
    "\"always\"",
    "When it burns. Needs `burns`.",
);
pub(crate) const PROMOTES: Key<Letters> = Key::new(
    "promotes",
    Letters,
    "[\"+R\"]",
    "What it may become: a letter, or up to 15 to choose from. `[promotion]` says when and \
     where.",
);
pub(crate) const HELD: Key<Letter> = Key::new(
    "held",
    Letter,
    "\"P\"",
    "What its captor gets in hand for it: a piece that stays what it is in the hand.",
)
.otherwise("the piece itself; for `+X` the `X`");
pub(crate) const VALUE: Key<Number> = Key::new(
    "value",
    Number(0, 1_000_000),
    "450",
    "What it is worth to the engine, in hundredths of a pawn.",
)
.otherwise("computed from its movement");
pub(crate) const CONFINE: Key<Zone> = Key::new(
    "confine",
    Zone,
    "\"ranks 1-5\"",
    "The only squares on which it may stand. It may not move to others, even if it would become another \
     piece there.",
)
.otherwise("the whole board");

pub(crate) const MOVEMENT_MOVE: Key<Texts> =
    Key::new("move", Texts, "\"fmnD\"", "The movement, in XBetza. A list is a union.").required();
pub(crate) const MOVEMENT_FROM: Key<Zone> =
    Key::new("from", Zone, "\"rank 2\"", "The only squares from which it holds.")
        .otherwise("the whole board");
pub(crate) const MOVEMENT_TO: Key<Zone> =
    Key::new("to", Zone, "\"ranks 1-5\"", "The only squares on which the piece may end by it.")
        .otherwise("the whole board");
pub(crate) const MOVEMENT_SIDE: Key<Choice<[bool; 2]>> = Key::new(
    "side",
    Choice(&[
        ("both", [true, true], "each side's pieces"),
        ("first", [true, false], "the first side's pieces only"),
        ("second", [false, true], "the second side's pieces only"),
    ]),
    "\"first\"",
    "Whose pieces move so.",
);

pub(crate) const MOVEMENT_OVER: Key<Selector> = Key::new(
    "over",
    Selector,
    "{ not = [\"C\"] }",
    "The only pieces over which it may hop (by `p` or `g`, or by `j` of a leaper).",
)
.otherwise("any piece");
pub(crate) const MOVEMENT_TAKES: Key<Selector> =
    Key::new("takes", Selector, "{ not = [\"C\"] }", "The only pieces that it may capture.")
        .otherwise("any piece");

/// A movement that does not hold everywhere.
pub(crate) static MOVEMENT: Table = Table {
    means: "A movement that holds on a part of the board, for one side, or with some pieces only.",
    example: "",
    keys: &[
        &MOVEMENT_MOVE,
        &MOVEMENT_FROM,
        &MOVEMENT_TO,
        &MOVEMENT_SIDE,
        &MOVEMENT_OVER,
        &MOVEMENT_TAKES,
    ],
    named: None,
};

pub(crate) static PIECE: Table = Table {
    means: "All about one piece, usually on one line.",
    example: "[pieces]\nR = { name = { en = \"Rook\", kanji = \"飛車\", abbreviation = \"飛\" }, move = \
              \"R\", at = \"h2\", promotes = \"+R\", value = 1000 }",
    keys: &[
        &NAME, &MOVE, &LIKE, &AT, &AT2, &HAND, &PROMOTES, &HELD, &ROYAL, &KIND, &RANK, &FLIES,
        &BURNS, &BURN_WHEN, &CONFINE, &VALUE, &ALIASES,
    ],
    named: None,
};

/// What `like` copies.
pub(crate) const COPIED: [&str; 6] =
    [MOVE.name, FLIES.name, RANK.name, BURNS.name, BURN_WHEN.name, CONFINE.name];

pub(crate) const EN: Key<Text> =
    Key::new("en", Text, "\"Gold\"", "The name in English.").required();
pub(crate) const JA: Key<Text> =
    Key::new("ja", Text, "\"きんしょう\"", "The name in Japanese texts.")
        .otherwise("the same as `kanji`");
pub(crate) const KANJI: Key<Text> = Key::new(
    "kanji",
    Text,
    "\"金将\"",
    "What stands on the piece: usually two kanji. Without it the piece shows its letter.",
);
pub(crate) const ABBREVIATION: Key<Text> = Key::new(
    "abbreviation",
    Text,
    "\"金\"",
    "One kanji, for small pieces, boards in the terminal, and records.",
);
pub(crate) const ROMAJI: Key<Text> =
    Key::new("romaji", Text, "\"kinshō\"", "How the Japanese name is read, in Latin letters.");

static NAME_TABLE: Table = Table {
    means: "The names of a piece.",
    example: "[pieces.G.name]\nen = \"Gold\"\nkanji = \"金将\"\nabbreviation = \"金\"\nromaji = \"kinshō\"",
    keys: &[&EN, &JA, &KANJI, &ABBREVIATION, &ROMAJI],
    named: None,
};

pub(crate) const HAND_FIRST: Key<Usual> =
    Key::new("first", Usual(Number(0, 99), 0), "1", "How many the first side holds.");
pub(crate) const HAND_SECOND: Key<Usual> =
    Key::new("second", Usual(Number(0, 99), 0), "2", "How many the second side holds.");

static HAND_TABLE: Table = Table {
    means: "How many each side has in hand at the start.",
    example: "",
    keys: &[&HAND_FIRST, &HAND_SECOND],
    named: None,
};

pub(crate) const REMOVE: Key<Letters> = Key::new(
    "remove",
    Letters,
    "[\"L\", \"+L\"]",
    "Inherited pieces that this game does not have.",
);

pub(super) static TABLE: Table = Table {
    means: "The pieces, each under its letter.",
    example: "[pieces]\nK = { name = \"King\", move = \"K\", at = \"e1\", royal = true }\nN = { name \
              = \"Knight\", move = \"fN\", at = \"b1 h1\", promotes = \"+N\" }\n\"+N\" = { name = \
              \"Promoted Knight\", move = \"WfF\" }",
    keys: &[&REMOVE],
    named: Some(Rows {
        key: KeyForm::Letter,
        table: &PIECE,
        means: "The piece with that letter, a capital. `+` before the letter makes it the promoted form \
                of the piece with the bare letter, and it becomes that piece again in the hand, unless \
                `held` says otherwise; such a key is quoted. If the letters run out, up to two `'` may follow the letter: `\"K'\"`.",
    }),
};

pub(crate) const GROUP_KIND: Key<Text> =
    Key::new("kind", Text, "\"lion\"", "All pieces of that `kind`.");
pub(crate) const GROUP_ROYAL: Key<Flag> =
    Key::new("royal", Flag(true), "true", "All royal pieces; `false`: all others.");
pub(crate) const GROUP_NOT: Key<Letters> =
    Key::new("not", Letters, "[\"P\", \"I\"]", "All pieces but those with these letters.");

/// Pieces by what they have in common.
pub(crate) static GROUP: Table = Table {
    means: "Pieces by what they have in common.",
    example: "",
    keys: &[&GROUP_KIND, &GROUP_ROYAL, &GROUP_NOT],
    named: None,
};
