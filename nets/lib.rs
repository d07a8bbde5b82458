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

/// A network is added by adding the name of its game, which stands for NAME.net.gz, and the fingerprint of its rules.
macro_rules! for_each_game {
    ($what:ident) => {
        $what![
            ("minishogi", 0x5b92_a3a3_818f_999c),
            ("chess", 0x3aec_d393_cb61_a2df),
            ("shogi", 0x48ef_2b50_2d51_21b6),
            ("judkins", 0x4d94_80df_3508_d7a6),
            ("raichu", 0xed42_8ec8_1faf_6f86),
            ("minjiku", 0xab10_e9d1_7f1b_fe94)
        ]
    };
}
#[cfg(feature = "embedded")]
use for_each_game;

macro_rules! names_and_rules {
    ($(($game:literal, $rules:literal)),*) => { &[$(($game, $rules)),*] };
}

const GAMES: &[(&str, u64)] = for_each_game!(names_and_rules);

/// The games that have one.
pub fn games() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|(name, _)| *name)
}

/// The fingerprint of the rules of a game that has one: to work it out takes a while.
fn rules_of(name: &str) -> Option<u64> {
    GAMES.iter().find(|(known, _)| *known == name).map(|(_, rules)| *rules)
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
    let known = fitting(game).and_then(rules_of).filter(|rules| *rules == header.rules);
    let rules = known.unwrap_or_else(|| fingerprint(game));
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
    use komadai_engine::net::Header;

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
            assert_eq!(rules_of(game), Some(net.header().rules));
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

    /// Its name alone makes no network one of the game.
    #[test]
    fn a_network_for_other_rules_is_refused() {
        let game = compiled("minishogi", &[]);
        let net = net(&game).unwrap();
        let header = Header { rules: 1, ..net.header().clone() };
        let other = Net::new(game.variant(), header, net.weights().clone()).unwrap();
        let refused = NetError::Rules { game: "minishogi".to_owned() };
        assert_eq!(read(&game, &other.to_bytes()), Err(refused));
        assert_eq!(read(&game, &net.to_bytes()), Ok(net));
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
