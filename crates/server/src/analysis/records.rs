//! Records that somebody brings along: what is said in each form, as a tree that nobody has checked yet.

use super::tree::{MOST_NODES, NodeForm, Remarks, TreeForm, few};
use crate::rules::{Catalogue, House};
use komadai_records::pgn::{self, TreeNode};
use komadai_records::record::Record;
use komadai_records::{csa, kif, moves, position};
use komadai_rules::Opening;
use serde::Deserialize;

/// A record that somebody brings along, by the rules of a house.
///
/// # Errors
/// When it is no record, with the line.
pub(crate) fn read_record(house: &House, text: &str) -> Result<TreeForm, String> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.starts_with('{') {
        return read_json(text);
    }
    if let Some(command) = text.strip_prefix("position ") {
        return Ok(read_usi(command));
    }
    if kif::game_of(text).is_some() {
        let record = kif::read(house.variant(), text, MOST_NODES);
        return Ok(of_record(house, record.map_err(|error| error.to_string())?));
    }
    if csa::is_one(text) {
        let record = csa::read(house.variant(), text, MOST_NODES);
        return Ok(of_record(house, record.map_err(|error| error.to_string())?));
    }
    if let Ok(setup) = position::parse(house.variant(), text) {
        let position = Some(position::write(house.variant(), &setup));
        return Ok(TreeForm { position, ..TreeForm::default() });
    }
    read_pgn(house, text)
}

/// What a record says of its variant.
pub(crate) fn variant_of(text: &str, catalogue: &Catalogue) -> Option<String> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.starts_with('{') {
        let value: serde_json::Value = serde_json::from_str(text).ok()?;
        return value.get("variant")?.as_str().map(str::to_owned);
    }
    if let Some(name) = kif::game_of(text) {
        return catalogue.called_in_japanese(name);
    }
    let (tags, _) = pgn::read(text, MOST_NODES).ok()?;
    tags.into_iter().find(|(name, _)| name == "Variant").map(|(_, value)| value)
}

/// A game of shogi as Japanese programs write it.
fn of_record(house: &House, record: Record) -> TreeForm {
    let (start, position) = match &record.start {
        Opening::Usual => (None, None),
        Opening::Named(start) => (Some(start.clone()), None),
        Opening::Setup(setup) => (None, Some(position::write(house.variant(), setup))),
    };
    let title = TITLES.iter().find_map(|name| record.header(name)).map(str::to_owned);
    let players = || {
        let side = |names: &[&str]| names.iter().find_map(|name| record.header(name));
        Some(format!("{} – {}", side(&FIRST)?, side(&SECOND)?))
    };
    let node = |node: &TreeNode| NodeForm {
        parent: node.parent,
        text: node.text.clone(),
        remarks: Remarks { comment: node.comment.clone(), ..Remarks::default() },
    };
    TreeForm {
        title: title.or_else(players).unwrap_or_default(),
        start,
        position,
        root: Remarks { comment: record.tree.comment.clone(), ..Remarks::default() },
        nodes: record.tree.nodes.iter().map(node).collect(),
    }
}

/// Where such files say what the game is called, and who played it.
const TITLES: [&str; 2] = ["表題", "棋戦"];
const FIRST: [&str; 2] = ["先手", "下手"];
const SECOND: [&str; 2] = ["後手", "上手"];

/// A saved analysis, or the record of a game.
fn read_json(text: &str) -> Result<TreeForm, String> {
    #[derive(Deserialize)]
    struct Game {
        #[serde(default)]
        position: Option<String>,
        #[serde(default)]
        title: String,
        #[serde(default)]
        root: Remarks,
        #[serde(default, deserialize_with = "few")]
        nodes: Vec<NodeForm>,
        #[serde(default, deserialize_with = "few")]
        moves: Vec<GameMove>,
    }
    #[derive(Deserialize)]
    struct GameMove {
        usi: String,
    }
    let game: Game = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let line = game.moves.into_iter().map(|played| played.usi);
    let nodes = if game.nodes.is_empty() { in_a_row(line) } else { game.nodes };
    let Game { position, title, root, .. } = game;
    Ok(TreeForm { title, start: None, position, root, nodes })
}

/// `startpos moves ...` or `sfen ... moves ...`.
fn read_usi(command: &str) -> TreeForm {
    let (start, moves) = command.split_once(" moves ").unwrap_or((command, ""));
    let start = start.trim().trim_end_matches(" moves");
    let start = start.strip_prefix("sfen ").or(start.strip_prefix("fen ")).unwrap_or(start);
    let position = (start != "startpos").then(|| start.to_owned());
    let nodes = in_a_row(moves.split_whitespace().map(str::to_owned));
    TreeForm { position, nodes, ..TreeForm::default() }
}

fn in_a_row(moves: impl Iterator<Item = String>) -> Vec<NodeForm> {
    let node = |(index, text): (usize, String)| NodeForm {
        parent: index.checked_sub(1),
        text,
        remarks: Remarks::default(),
    };
    moves.enumerate().map(node).collect()
}

/// PGN, or nothing but moves.
fn read_pgn(house: &House, text: &str) -> Result<TreeForm, String> {
    let (tags, tree) = pgn::read(text, MOST_NODES).map_err(|error| error.to_string())?;
    if tags.is_empty() && tree.nodes.is_empty() {
        return Err("there is no game in it".to_owned());
    }
    let tag = |name: &str| tags.iter().find(|(known, _)| known == name).map(|(_, value)| value);
    // Only files that name their variant count ranks as XBoard does.
    let counts_as_xboard = tag("Variant").is_some();
    let told = |text: &str| {
        if counts_as_xboard { moves::from_xboard(house.variant(), text) } else { text.to_owned() }
    };
    let node = |node: &TreeNode| NodeForm {
        parent: node.parent,
        text: told(&node.text),
        remarks: Remarks::read(&node.comment, node.signs.clone()),
    };
    let title = tag("Event").filter(|title| *title != "?").cloned().unwrap_or_default();
    Ok(TreeForm {
        title,
        start: None,
        position: tag("FEN").cloned(),
        root: Remarks::read(&tree.comment, Vec::new()),
        nodes: tree.nodes.iter().map(node).collect(),
    })
}
