//! The prose of the games that come with the program.

use crate::lang::Lang;
use komadai_rules::variant::Source;

macro_rules! games {
    ($($id:literal,)*) => {
        &[$((
            $id,
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../variants/", $id, ".md")),
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../variants/", $id, ".ja.md")),
        )),*]
    };
}

/// The built-in prose: id, English, Japanese.
const BUILTIN: &[(&str, &str, &str)] = include!("../../../../variants/builtin.in");

/// The prose of a built-in game in a language.
pub fn builtin(id: &str, lang: Lang) -> Option<Source> {
    let (_, english, japanese) = BUILTIN.iter().find(|(name, ..)| *name == id)?;
    let ending = endings(lang)[0];
    Some(Source::new(format!("{id}.{ending}"), lang.pick(*english, *japanese)))
}

/// How files of prose end, instead of `toml`: the language's own first.
pub fn endings(lang: Lang) -> &'static [&'static str] {
    match lang {
        Lang::En => &["md"],
        Lang::Ja => &["ja.md", "md"],
    }
}
