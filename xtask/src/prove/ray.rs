//! Work on a Ray cluster, of which a part is lost on the way, and what such work takes.

use super::{Args, Chunk, Finding, Page, Plan};
use crate::{python, shell};
use anyhow::{Context, Result};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use xshell::cmd;

/// Versions that were tried.
const PACKAGES: &[&str] = &[python::MATURIN, "ray==2.60.0"];

/// The cluster, and how many games a processor plays.
pub(super) fn plan(_: &Args) -> Result<Plan> {
    let mut chunks = vec![chunk("two nodes, one killed".into(), 7, cluster)];
    for variant in super::matches::VARIANTS {
        chunks.push(chunk(format!("{variant}, one processor"), 1, move || price(variant)));
    }
    Ok(Plan {
        page: Page::Proof,
        what: "Games of the engine against itself by `komadai.ray`. First on a Ray cluster of two nodes on one \
             machine: one node is killed in the midst of a chunk, after a third of the games. No game may be lost \
             or counted twice, and each must go as in processes without Ray. Then for a minute on one processor, \
             500 nodes a move: what a million games would take."
            .into(),
        unit: "games",
        command: "cargo xtask prove ray".into(),
        at_once: 1,
        chunks,
    })
}

fn chunk(
    group: String,
    seed: u64,
    check: impl Fn() -> Result<Finding> + Send + Sync + 'static,
) -> Chunk {
    Chunk { id: group.clone(), group, seed: Some(seed), run: Box::new(move |_| check()) }
}

/// What the script of the cluster tells.
#[derive(Deserialize)]
struct Answer {
    games: u64,
    killed_after: u64,
    began_again: u64,
    per_second: f64,
}

fn cluster() -> Result<Finding> {
    let Answer { games, killed_after, began_again, per_second } = run("ray_nodes.py", &[])?;
    let note = format!(
        "a node was killed after {killed_after} games; chunks that began again: {began_again}; \
         {per_second:.1} games a second"
    );
    Ok(Finding { count: games, note: Some(note) })
}

/// How many games one processor has played.
#[derive(Deserialize)]
struct Played {
    games: u64,
    seconds: f64,
}

fn price(variant: &str) -> Result<Finding> {
    let Played { games, seconds } = run("ray_price.py", &[variant])?;
    let hourly = games as f64 / seconds * 3_600.0;
    let note =
        format!("{hourly:.0} games an hour; a million: {:.0} hours of a processor", 1e6 / hourly);
    Ok(Finding { count: games, note: Some(note) })
}

/// What a script says in its last line, with the package as it is released.
fn run<T: DeserializeOwned>(script: &str, words: &[&str]) -> Result<T> {
    shell::require("python3", "python3")?;
    let sh = shell::open()?;
    let folder = super::workshop().join("ray");
    let python = python::environment(&sh, &folder, PACKAGES)?;
    let wheel = python::wheel(&sh, &python, &folder.join("wheels"), "release")?;
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    cmd!(sh, "{python} {install...} --force-reinstall --no-deps {wheel}").run()?;
    let told = shell::capture(cmd!(sh, "{python} xtask/python/{script} {words...}"))?;
    Ok(serde_json::from_str(told.lines().last().context("the script says nothing")?)?)
}
