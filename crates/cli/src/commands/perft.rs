//! `perft`: how many lines of legal moves there are.

use super::write_json;
use crate::answer;
use crate::args::{Line, Perft};
use crate::library;
use komadai_rules::variant::Coordinates;
use komadai_rules::{Game, Job};
use std::io::Write;
use std::sync::Arc;

pub(crate) struct PerftJob<'a> {
    pub(crate) line: &'a Line,
    pub(crate) depth: u32,
    pub(crate) divide: bool,
}

impl Job for PerftJob<'_> {
    type Answer = anyhow::Result<answer::Perft>;

    fn run<const N: usize>(self, game: &Arc<Game<N>>) -> Self::Answer {
        answer::Perft::of(self.line, self.depth, self.divide, game)
    }
}

pub(super) fn run(perft: &Perft, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let Perft { situation, depth, divide } = perft;
    let game = library::game(&situation.game.variant, &situation.game.settings)?;
    let answer = game.run(PerftJob { line: &situation.line, depth: *depth, divide: *divide })?;
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
