//! Every dependency must be usable in a program that is given away under MIT or Apache-2.0.

use crate::{shell, spdx};
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;

/// Licences that ask for nothing but a notice.
const PERMISSIVE: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "BlueOak-1.0.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "NCSA",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "Unlicense",
    "Zlib",
];

/// Licences that ask for more of whoever changes the package itself. They will do for tools, of which
/// nothing ends up in the program: those of the front end, and the crates named below.
const TOOLS: &[&str] = &["MPL-2.0", "Python-2.0"];
/// Crates that only macros need, when they run: rust-embed's to find the folder of the pages.
const ONLY_FOR_MACROS: &[&str] = &["option-ext"];

/// What our own packages must say.
const OURS: &str = "MIT OR Apache-2.0";

/// The workspaces of this checkout.
const MANIFESTS: &[&str] = &["Cargo.toml", "fuzz/Cargo.toml"];
/// The packages of the front end.
const NPM_LOCK: &str = "web/package-lock.json";

#[derive(serde::Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(serde::Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    /// Where it came from; nothing for a package of this checkout.
    source: Option<String>,
}

/// What npm has written down of the packages that it installs, by the folders that they go to.
#[derive(serde::Deserialize)]
struct NpmLock {
    packages: BTreeMap<String, NpmPackage>,
}

#[derive(serde::Deserialize)]
struct NpmPackage {
    version: String,
    license: Option<String>,
}

impl Package {
    /// What is wrong with the package's licence, if anything.
    fn objection(&self) -> Option<String> {
        match &self.license {
            Some(stated) if self.source.is_none() => ours(stated),
            stated if ONLY_FOR_MACROS.contains(&&*self.name) => objection(stated.as_deref(), TOOLS),
            stated => objection(stated.as_deref(), &[]),
        }
    }
}

fn ours(stated: &str) -> Option<String> {
    (stated != OURS).then(|| format!("is ours, but says {stated}, not {OURS}"))
}

fn objection(stated: Option<&str>, more: &[&str]) -> Option<String> {
    let Some(stated) = stated else {
        return Some("states no licence expression".into());
    };
    match spdx::allows(stated, &|licence| PERMISSIVE.contains(&licence) || more.contains(&licence))
    {
        Ok(true) => None,
        Ok(false) => Some(format!("is under {stated}, which is not permissive")),
        Err(error) => Some(format!("has no readable licence: {error}")),
    }
}

/// The packages of the front end, and what is wrong with each.
fn of_npm() -> Result<BTreeMap<String, Option<String>>> {
    let text = std::fs::read_to_string(shell::root().join(NPM_LOCK)).context(NPM_LOCK)?;
    let lock: NpmLock = serde_json::from_str(&text).context(NPM_LOCK)?;
    let judged = lock.packages.iter().map(|(folder, package)| {
        let stated = package.license.as_deref();
        match folder.rsplit("node_modules/").next().unwrap_or_default() {
            "" => ("the front end".to_owned(), stated.map_or_else(|| objection(None, &[]), ours)),
            name => (format!("{name} {}", package.version), objection(stated, TOOLS)),
        }
    });
    Ok(judged.collect())
}

/// Checks every package that any target of any of our workspaces needs, on any platform.
pub(crate) fn check() -> Result<()> {
    let mut seen = of_npm()?;
    for manifest in MANIFESTS {
        let path = format!("--manifest-path={manifest}");
        let text = shell::read(&mut shell::cargo(&["metadata", "--format-version=1", &path]))?;
        let metadata: Metadata = serde_json::from_str(&text).context("cargo metadata")?;
        for package in metadata.packages {
            let objection = package.objection();
            seen.insert(format!("{} {}", package.name, package.version), objection);
        }
    }
    let bad: Vec<String> =
        seen.iter().filter_map(|(name, bad)| Some(format!("{name} {}", bad.as_ref()?))).collect();
    if !bad.is_empty() {
        bail!("{}", bad.join("\n"));
    }
    println!("{} packages, all permissive", seen.len());
    Ok(())
}
