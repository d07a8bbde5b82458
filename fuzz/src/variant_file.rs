use crate::play;
use komadai_import::Exported;
use komadai_rules::variant::{Diagnostic, Source, Variant, load};
use komadai_rules::{AnyGame, Game, Position, any_size};
use std::sync::Arc;

/// Longer files only take longer.
const LONGEST: usize = 16 * 1024;

/// Plies played with a file that loads.
const PLIES: usize = 8;

/// Reads a variant file: errors point into it, and what loads can be compiled, or is refused with a
/// reason, and played, and exported.
pub(crate) fn variant_file(data: &[u8]) {
    let Some(text) = std::str::from_utf8(data).ok().filter(|text| text.len() <= LONGEST) else {
        return;
    };
    match load(&Source::new("fuzz.toml", text), &|_| None, &[]) {
        Ok(loaded) => {
            loaded.warnings.iter().for_each(check);
            if let Ok(game) = AnyGame::compile(&loaded.variant) {
                any_size!(AnyGame, &game, game => start(game));
                export(&loaded.variant);
            }
        }
        Err(errors) => {
            assert!(!errors.is_empty());
            errors.iter().for_each(check);
        }
    }
}

/// A finding stands somewhere in its text, and says something.
pub(crate) fn check(finding: &Diagnostic) {
    assert!(finding.source.text.get(finding.span.clone()).is_some(), "{finding:?}");
    assert!(finding.line > 0 && finding.column > 0, "{finding:?}");
    assert!(!finding.message.is_empty(), "{finding:?}");
}

/// What is exported has one section, of the name that is told.
fn export(variant: &Variant) {
    if let Ok(Exported { name, text, .. }) = komadai_import::export(variant) {
        assert_eq!(komadai_import::games(&Source::new("fuzz.ini", text)), [name]);
    }
}

fn start<const N: usize>(game: &Arc<Game<N>>) {
    if let Ok(mut position) = Position::start(game) {
        play::some(&mut position, &[7; PLIES]);
    }
}
