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

use flate2::read::GzDecoder;
use komadai_engine::AnyEngine;
use komadai_engine::net::Net;
use komadai_rules::AnyGame;
use komadai_rules::variant::{End, Variant, load_builtin};
use std::io::Read;
use std::sync::{Arc, LazyLock, OnceLock};

/// A network as it is kept here.
struct Kept {
    /// The game that it is for.
    game: &'static str,
    compressed: &'static [u8],
    read: OnceLock<Option<Arc<Net>>>,
}

macro_rules! nets {
    ($($game:literal),* $(,)?) => {
        vec![$(Kept {
            game: $game,
            compressed: include_bytes!(concat!($game, ".net.gz")),
            read: OnceLock::new(),
        }),*]
    };
}

/// A network is added by adding the name of its game: it stands for NAME.net.gz.
static NETS: LazyLock<Vec<Kept>> =
    LazyLock::new(|| nets!["minishogi", "chess", "shogi", "judkins", "raichu", "minjiku"]);

/// The games that have one.
pub fn games() -> impl Iterator<Item = &'static str> {
    NETS.iter().map(|kept| kept.game)
}

/// The file of the network of a built-in game, where it has one.
pub fn file(game: &str) -> Option<Vec<u8>> {
    let kept = NETS.iter().find(|kept| kept.game == game)?;
    let mut bytes = Vec::new();
    GzDecoder::new(kept.compressed).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// The network that comes with a game; none where there is none, or where the rules are not those of the
/// built-in game of that name. Those that end a game which goes on for long may be others.
pub fn net(game: &AnyGame) -> Option<Arc<Net>> {
    let variant = game.variant();
    let kept = NETS.iter().find(|kept| kept.game == variant.id)?;
    if !plays_like(variant, load_builtin(kept.game, &[]).ok()?.variant) {
        return None;
    }
    let read = || {
        let bytes = file(kept.game)?;
        // That it was made for these rules is tested once for all.
        let rules = Net::header_of(&bytes).ok()?.rules;
        Net::parse(&bytes, variant, rules).ok().map(Arc::new)
    };
    kept.read.get_or_init(read).clone()
}

/// Whether a variant differs from another one at most in what ends a game that goes on for long, and in
/// what an illegal move costs.
fn plays_like(variant: &Variant, mut other: Variant) -> bool {
    let End { repetition, quiet, move_limit, illegal_move, declaration, .. } = variant.end.clone();
    other.end = End { repetition, quiet, move_limit, illegal_move, declaration, ..other.end };
    *variant == other
}

/// A game prepared for thinking, with the network that comes with it.
pub fn engine(game: &AnyGame) -> AnyEngine {
    AnyEngine::new(game).with_net(net(game).as_ref())
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_engine::fingerprint;

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
        let bytes: usize = NETS.iter().map(|kept| kept.compressed.len()).sum();
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
