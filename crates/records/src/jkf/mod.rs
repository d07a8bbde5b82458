//! JKF, json-kifu-format: games of shogi in JSON, for programs in browsers.
//!
//! Source: <https://github.com/na2hiro/json-kifu-format>, the normal form and what other programs write.
//!
//! ```
//! use komadai_records::jkf;
//!
//! let shogi = komadai_rules::variant::load_builtin("shogi", &[]).unwrap().variant;
//! let text = r#"{"header":{"先手":"A"},"initial":{"preset":"HIRATE"},"moves":[{},
//!     {"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"},"comments":["good"]},
//!     {"special":"TORYO"}]}"#;
//! let record = jkf::read(&shogi, text, 1_000).unwrap();
//! assert_eq!((record.tree.nodes[0].text.as_str(), record.end.as_deref()), ("7g7f", Some("投了")));
//! ```

mod write;

pub use write::write;
pub(crate) use write::write_while;

use crate::csa::{self, check, end_called};
use crate::record::{BadRecord, Closing, LineEnd, Record, TreeNode, remark};
use komadai_rules::{Color, Opening, PieceType, Setup, Square, Variant};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::time::Duration;

/// Positions that have names: what KIF calls them.
const PRESETS: [(&str, &str); 16] = [
    ("HIRATE", "平手"),
    ("KY", "香落ち"),
    ("KY_R", "右香落ち"),
    ("KA", "角落ち"),
    ("HI", "飛車落ち"),
    ("HIKY", "飛香落ち"),
    ("2", "二枚落ち"),
    ("3", "三枚落ち"),
    ("4", "四枚落ち"),
    ("5", "五枚落ち"),
    ("5_L", "左五枚落ち"),
    ("6", "六枚落ち"),
    ("7_L", "左七枚落ち"),
    ("7_R", "右七枚落ち"),
    ("8", "八枚落ち"),
    ("10", "十枚落ち"),
];
/// A position that `data` tells.
const OTHER: &str = "OTHER";

/// A move has no more objects than this: an entry, a move with two squares, three for its time, and one to spare...
const OBJECTS: usize = 8;
/// ... and a file no more before them: most is a board, square by square, which may be too large.
const OBJECTS_BEFORE: usize = 4_096;

#[derive(Deserialize)]
struct Game {
    #[serde(default)]
    header: Map<String, Value>,
    initial: Option<Initial>,
    moves: Vec<Entry>,
}

#[derive(Deserialize)]
struct Initial {
    preset: String,
    data: Option<Data>,
}

#[derive(Deserialize)]
struct Data {
    #[serde(default)]
    color: u8,
    /// By files from the right, then by ranks from the top.
    board: Vec<Vec<Cell>>,
    #[serde(default)]
    hands: Vec<BTreeMap<String, u8>>,
}

#[derive(Deserialize)]
struct Cell {
    color: Option<u8>,
    kind: Option<String>,
}

#[derive(Deserialize)]
struct Entry {
    #[serde(default)]
    comments: Vec<String>,
    #[serde(rename = "move")]
    step: Option<Step>,
    time: Option<Time>,
    special: Option<String>,
    #[serde(default)]
    forks: Vec<Vec<Entry>>,
}

#[derive(Deserialize)]
struct Step {
    from: Option<Place>,
    to: Option<Place>,
    piece: String,
    promote: Option<bool>,
}

#[derive(Clone, Copy, Deserialize)]
struct Place {
    x: u8,
    y: u8,
}

#[derive(Deserialize)]
struct Time {
    now: Clock,
}

#[derive(Deserialize)]
struct Clock {
    #[serde(default)]
    h: u64,
    #[serde(default)]
    m: u64,
    s: f64,
}

/// How many files the board has that a file tells, if it tells one.
pub(crate) fn files_of(value: &Value) -> Option<usize> {
    let board = value.pointer("/initial/data/board").and_then(Value::as_array).map(Vec::len);
    board.or_else(|| value.get("initial").map(|_| 9))
}

