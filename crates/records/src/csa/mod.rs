//! CSA: the record of computer shogi, for the game of nine files and smaller ones with its pieces.
//!
//! Sources: <http://www2.computer-shogi.org/protocol/record_v22.html>, and version 3.0 of the same.
//!
//! ```
//! use komadai_records::csa;
//!
//! let shogi = komadai_rules::variant::load_builtin("shogi", &[]).unwrap().variant;
//! let text = "V2.2\nN+A\nPI\n+\n+7776FU,T12\n-3334FU\n+8822UM\n%TORYO\n";
//! let record = csa::read(&shogi, text, 1_000).unwrap();
//! let moves: Vec<&str> = record.tree.nodes.iter().map(|node| node.text.as_str()).collect();
//! assert_eq!(moves, ["7g7f", "3c3d", "8h2b+"]);
//! assert_eq!((record.header("先手"), record.end.as_deref()), (Some("A"), Some("投了")));
//! ```

mod write;

pub use write::write;
pub(crate) use write::write_while;

use crate::record::{BadRecord, Record, TreeNode, remark};
use komadai_rules::variant::CaptureBan;
use komadai_rules::{Color, Opening, PieceType, Setup, Square, Variant};
use std::time::Duration;

/// A game: moves in USI, with the comments behind them.
///
/// # Errors
/// The first line that cannot be read, a board for which the form has no words, and more moves than `most`.
/// Whether the moves are legal is not asked.
pub fn read(variant: &Variant, text: &str, most: usize) -> Result<Record, BadRecord> {
    let (record, bad) = read_partly(variant, text, most);
    bad.map_or(Ok(record), Err)
}

/// The same as far as it can be read, and what is wrong after that.
pub fn read_partly(variant: &Variant, text: &str, most: usize) -> (Record, Option<BadRecord>) {
    let mut reader = match Reader::new(variant) {
        Ok(reader) => reader,
        Err(message) => return (Record::default(), Some(BadRecord { line: 1, message })),
    };
    // The line of a move has eight bytes at least; few games have more moves than that.
    reader.record.tree.nodes.reserve(most.min(text.len() / 8).min(256));
    let mut found = None;
    for (index, line) in text.lines().enumerate() {
        let line = if index == 0 { line.trim_start_matches('\u{feff}') } else { line };
        // What is remarked may be a drawing.
        let is_remark = line.starts_with('\'');
        let line = if is_remark { line.trim_end_matches('\r') } else { line.trim_end() };
        // The next game.
        if line == "/" && !reader.record.tree.nodes.is_empty() {
            break;
        }
        reader.at = index + 1;
        let read = reader.line(line).and_then(|()| {
            let few = reader.record.tree.nodes.len() <= most;
            few.then_some(()).ok_or_else(|| format!("there are more than {most} moves"))
        });
        if let Err(message) = read {
            reader.record.tree.nodes.truncate(most);
            found = Some(BadRecord { line: index + 1, message });
            break;
        }
    }
    match reader.finish() {
        Ok(record) => (record, found),
        Err(message) => (Record::default(), Some(found.unwrap_or(BadRecord { line: 1, message }))),
    }
}

/// Whether a text looks like one: it says a version, a position or a side as only this form does.
pub fn is_one(text: &str) -> bool {
    let mut lines = text.lines().map(|line| line.trim_start_matches('\u{feff}').trim_end());
    lines.any(|line| {
        matches!(line, "V2" | "V2.1" | "V2.2" | "V3.0" | "PI")
            || (line.starts_with("P1") && line.len() > 20)
            || is_move(line)
    })
}

/// Whether a line begins with a move.
fn is_move(line: &str) -> bool {
    let bytes = line.as_bytes();
    bytes.len() >= 7
        && matches!(bytes[0], b'+' | b'-')
        && bytes[1..5].iter().all(u8::is_ascii_digit)
        && bytes[5..7].iter().all(u8::is_ascii_uppercase)
}

