//! The prose of the games that come with the program.

use crate::lang::Lang;
use komadai_rules::variant::Source;

/// The prose of a built-in game in a language.
pub fn builtin(id: &str, lang: Lang) -> Option<Source> {
    let game = komadai_games::builtin(id)?;
    let translated = game.prose_ja.filter(|_| lang == Lang::Ja);
    let ending = if translated.is_some() { "ja.md" } else { "md" };
    Some(Source::new(format!("{id}.{ending}"), translated.unwrap_or(game.prose)))
}

/// How files of prose end, instead of `toml`: the language's own first.
pub fn endings(lang: Lang) -> &'static [&'static str] {
    match lang {
        Lang::En => &["md"],
        Lang::Ja => &["ja.md", "md"],
    }
}
