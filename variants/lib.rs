//! The games that come with Komadai, as data.
//!
//! Each is a file with its rules and some with prose for people. The files stand beside this one, which
//! is the only place besides them that names a game. Those of the shelf are games of others, from all over
//! the world.
//!
//! ```
//! let game = komadai_games::builtin("minishogi").unwrap();
//! assert!(game.rules.contains("[board]"));
//! assert!(game.prose.starts_with("# mini-Shogi"));
//! ```

/// A game that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuiltinGame {
    /// The name by which it is called.
    pub id: &'static str,
    /// Its rules: the variant file.
    pub rules: &'static str,
    /// What the rules do not say, for people, in English.
    pub prose: &'static str,
    /// The same in Japanese, where there is a translation.
    pub prose_ja: Option<&'static str>,
}

macro_rules! games {
    ($($id:literal),* $(,)?) => {
        &[$(BuiltinGame {
            id: $id,
            rules: include_str!(concat!($id, ".toml")),
            prose: include_str!(concat!($id, ".md")),
            prose_ja: Some(include_str!(concat!($id, ".ja.md"))),
        }),*]
    };
}

macro_rules! shelf {
    ($($id:literal),* $(,)?) => {
        &[$(BuiltinGame {
            id: $id,
            rules: include_str!(concat!("shelf/", $id, ".toml")),
            prose: include_str!(concat!("shelf/", $id, ".md")),
            prose_ja: None,
        }),*]
    };
}

/// The built-in games, in the order in which they are listed. A game is added by adding its name: it
/// stands for NAME.toml, NAME.md and NAME.ja.md.
pub const BUILTIN: &[BuiltinGame] =
    games!["shogi", "minishogi", "judkins", "raichu", "minjiku", "chess"];

/// The shelf: games of others, in the order in which they are listed. A game is added by adding its name: it
/// stands for shelf/NAME.toml and shelf/NAME.md.
pub const SHELF: &[BuiltinGame] = shelf![
    "chess960",
    "crazyhouse",
    "atomic",
    "threecheck",
    "kingofthehill",
    "antichess",
    "horde",
    "racingkings",
    "nocastling",
    "torpedo",
    "extinction",
    "knightmate",
    "berolina",
    "seirawan",
    "duck",
    "amazons",
    "hoppelpoppel",
    "grasshopper",
    "almost",
    "chigorin",
    "spartan",
    "capablanca",
    "janus",
    "grand",
    "shako",
    "omega",
    "glinski",
    "losalamos",
    "gardner",
    "chaturanga",
    "shatranj",
    "courier",
    "makruk",
    "cambodian",
    "xiangqi",
    "minixiangqi",
    "manchu",
    "janggi",
    "breakthrough",
    "jesonmor",
    "dobutsu",
    "gorogoro",
    "kyotoshogi",
    "microshogi",
    "torishogi",
    "annan",
    "yarishogi",
    "euroshogi",
    "shoshogi",
    "wa",
    "chu",
    "dai",
    "tenjiku",
    "cannonshogi",
];

/// A game that comes with the program by its name, also one of the shelf.
pub fn builtin(id: &str) -> Option<&'static BuiltinGame> {
    BUILTIN.iter().chain(SHELF).find(|game| game.id == id)
}
