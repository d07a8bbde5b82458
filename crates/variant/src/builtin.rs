//! The games that come with the program.

pub use komadai_games::{BUILTIN, BuiltinGame};

/// The text of a built-in variant.
pub fn builtin(id: &str) -> Option<&'static str> {
    komadai_games::builtin(id).map(|game| game.rules)
}
