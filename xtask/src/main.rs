//! Development chores: `cargo xtask test`, `cargo xtask prove`, `cargo xtask dist`, `cargo xtask wasm`.
//!
//! Two tiers of tests. `test` is what every change has to pass, in minutes; `prove` runs for as long
//! as it takes, remembers how far it came, and writes what it found to `docs/proof.md`.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a development tool reads files, clocks and threads"
)]

mod dist;
mod licences;
mod packages;
mod prove;
mod python;
mod remap;
mod shell;
mod test;
mod wasm;
mod web;

use clap::Parser;
use std::process::ExitCode;

/// Development chores.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Task {
    /// What every change has to pass: format, licences, lints, tests, docs, packages, Python, browser.
    Test(test::Args),
    /// Packages of all forms into target/dist: archive, .deb, wheel, npm, checksums, bill of materials.
    Dist(dist::Args),
    /// The long tier: resumable, with progress bars; its findings go to docs/proof.md.
    Prove(prove::Args),
    /// The npm packages: the core built for WebAssembly, as docs/web.md tells it.
    Wasm(wasm::Args),
}

fn main() -> ExitCode {
    let done = match Task::parse() {
        Task::Test(args) => test::run(&args),
        Task::Dist(args) => dist::run(&args),
        Task::Prove(args) => prove::run(&args),
        Task::Wasm(args) => wasm::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
