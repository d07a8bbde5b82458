//! Lines of `info`.

use super::Dialect;
use komadai_engine::{Bound, Info, ScoreKind};
use komadai_records::moves::Spelling;
use komadai_rules::Variant;

/// A line of thought.
pub(super) fn thought(
    dialect: &Dialect,
    v: &Variant,
    info: &Info,
    line: &[Spelling],
    several: bool,
) -> String {
    let mut text = format!("info depth {} seldepth {}", info.depth, info.selective_depth);
    if several {
        text += &format!(" multipv {}", info.line);
    }
    text += &format!(" score {}", score(dialect, info.score.kind()));
    text += match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let ms = info.time.as_millis();
    let nps = u128::from(info.nodes) * 1000 / ms.max(1);
    text += &format!(" nodes {} nps {nps} hashfull {} time {ms}", info.nodes, info.hash_full);
    if !line.is_empty() {
        let moves: Vec<String> = line.iter().map(|m| (dialect.spell)(v, m)).collect();
        text += &format!(" pv {}", moves.join(" "));
    }
    text
}

/// `cp 13` or `mate -4`.
pub(super) fn score(dialect: &Dialect, kind: ScoreKind) -> String {
    match kind {
        ScoreKind::Centipawns(score) => format!("cp {score}"),
        ScoreKind::Won(plies) => format!("mate {}", (dialect.mate)(plies)),
        ScoreKind::Lost(0) => "mate 0".to_owned(),
        ScoreKind::Lost(plies) => format!("mate -{}", (dialect.mate)(plies)),
    }
}

/// What is said of a game when it is chosen, in the words of Fairy-Stockfish.
pub(super) fn variant_line(v: &Variant, start: &str) -> String {
    let held = |types: usize| if v.captures_to_hand { types } else { 0 };
    let pocket = held(v.pieces.iter().enumerate().filter(|(i, p)| is_held(*i, p)).count());
    let template = if v.captures_to_hand { "shogi" } else { "fairy" };
    format!(
        "info string variant {} files {} ranks {} pocket {pocket} template {template} startpos {start}",
        v.id, v.board.files, v.board.ranks
    )
}

/// Whether captors get this type.
fn is_held(index: usize, piece: &komadai_rules::variant::PieceData) -> bool {
    piece.demotes_to.index() == index && !piece.royal
}
