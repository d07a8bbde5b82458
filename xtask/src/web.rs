//! The front end: its types, its style, its unit tests, and whole games in a real browser.

use crate::shell;
use anyhow::Result;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Types, style and unit tests. Nothing of it needs the server.
pub(crate) fn check() -> Result<()> {
    install()?;
    for script in ["check", "lint", "test"] {
        shell::run(&mut npm(&["run", script]))?;
    }
    Ok(())
}

/// The tests in Chromium, against the program as it is built for tests.
pub(crate) fn in_browser() -> Result<()> {
    prepare_browser()?;
    // As for the tests of the workspace: with fewer packages there are other features to build.
    shell::run(&mut shell::cargo(&[
        "test",
        "--workspace",
        "--no-run",
        "--lib",
        "--bins",
        "--tests",
    ]))?;
    let program = shell::target_dir().join("debug/komadai");
    shell::run(&mut browser_tests(&program, &[]))
}

/// Sees to it that there are the packages, Chromium and the fonts.
pub(crate) fn prepare_browser() -> Result<()> {
    install()?;
    shell::require("chromium", "chromium")?;
    shell::require_file(FONTS, "fonts-noto-cjk")
}

/// The tests in Chromium against a program; the words are for the test runner.
pub(crate) fn browser_tests(program: &Path, words: &[&str]) -> Command {
    let mut command = npm(&["run", "test:browser", "--"]);
    command.args(words).env("KOMADAI", shell::root().join(program));
    command
}

/// Japanese in pictures; the pieces themselves bring their own outlines.
const FONTS: &str = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc";

fn folder() -> PathBuf {
    shell::root().join("web")
}

fn npm(words: &[&str]) -> Command {
    let mut command = shell::program("npm", words);
    command.current_dir(folder());
    command
}

/// Installs the packages unless those of the lock are there already: npm leaves a note of them.
fn install() -> Result<()> {
    shell::require("npm", "npm")?;
    let changed = |file: &str| fs::metadata(folder().join(file)).and_then(|m| m.modified()).ok();
    let installed = changed("node_modules/.package-lock.json");
    if installed.is_some() && installed >= changed("package-lock.json") {
        return Ok(());
    }
    shell::run(&mut npm(&["ci", "--no-audit", "--no-fund"]))
}