/// A game, with its variations: moves in USI.
///
/// # Errors
/// Where it is no JSON of that form, a board for which the form has no words, and more moves than `most`.
/// Whether the moves are legal is not asked.
pub fn read(variant: &Variant, text: &str, most: usize) -> Result<Record, BadRecord> {
    let bad = |message: String| BadRecord { line: 1, message };
    check(variant).map_err(bad)?;
    // Before it is read: entries take much more memory than their text.
    let objects = text.bytes().filter(|byte| *byte == b'{').count();
    if objects.saturating_sub(OBJECTS_BEFORE) > most.saturating_mul(OBJECTS) {
        return Err(bad(format!("there are more than {most} moves")));
    }
    let mut games = serde_json::Deserializer::from_str(text).into_iter::<Game>();
    let game = games.next().unwrap_or_else(|| serde_json::from_str(""));
    let game =
        game.map_err(|error| BadRecord { line: error.line().max(1), message: error.to_string() })?;
    let (record, side) = (Record::default(), Color::First);
    let mut reader = Reader { variant, record, most, side };
    let setup = reader.start(game.initial).map_err(bad)?;
    reader.side = setup.side;
    let headers = game.header.into_iter();
    reader.record.headers = headers
        .map(|(name, value)| {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            (name, value)
        })
        .collect();
    reader.line(game.moves, None, setup.board, 0).map_err(bad)?;
    Ok(reader.record)
}

struct Reader<'v> {
    variant: &'v Variant,
    record: Record,
    most: usize,
    /// Who moves first.
    side: Color,
}

type Board = Vec<Option<(Color, PieceType)>>;

