//! The board field: what stands on which square.

use crate::TextError;
use crate::field::Field;
use crate::piece;
use komadai_rules::{Color, PieceType, Setup, Square, Variant};

/// What stands on each square, as in [`Setup::board`].
pub(super) type Squares = Vec<Option<(Color, PieceType)>>;

/// Reads the ranks, the highest first; `whole` is the field that holds them.
pub(super) fn read(
    v: &Variant,
    whole: Field<'_>,
    ranks: &[Field<'_>],
) -> Result<Squares, TextError> {
    let (files, height) = (usize::from(v.board.files), usize::from(v.board.ranks));
    if ranks.len() != height {
        return Err(whole
            .error(format!("the board has {}", counted(ranks.len(), "rank")))
            .help(format!("{} is played on {height} ranks", v.name)));
    }
    let mut squares = vec![None; files * height];
    for (from_top, (&text, row)) in ranks.iter().zip(squares.chunks_mut(files).rev()).enumerate() {
        let number = height - 1 - from_top;
        Rank { v, number, text }.read(row)?;
    }
    Ok(squares)
}

/// Writes the ranks of a board, and copies those that are the same as in another position.
pub(super) struct Ranks<'v> {
    v: &'v Variant,
    /// The squares that do not exist while nothing stands on them.
    missing: Vec<bool>,
    /// The ranks of the other position, from the bottom: what stands there, and how that is written.
    /// Empty where there is no other position.
    known: Vec<(Squares, String)>,
}

/// A rank: what stands on each square, and whether the square may not exist.
type Row<'a> = (&'a [Option<(Color, PieceType)>], &'a [bool]);

impl<'v> Ranks<'v> {
    pub(super) fn new(v: &'v Variant) -> Self {
        let mut missing = vec![false; usize::from(v.board.files) * usize::from(v.board.ranks)];
        for square in v.board.holes.iter().chain(&v.board.vanishing) {
            missing[square.index()] = true;
        }
        Ranks { v, missing, known: Vec::new() }
    }

    /// For positions like this one.
    pub(super) fn like(v: &'v Variant, setup: &Setup) -> Self {
        let ranks = Ranks::new(v);
        let known = ranks.each(setup).map(|row| {
            let mut text = String::new();
            write_rank(&mut text, v, row);
            (row.0.to_vec(), text)
        });
        Ranks { known: known.collect(), ..ranks }
    }

    /// The ranks from the bottom.
    fn each<'a>(
        &'a self,
        setup: &'a Setup,
    ) -> impl ExactSizeIterator<Item = Row<'a>> + DoubleEndedIterator {
        let files = usize::from(self.v.board.files);
        let height = usize::from(self.v.board.ranks);
        (0..height).map(move |rank| {
            let squares = rank * files..(rank + 1) * files;
            (&setup.board[squares.clone()], &self.missing[squares])
        })
    }

    /// Writes the ranks, the highest first.
    pub(super) fn write(&self, setup: &Setup) -> String {
        let mut text = String::with_capacity(2 * setup.board.len());
        for (number, row) in self.each(setup).enumerate().rev() {
            match self.known.get(number) {
                Some((same, written)) if same == row.0 => text.push_str(written),
                _ => write_rank(&mut text, self.v, row),
            }
            if number > 0 {
                text.push('/');
            }
        }
        text
    }
}

/// One rank of the text, counted from the bottom.
struct Rank<'a> {
    v: &'a Variant,
    number: usize,
    text: Field<'a>,
}

