//! Where games come from.

use komadai_rules::AnyGame;

/// Brings the games that are asked for. Files are read outside of this crate.
pub trait Library {
    /// A game by the name of a built-in one or by the path of a variant file, with some of its
    /// rule settings changed.
    ///
    /// # Errors
    /// Why there is no such game, in one line for people.
    fn game(&mut self, name: &str, settings: &[(String, String)]) -> Result<AnyGame, String>;
}
