//! The npm packages, where `cargo xtask wasm` has made them.

use crate::shell;
use anyhow::Result;
use std::fs;
use std::path::{Path, PathBuf};
use xshell::cmd;

/// Packs what is in target/npm: a folder for each package.
pub(super) fn collect(out: &Path) -> Result<()> {
    let made = shell::target_dir().join("npm");
    let folders: Vec<PathBuf> = fs::read_dir(&made)
        .map(|entries| entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
        .unwrap_or_default();
    let mut packages: Vec<PathBuf> =
        folders.into_iter().filter(|folder| folder.join("package.json").exists()).collect();
    packages.sort();
    if packages.is_empty() {
        println!("there are no npm packages in {}: they are left out", made.display());
        return Ok(());
    }
    let sh = shell::open_in(out)?;
    for package in packages {
        // npm gives every entry the same time, whatever that of the file is.
        cmd!(sh, "npm pack --silent --pack-destination {out} {package}").ignore_stdout().run()?;
    }
    Ok(())
}
