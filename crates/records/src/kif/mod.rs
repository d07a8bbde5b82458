//! KIF: the file of most Japanese programs, for Shogi and the games that are played with its pieces; and KI2,
//! the same with the moves as newspapers write them, without numbers, times and origins.
//!
//! Source: <http://kakinoki.o.oo7.jp/kif_format.html>; what other programs make of it, where that is silent.
//!
//! ```
//! use komadai_records::kif;
//!
//! let shogi = komadai_rules::variant::load_builtin("shogi", &[]).unwrap().variant;
//! let text = "手合割：平手\n先手：A\n   1 ７六歩(77)   ( 0:16/00:00:16)\n*good\n   2 ３四歩(33)\n   3 投了\n";
//! let record = kif::read(&shogi, text, 1_000).unwrap();
//! let moves: Vec<&str> = record.tree.nodes.iter().map(|node| node.text.as_str()).collect();
//! assert_eq!(moves, ["7g7f", "3c3d"]);
//! assert_eq!(record.tree.nodes[0].comment, "good");
//! assert_eq!((record.header("先手"), record.end.as_deref()), (Some("A"), Some("投了")));
//! ```

mod diagram;
mod names;
mod write;

pub(crate) use write::{check, check_ki2, write_ki2_while, write_while};
pub use write::{write, write_ki2};

use crate::json::Winner;
use crate::position;
use crate::record::{
    BadRecord, Closing, FIRST, HANDICAP, LineEnd, Record, SECOND, TreeNode, is_end, remark,
};
use diagram::Diagram;
use komadai_rules::variant::Start;
use komadai_rules::{Color, Opening, Square, Variant};
use names::Names;
use std::time::Duration;

/// A game, with its variations: moves in USI where the file says their origin, otherwise as it writes them.
///
/// # Errors
/// The first line that cannot be read, and more moves than `most`. Whether the moves are legal is not asked.
pub fn read(variant: &Variant, text: &str, most: usize) -> Result<Record, BadRecord> {
    let (record, bad) = read_partly(variant, text, most);
    bad.map_or(Ok(record), Err)
}

/// The same as far as it can be read, and what is wrong after that.
pub fn read_partly(variant: &Variant, text: &str, most: usize) -> (Record, Option<BadRecord>) {
    let mut reader = Reader::new(variant);
    let mut found = None;
    for (index, line) in text.lines().enumerate() {
        reader.at = index + 1;
        let had_board = reader.diagram.is_there();
        let read = reader.line(line.trim_start_matches('\u{feff}'));
        if !had_board && reader.diagram.is_there() {
            reader.diagram_line = index + 1;
        }
        let read = read.and_then(|()| {
            let few = reader.record.tree.nodes.len() <= most;
            few.then_some(()).ok_or_else(|| format!("there are more than {most} moves"))
        });
        if let Err(message) = read {
            reader.record.tree.nodes.truncate(most);
            found = Some(BadRecord { line: index + 1, message });
            break;
        }
    }
    let line = reader.diagram_line;
    match reader.finish() {
        Ok(record) => (record, found),
        Err(message) => (Record::default(), Some(found.unwrap_or(BadRecord { line, message }))),
    }
}

/// Whether a text seems to be a KIF or KI2.
pub fn is_one(text: &str) -> bool {
    // The tags of a PGN, whatever its comments say.
    if text.trim_start_matches('\u{feff}').trim_start().starts_with('[') {
        return false;
    }
    let is_body =
        |rest: &str| !rest.starts_with(MARKS) && rest.starts_with(|c: char| !c.is_ascii());
    let is_numbered = |line: &str| numbered(trimmed(line)).is_some_and(|(_, rest)| is_body(rest));
    let is_move = |line: &str| is_title(line) || line.starts_with(MARKS) || is_numbered(line);
    said_game(text).is_some() || text.lines().any(is_move)
}

