//! How KIF calls squares, numbers and pieces.

use crate::notation::japanese_numeral;
use komadai_rules::variant::PieceData;
use komadai_rules::{PieceType, Square, Variant};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

/// The names of the pieces of a variant by their first letters, longer ones first.
pub(super) struct Names<'v>(HashMap<char, Vec<(Cow<'v, str>, PieceType)>>);

/// What some programs write instead of what others do.
const ALIKE: [(char, char); 2] = [('王', '玉'), ('龍', '竜')];

impl<'v> Names<'v> {
    pub(super) fn of(variant: &'v Variant) -> Self {
        let mut names: Vec<(Cow<'v, str>, PieceType)> = Vec::new();
        for (index, piece) in (0u8..).zip(&variant.pieces) {
            let name = &piece.name;
            for name in [&name.kanji, &name.abbreviation, &name.ja].into_iter().flatten() {
                names.push((name.as_str().into(), PieceType(index)));
                for (one, other) in ALIKE {
                    if name.contains(one) {
                        names
                            .push((name.replace(one, &other.to_string()).into(), PieceType(index)));
                    }
                }
            }
        }
        names.sort_by_key(|(name, _)| Reverse(name.len()));
        let mut by_letter: HashMap<char, Vec<_>> = HashMap::new();
        for (name, piece) in names {
            if let Some(first) = name.chars().next() {
                by_letter.entry(first).or_default().push((name, piece));
            }
        }
        Names(by_letter)
    }

    /// The piece whose name a text begins with, and the rest.
    pub(super) fn piece<'t>(&self, text: &'t str) -> Option<(PieceType, &'t str)> {
        let known = self.0.get(&text.chars().next()?)?;
        known.iter().find_map(|(name, piece)| Some((*piece, text.strip_prefix(name.as_ref())?)))
    }
}

const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// A digit of any width.
fn digit(c: char) -> Option<u8> {
    match c {
        '0'..='9' => u8::try_from(c as u32 - '0' as u32).ok(),
        '０'..='９' => u8::try_from(c as u32 - '０' as u32).ok(),
        _ => None,
    }
}

pub(super) fn is_digit(c: char) -> bool {
    digit(c).is_some()
}

/// A digit of any width, or a numeral.
fn figure(c: char) -> Option<u8> {
    let numeral = || NUMERALS.iter().position(|n| *n == c).and_then(|n| u8::try_from(n + 1).ok());
    digit(c).or_else(numeral)
}

/// A number in digits of any width.
pub(super) fn number(text: &str) -> Option<usize> {
    let digits: Option<String> = text.chars().map(|c| Some(char::from(b'0' + digit(c)?))).collect();
    digits?.parse().ok()
}

/// A number of pieces: `十五`, `二`, `18`; 1 for nothing.
pub(super) fn count(text: &str) -> Option<u8> {
    if text.is_empty() {
        return Some(1);
    }
    if let Some(number) = number(text) {
        return u8::try_from(number).ok();
    }
    let (tens, ones) = match text.split_once('十') {
        Some((tens, ones)) => (if tens.is_empty() { 1 } else { one(tens)? }, ones),
        None => (0, text),
    };
    Some(10 * tens + if ones.is_empty() { 0 } else { one(ones)? })
}

fn one(text: &str) -> Option<u8> {
    let mut chars = text.chars();
    let value = figure(chars.next()?)?;
    chars.next().is_none().then_some(value)
}

/// The square that a text begins with, as file and rank from 1, and the rest. On large boards, numbers may
/// have two digits.
pub(super) fn square(text: &str, large: bool) -> Option<((u8, u8), &str)> {
    let blanks = [' ', '\u{3000}'];
    if large {
        let digits = text.find(|c: char| !is_digit(c))?;
        let (file, rest) = text.split_at(digits);
        let end = rest.find(|c: char| c != '十' && figure(c).is_none()).unwrap_or(rest.len());
        // A name may begin with a numeral, such as that of a piece with ten steps.
        let (rank, rest) = rest.split_at(end);
        let file = u8::try_from(number(file)?).ok()?;
        return Some((
            (file, count(rank).filter(|_| !rank.is_empty())?),
            rest.trim_start_matches(blanks),
        ));
    }
    let mut chars = text.chars();
    let (file, rank) = (digit(chars.next()?)?, figure(chars.next()?)?);
    Some(((file, rank), chars.as_str().trim_start_matches(blanks)))
}

/// Whether squares have one digit each for file and rank.
pub(super) fn is_small(variant: &Variant) -> bool {
    variant.board.files <= 9 && variant.board.ranks <= 9
}

/// Whether a drawn board tells which pieces stand where, and everything else that a position has to say.
pub(super) fn are_different(variant: &Variant) -> bool {
    let name =
        |piece: &PieceData| piece.name.abbreviation.clone().or_else(|| piece.name.kanji.clone());
    let names: BTreeSet<Option<String>> = variant.pieces.iter().map(name).collect();
    is_small(variant) && names.len() == variant.pieces.len()
}

/// `７六`, `１２十一`.
pub(super) fn spelled_square(variant: &Variant, square: Square) -> String {
    let (file, rank) = numbers(variant, square);
    let file: String = file.to_string().bytes().map(|digit| wide(digit - b'0')).collect();
    file + &japanese_numeral(rank)
}

/// File and rank of a square, from 1, as the board is counted here.
pub(super) fn numbers(variant: &Variant, square: Square) -> (u8, u8) {
    let board = &variant.board;
    (board.files - board.file(square), board.ranks - board.rank(square))
}

/// A digit of full width.
pub(super) fn wide(digit: u8) -> char {
    char::from_u32('０' as u32 + u32::from(digit)).unwrap_or('０')
}

/// Where a move comes from: `77`, `←１２九`.
pub(super) fn origin(text: &str, large: bool) -> Option<(u8, u8)> {
    let text = text.trim_start_matches('←');
    square(text, large).filter(|(_, rest)| rest.is_empty()).map(|(square, _)| square)
}
