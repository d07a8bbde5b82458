//! Many live games at a time: how long a move takes from one socket to the other.

use super::server::Server;
use super::{Args, Chunk, Finding, Page, Plan};
use crate::shell;
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::path::Path;
use xshell::cmd;

/// Live games at a time.
const GAMES: u32 = 200;
/// How long it is measured.
const SECONDS: u32 = 60;
/// What no more than one move in a hundred may take.
const MOST_MS: f64 = 50.0;

/// One chunk: the load, on a server of its own.
pub(super) fn plan(_: &Args) -> Result<Plan> {
    let komadai = super::komadai()?;
    let sh = shell::open()?;
    cmd!(sh, "cargo build --release --package komadai-server --example load").run()?;
    let load = shell::target_dir().join("release/examples/load");
    Ok(Plan {
        page: Page::Proof,
        what: format!(
            "{GAMES} live games of all six variants, each with two websockets and a move every two \
             seconds, on the machine of the server: the time from sending a move to its arrival at the \
             other socket, measured for {SECONDS} seconds after a warm-up of ten. Every move is on \
             disk before anybody is told of it."
        ),
        unit: "moves",
        command: "cargo xtask prove load".into(),
        // Times are taken.
        at_once: 1,
        chunks: vec![Chunk {
            id: format!("{GAMES} games, {SECONDS} s"),
            group: "live games".into(),
            seed: None,
            run: Box::new(move |_| check(&komadai, &load)),
        }],
    })
}

/// What the load generator has measured.
#[derive(Deserialize)]
struct Answer {
    moves: u64,
    failures: u64,
    p50_ms: f64,
    p99_ms: f64,
    most_ms: f64,
}

fn check(komadai: &Path, load: &Path) -> Result<Finding> {
    let folder = super::workshop().join("load");
    let limits =
        ["--requests-per-second=1000", "--games-per-hour=100000", "--connections-per-address=1000"];
    let server = Server::start(komadai, &folder, &limits, None)?;
    let (sh, url) = (shell::open()?, &server.url);
    let (games, seconds) = (GAMES.to_string(), SECONDS.to_string());
    let measured = shell::capture(cmd!(sh, "{load} {url} {games} {seconds}"))?;
    let Answer { moves, failures, p50_ms, p99_ms, most_ms } =
        serde_json::from_str(&measured).context("the answer of the load generator")?;
    ensure!(failures == 0, "{failures} games have failed");
    ensure!(p99_ms <= MOST_MS, "p99 is {p99_ms:.1} ms, more than {MOST_MS} ms");
    let note = format!("p50 {p50_ms:.1} ms, p99 {p99_ms:.1} ms, at most {most_ms:.1} ms");
    Ok(Finding { count: moves, note: Some(note) })
}