/// How a file calls its game, or the handicap (`手合割`), if it says it.
pub(crate) fn said_game(text: &str) -> Option<&str> {
    let mut lines = text.lines();
    lines.find_map(|line| line.trim().strip_prefix(HANDICAP)?.strip_prefix('：')).map(trimmed)
}

/// Whether a text that is one or the other is KI2: it has marks before its moves.
pub(crate) fn is_ki2(text: &str) -> bool {
    let first = text.lines().find(|line| is_move(trimmed(line)));
    first.is_some_and(|line| trimmed(line).starts_with(MARKS))
}

/// Whether a line, without the blanks around it, has a move or the end of a game.
pub(crate) fn is_move(text: &str) -> bool {
    // The numbers of the files above a board are none.
    let is_text = |rest: &str| rest.chars().any(|c| !names::is_digit(c) && !c.is_whitespace());
    let is_numbered = || numbered(text).is_some_and(|(_, rest)| is_text(rest));
    text.starts_with(MARKS) || text.starts_with(RESULT) || is_numbered()
}

/// Whether a line, without the blanks around it, says something of the game.
pub(crate) fn is_header(text: &str) -> bool {
    text.contains('：') && !text.starts_with(VARIATION) && !is_move(text)
}

/// What the line above the moves begins with.
const TITLE: &str = "手数";
/// What the line about the end begins with.
const RESULT: &str = "まで";
/// Why a side has lost, in such a line...
const OUT_OF_TIME: &str = "時間切れ";
/// ... and as a word.
const FLAG_FELL: &str = "切れ負け";
/// The name of the game that says nothing of itself.
const SHOGI: &str = "将棋";
/// The header for where a game begins that no diagram shows.
const POSITION: &str = "開始局面";
/// A move that moves nothing.
const PASS: &str = "パス";
/// The steps of a move, a line for each.
const STEPS: [&str; 3] = ["一歩目", "二歩目", "三歩目"];
/// Of a piece that takes without going there.
const SHOOTS: &str = "（居食い）";
/// Of a piece that goes and comes back.
const STAYS: &str = "（じっと）";
/// No handicap.
pub(crate) const EVEN: &str = "平手";
/// Where to go on with another move.
const VARIATION: &str = "変化";
/// To where the move before has gone.
const SAME: char = '同';
/// What stands before every move in KI2.
const MARKS: [char; 6] = ['▲', '△', '☗', '☖', '▼', '▽'];
pub(crate) fn is_title(line: &str) -> bool {
    line.starts_with(TITLE) && line.contains("指手")
}

/// Without blanks of any width around it.
fn trimmed(text: &str) -> &str {
    text.trim_matches([' ', '\t', '\r', '\u{3000}'])
}

struct Reader<'v> {
    variant: &'v Variant,
    names: Names<'v>,
    record: Record,
    /// Where each move has gone: file and rank as they are written, from 1.
    goals: Vec<Option<(u8, u8)>>,
    /// The moves of the line that is being read.
    path: Vec<usize>,
    /// Whether that is a variation...
    in_variation: bool,
    /// ... and whether it has ended.
    ended: bool,
    /// Whether the moves have begun.
    in_moves: bool,
    diagram: Diagram,
    /// The first line of the board.
    diagram_line: usize,
    /// The line that is being read.
    at: usize,
}

