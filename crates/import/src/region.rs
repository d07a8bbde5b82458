//! Sets of squares, as files of Fairy-Stockfish and ours write them.

use std::collections::BTreeSet;
use std::fmt::Write as _;

/// File and rank, both counted from 0.
pub(crate) type Square = (u8, u8);

/// What one of our boards has at most.
pub(crate) const MOST: u8 = 16;

/// Squares as a file names them: single ones, and whole files and ranks of whatever board it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Region {
    /// The squares on the largest board there is.
    squares: BTreeSet<Square>,
}

impl Region {
    /// Squares of the largest board.
    pub(crate) fn of(squares: impl IntoIterator<Item = Square>) -> Region {
        Region { squares: squares.into_iter().collect() }
    }

    /// All squares.
    pub(crate) fn all() -> Region {
        Region::of((0..MOST).flat_map(|file| (0..MOST).map(move |rank| (file, rank))))
    }

    /// Whole ranks.
    pub(crate) fn ranks(ranks: &[u8]) -> Region {
        Region::of(ranks.iter().flat_map(|rank| (0..MOST).map(move |file| (file, *rank))))
    }

    /// Reads `a1 *8 c*`; `-` ends it.
    pub(crate) fn read(text: &str) -> Result<Region, String> {
        let mut squares = BTreeSet::new();
        for word in text.split_whitespace().take_while(|word| *word != "-") {
            let (file, rank) = word.split_at_checked(1).unwrap_or((word, ""));
            let files = match file {
                "*" => 0..MOST,
                _ => {
                    let file = read_file(file).ok_or_else(|| expected(word))?;
                    file..file + 1
                }
            };
            let ranks = match rank {
                "*" if file != "*" => 0..MOST,
                _ => {
                    let rank = read_rank(rank).ok_or_else(|| expected(word))?;
                    rank..rank + 1
                }
            };
            squares.extend(files.flat_map(|f| ranks.clone().map(move |r| (f, r))));
        }
        Ok(Region { squares })
    }

    /// The squares on a board of that size.
    pub(crate) fn on(&self, board: &Board) -> BTreeSet<Square> {
        self.squares.iter().copied().filter(|square| board.has(*square)).collect()
    }
}

fn expected(word: &str) -> String {
    format!("`{word}` is no square, rank (`*8`) or file (`d*`)")
}

/// A letter of a file.
fn read_file(text: &str) -> Option<u8> {
    let letter = text.bytes().next()?.to_ascii_lowercase();
    let file = letter.checked_sub(b'a')?;
    (text.len() == 1 && file < MOST).then_some(file)
}

/// A number of a rank.
pub(crate) fn read_rank(text: &str) -> Option<u8> {
    let rank: u8 = text.parse().ok()?;
    (1..=MOST).contains(&rank).then(|| rank - 1)
}

/// The number of a file, or its letter.
pub(crate) fn read_file_or_number(text: &str) -> Option<u8> {
    read_rank(text).or_else(|| read_file(text))
}

/// The size of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) files: u8,
    pub(crate) ranks: u8,
    pub(crate) holes: BTreeSet<Square>,
    /// Whether the rank nearest to the first side is called 0.
    pub(crate) from_0: bool,
}

impl Board {
    pub(crate) fn has(&self, (file, rank): Square) -> bool {
        file < self.files && rank < self.ranks && !self.holes.contains(&(file, rank))
    }

    /// All squares that exist.
    pub(crate) fn squares(&self) -> BTreeSet<Square> {
        Region::all().on(self)
    }

    /// A square's name in our files.
    pub(crate) fn name(&self, (file, rank): Square) -> String {
        format!("{}{}", char::from(b'a' + file), self.number(rank))
    }

    /// What a rank is called.
    fn number(&self, rank: u8) -> u8 {
        rank + u8::from(!self.from_0)
    }

    /// The rank as a side counts it, from its own edge of the board.
    pub(crate) fn rank_of(&self, rank: u8, second: bool) -> u8 {
        if second { self.ranks - 1 - rank } else { rank }
    }
}

/// Squares as `at` lists them: rectangles where they make some.
pub(crate) fn list(squares: &BTreeSet<Square>, board: &Board) -> String {
    let mut left = squares.clone();
    let mut text = String::new();
    while let Some(first) = left.iter().copied().min_by_key(|(file, rank)| (*rank, *file)) {
        let last = rectangle(&left, first);
        let space = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{space}{}", board.name(first));
        if last != first {
            let _ = write!(text, "-{}", board.name(last));
        }
        left.retain(|(f, r)| !((first.0..=last.0).contains(f) && (first.1..=last.1).contains(r)));
    }
    text
}

/// The far corner of a rectangle of these squares: as wide as it can be, then as high.
fn rectangle(squares: &BTreeSet<Square>, (file, rank): Square) -> Square {
    let mut right = file;
    while squares.contains(&(right + 1, rank)) {
        right += 1;
    }
    let mut top = rank;
    while (file..=right).all(|f| squares.contains(&(f, top + 1))) {
        top += 1;
    }
    (right, top)
}

/// Squares as a zone of our files: ranks where it is made of them.
pub(crate) fn zone(squares: &BTreeSet<Square>, board: &Board) -> String {
    let ranks: BTreeSet<u8> = squares.iter().map(|(_, rank)| *rank).collect();
    let whole =
        Region::of(ranks.iter().flat_map(|rank| (0..board.files).map(move |file| (file, *rank))));
    let (Some(low), Some(high)) = (ranks.first(), ranks.last()) else { return String::new() };
    let together = usize::from(high - low) + 1 == ranks.len();
    match together && whole.on(board) == *squares {
        true if *high + 1 == board.ranks => format!("last {}", ranks.len()),
        true if low == high => format!("rank {}", board.number(*low)),
        true => format!("ranks {}-{}", board.number(*low), board.number(*high)),
        false => list(squares, board),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Board {
        Board { files: 8, ranks: 8, ..Board::default() }
    }

    #[test]
    fn regions_are_read_and_written() {
        for (text, zone_text) in [
            ("*8", "last 1"),
            ("*1 *2", "ranks 1-2"),
            ("*3", "rank 3"),
            ("d4 e4 d5 e5", "d4-e5"),
            ("a*", "a1-a8"),
            ("*1 *3", "a1-h1 a3-h3"),
            ("-", ""),
            ("", ""),
            ("*8 -", "last 1"),
            ("e5 a1", "a1 e5"),
        ] {
            let squares = Region::read(text).unwrap().on(&board());
            assert_eq!(zone(&squares, &board()), zone_text, "{text}");
        }
    }

    #[test]
    fn what_is_no_region_is_refused() {
        for text in ["**", "x", "a0", "a99", "q1", "*", "1a", "é1"] {
            assert!(Region::read(text).is_err(), "{text}");
        }
    }
}
