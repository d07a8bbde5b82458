//! The quick tier: what every change has to pass.

use crate::{licences, packages, python, shell, web};
use anyhow::{Result, bail};
use std::time::{Duration, Instant};
use xshell::cmd;

/// The quick tier.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only these steps.
    #[arg(value_parser = names())]
    steps: Vec<String>,
}

/// One check; later ones run even when an earlier one fails, so that one run shows all.
struct Step {
    name: &'static str,
    run: fn() -> Result<()>,
}

/// The checks, the quick ones first.
const STEPS: &[Step] = &[
    Step { name: "format", run: format },
    Step { name: "licences", run: licences::check },
    Step { name: "web", run: web::check },
    Step { name: "lints", run: lints },
    Step { name: "tests", run: tests },
    Step { name: "doc-tests", run: doc_tests },
    Step { name: "docs", run: docs },
    Step { name: "packages", run: packages::check },
    Step { name: "python", run: python::check },
    Step { name: "browser", run: web::in_browser },
];

/// Workspaces of their own: the fuzzer's program, and the one that writes JavaScript.
const OTHERS: &[&str] = &["fuzz/libfuzzer/Cargo.toml", "xtask/bindgen/Cargo.toml"];

fn names() -> clap::builder::PossibleValuesParser {
    STEPS.iter().map(|step| step.name).collect::<Vec<_>>().into()
}

/// Runs the steps and prints how each went.
pub(crate) fn run(args: &Args) -> Result<()> {
    let chosen = |step: &&Step| args.steps.is_empty() || args.steps.iter().any(|s| s == step.name);
    let mut report = Vec::new();
    for step in STEPS.iter().filter(chosen) {
        println!("\n==> {}", step.name);
        let start = Instant::now();
        let result = (step.run)();
        if let Err(error) = &result {
            println!("==> {} failed: {error:#}", step.name);
        }
        report.push((step.name, start.elapsed(), result.is_ok()));
    }
    summarise(&report)
}

fn summarise(report: &[(&str, Duration, bool)]) -> Result<()> {
    println!();
    for (name, time, passed) in report {
        let word = if *passed { "ok" } else { "FAILED" };
        println!("{name:<10} {word:<7} {:>7.1} s", time.as_secs_f64());
    }
    let failed: Vec<&str> = report.iter().filter(|row| !row.2).map(|row| row.0).collect();
    if !failed.is_empty() {
        bail!("{} of {} steps failed: {}", failed.len(), report.len(), failed.join(", "));
    }
    println!("all {} steps passed", report.len());
    Ok(())
}

fn format() -> Result<()> {
    let sh = shell::open()?;
    cmd!(sh, "cargo fmt --all --check").run()?;
    for manifest in OTHERS {
        cmd!(sh, "cargo fmt --manifest-path {manifest} --check").run()?;
    }
    Ok(())
}

fn lints() -> Result<()> {
    let sh = shell::open()?;
    Ok(cmd!(sh, "cargo clippy --workspace --all-targets -- --deny warnings").run()?)
}

/// Benchmarks are left out: they are programs of their own and run for minutes.
fn tests() -> Result<()> {
    let sh = shell::open()?;
    if shell::answers(cmd!(sh, "cargo nextest")) {
        return Ok(cmd!(sh, "cargo nextest run --workspace --no-fail-fast").run()?);
    }
    let kinds = ["--lib", "--bins", "--tests", "--examples"];
    Ok(cmd!(sh, "cargo test --workspace --no-fail-fast {kinds...}").run()?)
}

fn doc_tests() -> Result<()> {
    let sh = shell::open()?;
    Ok(cmd!(sh, "cargo test --workspace --doc").run()?)
}

fn docs() -> Result<()> {
    let sh = shell::open()?;
    let command = cmd!(sh, "cargo doc --workspace --no-deps");
    Ok(command.env("RUSTDOCFLAGS", "--deny warnings").run()?)
}