impl<'v> Reader<'v> {
    fn new(variant: &'v Variant) -> Self {
        Reader {
            variant,
            names: Names::of(variant),
            record: Record::default(),
            goals: Vec::new(),
            path: Vec::new(),
            in_variation: false,
            ended: false,
            in_moves: false,
            diagram: Diagram::default(),
            diagram_line: 1,
            at: 1,
        }
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        let text = trimmed(line);
        if let Some(comment) = line.strip_prefix('*') {
            self.comment(comment.trim_end_matches('\r'));
            return Ok(());
        }
        if let Some(rest) = text.strip_prefix(RESULT) {
            self.result(rest);
            return Ok(());
        }
        if text.is_empty() || text.starts_with('#') || is_title(text) {
            return Ok(());
        }
        // A bookmark.
        if text.starts_with('&') {
            self.comment(text);
            return Ok(());
        }
        if let Some(rest) = text.strip_prefix(VARIATION) {
            return self.variation(rest);
        }
        if text.starts_with(MARKS) {
            self.marked(text);
            return Ok(());
        }
        // The numbers of the files above a board.
        if !self.in_moves && text.chars().all(|c| names::is_digit(c) || c.is_whitespace()) {
            return Ok(());
        }
        if let Some((number, rest)) = numbered(text) {
            return self.numbered(number, rest);
        }
        if self.in_moves { Err(format!("`{text}` is no move")) } else { self.header(text) }
    }

    /// Reads a line; whether it says something of the game under the name that it seems to have, and nothing else.
    fn is_header(&mut self, line: &str) -> bool {
        let known = self.record.headers.len();
        let (name, value) = line.split_once('：').unwrap_or(("", line));
        let header = (trimmed(name).to_owned(), trimmed(value).to_owned());
        self.line(line).is_ok() && self.record.headers[known..] == [header] && !self.in_moves
    }

    /// `112手で後手の勝ち`. Only of the game itself it matters who has won.
    fn result(&mut self, text: &str) {
        let Some((_, how)) = text.split_once("手で") else { return };
        if is_end(how) {
            self.end(how, None);
        } else if how.contains(OUT_OF_TIME) {
            self.end(FLAG_FELL, None);
        }
        self.ended = true;
        if !self.in_variation {
            self.record.winner = self.record.winner.or_else(|| winner_said(how));
        }
    }

    /// The line that is being read ends; what comes after that says nothing new.
    fn end(&mut self, word: &str, spent: Option<Duration>) {
        if self.ended {
            return;
        }
        self.ended = true;
        let (word, closing) = (word.to_owned(), Closing { spent, ..Closing::default() });
        if !self.in_variation {
            (self.record.end, self.record.closing) = (Some(word), closing);
        } else if let Some(last) = self.path.last() {
            self.record.tree.nodes[*last].end = Some(Box::new(LineEnd { word, closing }));
        }
    }

    fn comment(&mut self, comment: &str) {
        let Record { tree, closing, .. } = &mut self.record;
        let known = match self.path.last().map(|last| &mut tree.nodes[*last]) {
            _ if self.ended && !self.in_variation => &mut closing.comment,
            Some(TreeNode { end: Some(end), .. }) => &mut end.closing.comment,
            Some(node) => &mut node.comment,
            None => &mut tree.comment,
        };
        remark(known, comment);
    }

    /// `変化：10手`.
    fn variation(&mut self, rest: &str) -> Result<(), String> {
        let number = trimmed(rest.trim_start_matches(['：', ':'])).trim_end_matches('手');
        let ply = names::number(number).filter(|ply| (1..=self.path.len() + 1).contains(ply));
        let ply = ply
            .ok_or_else(|| format!("`{VARIATION}{rest}` begins at no move of the line above it"))?;
        self.path.truncate(ply - 1);
        (self.in_variation, self.ended) = (true, false);
        self.in_moves = true;
        Ok(())
    }

