//! The npm packages, and what our own pages load: the core built for WebAssembly, with JavaScript and types beside it.

mod toolchain;

use crate::{remap, shell};
use anyhow::{Context, Result};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use toolchain::{TARGET, Toolchain};
use xshell::cmd;

/// The npm packages, and the engine of our own pages.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Where they go; `npm` in the folder of builds where nothing is said.
    #[arg(long)]
    out: Option<PathBuf>,
    /// The profile of Cargo's that they are built in.
    #[arg(long, default_value = "web")]
    profile: String,
}

/// A build of the crate `komadai-wasm`.
struct Build {
    /// Where in its package it goes.
    folder: &'static str,
    features: &'static str,
    flags: &'static str,
}

struct Package {
    name: &'static str,
    description: &'static str,
    builds: &'static [Build],
    /// What can be imported besides the package itself: a file of this name for `import` and one for `require`.
    entries: &'static [&'static str],
    /// Whether the networks come with it.
    nets: bool,
}

const PACKAGES: &[Package] = &[
    Package {
        name: "rules",
        description: "The rules of shogi, chess and many other games: positions, legal moves, records",
        builds: &[Build { folder: "", features: "fairy", flags: "" }],
        entries: &["ffish"],
        nets: false,
    },
    Package {
        name: "engine",
        description: "An engine for shogi, chess and many other games, with their rules and records",
        builds: &[
            Build { folder: "scalar", features: "engine", flags: "" },
            Build { folder: "simd", features: "engine", flags: SIMD },
        ],
        entries: &[],
        nets: true,
    },
    Package {
        name: PAGES,
        description: "",
        builds: &[
            Build { folder: "scalar", features: "pages", flags: "" },
            Build { folder: "simd", features: "pages", flags: SIMD },
        ],
        entries: &[],
        nets: true,
    },
];

/// What the program has in itself, for its pages: not a package for npm, only there to be served.
const PAGES: &str = "pages";
/// For machines that know vectors.
const SIMD: &str = "-C target-feature=+simd128";

/// Builds the packages and says how large they are.
pub(crate) fn run(args: &Args) -> Result<()> {
    let toolchain = toolchain::prepare(&workshop())?;
    let bindgen = bindgen()?;
    let out = args.out.clone().unwrap_or_else(|| shell::target_dir().join("npm"));
    for package in PACKAGES {
        let folder = out.join(package.name);
        let _ = fs::remove_dir_all(&folder);
        for build in package.builds {
            let place = folder.join(build.folder);
            let wasm = compile(&toolchain, build, &args.profile)?;
            fs::create_dir_all(&place)?;
            let sh = shell::open()?;
            cmd!(sh, "{bindgen} {wasm} {place} komadai").quiet().run()?;
            tell_size(&place.join("komadai_bg.wasm"))?;
        }
        complete(package, &folder)?;
    }
    println!("the packages are in {}", out.display());
    Ok(())
}

/// The same as the script does it without options; the folder of the packages.
pub(crate) fn build_all() -> Result<PathBuf> {
    let out = shell::target_dir().join("npm");
    run(&Args { out: Some(out.clone()), profile: "web".to_owned() })?;
    Ok(out)
}

/// What the pages load, in the folder of the packages.
pub(crate) fn for_pages(packages: &Path) -> PathBuf {
    packages.join(PAGES)
}

/// What is fetched and built once for all.
fn workshop() -> PathBuf {
    shell::target_dir().join("wasm")
}

/// The program that writes the JavaScript: the version of wasm-bindgen has to be that of the workspace.
fn bindgen() -> Result<PathBuf> {
    let (sh, folder) = (shell::open()?, workshop().join("bindgen"));
    let manifest = "xtask/bindgen/Cargo.toml";
    cmd!(sh, "cargo build --quiet --locked --manifest-path {manifest} --target-dir {folder}")
        .run()?;
    Ok(folder.join("debug/komadai-bindgen"))
}

