//! The packages of the library crates.

use crate::shell;
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};
use xshell::cmd;

/// What is not for the registry: the pages are built from the folder beside the crates, and what Python
/// and JavaScript get are packages of their own.
const PROGRAMS: &[&str] = &[
    "--exclude=komadai",
    "--exclude=komadai-referee",
    "--exclude=komadai-server",
    "--exclude=komadai-fuzz",
    "--exclude=komadai-python",
    "--exclude=komadai-wasm",
    "--exclude=xtask",
];

/// Every library crate can be packaged, and what is in the packages can be built: each holds all that it
/// needs.
///
/// Cargo's own check would do if it did not take crates of an earlier run, as long as their version is the
/// same.
pub(crate) fn check() -> Result<()> {
    let folder = shell::target_dir().join("package");
    let _ = fs::remove_dir_all(&folder);
    let sh = shell::open()?;
    cmd!(sh, "cargo package --workspace --no-verify --allow-dirty --quiet {PROGRAMS...}").run()?;
    let unpacked = folder.join("unpacked");
    fs::create_dir_all(&unpacked)?;
    let mut manifest = "[workspace]\nresolver = \"3\"\nmembers = [\"*\"]\n\n".to_owned();
    manifest.push_str("[patch.crates-io]\n");
    for package in packages(&folder)? {
        // With the times of the package Cargo would take an earlier one for the same.
        cmd!(sh, "tar -xzmf {package} -C {unpacked}").quiet().run()?;
        let stem = package.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let (name, _) = stem.rsplit_once('-').context("a package without a version")?;
        manifest.push_str(&format!("{name} = {{ path = \"{stem}\" }}\n"));
    }
    fs::write(unpacked.join("Cargo.toml"), manifest)?;
    fs::copy(shell::root().join("Cargo.lock"), unpacked.join("Cargo.lock"))?;
    sh.change_dir(&unpacked);
    let check = cmd!(sh, "cargo check --workspace --quiet");
    Ok(check.env("CARGO_TARGET_DIR", shell::target_dir()).run()?)
}

fn packages(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut paths: Vec<PathBuf> = entries.collect::<Result<_>>()?;
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "crate"));
    Ok(paths)
}
