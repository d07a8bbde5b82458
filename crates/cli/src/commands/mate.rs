//! `mate`: can the side to move force mate by checks?

use super::write_json;
use crate::args::Situation;
use crate::library;
use komadai_engine::mate::{self, MateAnswer, MateLimits};
use komadai_records::moves::spell;
use komadai_rules::variant::Coordinates;
use komadai_rules::{AnyGame, AnyPlay, Interrupt, Move};
use serde::Serialize;
use std::io::Write;
use std::time::Duration;

/// Where, and how long to look.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    situation: Situation,

    /// Look at no more than this many positions
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Stop after this many seconds
    #[arg(long, value_name = "S", default_value_t = 60.0)]
    seconds: f64,

    /// How many mebibytes of memory to use
    #[arg(long, value_name = "M", default_value_t = 256)]
    memory: usize,

    /// Tell the first mate that is found, which is quicker and may be longer than need be
    #[arg(long)]
    first: bool,
}

#[derive(Debug, Serialize)]
struct Answer {
    variant: String,
    position: String,
    /// `mate`, `no-mate` (by checks alone) or `unknown`.
    answer: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<usize>,
    /// The whole line, in USI.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<String>>,
    #[serde(skip)]
    algebraic: Vec<String>,
    nodes: u64,
    seconds: f64,
}

pub(crate) fn run(args: &Args, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let choice = &args.situation.game;
    let game = library::game(&choice.variant, &choice.settings)?;
    let answer = solve(args, &game)?;
    if json {
        return write_json(out, &answer);
    }
    match (&answer.moves, answer.answer) {
        (Some(moves), _) => {
            let is_shogi = game.variant().board.coordinates == Coordinates::Shogi;
            let line = if is_shogi { moves } else { &answer.algebraic };
            let plies = if moves.len() == 1 { "ply" } else { "plies" };
            writeln!(out, "mate in {} {plies}: {}", moves.len(), line.join(" "))?;
        }
        (None, "no-mate") => writeln!(out, "no mate by checks alone")?,
        (None, _) => writeln!(out, "not decided: give it more --seconds, --nodes or --memory")?,
    }
    Ok(())
}

fn solve(args: &Args, game: &AnyGame) -> anyhow::Result<Answer> {
    let Args { situation, nodes, seconds, memory, first } = args;
    let play = situation.line.play(game)?;
    let begun = std::time::Instant::now();
    let most = Duration::try_from_secs_f64(*seconds).unwrap_or(Duration::MAX);
    let memory_mebibytes = (*memory).max(1);
    let limits = MateLimits { nodes: *nodes, memory_mebibytes, shortest: !first };
    let time_is_up = Interrupt::new(move || begun.elapsed() >= most);
    let solution = mate::solve(&play, &limits, &time_is_up);
    let (answer, line) = match solution.answer {
        MateAnswer::Mate(line) => ("mate", Some(line)),
        MateAnswer::NoMate => ("no-mate", None),
        MateAnswer::Unknown => ("unknown", None),
    };
    let texts = line.map(|line| texts(&play, &line));
    Ok(Answer {
        variant: game.variant().id.clone(),
        position: komadai_records::json::text_of(&play),
        answer,
        plies: texts.as_ref().map(Vec::len),
        algebraic: texts.iter().flatten().map(|(_, algebraic)| algebraic.clone()).collect(),
        moves: texts.map(|texts| texts.into_iter().map(|(usi, _)| usi).collect()),
        nodes: solution.nodes,
        seconds: begun.elapsed().as_secs_f64(),
    })
}

/// The moves of a line in USI and in algebraic form.
fn texts(play: &AnyPlay, line: &[Move]) -> Vec<(String, String)> {
    let mut play = play.clone();
    let mut texts = Vec::new();
    for m in line {
        let spelled = spell(&play, *m);
        texts.push((spelled.usi(play.variant()), spelled.algebraic(play.variant())));
        play.push(*m);
    }
    texts
}
