//! FEN's castling field: which kings and partners have never moved, and which other pieces whose first move may place
//! something, by their files: `KQBCDFGkqbcdfg`, as Fairy-Stockfish writes for S-Chess.

use super::board::Squares;
use super::unmoved;
use crate::TextError;
use crate::field::Field;
use komadai_rules::{Color, PieceType, Setup, Square, Variant};

/// A castling field, written.
pub(super) struct Written {
    /// `-` or letters.
    pub(super) field: String,
    /// Whether it says of every piece whether it has moved, where that matters.
    pub(super) says_all: bool,
}

/// Writes the rights of a position. Where pieces of two ranks would have one letter, only castling is written.
pub(super) fn write(v: &Variant, setup: &Setup) -> Written {
    let unmoved = unmoved::of(v, setup);
    let is_unmoved = |square: &Square| unmoved.binary_search(square).is_ok();
    let rights = rights(v, &setup.board);
    let held: Vec<&Right> = rights
        .iter()
        .filter(|right| is_unmoved(&right.king) && is_unmoved(&right.partner))
        .collect();
    let castles = |square: &Square| held.iter().any(|it| [it.king, it.partner].contains(square));
    let mut others = placers(v, &setup.board);
    others.retain(|(_, square)| is_unmoved(square) && !castles(square));
    let says_all = |field: &str| {
        let told = |piece| takes_part(v, piece) || may_place(v, piece);
        let read = || match says_something(v) {
            true => squares_of(v, Field::whole(field), &setup.board, &rights).ok(),
            false => Some(Vec::new()),
        };
        crate::piece::types(v).all(|(piece, _)| !v.tracks_unmoved(piece) || told(piece))
            && read().is_some_and(|read| read == unmoved)
    };
    let field = letters(v, &held, &others);
    if says_all(&field) {
        return Written { field, says_all: true };
    }
    let field = letters(v, &held, &[]);
    Written { says_all: says_all(&field), field }
}

/// The letters of rights to castle, and of other pieces by their files, side by side.
fn letters(v: &Variant, rights: &[&Right], others: &[(Color, Square)]) -> String {
    let of_side = |side: Color| {
        let castling = rights.iter().filter(move |right| right.color == side);
        let others = others.iter().filter(move |(of, _)| *of == side);
        castling.map(|right| right.letter()).chain(others.map(|it| file_letter(v, *it)))
    };
    let letters: String = Color::BOTH.into_iter().flat_map(of_side).collect();
    if letters.is_empty() { "-".to_owned() } else { letters }
}

/// Reads which pieces are unmoved; `None` if there is no castling in the game, so that the field
/// says nothing.
pub(super) fn read(
    v: &Variant,
    field: Field<'_>,
    board: &Squares,
) -> Result<Option<Vec<Square>>, TextError> {
    if !says_something(v) {
        return match field.text {
            "-" => Ok(None),
            _ => {
                Err(field.error(format!("there is no castling in {}", v.name)).help("expected `-`"))
            }
        };
    }
    squares_of(v, field, board, &rights(v, board)).map(Some)
}

/// The unmoved pieces of a field, in a game with castling.
fn squares_of(
    v: &Variant,
    field: Field<'_>,
    board: &Squares,
    rights: &[Right],
) -> Result<Vec<Square>, TextError> {
    let mut squares = apart_from_castling(v, board);
    let placers = placers(v, board);
    squares.retain(|square| placers.iter().all(|(_, placer)| placer != square));
    if field.text != "-" {
        for (at, letter) in field.text.char_indices() {
            let here = field.from(at).to(letter.len_utf8());
            if let Some(right) = rights.iter().find(|right| right.is_named(letter)) {
                squares.extend([right.king, right.partner]);
                continue;
            }
            let mut others = placers.iter().filter(|it| file_letter(v, **it) == letter);
            let (_, square) = others.next().ok_or_else(|| no_right(here))?;
            squares.push(*square);
        }
    }
    Ok(unmoved::sorted(squares))
}

/// Every piece that may be unmoved: kings and partners that may castle, and whatever else stands on a
/// start square of its side.
pub(super) fn all_unmoved(v: &Variant, board: &Squares) -> Vec<Square> {
    let mut squares = apart_from_castling(v, board);
    for right in rights(v, board) {
        squares.extend([right.king, right.partner]);
    }
    unmoved::sorted(squares)
}

