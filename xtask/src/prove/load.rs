//! Many live games at a time: how long a move takes from one socket to the other.

use super::{Args, Chunk, Finding, Page, Plan};
use crate::shell;
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
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

/// A server that ends with the test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What the server says when it is ready.
#[derive(Deserialize)]
struct Ready {
    url: String,
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

fn check(komadai: &PathBuf, load: &Path) -> Result<Finding> {
    let folder = super::workshop().join("load");
    let _ = std::fs::remove_dir_all(&folder);
    let sh = shell::open()?;
    let limits = ["--requests-per-second=1000", "--games-per-hour=100000"];
    let command =
        cmd!(sh, "{komadai} serve --json --port 0 --no-open {limits...} --data-dir {folder}");
    // The server runs beside the load, which xshell cannot do.
    let mut command = Command::from(command.env("KOMADAI_LOG", "error"));
    let server = command.stdout(Stdio::piped()).spawn();
    let mut server = Server(server.context("cannot start the server")?);
    let out = server.0.stdout.take().context("no pipe")?;
    let line = BufReader::new(out).lines().next().context("the server says nothing")??;
    let Ready { url } = serde_json::from_str(&line).context("the server's first words")?;
    let (games, seconds) = (GAMES.to_string(), SECONDS.to_string());
    let measured = shell::capture(cmd!(sh, "{load} {url} {games} {seconds}"))?;
    let Answer { moves, failures, p50_ms, p99_ms, most_ms } =
        serde_json::from_str(&measured).context("the answer of the load generator")?;
    ensure!(failures == 0, "{failures} games have failed");
    ensure!(p99_ms <= MOST_MS, "p99 is {p99_ms:.1} ms, more than {MOST_MS} ms");
    let note = format!("p50 {p50_ms:.1} ms, p99 {p99_ms:.1} ms, at most {most_ms:.1} ms");
    Ok(Finding { count: moves, note: Some(note) })
}
