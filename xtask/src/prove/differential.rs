//! Random games beside real programs: the same legal moves, checks and results at every ply.
//!
//! The scripts in `xtask/python` do the comparing; each keeps one `komadai batch` process. Their
//! packages go to a virtual environment of our own.

use super::{Args, Chunk, Page, Plan, cores, komadai, records, workshop};
use crate::shell;
use anyhow::{Context, Result};
use serde::Deserialize;
use std::path::PathBuf;
use xshell::cmd;

/// Games in a chunk.
const GAMES: u64 = 50;

/// The packages that were tried; newer ones may have other errors than those that we know of.
const PACKAGES: &[&str] = &["pyffish==0.0.90", "cshogi==1.1.0", "chess==1.11.2"];

/// Fairy-Stockfish as a library.
pub(super) fn pyffish(args: &Args) -> Result<Plan> {
    let what = "Random games compared with Fairy-Stockfish (pyffish): the same legal moves and the \
                same check at every ply, the same result at the end. It lists mates by a dropped pawn \
                although they are illegal, a known error; these moves are left out of the comparison. In \
                Makruk and Ouk Chatrang the counts of moves are compared, too; the king of Ouk Chatrang may \
                leap more often here, which our file cannot say. In Duck Chess, S-Chess and the Game of the Amazons what \
                moves place is compared, and who has the right to.";
    let variants = [
        "shogi",
        "minishogi",
        "judkins",
        "chess",
        "makruk",
        "cambodian",
        "duck",
        "seirawan",
        "amazons",
    ];
    plan("pyffish", what, &variants, args)
}

/// The shogi library of the computer-shogi people.
pub(super) fn cshogi(args: &Args) -> Result<Plan> {
    let what = "Random games and random positions compared with cshogi: the same legal moves, check \
                and declarations at every ply, the same result at the end.";
    plan("cshogi", what, &["shogi"], args)
}

/// The chess library of the Python people.
pub(super) fn python_chess(args: &Args) -> Result<Plan> {
    let what = "Random games and random positions compared with python-chess: the same legal moves, \
                check, FEN and claims at every ply, the same result at the end.";
    plan("python-chess", what, &["chess", "chess960"], args)
}

/// The rules of lishogi.
pub(super) fn shogiops(args: &Args) -> Result<Plan> {
    let what = "Random games and random positions compared with shogiops, the rules of lishogi: the same legal \
                moves, told by the positions that they lead to, and the same check at every ply. In Chu Shogi \
                it takes a pawn that a lion has just captured for a guard of the lion behind it, a known error; \
                such moves are added to its own. In Annan Shogi it allows captures that leave the king to a piece \
                behind which the victim stood, and pawns dropped to give mate by a movement that they lend, two more; \
                such moves are left out.";
    plan("shogiops", what, &["annan", "chu", "minishogi"], args)
}

/// H. G. Muller's engine for the large games of old Japan.
pub(super) fn hachu(args: &Args) -> Result<Plan> {
    shell::require_file("/usr/games/hachu", "hachu")?;
    let what = "Random games of Chu Shogi beside HaChu: the same legal moves at every ply, and it makes ours. It does \
                not say what may pass. Where it follows other rulings nothing is compared: it does not promote a \
                piece that could have promoted with its last move, decides itself whether a lance on the last \
                rank promotes, and refuses to repeat a position at all; such games end there, and where a king can \
                be taken.";
    plan("hachu", what, &["chu"], args)
}

fn plan(peer: &str, what: &str, variants: &[&str], args: &Args) -> Result<Plan> {
    let node = (peer == "shogiops").then(records::packages).transpose()?;
    let node = node.map(|folder| folder.join("shogiops.mjs"));
    let programs = Programs { python: python()?, komadai: komadai()?, node };
    let mut chunks = Vec::new();
    for variant in variants {
        for seed in args.seed..args.seed + args.games.div_ceil(GAMES) {
            chunks.push(chunk(peer, variant, seed, programs.clone()));
        }
    }
    Ok(Plan {
        page: Page::Proof,
        what: what.into(),
        unit: "positions",
        command: format!("cargo xtask prove {peer} --games {} --seed {}", args.games, args.seed),
        at_once: cores(),
        chunks,
    })
}

#[derive(Clone)]
struct Programs {
    python: PathBuf,
    komadai: PathBuf,
    /// The script of a peer in Node.
    node: Option<PathBuf>,
}

/// Python with the peers' packages.
pub(super) fn python() -> Result<PathBuf> {
    shell::require("python3", "python3")?;
    let sh = shell::open()?;
    let folder = workshop().join("venv");
    let python = folder.join("bin/python");
    if !python.exists() {
        cmd!(sh, "python3 -m venv {folder}").run()?;
    }
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    cmd!(sh, "{python} {install...} {PACKAGES...}").run()?;
    Ok(python)
}

fn chunk(peer: &str, variant: &str, seed: u64, programs: Programs) -> Chunk {
    let (peer, variant) = (peer.to_string(), variant.to_string());
    Chunk {
        id: format!("{variant} {GAMES} games seed {seed}"),
        group: variant.clone(),
        seed: Some(seed),
        run: Box::new(move |_| compare(&peer, &variant, seed, &programs).map(Into::into)),
    }
}

/// What a script says at its end.
#[derive(Deserialize)]
struct Answer {
    positions: u64,
}

fn compare(peer: &str, variant: &str, seed: u64, programs: &Programs) -> Result<u64> {
    let sh = shell::open()?;
    let Programs { python, komadai, node } = programs;
    let (games, seed) = (GAMES.to_string(), seed.to_string());
    let command = cmd!(sh, "{python} -B xtask/python/compare.py {peer} {variant}");
    let command = command.args(["--games", &games, "--seed", &seed, "--komadai"]).arg(komadai);
    let command = node.iter().fold(command, |command, node| command.arg("--node").arg(node));
    let answer = shell::capture(command)?;
    let answer: Answer = serde_json::from_str(&answer).context("the script's answer")?;
    Ok(answer.positions)
}
