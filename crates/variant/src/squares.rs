//! Squares and zones as variant files write them.

use crate::Board;
use crate::Square;
use crate::diagnostic::Location;
use crate::format::{Key, ManyTexts, Zone, pieces, play};
use crate::pause;
use crate::section::Section;
use std::ops::Range;

/// How the second side's squares follow from the first side's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symmetry {
    /// Turned by half a circle.
    Rotate,
    /// The same files.
    Mirror,
    /// They do not: each side's squares are written.
    None,
}

/// The board with what the reading of squares needs.
pub(super) struct Frame {
    pub(super) board: Board,
    pub(super) symmetry: Symmetry,
}

impl Frame {
    /// The second side's square for one of the first side. Where the sides are not symmetric
    /// (which concerns pieces only) zones are turned like the movements.
    pub(super) fn opposite(&self, square: Square) -> Square {
        let board = &self.board;
        let rank = board.ranks - 1 - board.rank(square);
        let file = match self.symmetry {
            Symmetry::Mirror => board.file(square),
            Symmetry::Rotate | Symmetry::None => board.files - 1 - board.file(square),
        };
        board.square(file, rank).expect("a turned square is on the board")
    }

    /// The squares under a key with the place of each: `a1 h1`, `a2-h2`, or a list of such.
    pub(super) fn squares<K: ManyTexts>(
        &self,
        section: &Section<'_>,
        key: &Key<K>,
    ) -> Vec<(Square, Location)> {
        let mut squares = Vec::new();
        for (text, whole) in section.texts(key) {
            for range in words(text) {
                let at = section.report.inside(whole, text, range.clone());
                match self.rectangle(&text[range]) {
                    Ok(found) => squares.extend(found.into_iter().map(|s| (s, at))),
                    Err(message) => {
                        // One fault in a text is enough.
                        section.report.error_help(at, message, self.help(key.name));
                        break;
                    }
                }
                if squares.len() > self.board.size() {
                    section.report.error(at, "more squares are listed than the board has");
                    return squares;
                }
            }
        }
        squares
    }

    /// `e4`, or the rectangle between two corners: `a2-h2`.
    fn rectangle(&self, word: &str) -> Result<Vec<Square>, String> {
        let board = &self.board;
        let corner = |text: &str| {
            let square = board.parse_square(text);
            square.ok_or_else(|| format!("`{text}` is not a square of this board"))
        };
        let (from, to) = word.split_once('-').unwrap_or((word, word));
        let (from, to) = (corner(from)?, corner(to)?);
        let span = |a: u8, b: u8| a.min(b)..=a.max(b);
        let ranks = span(board.rank(from), board.rank(to));
        Ok(ranks
            .flat_map(|rank| {
                span(board.file(from), board.file(to))
                    .filter_map(move |file| board.square(file, rank))
            })
            .collect())
    }

    /// What squares there are, and how they are written.
    fn help(&self, key: &str) -> String {
        let last = self.board.square(self.board.files - 1, self.board.ranks - 1);
        let last = last.expect("the last square is on the board");
        let first = self.board.square_name(Square(0));
        let last = self.board.square_name(last);
        let other =
            if key == pieces::AT.name { ", or list the piece in `pieces.remove`" } else { "" };
        format!("its squares are {first} to {last}; write `a1 h1` or `a2-h2`{other}")
    }

    /// A zone, written for the first side, for both sides: `last 3`, `ranks 8-11`, or squares; or a
    /// table with a zone for each side.
    pub(super) fn zone(&self, section: &Section<'_>, key: &Key<Zone>) -> Option<[Vec<Square>; 2]> {
        let node = section.get(key.name)?;
        // Every movement of every piece may have some.
        pause::point();
        if matches!(node.value, super::tree::Value::Table(_)) {
            let sides = section.row(key.name, &play::ZONES);
            return Some(
                [play::ZONE_FIRST, play::ZONE_SECOND]
                    .map(|key| self.existing(self.squares_or_ranks(&sides, &key))),
            );
        }
        let first = self.squares_or_ranks(section, key);
        let mut second: Vec<Square> = first.iter().map(|&s| self.opposite(s)).collect();
        second.sort();
        Some([first, second].map(|zone| self.existing(zone)))
    }

    fn squares_or_ranks<K: ManyTexts>(&self, section: &Section<'_>, key: &Key<K>) -> Vec<Square> {
        let mut zone = match section.texts(key).as_slice() {
            [(text, at)] if ranks_word(text).is_some() => match self.ranks(text) {
                Ok(ranks) => self.whole_ranks(ranks),
                Err(message) => {
                    let at = section.report.inside(*at, text, 0..text.len());
                    let help = "write `last 3`, `ranks 8-11`, or squares";
                    section.report.error_help(at, message, help);
                    Vec::new()
                }
            },
            _ => self.squares(section, key).into_iter().map(|(square, _)| square).collect(),
        };
        zone.sort();
        zone.dedup();
        zone
    }

    fn whole_ranks(&self, ranks: Range<u8>) -> Vec<Square> {
        let on = |s: &Square| ranks.contains(&self.board.rank(*s));
        self.board.squares().filter(on).collect()
    }

    fn existing(&self, zone: Vec<Square>) -> Vec<Square> {
        zone.into_iter().filter(|s| !self.board.holes.contains(s)).collect()
    }

    /// The ranks of `last N` and `ranks A-B`, counted from 0.
    fn ranks(&self, text: &str) -> Result<Range<u8>, String> {
        let (word, rest) = ranks_word(text).expect("the caller has looked");
        let all = self.board.ranks;
        if word == "last" {
            let count = rest.parse::<u8>().ok().filter(|n| (1..=all).contains(n));
            return count.map(|n| all - n..all).ok_or_else(|| {
                format!("`{text}`: expected a number from 1 to {all} after `last`")
            });
        }
        let (low, high) = rest.split_once('-').unwrap_or((rest, rest));
        let rank = |text: &str| {
            let number: u8 = text.trim().parse().ok()?;
            number.checked_sub(self.board.first_rank).filter(|r| *r < all)
        };
        match (rank(low), rank(high)) {
            (Some(low), Some(high)) if low <= high => Ok(low..high + 1),
            _ => {
                let first = self.board.first_rank;
                let last = first + all - 1;
                Err(format!("`{text}`: expected ranks from {first} to {last}, the lower one first"))
            }
        }
    }
}

/// The word and the rest of `last 3`, `rank 8`, `ranks 8-11`.
fn ranks_word(text: &str) -> Option<(&str, &str)> {
    let (word, rest) = text.trim().split_once(' ')?;
    ["last", "rank", "ranks"].contains(&word).then(|| (word, rest.trim()))
}

/// The words of a text, parted by spaces or commas, as ranges.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut start = None;
    for (i, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (c.is_whitespace() || c == ',', start) {
            (false, None) => start = Some(i),
            (true, Some(from)) => {
                words.push(from..i);
                start = None;
            }
            _ => {}
        }
    }
    words
}
