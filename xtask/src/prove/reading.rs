//! How quickly records are read, with every move checked, beside the programs that people use for it; and how
//! much memory a file of a gibibyte takes.
//!
//! The peers answer in `xtask/python/reading.py` and `xtask/node/reading.mjs`.

use super::records::{self, Programs};
use super::usi::most_resident;
use super::{Args, Chunk, Finding, Page, Plan, workshop};
use crate::shell;
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use xshell::cmd;

/// Games of a file that a peer reads.
const GAMES: u64 = 600;
/// We read that file so many times in one, so that what it takes to start does not count much.
const TIMES: usize = 20;
/// Of so many rounds the median counts.
const ROUNDS: usize = 5;
/// The size of the large file.
const LARGE: u64 = 1 << 30;
/// So much memory it may take more than a small one, in MB.
const MORE: u64 = 64;

/// A program that reads records, and how many times as fast we want to be.
#[derive(Clone, Copy)]
struct Peer {
    name: &'static str,
    variant: &'static str,
    /// The ending of its files.
    form: &'static str,
    goal: f64,
}

const PEERS: [Peer; 3] = [
    Peer { name: "cshogi", variant: "shogi", form: "csa", goal: 3.0 },
    Peer { name: "tsshogi", variant: "shogi", form: "kifu", goal: 10.0 },
    Peer { name: "python-chess", variant: "chess", form: "pgn", goal: 20.0 },
];

/// Each peer, and each form as a large file.
pub(super) fn plan(args: &Args) -> Result<Plan> {
    let programs = records::programs()?;
    let beside = PEERS.map(|peer| {
        let (programs, seed) = (programs.clone(), args.seed);
        Chunk {
            id: format!("{}, {}", peer.name, peer.form),
            group: format!("{} beside {}", peer.form.to_uppercase(), peer.name),
            seed: Some(seed),
            run: Box::new(move |_| compare(peer, seed, &programs)),
        }
    });
    let large = PEERS.map(|peer| {
        let (komadai, seed) = (programs.komadai.clone(), args.seed);
        Chunk {
            id: format!("a gibibyte, {}", peer.form),
            group: format!("{}, 1 GiB", peer.form.to_uppercase()),
            seed: Some(seed),
            run: Box::new(move |_| memory(peer, seed, &komadai)),
        }
    });
    Ok(Plan {
        page: Page::Proof,
        what: format!(
            "Random games of up to 200 plies, read from a file and each move checked: how many times as many \
             games a second as the programs that people use for that, the median of {ROUNDS} rounds in \
             turns. `komadai validate` uses all cores and its time includes its start; that of the peers \
             includes neither the start of Python and Node nor that of the peer. tsshogi and cshogi read \
             without checking; the moves are then made one by one with their own check. And the largest \
             resident size of `komadai convert` while it turns a file of 1 GiB into a list of USI, no \
             more than {MORE} MB above that for a file of {GAMES} games."
        ),
        unit: "games",
        command: format!("cargo xtask prove reading --seed {}", args.seed),
        // Times are taken.
        at_once: 1,
        chunks: beside.into_iter().chain(large).collect(),
    })
}

/// Random games as a file of a form, so many times over.
fn file(peer: Peer, seed: u64, times: usize, komadai: &Path) -> Result<PathBuf> {
    #[derive(Deserialize)]
    struct Game {
        moves: Vec<String>,
    }
    let Peer { variant, form, .. } = peer;
    let sh = shell::open()?;
    let (count, seed) = (GAMES.to_string(), seed.to_string());
    let asked = ["--games", &count, "--seed", &seed, "--plies", "200", "--json"];
    let games = shell::capture(cmd!(sh, "{komadai} playout {variant} {asked...}"))?;
    let mut list = String::new();
    for line in games.lines() {
        let Game { moves } = serde_json::from_str(line).context("a game")?;
        list += &format!("startpos moves {}\n", moves.join(" "));
    }
    let folder = workshop().join("reading");
    std::fs::create_dir_all(&folder)?;
    let (usi, path) = (folder.join("games.usi"), folder.join(format!("{variant}-{times}.{form}")));
    std::fs::write(&usi, list.repeat(times))?;
    shell::capture(cmd!(sh, "{komadai} convert {usi} {path} --variant {variant}"))?;
    Ok(path)
}

