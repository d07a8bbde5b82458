//! Records beside real programs: they read what we write, and we what they write.
//!
//! `xtask/python/records.py` does the comparing; tsshogi answers in `xtask/node/tsshogi.mjs`.

use super::{Args, Chunk, Page, Plan, cores, differential, komadai, workshop};
use crate::shell;
use anyhow::{Context, Result};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use xshell::cmd;

/// Games in a chunk.
const GAMES: u64 = 50;
/// The peers, and what is compared with them.
const PEERS: [&str; 3] = ["tsshogi", "cshogi", "python-chess"];

/// Records of random games.
pub(super) fn plan(args: &Args) -> Result<Plan> {
    let programs = programs()?;
    let seeds = args.seed..args.seed + args.games.div_ceil(GAMES);
    let chunks = PEERS
        .iter()
        .flat_map(|peer| seeds.clone().map(|seed| chunk(peer, seed, programs.clone())))
        .collect();
    Ok(Plan {
        page: Page::Proof,
        what: "Random games with variations, comments, times and every kind of end, written as records and \
               read by others, and what they write of them read by us: tsshogi in KIF, KI2, CSA and JKF, \
               cshogi in KIF and CSA, python-chess in PGN. The same moves in every line, the same comments, \
               times and ends, as far as a form has words for them."
            .into(),
        unit: "games",
        command: format!("cargo xtask prove records --games {} --seed {}", args.games, args.seed),
        at_once: cores(),
        chunks,
    })
}

/// The program under test, and what the peers run with.
#[derive(Clone)]
pub(super) struct Programs {
    pub(super) python: PathBuf,
    pub(super) komadai: PathBuf,
    /// The script that compares in Node; beside it stand the others and the packages.
    pub(super) node: PathBuf,
}

/// Builds and installs them.
pub(super) fn programs() -> Result<Programs> {
    Ok(Programs {
        python: differential::python()?,
        komadai: komadai()?,
        node: packages()?.join("tsshogi.mjs"),
    })
}

/// The folder with the peers in Node and their packages.
pub(super) fn packages() -> Result<PathBuf> {
    shell::require("npm", "npm")?;
    let sh = shell::open()?;
    let folder = workshop().join("node");
    std::fs::create_dir_all(&folder)?;
    for file in ["package.json", "tsshogi.mjs", "reading.mjs", "shogiops.mjs", "ffish.mjs"] {
        std::fs::copy(Path::new("xtask/node").join(file), folder.join(file))
            .with_context(|| format!("xtask/node/{file}"))?;
    }
    sh.change_dir(&folder);
    cmd!(sh, "npm install --no-audit --no-fund --silent").run()?;
    Ok(folder)
}

fn chunk(peer: &'static str, seed: u64, programs: Programs) -> Chunk {
    Chunk {
        id: format!("{peer} {GAMES} games seed {seed}"),
        group: peer.to_owned(),
        seed: Some(seed),
        run: Box::new(move |_| compare(peer, seed, &programs).map(Into::into)),
    }
}

/// What the script says at its end.
#[derive(Deserialize)]
struct Answer {
    games: u64,
}

fn compare(peer: &str, seed: u64, programs: &Programs) -> Result<u64> {
    let sh = shell::open()?;
    let Programs { python, komadai, node } = programs;
    let (games, seed) = (GAMES.to_string(), seed.to_string());
    let command = cmd!(sh, "{python} -B xtask/python/records.py {peer} --node {node}");
    let command = command.args(["--games", &games, "--seed", &seed, "--komadai"]).arg(komadai);
    let answer = shell::capture(command)?;
    let answer: Answer = serde_json::from_str(&answer).context("the script's answer")?;
    Ok(answer.games)
}
