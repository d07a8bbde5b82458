//! The front end: its types, its style, its unit tests, and whole games in a real browser.

use crate::shell;
use anyhow::Result;
use std::fs;
use std::path::{Path, PathBuf};
use xshell::{Cmd, Shell, cmd};

/// Types, style and unit tests. Nothing of it needs the server.
pub(crate) fn check() -> Result<()> {
    install()?;
    let sh = open()?;
    for script in ["check", "lint", "test"] {
        cmd!(sh, "npm run {script}").run()?;
    }
    Ok(())
}

/// The tests in Chromium, against the program as it is built for tests.
pub(crate) fn in_browser() -> Result<()> {
    prepare_browser()?;
    // As for the tests of the workspace: with fewer packages there are other features to build.
    let sh = shell::open()?;
    cmd!(sh, "cargo test --workspace --no-run --lib --bins --tests").run()?;
    let program = shell::target_dir().join("debug/komadai");
    Ok(browser_tests(&open()?, &program, &[]).run()?)
}

/// Makes sure that the packages, Chromium and the fonts are there.
pub(crate) fn prepare_browser() -> Result<()> {
    install()?;
    shell::require("chromium", "chromium")?;
    shell::require_file(FONTS, "fonts-noto-cjk")
}

/// The tests in Chromium against a program, in a shell of [`open`]; the words are for the test runner.
pub(crate) fn browser_tests<'a>(sh: &'a Shell, program: &Path, words: &[&str]) -> Cmd<'a> {
    let program = shell::root().join(program);
    cmd!(sh, "npm run test:browser -- {words...}").env("KOMADAI", program)
}

/// Japanese in pictures; the pieces themselves bring their own outlines.
const FONTS: &str = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc";

fn folder() -> PathBuf {
    shell::root().join("web")
}

/// A shell in the folder of the front end.
pub(crate) fn open() -> Result<Shell> {
    shell::open_in(&folder())
}

/// Installs the packages unless those of the lock are there already: npm leaves a note of them.
fn install() -> Result<()> {
    shell::require("npm", "npm")?;
    let changed = |file: &str| fs::metadata(folder().join(file)).and_then(|m| m.modified()).ok();
    let installed = changed("node_modules/.package-lock.json");
    if installed.is_some() && installed >= changed("package-lock.json") {
        return Ok(());
    }
    let sh = open()?;
    Ok(cmd!(sh, "npm ci --no-audit --no-fund").run()?)
}
