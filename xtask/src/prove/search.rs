//! How the search uses the machine: nodes a second, two threads against one, the answer to `stop`,
//! memory.

use super::usi::{Engine, Told};
use super::{Args, Chunk, Finding, Page, Plan, komadai};
use crate::shell;
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::path::Path;
use std::time::{Duration, Instant};
use xshell::cmd;

/// A game, how many thousand nodes a second it must reach at least, and a depth that takes one thread
/// about a second.
#[derive(Clone, Copy)]
pub(super) struct Goal {
    pub(super) variant: &'static str,
    speed: u64,
    pub(super) depth: u64,
}

pub(super) const GAMES: &[Goal] = &[
    Goal { variant: "shogi", speed: 400, depth: 14 },
    Goal { variant: "minishogi", speed: 600, depth: 20 },
    Goal { variant: "judkins", speed: 0, depth: 18 },
    Goal { variant: "raichu", speed: 200, depth: 13 },
    Goal { variant: "minjiku", speed: 200, depth: 14 },
    Goal { variant: "chess", speed: 0, depth: 19 },
];
/// Positions of a game: the start, and others some random plies later.
const POSITIONS: u64 = 5;
/// How many plies later.
const PLIES: &str = "--plies=12";
/// Milliseconds for each, and for each of those where two threads are compared with one, which are more.
const THINK: u64 = 2_000;
const GLANCE: u64 = 1_000;
/// How many times the nodes two threads must reach in an equal time, and in what share of the time an
/// equal depth.
const MORE: f64 = 1.7;
const SOONER: f64 = 0.8;
/// Games of the engine with itself of which two threads see one position each, and how often they do:
/// no two of their searches are the same.
const PLAYED: u64 = 12;
const ROUNDS: u64 = 3;
/// From how many seeds: two threads differ from run to run and from game to game.
const SAMPLES: u64 = 3;
/// How these are played. Each opening is played twice, with sides exchanged.
const PLAY: &[&str] = &["--json", "--nodes=500", "--random-plies=4", "--games=24"];
/// How often each engine is told to stop.
const STOPS: u64 = 40;
/// The longest that it may take to say its move then.
const ANSWER: Duration = Duration::from_millis(50);
/// Mebibytes of the hash, and what all else may take.
const HASH: u64 = 64;
const REST: u64 = 64;

/// A chunk for each question and game; for the threads some over all games.
pub(super) fn plan(args: &Args) -> Result<Plan> {
    let program = komadai()?;
    let seed = args.seed;
    let each = |what: &'static str, ask: Ask| {
        let program = program.clone();
        GAMES.iter().map(move |game| {
            chunk(&format!("{what}, {}", game.variant), *game, seed, ask, &program)
        })
    };
    let speed = each("nodes a second", speed);
    let more = each("nodes of two threads", more);
    let stop = each("stop", stop);
    let memory = each("memory", memory);
    let two = |seed| {
        let name = format!("time of two threads, all games, sample {seed}");
        chunk(&name, GAMES[0], seed, sooner, &program)
    };
    Ok(Plan {
        page: Page::Strength,
        what: "How the search uses the machine. Nodes a second: one thread, 2 s on the start and on \
               each of four positions 12 random plies later. Nodes of two threads: 1 s with one thread \
               and then 1 s with two on each of 36 positions of a game, from all parts of games that \
               the engine has played against itself. Time of two threads: the time to an equal depth, \
               added up over a third of these positions in all games, with three searches by two \
               threads for each by one; each third is a sample. Stop: the slowest answer in 40 \
               searches. Memory: the largest resident size, with a hash of 64 MB."
            .into(),
        unit: "searches",
        command: format!("cargo xtask prove search --seed {seed}"),
        // Times are taken.
        at_once: 1,
        chunks: (speed.chain(more).chain(stop).chain(memory))
            .chain((seed..seed + SAMPLES).map(two))
            .collect(),
    })
}

/// What is asked of the program in a game, with positions from a seed.
type Ask = fn(&Path, Goal, u64) -> Result<Finding>;

