//! Networks in files, and which one belongs to a game.

use anyhow::Context;
use komadai_engine::fingerprint;
use komadai_engine::net::Net;
use komadai_rules::AnyGame;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads the network of a file for a game.
pub(crate) fn read(path: &Path, game: &AnyGame) -> anyhow::Result<Arc<Net>> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read `{}`", path.display()))?;
    let net = Net::parse(&bytes, game.variant(), fingerprint(game));
    Ok(Arc::new(net.with_context(|| format!("`{}`", path.display()))?))
}

/// The network of a game: beside a variant file, the one of the same name; otherwise the one that comes with the game.
pub(crate) fn own(name: &str, game: &AnyGame) -> anyhow::Result<Option<Arc<Net>>> {
    match beside(name).filter(|path| path.is_file()) {
        Some(path) => read(&path, game).map(Some),
        None => Ok(komadai_nets::net(game)),
    }
}

/// Where the network of a variant file lies.
pub(crate) fn beside(name: &str) -> Option<PathBuf> {
    let is_file = !crate::library::is_builtin(name);
    is_file.then(|| Path::new(name).with_extension("net"))
}
