//! Positions as text: SFEN and FEN, generalised to every board, with the flags that some games need.
//!
//! # SFEN
//! `BOARD SIDE HANDS NUMBER [FLAGS]`, as in `lnsgkgsnl/1r5b1/.../LNSGKGSNL b 2Pp 1`. Ranks from the
//! top, upper case for the first side, `+` before promoted pieces, numbers for runs of empty
//! squares, `*` for squares that do not exist. SIDE is `b` for the first side and `w` for the
//! second; NUMBER is that of the next ply, from 1. What follows the board may be left out.
//!
//! # FEN
//! `BOARD[HANDS] SIDE CASTLING EN-PASSANT [CHECKS] CLOCK NUMBER [FLAGS]`, where `w` is the *first* side,
//! CLOCK counts plies since the last capture or pawn move, and NUMBER counts moves of both sides.
//! HANDS may also stand in one more rank. CASTLING and EN-PASSANT may be left out together, CLOCK
//! and NUMBER too. CASTLING is `-` or of the letters `K` (the outermost partner on the higher
//! files), `Q` (on the lower ones) and file letters. CHECKS, where they are counted, says how many each
//! side has still to give, as in `3+2`; left out, it means that none has been given.
//!
//! # FLAGS
//! Separated by commas, each only where the game needs it:
//!
//! | flag | meaning |
//! |---|---|
//! | `pass`, `pass=2`, `pass=0/1` | the side to move must pass, so many times; after a stroke, the other side |
//! | `unmoved=a2j2`, `unmoved=-` | where the pieces stand that have never moved; when left out, all on start squares of their side count as unmoved |
//! | `quiet=7` | plies since the last capture or pawn move, not 0 (SFEN) |
//! | `ep=e3`, `ep=e3e4` | the squares on which a pawn may be taken in passing (SFEN; in FEN's field likewise) |
//! | `took=f7` | where the piece stands that has just captured what may not be captured in return |
//! | `count=1/2/35` | by which rule and to which limit of it, in the order of the file, a side counts its moves, and how many plies it has counted |
//! | `checks=1/0` | how many checks the first and the second side have given, not both 0 (SFEN) |
//! | `pawn=e4` | the pawn that has passed over them, where several pieces can have done so |

mod board;
mod castling;
mod checks;
mod fen;
mod flags;
mod hands;
mod sfen;
mod unmoved;

use crate::TextError;
use crate::field::Field;
use board::Ranks;
use komadai_rules::{Color, Setup, Variant, variant::PositionText};

pub use fen::to_fen;
pub use sfen::to_sfen;

/// Reads a position: `startpos`, FEN for a variant that is written in FEN, otherwise SFEN; and FEN
/// there too if the board has hands in brackets or the fields after the side are a FEN's.
///
/// The result says what the text says; whether the game could go on from it is for
/// the rules to judge.
///
/// # Errors
/// Anything that the text forms of the [module](self) do not allow: unknown letters, ranks that are
/// too long or too short, pieces where there is no square, flags that the game does not know.
pub fn parse(v: &Variant, text: &str) -> Result<Setup, TextError> {
    let text = Field::whole(text);
    let words: Vec<Field<'_>> = text.words().collect();
    let Some((board, rest)) = words.split_first() else {
        return Err(text.error("there is no position").help("expected `startpos` or a board"));
    };
    if board.text == "startpos" {
        return start(v, *board, rest);
    }
    if v.board.text == PositionText::Fen || board.text.contains('[') || fen::is_tail(v, rest) {
        fen::parse(v, *board, rest)
    } else {
        sfen::parse(v, *board, rest)
    }
}

/// Writes a position in the form in which the variant's positions are written.
pub fn write(v: &Variant, setup: &Setup) -> String {
    write_with(v, setup, &Ranks::new(v))
}

fn write_with(v: &Variant, setup: &Setup, ranks: &Ranks<'_>) -> String {
    match v.board.text {
        PositionText::Fen => fen::write(v, setup, ranks),
        PositionText::Sfen => sfen::write(v, setup, ranks),
    }
}

/// Writes positions that differ little from one, such as those after each of its moves: the same as
/// [`write()`], and quicker.
pub struct Writer<'v> {
    v: &'v Variant,
    ranks: Ranks<'v>,
}

impl<'v> Writer<'v> {
    /// For positions like this one.
    pub fn like(v: &'v Variant, setup: &Setup) -> Self {
        Writer { v, ranks: Ranks::like(v, setup) }
    }

    /// Writes any position of the variant.
    pub fn write(&self, setup: &Setup) -> String {
        write_with(self.v, setup, &self.ranks)
    }
}

fn start(v: &Variant, word: Field<'_>, rest: &[Field<'_>]) -> Result<Setup, TextError> {
    no_more(rest)?;
    v.start_setup(None).ok_or_else(|| word.error(format!("{} has no start position", v.name)))
}

/// The side that a field names; `first` and `second` are its letters.
fn side(field: Field<'_>, first: &str, second: &str) -> Result<Color, TextError> {
    match field.text {
        text if text == first => Ok(Color::First),
        text if text == second => Ok(Color::Second),
        text => Err(field
            .error(format!("`{text}` is not a side to move"))
            .help(format!("expected `{first}` for the first side or `{second}` for the second"))),
    }
}

/// Refuses whatever is left.
fn no_more(rest: &[Field<'_>]) -> Result<(), TextError> {
    match rest.first() {
        None => Ok(()),
        Some(field) => Err(field
            .error(format!("`{}` does not belong here", field.text))
            .help("the position ends before it")),
    }
}
