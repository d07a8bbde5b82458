//! A compiler for WebAssembly: the installed one where it has the target, and otherwise Debian's.
//!
//! Debian's package `rustc-web` follows the browsers, so it is as new as we need it even in older releases. It can be
//! unpacked without being installed. There is no standard library for WebAssembly that fits it, but there are its
//! sources (`rust-web-src`): it is built from those once, by Cargo's `build-std`.

use crate::{remap, shell};
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use xshell::{Cmd, Shell, cmd};

/// What we build for.
pub(super) const TARGET: &str = "wasm32-unknown-unknown";

/// The packages, and how those begin that come with them: their names have versions in them.
const PACKAGES: &[&str] = &["rustc-web", "rust-web-src"];
const WITH_THEM: &[&str] = &["libstd-rust-web-", "libllvm"];

/// A compiler that knows the target.
pub(super) struct Toolchain {
    /// The compiler and the folder of its libraries, where it is not the installed one.
    other: Option<(PathBuf, PathBuf)>,
    linker: Option<PathBuf>,
}

impl Toolchain {
    /// Cargo with this compiler.
    pub(super) fn applied<'a>(&self, command: Cmd<'a>) -> Cmd<'a> {
        let mut command = command;
        if let Some((rustc, libraries)) = &self.other {
            command = command.env("RUSTC", rustc).env("LD_LIBRARY_PATH", libraries);
        }
        match &self.linker {
            Some(linker) => command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker),
            None => command,
        }
    }
}

/// What is built goes here.
pub(super) fn builds(folder: &Path) -> PathBuf {
    folder.join("builds")
}

/// Finds the compiler, or fetches it into a folder.
pub(super) fn prepare(folder: &Path) -> Result<Toolchain> {
    let sh = shell::open()?;
    let installed = cmd!(sh, "rustc --print target-libdir --target {TARGET}").quiet().read()?;
    if Path::new(&installed).exists() {
        return Ok(Toolchain { other: None, linker: None });
    }
    let root = folder.join("toolchain");
    let (rustc, libraries) = (root.join("usr/bin/rustc"), root.join("usr/lib/x86_64-linux-gnu"));
    if !rustc.exists() {
        fetch(&sh, &folder.join("apt"), &root)?;
    }
    let toolchain = Toolchain { other: Some((rustc, libraries)), linker: Some(linker(&sh)?) };
    let library = root.join("usr/lib/rustlib").join(TARGET).join("lib");
    if !library.exists() {
        build_library(&toolchain, &folder.join("std"), &library)?;
        // What was built with another library does not fit this one, and Cargo would not see it.
        let _ = fs::remove_dir_all(builds(folder));
    }
    Ok(toolchain)
}

/// The linker for WebAssembly: LLVM's, which comes with compilers from rustup and with Debian's package lld.
fn linker(sh: &Shell) -> Result<PathBuf> {
    let libraries = PathBuf::from(cmd!(sh, "rustc --print target-libdir").quiet().read()?);
    let beside = libraries.with_file_name("bin").join("rust-lld");
    if beside.exists() {
        return Ok(beside);
    }
    shell::require("wasm-ld", "lld")?;
    Ok("wasm-ld".into())
}

/// Downloads Debian's packages and unpacks them, with lists of packages of our own: nobody needs to be root.
fn fetch(sh: &Shell, apt: &Path, root: &Path) -> Result<()> {
    ensure!(
        cfg!(all(target_os = "linux", target_arch = "x86_64"))
            && shell::answers(cmd!(sh, "apt-get")),
        "rustc does not know {TARGET}: add that target to it (`rustup target add {TARGET}`)"
    );
    println!("fetching a compiler for {TARGET} from Debian");
    let (lists, cache) = (apt.join("lists"), apt.join("cache"));
    for folder in [lists.join("partial"), cache.join("archives/partial"), root.into()] {
        fs::create_dir_all(folder)?;
    }
    let options = &[
        format!("-oDir::State::Lists={}", lists.display()),
        format!("-oDir::Cache={}", cache.display()),
        "-oAPT::Sandbox::User=".to_owned(),
        "-oDebug::NoLocking=true".to_owned(),
    ];
    cmd!(sh, "apt-get {options...} --quiet update").run()?;
    let mut packages: Vec<String> = PACKAGES.iter().map(|name| (*name).to_owned()).collect();
    let mut seen = 0;
    while let Some(package) = packages.get(seen).cloned() {
        seen += 1;
        let needed = cmd!(sh, "apt-cache {options...} depends {package}").quiet().read()?;
        for name in needed.lines().filter_map(|line| line.trim().strip_prefix("Depends: ")) {
            let comes_along = WITH_THEM.iter().any(|begin| name.starts_with(begin));
            if comes_along && packages.iter().all(|known| known != name) {
                packages.push(name.to_owned());
            }
        }
    }
    sh.change_dir(&cache);
    cmd!(sh, "apt-get {options...} --quiet download {packages...}").run()?;
    for file in
        sh.read_dir(&cache)?.iter().filter(|it| it.extension().is_some_and(|it| it == "deb"))
    {
        cmd!(sh, "dpkg-deb --extract {file} {root}").quiet().run()?;
    }
    sh.change_dir(shell::root());
    Ok(())
}

/// Builds the standard library, and puts it where the compiler looks for it.
fn build_library(toolchain: &Toolchain, folder: &Path, library: &Path) -> Result<()> {
    println!("building the standard library for {TARGET}: once, it takes some minutes");
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder.join("src"))?;
    fs::write(folder.join("src/lib.rs"), "")?;
    fs::write(folder.join("Cargo.toml"), EMPTY)?;
    let sh = shell::open_in(folder)?;
    let build =
        ["--release", "-Zbuild-std=std,panic_abort", "--target", TARGET, "--target-dir", "target"];
    let command = cmd!(sh, "cargo build {build...}");
    // `build-std` is not stable yet.
    // With what link-time optimisation needs, which Cargo leaves out where it sees none.
    let flags = format!("-C embed-bitcode=yes {}", remap::rust_flags()?);
    let command = command.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", flags);
    toolchain.applied(command).run()?;
    let built = folder.join("target").join(TARGET).join("release/deps");
    // Beside the folder at first: if this is interrupted, there must not be half a library.
    let beside = library.with_extension("new");
    let _ = fs::remove_dir_all(&beside);
    fs::create_dir_all(&beside)?;
    let mut count = 0;
    for file in
        sh.read_dir(&built)?.iter().filter(|it| it.extension().is_some_and(|it| it == "rlib"))
    {
        let name = file.file_name().context("a library without a name")?;
        if !name.to_string_lossy().starts_with("libempty-") {
            fs::copy(file, beside.join(name))?;
            count += 1;
        }
    }
    if count == 0 {
        bail!("no library was built in {}", built.display());
    }
    Ok(fs::rename(beside, library)?)
}

/// A crate that needs nothing but the standard library.
const EMPTY: &str = r#"[package]
name = "empty"
version = "0.0.0"
edition = "2024"

[profile.release]
opt-level = "s"
panic = "abort"

[workspace]
"#;
