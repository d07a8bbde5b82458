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

/// What our own packages must say.
const OURS: &str = "MIT OR Apache-2.0";

/// The workspaces of this checkout.
const MANIFESTS: &[&str] = &["Cargo.toml", "fuzz/Cargo.toml"];

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

impl Package {
    /// What is wrong with the package's licence, if anything.
    fn objection(&self) -> Option<String> {
        let Some(stated) = &self.license else {
            return Some("states no licence expression".into());
        };
        if self.source.is_none() {
            return (stated != OURS).then(|| format!("is ours, but says {stated}, not {OURS}"));
        }
        match spdx::allows(stated, &|licence| PERMISSIVE.contains(&licence)) {
            Ok(true) => None,
            Ok(false) => Some(format!("is under {stated}, which is not permissive")),
            Err(error) => Some(format!("has no readable licence: {error}")),
        }
    }
}

/// Checks every package that any target of any of our workspaces needs, on any platform.
pub(crate) fn check() -> Result<()> {
    let mut seen = BTreeMap::new();
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
