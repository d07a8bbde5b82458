//! Boards in the terminal.

use crate::zones::sign;
use clap::Args;
use komadai_picture::Part;
use komadai_records::json::Zone;
use komadai_records::reason::Words;
use komadai_rules::variant::{Coordinates, PositionText};
use komadai_rules::{Color, PieceType, Setup, Square, Variant};
use unicode_width::UnicodeWidthStr;

/// How pieces are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Script {
    /// One kanji, `v` before those that point down.
    Kanji,
    /// The letters of positions: capitals are the first side's.
    Letters,
}

/// Fills a square that is not there but has others all around it, where no line is missing.
const HOLE: &str = "░";
/// Dark on light, in the terminal's numbers.
const REVERSED: &str = "7";

/// Draws the positions of one variant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Artist<'a> {
    pub(crate) variant: &'a Variant,
    pub(crate) script: Script,
    pub(crate) color: bool,
    /// Who sits below.
    pub(crate) below: Color,
    /// Squares that stand out, as those of the last move.
    pub(crate) marked: &'a [Square],
    /// Whether ranks have kanji for names where squares are named as in shogi.
    pub(crate) kanji_ranks: bool,
    /// Zones that are marked in empty squares.
    pub(crate) zones: &'a [Zone],
}

/// What is seen of a position: columns from the left and rows from below, from the first to the last,
/// in squares that are so wide.
struct View<'a> {
    setup: &'a Setup,
    columns: (u8, u8),
    rows: (u8, u8),
    width: usize,
}

/// How pieces are to be written, if not as usual in the game.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Lettering {
    /// Draw letters, not kanji
    #[arg(long)]
    letters: bool,

    /// Draw kanji, even where letters are usual
    #[arg(long, conflicts_with = "letters")]
    kanji: bool,
}

impl Lettering {
    /// The script for a game.
    pub(crate) fn script(self, variant: &Variant) -> Script {
        match (self.letters, self.kanji && Artist::has_kanji(variant)) {
            (true, _) => Script::Letters,
            (_, true) => Script::Kanji,
            _ => Artist::usual_script(variant),
        }
    }
}

