//! Running other programs from the root of the checkout.

use anyhow::{Result, bail, ensure};
use std::path::{Path, PathBuf};
use xshell::{Cmd, Shell, cmd};

/// The root of the checkout. Cargo says at run time where this package stands, so a moved checkout
/// works without building it again.
pub(crate) fn root() -> PathBuf {
    let here = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    here.parent().map(PathBuf::from).unwrap_or(here)
}

/// The folder that builds go to.
pub(crate) fn target_dir() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// A shell in the root of the checkout.
pub(crate) fn open() -> Result<Shell> {
    open_in(&root())
}

/// A shell in a folder.
pub(crate) fn open_in(folder: &Path) -> Result<Shell> {
    let sh = Shell::new()?;
    sh.change_dir(folder);
    Ok(sh)
}

/// Runs a command silently and returns its standard output. When it fails, the error carries the end of
/// what it wrote, which xshell's own errors leave out.
pub(crate) fn capture(command: Cmd<'_>) -> Result<String> {
    let line = command.to_string();
    let done = command.ignore_status().output()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let out = text(&done.stdout);
    if !done.status.success() {
        let all = format!("{out}{}", text(&done.stderr));
        bail!("{line} ended with {}\n{}", done.status, tail(&all, 40));
    }
    Ok(out)
}

/// Whether a program is there and answers `--version`.
pub(crate) fn answers(program: Cmd<'_>) -> bool {
    program.arg("--version").quiet().ignore_stdout().ignore_stderr().run().is_ok()
}

/// Makes sure that a program is there. It installs Debian's package if it may.
pub(crate) fn require(name: &str, package: &str) -> Result<()> {
    if answers(open()?.cmd(name)) { Ok(()) } else { install(name, package) }
}

/// The same for a program that does not tell its version: it is there if its file is.
pub(crate) fn require_file(path: &str, package: &str) -> Result<()> {
    if Path::new(path).exists() { Ok(()) } else { install(path, package) }
}

fn install(name: &str, package: &str) -> Result<()> {
    let sh = open()?;
    let is_root = cmd!(sh, "id -u").read()? == "0";
    ensure!(is_root, "{name} is missing: install Debian's package {package} or its like");
    cmd!(sh, "apt-get update --quiet").run()?;
    Ok(cmd!(sh, "apt-get install --yes --quiet {package}").run()?)
}

/// The last lines of a text.
pub(crate) fn tail(text: &str, lines: usize) -> String {
    let all: Vec<&str> = text.lines().collect();
    all[all.len().saturating_sub(lines)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_carries_what_was_written() {
        let sh = open().expect("a shell");
        assert_eq!(capture(cmd!(sh, "echo good")).expect("it succeeds"), "good\n");
        let script = "echo out; echo bad >&2; exit 3";
        let error = capture(cmd!(sh, "sh -c {script}")).expect_err("it fails").to_string();
        for part in ["sh -c", "exit status: 3", "out\nbad"] {
            assert!(error.contains(part), "{error}");
        }
    }
}
