//! Builds the browser front end with npm and puts it where the program embeds it.
//!
//! The sources, and the outlines of pieces that they share with the pictures, are copied into the
//! build's own folder and built there: nothing outside of it is written, and two builds do not get in
//! each other's way. `KOMADAI_NO_WEB=1` does without; the pages are then missing, everything else is
//! there. `KOMADAI_ENGINE` names the folder of the engine for visitors' machines, which `cargo xtask wasm` makes
//! (`target/npm/pages`); without it, the pages do not offer that.
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "it builds the pages")]

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

const WITHOUT: &str = "KOMADAI_NO_WEB";
const ENGINE: &str = "KOMADAI_ENGINE";
/// Where the engine is, for the pages.
const PLACE: (&str, &str) = ("VITE_KOMADAI_ENGINE", "engine");
const PLAIN: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Komadai</title>\
    <p>This program was built without its pages (KOMADAI_NO_WEB). \
    <a href=\"/api/docs\">The interface for programs</a> is here.</html>\n";

/// The outlines of characters and pieces, which the pages import from beside their own folder.
const OUTLINES: &str = "crates/picture/data";

/// What is in the folder besides the sources.
const NOT_SOURCES: [&str; 5] = ["node_modules", "dist", "tests", "screenshots", ".svelte-kit"];

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    match build() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            for line in error.to_string().lines() {
                println!("cargo::error={line}");
            }
            ExitCode::FAILURE
        }
    }
}

fn build() -> Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=migrations");
    println!("cargo::rerun-if-env-changed={WITHOUT}");
    println!("cargo::rerun-if-env-changed={ENGINE}");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let embedded = out.join("web");
    let _ = fs::remove_dir_all(&embedded);
    if env::var(WITHOUT).is_ok_and(|value| !value.is_empty() && value != "0") {
        fs::create_dir_all(&embedded)?;
        return Ok(fs::write(embedded.join("index.html"), PLAIN)?);
    }
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../..");
    let (sources, copied) = (root.join("web"), out.join("pages"));
    let work = copied.join("web");
    check_npm()?;
    watch(&sources)?;
    refresh(&sources, &work)?;
    println!("cargo::rerun-if-changed={}", root.join(OUTLINES).display());
    copy(&root.join(OUTLINES), &copied.join(OUTLINES))?;
    let (wanted, installed) = (work.join("package-lock.json"), copied.join("installed.json"));
    if fs::read(&wanted)? != fs::read(&installed).unwrap_or_default() {
        npm(&work, &["ci", "--include=dev", "--no-audit", "--no-fund"])?;
        fs::copy(&wanted, &installed)?;
    }
    let engine = env::var_os(ENGINE).filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let place = engine.as_ref().map(|_| PLACE);
    npm_with(&work, &["run", "build"], place)?;
    copy(&work.join("dist"), &embedded)?;
    let Some(engine) = engine else { return Ok(()) };
    println!("cargo::rerun-if-changed={}", engine.display());
    copy(&engine, &embedded.join(PLACE.1))
}

/// Says what is missing before anything else is said.
fn check_npm() -> Result<()> {
    let help = format!(
        "The browser front end is built with npm (Node 20 or newer), which was not found.\n\
         Install it (Debian: apt install nodejs npm; or https://nodejs.org), or build without the \
         pages: {WITHOUT}=1 cargo build"
    );
    let found = Command::new(NPM).arg("--version").output();
    if found.is_ok_and(|found| found.status.success()) { Ok(()) } else { Err(help.into()) }
}

#[cfg(windows)]
const NPM: &str = "npm.cmd";
#[cfg(not(windows))]
const NPM: &str = "npm";

fn npm(folder: &Path, words: &[&str]) -> Result<()> {
    npm_with(folder, words, None)
}

fn npm_with(folder: &Path, words: &[&str], variable: Option<(&str, &str)>) -> Result<()> {
    let mut command = Command::new(NPM);
    // With NODE_ENV the bundle is another: larger, or without what builds it.
    command.args(words).current_dir(folder).env_remove("NODE_ENV").env_remove(PLACE.0);
    let run = command.envs(variable).output()?;
    if run.status.success() {
        return Ok(());
    }
    let said = [run.stdout, run.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    Err(format!("`npm {}` has failed in {}:\n{said}", words.join(" "), folder.display()).into())
}

fn is_source(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| !NOT_SOURCES.contains(&name))
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let read = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(read.map(|entry| entry.map(|entry| entry.path())).collect::<std::io::Result<_>>()?)
}

/// Lets cargo look at the sources and nothing else.
fn watch(sources: &Path) -> Result<()> {
    for path in entries(sources)?.iter().filter(|path| is_source(path)) {
        println!("cargo::rerun-if-changed={}", path.display());
    }
    Ok(())
}

/// Makes the copy equal to the sources, and leaves what npm has installed.
fn refresh(sources: &Path, work: &Path) -> Result<()> {
    fs::create_dir_all(work)?;
    for path in entries(work)?.iter().filter(|path| !path.ends_with("node_modules")) {
        if path.is_dir() { fs::remove_dir_all(path)? } else { fs::remove_file(path)? }
    }
    for path in entries(sources)?.iter().filter(|path| is_source(path)) {
        copy(path, &work.join(path.file_name().unwrap_or_default()))?;
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    if !from.is_dir() {
        fs::copy(from, to).map_err(|error| format!("{}: {error}", from.display()))?;
        return Ok(());
    }
    fs::create_dir_all(to)?;
    entries(from)?
        .iter()
        .try_for_each(|path| copy(path, &to.join(path.file_name().unwrap_or_default())))
}
