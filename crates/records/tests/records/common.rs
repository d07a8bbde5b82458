//! What all tests of texts need.

use komadai_records::TextError;
use komadai_rules::{AnyGame, PieceType, Square, Variant};

/// The ids of the built-in variants.
pub(crate) const GAMES: [&str; 6] = ["shogi", "minishogi", "judkins", "raichu", "minjiku", "chess"];

/// A built-in variant.
pub(crate) fn variant(id: &str) -> Variant {
    komadai_rules::variant::load_builtin(id, &[]).expect("a built-in variant").variant
}

/// A built-in game, compiled.
pub(crate) fn game(id: &str) -> AnyGame {
    AnyGame::compile(&variant(id)).expect("a good game")
}

/// The variant that a file's text describes.
pub(crate) fn variant_of(file: &str) -> Variant {
    let source = komadai_rules::variant::Source::new("test.toml", file);
    let loaded = komadai_rules::variant::load(&source, &|_| None, &[]);
    loaded.expect("a good file").variant
}

/// A square by its algebraic name.
pub(crate) fn square(v: &Variant, name: &str) -> Square {
    v.parse_square(name).expect("a square")
}

/// A type by its id.
pub(crate) fn piece(v: &Variant, id: &str) -> PieceType {
    let index = v.pieces.iter().position(|piece| piece.id == id);
    PieceType(index.expect("a piece") as u8)
}

/// A text is refused at the marked place, with a message that holds `message`.
///
/// `marked` is the text with the offending part between `<` and `>`.
pub(crate) fn check_error<T: std::fmt::Debug>(
    marked: &str,
    message: &str,
    read: impl Fn(&str) -> Result<T, TextError>,
) {
    let text = marked.replace(['<', '>'], "");
    let start = marked.find('<').expect("a mark");
    let end = marked.find('>').expect("a mark") - 1;
    match read(&text) {
        Ok(read) => panic!("`{text}` was read as {read:?}"),
        Err(error) => {
            assert!(error.message.contains(message), "`{text}`: {error}");
            assert_eq!((error.offset, error.offset + error.len), (start, end), "`{text}`: {error}");
        }
    }
}
