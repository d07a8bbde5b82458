//! Writing KIF.

use super::{
    EVEN, PASS, POSITION, RESULT, Reader, SAME, SHOGI, SHOOTS, STAYS, STEPS, TITLE, VARIATION,
    names,
};
use crate::json::Winner;
use crate::notation::{self, japanese_numeral};
use crate::record::{CannotWrite, Closing, Followers, HANDICAP, Record, Told, named};
use crate::{moves, position};
use komadai_rules::variant::{Name, PositionText};
use komadai_rules::{
    AnyGame, AnyPlay, Color, Interrupt, Move, MoveKind, Opening, PieceType, Setup, Square, Variant,
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
    write_while(game, record, &Interrupt::default())
}

/// The same, as long as that goes on.
pub(crate) fn write_while(
    game: &AnyGame,
    record: &Record,
    interrupt: &Interrupt,
) -> Result<String, CannotWrite> {
    written(game, record, Style::Kif, interrupt)
}

/// Writes a game as KI2: like KIF, but with moves as in newspapers, and without numbers and times.
///
/// # Errors
/// As for [`write()`].
pub fn write_ki2(game: &AnyGame, record: &Record) -> Result<String, CannotWrite> {
    write_ki2_while(game, record, &Interrupt::default())
}

/// The same, as long as that goes on.
pub(crate) fn write_ki2_while(
    game: &AnyGame,
    record: &Record,
    interrupt: &Interrupt,
) -> Result<String, CannotWrite> {
    written(game, record, Style::Ki2, interrupt)
}

/// Whether KIF can tell of a variant.
pub(crate) fn check(variant: &Variant) -> Result<(), CannotWrite> {
    let has_kanji = variant.pieces.iter().all(|piece| piece.name.kanji.is_some());
    let kanji = has_kanji && variant.board.text == PositionText::Sfen;
    let name = &variant.name;
    kanji.then_some(()).ok_or_else(|| {
        CannotWrite(format!("KIF cannot tell of {name}, which is not played with kanji"))
    })
}

