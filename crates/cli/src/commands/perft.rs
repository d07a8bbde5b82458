//! `perft`: how many lines of legal moves there are.

use super::write_json;
use crate::args::{Line, Situation};
use crate::library;
use komadai_records::json::text_of;
use komadai_records::moves::spell;
use komadai_rules::variant::Coordinates;
use komadai_rules::{AnyGame, AnyPlay, Move};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::io::Write;

/// No game is searched deeper.
pub(super) const MOST_DEPTH: u32 = 100;

#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    situation: Situation,

    /// The length of the lines
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=i64::from(MOST_DEPTH)))]
    depth: u32,

    /// Count separately for each first move
    #[arg(long)]
    divide: bool,
}

/// What is answered.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    variant: String,
    position: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_map")]
    divide: Option<Vec<Part>>,
}

/// The lines that begin with one move.
#[derive(Debug)]
struct Part {
    usi: String,
    algebraic: String,
    nodes: u64,
}

/// An object whose keys keep their order.
fn as_map<S: Serializer>(parts: &Option<Vec<Part>>, serializer: S) -> Result<S::Ok, S::Error> {
    let parts = parts.as_deref().unwrap_or_default();
    let mut map = serializer.serialize_map(Some(parts.len()))?;
    for part in parts {
        map.serialize_entry(&part.usi, &part.nodes)?;
    }
    map.end()
}

impl Answer {
    pub(super) fn of(
        line: &Line,
        depth: u32,
        divide: bool,
        game: &AnyGame,
    ) -> anyhow::Result<Self> {
        let start = line.play(game)?;
        let clock = std::time::Instant::now();
        let parts = divide.then(|| start.perft_divided(depth));
        let nodes = match &parts {
            Some(parts) if depth > 0 => parts.iter().map(|(_, nodes)| nodes).sum(),
            _ => start.perft(depth),
        };
        let seconds = clock.elapsed().as_secs_f64();
        let divide = parts.map(|parts| named(&start, &parts));
        Ok(Answer {
            variant: game.variant().id.clone(),
            position: text_of(&start),
            depth,
            nodes,
            seconds,
            divide,
        })
    }
}

fn named(start: &AnyPlay, parts: &[(Move, u64)]) -> Vec<Part> {
    let variant = start.variant();
    let part = |(m, nodes): &(Move, u64)| {
        let spelling = spell(start, *m);
        Part { usi: spelling.usi(variant), algebraic: spelling.algebraic(variant), nodes: *nodes }
    };
    parts.iter().map(part).collect()
}

pub(crate) fn run(args: &Args, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let Args { situation, depth, divide } = args;
    let game = library::game(&situation.game.variant, &situation.game.settings)?;
    let answer = Answer::of(&situation.line, *depth, *divide, &game)?;
    if json {
        return write_json(out, &answer);
    }
    let is_shogi = game.variant().board.coordinates == Coordinates::Shogi;
    for part in answer.divide.iter().flatten() {
        let text = if is_shogi { &part.usi } else { &part.algebraic };
        writeln!(out, "{text}: {}", part.nodes)?;
    }
    let million = answer.nodes as f64 / answer.seconds.max(1e-9) / 1e6;
    writeln!(
        out,
        "depth {depth}: {} nodes in {:.3} s, {million:.1} million/s",
        answer.nodes, answer.seconds
    )?;
    Ok(())
}
