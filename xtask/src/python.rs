//! The Python package: built as a wheel, installed, its types checked, its tests run.

use crate::shell;
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};
use xshell::{Shell, cmd};

/// What builds the package.
pub(crate) const MATURIN: &str = "maturin==1.16.0";

/// What builds the package and tests it, and the peers that it is compared with: versions that were tried.
const PACKAGES: &[&str] = &[
    MATURIN,
    "mypy==2.4.1",
    "pytest==9.2.0",
    "nbclient==0.11.0",
    "ipykernel==7.4.0",
    "pyffish==0.0.90",
    "cshogi==1.1.0",
    "chess==1.11.2",
];

/// Builds the wheel as other tests build the crates, so that most of it is built already, and tests what is in it.
pub(crate) fn check() -> Result<()> {
    shell::require("python3", "python3")?;
    let sh = shell::open()?;
    let folder = shell::root().join(".prove/python");
    let python = environment(&sh, &folder, PACKAGES)?;
    let wheel = wheel(&sh, &python, &folder.join("wheels"), "dev")?;
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    cmd!(sh, "{python} {install...} --force-reinstall --no-deps {wheel}").run()?;
    let kept = folder.join("mypy");
    cmd!(sh, "{python} -m mypy --cache-dir {kept} --strict crates/python/python/komadai").run()?;
    // Whether the stubs say what is there; away from the sources, which are found otherwise.
    sh.change_dir(&folder);
    cmd!(sh, "{python} -m mypy.stubtest komadai._komadai").run()?;
    sh.change_dir(shell::root().join("crates/python"));
    Ok(cmd!(sh, "{python} -m pytest -p no:cacheprovider")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .run()?)
}

/// Python with these packages, which are installed once.
pub(crate) fn environment(sh: &Shell, folder: &Path, packages: &[&str]) -> Result<PathBuf> {
    let (python, list) = (folder.join("bin/python"), folder.join("packages.txt"));
    let wanted = packages.join("\n");
    if fs::read_to_string(&list).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    cmd!(sh, "python3 -m venv {folder}").run()?;
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    cmd!(sh, "{python} {install...} {packages...}").run()?;
    fs::write(&list, wanted)?;
    Ok(python)
}

/// The wheel, built in a profile: that of tests is `dev`.
pub(crate) fn wheel(sh: &Shell, python: &Path, folder: &Path, profile: &str) -> Result<PathBuf> {
    let _ = fs::remove_dir_all(folder);
    let manifest = "crates/python/Cargo.toml";
    let build = ["-m", "maturin", "build", "--quiet", "--profile", profile, "--auditwheel", "skip"];
    cmd!(
        sh,
        "{python} {build...} --manifest-path {manifest} --interpreter {python} --out {folder}"
    )
    .run()?;
    let entry = fs::read_dir(folder)?.next().context("maturin has built nothing")??;
    Ok(entry.path())
}