impl Artist<'_> {
    /// How boards of the game are written by habit: those that are written in FEN have letters.
    pub(crate) fn usual_script(variant: &Variant) -> Script {
        let kanji = variant.board.text == PositionText::Sfen && Artist::has_kanji(variant);
        if kanji { Script::Kanji } else { Script::Letters }
    }

    /// Whether every piece can be drawn as one kanji.
    pub(crate) fn has_kanji(variant: &Variant) -> bool {
        (0..variant.pieces.len()).all(|i| kanji(variant, PieceType(i as u8)).is_some())
    }

    /// The board between the hands.
    pub(crate) fn table(&self, setup: &Setup) -> Vec<String> {
        let hand = |side| self.hand(setup, side).into_iter();
        let board = [vec![String::new()], self.board(setup, None), vec![String::new()]].concat();
        hand(!self.below).chain(board).chain(hand(self.below)).collect()
    }

    /// The board, or a part of it, with lines and coordinates.
    pub(crate) fn board(&self, setup: &Setup, part: Option<Part>) -> Vec<String> {
        let view = self.view(setup, part);
        let margin = " ".repeat(self.margin());
        let names: String = (view.columns.0..=view.columns.1)
            .map(|column| centred(&self.file_name(column), view.width + 1))
            .collect();
        let names = format!("{margin}{names}").trim_end().to_owned();
        let rule = |row: u8| format!("{margin}{}", self.rule(&view, row)).trim_end().to_owned();
        let mut lines = Vec::new();
        if self.is_shogi() {
            lines.push(names.clone());
        }
        for row in (view.rows.0..=view.rows.1).rev() {
            lines.push(rule(row + 1));
            lines.push(self.row(&view, row).trim_end().to_owned());
        }
        lines.push(rule(view.rows.0));
        if !self.is_shogi() {
            lines.push(names);
        }
        lines
    }

    fn view<'s>(&self, setup: &'s Setup, part: Option<Part>) -> View<'s> {
        let board = &self.variant.board;
        let all = Part { files: (0, board.files - 1), ranks: (0, board.ranks - 1) };
        let Part { files, ranks } = part.unwrap_or(all);
        // Turned, the last file is the first column.
        let (first, last) = (self.seen(files.0, ranks.0), self.seen(files.1, ranks.1));
        let ordered = |a: u8, b: u8| (a.min(b), a.max(b));
        View {
            setup,
            columns: ordered(first.0, last.0),
            rows: ordered(first.1, last.1),
            width: self.cell_width(),
        }
    }

    /// What a side holds, as a sentence; `None` where nobody ever holds anything.
    fn hand(&self, setup: &Setup, side: Color) -> Option<String> {
        let held = self.held(setup, side)?;
        let held = if held.is_empty() { "nothing".to_owned() } else { held.join("  ") };
        Some(format!("{} holds: {held}", self.variant.sides[side.index()]))
    }

    /// The pieces that a side holds; `None` where nobody ever holds anything.
    pub(crate) fn held(&self, setup: &Setup, side: Color) -> Option<Vec<String>> {
        let hand = &setup.hands[side.index()];
        if !self.variant.drops.allowed && setup.hands.iter().flatten().all(|count| *count == 0) {
            return None;
        }
        let held = (0..hand.len()).filter(|i| hand[*i] > 0).map(|i| {
            let name = self.glyph(Color::First, PieceType(i as u8));
            let count = if hand[i] > 1 { format!(" x{}", hand[i]) } else { String::new() };
            name + &count
        });
        Some(held.collect())
    }

    fn is_shogi(&self) -> bool {
        self.variant.board.coordinates == Coordinates::Shogi
    }

    /// The file and the rank of a square by its column from the left and its row from below.
    fn seen(&self, column: u8, row: u8) -> (u8, u8) {
        let board = &self.variant.board;
        match self.below {
            Color::First => (column, row),
            Color::Second => {
                ((board.files - 1).wrapping_sub(column), (board.ranks - 1).wrapping_sub(row))
            }
        }
    }

    fn square(&self, column: u8, row: u8) -> Option<Square> {
        let (file, rank) = self.seen(column, row);
        self.variant.board.square(file, rank)
    }

    fn man(&self, setup: &Setup, column: u8, row: u8) -> Option<(Color, PieceType)> {
        setup.at(self.square(column, row)?)
    }

    fn is_marked(&self, column: u8, row: u8) -> bool {
        self.square(column, row).is_some_and(|square| self.marked.contains(&square))
    }

    /// Whether a square is seen; a vanishing one is there while something stands on it.
    fn exists(&self, view: &View<'_>, column: Option<u8>, row: Option<u8>) -> bool {
        let board = &self.variant.board;
        let within = |at: u8, (first, last): (u8, u8)| (first..=last).contains(&at);
        let Some(column) = column.filter(|column| within(*column, view.columns)) else {
            return false;
        };
        let Some(row) = row.filter(|row| within(*row, view.rows)) else { return false };
        self.square(column, row).is_some_and(|square| {
            let vanished = board.vanishing.contains(&square) && view.setup.at(square).is_none();
            !board.holes.contains(&square) && !vanished
        })
    }

    /// Whether a square that does not exist would look like an empty one: only at the edge are lines
    /// missing.
    fn is_inner_hole(&self, view: &View<'_>, column: u8, row: u8) -> bool {
        let within = |at: u8, (first, last): (u8, u8)| first < at && at < last;
        within(column, view.columns)
            && within(row, view.rows)
            && !self.exists(view, Some(column), Some(row))
    }

    /// The line below a row, or above the last one: drawn wherever a square is beside it.
    fn rule(&self, view: &View<'_>, row: u8) -> String {
        let there = |column: Option<u8>, up: bool| {
            self.exists(view, column, if up { Some(row) } else { row.checked_sub(1) })
        };
        let (first, last) = view.columns;
        let mut line = String::new();
        for column in first..=last + 1 {
            let (west, east) = (column.checked_sub(1), Some(column));
            let [nw, ne, sw, se] =
                [there(west, true), there(east, true), there(west, false), there(east, false)];
            line.push(joint([nw || ne, ne || se, sw || se, nw || sw]));
            if column <= last {
                line.push_str(&(if ne || se { "─" } else { " " }).repeat(view.width));
            }
        }
        line
    }

    fn row(&self, view: &View<'_>, row: u8) -> String {
        let name = self.rank_name(row);
        let mut line =
            if self.is_shogi() { " ".repeat(self.margin()) } else { format!("{name:>2} ") };
        let edge = |there: bool, marked: bool| match (marked, there) {
            (true, _) => '┃',
            (false, true) => '│',
            (false, false) => ' ',
        };
        let (mut before, mut marked_before) = (false, false);
        for column in view.columns.0..=view.columns.1 {
            let here = self.exists(view, Some(column), Some(row));
            let marked = self.is_marked(column, row);
            line.push(edge(before || here, marked_before || marked));
            if self.is_inner_hole(view, column, row) {
                line.push_str(&HOLE.repeat(view.width));
            } else {
                line.push_str(&self.cell(view.setup, column, row, view.width));
            }
            (before, marked_before) = (here, marked);
        }
        line.push(edge(before, marked_before));
        if self.is_shogi() {
            line.push_str(&format!(" {name}"));
        }
        line
    }

    /// What is written into a square, padded to `width` columns.
    fn cell(&self, setup: &Setup, column: u8, row: u8, width: usize) -> String {
        let marked = self.is_marked(column, row);
        let Some((side, piece)) = self.man(setup, column, row) else {
            let style = if marked { REVERSED } else { "" };
            return self.coloured(style, centred(&self.signs(column, row), width));
        };
        let text = self.glyph(side, piece);
        let padded = match self.script {
            Script::Kanji => {
                let mark = if side == self.below { ' ' } else { 'v' };
                format!("{mark}{text}{}", " ".repeat(width - 1 - text.width()))
            }
            Script::Letters => centred(&text, width),
        };
        // The second side in cyan, promoted pieces in the red of their undersides.
        let style = match (side, self.variant.pieces[piece.index()].id.starts_with('+')) {
            (Color::First, false) => "1",
            (Color::First, true) => "1;31",
            (Color::Second, false) => "36",
            (Color::Second, true) => "35",
        };
        if marked {
            self.coloured(&format!("{style};{REVERSED}"), padded)
        } else {
            self.coloured(style, padded)
        }
    }

    /// The signs of the zones of an empty square.
    fn signs(&self, column: u8, row: u8) -> String {
        let Some(square) = self.square(column, row).filter(|_| !self.zones.is_empty()) else {
            return String::new();
        };
        let name = self.variant.square_name(square);
        self.zones.iter().filter(|zone| zone.squares.contains(&name)).map(sign).collect()
    }

    /// The text in a style, in the terminal's numbers, where there are colours.
    fn coloured(&self, style: &str, text: String) -> String {
        if self.color && !style.is_empty() { format!("\x1b[{style}m{text}\x1b[0m") } else { text }
    }

    fn glyph(&self, side: Color, piece: PieceType) -> String {
        match (self.script, kanji(self.variant, piece)) {
            (Script::Kanji, Some(kanji)) => {
                let mark = if self.shares_its_kanji(piece) { "+" } else { "" };
                format!("{kanji}{mark}")
            }
            _ => self.letters(side, piece),
        }
    }

    /// Whether a promoted piece looks like one that is not: it is marked then.
    fn shares_its_kanji(&self, piece: PieceType) -> bool {
        let is_promoted = |i: usize| self.variant.pieces[i].id.starts_with('+');
        let same =
            |i: &usize| kanji(self.variant, PieceType(*i as u8)) == kanji(self.variant, piece);
        is_promoted(piece.index())
            && (0..self.variant.pieces.len()).filter(same).any(|i| !is_promoted(i))
    }

    fn letters(&self, side: Color, piece: PieceType) -> String {
        let id = &self.variant.pieces[piece.index()].id;
        match side {
            Color::First => id.clone(),
            Color::Second => id.to_lowercase(),
        }
    }

    /// Columns of a square: room for every piece of the variant, and a little air.
    fn cell_width(&self) -> usize {
        let widest = (0..self.variant.pieces.len())
            .map(|i| self.glyph(Color::First, PieceType(i as u8)).width())
            .max()
            .unwrap_or(1);
        match self.script {
            Script::Kanji => widest.max(3) + 1,
            Script::Letters => widest.max(2) + 1,
        }
    }

    /// Columns before the board.
    fn margin(&self) -> usize {
        if self.is_shogi() { 1 } else { 3 }
    }

    fn file_name(&self, column: u8) -> String {
        let (file, _) = self.seen(column, 0);
        match self.variant.board.coordinates {
            Coordinates::Shogi => (self.variant.board.files - file).to_string(),
            Coordinates::Algebraic => char::from(b'a' + file).to_string(),
        }
    }

    fn rank_name(&self, row: u8) -> String {
        let (_, rank) = self.seen(0, row);
        let board = &self.variant.board;
        match board.coordinates {
            Coordinates::Shogi if self.kanji_ranks => {
                let square = board.square(0, rank).map(|square| Words(self.variant).square(square));
                let digits = board.files.to_string().len();
                square.unwrap_or_default().chars().skip(digits).collect()
            }
            Coordinates::Shogi => char::from(b'a' + (board.ranks - 1 - rank)).to_string(),
            Coordinates::Algebraic => (u32::from(rank) + u32::from(board.first_rank)).to_string(),
        }
    }
}

/// The kanji of a piece: its abbreviation, or the first of its full name.
fn kanji(variant: &Variant, piece: PieceType) -> Option<String> {
    let name = &variant.pieces[piece.index()].name;
    let full = name.kanji.as_deref().and_then(|kanji| kanji.chars().next());
    name.abbreviation.clone().or_else(|| full.map(String::from))
}

/// The sign at which lines meet that go up, right, down, left.
fn joint(lines: [bool; 4]) -> char {
    const SIGNS: [char; 16] =
        [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];
    let index =
        lines.iter().enumerate().map(|(bit, there)| usize::from(*there) << bit).sum::<usize>();
    SIGNS[index]
}

/// The text in the middle of so many columns.
fn centred(text: &str, width: usize) -> String {
    let space = width.saturating_sub(text.width());
    format!("{}{text}{}", " ".repeat(space.div_ceil(2)), " ".repeat(space / 2))
}
