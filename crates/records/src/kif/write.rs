//! Writing KIF.

use super::{EVEN, HANDICAP, SAME, TITLE, VARIATION, names};
use crate::notation::{self, japanese_numeral, japanese_square};
use crate::record::{CannotWrite, Record};
use komadai_rules::variant::{Board, Coordinates, Name};
use komadai_rules::{
    AnyGame, AnyPlay, Color, Move, MoveKind, Opening, PieceType, Setup, Square, Variant,
};
use std::fmt::Write as _;
use std::time::Duration;

/// Writes a game with its variations, comments and times, in UTF-8. What KIF has no words for, such as signs
/// behind moves, is left out.
///
/// ```
/// use komadai_records::kif;
/// use komadai_rules::{AnyGame, variant::load_builtin};
///
/// let game = AnyGame::compile(&load_builtin("shogi", &[]).unwrap().variant).unwrap();
/// let record = kif::read(game.variant(), "先手：A\n   1 ７六歩(77)\n   2 投了\n", 1_000).unwrap();
/// let text = kif::write(&game, &record).unwrap();
/// assert!(text.ends_with("先手：A\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 投了\n"));
/// ```
///
/// # Errors
/// When the game is one of which KIF cannot tell, or a move is not legal.
pub fn write(game: &AnyGame, record: &Record) -> Result<String, CannotWrite> {
    let variant = game.variant();
    let Board { files, ranks, coordinates, .. } = variant.board;
    if files > 9 || ranks > 9 || coordinates != Coordinates::Shogi {
        let name = &variant.name;
        return Err(CannotWrite(format!(
            "KIF counts files by one digit, from the right: it cannot tell of {name}"
        )));
    }
    let play = game.open(&record.start).map_err(|error| CannotWrite(error.to_string()))?;
    // A position that has a name is told by that.
    let start = known(variant, &record.start);
    let followers = record.tree.followers();
    let mut writer = Writer { record, followers, text: String::new(), waiting: Vec::new() };
    writer.headers(variant, &start);
    writer.comment(&record.tree.comment);
    writer.lines(play)?;
    Ok(writer.text)
}

struct Writer<'r> {
    record: &'r Record,
    followers: Vec<Vec<usize>>,
    text: String,
    /// Variations that come after what is being written, the next one last.
    waiting: Vec<Branch>,
}

/// A line that is to be written, from its first move on.
struct Branch {
    first: usize,
    before: AnyPlay,
    /// What each side has used of its time.
    used: [Duration; 2],
}

impl Writer<'_> {
    fn headers(&mut self, variant: &Variant, start: &Opening) {
        self.text += "#KIF version=2.0 encoding=UTF-8\n";
        let (handicap, setup) = match start {
            Opening::Usual => {
                (variant.name_ja.as_deref().filter(|_| variant.board.files < 9), None)
            }
            Opening::Named(id) => {
                let start = variant.starts.iter().find(|start| start.id == *id);
                (start.and_then(|start| start.name_ja.as_deref()), None)
            }
            Opening::Setup(setup) => (Some("その他"), Some(setup)),
        };
        let handicap = handicap.unwrap_or(EVEN);
        let _ = writeln!(self.text, "{HANDICAP}：{handicap}");
        if let Some(setup) = setup {
            self.text += &diagram(variant, setup);
        }
        for (name, value) in self.record.headers.iter().filter(|(name, _)| name != HANDICAP) {
            let line = if name.is_empty() { value.clone() } else { format!("{name}：{value}") };
            self.text += &one_line(&line);
            self.text.push('\n');
        }
        let _ = writeln!(self.text, "{TITLE}----指手---------消費時間--");
    }

    fn comment(&mut self, comment: &str) {
        if !comment.is_empty() {
            for line in comment.split('\n') {
                // A bookmark has no star.
                let star = if line.starts_with('&') { "" } else { "*" };
                let _ = writeln!(self.text, "{star}{}", line.trim_end_matches('\r'));
            }
        }
    }

    fn lines(&mut self, start: AnyPlay) -> Result<(), CannotWrite> {
        let root = self.record.tree.nodes.len();
        let used = [Duration::ZERO; 2];
        match self.followers[root].first() {
            Some(first) => self.line(Branch { first: *first, before: start, used }, root, true)?,
            None => self.end(1),
        }
        while let Some(branch) = self.waiting.pop() {
            let ply = branch.before.moves().len() + 1;
            let _ = writeln!(self.text, "\n{VARIATION}：{ply}手");
            self.line(branch, root, false)?;
        }
        Ok(())
    }

    /// Writes a line, and notes where others go off.
    fn line(&mut self, branch: Branch, root: usize, is_main: bool) -> Result<(), CannotWrite> {
        let Branch { mut first, before: mut play, mut used } = branch;
        loop {
            let node = &self.record.tree.nodes[first];
            let siblings = &self.followers[node.parent.unwrap_or(root)];
            if siblings.first() == Some(&first) {
                let later = siblings[1..].iter().rev();
                let branches =
                    later.map(|first| Branch { first: *first, before: play.clone(), used });
                self.waiting.extend(branches);
            }
            let m = notation::find(&play, &node.text)
                .map_err(|error| CannotWrite(format!("`{}`: {error}", node.text)))?;
            let ply = play.moves().len() + 1;
            let mut line = format!("{ply:>4} {}", spelled(&play, m)?);
            if let Some(spent) = node.spent {
                let total = &mut used[play.side().index()];
                *total = total.saturating_add(spent);
                line += &time(&line, spent, *total);
            }
            self.text += &line;
            self.text.push('\n');
            let comment = node.comment.clone();
            self.comment(&comment);
            play.push(m);
            match self.followers[first].first() {
                Some(next) => first = *next,
                None if is_main => {
                    self.end(ply + 1);
                    return Ok(());
                }
                None => return Ok(()),
            }
        }
    }

    fn end(&mut self, ply: usize) {
        if let Some(end) = &self.record.end {
            let _ = writeln!(self.text, "{ply:>4} {}", one_line(end));
        }
    }
}