    fn numbered(&mut self, number: usize, rest: &str) -> Result<(), String> {
        let (body, spent) = timed(rest);
        let step = STEPS.iter().position(|step| body.starts_with(step)).unwrap_or(0);
        let next = self.path.len() + usize::from(step == 0);
        // Problems may begin with any number.
        if self.in_moves && number != next {
            return Err(format!("the number {number} comes where {next} is due"));
        }
        self.in_moves = true;
        if is_end(body) || body == OUT_OF_TIME {
            self.end(if body == OUT_OF_TIME { FLAG_FELL } else { body }, spent);
            return Ok(());
        }
        let stepped = STEPS.iter().find_map(|step| body.strip_prefix(step));
        let (body, is_step) = (stepped.map_or(body, trimmed), stepped.is_some());
        let (text, goal) = self.spell(body, is_step)?;
        // From where the step before has gone to.
        let from = if step > 0 { self.last_goal().and_then(|last| self.usi(last)) } else { None };
        match (self.path.last(), from) {
            (Some(last), Some(from)) => {
                let to = text.strip_prefix(&from);
                let to = to.ok_or_else(|| format!("`{body}` does not go on from {from}"))?;
                self.record.tree.nodes[*last].text += to;
                self.goals[*last] = goal;
            }
            _ => self.push(text, goal),
        }
        if let Some(node) = self.record.tree.nodes.last_mut() {
            node.spent = spent;
        }
        Ok(())
    }

    /// `▲２六歩    △８四歩`: what they mean depends on the position.
    fn marked(&mut self, text: &str) {
        self.in_moves = true;
        for part in text.split(MARKS) {
            let text: String = part.chars().filter(|c| !c.is_whitespace()).collect();
            if is_end(&text) {
                self.end(&text, None);
            } else if !text.is_empty() {
                self.push(text, None);
            }
        }
    }

    fn push(&mut self, text: String, goal: Option<(u8, u8)>) {
        let tree = &mut self.record.tree;
        let (parent, line) = (self.path.last().copied(), self.at);
        let node = TreeNode { parent, text, line, ..TreeNode::default() };
        self.path.push(tree.nodes.len());
        tree.nodes.push(node);
        self.goals.push(goal);
    }

    /// The text of a move, or of a step of one, and where it goes.
    fn spell(&self, body: &str, is_step: bool) -> Result<(String, Option<(u8, u8)>), String> {
        if body == PASS {
            return Ok(("pass".to_owned(), None));
        }
        let bad = || format!("`{body}` is no move");
        let (goal, rest) = match body.strip_prefix(SAME) {
            Some(rest) => {
                let last = self.last_goal();
                let last = last.ok_or_else(|| format!("`{body}`: there is no move before it"))?;
                (last, trimmed(rest))
            }
            None => names::square(body, self.is_large()).ok_or_else(bad)?,
        };
        // Whoever stays where it is leaves the same position, whichever it is.
        if body.contains(STAYS) || body.contains("(じっと)") {
            return Ok(("pass".to_owned(), Some(goal)));
        }
        let to = self
            .usi(goal)
            .ok_or_else(|| format!("`{body}` goes to no square of {}", self.variant.name))?;
        let (piece, rest) = self.names.piece(rest).ok_or_else(bad)?;
        if let Some((which, from)) = rest.rsplit_once(['(', '（']) {
            let from = names::origin(from.trim_end_matches([')', '）']), self.is_large());
            let from = from.and_then(|from| self.usi(from));
            let from = from
                .ok_or_else(|| format!("`{body}` comes from no square of {}", self.variant.name))?;
            let promotion = if which.contains('成') && !which.contains('不') { "+" } else { "" };
            // In one line it is the victim's square that is named.
            let back = if which.contains("居食い") && !is_step { from.as_str() } else { "" };
            return Ok((format!("{from}{to}{back}{promotion}"), Some(goal)));
        }
        if rest == "打" {
            return Ok((format!("{}*{to}", self.variant.pieces[piece.index()].id), Some(goal)));
        }
        // As in KI2.
        Ok((body.split(['\u{3000}', ' ']).collect(), Some(goal)))
    }

    /// Where the last move of this line has gone to.
    fn last_goal(&self) -> Option<(u8, u8)> {
        self.path.iter().rev().find_map(|index| self.goals[*index])
    }

    fn is_large(&self) -> bool {
        !names::is_small(self.variant)
    }

    fn usi(&self, (file, rank): (u8, u8)) -> Option<String> {
        let board = &self.variant.board;
        let inside = (1..=board.files).contains(&file) && (1..=board.ranks).contains(&rank);
        let square = || Square((board.ranks - rank) * board.files + (board.files - file));
        inside.then(|| board.usi_square_name(square()))
    }

