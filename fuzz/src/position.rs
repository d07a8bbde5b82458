use crate::games;
use komadai_records::{TextError, position};
use komadai_rules::variant::PositionText;
use komadai_rules::{AnyGame, Game, Position, Setup, Variant, any_size};
use std::sync::Arc;

/// Reads a position of the game that the first byte stands for: what is written reads back as the
/// same, what is a position stays the same position, and errors point into the text.
pub(crate) fn position(data: &[u8]) {
    if let Some((game, text)) = games::choose(data)
        && let Ok(text) = std::str::from_utf8(text)
    {
        match position::parse(game.variant(), text) {
            Ok(setup) => {
                same_text(game.variant(), &setup);
                any_size!(AnyGame, game, game => same_position(game, &setup));
            }
            Err(error) => check_error(text, &error),
        }
    }
}

/// Writing loses nothing that a second writing would show, in every form that the game reads.
fn same_text(variant: &Variant, setup: &Setup) {
    let forms: &[fn(&Variant, &Setup) -> String] = match variant.board.text {
        PositionText::Fen => &[position::to_fen],
        PositionText::Sfen => &[position::to_sfen, position::to_fen],
    };
    for write in forms {
        let text = write(variant, setup);
        let again = position::parse(variant, &text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(write(variant, &again), text);
    }
}

/// A position survives being written, whole.
fn same_position<const N: usize>(game: &Arc<Game<N>>, setup: &Setup) {
    let Ok(position) = Position::from_setup(game, setup) else {
        return;
    };
    let setup = position.to_setup();
    let text = position::write(game.variant(), &setup);
    let again = position::parse(game.variant(), &text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let again = Position::from_setup(game, &again).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    assert_eq!(again.to_setup(), setup, "{text}");
    assert_eq!(again.key(), position.key(), "{text}");
    assert_eq!(position.key(), position.recomputed_key(), "{text}");
    assert_eq!(again.legal_moves(), position.legal_moves(), "{text}");
}

fn check_error(text: &str, error: &TextError) {
    assert!(text.get(error.offset..error.offset + error.len).is_some(), "{text:?}: {error:?}");
    assert!(!error.message.is_empty());
}