/// How many files the board has that a file draws, if it draws one above the moves: as many as ranks.
pub(crate) fn files_of(text: &str) -> Option<usize> {
    let above = || text.lines().take_while(|line| !is_move(line));
    let ranks = above().map(|line| line.trim_start_matches('\u{feff}').as_bytes());
    let drawn = ranks.filter(|line| matches!(line, [b'P', b'1'..=b'9', b' ' | b'+' | b'-', ..]));
    let usual = || above().any(|line| line.starts_with("PI")).then_some(9);
    Some(drawn.count()).filter(|ranks| *ranks > 0).or_else(usual)
}

/// The pieces of shogi by their letters in variant files.
const CODES: [(&str, &str); 14] = [
    ("K", "OU"),
    ("R", "HI"),
    ("B", "KA"),
    ("G", "KI"),
    ("S", "GI"),
    ("N", "KE"),
    ("L", "KY"),
    ("P", "FU"),
    ("+R", "RY"),
    ("+B", "UM"),
    ("+S", "NG"),
    ("+N", "NK"),
    ("+L", "NY"),
    ("+P", "TO"),
];

/// More pieces than there can be.
const MOST_PIECES: usize = 200;

/// What the first line of a file says that is not in Shift_JIS.
const ENCODING: &str = "CSA encoding=";

/// Whether CSA can tell of a variant.
pub(crate) fn check(variant: &Variant) -> Result<(), String> {
    let name = &variant.name;
    let known = |id: &str| CODES.iter().any(|(known, _)| *known == id);
    if variant.board.files > 9 || variant.board.ranks > 9 {
        return Err(format!("CSA has one digit for a file: it cannot tell of {name}"));
    }
    if variant.end.checks.is_some() {
        return Err(format!(
            "CSA cannot say how many checks were given before: it cannot tell of {name}"
        ));
    }
    if !variant.end.counting.is_empty() {
        return Err(format!("CSA cannot say how far a side has counted: it cannot tell of {name}"));
    }
    if variant.capture_limits.iter().any(|limit| limit.when == CaptureBan::InReturn) {
        return Err(format!("CSA cannot say what was captured last: it cannot tell of {name}"));
    }
    if variant.placement.is_some() {
        return Err(format!("CSA cannot say what a move places besides: it cannot tell of {name}"));
    }
    match variant.pieces.iter().find(|piece| !known(&piece.id)) {
        Some(piece) => Err(format!("CSA has no word for the {} of {name}", piece.name.en)),
        None => Ok(()),
    }
}

/// What is said above the moves, and what KIF calls that: so do all records of ours.
const HEADERS: [(&str, &str); 8] = [
    ("N+", "先手"),
    ("N-", "後手"),
    ("EVENT", "棋戦"),
    ("SITE", "場所"),
    ("START_TIME", "開始日時"),
    ("END_TIME", "終了日時"),
    ("TIME_LIMIT", "持ち時間"),
    ("OPENING", "戦型"),
];
/// What somebody does who loses by it, with the sign of the side.
const ILLEGAL_ACTION: &str = "ILLEGAL_ACTION";
/// How games end, and how KIF says it.
const ENDS: [(&str, &str); 11] = [
    ("TORYO", "投了"),
    ("CHUDAN", "中断"),
    ("SENNICHITE", "千日手"),
    ("JISHOGI", "持将棋"),
    ("TIME_UP", "切れ負け"),
    ("ILLEGAL_MOVE", "反則負け"),
    (ILLEGAL_ACTION, "反則勝ち"),
    ("TSUMI", "詰み"),
    ("FUZUMI", "不詰"),
    ("KACHI", "入玉勝ち"),
    ("HIKIWAKE", "持将棋"),
];

struct Reader<'v> {
    variant: &'v Variant,
    /// Its pieces with their codes.
    pieces: Vec<([u8; 2], PieceType)>,
    /// What stands on the board: where moves come from, it shows whether they promote.
    setup: Setup,
    /// Whether the game may begin in another position than usual.
    departs: bool,
    /// That position, once the moves begin.
    start: Option<Setup>,
    record: Record,
    /// Whether a position was given.
    placed: bool,
    /// Whether all that is left has come in hand.
    rested: bool,
    /// Whether the moves have begun, so that remarks are about them.
    begun: bool,
    /// The line that is being read.
    at: usize,
}

