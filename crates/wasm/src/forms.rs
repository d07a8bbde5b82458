//! The plain objects of answers and of options. `forms.ts` has them as types of TypeScript, made from these.

use komadai_records::json::{Placed, Removed, Side};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Man {
    /// Whose it is.
    pub side: Side,
    /// Its id.
    pub piece: String,
}

/// What each side holds, by the ids of the pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Held {
    /// The first side.
    pub first: BTreeMap<String, u32>,
    /// The second side.
    pub second: BTreeMap<String, u32>,
}

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Result {
    /// The word for it: `checkmate`, `stalemate`, `repetition`, `perpetual-check`, `dead-position` and so on.
    pub status: String,
    /// Who has won; null for a draw.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub winner: Option<Side>,
    /// The same as a sentence.
    pub reason: String,
    /// As PGN says it.
    pub score: String,
}

/// Why a text is no legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Refusal {
    /// `unreadable`, `ambiguous` or `illegal`.
    pub kind: String,
    /// The word by which the rule goes.
    pub key: String,
    /// The rule as a sentence.
    pub message: String,
    /// The same in Japanese; null where there is no such sentence.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub japanese: Option<String>,
    /// Legal moves that may be meant.
    pub meant: Vec<String>,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Move {
    /// In USI: `find`, `play` and all that take a move read it.
    pub usi: String,
    /// In algebraic form.
    pub algebraic: String,
    /// Where it starts; null for a drop and a pass.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub from: Option<String>,
    /// Where it ends; null for a pass alone.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub to: Option<String>,
    /// The squares of its legs, from the first to the last.
    pub legs: Vec<String>,
    /// The id of the piece that moves or is dropped, before it promotes; null for a pass.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub piece: Option<String>,
    /// The id of the piece that it promotes to.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub promotion: Option<String>,
    /// The squares of all pieces that it removes.
    pub captures: Vec<String>,
    /// Every piece that leaves the board, with what becomes of it.
    pub removes: Vec<Removed>,
    /// What it places besides.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub places: Option<Placed>,
    /// Whether a piece is dropped from the hand.
    pub is_drop: bool,
    /// Whether it is a pass.
    pub is_pass: bool,
    /// Whether it is castling.
    pub is_castling: bool,
}

/// How many lines begin with a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Branch {
    /// In USI.
    #[serde(rename = "move")]
    pub text: String,
    /// How many lines there are.
    pub lines: u64,
}

/// What a position is worth for the side to move: in centipawns, or a forced end in so many plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Score {
    /// Null where the end is forced.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub centipawns: Option<i32>,
    /// The side to move wins in so many plies, or loses, below zero; 0 if it has lost already.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub plies: Option<i32>,
    /// Whether it loses by force.
    pub loses: bool,
}

/// A line of a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Line {
    /// 1 for the best one.
    pub rank: usize,
    /// What it is worth.
    pub score: Score,
    /// In USI, from the position on that was searched.
    pub moves: Vec<String>,
    /// In plies.
    pub depth: u32,
    /// So many positions were searched until then.
    pub nodes: u64,
    /// So long the search had taken.
    pub seconds: f64,
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SearchResult {
    /// What to play, in USI; null if there is nothing.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub best: Option<String>,
    /// What the position is worth.
    pub score: Score,
    /// In plies.
    pub depth: u32,
    /// How many positions were searched.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
    /// The best lines; as many as were asked for, where there are so many moves.
    pub lines: Vec<Line>,
    /// Whether the side to move wins by declaring, without a move.
    pub declares: bool,
}

/// Whether a mate can be forced.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Mate {
    /// `mate`, `no-mate` (by checks alone), or `unknown`: it ran out of nodes or time.
    pub answer: String,
    /// The whole line in USI, replies included; null without a mate.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub moves: Option<Vec<String>>,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
}

/// A term of an evaluation, in centipawns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Term {
    /// What it is called.
    pub name: String,
    /// For the first side.
    pub first: i32,
    /// For the second side.
    pub second: i32,
}

/// Moves as an argument.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Moves {
    /// With spaces between them.
    Text(String),
    /// One by one.
    List(Vec<String>),
}

impl Default for Moves {
    fn default() -> Self {
        Moves::List(Vec::new())
    }
}

impl Moves {
    /// The texts of the moves.
    pub fn texts(&self) -> Vec<&str> {
        match self {
            Moves::Text(text) => text.split_whitespace().collect(),
            Moves::List(texts) => texts.iter().map(String::as_str).collect(),
        }
    }
}

/// Where a game begins, and what has been played.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct PositionOptions {
    /// As SFEN or FEN.
    pub position: Option<String>,
    /// Or a named start, such as a handicap.
    pub start: Option<String>,
    /// In any notation.
    pub moves: Option<Moves>,
}

/// What a record says of its game.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct GameOptions {
    /// By name: `first` and `second` for the players, `title`, `event`, `site`, `began`, or any name of a form.
    pub headers: Option<BTreeMap<String, String>>,
    /// What is remarked before the first move.
    pub comment: Option<String>,
    /// How it ended, where possible in the word of KIF.
    pub end: Option<String>,
    /// `first`, `second` or `draw`, where nothing else says it.
    pub winner: Option<komadai_records::json::Winner>,
}

/// The limits of a search: the first that is reached ends it. Without any it takes a second.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct SearchOptions {
    /// In plies.
    pub depth: Option<u32>,
    /// How many positions are searched.
    pub nodes: Option<u64>,
    /// In seconds.
    pub movetime: Option<f64>,
    /// How many of the best lines are told.
    pub lines: Option<usize>,
    /// Plays as people do, from 1 to 8.
    pub level: Option<u8>,
    /// Of a level's random choice.
    pub seed: Option<u64>,
    /// Only these moves, in any notation.
    pub moves: Option<Moves>,
}

/// The limits of the mate solver.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct MateOptions {
    /// How many positions are looked at.
    pub nodes: Option<u64>,
    /// How long it may take.
    pub seconds: Option<f64>,
    /// In MiB; 16 where nothing is said.
    pub memory: Option<usize>,
    /// Whether a shortest mate is looked for; true where nothing is said.
    pub shortest: Option<bool>,
}
