//! The program and the wheel, built so that the place does not show.

use super::Release;
use crate::{python, remap, shell, wasm};
use anyhow::{Result, ensure};
use std::path::{Path, PathBuf};
use xshell::{Cmd, Shell, cmd};

/// The profile of what is shipped.
const PROFILE: &str = "shipped";

/// Builds the program; its pages have the engine where the packages for npm were made.
pub(super) fn program(release: &Release, npm: Option<&Path>) -> Result<PathBuf> {
    let sh = shell::open()?;
    settled(&sh, release)?;
    sh.set_var("KOMADAI_ENGINE", npm.map(wasm::for_pages).unwrap_or_default());
    cmd!(sh, "cargo build --locked --profile {PROFILE} --package komadai").run()?;
    Ok(shell::target_dir().join(PROFILE).join("komadai"))
}

/// Builds the wheel into a folder.
pub(super) fn wheel(release: &Release, out: &Path) -> Result<()> {
    shell::require("python3", "python3")?;
    let sh = shell::open()?;
    let python =
        python::environment(&sh, &shell::root().join(".prove/maturin"), &[python::MATURIN])?;
    settled(&sh, release)?;
    let manifest = "crates/python/Cargo.toml";
    let build = ["-m", "maturin", "build", "--quiet", "--locked", "--profile", PROFILE];
    let build: Cmd<'_> = cmd!(
        sh,
        "{python} {build...} --manifest-path {manifest} --interpreter {python} --out {out}"
    );
    Ok(build.run()?)
}

/// Fixes all that could make two builds differ.
fn settled(sh: &Shell, release: &Release) -> Result<()> {
    let (rust, c) = (remap::rust_flags()?, remap::c_flags()?);
    // Flags for one kind of machine are added to those of .cargo/config.toml; RUSTFLAGS would replace them.
    let variable = release.target.to_uppercase().replace('-', "_");
    sh.set_var(format!("CARGO_TARGET_{variable}_RUSTFLAGS"), rust);
    for (name, value) in [
        ("CFLAGS", c),
        ("SOURCE_DATE_EPOCH", release.time.to_string()),
        ("CARGO_PROFILE_SHIPPED_STRIP", "symbols".to_owned()),
        ("CARGO_INCREMENTAL", "0".to_owned()),
        ("LC_ALL", "C".to_owned()),
        ("TZ", "UTC".to_owned()),
        // Whatever somebody has set for builds of another kind.
        ("KOMADAI_NO_WEB", String::new()),
    ] {
        sh.set_var(name, value);
    }
    for name in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS"] {
        ensure!(std::env::var_os(name).is_none(), "{name} is set: packages are built without it");
    }
    Ok(())
}
