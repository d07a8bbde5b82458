//! The npm packages.

use crate::shell;
use anyhow::Result;
use std::path::Path;
use xshell::cmd;

/// Packs those that were made.
pub(super) fn packages(made: &Path, out: &Path) -> Result<()> {
    let sh = shell::open_in(out)?;
    for folder in sh.read_dir(made)?.iter().filter(|it| it.join("package.json").exists()) {
        // npm gives every entry the same time, whatever that of the file is.
        cmd!(sh, "npm pack --silent --pack-destination {out} {folder}").ignore_stdout().run()?;
    }
    Ok(())
}
