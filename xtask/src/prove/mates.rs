//! Every stored mate problem solved, and proven by trying everything; and the mates of games beside
//! cshogi.
//!
//! cshogi answers in `xtask/python/mates.py`.

use super::{Args, Chunk, Finding, Page, Plan, differential, komadai, workshop};
use crate::shell;
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use xshell::cmd;

/// Where the problems stand.
const FILE: &str = "crates/engine/tests/cases/mates.json";
/// Games whose mates are looked for.
const GAMES: &str = "100";
/// Mates of these lengths are told of.
const LENGTHS: [usize; 6] = [1, 3, 5, 7, 9, 11];

/// A problem, as far as the plan needs to know.
#[derive(Deserialize)]
struct Problem {
    variant: String,
}

/// A chunk for each game, and one beside cshogi.
pub(super) fn plan(args: &Args) -> Result<Plan> {
    let sh = shell::open()?;
    cmd!(sh, "cargo build --release --package komadai-engine --example mates").run()?;
    let program = shell::target_dir().join("release/examples/mates");
    let text = std::fs::read_to_string(shell::root().join(FILE))
        .with_context(|| format!("cannot read {FILE}"))?;
    let problems: Vec<Problem> =
        serde_json::from_str(&text).with_context(|| format!("in {FILE}"))?;
    let games: BTreeSet<String> = problems.into_iter().map(|problem| problem.variant).collect();
    let mut chunks: Vec<Chunk> =
        games.into_iter().map(|game| chunk(game, program.clone())).collect();
    chunks.push(beside(args.seed, program)?);
    Ok(Plan {
        page: Page::Proof,
        what: format!(
            "Stored mate problems of 3 to 11 plies, and positions without a mate. Each is solved in \
             the shortest length; a search of every forcing move and every reply confirms that \
             length. Then the last positions of {GAMES} games of shogi at 400 nodes a move in which \
             cshogi (`DfPn(31, 1000000, 32767)`) finds a mate, by the length that is found here, and \
             positions of these games in which it finds none: no mate that it finds is denied here, and it \
             accepts every line. A mate is found first, as cshogi does, and then the shortest one is looked \
             for. This solver gives up after 200,000 positions. The times are those of \
             the solvers alone, the shortest of three."
        ),
        unit: "problems",
        command: format!("cargo xtask prove mates --seed {}", args.seed),
        // Times are taken.
        at_once: 1,
        chunks,
    })
}

fn chunk(game: String, program: PathBuf) -> Chunk {
    Chunk {
        id: game.clone(),
        group: game.clone(),
        seed: None,
        run: Box::new(move |_| check(&game, &program)),
    }
}

/// What the program says of a game.
#[derive(Deserialize)]
struct Answer {
    problems: u64,
    under_a_second: u64,
    nodes: u64,
    slowest_seconds: f64,
}

fn check(game: &str, program: &Path) -> Result<Finding> {
    let sh = shell::open()?;
    let answer = shell::capture(cmd!(sh, "{program} check {game}"))?;
    let answer: Answer = serde_json::from_str(&answer).context("the program's answer")?;
    let Answer { problems, under_a_second, nodes, slowest_seconds } = answer;
    let note = format!(
        "{under_a_second} of {problems} under a second, the slowest {slowest_seconds:.2} s, {nodes} nodes in all"
    );
    Ok(Finding { count: problems, note: Some(note) })
}

fn beside(seed: u64, program: PathBuf) -> Result<Chunk> {
    let (python, komadai) = (differential::python()?, komadai()?);
    Ok(Chunk {
        id: format!("{GAMES} games beside cshogi, seed {seed}"),
        group: "shogi beside cshogi".into(),
        seed: Some(seed),
        run: Box::new(move |_| compare(seed, &python, &komadai, &program)),
    })
}

/// What the peer found in a position.
#[derive(Deserialize)]
struct Theirs {
    position: String,
    plies: Option<usize>,
    seconds: f64,
}

/// What we found.
#[derive(Deserialize)]
struct Ours {
    mates: Option<bool>,
    line: Vec<String>,
    seconds: f64,
    first_seconds: f64,
}

/// A mate of ours for the peer to check.
#[derive(Serialize)]
struct Line<'a> {
    position: &'a str,
    line: &'a [String],
}

