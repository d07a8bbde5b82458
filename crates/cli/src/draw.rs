//! Boards in the terminal.

use komadai_rules::variant::Coordinates;
use komadai_rules::{Color, PieceType, Setup, Square, Variant};
use unicode_width::UnicodeWidthStr;

/// How pieces are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Script {
    /// One kanji, `v` before those of the second side.
    Kanji,
    /// The letters of positions: capitals are the first side's.
    Letters,
}

/// Draws the positions of one variant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Artist<'a> {
    pub(crate) variant: &'a Variant,
    pub(crate) script: Script,
    pub(crate) color: bool,
}

impl Artist<'_> {
    /// Whether every piece can be drawn as one kanji.
    pub(crate) fn has_kanji(variant: &Variant) -> bool {
        (0..variant.pieces.len()).all(|i| kanji(variant, PieceType(i as u8)).is_some())
    }

    /// The board with lines and coordinates.
    pub(crate) fn board(&self, setup: &Setup) -> Vec<String> {
        let board = &self.variant.board;
        let width = self.cell_width();
        let mut lines = Vec::new();
        let files: String =
            (0..board.files).map(|file| centred(&self.file_name(file), width + 1)).collect();
        let margin = " ".repeat(self.margin());
        if self.is_shogi() {
            lines.push(format!("{margin}{files}").trim_end().to_owned());
        }
        for rank in (0..board.ranks).rev() {
            lines.push(
                format!("{margin}{}", self.rule(setup, rank + 1, width)).trim_end().to_owned(),
            );
            lines.push(self.rank(setup, rank, width).trim_end().to_owned());
        }
        lines.push(format!("{margin}{}", self.rule(setup, 0, width)).trim_end().to_owned());
        if !self.is_shogi() {
            lines.push(format!("{margin}{files}").trim_end().to_owned());
        }
        lines
    }

    /// What a side holds; `None` where nobody ever holds anything.
    pub(crate) fn hand(&self, setup: &Setup, side: Color) -> Option<String> {
        let hand = &setup.hands[side.index()];
        if !self.variant.drops.allowed && setup.hands.iter().flatten().all(|count| *count == 0) {
            return None;
        }
        let held = (0..hand.len()).filter(|i| hand[*i] > 0).map(|i| {
            let name = self.glyph(Color::First, PieceType(i as u8));
            let count = if hand[i] > 1 { format!(" x{}", hand[i]) } else { String::new() };
            name + &count
        });
        let held: Vec<String> = held.collect();
        let held = if held.is_empty() { "nothing".to_owned() } else { held.join("  ") };
        Some(format!("{} holds: {held}", self.variant.sides[side.index()]))
    }

    fn is_shogi(&self) -> bool {
        self.variant.board.coordinates == Coordinates::Shogi
    }

    fn square(&self, file: u8, rank: u8) -> Option<Square> {
        self.variant.board.square(file, rank)
    }

    fn man(&self, setup: &Setup, file: u8, rank: u8) -> Option<(Color, PieceType)> {
        setup.at(self.square(file, rank)?)
    }

    /// Whether there is a square; a vanishing one is there while something stands on it.
    fn exists(&self, setup: &Setup, file: u8, rank: u8) -> bool {
        let board = &self.variant.board;
        self.square(file, rank).is_some_and(|square| {
            let vanished = board.vanishing.contains(&square) && setup.at(square).is_none();
            !board.holes.contains(&square) && !vanished
        })
    }

    /// The line below a rank, or above the last one: drawn wherever a square is beside it.
    fn rule(&self, setup: &Setup, rank: u8, width: usize) -> String {
        let there =
            |file: u8, up: bool| match (file.checked_sub(1), rank.checked_sub(u8::from(!up))) {
                (Some(file), Some(rank)) => self.exists(setup, file, rank),
                _ => false,
            };
        let mut line = String::new();
        // Files are counted from 1 here, so that there is one before the first.
        for file in 0..=self.variant.board.files {
            let [nw, ne, sw, se] = [
                there(file, true),
                there(file + 1, true),
                there(file, false),
                there(file + 1, false),
            ];
            line.push(joint([nw || ne, ne || se, sw || se, nw || sw]));
            if file < self.variant.board.files {
                line.push_str(&(if ne || se { "─" } else { " " }).repeat(width));
            }
        }
        line
    }

    fn rank(&self, setup: &Setup, rank: u8, width: usize) -> String {
        let files = self.variant.board.files;
        let name = self.rank_name(rank);
        let mut line =
            if self.is_shogi() { " ".repeat(self.margin()) } else { format!("{name:>2} ") };
        let mut before = false;
        for file in 0..files {
            let here = self.exists(setup, file, rank);
            line.push(if before || here { '│' } else { ' ' });
            line.push_str(&self.cell(setup, file, rank, width));
            before = here;
        }
        line.push(if before { '│' } else { ' ' });
        if self.is_shogi() {
            line.push_str(&format!(" {name}"));
        }
        line
    }

    /// What is written into a square, padded to `width` columns.
    fn cell(&self, setup: &Setup, file: u8, rank: u8, width: usize) -> String {
        let Some((side, piece)) = self.man(setup, file, rank) else {
            return " ".repeat(width);
        };
        let text = self.glyph(side, piece);
        let padded = match self.script {
            Script::Kanji => {
                let mark = if side == Color::Second { 'v' } else { ' ' };
                format!("{mark}{text}{}", " ".repeat(width - 1 - text.width()))
            }
            Script::Letters => centred(&text, width),
        };
        self.coloured(side, &self.variant.pieces[piece.index()].id, padded)
    }

    /// The second side in cyan, promoted pieces in the red of their undersides.
    fn coloured(&self, side: Color, id: &str, text: String) -> String {
        let code = match (self.color, side, id.starts_with('+')) {
            (false, ..) => return text,
            (_, Color::First, false) => "1",
            (_, Color::First, true) => "1;31",
            (_, Color::Second, false) => "36",
            (_, Color::Second, true) => "35",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
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

    fn file_name(&self, file: u8) -> String {
        match self.variant.board.coordinates {
            Coordinates::Shogi => (self.variant.board.files - file).to_string(),
            Coordinates::Algebraic => char::from(b'a' + file).to_string(),
        }
    }

    fn rank_name(&self, rank: u8) -> String {
        let board = &self.variant.board;
        match board.coordinates {
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
