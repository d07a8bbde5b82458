//! Every perft case to its full depth, through the program.

use super::{Args, Chunk, Page, Plan, cores, komadai};
use crate::shell;
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::Value;
use std::path::{Path, PathBuf};
use xshell::cmd;

/// A row of the cases: with `nodes` at one depth, or with a list of counts from depth 1.
#[derive(Deserialize)]
struct Row {
    id: String,
    variant: String,
    position: String,
    depth: Option<usize>,
    nodes: Option<u64>,
    #[serde(default)]
    perft: Vec<u64>,
    perft4: Option<u64>,
}

struct Case {
    id: String,
    variant: String,
    position: String,
    depth: usize,
    nodes: u64,
}

/// Where the cases stand; the last file holds the deep ones.
const FILES: &[&str] = &[
    "crates/rules/tests/cases/perft.json",
    "crates/rules/tests/cases/raichu.json",
    "crates/rules/tests/cases/minjiku.json",
    "xtask/perft-deep.json",
];

impl Row {
    /// The counts that the row gives, each a case.
    fn cases(self) -> Vec<Case> {
        let deep = self.perft4.map(|nodes| (4, nodes));
        let listed = self.perft.iter().enumerate().map(|(i, nodes)| (i + 1, *nodes));
        let counts: Vec<_> =
            self.depth.zip(self.nodes).into_iter().chain(listed).chain(deep).collect();
        let case = |(depth, nodes)| Case {
            id: format!("{}/{} depth {depth}", self.variant, self.id),
            variant: self.variant.clone(),
            position: self.position.clone(),
            depth,
            nodes,
        };
        counts.into_iter().map(case).collect()
    }
}

/// A chunk for each case.
pub(super) fn plan(args: &Args) -> Result<Plan> {
    let program = komadai()?;
    let mut cases = Vec::new();
    for file in FILES {
        let path = shell::root().join(file);
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {file}"))?;
        let rows: Vec<Row> = serde_json::from_str(&text).with_context(|| format!("in {file}"))?;
        cases.extend(rows.into_iter().flat_map(Row::cases));
    }
    cases.retain(|case| case.nodes <= args.leaves);
    cases.sort_by_key(|case| case.nodes);
    Ok(Plan {
        page: Page::Proof,
        what: "Move counts from known positions (`komadai perft`), equal to published and independently \
               confirmed figures."
            .into(),
        unit: "leaves",
        command: format!("cargo xtask prove perft --leaves {}", args.leaves),
        at_once: cores(),
        chunks: cases.into_iter().map(|case| chunk(case, program.clone())).collect(),
    })
}

fn chunk(case: Case, program: PathBuf) -> Chunk {
    Chunk {
        id: case.id.clone(),
        group: case.variant.clone(),
        seed: None,
        run: Box::new(move |_| {
            let nodes = count(&case, &program)?;
            ensure!(
                nodes == case.nodes,
                "{nodes} leaves, {} expected: {}",
                case.nodes,
                case.position
            );
            Ok(nodes.into())
        }),
    }
}

fn count(case: &Case, program: &Path) -> Result<u64> {
    let sh = shell::open()?;
    let Case { variant, position, .. } = case;
    let depth = case.depth.to_string();
    let command =
        cmd!(sh, "{program} perft {variant} --position {position} --depth {depth} --json");
    let answer = shell::capture(command)?;
    let answer: Value = serde_json::from_str(&answer).context("perft's answer")?;
    answer["nodes"].as_u64().context("perft's answer has no nodes")
}
