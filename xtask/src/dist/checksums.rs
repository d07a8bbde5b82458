//! SHA-256 of every package, in the form that `sha256sum --check` reads.

use super::debian::hex;
use super::files;
use anyhow::Result;
use sha2::{Digest, Sha256};
use std::path::Path;

/// The name of the file.
pub(crate) const FILE: &str = "SHA256SUMS";

/// Of all files of a folder, itself aside.
pub(super) fn of(folder: &Path) -> Result<String> {
    let files = files(folder)?.into_iter().filter(|(name, _)| name != FILE);
    Ok(files.map(|(name, bytes)| format!("{}  {name}\n", hex(&Sha256::digest(bytes)))).collect())
}