impl Reader<'_> {
    /// Where the game begins.
    fn start(&mut self, initial: Option<Initial>) -> Result<Setup, String> {
        let name = &self.variant.name;
        let usual =
            || self.variant.start_setup(None).ok_or_else(|| format!("{name} has no usual start"));
        let Some(Initial { preset, data }) = initial else { return usual() };
        if let Some(data) = data {
            let setup = self.setup(data)?;
            self.record.start = Opening::Setup(setup.clone());
            return Ok(setup);
        }
        let known = PRESETS.iter().find(|(known, _)| *known == preset).map(|(_, name)| *name);
        let known =
            known.ok_or_else(|| format!("`{preset}` is no preset, and there is no `data`"))?;
        if known == PRESETS[0].1 {
            return usual();
        }
        let starts = &self.variant.starts;
        let start = starts.iter().find(|start| start.name_ja.as_deref() == Some(known));
        let start = start.ok_or_else(|| format!("{name} has no start {known}"))?;
        let setup = self.variant.start_setup(Some(&start.id));
        self.record.start = Opening::Named(start.id.clone());
        setup.ok_or_else(|| format!("{name} has no start {known}"))
    }

    fn setup(&self, data: Data) -> Result<Setup, String> {
        let (files, ranks) = (self.variant.board.files, self.variant.board.ranks);
        let mut board: Board = vec![None; usize::from(files) * usize::from(ranks)];
        if data.board.len() > usize::from(files)
            || data.board.iter().any(|file| file.len() > usize::from(ranks))
        {
            return Err(format!("the board is larger than that of {}", self.variant.name));
        }
        for (x, file) in (1u8..).zip(&data.board) {
            for (y, cell) in (1u8..).zip(file) {
                let (Some(color), Some(kind)) = (cell.color, &cell.kind) else { continue };
                let square = self.square(Place { x, y })?;
                board[square.index()] = Some((side(color), self.piece(kind)?));
            }
        }
        let types = self.variant.pieces.len();
        let mut hands = [vec![0u8; types], vec![0u8; types]];
        for (hand, held) in hands.iter_mut().zip(data.hands) {
            for (kind, count) in held {
                hand[self.piece(&kind)?.index()] = count;
            }
        }
        Ok(Setup::plain(board, hands, side(data.color)))
    }

    /// A line of moves, and those that go off from it. The form nests no deeper than JSON may.
    fn line(
        &mut self,
        entries: Vec<Entry>,
        parent: Option<usize>,
        mut board: Board,
        plies: usize,
    ) -> Result<(), String> {
        let (is_main, mut plies) = (self.record.tree.nodes.is_empty(), plies);
        let mut last = parent;
        let mut forks = Vec::new();
        for Entry { comments, step, time, special, forks: others } in entries {
            if !others.is_empty() {
                forks.push((others, last, board.clone(), plies));
            }
            let mut comment = comments.join("\n");
            let spent = time.and_then(|time| time.now.spent());
            let is_move = step.is_some();
            if let Some(step) = step {
                if self.record.tree.nodes.len() == self.most {
                    return Err(format!("there are more than {} moves", self.most));
                }
                let text = self.usi(&step, &mut board)?;
                let comment = std::mem::take(&mut comment);
                let node = TreeNode { parent: last, text, comment, spent, ..TreeNode::default() };
                last = Some(self.record.tree.nodes.len());
                self.record.tree.nodes.push(node);
                plies += 1;
            }
            let Record { tree, end, closing, .. } = &mut self.record;
            let there = last.map(|last| &mut tree.nodes[last]);
            if let Some(special) = special {
                let to_move = if plies % 2 == 1 { !self.side } else { self.side };
                let said = Closing { spent: spent.filter(|_| !is_move), comment };
                let word = end_called(&special, to_move);
                match there {
                    _ if is_main => (*end, *closing) = (Some(word), said),
                    Some(node) => node.end = Some(Box::new(LineEnd { word, closing: said })),
                    None => {}
                }
            } else if !comment.is_empty() {
                remark(there.map_or(&mut tree.comment, |node| &mut node.comment), &comment);
            }
        }
        // The main line comes first.
        for (others, parent, board, plies) in forks {
            for fork in others {
                self.line(fork, parent, board.clone(), plies)?;
            }
        }
        Ok(())
    }

    /// A move in USI, made on the board: that shows whether it promotes where the file does not say it.
    fn usi(&self, step: &Step, board: &mut Board) -> Result<String, String> {
        let piece = self.piece(&step.piece)?;
        let to = step.to.ok_or("a move goes nowhere")?;
        let to = self.square(to)?;
        let goal = self.variant.usi_square_name(to);
        let Some(from) = step.from else {
            board[to.index()] = Some((Color::First, piece));
            return Ok(format!("{}*{goal}", self.variant.pieces[piece.index()].id));
        };
        let from = self.square(from)?;
        let there = board[from.index()].take();
        let becomes = there.is_some_and(|(_, there)| there != piece);
        let promotes = step.promote.unwrap_or(becomes);
        let (color, before) = there.unwrap_or((Color::First, piece));
        let promoted = self.variant.pieces[before.index()].promotes.first().copied();
        let after = promoted.filter(|_| promotes).unwrap_or(before);
        board[to.index()] = Some((color, after));
        let promotion = if promotes { "+" } else { "" };
        Ok(format!("{}{goal}{promotion}", self.variant.usi_square_name(from)))
    }

    fn square(&self, Place { x, y }: Place) -> Result<Square, String> {
        let board = &self.variant.board;
        let inside = (1..=board.files).contains(&x) && (1..=board.ranks).contains(&y);
        inside
            .then(|| Square((board.ranks - y) * board.files + board.files - x))
            .ok_or_else(|| format!("{x}, {y} is no square of {}", self.variant.name))
    }

    fn piece(&self, code: &str) -> Result<PieceType, String> {
        csa::piece(self.variant, code)
    }
}

impl Clock {
    fn spent(&self) -> Option<Duration> {
        let minutes = self.h.checked_mul(60)?.checked_add(self.m)?;
        let seconds = Duration::try_from_secs_f64(self.s).ok()?;
        Duration::from_secs(minutes.checked_mul(60)?).checked_add(seconds)
    }
}

fn side(color: u8) -> Color {
    if color == 1 { Color::Second } else { Color::First }
}
