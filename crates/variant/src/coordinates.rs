//! Names of squares: `e4`, and shogi's `5d`.

use crate::Square;
use crate::{Board, Coordinates, Variant};

impl Board {
    /// How many squares the rectangle has, those that do not exist included.
    pub fn size(&self) -> usize {
        usize::from(self.files) * usize::from(self.ranks)
    }

    /// The square on that file and rank, both counted from 0 at the first side's left corner.
    pub fn square(&self, file: u8, rank: u8) -> Option<Square> {
        let inside = file < self.files && rank < self.ranks;
        inside.then(|| Square((u16::from(rank) * u16::from(self.files) + u16::from(file)) as u8))
    }

    /// The file of a square, counted from 0.
    pub fn file(&self, square: Square) -> u8 {
        square.0 % self.files
    }

    /// The rank of a square, counted from 0.
    pub fn rank(&self, square: Square) -> u8 {
        square.0 / self.files
    }

    /// All squares in order, without the holes.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        let last = (self.size() - 1) as u8;
        (0..=last).map(Square).filter(|s| !self.holes.contains(s))
    }

    /// `e4`: file letter from the first side's left, rank number from its side.
    pub fn square_name(&self, square: Square) -> String {
        let file = char::from(b'a' + self.file(square));
        let rank = self.rank(square) + self.first_rank;
        let mut name = String::with_capacity(3);
        name.push(file);
        push_number(&mut name, rank);
        name
    }

    /// Reads `e4`. Holes have names too.
    pub fn parse_square(&self, text: &str) -> Option<Square> {
        let file = *text.as_bytes().first()?;
        if !file.is_ascii_lowercase() {
            return None;
        }
        let rank = decimal(&text[1..])?.checked_sub(self.first_rank)?;
        self.square(file - b'a', rank)
    }

    /// `5d`: file number from the first side's right, rank letter from the top.
    pub fn usi_square_name(&self, square: Square) -> String {
        let file = self.files - self.file(square);
        let mut name = String::with_capacity(3);
        push_number(&mut name, file);
        name.push(char::from(b'a' + (self.ranks - 1 - self.rank(square))));
        name
    }

    /// Reads `5d`.
    pub fn parse_usi_square(&self, text: &str) -> Option<Square> {
        let rank = *text.as_bytes().last()?;
        if !rank.is_ascii_lowercase() {
            return None;
        }
        let file = self.files.checked_sub(decimal(&text[..text.len() - 1])?)?;
        let rank = self.ranks.checked_sub(rank - b'a' + 1)?;
        self.square(file, rank)
    }
}

/// A plain decimal: digits only, no leading zero.
fn decimal(text: &str) -> Option<u8> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    plain.then(|| text.parse().ok()).flatten()
}

impl Variant {
    /// `e4`: file letter from the first side's left, rank number from its side.
    pub fn square_name(&self, square: Square) -> String {
        self.board.square_name(square)
    }

    /// Reads `e4`. Holes have names too.
    pub fn parse_square(&self, text: &str) -> Option<Square> {
        self.board.parse_square(text)
    }

    /// `5d`: file number from the first side's right, rank letter from the top.
    pub fn usi_square_name(&self, square: Square) -> String {
        self.board.usi_square_name(square)
    }

    /// Reads `5d`.
    pub fn parse_usi_square(&self, text: &str) -> Option<Square> {
        self.board.parse_usi_square(text)
    }

    /// The name of a square as this game's people write it.
    pub fn display_square(&self, square: Square) -> String {
        match self.board.coordinates {
            Coordinates::Algebraic => self.square_name(square),
            Coordinates::Shogi => self.usi_square_name(square),
        }
    }
}

/// Adds a number below 100, digit by digit: every answer has hundreds of these.
fn push_number(text: &mut String, number: u8) {
    text.extend((number >= 10).then(|| char::from(b'0' + number / 10)));
    text.push(char::from(b'0' + number % 10));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PositionText;

    fn board(files: u8, ranks: u8, first_rank: u8) -> Board {
        Board {
            files,
            ranks,
            first_rank,
            holes: Vec::new(),
            vanishing: Vec::new(),
            coordinates: Coordinates::Algebraic,
            text: PositionText::Sfen,
        }
    }

    #[test]
    fn both_names_of_known_squares() {
        for (files, ranks, first, algebraic, usi) in [
            (12, 12, 1, "a1", "12l"),
            (12, 12, 1, "l12", "1a"),
            (10, 12, 0, "e11", "6a"),
            (10, 12, 0, "f0", "5l"),
            (10, 12, 0, "a1", "10k"),
            (9, 9, 1, "e1", "5i"),
            (16, 16, 1, "p16", "1a"),
        ] {
            let board = board(files, ranks, first);
            let square = board.parse_square(algebraic).unwrap();
            assert_eq!(board.usi_square_name(square), usi);
            assert_eq!(board.parse_usi_square(usi), Some(square));
            assert_eq!(board.square_name(square), algebraic);
        }
    }

    #[test]
    fn every_square_has_names_that_read_back() {
        for (files, ranks, first) in [(16, 16, 1), (1, 1, 0), (10, 12, 0), (5, 5, 1)] {
            let board = board(files, ranks, first);
            for square in board.squares() {
                assert_eq!(board.parse_square(&board.square_name(square)), Some(square));
                assert_eq!(board.parse_usi_square(&board.usi_square_name(square)), Some(square));
            }
        }
    }

    #[test]
    fn names_off_the_board_are_refused() {
        let board = board(9, 9, 1);
        for text in ["", "a", "a0", "a10", "j1", "a01", "a+1", "A1", "王1", "a999", "a1 "] {
            assert_eq!(board.parse_square(text), None, "{text}");
        }
        for text in ["", "a", "0a", "10a", "1j", "01a", "1A", "1王", "999a"] {
            assert_eq!(board.parse_usi_square(text), None, "{text}");
        }
    }
}
