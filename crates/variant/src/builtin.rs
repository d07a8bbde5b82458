//! The games that come with the program.

pub use komadai_games::{BUILTIN, BuiltinGame, SHELF};

/// The text of a game that comes with the program, also of one of the shelf.
pub fn builtin(id: &str) -> Option<&'static str> {
    komadai_games::builtin(id).map(|game| game.rules)
}
