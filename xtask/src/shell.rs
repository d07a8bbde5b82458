//! Running other programs from the root of the checkout.

use anyhow::{Context, Result, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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

/// A program started in the root of the checkout.
pub(crate) fn program(name: impl AsRef<std::ffi::OsStr>, args: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(args).current_dir(root());
    command
}

/// Cargo, the one that started us.
pub(crate) fn cargo(args: &[&str]) -> Command {
    program(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()), args)
}

/// Runs a command with our own output; anything but success is an error.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {}", line(command)))?;
    ensure!(status.success(), "{} ended with {status}", line(command));
    Ok(())
}

/// Runs a command and returns its standard output; its errors go to ours.
pub(crate) fn read(command: &mut Command) -> Result<String> {
    let done = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot start {}", line(command)))?;
    ensure!(done.status.success(), "{} ended with {}", line(command), done.status);
    String::from_utf8(done.stdout).with_context(|| format!("{} wrote no UTF-8", line(command)))
}

/// Runs a command silently; when it fails, the error carries the end of what it wrote.
pub(crate) fn capture(command: &mut Command) -> Result<String> {
    let done = command.output().with_context(|| format!("cannot start {}", line(command)))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let out = text(&done.stdout);
    if !done.status.success() {
        let all = format!("{out}{}", text(&done.stderr));
        bail!("{} ended with {}\n{}", line(command), done.status, tail(&all, 40));
    }
    Ok(out)
}

/// Whether a program is there and answers `--version`.
pub(crate) fn answers(command: &mut Command) -> bool {
    let quiet = command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// Sees to it that a program is there: Debian's package is installed when we may.
pub(crate) fn require(name: &str, package: &str) -> Result<()> {
    if answers(&mut program(name, &[])) { Ok(()) } else { install(name, package) }
}

/// The same for a program that has no word for its version: whether its file is there must do.
pub(crate) fn require_file(path: &str, package: &str) -> Result<()> {
    if Path::new(path).exists() { Ok(()) } else { install(path, package) }
}

fn install(name: &str, package: &str) -> Result<()> {
    let is_root = read(&mut program("id", &["-u"]))?.trim() == "0";
    ensure!(is_root, "{name} is missing: install Debian's package {package} or its like");
    run(&mut program("apt-get", &["update", "--quiet"]))?;
    run(&mut program("apt-get", &["install", "--yes", "--quiet", package]))
}

/// The last lines of a text.
pub(crate) fn tail(text: &str, lines: usize) -> String {
    let all: Vec<&str> = text.lines().collect();
    all[all.len().saturating_sub(lines)..].join("\n")
}

/// A command as one would type it.
fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
