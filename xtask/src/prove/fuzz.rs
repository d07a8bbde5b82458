//! The fuzz targets under libFuzzer, built with the coverage instrumentation that a stable compiler
//! has; without the address sanitiser, which safe code does not need.

use super::{Args, Chunk, Page, Plan, cores, workshop};
use crate::shell;
use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use xshell::cmd;

/// What libFuzzer wants to find in a program.
const INSTRUMENTED: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1 --cfg fuzzing";

/// Flags of a sanitised build must not reach build scripts; naming the target keeps them apart.
const TRIPLE: &str = "x86_64-unknown-linux-gnu";

/// A chunk for each target.
pub(super) fn plan(args: &Args) -> Result<Plan> {
    let program = build()?;
    let targets = targets()?;
    let chunk = |target: String| chunk(target, program.clone(), args);
    Ok(Plan {
        page: Page::Proof,
        what: format!(
            "Each fuzz target for {} minutes under libFuzzer, without a finding.",
            args.minutes
        ),
        unit: "executions",
        command: format!("cargo xtask prove fuzz --minutes {}", args.minutes),
        at_once: cores().min(2),
        chunks: targets.into_iter().map(chunk).collect(),
    })
}

/// The targets: whatever has a folder of seeds.
fn targets() -> Result<Vec<String>> {
    let seeds = std::fs::read_dir(shell::root().join("fuzz/corpus")).context("fuzz/corpus")?;
    let mut names = Vec::new();
    for entry in seeds {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// Builds the program of all targets; returns where it is.
fn build() -> Result<PathBuf> {
    shell::require("g++", "g++")?;
    let folder = workshop().join("fuzz-target");
    let sh = shell::open()?;
    cmd!(sh, "cargo build --release --manifest-path=fuzz/libfuzzer/Cargo.toml --target={TRIPLE}")
        .env("CARGO_TARGET_DIR", &folder)
        .env("RUSTFLAGS", INSTRUMENTED)
        .env("KOMADAI_NO_WEB", "1")
        .run()?;
    Ok(folder.join(TRIPLE).join("release/komadai-libfuzzer"))
}

fn chunk(target: String, program: PathBuf, args: &Args) -> Chunk {
    let (seed, minutes) = (args.seed, args.minutes);
    Chunk {
        id: format!("{target} {minutes} minutes seed {seed}"),
        group: target.clone(),
        seed: Some(seed),
        run: Box::new(move |bar| fuzz(&program, &target, seed, minutes * 60, bar).map(Into::into)),
    }
}

/// Runs one target. What it finds out goes to a corpus that grows from run to run beside the seeds.
fn fuzz(program: &Path, target: &str, seed: u64, seconds: u64, bar: &ProgressBar) -> Result<u64> {
    let grown = format!("fuzz/corpus-grown/{target}");
    let artifacts = format!("fuzz/artifacts/{target}/");
    for folder in [&grown, &artifacts] {
        std::fs::create_dir_all(shell::root().join(folder))?;
    }
    let sh = shell::open()?;
    let corpora = [grown, format!("fuzz/corpus/{target}")];
    let (time, seed) = (format!("-max_total_time={seconds}"), format!("-seed={seed}"));
    let prefix = format!("-artifact_prefix={artifacts}");
    // The targets themselves say what takes too long. This is for what never ends: they measure twice,
    // and on a busy machine that may take most of a minute.
    let limits = ["-timeout=60", "-rss_limit_mb=4096", "-max_len=4096"];
    let command = cmd!(sh, "{program} {corpora...} {time} {seed} {prefix} {limits...}");
    let command = command.arg("-print_final_stats=1");
    let command = command.env("KOMADAI_FUZZ", target).env("RUST_BACKTRACE", "0");
    // The log is read while it is written, which xshell cannot do.
    let mut command = Command::from(command);
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
    let mut child = child.with_context(|| format!("cannot start {}", program.display()))?;
    let log = listen(child.stderr.take().context("standard error is piped")?, bar)?;
    if !child.wait()?.success() {
        bail!("a finding:\n{}", gist(&log));
    }
    let executed =
        |line: &str| line.strip_prefix("stat::number_of_executed_units:")?.trim().parse().ok();
    log.lines().find_map(executed).context("libFuzzer gave no number of executions")
}

/// What the log says of a finding, without the fuzzer's progress and its view of the stack.
fn gist(log: &str) -> String {
    let starts = ["thread '", "assertion ", "  left:", " right:", "ALARM", "SUMMARY"];
    let telling = |line: &&str| {
        starts.iter().any(|start| line.starts_with(start)) || line.contains("Test unit written to")
    };
    let mut lines = Vec::new();
    let mut after_panic = false;
    for line in log.lines() {
        if telling(&line) || after_panic {
            lines.push(line.chars().take(400).collect::<String>());
        }
        after_panic = line.contains("panicked at");
    }
    lines.join("\n")
}

/// Reads the fuzzer's log to its end, showing each line as it comes.
fn listen(log: impl std::io::Read, bar: &ProgressBar) -> Result<String> {
    let mut text = String::new();
    for line in BufReader::new(log).split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        bar.set_message(line.clone());
        text += &line;
        text.push('\n');
    }
    Ok(text)
}