fn chunk(name: &str, game: Goal, seed: u64, ask: Ask, program: &Path) -> Chunk {
    let program = program.to_path_buf();
    Chunk {
        id: format!("{name} {seed}"),
        group: name.into(),
        seed: Some(seed),
        run: Box::new(move |_| ask(&program, game, seed)),
    }
}

fn speed(program: &Path, Goal { variant, speed: least, .. }: Goal, seed: u64) -> Result<Finding> {
    let mut engine = start(program, variant, 1)?;
    let mut spent = Spent::default();
    for position in positions(program, variant, seed)? {
        spent.think(&mut engine, &position, THINK)?;
    }
    let speed = (spent.speed() / 1e3) as u64;
    let note = format!("{speed} thousand nodes/s");
    ensure!(speed >= least, "{note}; expected at least {least} thousand");
    Ok(Finding { count: POSITIONS, note: Some(note) })
}

/// Asked in equal times, game by game: to an equal depth, two threads spend their time in other positions
/// and games than one, and these differ fourfold in nodes a second.
fn more(program: &Path, Goal { variant, .. }: Goal, seed: u64) -> Result<Finding> {
    let (mut alone, mut two) = (Spent::default(), Spent::default());
    let mut engines = [start(program, variant, 1)?, start(program, variant, 2)?];
    for sample in seed..seed + SAMPLES {
        for position in played(program, variant, sample)? {
            alone.think(&mut engines[0], &position, GLANCE)?;
            two.think(&mut engines[1], &position, GLANCE)?;
        }
    }
    let more = two.speed() / alone.speed();
    let note = format!("{more:.2} times those of one");
    ensure!(more >= MORE, "{note}; expected {MORE}");
    Ok(Finding { count: 2 * SAMPLES * PLAYED, note: Some(note) })
}

fn sooner(program: &Path, _: Goal, seed: u64) -> Result<Finding> {
    let (mut alone, mut two) = (Duration::ZERO, Duration::ZERO);
    for Goal { variant, depth, .. } in GAMES {
        let mut engines = [start(program, variant, 1)?, start(program, variant, 2)?];
        for position in played(program, variant, seed)? {
            alone += reach(&mut engines[0], &position, *depth)?;
            for _ in 0..ROUNDS {
                two += reach(&mut engines[1], &position, *depth)?;
            }
        }
    }
    let sooner = two.div_duration_f64(alone) / ROUNDS as f64;
    let note = format!("{sooner:.2} of one's");
    ensure!(sooner <= SOONER, "{note}; expected at most {SOONER}");
    Ok(Finding { count: (1 + ROUNDS) * PLAYED * GAMES.len() as u64, note: Some(note) })
}

/// What searches for a fixed time have done.
#[derive(Default)]
struct Spent {
    nodes: f64,
    seconds: f64,
}

impl Spent {
    /// A search for a fixed time, the memory empty at first.
    fn think(&mut self, engine: &mut Engine, position: &str, time: u64) -> Result<()> {
        let told = think(engine, position, time)?;
        let last = told.last().context("no line of the engine's")?;
        self.nodes += last.nodes as f64;
        self.seconds += last.milliseconds as f64 / 1e3;
        Ok(())
    }

    /// Nodes a second.
    fn speed(&self) -> f64 {
        self.nodes / self.seconds
    }
}

/// How long a search to a depth takes, the memory empty at first.
fn reach(engine: &mut Engine, position: &str, depth: u64) -> Result<Duration> {
    forget(engine, position)?;
    let asked = Instant::now();
    engine.say(&format!("go depth {depth}"))?;
    engine.until("bestmove")?;
    Ok(asked.elapsed())
}

