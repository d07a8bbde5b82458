//! Names of squares inside longer texts.

use crate::TextError;
use crate::field::Field;
use komadai_rules::{Square, Variant};

/// The two ways to name squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// `e4`.
    Algebraic,
    /// `5d`.
    Usi,
}

impl Style {
    /// The style of a square that begins here: digits first is USI.
    pub(crate) fn of(text: Field<'_>) -> Self {
        if text.text.starts_with(|c: char| c.is_ascii_digit()) {
            Style::Usi
        } else {
            Style::Algebraic
        }
    }

    /// Whether something of the form of a square begins here.
    pub(crate) fn begins(self, text: Field<'_>) -> bool {
        let mut bytes = text.text.bytes();
        match (self, bytes.next(), bytes.next()) {
            (Style::Usi, Some(first), _) => first.is_ascii_digit(),
            (Style::Algebraic, Some(first), Some(second)) => {
                first.is_ascii_alphabetic() && second.is_ascii_digit()
            }
            _ => false,
        }
    }

    /// The square that a text names, if it is one square's name.
    pub(crate) fn parse(self, v: &Variant, name: &str) -> Option<Square> {
        match self {
            Style::Algebraic => v.parse_square(name),
            Style::Usi => v.parse_usi_square(name),
        }
    }

    pub(crate) fn name(self, v: &Variant, square: Square) -> String {
        match self {
            Style::Algebraic => v.square_name(square),
            Style::Usi => v.usi_square_name(square),
        }
    }

    /// The bytes of the name that begins here.
    fn name_length(self, text: Field<'_>) -> usize {
        let first_char = |text: Field<'_>| text.text.chars().next().map_or(0, char::len_utf8);
        match self {
            Style::Algebraic => {
                let letter = first_char(text);
                letter + text.from(letter).split_digits().0.text.len()
            }
            Style::Usi => {
                let (digits, tail) = text.split_digits();
                digits.text.len() + first_char(tail)
            }
        }
    }
}

/// Splits off a square's name.
pub(crate) fn take<'a>(
    v: &Variant,
    style: Style,
    text: Field<'a>,
) -> Result<(Square, Field<'a>), TextError> {
    let length = style.name_length(text);
    let name = text.to(length);
    let square = style.parse(v, name.text).ok_or_else(|| not_one(v, style, name))?;
    Ok((square, text.from(length)))
}

fn not_one(v: &Variant, style: Style, name: Field<'_>) -> TextError {
    let squares = u16::from(v.board.files) * u16::from(v.board.ranks);
    let last = Square(u8::try_from(squares.saturating_sub(1)).unwrap_or(u8::MAX));
    let (message, japanese) = if name.text.is_empty() {
        ("a square is missing".to_owned(), "マスが足りません".to_owned())
    } else {
        let message = format!("`{}` is not a square of {}", name.text, v.name);
        (message, format!("「{}」というマスはありません", name.text))
    };
    let [first, last] = [Square(0), last].map(|square| style.name(v, square));
    let help = format!("squares go from {first} to {last}");
    name.error(message)
        .help(help)
        .japanese(format!("{japanese}（マスは {first} から {last} まで）。"))
}
