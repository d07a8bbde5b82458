//! The start position.

use crate::region::{MOST, Square};
use std::collections::{BTreeMap, BTreeSet};

/// A letter of a position: a piece of either side, perhaps promoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Man {
    /// The capital letter.
    pub(crate) letter: char,
    /// How many `'` stand behind it.
    pub(crate) primes: u8,
    pub(crate) second: bool,
    pub(crate) promoted: bool,
}

/// A start position, as its letters say it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fen {
    pub(crate) men: BTreeMap<Square, Man>,
    pub(crate) walls: BTreeSet<Square>,
    /// How many of a letter each side has in hand.
    pub(crate) hands: BTreeMap<char, [u8; 2]>,
    pub(crate) second_moves: bool,
    /// The letters of the field of castling rights.
    pub(crate) rights: String,
    /// How many checks each side has yet to give, where they are counted.
    pub(crate) checks: [u8; 2],
}

impl Fen {
    /// Reads a position for a board of that size.
    pub(crate) fn read(text: &str, files: u8, ranks: u8) -> Result<Fen, String> {
        let mut fields = text.split_whitespace();
        let placement = fields.next().ok_or("a position begins with its pieces")?;
        let (board, hands) = match placement.split_once('[') {
            Some((board, hands)) => (board, hands.strip_suffix(']').unwrap_or(hands)),
            None => (placement, ""),
        };
        let mut fen = Fen::default();
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != usize::from(ranks) {
            return Err(format!("the position has {} ranks, the board {ranks}", rows.len()));
        }
        for (row, rank) in rows.iter().zip((0..ranks).rev()) {
            fen.read_row(row, rank, files)?;
        }
        hands.chars().filter(|c| *c != '-').try_for_each(|c| fen.hold(c))?;
        fen.second_moves = match fields.next() {
            Some("b") => true,
            Some("w") | None => false,
            Some(other) => return Err(format!("`{other}` is neither `w` nor `b`, who moves")),
        };
        // A number is no field of rights: some positions leave them out.
        let rights = fields.next().filter(|field| !field.starts_with(|c: char| c.is_ascii_digit()));
        let rest: Vec<&str> = fields.collect();
        if let Some(square) = rest.first().filter(|field| is_square(field)) {
            return Err(format!("`{square}`: a start at which a pawn can be captured in passing"));
        }
        // Without them the next check wins.
        fen.checks = rest.iter().find_map(|field| checks(field)).unwrap_or([1; 2]);
        fen.rights = rights.filter(|rights| *rights != "-").unwrap_or_default().into();
        Ok(fen)
    }

    fn read_row(&mut self, row: &str, rank: u8, files: u8) -> Result<(), String> {
        let mut file = 0u8;
        let mut letters = row.chars().peekable();
        while let Some(letter) = letters.next() {
            if let Some(digit) = letter.to_digit(10) {
                let more = letters.peek().and_then(|c| c.to_digit(10));
                let count = more.map_or(digit, |more| 10 * digit + more);
                if more.is_some() {
                    letters.next();
                }
                file = file.saturating_add(count as u8);
            } else {
                let square = (file.min(MOST), rank);
                match letter {
                    '*' => {
                        self.walls.insert(square);
                    }
                    '~' => {
                        return Err("`~`: a piece that starts as a promoted pawn".into());
                    }
                    _ => {
                        let promoted = letter == '+';
                        let letter = match promoted {
                            true => letters.next().ok_or("`+` without a letter behind it")?,
                            false => letter,
                        };
                        let mut man = man(letter, promoted)?;
                        while man.primes < 2 && letters.next_if_eq(&'\'').is_some() {
                            man.primes += 1;
                        }
                        self.men.insert(square, man);
                    }
                }
                file = file.saturating_add(1);
            }
        }
        match file == files {
            true => Ok(()),
            false => Err(format!("rank {} has {file} squares, the board {files}", rank + 1)),
        }
    }

    fn hold(&mut self, letter: char) -> Result<(), String> {
        let man = man(letter, false)?;
        let held = &mut self.hands.entry(man.letter).or_default()[usize::from(man.second)];
        *held = held.checked_add(1).filter(|n| *n <= 99).ok_or("more than 99 pieces in hand")?;
        Ok(())
    }
}

/// `3+3`: how many are left, or `+0+0` at the end: how many of three were given.
fn checks(field: &str) -> Option<[u8; 2]> {
    let given = field.strip_prefix('+');
    let (first, second) = given.unwrap_or(field).split_once('+')?;
    let [first, second] = [first, second].map(|text| text.parse::<u8>().ok());
    let left = |number: u8| if given.is_some() { 3u8.saturating_sub(number) } else { number };
    Some([left(first?), left(second?)])
}

fn is_square(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
}

fn man(letter: char, promoted: bool) -> Result<Man, String> {
    match letter.is_ascii_alphabetic() {
        true => Ok(Man {
            letter: letter.to_ascii_uppercase(),
            primes: 0,
            second: letter.is_ascii_lowercase(),
            promoted,
        }),
        false => Err(format!("`{letter}` is no letter of a piece")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read() {
        let fen = Fen::read("r*+p/10*/3[PPn-] b KQ - 0 1", 3, 3);
        assert_eq!(fen.unwrap_err(), "rank 2 has 11 squares, the board 3");
        let fen = Fen::read("r*+p/1K1/3[PPn-] b KQ - 0 1", 3, 3).unwrap();
        assert_eq!(fen.men[&(2, 2)], Man { letter: 'P', primes: 0, second: true, promoted: true });
        assert_eq!(fen.walls, BTreeSet::from([(1, 2)]));
        assert_eq!(fen.hands[&'P'], [2, 0]);
        assert_eq!((fen.second_moves, fen.rights.as_str()), (true, "KQ"));
        let fen = Fen::read("+k''K'/2 w", 2, 2).unwrap();
        assert_eq!(fen.men[&(0, 1)], Man { letter: 'K', primes: 2, second: true, promoted: true });
        assert_eq!(fen.men[&(1, 1)].primes, 1);
        assert_eq!(Fen::read("k/K w 0 1", 1, 2).unwrap().rights, "");
        for (text, checks) in [
            ("k/K w - - 3+2 0 1", [3, 2]),
            ("k/K w - - 0 1 +0+1", [3, 2]),
            ("k/K w - - 0 1", [1, 1]),
        ] {
            assert_eq!(Fen::read(text, 1, 2).unwrap().checks, checks, "{text}");
        }
    }

    #[test]
    fn what_is_no_position_is_refused() {
        for text in ["", "k", "kk/K", "k/K x", "k/?", "k/+", "k/Q~", "k/K w - a2"] {
            assert!(Fen::read(text, 1, 2).is_err(), "{text}");
        }
    }
}