/// Whether KI2 can: there the names of pieces are all that tells them apart.
pub(crate) fn check_ki2(variant: &Variant) -> Result<(), CannotWrite> {
    check(variant)?;
    let name = &variant.name;
    names::are_different(variant).then_some(()).ok_or_else(|| {
        CannotWrite(format!(
            "KI2 cannot tell of {name}: it needs a kanji of its own for each piece"
        ))
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Kif,
    Ki2,
}

fn written(
    game: &AnyGame,
    record: &Record,
    style: Style,
    interrupt: &Interrupt,
) -> Result<String, CannotWrite> {
    let variant = game.variant();
    match style {
        Style::Kif => check(variant)?,
        Style::Ki2 => check_ki2(variant)?,
    }
    let told = record.told(game, interrupt, |play, m| match style {
        Style::Kif => spelled(play, m),
        Style::Ki2 => Ok(notation::japanese(play, m)),
    })?;
    let followers = record.tree.followers();
    let mut writer =
        Writer { record, told, followers, style, text: String::new(), waiting: Vec::new(), row: 0 };
    // A position that has a name is told by that.
    writer.headers(variant, &named(variant, &record.start));
    writer.comment(&record.tree.comment);
    writer.lines();
    Ok(writer.text)
}

struct Writer<'r> {
    record: &'r Record,
    told: Told,
    followers: Followers,
    text: String,
    /// Variations that come after what is being written, the next one last.
    waiting: Vec<Branch>,
    style: Style,
    /// How many moves of KI2 stand on the line that is not ended.
    row: usize,
}

/// A line that is to be written, from its first move on.
struct Branch {
    first: usize,
    /// The number of that move.
    ply: usize,
    /// What each side has used of its time.
    used: [Duration; 2],
}

impl Writer<'_> {
    fn headers(&mut self, variant: &Variant, start: &Opening) {
        if self.style == Style::Kif {
            self.text += "#KIF version=2.0 encoding=UTF-8\n";
        }
        let (handicap, setup) = match start {
            Opening::Usual => {
                let name = variant.name_ja.as_deref().unwrap_or(&variant.name);
                (Some(name).filter(|name| *name != SHOGI), None)
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
            // A diagram has no place for what was counted, or for what was just taken.
            let counts = setup.checks_given != [0; 2] || setup.counted.is_some();
            let is_plain = !counts && setup.just_took.is_none();
            self.text += &if names::are_different(variant) && is_plain {
                diagram(variant, setup)
            } else {
                format!("{POSITION}：{}\n", position::to_sfen(variant, setup))
            };
        }
        let said = self.record.headers.iter();
        let mut reader = Reader::new(variant);
        for (name, value) in said.filter(|(name, _)| name != HANDICAP && name != POSITION) {
            let line = if name.is_empty() { value.clone() } else { format!("{name}：{value}") };
            let line = one_line(&line);
            // What would be taken for something else is a remark.
            let star = if reader.is_header(&line) {
                ""
            } else {
                reader = Reader::new(variant);
                "*"
            };
            let _ = writeln!(self.text, "{star}{line}");
        }
        match self.style {
            Style::Kif => self.text += &format!("{TITLE}----指手---------消費時間--\n"),
            Style::Ki2 => self.text.push('\n'),
        }
    }

    fn comment(&mut self, comment: &str) {
        if !comment.is_empty() {
            self.end_row();
            for line in comment.split('\n') {
                // A bookmark has no star.
                let star = if line.starts_with('&') { "" } else { "*" };
                let _ = writeln!(self.text, "{star}{}", line.trim_end_matches('\r'));
            }
        }
    }

    fn lines(&mut self) {
        let root = self.record.tree.nodes.len();
        let used = [Duration::ZERO; 2];
        let used = match self.followers[root].first() {
            Some(first) => self.line(Branch { first: *first, ply: 1, used }, root),
            None => used,
        };
        self.end(used);
        while let Some(branch) = self.waiting.pop() {
            let _ = writeln!(self.text, "\n{VARIATION}：{}手", branch.ply);
            self.line(branch, root);
        }
    }

    /// Writes a line, and notes where others go off; what each side has used of its time at its end.
    fn line(&mut self, branch: Branch, root: usize) -> [Duration; 2] {
        let record = self.record;
        let Branch { mut first, mut ply, mut used } = branch;
        loop {
            let node = &record.tree.nodes[first];
            let siblings = &self.followers[node.parent.unwrap_or(root)];
            if siblings.first() == Some(&first) {
                let later = siblings[1..].iter().rev();
                self.waiting.extend(later.map(|first| Branch { first: *first, ply, used }));
            }
            match self.style {
                Style::Kif => self.numbered(first, ply, &mut used),
                Style::Ki2 => self.marked(first),
            }
            self.comment(&node.comment);
            let Some(next) = self.followers[first].first() else { break };
            (first, ply) = (*next, ply + 1);
        }
        self.end_row();
        if let Some(end) = &record.tree.nodes[first].end {
            self.end_line(ply, &end.word, &end.closing, used);
        }
        used
    }

    /// How a line ends after so many plies.
    fn end_line(&mut self, plies: usize, word: &str, closing: &Closing, used: [Duration; 2]) {
        let word = one_line(word);
        match self.style {
            Style::Kif => {
                let line = format!("{:>4} {word}", plies + 1);
                self.timed(line, plies + 1, closing.spent, &mut used.clone());
            }
            Style::Ki2 => {
                let _ = writeln!(self.text, "{RESULT}{plies}手で{word}");
            }
        }
        self.comment(&closing.comment);
    }

    /// Writes a line, with the time of a ply if that is known.
    fn timed(
        &mut self,
        mut line: String,
        ply: usize,
        spent: Option<Duration>,
        used: &mut [Duration; 2],
    ) {
        if let Some(spent) = spent {
            let used = &mut used[(self.told.start.side.index() + ply - 1) % 2];
            *used = used.saturating_add(spent);
            line += &time(&line, spent, *used);
        }
        self.text += &line;
        self.text.push('\n');
    }

    /// `   1 ７六歩(77)   ( 0:16/00:00:16)`, a line for each step.
    fn numbered(&mut self, index: usize, ply: usize, used: &mut [Duration; 2]) {
        let mut line = String::new();
        for step in self.told.texts[index].split('\n') {
            if !line.is_empty() {
                self.text += &line;
                self.text.push('\n');
            }
            line = format!("{ply:>4} {step}");
        }
        self.timed(line, ply, self.record.tree.nodes[index].spent, used);
    }

    /// `▲７六歩    △３四歩`, six moves on a line.
    fn marked(&mut self, index: usize) {
        const ROW: usize = 6;
        if self.row == ROW {
            self.end_row();
        }
        if self.row > 0 {
            self.text += "    ";
        }
        self.text += &self.told.texts[index];
        self.row += 1;
    }

    fn end_row(&mut self) {
        if self.row > 0 {
            self.text.push('\n');
            self.row = 0;
        }
    }

    fn end(&mut self, used: [Duration; 2]) {
        let record = self.record;
        let last = &self.told.last;
        let plies = last.moves().len();
        let end = self.record.end_word(last);
        let winner = self.record.said_winner(last.side());
        let resigned = end.as_deref() == Some("投了");
        match (end, winner) {
            (Some(end), _) if self.style == Style::Kif || !(resigned && winner.is_some()) => {
                self.end_line(plies, &end, &record.closing, used);
            }
            (_, Some(winner)) => {
                let winner = if winner == Winner::First { "先手" } else { "後手" };
                let _ = writeln!(self.text, "{RESULT}{plies}手で{winner}の勝ち");
                self.comment(&record.closing.comment);
            }
            _ => self.comment(&record.closing.comment),
        }
    }
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

/// `７六歩(77)`; a move by a middle square in two lines, as lishogi writes them.
fn spelled(play: &AnyPlay, m: Move) -> Result<String, CannotWrite> {
    let variant = play.variant();
    let cannot =
        || CannotWrite(format!("KIF cannot tell of the move {}", notation::japanese(play, m)));
    if m.kind() == MoveKind::Pass {
        return Ok(PASS.to_owned());
    }
    if m.is_placing() {
        return Err(cannot());
    }
    if m.kind() == MoveKind::Drop {
        return Ok(format!(
            "{}{}打",
            names::spelled_square(variant, m.to()),
            called(variant, m.dropped())
        ));
    }
    let (_, piece) = play.at(m.from()).ok_or_else(cannot)?;
    let name = called(variant, piece);
    let promotion = match (m.promotion(), variant.pieces[piece.index()].promotes.len()) {
        (0, _) => "",
        (1, 1) => "成",
        _ => return Err(cannot()),
    };
    let square = |square: Square| names::spelled_square(variant, square);
    if m.kind() == MoveKind::Jitto {
        return Ok(format!("{}{name}{STAYS}（←{}）", square(m.from()), square(m.from())));
    }
    if m.kind() == MoveKind::Step {
        return Ok(format!("{}{name}{promotion}{}", goal(play, m.to()), origin(variant, m.from())));
    }
    let spelling = moves::spell(play, m);
    // The squares alone could mean another move.
    if spelling.others.is_some() {
        return Err(cannot());
    }
    if let [from, to] = spelling.squares[..] {
        return Ok(format!("{}{name}{promotion}{}", goal(play, to), origin(variant, from)));
    }
    let shoots = if m.kind() == MoveKind::Shot { SHOOTS } else { "" };
    let steps = spelling.squares;
    let last = steps.len().saturating_sub(2);
    let step = |(index, step): (usize, &[Square])| {
        let which = STEPS.get(index)?;
        let (promotion, shoots) = if index == last { (promotion, shoots) } else { ("", "") };
        Some(format!(
            "{which} {}{name}{promotion}{shoots}（←{}）",
            square(step[1]),
            square(step[0])
        ))
    };
    let lines: Option<Vec<String>> = steps.windows(2).enumerate().map(step).collect();
    Ok(lines.ok_or_else(cannot)?.join("\n"))
}

/// Where a move goes; `同` for where the last one went.
fn goal(play: &AnyPlay, to: Square) -> String {
    let last = play.moves().iter().rev().find(|last| last.kind() != MoveKind::Pass);
    match last {
        Some(last) if last.to() == to => format!("{SAME}\u{3000}"),
        _ => names::spelled_square(play.variant(), to),
    }
}

/// Where a move comes from: `(77)`, or `（←１２九）` on boards with more squares.
fn origin(variant: &Variant, from: Square) -> String {
    if names::is_small(variant) {
        let (file, rank) = names::numbers(variant, from);
        format!("({file}{rank})")
    } else {
        format!("（←{}）", names::spelled_square(variant, from))
    }
}

/// What KIF calls a piece: one kanji, which all programs read, and `玉` for the king; in full on larger boards.
fn called(variant: &Variant, piece: PieceType) -> String {
    let data = &variant.pieces[piece.index()];
    if let Some(in_full) = data.name.kanji.as_ref().filter(|_| !names::is_small(variant)) {
        return in_full.clone();
    }
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