impl<'v> Reader<'v> {
    fn new(variant: &'v Variant) -> Result<Self, String> {
        check(variant)?;
        let name = &variant.name;
        let setup =
            variant.start_setup(None).ok_or_else(|| format!("{name} has no start position"))?;
        let types = (0..).map(PieceType).take(variant.pieces.len());
        Ok(Reader {
            variant,
            pieces: types
                .filter_map(|piece| Some((code(variant, piece).as_bytes().try_into().ok()?, piece)))
                .collect(),
            setup,
            departs: false,
            start: None,
            record: Record::default(),
            placed: false,
            rested: false,
            begun: false,
            at: 1,
        })
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        if let Some(remark) = line.strip_prefix('\'') {
            if self.begun {
                // For programs, with a star; what the engines of floodgate think has one more.
                let is_theirs = remark.starts_with("**");
                self.comment(if is_theirs { remark } else { remark.trim_start_matches('*') });
            } else if !remark.starts_with(ENCODING) {
                // What this form has no word for.
                match remark.split_once('：') {
                    Some((name, value)) => self.header(name, value),
                    None => self.header("'", remark),
                }
            }
            return Ok(());
        }
        // Nearly all lines are moves.
        if let [b'+' | b'-', b'0'..=b'9', ..] = line.as_bytes()
            && line.len() == 7
        {
            return self.play(line);
        }
        // Names and texts may have commas in them.
        if line.starts_with(['N', '$']) {
            return self.statement(line);
        }
        line.split(',').try_for_each(|statement| self.statement(statement.trim()))
    }

    fn statement(&mut self, text: &str) -> Result<(), String> {
        let mut chars = text.chars();
        let (first, second) = (chars.next(), chars.next());
        match (first, second) {
            (None, _) | (Some('V'), _) => {}
            (Some('T'), _) => self.spent(&text[1..]),
            (Some('N'), Some('+' | '-')) => self.header(&text[..2], &text[2..]),
            (Some('$'), _) => {
                let (name, value) = text[1..].split_once(':').unwrap_or((&text[1..], ""));
                self.header(name, value);
            }
            (Some('P'), Some('I')) => self.usual(&text[2..])?,
            (Some('P'), Some('1'..='9')) => self.rank(text)?,
            (Some('P'), Some('+' | '-')) => self.pieces(text)?,
            (Some('+' | '-'), None) => {
                self.departs |= self.setup.side != side(first);
                self.setup.side = side(first);
                self.begun = true;
            }
            (Some('+' | '-'), _) => self.play(text)?,
            (Some('%'), _) => {
                let end = end_called(&text[1..], self.setup.side);
                self.record.end.get_or_insert(end);
            }
            _ => return Err(format!("`{text}` is no line of CSA")),
        }
        Ok(())
    }

    /// The time of the last move: seconds, since version 3 with parts of them.
    fn spent(&mut self, text: &str) {
        let seconds =
            text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        if self.record.end.is_some() {
            self.record.closing.spent = seconds;
        } else if let Some(node) = self.record.tree.nodes.last_mut() {
            node.spent = seconds;
        }
    }

    fn header(&mut self, name: &str, value: &str) {
        let known = HEADERS.iter().find(|(known, _)| *known == name);
        let name = known.map_or(name, |(_, name)| name);
        self.record.headers.push((name.to_owned(), value.to_owned()));
    }

    fn comment(&mut self, comment: &str) {
        let Record { tree, end, closing, .. } = &mut self.record;
        let known = match tree.nodes.last_mut() {
            _ if end.is_some() => &mut closing.comment,
            Some(last) => &mut last.comment,
            None => &mut tree.comment,
        };
        remark(known, comment);
    }

    /// The usual position without some pieces: `PI82HI22KA`.
    fn usual(&mut self, without: &str) -> Result<(), String> {
        self.placed = true;
        self.departs |= !without.is_empty();
        for part in parts(without, 4)? {
            let square = self.square(&part[..2])?;
            let piece = self.piece(&part[2..])?;
            let there = self.setup.board[square.index()].take();
            if there.map(|(_, there)| there) != Some(piece) {
                return Err(format!("`{part}`: there is no such piece to take away"));
            }
        }
        Ok(())
    }

