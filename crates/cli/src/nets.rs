//! Networks in files, and which one belongs to a game.

use crate::complaint::warn;
use anyhow::Context;
use komadai_engine::fingerprint_while;
use komadai_engine::net::Net;
use komadai_rules::{AnyGame, Interrupt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// No longer is looked at a game to find out whether a network belongs to it.
const MOST_TIME: Duration = Duration::from_secs(20);

/// Reads the network of a file for a game.
pub(crate) fn read(path: &Path, game: &AnyGame) -> anyhow::Result<Arc<Net>> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read `{}`", path.display()))?;
    let named = || format!("`{}`", path.display());
    // What is no network is told without a look at the game, which may take long.
    Net::header_of(&bytes).with_context(named)?;
    let net = Net::parse(&bytes, game.variant(), rules(game).with_context(named)?);
    Ok(Arc::new(net.with_context(named)?))
}

/// The fingerprint of the rules of a game, to which its networks belong.
///
/// # Errors
/// Where it takes too long.
pub(crate) fn rules(game: &AnyGame) -> anyhow::Result<u64> {
    let begun = Instant::now();
    let interrupt = Interrupt::new(move || begun.elapsed() >= MOST_TIME);
    fingerprint_while(game, &interrupt).with_context(|| {
        let most = MOST_TIME.as_secs();
        format!("whether a network belongs to these rules takes longer than {most} s to find out")
    })
}

/// The network of a game: beside a variant file, the one of the same name; otherwise the one that comes with the game.
pub(crate) fn own(name: &str, game: &AnyGame) -> anyhow::Result<Option<Arc<Net>>> {
    match beside(name).filter(|path| path.is_file()) {
        Some(path) => read(&path, game).map(Some),
        None => Ok(komadai_nets::net(game)),
    }
}

/// The same; a file that does not fit the game, as when its rules have been changed since, is told of on standard
/// error and does not count.
pub(crate) fn own_if_it_fits(name: &str, game: &AnyGame) -> Option<Arc<Net>> {
    own(name, game).unwrap_or_else(|error| {
        warn(&format!("{error:#}; going on without it"));
        None
    })
}

/// Where the network of a variant file lies.
pub(crate) fn beside(name: &str) -> Option<PathBuf> {
    let is_file = !crate::library::is_builtin(name);
    is_file.then(|| Path::new(name).with_extension("net"))
}
