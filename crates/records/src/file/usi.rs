//! Games as commands of USI, and positions by themselves.

use crate::moves;
use crate::position;
use crate::record::{BadRecord, CannotWrite, MoveTree, Record, Told, TreeNode};
use komadai_rules::variant::PositionText;
use komadai_rules::{AnyGame, Interrupt, Opening, Variant};

/// Between the position and the moves.
const MOVES: &str = "moves";

/// Whether a text begins with a game in USI, with the word `position` or without it.
pub(super) fn is_one(text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default();
    let first = line.split_whitespace().next();
    matches!(first, Some("position" | "startpos"))
        || (matches!(first, Some("sfen" | "fen")) && line.contains('/'))
}

/// Whether a text begins with a line that seems to be a position.
pub(super) fn is_position(text: &str) -> bool {
    let mut words = text.lines().next().unwrap_or_default().split_whitespace();
    let is_board = |word: &str| {
        let known = |c: char| c.is_ascii_alphanumeric() || "/+*[]~-".contains(c);
        word.matches('/').count() >= 2 && word.chars().all(known)
    };
    words.next().is_some_and(is_board) && matches!(words.next(), Some("b" | "w"))
}

/// The first line: `position startpos moves ...` or `sfen ... moves ...`.
pub(super) fn read(variant: &Variant, text: &str, most: usize) -> Result<Record, BadRecord> {
    let line = text.lines().next().unwrap_or_default().trim();
    let bad = |message: String| BadRecord { line: 1, message };
    let line = line.strip_prefix("position ").unwrap_or(line).trim();
    let (start, moves) = match line.split_once(MOVES) {
        Some((start, moves)) => (start.trim(), moves),
        None => (line, ""),
    };
    let start = match start.strip_prefix("sfen ").or(start.strip_prefix("fen ")) {
        Some(text) => {
            Opening::Setup(position::parse(variant, text.trim()).map_err(|e| bad(e.to_string()))?)
        }
        None if start == "startpos" => Opening::Usual,
        None => {
            return Err(bad(format!("`{start}` is neither `startpos` nor `sfen` and a position")));
        }
    };
    let nodes: Vec<TreeNode> = in_a_row(moves.split_whitespace().map(str::to_owned)).collect();
    if nodes.len() > most {
        return Err(bad(format!("there are more than {most} moves")));
    }
    let tree = MoveTree { comment: String::new(), nodes };
    Ok(Record { start, tree, ..Record::default() })
}

/// Moves, each after the one before it.
pub(super) fn in_a_row(moves: impl Iterator<Item = String>) -> impl Iterator<Item = TreeNode> {
    moves.enumerate().map(|(index, text)| TreeNode {
        parent: index.checked_sub(1),
        text,
        ..TreeNode::default()
    })
}

/// The first line: a position.
pub(super) fn read_position(variant: &Variant, text: &str) -> Result<Record, BadRecord> {
    let line = text.lines().next().unwrap_or_default().trim();
    let setup = position::parse(variant, line)
        .map_err(|error| BadRecord { line: 1, message: error.to_string() })?;
    Ok(Record { start: Opening::Setup(setup), ..Record::default() })
}

/// The main line as a command of USI. There are no words for anything else.
pub(super) fn write(
    game: &AnyGame,
    record: &Record,
    interrupt: &Interrupt,
) -> Result<String, CannotWrite> {
    let variant = game.variant();
    let Told { start, texts, .. } =
        record.told(game, interrupt, |play, m| Ok(moves::spell(play, m).usi(variant)))?;
    let here = position::write(variant, &start);
    let usual = variant.start_setup(None).map(|setup| position::write(variant, &setup));
    let mut text = match variant.board.text {
        _ if usual.as_ref() == Some(&here) => "position startpos".to_owned(),
        PositionText::Sfen => format!("position sfen {here}"),
        PositionText::Fen => format!("position fen {here}"),
    };
    let line = record.tree.main_line();
    if !line.is_empty() {
        text = text + " " + MOVES;
    }
    for index in line {
        text = text + " " + &texts[index];
    }
    Ok(text + "\n")
}

/// Where the main line ends.
pub(super) fn write_position(
    game: &AnyGame,
    record: &Record,
    interrupt: &Interrupt,
) -> Result<String, CannotWrite> {
    let last = record.told(game, interrupt, |_, _| Ok(()))?.last;
    Ok(position::write(game.variant(), &last.setup()) + "\n")
}
