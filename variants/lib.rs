//! The games that come with Komadai, as data.
//!
//! Each is a file with its rules and two with prose for people. The files stand beside this one, which
//! is the only place besides them that names a game.
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
    /// The same in Japanese.
    pub prose_ja: &'static str,
}

macro_rules! games {
    ($($id:literal),* $(,)?) => {
        &[$(BuiltinGame {
            id: $id,
            rules: include_str!(concat!($id, ".toml")),
            prose: include_str!(concat!($id, ".md")),
            prose_ja: include_str!(concat!($id, ".ja.md")),
        }),*]
    };
}

/// The built-in games, in the order in which they are listed. A game is added by adding its name: it
/// stands for NAME.toml, NAME.md and NAME.ja.md.
pub const BUILTIN: &[BuiltinGame] =
    games!["shogi", "minishogi", "judkins", "raichu", "minjiku", "chess"];

/// A built-in game by its name.
pub fn builtin(id: &str) -> Option<&'static BuiltinGame> {
    BUILTIN.iter().find(|game| game.id == id)
}