/// The pieces that may be unmoved for other reasons than castling.
fn apart_from_castling(v: &Variant, board: &Squares) -> Vec<Square> {
    unmoved::on_start_squares(v, board, |piece| !takes_part(v, piece))
}

/// Pieces on their start squares whose first moves may place something, each with its side.
fn placers(v: &Variant, board: &Squares) -> Vec<(Color, Square)> {
    let squares = unmoved::on_start_squares(v, board, |piece| may_place(v, piece)).into_iter();
    squares.filter_map(|square| Some((board[square.index()]?.0, square))).collect()
}

/// Whether the first move of such a piece may place something.
fn may_place(v: &Variant, piece: PieceType) -> bool {
    v.placement.as_ref().is_some_and(|rule| rule.first_moves && rule.by.contains(&piece))
}

/// The letter of a piece's file, small for the second side.
fn file_letter(v: &Variant, (side, square): (Color, Square)) -> char {
    let letter = char::from(b'A' + square.0 % v.board.files);
    if side == Color::First { letter } else { letter.to_ascii_lowercase() }
}

fn no_right(letter: Field<'_>) -> TextError {
    letter
        .error(format!(
            "`{}`: there is no king with such a partner on their start squares",
            letter.text
        ))
        .help(
            "expected `-` or letters: K or k for the partner on the higher files, Q or q on the \
             lower ones, or the partner's file",
        )
}

/// A king and a partner, both on start squares, so that they may have a right to castle.
struct Right {
    color: Color,
    king: Square,
    partner: Square,
    files: u8,
    /// Whether no other partner stands beyond on the same side.
    outermost: bool,
}

impl Right {
    /// `K` or `Q` for the outermost partner, else the partner's file; small for the second side.
    fn letter(&self) -> char {
        let letter = if self.outermost { self.side_letter() } else { self.file_letter() };
        match self.color {
            Color::First => letter,
            Color::Second => letter.to_ascii_lowercase(),
        }
    }

    fn is_named(&self, letter: char) -> bool {
        let case = match self.color {
            Color::First => letter.is_ascii_uppercase(),
            Color::Second => letter.is_ascii_lowercase(),
        };
        let letter = letter.to_ascii_uppercase();
        case && match letter {
            'K' | 'Q' => self.outermost && letter == self.side_letter(),
            _ => letter == self.file_letter(),
        }
    }

    fn side_letter(&self) -> char {
        if self.partner > self.king { 'K' } else { 'Q' }
    }

    fn file_letter(&self) -> char {
        char::from(b'A' + self.partner.0 % self.files)
    }
}

/// All possible rights, in the order in which FEN writes them.
fn rights(v: &Variant, board: &Squares) -> Vec<Right> {
    let castlers = unmoved::on_start_squares(v, board, |piece| is_castler(v, piece));
    let partners = unmoved::on_start_squares(v, board, |piece| is_partner(v, piece));
    let color_at = |square: Square| board[square.index()].map(|(color, _)| color);
    let files = v.board.files;
    let mut rights = Vec::new();
    for color in Color::BOTH {
        for &king in castlers.iter().filter(|&&king| color_at(king) == Some(color)) {
            let beside: Vec<Square> = partners
                .iter()
                .copied()
                .filter(|&square| square != king && color_at(square) == Some(color))
                .filter(|square| square.0 / files == king.0 / files)
                .collect();
            let ends = [beside.first(), beside.last()];
            rights.extend(beside.iter().rev().map(|&partner| Right {
                color,
                king,
                partner,
                files,
                outermost: is_outermost(king, partner, ends),
            }));
        }
    }
    rights
}

/// `ends` are the partners on the lowest and on the highest file.
fn is_outermost(king: Square, partner: Square, ends: [Option<&Square>; 2]) -> bool {
    ends[usize::from(partner > king)] == Some(&partner)
}

/// Whether a field means anything in this game.
fn says_something(v: &Variant) -> bool {
    exists(v) || v.placement.as_ref().is_some_and(|rule| rule.first_moves)
}

fn exists(v: &Variant) -> bool {
    crate::piece::types(v).any(|(piece, _)| is_castler(v, piece))
}

fn takes_part(v: &Variant, piece: PieceType) -> bool {
    exists(v) && (is_castler(v, piece) || is_partner(v, piece))
}

fn is_partner(v: &Variant, piece: PieceType) -> bool {
    let partners = &v.castling.partners;
    partners.contains(&piece) || partners.is_empty() && !is_castler(v, piece)
}

fn is_castler(v: &Variant, piece: PieceType) -> bool {
    v.castles(piece)
}
