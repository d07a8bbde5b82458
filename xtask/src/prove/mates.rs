//! Every stored mate problem solved, and proven by trying everything.

use super::{Args, Chunk, Finding, Page, Plan};
use crate::shell;
use anyhow::{Context, Result};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use xshell::cmd;

/// Where the problems stand.
const FILE: &str = "crates/engine/tests/cases/mates.json";

/// A problem, as far as the plan needs to know.
#[derive(Deserialize)]
struct Problem {
    variant: String,
}

/// A chunk for each game.
pub(super) fn plan(_: &Args) -> Result<Plan> {
    let sh = shell::open()?;
    cmd!(sh, "cargo build --release --package komadai-engine --example mates").run()?;
    let program = shell::target_dir().join("release/examples/mates");
    let text = std::fs::read_to_string(shell::root().join(FILE))
        .with_context(|| format!("cannot read {FILE}"))?;
    let problems: Vec<Problem> =
        serde_json::from_str(&text).with_context(|| format!("in {FILE}"))?;
    let games: BTreeSet<String> = problems.into_iter().map(|problem| problem.variant).collect();
    Ok(Plan {
        page: Page::Proof,
        what: "Stored mate problems of 3 to 11 plies, and positions without a mate. Each is solved in \
               the shortest length; a search of every forcing move and every reply confirms that \
               length. The times are those of the solver alone."
            .into(),
        unit: "problems",
        command: "cargo xtask prove mates".into(),
        // Times are taken.
        at_once: 1,
        chunks: games.into_iter().map(|game| chunk(game, program.clone())).collect(),
    })
}

fn chunk(game: String, program: PathBuf) -> Chunk {
    Chunk {
        id: game.clone(),
        group: game.clone(),
        seed: None,
        run: Box::new(move |_| check(&game, &program)),
    }
}

/// What the program says of a game.
#[derive(Deserialize)]
struct Answer {
    problems: u64,
    under_a_second: u64,
    nodes: u64,
    slowest_seconds: f64,
}

fn check(game: &str, program: &Path) -> Result<Finding> {
    let sh = shell::open()?;
    let answer = shell::capture(cmd!(sh, "{program} check {game}"))?;
    let answer: Answer = serde_json::from_str(&answer).context("the program's answer")?;
    let Answer { problems, under_a_second, nodes, slowest_seconds } = answer;
    let note = format!(
        "{under_a_second} of {problems} under a second, the slowest {slowest_seconds:.2} s, {nodes} nodes in all"
    );
    Ok(Finding { count: problems, note: Some(note) })
}