fn compile(toolchain: &Toolchain, build: &Build, profile: &str) -> Result<PathBuf> {
    let sh = shell::open()?;
    // Other flags are another build of everything.
    let kind = if build.flags.is_empty() { "scalar" } else { "simd" };
    let folder = toolchain::builds(&workshop()).join(kind);
    let what = ["-p", "komadai-wasm", "--lib", "--crate-type", "cdylib", "--no-default-features"];
    let (features, flags) = (build.features, format!("{} {}", build.flags, remap::rust_flags()?));
    let command = cmd!(
        sh,
        "cargo rustc {what...} --features={features} --profile {profile} --target {TARGET} --target-dir {folder}"
    );
    toolchain.applied(command.env("RUSTFLAGS", flags)).run()?;
    let named = if profile == "dev" { "debug" } else { profile };
    Ok(folder.join(TARGET).join(named).join("komadai_wasm.wasm"))
}

fn tell_size(wasm: &Path) -> Result<()> {
    let sh = shell::open()?;
    let packed = cmd!(sh, "gzip -9 --stdout {wasm}").quiet().output()?.stdout.len();
    let bytes = fs::metadata(wasm)?.len();
    println!("{}: {} KiB, {} KiB compressed", wasm.display(), bytes >> 10, packed >> 10);
    Ok(())
}

/// What is in a package besides its builds.
fn complete(package: &Package, folder: &Path) -> Result<()> {
    let (root, written) = (shell::root(), shell::root().join("crates/wasm/npm"));
    let own = written.join(package.name);
    let mut files: Vec<PathBuf> = names(&own)?.iter().map(|name| own.join(name)).collect();
    files.push(written.join("load.js"));
    if package.nets {
        // Where there are networks, there are two builds, too.
        files.push(written.join("builds.js"));
    }
    files.extend(["LICENSE-MIT", "LICENSE-APACHE"].map(|name| root.join(name)));
    for from in files {
        let name = from.file_name().context("a file without a name")?;
        fs::copy(&from, folder.join(name)).with_context(|| from.display().to_string())?;
    }
    if package.nets {
        copy_nets(&root.join("nets"), &folder.join("nets"))?;
    }
    if package.name == PAGES {
        return Ok(());
    }
    let files: Vec<String> = names(folder)?.into_iter().filter(|it| it != "package.json").collect();
    let mut exports = json!({ ".": { "types": "./index.d.ts", "default": "./index.js" } });
    for name in package.entries {
        exports[format!("./{name}")] = json!({
            "import": { "types": format!("./{name}.d.ts"), "default": format!("./{name}.js") },
            "require": { "types": format!("./{name}.d.cts"), "default": format!("./{name}.cjs") },
        });
    }
    let manifest = json!({
        "name": format!("@komadai/{}", package.name),
        "version": env!("CARGO_PKG_VERSION"),
        "description": package.description,
        "keywords": ["shogi", "chess", "variants", "wasm"],
        "license": "MIT OR Apache-2.0",
        "type": "module",
        "exports": exports,
        "types": "./index.d.ts",
        "files": files,
        "sideEffects": false,
        "engines": { "node": ">=20" },
    });
    let text = serde_json::to_string_pretty(&manifest)? + "\n";
    Ok(fs::write(folder.join("package.json"), text)?)
}

fn copy_nets(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for name in names(from)?.iter().filter(|name| name.ends_with(".net.gz")) {
        fs::copy(from.join(name), to.join(name))?;
    }
    Ok(())
}

/// What is in a folder, in order.
fn names(folder: &Path) -> Result<Vec<String>> {
    let name = |entry: std::io::Result<fs::DirEntry>| {
        Ok(entry?.file_name().to_string_lossy().into_owned())
    };
    let mut names: Vec<String> = fs::read_dir(folder)?.map(name).collect::<Result<_>>()?;
    names.sort();
    Ok(names)
}
