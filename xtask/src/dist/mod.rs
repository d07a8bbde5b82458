//! `cargo xtask dist`: everything that is given away, in one folder, equal to the byte wherever it is built.
//!
//! What could differ is fixed: times are that of the commit, paths are written as if the checkout lay at the
//! root, entries of archives are sorted and belong to root.

mod checksums;
mod compile;
mod components;
mod debian;
mod notices;
mod npm;
mod sbom;
mod tree;

use crate::{shell, wasm};
use anyhow::{Context, Result, ensure};
use components::Component;
use std::fs;
use std::path::{Path, PathBuf};
use tree::Tree;
use xshell::cmd;

/// Packages, in target/dist.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Another folder for the packages; what is in it goes.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Pack this program instead of building it.
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// Make no wheel.
    #[arg(long)]
    no_wheel: bool,
    /// Make no npm packages, which need a compiler for WebAssembly, and no engine for the pages.
    #[arg(long)]
    no_npm: bool,
}

/// What is released, and for which machines.
pub(crate) struct Release {
    /// The version without the commit.
    version: String,
    /// As the compiler names it: `x86_64-unknown-linux-gnu`.
    target: String,
    /// The time of the commit, in seconds since 1970: the time of everything.
    time: u64,
}

impl Release {
    /// That of this checkout.
    fn here() -> Result<Self> {
        let sh = shell::open()?;
        let time = cmd!(sh, "git log -1 --format=%ct").ignore_stderr().read();
        let time = time.context("packages are made in a checkout: git must know the commit")?;
        let about = cmd!(sh, "rustc -vV").read()?;
        let target = about.lines().find_map(|line| line.strip_prefix("host: "));
        Ok(Release {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            target: target.context("rustc does not name its host")?.to_owned(),
            time: time.trim().parse().context("the time of the commit")?,
        })
    }
}

/// All that packages of the program are made of.
struct Parts {
    /// The program itself, stripped.
    program: Vec<u8>,
    /// Manual pages by file name.
    pages: Vec<(String, Vec<u8>)>,
    /// Completions by shell.
    completions: Vec<(&'static str, Vec<u8>)>,
    /// The licences of everything inside.
    notices: String,
}

/// The shells for which there are completions.
const SHELLS: [&str; 3] = ["bash", "zsh", "fish"];

impl Parts {
    /// Asks the program for what it says about itself.
    fn of(program: &Path, components: &[Component], workshop: &Path) -> Result<Self> {
        let sh = shell::open()?;
        let folder = workshop.join("man");
        let _ = fs::remove_dir_all(&folder);
        cmd!(sh, "{program} man --folder {folder}").run()?;
        let completions = SHELLS.map(|name| {
            let script = cmd!(sh, "{program} completions {name}").output()?.stdout;
            Ok((name, script))
        });
        Ok(Parts {
            program: fs::read(program)?,
            pages: files(&folder)?,
            completions: completions.into_iter().collect::<Result<_>>()?,
            notices: notices::text(components)?,
        })
    }
}

/// The files of a folder by name, sorted.
fn files(folder: &Path) -> Result<Vec<(String, Vec<u8>)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            let name = entry.file_name().into_string();
            let name = name.map_err(|name| anyhow::anyhow!("{name:?} is not UTF-8"))?;
            found.push((name, fs::read(entry.path())?));
        }
    }
    found.sort();
    Ok(found)
}

/// A file of the checkout.
fn source(name: &str) -> Result<Vec<u8>> {
    fs::read(shell::root().join(name)).with_context(|| format!("cannot read {name}"))
}