    /// `P1-KY-KE * `.
    fn rank(&mut self, text: &str) -> Result<(), String> {
        self.clear();
        let (files, ranks) = (self.variant.board.files, self.variant.board.ranks);
        let rank = text.as_bytes()[1] - b'0';
        if rank > ranks {
            return Err(format!("`{text}`: {} has {ranks} ranks", self.variant.name));
        }
        let cells = &text[2..];
        for index in 0..files {
            let cell = cells.get(3 * usize::from(index)..).unwrap_or_default();
            let cell = cell.get(..3).unwrap_or(cell).trim();
            if cell.is_empty() || cell == "*" {
                continue;
            }
            let color = side(cell.chars().next());
            let piece = self.piece(cell.get(1..).unwrap_or_default())?;
            let square = usize::from(ranks - rank) * usize::from(files) + usize::from(index);
            self.setup.board[square] = Some((color, piece));
        }
        Ok(())
    }

    /// `P-00AL`, `P+55OU00FU`.
    fn pieces(&mut self, text: &str) -> Result<(), String> {
        self.clear();
        let color = side(text.chars().nth(1));
        let parts = parts(&text[2..], 4)?;
        // No board and hand hold so many.
        if parts.len() > MOST_PIECES {
            return Err(format!("`{}...` has more than {MOST_PIECES} pieces", &text[..10]));
        }
        for part in parts {
            let (square, piece) = (&part[..2], &part[2..]);
            if piece == "AL" && self.rested {
                return Err("all that is left is in hand already".to_owned());
            } else if piece == "AL" {
                self.rested = true;
                self.rest(color);
            } else if square == "00" {
                let piece = self.piece(piece)?;
                let held = &mut self.setup.hands[color.index()][piece.index()];
                *held = held.saturating_add(1);
            } else {
                let (square, piece) = (self.square(square)?, self.piece(piece)?);
                self.setup.board[square.index()] = Some((color, piece));
            }
        }
        Ok(())
    }

    /// All pieces of the game that are nowhere else come in hand.
    fn rest(&mut self, color: Color) {
        let Some(all) = self.variant.start_setup(None) else { return };
        let count = |setup: &Setup, piece: PieceType| {
            let base = |it: PieceType| self.variant.pieces[it.index()].id.trim_start_matches('+');
            let on_board =
                setup.board.iter().flatten().filter(|(_, it)| base(*it) == base(piece)).count();
            let held = setup.hands.iter().map(|hand| usize::from(hand[piece.index()]));
            on_board + held.sum::<usize>()
        };
        for (index, data) in (0u8..).zip(&self.variant.pieces) {
            let piece = PieceType(index);
            if data.royal || data.id.starts_with('+') {
                continue;
            }
            let missing = count(&all, piece).saturating_sub(count(&self.setup, piece));
            let held = &mut self.setup.hands[color.index()][piece.index()];
            *held = held.saturating_add(u8::try_from(missing).unwrap_or(u8::MAX));
        }
    }

    /// Takes everything off the board before the first of a position is put there.
    fn clear(&mut self) {
        if !self.placed {
            self.placed = true;
            self.setup.board.fill(None);
        }
        self.departs = true;
    }

    /// `+7776FU`.
    fn play(&mut self, text: &str) -> Result<(), String> {
        let bad = || format!("`{text}` is no move");
        let (from, to) = (text.get(1..3).ok_or_else(bad)?, text.get(3..5).ok_or_else(bad)?);
        let piece = self.piece(text.get(5..7).filter(|_| text.len() == 7).ok_or_else(bad)?)?;
        if self.departs && self.record.tree.nodes.is_empty() {
            self.start = Some(self.setup.clone());
        }
        let color = side(text.chars().next());
        let goal = self.square(to)?;
        let mut usi = String::with_capacity(5);
        let mut promotes = false;
        if from == "00" {
            usi += &self.variant.pieces[piece.index()].id;
            usi.push('*');
        } else {
            let origin = self.square(from)?;
            let there = self.setup.board[origin.index()].take();
            promotes = there.is_some_and(|(_, there)| there != piece);
            push_usi(&mut usi, from);
        }
        push_usi(&mut usi, to);
        if promotes {
            usi.push('+');
        }
        self.setup.board[goal.index()] = Some((color, piece));
        self.setup.side = !color;
        let parent = self.record.tree.nodes.len().checked_sub(1);
        let node = TreeNode { parent, text: usi, line: self.at, ..TreeNode::default() };
        self.record.tree.nodes.push(node);
        Ok(())
    }

