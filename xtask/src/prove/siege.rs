//! Those who want a server for themselves, and how long the others wait meanwhile.

use super::server::Server;
use super::{Chunk, Finding};
use crate::shell;
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;
use xshell::cmd;

/// What somebody does, how much of it, and how long nobody else may wait for it, in milliseconds.
struct Siege {
    scenario: &'static str,
    number: u32,
    /// Open files that the server has.
    files: Option<u32>,
    /// Of a hundred waits one may be longer.
    p99_ms: Option<f64>,
    most_ms: Option<f64>,
    told: &'static str,
}

const SIEGES: &[Siege] = &[
    Siege {
        scenario: "greedy",
        number: 500,
        files: None,
        p99_ms: None,
        most_ms: Some(1_000.0),
        told: "500 games at the strongest level from one address, 100 of them watched; another address \
               plays the weakest level",
    },
    Siege {
        scenario: "bursts",
        number: 10,
        files: None,
        p99_ms: None,
        most_ms: Some(1_000.0),
        told: "10 addresses that each ask for a trivial move, and then, all at one instant, for one of the strongest \
               level; another address plays the weakest level",
    },
    Siege {
        scenario: "alone",
        number: 10,
        files: None,
        p99_ms: None,
        most_ms: Some(1_000.0),
        told: "10 addresses that ask for the strongest level, again and again, when another one has had a hint; that one \
               plays the weakest level",
    },
    Siege {
        scenario: "door",
        number: 500,
        files: Some(400),
        p99_ms: None,
        most_ms: Some(1_000.0),
        told: "500 connections that begin to ask and do not go on, with 400 files; health",
    },
    Siege {
        scenario: "asks",
        number: 1_000,
        files: None,
        p99_ms: None,
        most_ms: Some(10_000.0),
        told: "1,000 lists of the same unknown game a hundred times, 32 at a time",
    },
    Siege {
        scenario: "heavy",
        number: 500,
        files: None,
        p99_ms: Some(100.0),
        most_ms: None,
        told: "four games of a very heavy file; the state of another game",
    },
    Siege {
        scenario: "made-up",
        number: 10,
        files: None,
        p99_ms: None,
        most_ms: Some(1_000.0),
        told: "10 addresses that ask for positions by heavy rules that they have made up; another address, by light rules \
               of its own, has a new game, a move in it, and the answer of the weakest level",
    },
    Siege {
        scenario: "bodies",
        number: 20_000,
        files: None,
        p99_ms: None,
        most_ms: Some(10_000.0),
        told: "bodies and websocket messages that are nearly right; none is answered by an error of \
               the server",
    },
];

/// Sixteen by sixteen squares, and pieces that move around a corner.
const HEAVY: &str = include_str!("heavy.toml");

/// A chunk for each siege, and one for memory.
pub(super) fn section(program: &Path) -> Result<Vec<Chunk>> {
    let sh = shell::open()?;
    cmd!(sh, "cargo build --release --package komadai-server --example siege").run()?;
    let program = program.to_owned();
    let mut chunks: Vec<Chunk> = SIEGES
        .iter()
        .map(|siege| {
            let program = program.clone();
            Chunk {
                id: format!("{} {}", siege.scenario, siege.number),
                group: siege.scenario.into(),
                seed: None,
                run: Box::new(move |_| besiege(&program, siege)),
            }
        })
        .collect();
    chunks.push(Chunk {
        id: format!("memory {MANY_GAMES}"),
        group: "memory".into(),
        seed: None,
        run: Box::new(move |_| memory(&program)),
    });
    Ok(chunks)
}

/// What the besieger has measured.
#[derive(Deserialize)]
struct Answer {
    count: u64,
    p99_ms: f64,
    most_ms: f64,
}

fn start(program: &Path, name: &str, files: Option<u32>) -> Result<Server> {
    let folder = super::workshop().join("siege");
    // It may be there.
    let _ = std::fs::create_dir_all(folder.join("variants"));
    std::fs::write(folder.join("variants/heavy.toml"), HEAVY)?;
    let variants = folder.join("variants").display().to_string();
    let options = [
        "--behind-proxy",
        "--requests-per-second=100000",
        "--games-per-hour=1000000",
        "--variants",
        &variants,
    ];
    Server::start(program, &folder.join(name), &options, files)
}

fn ask(server: &Server, scenario: &str, number: u32) -> Result<Answer> {
    let sh = shell::open()?;
    let siege: PathBuf = shell::target_dir().join("release/examples/siege");
    let (url, number) = (&server.url, number.to_string());
    let measured = shell::capture(cmd!(sh, "{siege} {url} {scenario} {number}"))?;
    serde_json::from_str(&measured).context("the answer of the besieger")
}

fn besiege(program: &Path, siege: &Siege) -> Result<Finding> {
    let server = start(program, siege.scenario, siege.files)?;
    let Answer { count, p99_ms, most_ms } = ask(&server, siege.scenario, siege.number)?;
    let note = format!("{}: p99 {p99_ms:.1} ms, at most {most_ms:.1} ms", siege.told);
    ensure!(siege.p99_ms.is_none_or(|bound| p99_ms <= bound), "too long: {note}");
    ensure!(siege.most_ms.is_none_or(|bound| most_ms <= bound), "too long: {note}");
    Ok(Finding { count, note: Some(note) })
}

/// Games that are opened and left.
const MANY_GAMES: u32 = 10_000;
/// When they have been put away.
const PUT_AWAY: Duration = Duration::from_secs(90);
/// What the server may hold then, in mebibytes.
const MOST_MEMORY: u64 = 512;

fn memory(program: &Path) -> Result<Finding> {
    let server = start(program, "memory", None)?;
    let before = server.memory().unwrap_or_default();
    let Answer { count, .. } = ask(&server, "games", MANY_GAMES)?;
    let most = server.memory().unwrap_or_default();
    sleep(PUT_AWAY);
    let after = server.memory().unwrap_or_default();
    let note = format!(
        "memory before, after {MANY_GAMES} games, and when these are put away: {before}, {most}, {after} MiB"
    );
    ensure!(after <= MOST_MEMORY, "too much: {note}");
    Ok(Finding { count, note: Some(note) })
}
