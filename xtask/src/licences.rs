//! Every dependency must be usable in a program that is given away under MIT or Apache-2.0.

use crate::shell;
use anyhow::{Context, Result, bail};
use cargo_metadata::{MetadataCommand, Package};
use spdx::{Expression, ParseMode};
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
const MANIFESTS: &[&str] = &["Cargo.toml", "fuzz/libfuzzer/Cargo.toml", "xtask/bindgen/Cargo.toml"];
/// The packages of the front end.
const NPM_LOCK: &str = "web/package-lock.json";

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

/// What is wrong with the licence of a crate, if anything. A crate without a source is ours.
fn of_crate(package: &Package) -> Option<String> {
    match &package.license {
        Some(stated) if package.source.is_none() => ours(stated),
        stated if ONLY_FOR_MACROS.contains(&package.name.as_str()) => {
            objection(stated.as_deref(), TOOLS)
        }
        stated => objection(stated.as_deref(), &[]),
    }
}

fn ours(stated: &str) -> Option<String> {
    (stated != OURS).then(|| format!("is ours, but says {stated}, not {OURS}"))
}

fn objection(stated: Option<&str>, more: &[&str]) -> Option<String> {
    let Some(stated) = stated else {
        return Some("states no licence expression".into());
    };
    let Ok(expression) = Expression::parse_mode(stated, ParseMode::LAX) else {
        return Some(format!("states {stated}, which is no licence expression"));
    };
    let accepted = |licence: &str| PERMISSIVE.contains(&licence) || more.contains(&licence);
    let allowed = expression
        .evaluate(|wanted| wanted.license.id().is_some_and(|licence| accepted(licence.name)));
    (!allowed).then(|| format!("is under {stated}, which is not permissive"))
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
        let metadata = MetadataCommand::new().manifest_path(shell::root().join(manifest)).exec()?;
        for package in metadata.packages {
            seen.insert(format!("{} {}", package.name, package.version), of_crate(&package));
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

#[cfg(test)]
mod tests {
    use super::objection;

    #[track_caller]
    fn check(expression: &str, allowed: bool) {
        let found = objection(Some(expression), &[]);
        assert_eq!(found.is_none(), allowed, "{expression}: {found:?}");
    }

    #[test]
    fn expressions_are_evaluated() {
        check("MIT", true);
        check("GPL-3.0-only", false);
        check("MIT OR GPL-3.0-only", true);
        check("MIT/GPL-3.0-only", true);
        check("MIT AND GPL-3.0-only", false);
        check("MIT OR GPL-3.0-only AND LGPL-2.1-only", true);
        check("(MIT OR GPL-3.0-only) AND LGPL-2.1-only", false);
        check("(MIT OR GPL-3.0-only) AND (Zlib)", true);
        check("Apache-2.0 WITH LLVM-exception OR LGPL-2.1-only", true);
        check("GPL-2.0-only WITH Classpath-exception-2.0", false);
    }

    #[test]
    fn what_is_no_expression_is_refused() {
        for text in ["", "MIT OR", "OR MIT", "(MIT", "MIT)", "MIT Zlib", "MIT WITH", "()"] {
            check(text, false);
        }
    }
}