    fn square(&self, text: &str) -> Result<Square, String> {
        let board = &self.variant.board;
        let bad = || format!("`{text}` is no square of {}", self.variant.name);
        let [file, rank] = text.as_bytes() else { return Err(bad()) };
        let (file, rank) = (file.wrapping_sub(b'0'), rank.wrapping_sub(b'0'));
        let inside = (1..=board.files).contains(&file) && (1..=board.ranks).contains(&rank);
        inside
            .then(|| Square((board.ranks - rank) * board.files + board.files - file))
            .ok_or_else(bad)
    }

    fn piece(&self, code: &str) -> Result<PieceType, String> {
        let letters: Option<[u8; 2]> = code.as_bytes().try_into().ok();
        let known = self.pieces.iter().find(|(known, _)| Some(*known) == letters);
        known.map_or_else(|| piece(self.variant, code), |(_, piece)| Ok(*piece))
    }

    fn finish(mut self) -> Result<Record, String> {
        let Record { headers, tree, .. } = &self.record;
        if !self.placed && headers.is_empty() && tree.nodes.is_empty() {
            return Err("there is no game in it".to_owned());
        }
        let unplayed = self.departs && tree.nodes.is_empty();
        let start = self.start.or_else(|| unplayed.then_some(self.setup));
        if let Some(start) = start
            && self.variant.start_setup(None).as_ref() != Some(&start)
        {
            self.record.start = Opening::Setup(start);
        }
        Ok(self.record)
    }
}

/// Adds the name in USI of a square that there is: `7g` for `77`.
fn push_usi(text: &mut String, square: &str) {
    if let [file, rank @ b'1'..=b'9'] = *square.as_bytes() {
        text.push(char::from(file));
        text.push(char::from(b'a' + (rank - b'1')));
    }
}

/// The code of a piece of a variant that CSA can tell of.
pub(crate) fn code(variant: &Variant, piece: PieceType) -> &'static str {
    let id = &variant.pieces[piece.index()].id;
    CODES.iter().find(|(known, _)| known == id).map_or("", |(_, code)| code)
}

/// The piece of a variant that has a code.
pub(crate) fn piece(variant: &Variant, code: &str) -> Result<PieceType, String> {
    let id = CODES.iter().find(|(_, known)| *known == code).map(|(id, _)| *id);
    let index = id.and_then(|id| variant.pieces.iter().position(|piece| piece.id == id));
    let piece = index.and_then(|index| u8::try_from(index).ok()).map(PieceType);
    piece.ok_or_else(|| format!("`{code}` is no piece of {}", variant.name))
}

/// What KIF calls an end. Who has done something illegal may be the side to move or the other.
pub(crate) fn end_called(word: &str, to_move: Color) -> String {
    let mut word = word;
    if let Some(action) = word.strip_prefix(['+', '-']).filter(|it| *it == ILLEGAL_ACTION) {
        let own = side(word.chars().next()) == to_move;
        word = if own { "ILLEGAL_MOVE" } else { action };
    }
    let known = ENDS.iter().find(|(known, _)| *known == word);
    known.map_or(word, |(_, end)| end).to_owned()
}

/// The word for an end by its name in KIF, if there is one; it says whose doing it was.
pub(crate) fn end_word(end: &str, to_move: Color) -> String {
    let known = ENDS.iter().find(|(_, name)| *name == end);
    match known.map_or(end, |(word, _)| word) {
        ILLEGAL_ACTION => format!("{}{ILLEGAL_ACTION}", sign(!to_move)),
        word => word.to_owned(),
    }
}

pub(crate) fn sign(color: Color) -> char {
    if color == Color::First { '+' } else { '-' }
}

fn side(sign: Option<char>) -> Color {
    if sign == Some('-') { Color::Second } else { Color::First }
}

/// A text in parts of so many letters.
fn parts(text: &str, length: usize) -> Result<Vec<&str>, String> {
    let whole = text.is_ascii() && text.len().is_multiple_of(length);
    let parts = || (0..text.len()).step_by(length).map(|at| &text[at..at + length]).collect();
    whole.then(parts).ok_or_else(|| format!("`{text}` is no list of squares and pieces"))
}