fn compare(seed: u64, python: &Path, komadai: &Path, program: &Path) -> Result<Finding> {
    let sh = shell::open()?;
    let games = workshop().join(format!("mates-{seed}.jsonl"));
    let seed = seed.to_string();
    let limits = ["--nodes", "400", "--games", GAMES, "--random-plies", "10", "--seed", &seed];
    std::fs::remove_file(&games).or_else(|e| match e.kind() {
        std::io::ErrorKind::NotFound => Ok(()),
        _ => Err(e),
    })?;
    shell::capture(cmd!(sh, "{komadai} match shogi komadai komadai {limits...} --out {games}"))?;
    let theirs = shell::capture(cmd!(sh, "{python} -B xtask/python/mates.py {games}"))?;
    let theirs: Vec<Theirs> = read(&theirs).context("the peer's answer")?;
    let positions: String = theirs.iter().map(|found| format!("{}\n", found.position)).collect();
    let ours = shell::capture(cmd!(sh, "{program} time shogi").stdin(positions))?;
    let ours: Vec<Ours> = read(&ours).context("the program's answer")?;
    ensure!(ours.len() == theirs.len(), "not every position was answered");
    let mut lines = String::new();
    for (ours, theirs) in ours.iter().zip(&theirs) {
        let position = theirs.position.as_str();
        ensure!(theirs.plies.is_none() || ours.mates != Some(false), "a mate denied: {position}");
        if ours.mates == Some(true) {
            lines += &serde_json::to_string(&Line { position, line: &ours.line })?;
            lines.push('\n');
        }
    }
    shell::capture(cmd!(sh, "{python} -B xtask/python/mates.py --lines").stdin(lines))?;
    let note = told(&ours, &theirs);
    Ok(Finding { count: ours.len() as u64, note: Some(note) })
}

fn read<T: for<'a> Deserialize<'a>>(lines: &str) -> serde_json::Result<Vec<T>> {
    lines.lines().map(serde_json::from_str).collect()
}

/// How long both took, by length.
fn told(ours: &[Ours], theirs: &[Theirs]) -> String {
    let mut parts = Vec::new();
    for length in LENGTHS {
        let of_length = || {
            let both = ours.iter().zip(theirs);
            both.filter(|(ours, theirs)| theirs.plies.is_some() && ours.line.len() == length)
        };
        let times = |of: fn((&Ours, &Theirs)) -> f64| of_length().map(of).collect::<Vec<f64>>();
        let mut first = times(|(ours, _)| ours.first_seconds);
        let mut shortest = times(|(ours, _)| ours.seconds);
        let mut their = times(|(_, theirs)| theirs.seconds);
        if first.is_empty() {
            continue;
        }
        parts.push(format!(
            "{length} plies ({}): found in {:.2} ms (median; slowest {:.0}), theirs {:.2}; the shortest in \
             {:.2} ms (slowest {:.0})",
            first.len(),
            part(&mut first, 0.5),
            part(&mut first, 1.0),
            part(&mut their, 0.5),
            part(&mut shortest, 0.5),
            part(&mut shortest, 1.0)
        ));
    }
    let quiet = ours.iter().zip(theirs).filter(|(_, theirs)| theirs.plies.is_none());
    let mut none: Vec<f64> =
        quiet.clone().filter(|(o, _)| o.mates == Some(false)).map(|(o, _)| o.seconds).collect();
    let more = quiet.clone().filter(|(ours, _)| ours.mates == Some(true)).count();
    let open = quiet.filter(|(ours, _)| ours.mates.is_none()).count();
    let both = ours.iter().zip(theirs);
    let missed = both.filter(|(o, theirs)| theirs.plies.is_some() && o.mates.is_none()).count();
    parts.push(format!(
        "none ({}): median {:.2} ms, 99 of 100 within {:.0} ms; besides, {more} mates that it does not find, \
         {open} not decided, and {missed} of its mates not found",
        none.len(),
        part(&mut none, 0.5),
        part(&mut none, 0.99)
    ));
    parts.join("; ")
}

/// The time in milliseconds that such a part of some does not exceed.
fn part(seconds: &mut [f64], part: f64) -> f64 {
    seconds.sort_by(f64::total_cmp);
    let at = (seconds.len() as f64 * part) as usize;
    seconds.get(at.min(seconds.len().saturating_sub(1))).map_or(0.0, |seconds| 1e3 * seconds)
}
