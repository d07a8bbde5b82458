//! Work on a Ray cluster, of which a part is lost on the way.

use super::{Args, Chunk, Finding, Page, Plan};
use crate::{python, shell};
use anyhow::{Context, Result};
use serde::Deserialize;
use xshell::cmd;

/// Versions that were tried.
const PACKAGES: &[&str] = &[python::MATURIN, "ray==2.60.0"];

/// One chunk: the cluster.
pub(super) fn plan(_: &Args) -> Result<Plan> {
    Ok(Plan {
        page: Page::Proof,
        what: "Games of the engine against itself by `komadai.ray`, on a Ray cluster of two nodes on one machine. \
             One node is killed after a third of them: no game may be lost or counted twice, and each must go as \
             in processes without Ray."
            .into(),
        unit: "games",
        command: "cargo xtask prove ray".into(),
        at_once: 1,
        chunks: vec![Chunk {
            id: "two nodes, one killed".into(),
            group: "two nodes, one killed".into(),
            seed: Some(7),
            run: Box::new(|_| check()),
        }],
    })
}

/// What the script tells.
#[derive(Deserialize)]
struct Answer {
    games: u64,
    killed_after: u64,
    began_again: u64,
    per_second: f64,
}

fn check() -> Result<Finding> {
    shell::require("python3", "python3")?;
    let sh = shell::open()?;
    let folder = super::workshop().join("ray");
    let python = python::environment(&sh, &folder, PACKAGES)?;
    let wheel = python::wheel(&sh, &python, &folder.join("wheels"), "release")?;
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    cmd!(sh, "{python} {install...} --force-reinstall --no-deps {wheel}").run()?;
    let told = shell::capture(cmd!(sh, "{python} xtask/python/ray_nodes.py"))?;
    let last = told.lines().last().context("the script says nothing")?;
    let Answer { games, killed_after, began_again, per_second } = serde_json::from_str(last)?;
    let note = format!(
        "a node was killed after {killed_after} games; chunks that began again: {began_again}; \
         {per_second:.1} games a second"
    );
    Ok(Finding { count: games, note: Some(note) })
}