/// What a peer says.
#[derive(Deserialize)]
struct Answer {
    games: u64,
    moves: u64,
    seconds: f64,
}

/// What `komadai validate` says.
#[derive(Deserialize)]
struct Summary {
    games: u64,
    moves: u64,
    bad: u64,
}

fn compare(peer: Peer, seed: u64, programs: &Programs) -> Result<Finding> {
    let one = file(peer, seed, 1, &programs.komadai)?;
    let many = file(peer, seed, TIMES, &programs.komadai)?;
    let mut speeds = Vec::new();
    let mut games = 0;
    for _ in 0..ROUNDS {
        let (ours, summary) = validate(peer, &many, &programs.komadai)?;
        let theirs = ask(peer, &one, programs)?;
        let same = (theirs.games * TIMES as u64, theirs.moves * TIMES as u64);
        ensure!(
            (summary.games, summary.moves, summary.bad) == (same.0, same.1, 0),
            "read otherwise"
        );
        games += summary.games + theirs.games;
        let ours = summary.games as f64 / ours.as_secs_f64();
        let theirs = theirs.games as f64 / theirs.seconds;
        speeds.push((ours / theirs, ours, theirs));
    }
    speeds.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (ratio, ours, theirs) = speeds[ROUNDS / 2];
    let note = format!("{ratio:.1} times as many: {ours:.0} games a second, {theirs:.0} theirs");
    ensure!(ratio >= peer.goal, "{note}; expected {}", peer.goal);
    Ok(Finding { count: games, note: Some(note) })
}

fn validate(peer: Peer, path: &Path, komadai: &Path) -> Result<(Duration, Summary)> {
    let (sh, variant) = (shell::open()?, peer.variant);
    let began = Instant::now();
    let said = shell::capture(cmd!(sh, "{komadai} validate {path} --variant {variant} --json"))?;
    let taken = began.elapsed();
    Ok((taken, serde_json::from_str(said.trim()).context("what was validated")?))
}

fn ask(peer: Peer, path: &Path, programs: &Programs) -> Result<Answer> {
    let sh = shell::open()?;
    let (name, Programs { python, node, .. }) = (peer.name, programs);
    let reading = node.with_file_name("reading.mjs");
    let said = shell::capture(match name {
        "tsshogi" => cmd!(sh, "node {reading} {path}"),
        _ => cmd!(sh, "{python} -B xtask/python/reading.py {name} {path}"),
    })?;
    serde_json::from_str(&said).context("the peer's answer")
}

fn memory(peer: Peer, seed: u64, komadai: &Path) -> Result<Finding> {
    let small = file(peer, seed, 1, komadai)?;
    let text = std::fs::read(&small)?;
    let large = small.with_file_name(format!("large.{}", peer.form));
    let times = LARGE.div_ceil(text.len() as u64);
    let mut writer = BufWriter::new(File::create(&large)?);
    for time in 0..times {
        // Games of CSA are parted by a line of their own.
        let between: &[u8] = if peer.form == "csa" { b"/\n" } else { b"\n" };
        writer.write_all(if time > 0 { between } else { b"" })?;
        writer.write_all(&text)?;
    }
    writer.into_inner().context("the large file")?.sync_all()?;
    let began = Instant::now();
    let used = [&small, &large].map(|path| most_used(peer, path, komadai));
    std::fs::remove_file(&large)?;
    let [small, large] = used;
    let (small, large) = (small?, large?);
    let games = (times + 1) * GAMES;
    let note =
        format!("{large} MB, {small} MB for a small file; {:.0} s", began.elapsed().as_secs_f64());
    ensure!(large <= small + MORE, "{note}; expected at most {}", small + MORE);
    Ok(Finding { count: games, note: Some(note) })
}

/// The largest resident size while a file is converted, in MB.
fn most_used(peer: Peer, path: &Path, komadai: &Path) -> Result<u64> {
    let mut child = Command::new(komadai)
        .arg("convert")
        .arg(path)
        .args(["-", "--to", "usi", "--variant", peer.variant])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let mut most = 0;
    let ended = loop {
        // It only grows; what the last look missed is not more than a moment's.
        most = most.max(most_resident(child.id()).unwrap_or(0));
        if let Some(ended) = child.try_wait()? {
            break ended;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    ensure!(ended.success(), "convert ended with {ended}");
    Ok(most)
}
