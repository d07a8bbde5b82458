//! What the program is made of: crates, and the packages that end up in the pages.

use crate::shell;
use anyhow::{Context, Result};
use cargo_metadata::{DependencyKind, MetadataCommand, Package, PackageId};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// What npm packages end up in the pages; all others only build and test them.
const IN_THE_PAGES: &[&str] = &["svelte", "clsx", "esm-env", "uqr"];
/// What npm has installed, where the pages were built.
const LOCK: &str = "web/package-lock.json";

/// A part that somebody else has made, or a crate of ours.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Component {
    /// `cargo` or `npm`.
    pub(super) kind: &'static str,
    pub(super) name: String,
    pub(super) version: String,
    /// The licence that it states.
    pub(super) licence: String,
    pub(super) ours: bool,
    /// Where its sources are, if they are there.
    pub(super) folder: Option<PathBuf>,
    /// What it needs itself, by name and version.
    pub(super) needs: BTreeSet<String>,
}

impl Component {
    /// The name by which others need it.
    pub(super) fn id(&self) -> String {
        format!("pkg:{}/{}@{}", self.kind, self.name, self.version)
    }
}

/// All that is in the program on these machines, the program first.
pub(super) fn of_the_program(target: &str) -> Result<Vec<Component>> {
    let mut command = MetadataCommand::new();
    command.manifest_path(shell::root().join("Cargo.toml"));
    let filter = ["--locked", "--filter-platform", target].map(str::to_owned);
    let metadata = command.other_options(filter.to_vec()).exec()?;
    let packages: BTreeMap<&PackageId, &Package> =
        metadata.packages.iter().map(|package| (&package.id, package)).collect();
    let resolve = metadata.resolve.as_ref().context("cargo has resolved nothing")?;
    let edges: BTreeMap<&PackageId, Vec<&PackageId>> = resolve
        .nodes
        .iter()
        .map(|node| {
            let normal = node.deps.iter().filter(|dependency| {
                dependency.dep_kinds.iter().any(|kind| kind.kind == DependencyKind::Normal)
            });
            (&node.id, normal.map(|dependency| &dependency.pkg).collect())
        })
        .collect();
    let is_program = |package: &&Package| package.name == "komadai" && package.source.is_none();
    let program = metadata.packages.iter().find(is_program).context("no package komadai")?;
    let mut found = BTreeMap::new();
    let mut left = vec![&program.id];
    while let Some(id) = left.pop() {
        let needs = edges.get(id).map(Vec::as_slice).unwrap_or_default();
        let Some(package) = packages.get(id).filter(|_| !found.contains_key(id)) else { continue };
        left.extend(needs);
        let needs = needs.iter().filter_map(|id| packages.get(id)).map(|p| of_crate(p).id());
        found.insert(id, Component { needs: needs.collect(), ..of_crate(package) });
    }
    let mut all: Vec<Component> = found.into_values().chain(of_npm()?).collect();
    all.sort_by_key(|component| (component.name != "komadai", component.clone()));
    Ok(all)
}

fn of_crate(package: &Package) -> Component {
    Component {
        kind: "cargo",
        name: package.name.to_string(),
        version: package.version.to_string(),
        // Old manifests write `MIT/Apache-2.0`.
        licence: package.license.as_deref().unwrap_or_default().replace('/', " OR "),
        ours: package.source.is_none(),
        folder: package.manifest_path.parent().map(|folder| folder.as_std_path().to_owned()),
        needs: BTreeSet::new(),
    }
}

/// The packages in the pages.
fn of_npm() -> Result<Vec<Component>> {
    let lock: serde_json::Value = serde_json::from_slice(&super::source(LOCK)?).context(LOCK)?;
    let installed = installed();
    IN_THE_PAGES
        .iter()
        .map(|name| {
            let entry = &lock["packages"][format!("node_modules/{name}")];
            let field = |field: &str| {
                let value = entry[field].as_str().map(str::to_owned);
                value.with_context(|| format!("{name} in {LOCK} has no {field}"))
            };
            Ok(Component {
                kind: "npm",
                name: (*name).to_owned(),
                version: field("version")?,
                licence: field("license")?,
                ours: false,
                folder: installed.as_ref().map(|folder| folder.join(name)),
                needs: BTreeSet::new(),
            })
        })
        .collect()
}

/// Where the packages of the pages lie: in the folder of any build of them.
fn installed() -> Option<PathBuf> {
    let builds = ["shipped", "release", "debug"].map(|p| shell::target_dir().join(p).join("build"));
    let folders = builds.iter().filter_map(|build| std::fs::read_dir(build).ok()).flatten();
    let modules = folders.filter_map(|entry| {
        let modules = entry.ok()?.path().join("out/pages/web/node_modules");
        modules.is_dir().then_some(modules)
    });
    let own = shell::root().join("web/node_modules");
    modules.into_iter().next().or_else(|| own.is_dir().then_some(own))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_comes_first_and_its_tests_are_not_in_it() {
        let all = of_the_program("x86_64-unknown-linux-gnu").expect("cargo knows");
        assert_eq!(all[0].name, "komadai");
        let names: Vec<&str> = all.iter().map(|component| &*component.name).collect();
        for name in ["komadai-rules", "clap", "tokio", "svelte"] {
            assert!(names.contains(&name), "{name}: {names:?}");
        }
        for name in ["snapbox", "xtask", "windows-sys", "vite", "pyo3"] {
            assert!(!names.contains(&name), "{name}");
        }
        assert!(all.iter().all(|component| !component.licence.is_empty()));
    }
}
