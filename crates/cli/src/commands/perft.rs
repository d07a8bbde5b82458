//! `perft`: how many lines of legal moves there are.

use super::write_json;
use crate::answer;
use crate::args::Perft;
use crate::library;
use komadai_rules::variant::Coordinates;
use std::io::Write;

pub(super) fn run(perft: &Perft, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let Perft { situation, depth, divide } = perft;
    let game = library::game(&situation.game.variant, &situation.game.settings)?;
    let answer = answer::Perft::of(&situation.line, *depth, *divide, &game)?;
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
