//! The prose of the games that come with the program.

use crate::lang::Lang;
use komadai_rules::variant::Source;

/// The prose of a built-in game in a language.
pub fn builtin(id: &str, lang: Lang) -> Option<Source> {
    let game = komadai_games::builtin(id)?;
    let ending = endings(lang)[0];
    Some(Source::new(format!("{id}.{ending}"), lang.pick(game.prose, game.prose_ja)))
}

/// How files of prose end, instead of `toml`: the language's own first.
pub fn endings(lang: Lang) -> &'static [&'static str] {
    match lang {
        Lang::En => &["md"],
        Lang::Ja => &["ja.md", "md"],
    }
}
