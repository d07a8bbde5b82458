//! The npm packages.

use crate::{shell, wasm};
use anyhow::Result;
use std::path::Path;
use xshell::cmd;

/// Builds and packs them.
pub(super) fn packages(out: &Path) -> Result<()> {
    let made = wasm::build_all()?;
    let sh = shell::open_in(out)?;
    for folder in sh.read_dir(&made)?.iter().filter(|it| it.join("package.json").exists()) {
        // npm gives every entry the same time, whatever that of the file is.
        cmd!(sh, "npm pack --silent --pack-destination {out} {folder}").ignore_stdout().run()?;
    }
    Ok(())
}
