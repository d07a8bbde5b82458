//! How a game has ended, as its record says it.

use crate::game::End;
use komadai_records::record::Record;
use komadai_rules::{Color, Variant};

/// How a game has ended where the rules have not ended it and `to_move` is to move; nothing where its record
/// says nothing of that.
pub(super) fn end_of(record: &Record, to_move: Color, variant: &Variant) -> Option<End> {
    let winner = record.said_winner(to_move);
    let side = |side: Color| &variant.sides[side.index()];
    let (mover, other) = (side(to_move), side(!to_move));
    let said = |status: &str, reason: String| (status.to_owned(), reason);
    let (status, reason) = match record.end.as_deref() {
        Some("投了") => said("resignation", format!("{mover} has resigned.")),
        Some("切れ負け") => said("time", format!("{mover} has run out of time.")),
        Some("持将棋") => said("agreement", "The players have agreed on a draw.".to_owned()),
        Some("千日手") => said("repetition", "The position has come up again.".to_owned()),
        Some("詰み") => said("checkmate", format!("{mover} is mated.")),
        Some("反則負け") => said("illegal-move", format!("{mover} has made an illegal move.")),
        Some("反則勝ち") => said("illegal-move", format!("{other} has made an illegal move.")),
        Some("入玉勝ち" | "入玉宣言" | "勝ち宣言") => {
            said("declaration", format!("{mover} has declared a win."))
        }
        Some("中断") if winner.is_none() => {
            said("aborted", "The game was broken off.".to_owned())
        }
        Some(word) => said("record", format!("The record ends with: {word}.")),
        None if winner.is_some() => said("record", "The record says who has won.".to_owned()),
        None => return None,
    };
    Some(End { status, winner, reason, reason_ja: None, illegal_at: None })
}
