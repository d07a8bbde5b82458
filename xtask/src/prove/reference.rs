//! The fast rules beside the slow reference of the tests, on many more positions than the quick tier
//! has time for.

use super::{Args, Chunk, Page, Plan, Work};
use crate::shell;
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::path::{Path, PathBuf};
use xshell::cmd;

/// Positions in a chunk.
const POSITIONS: u64 = 1_000;

/// Random files in a chunk, one for each seed.
const FILES_IN_CHUNK: u64 = 100;
/// Positions of each of them.
const POSITIONS_OF_FILE: u64 = 24;
/// How the tests of random files begin.
const FILES: &str = "random_files";

/// A chunk for each hundred random files.
pub(super) fn files(args: &Args) -> Result<Plan> {
    let program = build()?;
    let firsts = (args.seed..args.seed + args.files).step_by(FILES_IN_CHUNK as usize);
    let chunk = |first: u64| {
        let count = FILES_IN_CHUNK.min(args.seed + args.files - first);
        Chunk {
            id: format!("random files {first} to {}", first + count - 1),
            group: "random files".to_owned(),
            seed: Some(first),
            run: work(
                &program,
                &[FILES, "--test-threads=1"],
                "ok. 4 passed",
                count,
                vec![
                    ("KOMADAI_SEED", first.to_string()),
                    ("KOMADAI_FILES", count.to_string()),
                    ("KOMADAI_POSITIONS", POSITIONS_OF_FILE.to_string()),
                ],
            ),
        }
    };
    Ok(Plan {
        page: Page::Proof,
        what: "Variant files drawn from the whole format, with random positions of each: the move \
               generator and the slow reference agree on moves, checks, ends, keys and texts."
            .into(),
        unit: "files",
        command: format!("cargo xtask prove files --files {} --seed {}", args.files, args.seed),
        at_once: super::cores(),
        chunks: firsts.map(chunk).collect(),
    })
}

/// A chunk for each variant and seed.
pub(super) fn plan(args: &Args) -> Result<Plan> {
    let program = build()?;
    let sh = shell::open()?;
    let listed = shell::capture(cmd!(sh, "{program} --list --format=terse"))?;
    let tests = listed.lines().filter_map(|line| line.strip_suffix(": test"));
    let seeds = args.seed..args.seed + args.positions.div_ceil(POSITIONS);
    // Each test at the top plays random positions of one variant; those in modules do other things.
    let random = tests.filter(|name| !name.contains("::") && !name.starts_with(FILES));
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
    let sh = shell::open()?;
    let words = ["--release", "--package=komadai-rules", "--test=against_reference"];
    let messages = cmd!(sh, "cargo test {words...} --no-run --message-format=json").read()?;
    let executable = |line: &str| {
        let message: Value = serde_json::from_str(line).ok()?;
        message["executable"].as_str().map(PathBuf::from)
    };
    messages.lines().find_map(executable).context("cargo built no test program")
}

fn chunk(test: &str, seed: u64, program: &Path) -> Chunk {
    Chunk {
        id: format!("{test} {POSITIONS} positions seed {seed}"),
        group: test.to_owned(),
        seed: Some(seed),
        run: work(
            program,
            &["--exact", test],
            "ok. 1 passed",
            POSITIONS,
            vec![("KOMADAI_POSITIONS", POSITIONS.to_string()), ("KOMADAI_SEED", seed.to_string())],
        ),
    }
}

/// Runs tests of the program, which must end with this result.
fn work(
    program: &Path,
    arguments: &[&str],
    result: &'static str,
    count: u64,
    settings: Vec<(&'static str, String)>,
) -> Work {
    let program = program.to_path_buf();
    let arguments: Vec<String> = arguments.iter().map(|word| (*word).to_owned()).collect();
    Box::new(move |_| {
        let (sh, arguments) = (shell::open()?, &arguments);
        let command = cmd!(sh, "{program} {arguments...}").env("RUST_BACKTRACE", "0");
        let log = shell::capture(command.envs(settings.iter().map(|(name, to)| (name, to))))?;
        let passed = log.contains(&format!("test result: {result}"));
        ensure!(passed, "the tests have not passed: {}", shell::tail(&log, 5));
        Ok(count.into())
    })
}
