//! Where games come from.

use komadai_engine::net::Net;
use komadai_rules::AnyGame;
use std::sync::Arc;

/// Brings the games that are asked for. Files are read outside of this crate.
pub trait Library {
    /// A game by the name of a built-in one or by the path of a variant file, with some of its
    /// rule settings changed.
    ///
    /// # Errors
    /// Why there is no such game, in one line for people.
    fn game(&mut self, name: &str, settings: &[(String, String)]) -> Result<AnyGame, String>;

    /// The network of a game: the one in a file, or by an empty text the game's own, if it has one.
    ///
    /// # Errors
    /// Why the file is no network for this game, in one line for people.
    fn net(&mut self, name: &str, game: &AnyGame, file: &str) -> Result<Option<Arc<Net>>, String> {
        let _ = (name, game);
        if file.is_empty() { Ok(None) } else { Err(format!("`{file}` cannot be read here")) }
    }
}
