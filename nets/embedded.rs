//! The files themselves, as a part of the program.

use crate::{fitting, rules_of};
use flate2::read::GzDecoder;
use komadai_engine::AnyEngine;
use komadai_engine::net::Net;
use komadai_rules::AnyGame;
use std::io::Read;
use std::sync::{Arc, LazyLock, OnceLock};

/// A network as it is kept here.
struct Kept {
    /// The game that it is for.
    game: &'static str,
    compressed: &'static [u8],
    read: OnceLock<Option<Arc<Net>>>,
}

macro_rules! kept {
    ($(($game:literal, $rules:literal)),*) => {
        vec![$(Kept {
            game: $game,
            compressed: include_bytes!(concat!($game, ".net.gz")),
            read: OnceLock::new(),
        }),*]
    };
}

static NETS: LazyLock<Vec<Kept>> = LazyLock::new(|| crate::for_each_game!(kept));

/// The file of the network of a built-in game, where it has one.
pub fn file(game: &str) -> Option<Vec<u8>> {
    let kept = NETS.iter().find(|kept| kept.game == game)?;
    let mut bytes = Vec::new();
    GzDecoder::new(kept.compressed).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// The network that comes with a game; none where there is none that fits.
pub fn net(game: &AnyGame) -> Option<Arc<Net>> {
    let name = fitting(game)?;
    let kept = NETS.iter().find(|kept| kept.game == name)?;
    let read = || Net::parse(&file(name)?, game.variant(), rules_of(name)?).ok().map(Arc::new);
    kept.read.get_or_init(read).clone()
}

/// A game prepared for thinking, with the network that comes with it.
pub fn engine(game: &AnyGame) -> AnyEngine {
    AnyEngine::new(game).with_net(net(game).as_ref())
}

/// How many bytes all of them take together.
#[cfg(test)]
pub(crate) fn size() -> usize {
    NETS.iter().map(|kept| kept.compressed.len()).sum()
}
