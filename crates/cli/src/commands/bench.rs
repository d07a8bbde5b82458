//! `bench`: how fast the search is, and whether it is still the same search.
//!
//! Fixed positions are searched to a fixed depth by one thread. The number of nodes depends on
//! nothing but the program, so that its signature tells whether a change has touched the search.

use super::write_json;
use crate::args::key_value;
use crate::library;
use fnv::FnvHasher;
use komadai_engine::{AnyEngine, AnyWorker, Clock, Limits, Shared};
use komadai_records::opening;
use komadai_rules::{AnyGame, AnyPlay};
use serde::Serialize;
use std::hash::Hasher;
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

/// A game, and how deep to look.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The game, or the path of a variant file
    #[arg(default_value = "chess")]
    variant: String,

    /// Change a rule setting for this run, such as end.repetition.times=2
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = key_value)]
    settings: Vec<(String, String)>,

    /// The depth of the search, in plies
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
}

/// Positions of the built-in games: name, then SFEN or FEN.
const POSITIONS: &str = include_str!("bench.txt");
/// Mebibytes: enough to be quick, little enough to fill.
const HASH: usize = 16;

#[derive(Debug, Serialize)]
pub(crate) struct Answer {
    variant: String,
    nodes: u64,
    seconds: f64,
    nps: u64,
    signature: String,
    #[serde(skip)]
    positions: usize,
}

impl Args {
    fn measure(&self, game: &AnyGame) -> anyhow::Result<Answer> {
        let id = &game.variant().id;
        let listed = POSITIONS.lines().filter_map(|line| line.split_once(' '));
        let mut positions: Vec<Option<String>> = vec![None];
        let own = listed.filter(|(name, _)| name == id).map(|(_, text)| text.trim().to_string());
        positions.extend(own.map(Some));
        let engine = komadai_nets::engine(game);
        let start = Instant::now();
        let mut signature = FnvHasher::default();
        let mut nodes = 0;
        for position in &positions {
            let play = opening::open(game, None, position.as_deref())?;
            nodes += self.search(&engine, &play, Arc::new(move || start.elapsed()), &mut signature);
        }
        let seconds = start.elapsed().as_secs_f64();
        Ok(Answer {
            variant: id.clone(),
            nodes,
            seconds,
            nps: (nodes as f64 / seconds.max(1e-9)) as u64,
            signature: format!("{:016x}", signature.finish()),
            positions: positions.len(),
        })
    }

    fn search(
        &self,
        engine: &AnyEngine,
        play: &AnyPlay,
        clock: Arc<dyn Clock>,
        signature: &mut FnvHasher,
    ) -> u64 {
        let shared = Shared::new(HASH);
        shared.prepare(false);
        let limits = Limits { depth: Some(self.depth), ..Limits::default() };
        let mut worker = AnyWorker::new(engine);
        let outcome = worker.search_main(play, &limits, &shared, clock, &mut |_| {});
        // The same on every machine.
        let mut add = |number: u64| signature.write(&number.to_le_bytes());
        add(outcome.nodes);
        add(outcome.score.0 as u64);
        add(outcome.best.map_or(0, |m| m.bits().into()));
        outcome.nodes
    }
}

pub(crate) fn run(args: &Args, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = library::game(&args.variant, &args.settings)?;
    let answer = args.measure(&game)?;
    if json {
        return write_json(out, &answer);
    }
    writeln!(
        out,
        "{}: {} nodes in {:.2} s, {} thousand/s, {} positions to depth {}, signature {}",
        answer.variant,
        answer.nodes,
        answer.seconds,
        answer.nps / 1000,
        answer.positions,
        args.depth,
        answer.signature
    )?;
    // The form that OpenBench reads.
    writeln!(out, "{} nodes {} nps", answer.nodes, answer.nps)?;
    Ok(())
}
