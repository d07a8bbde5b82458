//! The games of the shelf, played through: at random, and by the engine against itself.

use super::{Args, Chunk, Finding, Page, Plan, cores, komadai};
use crate::shell;
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use xshell::cmd;

/// Random games of each.
const RANDOM: u64 = 1_000;
/// Longer games are broken off.
const PLIES: u64 = 400;
/// Games of the engine, and how much time a side has for each.
const GAMES: &str = "20";
const CLOCK: &str = "1+0.01";

/// A game as `komadai variants` lists it.
#[derive(Deserialize)]
struct Listed {
    id: String,
}

/// A random game, as far as it matters here.
#[derive(Deserialize)]
struct Random {
    moves: Vec<String>,
}

/// What a match says at its end.
#[derive(Deserialize)]
struct Summary {
    games: u64,
    illegal: u64,
    crashes: u64,
    timeouts: u64,
}

/// A chunk for each game of the shelf.
pub(super) fn plan(args: &Args) -> Result<Plan> {
    let program = komadai()?;
    let sh = shell::open()?;
    let listed = shell::capture(cmd!(sh, "{program} variants --json"))?;
    let listed: Vec<Listed> = serde_json::from_str(&listed).context("the list of games")?;
    let on_shelf = |id: &String| shell::root().join(format!("variants/shelf/{id}.toml")).is_file();
    let games = listed.into_iter().map(|game| game.id).filter(on_shelf);
    Ok(Plan {
        page: Page::Proof,
        what: format!(
            "Every game of the shelf: {RANDOM} random games of {PLIES} plies at most, and {GAMES} of the engine \
             against itself at {CLOCK} seconds. Nothing illegal is played, nothing crashes, nobody loses on time."
        ),
        unit: "plies",
        command: format!("cargo xtask prove shelf --seed {}", args.seed),
        // Clocks run.
        at_once: cores().div_ceil(2),
        chunks: games.map(|game| chunk(game, args.seed, program.clone())).collect(),
    })
}

fn chunk(game: String, seed: u64, program: PathBuf) -> Chunk {
    Chunk {
        id: format!("{game} seed {seed}"),
        group: game.clone(),
        seed: Some(seed),
        run: Box::new(move |_| play(&game, seed, &program)),
    }
}

fn play(game: &str, seed: u64, program: &Path) -> Result<Finding> {
    let sh = shell::open()?;
    let (random, plies, seed) = (RANDOM.to_string(), PLIES.to_string(), seed.to_string());
    let command = cmd!(sh, "{program} playout {game} --json --games {random} --plies {plies}");
    let played = shell::capture(command.args(["--seed", &seed]))?;
    let played: Vec<Random> = played
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()
        .context("the random games")?;
    ensure!(played.len() as u64 == RANDOM, "{} random games instead of {RANDOM}", played.len());
    let command = cmd!(sh, "{program} match {game} --json --games {GAMES} --tc {CLOCK}");
    let answer = shell::capture(command.args(["--seed", &seed, "komadai", "komadai"]))?;
    let last = answer.lines().last().context("the match says nothing")?;
    let Summary { games, illegal, crashes, timeouts } =
        serde_json::from_str(last).context("the end of the match")?;
    let faults = [illegal, crashes, timeouts];
    ensure!(faults == [0; 3], "illegal moves, crashes, losses on time: {faults:?}");
    let count = played.iter().map(|game| game.moves.len() as u64).sum();
    Ok(Finding { count, note: Some(format!("passed, {games} games of the engine")) })
}