impl Rank<'_> {
    fn read(&self, row: &mut [Option<(Color, PieceType)>]) -> Result<(), TextError> {
        let mut file = 0usize;
        let mut rest = self.text;
        while let Some(first) = rest.text.chars().next() {
            if first.is_ascii_digit() {
                let (digits, tail) = rest.split_digits();
                file = file.saturating_add(run(digits)?);
                rest = tail;
            } else if first == '*' {
                self.check_missing(file, rest.to(1))?;
                file = file.saturating_add(1);
                rest = rest.from(1);
            } else {
                let (piece, len) = self.piece(rest)?;
                self.check_exists(file, rest.to(len))?;
                if let Some(square) = row.get_mut(file) {
                    *square = Some(piece);
                }
                file = file.saturating_add(1);
                rest = rest.from(len);
            }
        }
        self.check_length(file)
    }

    fn piece(&self, text: Field<'_>) -> Result<((Color, PieceType), usize), TextError> {
        piece::piece_at_start(self.v, text.text)
            .map(|(color, piece, len)| ((color, piece), len))
            .ok_or_else(|| unknown_piece(self.v, text))
    }

    fn check_length(&self, length: usize) -> Result<(), TextError> {
        let files = usize::from(self.v.board.files);
        if length == files {
            return Ok(());
        }
        Err(self
            .text
            .error(format!(
                "rank {} has {}",
                self.number + usize::from(self.v.board.first_rank),
                counted(length, "square")
            ))
            .help(format!("every rank of {} has {files}", self.v.name)))
    }

    /// A piece needs a square.
    fn check_exists(&self, file: usize, text: Field<'_>) -> Result<(), TextError> {
        match self.square(file) {
            Some(square) if self.v.board.holes.contains(&square) => Err(text
                .error(format!(
                    "`{}` stands on {}, a square that does not exist",
                    text.text,
                    self.v.square_name(square)
                ))
                .help("write `*` for a square that does not exist")),
            _ => Ok(()),
        }
    }

    /// A `*` stands only where a square can be missing.
    fn check_missing(&self, file: usize, text: Field<'_>) -> Result<(), TextError> {
        let board = &self.v.board;
        match self.square(file) {
            Some(square)
                if !board.holes.contains(&square) && !board.vanishing.contains(&square) =>
            {
                Err(text
                    .error(format!(
                        "`*` on {}, a square that always exists",
                        self.v.square_name(square)
                    ))
                    .help("write `1` for an empty square"))
            }
            _ => Ok(()),
        }
    }

    /// The square on a file of this rank, if the file is on the board.
    fn square(&self, file: usize) -> Option<Square> {
        let file = u8::try_from(file).ok()?;
        self.v.board.square(file, u8::try_from(self.number).ok()?)
    }
}

/// The error for a text that begins with no piece's letters.
pub(super) fn unknown_piece(v: &Variant, text: Field<'_>) -> TextError {
    let mut chars = text.text.char_indices();
    let promoted = chars.next().is_some_and(|(_, first)| first == '+');
    if promoted {
        chars.next();
    }
    let letter = text.to(chars.next().map_or(text.text.len(), |(at, _)| at));
    let known = promoted.then(|| piece::piece_at_start(v, &letter.text[1..])).flatten();
    match known {
        Some((_, piece, _)) => letter.error(format!(
            "`{}` does not exist: {} ({}) has no promoted form in {}",
            letter.text,
            v.pieces[piece.index()].id,
            v.pieces[piece.index()].name.en,
            v.name
        )),
        None => letter.error(format!("`{}` is not a piece of {}", letter.text, v.name)),
    }
    .help(format!("the pieces are {}", piece::ids(v, |_| true)))
}

/// The length of a run of empty squares.
fn run(digits: Field<'_>) -> Result<usize, TextError> {
    if digits.text.starts_with('0') {
        return Err(digits
            .to(1)
            .error("a run of 0 empty squares")
            .help("expected a number from 1 on"));
    }
    let n = digits.number("number of empty squares")?;
    Ok(usize::try_from(n).unwrap_or(usize::MAX))
}

/// Writes a rank; `missing` are the squares that do not exist while nothing stands on them.
fn write_rank(text: &mut String, v: &Variant, (squares, missing): Row<'_>) {
    let mut empty = 0;
    for (occupant, missing) in squares.iter().zip(missing) {
        if occupant.is_none() && !missing {
            empty += 1;
            continue;
        }
        write_run(text, std::mem::take(&mut empty));
        match occupant {
            Some((color, piece)) => piece::push_cased(text, &v.pieces[piece.index()].id, *color),
            None => text.push('*'),
        }
    }
    write_run(text, empty);
}

fn write_run(text: &mut String, empty: usize) {
    match empty {
        0 => {}
        1..10 => text.push(char::from(b'0' + empty as u8)),
        _ => text.push_str(&empty.to_string()),
    }
}

/// `1 rank`, `2 ranks`.
fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
