//! Paths that are written into what is built: they are named alike wherever that was, so that it is equal.

use crate::shell;
use anyhow::{Context, Result, ensure};
use std::path::PathBuf;

/// Where something lies, and the name that is written instead. Of several that fit, the last one counts.
fn places() -> Result<[(PathBuf, &'static str); 3]> {
    let cargo = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo"));
    let cargo = cargo.or_else(home).context("neither CARGO_HOME nor HOME is set")?;
    let target = std::path::absolute(shell::target_dir())?;
    Ok([(cargo, "/cargo"), (shell::root(), "/komadai"), (target, "/target")])
}

fn flags(option: &str) -> Result<String> {
    let flag = |(place, name): (PathBuf, &str)| {
        let place = place.to_str().context("a path is not UTF-8")?;
        let plain = !place.contains(char::is_whitespace);
        ensure!(plain, "`{place}`: builds need paths without blanks");
        Ok(format!("{option}={place}={name}"))
    };
    Ok(places()?.map(flag).into_iter().collect::<Result<Vec<_>>>()?.join(" "))
}

/// What tells rustc.
pub(crate) fn rust_flags() -> Result<String> {
    flags("--remap-path-prefix")
}

/// What tells a C compiler.
pub(crate) fn c_flags() -> Result<String> {
    flags("-ffile-prefix-map")
}
