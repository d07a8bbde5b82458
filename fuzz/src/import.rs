use crate::variant_file::check;
use komadai_import::{FileForm, Wish, import as of};
use komadai_rules::AnyGame;
use komadai_rules::variant::{Diagnostic, Source, load};

/// Longer files only take longer.
const LONGEST: usize = 8 * 1024;

/// Games of one file that are imported.
const MOST: usize = 8;

/// Imports the games of a file, in each of the forms: errors point into a text, and what is written can be read again, or is
/// refused with a reason.
pub(crate) fn import(data: &[u8]) {
    let Some(text) = std::str::from_utf8(data).ok().filter(|text| text.len() <= LONGEST) else {
        return;
    };
    let source = Source::new("fuzz.ini", text);
    let games = [FileForm::Ini, FileForm::Diagram, FileForm::Xboard]
        .into_iter()
        .flat_map(|form| form.games(&source).into_iter().take(MOST).map(move |game| (form, game)));
    for (form, game) in games {
        match of(&source, &Wish { form: Some(form), ..Wish::of(game) }) {
            Ok(game) => {
                game.remarks.iter().for_each(check);
                compile(&game.text);
            }
            Err(errors) => {
                assert!(!errors.is_empty());
                errors.iter().for_each(check);
            }
        }
    }
}

/// What is written is TOML that the loader understands, be it a good game or not.
fn compile(text: &str) {
    match load(&Source::new("fuzz.toml", text), &|_| None, &[]) {
        Ok(loaded) => {
            let _ = AnyGame::compile(&loaded.variant);
        }
        Err(errors) => {
            let broken = |error: &Diagnostic| error.message.contains("unknown key");
            assert!(!errors.iter().any(broken), "{errors}\n{text}");
        }
    }
}