/// `position` commands: positions from the first to the last sixth of games that were played.
pub(super) fn played(program: &Path, variant: &str, seed: u64) -> Result<Vec<String>> {
    let seed = format!("--seed={seed}");
    let sh = shell::open()?;
    let engines = ["--engine=komadai", "--engine=komadai name=again"];
    let lines =
        shell::capture(cmd!(sh, "{program} match {variant} {engines...} {seed} {PLAY...}"))?;
    let games = lines.lines().step_by(2).take(PLAYED as usize).enumerate();
    games
        .map(|(i, line)| {
            let game: Played = serde_json::from_str(line).context("a game")?;
            let plies = game.moves.len() * (2 * (i % 6) + 1) / 12;
            Ok(format!("position startpos moves {}", game.moves[..plies].join(" ")))
        })
        .collect()
}

fn stop(program: &Path, Goal { variant, .. }: Goal, seed: u64) -> Result<Finding> {
    let mut engine = start(program, variant, 1)?;
    let positions = positions(program, variant, seed)?;
    let mut slowest = Duration::ZERO;
    for search in 0..STOPS {
        engine.say(&positions[search as usize % positions.len()])?;
        engine.say("go infinite")?;
        // From at once to a third of a second.
        std::thread::sleep(Duration::from_millis(search * 37 % 333));
        let asked = Instant::now();
        engine.say("stop")?;
        engine.until("bestmove")?;
        slowest = slowest.max(asked.elapsed());
    }
    let note = format!("{:.1} ms", slowest.as_secs_f64() * 1e3);
    ensure!(slowest <= ANSWER, "{note}; expected at most {} ms", ANSWER.as_millis());
    Ok(Finding { count: STOPS, note: Some(note) })
}

fn memory(program: &Path, Goal { variant, .. }: Goal, seed: u64) -> Result<Finding> {
    let mut engine = start(program, variant, 1)?;
    for position in positions(program, variant, seed)? {
        think(&mut engine, &position, THINK)?;
    }
    let resident = engine.most_resident()?;
    let note = format!("{resident} MB");
    ensure!(resident <= HASH + REST, "{note}; expected at most {}", HASH + REST);
    Ok(Finding { count: POSITIONS, note: Some(note) })
}

pub(super) fn start(program: &Path, variant: &str, threads: u64) -> Result<Engine> {
    let mut engine = Engine::start(program)?;
    engine.say(&format!("setoption name USI_Variant value {variant}"))?;
    engine.say(&format!("setoption name USI_Hash value {HASH}"))?;
    engine.say(&format!("setoption name Threads value {threads}"))?;
    engine.ready()?;
    Ok(engine)
}

/// What the engine says while it thinks for so many milliseconds, its memory empty at first.
fn think(engine: &mut Engine, position: &str, time: u64) -> Result<Vec<Told>> {
    forget(engine, position)?;
    engine.say(&format!("go movetime {time}"))?;
    engine.until("bestmove")
}

/// A position, and the memory empty.
pub(super) fn forget(engine: &mut Engine, position: &str) -> Result<()> {
    engine.say("usinewgame")?;
    engine.ready()?;
    engine.say(position)
}

/// The moves of a game.
#[derive(Deserialize)]
struct Played {
    moves: Vec<String>,
}

/// The moves of a random game, and how it stands.
#[derive(Deserialize)]
struct Playout {
    moves: Vec<String>,
    status: String,
}

/// More random games than are wanted: some are over too soon.
const GAMES_TRIED: &str = "--games=40";

/// `position` commands: the start, and random games cut short, none of them over.
fn positions(program: &Path, variant: &str, seed: u64) -> Result<Vec<String>> {
    let seed = format!("--seed={seed}");
    let sh = shell::open()?;
    let words = [seed.as_str(), PLIES, GAMES_TRIED];
    let lines = shell::capture(cmd!(sh, "{program} playout {variant} --json {words...}"))?;
    let games: Vec<Playout> = lines
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()
        .context("random games")?;
    let going_on = games.iter().filter(|game| game.status == "ongoing");
    let later = going_on.map(|game| format!("position startpos moves {}", game.moves.join(" ")));
    let start = std::iter::once("position startpos".to_string());
    let positions: Vec<String> = start.chain(later).take(POSITIONS as usize).collect();
    ensure!(positions.len() == POSITIONS as usize, "too few random games go on for long enough");
    Ok(positions)
}
