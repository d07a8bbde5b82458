//! Games in JSON.

use super::GameName;
use super::usi::in_a_row;
use crate::json::{Document, MOST_NODES, PerSide, TreeForm, Winner, few};
use crate::record::{BadRecord, CannotWrite, FIRST, MoveTree, Record, SECOND, Told, TreeNode};
use crate::{moves, position};
use komadai_rules::{AnyGame, Interrupt, Opening, Variant};
use serde::Deserialize;
use serde_json::Value;
use std::time::Duration;

/// Whether what begins so, and may be cut, is in json-kifu-format: ours says early which variant it is of, and
/// has neither of these.
pub(super) fn is_jkf(text: &str) -> bool {
    const EARLY: usize = 4_096;
    let end = text.char_indices().nth(EARLY).map_or(text.len(), |(at, _)| at);
    let has = |name: &str| text[..end].contains(&format!("\"{name}\""));
    !has("variant") && (has("initial") || has("header"))
}

/// The game of a text in JSON.
pub(super) fn game_of(text: &str) -> Option<GameName> {
    let value: Value = serde_json::Deserializer::from_str(text).into_iter().next()?.ok()?;
    if let Some(id) = value.get("variant").and_then(Value::as_str) {
        return Some(GameName::Id(id.to_owned()));
    }
    crate::jkf::files_of(&value).map(GameName::Board)
}

/// A game as the server writes it: a played one has its moves in a row, an analysis is a [`Document`].
#[derive(Deserialize)]
struct Played {
    #[serde(default)]
    position: Option<String>,
    #[serde(default)]
    names: Option<PerSide<Option<String>>>,
    #[serde(default)]
    created: Option<String>,
    #[serde(deserialize_with = "few")]
    moves: Vec<PlayedMove>,
    #[serde(default)]
    end: Option<PlayedEnd>,
}

#[derive(Deserialize)]
struct PlayedMove {
    usi: String,
    #[serde(default)]
    ms: Option<u64>,
}

#[derive(Deserialize)]
struct PlayedEnd {
    status: String,
    winner: Option<Winner>,
}

/// The first value of a text.
pub(super) fn read(variant: &Variant, text: &str, most: usize) -> Result<Record, BadRecord> {
    let bad = |error: serde_json::Error| BadRecord {
        line: error.line().max(1),
        message: error.to_string(),
    };
    let text = text.trim_start_matches('\u{feff}');
    let value: Value = serde_json::Deserializer::from_str(text)
        .into_iter()
        .next()
        .unwrap_or(Ok(Value::Null))
        .map_err(bad)?;
    let record = if value.get("moves").is_some() {
        Played::deserialize(value).map_err(bad)?.record(variant)
    } else {
        let document = Document::deserialize(value).map_err(bad)?;
        document.tree.record(variant).map_err(|error| error.to_string())
    };
    let record = record.map_err(|message| BadRecord { line: 1, message })?;
    if record.tree.nodes.len() > most {
        let message = format!("there are more than {most} moves");
        return Err(BadRecord { line: 1, message });
    }
    let parents = record.tree.nodes.iter().enumerate();
    for (index, node) in parents {
        if node.parent.is_some_and(|parent| parent >= index) {
            let message = format!("the move {index} (`{}`) stands before its parent", node.text);
            return Err(BadRecord { line: 1, message });
        }
    }
    Ok(record)
}

impl Played {
    fn record(self, variant: &Variant) -> Result<Record, String> {
        let start = match &self.position {
            Some(text) => {
                Opening::Setup(position::parse(variant, text).map_err(|error| error.to_string())?)
            }
            None => Opening::Usual,
        };
        let spent: Vec<Option<Duration>> =
            self.moves.iter().map(|it| it.ms.map(Duration::from_millis)).collect();
        let mut nodes: Vec<TreeNode> = in_a_row(self.moves.into_iter().map(|it| it.usi)).collect();
        for (node, spent) in nodes.iter_mut().zip(spent) {
            node.spent = spent;
        }
        let mut headers = Vec::new();
        let names = self.names.map_or([None, None], |PerSide { first, second }| [first, second]);
        for (name, side) in names.into_iter().zip([FIRST[0], SECOND[0]]) {
            headers.extend(name.map(|name| (side.to_owned(), name)));
        }
        if let Some(created) = self.created {
            let began = created.chars().take(19).collect::<String>();
            headers
                .push((crate::record::BEGAN.to_owned(), began.replace('-', "/").replace('T', " ")));
        }
        let end = self.end.as_ref().and_then(|end| match end.status.as_str() {
            "resignation" => Some("投了".to_owned()),
            "time" => Some("切れ負け".to_owned()),
            "aborted" => Some("中断".to_owned()),
            _ => None,
        });
        let winner = self.end.and_then(|end| end.winner).filter(|_| end.is_none());
        let tree = MoveTree { comment: String::new(), nodes };
        Ok(Record { headers, start, tree, end, winner, ..Record::default() })
    }
}

/// A game as data, with its moves in USI.
pub(super) fn write(
    game: &AnyGame,
    record: &Record,
    interrupt: &Interrupt,
) -> Result<String, CannotWrite> {
    let variant = game.variant();
    let nodes = record.tree.nodes.len();
    if nodes > MOST_NODES {
        return Err(CannotWrite(format!("JSON holds {MOST_NODES} moves at most, not {nodes}")));
    }
    let Told { texts, .. } =
        record.told(game, interrupt, |play, m| Ok(moves::spell(play, m).usi(variant)))?;
    let mut tree = TreeForm::of(variant, record);
    for (node, text) in tree.nodes.iter_mut().zip(texts) {
        node.text = text;
    }
    let id = variant.id.clone();
    let document = Document { variant: id, set: Default::default(), definition: None, tree };
    let text = serde_json::to_string(&document).map_err(|error| CannotWrite(error.to_string()))?;
    Ok(text + "\n")
}
