//! Positions as KIF draws them: a board in lines and columns, and what is in hand.

use super::names::{self, Names};
use super::trimmed;
use komadai_rules::{Color, PieceType, Setup, Variant};

/// What has been read of a position.
#[derive(Default)]
pub(super) struct Diagram {
    /// The ranks from the top, each from the left.
    ranks: Vec<Vec<Option<(Color, PieceType)>>>,
    hands: [Vec<(PieceType, u8)>; 2],
    side: Option<Color>,
}

/// Who a line is about; in handicap games the names are others.
const SIDES: [(&str, Color); 4] = [
    ("先手", Color::First),
    ("下手", Color::First),
    ("後手", Color::Second),
    ("上手", Color::Second),
];
/// What stands before the second side's pieces.
const TURNED: [char; 3] = ['v', 'V', 'ｖ'];
/// Empty squares.
const EMPTY: [char; 4] = ['・', '．', '.', '･'];

impl Diagram {
    /// Whether there is a board.
    pub(super) fn is_there(&self) -> bool {
        !self.ranks.is_empty()
    }

    /// Takes a line of the board, what stands around it, and whose turn it is; whether it is such a line.
    pub(super) fn takes(
        &mut self,
        line: &str,
        variant: &Variant,
        names: &Names<'_>,
    ) -> Result<bool, String> {
        if let Some(row) = line.strip_prefix('|') {
            self.ranks.push(rank(row, variant, names)?);
            return Ok(true);
        }
        if let Some((_, side)) =
            SIDES.iter().find(|(name, _)| line.strip_prefix(name) == Some("番"))
        {
            self.side = Some(*side);
            return Ok(true);
        }
        Ok(line.starts_with('+') && line.ends_with('+'))
    }

    /// Takes what a side has in hand: `先手の持駒` and `金二　歩十五`.
    pub(super) fn takes_hand(
        &mut self,
        name: &str,
        value: &str,
        variant: &Variant,
        names: &Names<'_>,
    ) -> Result<bool, String> {
        let whose = |(side, color): &(&str, Color)| {
            matches!(name.strip_prefix(side)?, "の持駒" | "の持ち駒").then_some(*color)
        };
        let Some(color) = SIDES.iter().find_map(whose) else { return Ok(false) };
        let value = trimmed(value);
        if value == "なし" {
            return Ok(true);
        }
        for word in value.split([' ', '\u{3000}']).filter(|word| !word.is_empty()) {
            let held =
                names.piece(word).and_then(|(piece, rest)| Some((piece, names::count(rest)?)));
            let held =
                held.ok_or_else(|| format!("`{word}` is no piece of {} in hand", variant.name))?;
            self.hands[color.index()].push(held);
        }
        Ok(true)
    }

    /// The position, if there is a board, with this side to move where nothing else is said.
    pub(super) fn setup(&self, variant: &Variant, side: Color) -> Result<Option<Setup>, String> {
        if !self.is_there() {
            return Ok(None);
        }
        let (files, ranks) = (usize::from(variant.board.files), usize::from(variant.board.ranks));
        if self.ranks.len() != ranks {
            let (there, name) = (self.ranks.len(), &variant.name);
            return Err(format!("the board has {there} ranks, and that of {name} {ranks}"));
        }
        let types = variant.pieces.len();
        let mut hands = [vec![0u8; types], vec![0u8; types]];
        for (hand, held) in hands.iter_mut().zip(&self.hands) {
            for (piece, count) in held {
                hand[piece.index()] = hand[piece.index()].saturating_add(*count);
            }
        }
        let mut board = vec![None; files * ranks];
        for (rank, row) in self.ranks.iter().rev().enumerate() {
            board[rank * files..][..files].clone_from_slice(row);
        }
        Ok(Some(Setup::plain(board, hands, self.side.unwrap_or(side))))
    }
}

/// `・v香 飛|一` without the first bar.
fn rank(
    row: &str,
    variant: &Variant,
    names: &Names<'_>,
) -> Result<Vec<Option<(Color, PieceType)>>, String> {
    let row = row.split('|').next().unwrap_or_default();
    let (mut squares, mut rest) = (Vec::new(), row);
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        if first.is_whitespace() || first == '^' {
            rest = after;
        } else if EMPTY.contains(&first) {
            squares.push(None);
            rest = after;
        } else {
            let (color, text) =
                if TURNED.contains(&first) { (Color::Second, after) } else { (Color::First, rest) };
            let (piece, left) = names
                .piece(text)
                .ok_or_else(|| format!("`{text}` begins with no piece of {}", variant.name))?;
            squares.push(Some((color, piece)));
            rest = left;
        }
    }
    let files = usize::from(variant.board.files);
    if squares.len() == files {
        Ok(squares)
    } else {
        let there = squares.len();
        Err(format!(
            "a rank of the board has {there} squares, and those of {} {files}",
            variant.name
        ))
    }
}