    fn header(&mut self, text: &str) -> Result<(), String> {
        if self.diagram.takes(text, self.variant, &self.names)? {
            return Ok(());
        }
        let (name, value) = text.split_once(['：', ':']).unwrap_or(("", text));
        if self.diagram.takes_hand(name, value, self.variant, &self.names)? {
            return Ok(());
        }
        if name == HANDICAP {
            self.record.start = self.start(trimmed(value));
        }
        if name == POSITION {
            let setup = position::parse(self.variant, trimmed(value));
            self.record.start = Opening::Setup(setup.map_err(|error| error.to_string())?);
            return Ok(());
        }
        self.record.headers.push((trimmed(name).to_owned(), trimmed(value).to_owned()));
        Ok(())
    }

    /// The start that a handicap names; the usual one for what is not known, which a diagram follows.
    fn start(&self, handicap: &str) -> Opening {
        let is_it = |start: &&Start| start.name_ja.as_deref() == Some(handicap);
        let found = self.variant.starts.iter().find(is_it);
        found.map_or(Opening::Usual, |start| Opening::Named(start.id.clone()))
    }

    fn finish(mut self) -> Result<Record, String> {
        let starts = &self.variant.starts;
        let giver = match &self.record.start {
            Opening::Named(id) => {
                starts.iter().find(|start| start.id == *id).map(|start| start.side)
            }
            _ => None,
        };
        if let Some(setup) = self.diagram.setup(self.variant, giver.unwrap_or(Color::First))? {
            self.record.start = Opening::Setup(setup);
        } else if self.record.tree.nodes.is_empty() && says_nothing(&self.record.headers) {
            return Err("there is no game in it".to_owned());
        }
        Ok(self.record)
    }
}

/// Who has won, as sentences say it: `先手の勝ち`, `時間切れにより後手の勝ち`, `上手の反則負け`.
fn winner_said(how: &str) -> Option<Winner> {
    let side = |names: [&str; 2]| names.iter().any(|name| how.contains(name));
    let (named, other) = match (side(FIRST), side(SECOND)) {
        (true, false) => (Winner::First, Winner::Second),
        (false, true) => (Winner::Second, Winner::First),
        _ => return None,
    };
    match how {
        _ if how.ends_with("勝ち") => Some(named),
        _ if how.ends_with("負け") => Some(other),
        _ => None,
    }
}

/// Whether nothing above the moves has a name.
fn says_nothing(headers: &[(String, String)]) -> bool {
    headers.iter().all(|(name, _)| name.is_empty())
}

/// A line of the moves: its number and the rest.
fn numbered(text: &str) -> Option<(usize, &str)> {
    let length = text.find(|c: char| !names::is_digit(c))?;
    let (number, rest) = text.split_at(length);
    let parted = rest.starts_with([' ', '\t', '\u{3000}']);
    parted.then(|| Some((names::number(number)?, trimmed(rest))))?
}

/// A move without `( 0:16/00:00:16)` and the sign that there are variations, and the time that it took.
fn timed(text: &str) -> (&str, Option<Duration>) {
    let text = trimmed(text.trim_end_matches('+'));
    let Some(start) = text.rfind('(').filter(|start| text[*start..].contains(':')) else {
        return (text, None);
    };
    let spent = text[start + 1..].split(['/', ')']).next().and_then(|time| {
        let (minutes, seconds) = time.trim().rsplit_once(':')?;
        // Some programs count parts of them.
        let seconds = Duration::try_from_secs_f64(seconds.trim().parse().ok()?).ok()?;
        let minutes: u64 = minutes.trim().parse().ok()?;
        Duration::from_secs(minutes.checked_mul(60)?).checked_add(seconds)
    });
    (trimmed(&text[..start]), spent)
}
