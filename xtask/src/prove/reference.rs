//! The fast rules beside the slow reference of the tests, on many more positions than the quick tier
//! has time for.

use super::{Args, Chunk, Page, Plan};
use crate::shell;
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Positions in a chunk.
const POSITIONS: u64 = 1_000;

/// A chunk for each variant and seed.
pub(super) fn plan(args: &Args) -> Result<Plan> {
    let program = build()?;
    let listed = shell::capture(&mut shell::program(&program, &["--list", "--format=terse"]))?;
    let tests = listed.lines().filter_map(|line| line.strip_suffix(": test"));
    let seeds = args.seed..args.seed + args.positions.div_ceil(POSITIONS);
    // Each test at the top plays random positions of one variant; those in modules do other things.
    let random = tests.filter(|name| !name.contains("::"));
    let chunks =
        random.flat_map(|name| seeds.clone().map(|seed| chunk(name, seed, &program))).collect();
    Ok(Plan {
        page: Page::Proof,
        what: "The move generator and the slow reference that was written independently from the rule texts: \
               the same resulting positions and checks on random positions of every variant."
            .into(),
        unit: "positions",
        command: format!("cargo xtask prove reference --positions {} --seed {}", args.positions, args.seed),
        at_once: super::cores(),
        chunks,
    })
}

/// Builds the test program and says where it is.
fn build() -> Result<PathBuf> {
    let mut command = shell::cargo(&["test", "--release", "--package=komadai-rules", "--no-run"]);
    let messages =
        shell::read(command.args(["--test=against_reference", "--message-format=json"]))?;
    let executable = |line: &str| {
        let message: Value = serde_json::from_str(line).ok()?;
        message["executable"].as_str().map(PathBuf::from)
    };
    messages.lines().find_map(executable).context("cargo built no test program")
}

fn chunk(test: &str, seed: u64, program: &Path) -> Chunk {
    let (test, program) = (test.to_string(), program.to_path_buf());
    Chunk {
        id: format!("{test} {POSITIONS} positions seed {seed}"),
        group: test.clone(),
        seed: Some(seed),
        run: Box::new(move |_| {
            let mut command = shell::program(&program, &["--exact", &test]);
            command
                .env("RUST_BACKTRACE", "0")
                .env("KOMADAI_POSITIONS", POSITIONS.to_string())
                .env("KOMADAI_SEED", seed.to_string());
            let log = shell::capture(&mut command)?;
            ensure!(
                log.contains("test result: ok. 1 passed"),
                "no test ran: {}",
                shell::tail(&log, 5)
            );
            Ok(POSITIONS.into())
        }),
    }
}
