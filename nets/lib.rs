//! The networks that come with Komadai: what it has learnt of its games from its own play.
//!
//! Each is a file as `komadai learn` writes it, compressed. It says itself how it came about:
//!
//! ```
//! use komadai_engine::net::Net;
//!
//! for game in komadai_nets::games() {
//!     let header = Net::header_of(&komadai_nets::file(game).unwrap()).unwrap();
//!     assert_eq!(header.game, game);
//!     assert!(header.learnt.iter().all(|learnt| learnt.positions > 0));
//! }
//! ```

//!
//! Without the feature `embedded` the files themselves are left out, for programs that read them when they need
//! them ([`read`]).

use komadai_engine::fingerprint;
use komadai_engine::net::{Net, NetError};
use komadai_rules::AnyGame;
use komadai_rules::variant::{End, Variant, load_builtin};
use std::sync::Arc;

#[cfg(feature = "embedded")]
mod embedded;

#[cfg(feature = "embedded")]
pub use embedded::{engine, file, net};

/// A network is added by adding the name of its game: it stands for NAME.net.gz.
macro_rules! for_each_game {
    ($what:ident) => {
        $what!["minishogi", "chess", "shogi", "judkins", "raichu", "minjiku"]
    };
}
#[cfg(feature = "embedded")]
use for_each_game;

macro_rules! names {
    ($($game:literal),*) => { &[$($game),*] };
}

const GAMES: &[&str] = for_each_game!(names);

/// The games that have one.
pub fn games() -> impl Iterator<Item = &'static str> {
    GAMES.iter().copied()
}

/// The game whose network fits this one: the built-in game of its name, if the rules are the same. Those that end a
/// game which goes on for long may be others.
pub fn fitting(game: &AnyGame) -> Option<&'static str> {
    let variant = game.variant();
    let name = games().find(|name| *name == variant.id)?;
    plays_like(variant, load_builtin(name, &[]).ok()?.variant).then_some(name)
}

/// Reads the file of a network for a game. One that comes with Komadai fits as [`fitting`] says it; any other one has
/// to be made for just these rules.
///
/// # Errors
/// Why it is no network for this game.
pub fn read(game: &AnyGame, bytes: &[u8]) -> Result<Arc<Net>, NetError> {
    let header = Net::header_of(bytes)?;
    let rules = match fitting(game) {
        // That it was made for these rules is tested once for all.
        Some(name) if header.game == name => header.rules,
        _ => fingerprint(game),
    };
    Net::parse(bytes, game.variant(), rules).map(Arc::new)
}

/// Whether a variant differs from another one at most in what ends a game that goes on for long, and in
/// what an illegal move costs.
fn plays_like(variant: &Variant, mut other: Variant) -> bool {
    let End { repetition, quiet, move_limit, illegal_move, declaration, .. } = variant.end.clone();
    other.end = End { repetition, quiet, move_limit, illegal_move, declaration, ..other.end };
    *variant == other
}

#[cfg(all(test, feature = "embedded"))]
mod tests {
    use super::*;

    fn compiled(game: &str, set: &[(String, String)]) -> AnyGame {
        AnyGame::compile(&load_builtin(game, set).unwrap().variant).unwrap()
    }

    #[test]
    fn each_network_is_for_the_rules_of_its_game() {
        for game in games() {
            let rules = compiled(game, &[]);
            let net = net(&rules).expect(game);
            assert_eq!(net.header().game, game);
            assert_eq!(net.header().rules, fingerprint(&rules), "{game}");
            assert!(!net.header().learnt.is_empty(), "{game} has no history");
        }
    }

    #[test]
    fn all_together_are_small() {
        let bytes = embedded::size();
        assert!(bytes < 12 << 20, "{bytes} bytes");
    }

    #[test]
    fn how_long_a_game_may_last_changes_nothing() {
        for (game, key, value) in [
            ("chess", "end.move_limit", "2000"),
            ("raichu", "end.move_limit", "2000"),
            ("shogi", "end.declaration.rule", "24"),
            ("minishogi", "end.repetition.times", "2"),
        ] {
            let rules = compiled(game, &[(key.to_owned(), value.to_owned())]);
            assert!(net(&rules).is_some(), "{game} with {key} = {value}");
        }
    }

    #[test]
    fn other_rules_have_none() {
        for game in games() {
            let set = [("pieces.K.move".to_owned(), "\"W\"".to_owned())];
            assert_eq!(net(&compiled(game, &set)), None, "{game}");
        }
        assert_eq!(net(&compiled("crazyhouse", &[])), None);
    }
}
