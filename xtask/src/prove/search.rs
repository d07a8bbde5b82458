//! How the search uses the machine: nodes a second, two threads against one, the answer to `stop`,
//! memory.

use super::usi::{Engine, Told};
use super::{Args, Chunk, Finding, Page, Plan, komadai};
use crate::shell;
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The games, and how many thousand nodes a second each must reach at least.
const GAMES: &[(&str, u64)] = &[
    ("shogi", 400),
    ("minishogi", 600),
    ("judkins", 0),
    ("raichu", 200),
    ("minjiku", 200),
    ("chess", 0),
];
/// Positions of a game: the start, and others some random plies later.
const POSITIONS: u64 = 5;
/// How many plies later.
const PLIES: &str = "--plies=12";
/// Milliseconds for each.
const THINK: u64 = 2_000;
/// What is told in so many milliseconds before the end may be an iteration that was not finished.
const CUT_SHORT: u64 = 100;
/// How often each engine is told to stop.
const STOPS: u64 = 40;
/// The longest that it may take to say its move then.
const ANSWER: Duration = Duration::from_millis(50);
/// Mebibytes of the hash, and what all else may take.
const HASH: u64 = 64;
const REST: u64 = 64;

/// A chunk for each question and game; for the threads one over all games.
pub(super) fn plan(_: &Args) -> Result<Plan> {
    let program = komadai()?;
    let each = |what: &'static str, ask: Ask| {
        let program = program.clone();
        GAMES.iter().map(move |game| chunk(&format!("{what}, {}", game.0), *game, ask, &program))
    };
    let speed = each("nodes a second", speed);
    let stop = each("stop", stop);
    let memory = each("memory", memory);
    let threads = chunk("two threads against one, all games", GAMES[0], threads, &program);
    Ok(Plan {
        page: Page::Strength,
        what: "How the search uses the machine. Nodes a second: one thread, 2 s on the start and on each of four \
               positions 12 random plies later. Two threads: nodes in the same time, and the time for the \
               depth that one thread has finished, both added up over the same 30 positions. Stop: the \
               slowest answer in 40 searches. Memory: the most that was resident, with a hash of 64 MB."
            .into(),
        unit: "searches",
        command: "cargo xtask prove search".into(),
        // Times are taken.
        at_once: 1,
        chunks: speed.chain(stop).chain(memory).chain([threads]).collect(),
    })
}

type Ask = fn(&Path, (&str, u64)) -> Result<Finding>;

fn chunk(name: &str, game: (&'static str, u64), ask: Ask, program: &Path) -> Chunk {
    let program = program.to_path_buf();
    Chunk {
        id: name.into(),
        group: name.into(),
        seed: Some(1),
        run: Box::new(move |_| ask(&program, game)),
    }
}

fn speed(program: &Path, (variant, least): (&str, u64)) -> Result<Finding> {
    let mut engine = start(program, variant, 1)?;
    let (mut nodes, mut time) = (0, 0);
    for position in positions(program, variant)? {
        let told = think(&mut engine, &position)?;
        let last = told.last().context("no line of the engine's")?;
        nodes += last.nodes;
        time += last.milliseconds;
    }
    let speed = nodes / time.max(1);
    let note = format!("{speed} thousand nodes/s");
    ensure!(speed >= least, "{note}; expected at least {least} thousand");
    Ok(Finding { count: POSITIONS, note: Some(note) })
}

fn threads(program: &Path, _: (&str, u64)) -> Result<Finding> {
    let mut nodes = [0, 0];
    let mut times = [0, 0];
    for (variant, _) in GAMES {
        let mut engines = [start(program, variant, 1)?, start(program, variant, 2)?];
        for position in positions(program, variant)? {
            let alone = think(&mut engines[0], &position)?;
            let two = think(&mut engines[1], &position)?;
            nodes[0] += alone.last().map_or(0, |told| told.nodes);
            nodes[1] += two.last().map_or(0, |told| told.nodes);
            // The last iteration may have been cut short by the end of the time.
            let finished = alone.iter().filter(|told| told.milliseconds + CUT_SHORT < THINK);
            let goal = finished.max_by_key(|told| told.depth).context("no line of the engine's")?;
            times[0] += goal.milliseconds;
            times[1] += until_depth(&mut engines[1], &position, goal.depth)?;
        }
    }
    let more = nodes[1] as f64 / nodes[0].max(1) as f64;
    let sooner = times[1] as f64 / times[0].max(1) as f64;
    let note = format!("{more:.2} times the nodes, equal depth in {sooner:.2} of the time");
    ensure!(more >= 1.7 && sooner <= 0.8, "{note}; expected 1.7 times and 0.8 of the time");
    Ok(Finding { count: 2 * POSITIONS * GAMES.len() as u64, note: Some(note) })
}

/// The milliseconds that the engine takes for a depth, its memory empty at first.
fn until_depth(engine: &mut Engine, position: &str, depth: u64) -> Result<u64> {
    engine.say("usinewgame")?;
    engine.ready()?;
    engine.say(position)?;
    let asked = Instant::now();
    engine.say(&format!("go depth {depth}"))?;
    engine.until("bestmove")?;
    Ok(asked.elapsed().as_millis() as u64)
}

fn stop(program: &Path, (variant, _): (&str, u64)) -> Result<Finding> {
    let mut engine = start(program, variant, 1)?;
    let positions = positions(program, variant)?;
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

fn memory(program: &Path, (variant, _): (&str, u64)) -> Result<Finding> {
    let mut engine = start(program, variant, 1)?;
    for position in positions(program, variant)? {
        think(&mut engine, &position)?;
    }
    let resident = engine.most_resident()?;
    let note = format!("{resident} MB");
    ensure!(resident <= HASH + REST, "{note}; expected at most {}", HASH + REST);
    Ok(Finding { count: POSITIONS, note: Some(note) })
}

fn start(program: &Path, variant: &str, threads: u64) -> Result<Engine> {
    let mut engine = Engine::start(program)?;
    engine.say(&format!("setoption name USI_Variant value {variant}"))?;
    engine.say(&format!("setoption name USI_Hash value {HASH}"))?;
    engine.say(&format!("setoption name Threads value {threads}"))?;
    engine.ready()?;
    Ok(engine)
}

/// What the engine says while it thinks for a fixed time, its memory empty at first.
fn think(engine: &mut Engine, position: &str) -> Result<Vec<Told>> {
    engine.say("usinewgame")?;
    engine.ready()?;
    engine.say(position)?;
    engine.say(&format!("go movetime {THINK}"))?;
    engine.until("bestmove")
}

/// The moves of a random game.
#[derive(Deserialize)]
struct Playout {
    moves: Vec<String>,
    status: String,
}

/// More random games than are wanted: some are over too soon.
const GAMES_TRIED: &str = "--games=40";

/// `position` commands: the start, and random games cut short, none of them over.
fn positions(program: &Path, variant: &str) -> Result<Vec<String>> {
    let words = ["playout", variant, "--json", "--seed=1", PLIES, GAMES_TRIED];
    let lines = shell::capture(&mut shell::program(PathBuf::from(program), &words))?;
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