fn known(variant: &Variant, start: &Opening) -> Opening {
    let Opening::Setup(setup) = start else { return start.clone() };
    let is_it = |id: Option<&str>| {
        let known = variant.start_setup(id);
        known.is_some_and(|known| {
            (&known.board, &known.hands, known.side) == (&setup.board, &setup.hands, setup.side)
        })
    };
    if is_it(None) {
        return Opening::Usual;
    }
    let named = variant.starts.iter().find(|start| is_it(Some(&start.id)));
    named.map_or_else(|| start.clone(), |named| Opening::Named(named.id.clone()))
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// `   ( 0:16/00:00:16)`, so that the times of all lines stand below each other.
fn time(line: &str, spent: Duration, total: Duration) -> String {
    const COLUMN: usize = 20;
    let width: usize = line.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
    let blanks = " ".repeat(COLUMN.saturating_sub(width).max(1));
    let (spent, total) = (spent.as_secs(), total.as_secs());
    let (hours, minutes) = (total / 3600, total / 60 % 60);
    format!(
        "{blanks}({:2}:{:02}/{hours:02}:{minutes:02}:{:02})",
        spent / 60,
        spent % 60,
        total % 60
    )
}

/// `７六歩(77)`.
fn spelled(play: &AnyPlay, m: Move) -> Result<String, CannotWrite> {
    let variant = play.variant();
    let cannot =
        || CannotWrite(format!("KIF cannot tell of the move {}", notation::japanese(play, m)));
    if m.kind() == MoveKind::Pass {
        return Ok("パス".to_owned());
    }
    if m.kind() == MoveKind::Drop {
        return Ok(format!(
            "{}{}打",
            japanese_square(variant, m.to()),
            called(variant, m.dropped())
        ));
    }
    let plain = play.middles(m).is_empty() && !matches!(m.kind(), MoveKind::Shot | MoveKind::Jitto);
    let (_, piece) = play.at(m.from()).filter(|_| plain).ok_or_else(cannot)?;
    let last = play.moves().iter().rev().find(|last| last.kind() != MoveKind::Pass);
    let goal = match last {
        Some(last) if last.to() == m.to() => format!("{SAME}\u{3000}"),
        _ => japanese_square(variant, m.to()),
    };
    let promotes = variant.pieces[piece.index()].promotes.len();
    let promotion = match (m.promotion(), promotes) {
        (0, _) => "",
        (1, 1) => "成",
        _ => return Err(cannot()),
    };
    let (file, rank) = names::numbers(variant, m.from());
    Ok(format!("{goal}{}{promotion}({file}{rank})", called(variant, piece)))
}

/// What KIF calls a piece: one kanji, which all programs read, and `玉` for the king.
fn called(variant: &Variant, piece: PieceType) -> String {
    let data = &variant.pieces[piece.index()];
    let name = short(&data.name);
    if data.royal { name.replace('王', "玉") } else { name.to_owned() }
}

/// The board, and what is in hand, as lines of the header.
fn diagram(variant: &Variant, setup: &Setup) -> String {
    let (files, ranks) = (variant.board.files, variant.board.ranks);
    let frame = format!("+{}+\n", "-".repeat(3 * usize::from(files)));
    let digits: String = (1..=files).rev().map(|file| format!(" {}", names::wide(file))).collect();
    let mut text = hand(variant, setup, Color::Second, "後手") + " " + &digits + "\n" + &frame;
    for rank in (0..ranks).rev() {
        text.push('|');
        for file in 0..files {
            let square = Square(rank * files + file);
            let (turned, name) = match setup.at(square) {
                Some((color, piece)) => (
                    if color == Color::Second { 'v' } else { ' ' },
                    short(&variant.pieces[piece.index()].name),
                ),
                None => (' ', "・"),
            };
            let _ = write!(text, "{turned}{name}");
        }
        let _ = writeln!(text, "|{}", japanese_numeral(ranks - rank));
    }
    text += &frame;
    text += &hand(variant, setup, Color::First, "先手");
    if setup.side == Color::Second {
        text += "後手番\n";
    }
    text
}

fn short(name: &Name) -> &str {
    name.abbreviation.as_deref().or(name.kanji.as_deref()).unwrap_or(&name.en)
}

/// `先手の持駒：金　歩十五`.
fn hand(variant: &Variant, setup: &Setup, color: Color, side: &str) -> String {
    let held =
        (0u8..).map(PieceType).zip(&setup.hands[color.index()]).filter(|(_, count)| **count > 0);
    let words = held.map(|(piece, count)| {
        let count = if *count > 1 { japanese_numeral(*count) } else { String::new() };
        format!("{}{count}", short(&variant.pieces[piece.index()].name))
    });
    let words: Vec<String> = words.collect();
    let words = if words.is_empty() { "なし".to_owned() } else { words.join("\u{3000}") };
    format!("{side}の持駒：{words}\n")
}
