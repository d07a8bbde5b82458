//! Positions and evaluations for people who talk to the engine.

use crate::session::Session;
use komadai_records::position::{to_fen, to_sfen};
use komadai_rules::{Color, Setup, Variant};

/// The board in letters, with the position in text and what is known of it.
pub(crate) fn position(session: &Session) -> String {
    let (v, setup) = (session.variant(), session.play().setup());
    let mut lines = board(v, &setup);
    lines.push(String::new());
    lines.push(format!("Variant: {}", v.id));
    lines.push(format!("Sfen: {}", to_sfen(v, &setup)));
    lines.push(format!("Fen: {}", to_fen(v, &setup)));
    lines.push(format!("Key: {:016x}", session.play().key()));
    let side = &v.sides[setup.side.index()];
    let must = if setup.passes[setup.side.index()] > 0 { "must pass" } else { "to move" };
    let check = if session.play().in_check() { ", in check" } else { "" };
    lines.push(format!("Side: {side} {must}{check}"));
    lines.push(format!("Legal moves: {}", session.legal().len()));
    if let Some(end) = session.play().ending() {
        lines.push(format!("Over: {}", end.reason));
    }
    lines.join("\n") + "\n"
}

fn board(v: &Variant, setup: &Setup) -> Vec<String> {
    let board = &v.board;
    let rule = format!(" +{}", "----+".repeat(usize::from(board.files)));
    let mut lines = vec![String::new(), rule.clone()];
    for rank in (0..board.ranks).rev() {
        let cells = (0..board.files).filter_map(|file| board.square(file, rank)).map(|square| {
            let missing = board.holes.contains(&square)
                || (board.vanishing.contains(&square) && setup.at(square).is_none());
            let text = match setup.at(square) {
                Some((color, piece)) => letters(&v.pieces[piece.index()].id, color),
                None if missing => "*".to_owned(),
                None => String::new(),
            };
            format!("{text:^4}|")
        });
        let name = u32::from(rank) + u32::from(board.first_rank);
        lines.push(format!(" |{} {name}", cells.collect::<String>()));
        lines.push(rule.clone());
    }
    let files = (0..board.files).map(|file| format!("  {}  ", char::from(b'a' + file)));
    lines.push(format!(" {}", files.collect::<String>()).trim_end().to_owned());
    lines
}

fn letters(id: &str, color: Color) -> String {
    match color {
        Color::First => id.to_owned(),
        Color::Second => id.to_lowercase(),
    }
}

/// The static evaluation, term by term, in pawns.
pub(crate) fn evaluation(session: &Session) -> String {
    let (terms, score) = session.evaluation();
    let v = session.variant();
    let [first, second] = &v.sides;
    let pawns = |centipawns: i32| f64::from(centipawns) / 100.0;
    let mut lines = vec![format!("{:<20} {first:>10} {second:>10}", "")];
    for (term, one, other) in terms {
        lines.push(format!("{term:<20} {:>10.2} {:>10.2}", pawns(one), pawns(other)));
    }
    let side = &v.sides[session.play().side().index()];
    lines.push(format!("Evaluation: {score} for {side}, to move"));
    lines.join("\n") + "\n"
}
