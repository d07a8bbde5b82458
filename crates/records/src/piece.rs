//! Letters of pieces: the case says whose they are.

use komadai_rules::{Color, PieceType, Variant};

/// The letters as the given side's pieces are written.
pub(crate) fn cased(letters: &str, color: Color) -> String {
    let mut text = String::new();
    push_cased(&mut text, letters, color);
    text
}

/// Adds the letters as the given side's pieces are written.
pub(crate) fn push_cased(text: &mut String, letters: &str, color: Color) {
    match color {
        Color::First => text.push_str(letters),
        // Most letters are; the others have tables of their own.
        Color::Second if letters.is_ascii() => {
            text.extend(letters.bytes().map(|letter| char::from(letter.to_ascii_lowercase())));
        }
        Color::Second => text.extend(letters.chars().flat_map(char::to_lowercase)),
    }
}

/// The piece at the beginning of a text, and the bytes that it takes: the longest of all ids and
/// aliases that fit, an id before an alias.
pub(crate) fn piece_at_start(v: &Variant, text: &str) -> Option<(Color, PieceType, usize)> {
    spellings(v)
        .filter(|(_, letters)| may_begin(text, letters))
        .flat_map(|(piece, letters)| Color::BOTH.map(|color| (color, piece, letters)))
        .filter_map(|(color, piece, letters)| {
            cased_prefix(text, letters, color).map(|len| (color, piece, len))
        })
        .reduce(|best, next| if next.2 > best.2 { next } else { best })
}

/// The type with exactly these letters, upper or lower case.
pub(crate) fn piece_named(v: &Variant, text: &str) -> Option<PieceType> {
    let is_named = |letters: &str| {
        Color::BOTH.iter().any(|&color| cased_prefix(text, letters, color) == Some(text.len()))
    };
    spellings(v).find(|(_, letters)| is_named(letters)).map(|(piece, _)| piece)
}

/// The letters by which a choice of promotion is told. `+Q`, which is a piece other than `Q` in the hand, is
/// `Q` like a queen that stays one, unless something can become such a queen.
pub(crate) fn promotion_letters(v: &Variant, piece: PieceType) -> &str {
    let promoted = &v.pieces[piece.index()];
    let bare = promoted.id.strip_prefix('+').filter(|bare| {
        let may_become = |bare: &str| {
            let choices = v.pieces.iter().flat_map(|other| &other.promotes);
            choices.into_iter().any(|to| v.pieces[to.index()].id == bare)
        };
        v.pieces[promoted.demotes_to.index()].id != *bare && !may_become(bare)
    });
    bare.unwrap_or(&promoted.id)
}

/// The type that a choice of promotion means, by its letters in upper or lower case.
pub(crate) fn promotion_named(v: &Variant, text: &str) -> Option<PieceType> {
    let mut choices = v.pieces.iter().flat_map(|other| other.promotes.iter().copied());
    let is_it = |piece: &PieceType| {
        let letters = promotion_letters(v, *piece);
        Color::BOTH.iter().any(|&color| cased_prefix(text, letters, color) == Some(text.len()))
    };
    choices.find(is_it).or_else(|| piece_named(v, text))
}

/// All types with their indices.
pub(crate) fn types(
    v: &Variant,
) -> impl Iterator<Item = (PieceType, &komadai_rules::variant::PieceData)> {
    (0u8..).map(PieceType).zip(&v.pieces)
}

/// The ids of the types that `wanted` picks, separated by blanks, for messages.
pub(crate) fn ids(v: &Variant, wanted: impl Fn(PieceType) -> bool) -> String {
    let ids: Vec<&str> =
        types(v).filter(|&(piece, _)| wanted(piece)).map(|(_, p)| p.id.as_str()).collect();
    ids.join(" ")
}

/// Every type with each of its ids and aliases, all ids first.
fn spellings(v: &Variant) -> impl Iterator<Item = (PieceType, &str)> {
    let by_id = types(v).map(|(piece, p)| (piece, p.id.as_str()));
    let by_alias =
        types(v).flat_map(|(piece, p)| p.aliases.iter().map(move |alias| (piece, alias.as_str())));
    by_id.chain(by_alias)
}

/// Whether the letters could be the beginning of the text, by the first byte: it leaves few of them.
fn may_begin(text: &str, letters: &str) -> bool {
    let (first, letter) = (text.bytes().next(), letters.bytes().next());
    first.zip(letter).is_some_and(|(first, letter)| {
        // Other letters may have the small form of one in ASCII.
        first.eq_ignore_ascii_case(&letter) || !letter.is_ascii()
    })
}

/// How many bytes of `text` the letters take, if it begins with them in the side's case.
fn cased_prefix(text: &str, letters: &str, color: Color) -> Option<usize> {
    match color {
        Color::First => text.strip_prefix(letters).map(|_| letters.len()),
        Color::Second => {
            let mut rest = text.chars();
            let fits = letters
                .chars()
                .flat_map(char::to_lowercase)
                .all(|letter| rest.next() == Some(letter));
            fits.then(|| text.len() - rest.as_str().len())
        }
    }
}