/// Makes the packages.
pub(crate) fn run(args: &Args) -> Result<()> {
    let release = Release::here()?;
    let out = args.out.clone().unwrap_or_else(|| shell::target_dir().join("dist"));
    let out = std::path::absolute(out)?;
    empty(&out)?;
    let npm = if args.no_npm { None } else { Some(wasm::build_all()?) };
    let program = match &args.program {
        Some(program) => std::path::absolute(program)?,
        None => compile::program(&release, npm.as_deref())?,
    };
    let components = components::of_the_program(&release.target)?;
    let workshop = shell::target_dir().join("dist-parts");
    let parts = Parts::of(&program, &components, &workshop)?;
    let name = format!("komadai-{}-{}", release.version, release.target);
    fs::write(out.join(format!("{name}.tar.gz")), archive(&name, &parts)?.gzipped(release.time)?)?;
    let (package, bytes) = debian::package(&release, &parts)?;
    fs::write(out.join(package), bytes)?;
    let bill = sbom::json(&release, &components)?;
    fs::write(out.join(format!("komadai-{}.cdx.json", release.version)), bill)?;
    fs::write(out.join("Dockerfile"), source("Dockerfile")?)?;
    if !args.no_wheel {
        compile::wheel(&release, &out)?;
    }
    if let Some(made) = npm {
        npm::packages(&made, &out)?;
    }
    let sums = checksums::of(&out)?;
    fs::write(out.join(checksums::FILE), &sums)?;
    println!("{sums}in {}", out.display());
    Ok(())
}

/// An empty folder. Only one that an earlier run has filled is emptied.
fn empty(out: &Path) -> Result<()> {
    let filled = fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some());
    let ours = out.join(checksums::FILE).exists() || *out == shell::target_dir().join("dist");
    ensure!(!filled || ours, "{} is not empty, and was not made by this command", out.display());
    if filled {
        fs::remove_dir_all(out)?;
    }
    Ok(fs::create_dir_all(out)?)
}

/// What somebody unpacks and runs.
fn archive(name: &str, parts: &Parts) -> Result<Tree> {
    let mut tree = Tree::default();
    let mut add = |path: &str, mode: u32, bytes: Vec<u8>| {
        tree.file(&format!("{name}/{path}"), mode, bytes);
    };
    add("komadai", 0o755, parts.program.clone());
    for file in ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "CHANGELOG.md"] {
        add(file, 0o644, source(file)?);
    }
    add("THIRD-PARTY.txt", 0o644, parts.notices.clone().into_bytes());
    add("komadai.service", 0o644, source("packaging/komadai.service")?);
    for (page, text) in &parts.pages {
        add(&format!("man/man1/{page}"), 0o644, text.clone());
    }
    for (shell, script) in &parts.completions {
        add(&format!("completions/{}", completion_file(shell)), 0o644, script.clone());
    }
    tree.link(&format!("{name}/komadai-engine"), "komadai");
    Ok(tree)
}

/// As each shell wants the file to be named.
fn completion_file(shell: &str) -> String {
    match shell {
        "zsh" => "_komadai".to_owned(),
        "fish" => "komadai.fish".to_owned(),
        _ => "komadai".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parts with a program that is none.
    pub(super) fn parts() -> Parts {
        Parts {
            program: b"\x7fELF GLIBC_2.4 GLIBC_2.34 GLIBC_2.17".to_vec(),
            pages: vec![("komadai.1".to_owned(), b".TH komadai 1\n".to_vec())],
            completions: SHELLS.map(|shell| (shell, b"complete\n".to_vec())).to_vec(),
            notices: "Others' licences\n".to_owned(),
        }
    }

    pub(super) fn release() -> Release {
        let target = "x86_64-unknown-linux-gnu".to_owned();
        Release { version: "1.2.3".to_owned(), target, time: 1_700_000_000 }
    }

    #[test]
    fn the_archive_has_all_that_belongs_to_it() {
        let tree = archive("k", &parts()).expect("the checkout has the files");
        let paths: Vec<&str> = tree.paths().collect();
        for path in [
            "k/komadai",
            "k/komadai-engine",
            "k/komadai.service",
            "k/LICENSE-MIT",
            "k/THIRD-PARTY.txt",
            "k/man/man1/komadai.1",
            "k/completions/_komadai",
            "k/completions/komadai.fish",
        ] {
            assert!(paths.contains(&path), "{path}: {paths:?}");
        }
    }
}
