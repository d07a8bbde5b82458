//! What games are called: their ids, their names, and asking for one by name.

use komadai_variant::suggest::nearest;
use komadai_variant::{Diagnostic, Diagnostics, Source};
use std::sync::Arc;

/// The longest name.
const LONGEST: usize = 60;

/// The id of a game of that name. A game that comes with our program keeps its own.
pub(crate) fn id(name: &str, suffix: &str) -> String {
    let letter = |c: char| match c.to_ascii_lowercase() {
        c if c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c) => c,
        _ => '-',
    };
    let id: String = name.chars().take(LONGEST).map(letter).collect();
    let taken = komadai_variant::BUILTIN.iter().any(|game| game.id == id);
    if taken { format!("{id}-{suffix}") } else { id }
}

/// A name for people, of the letters that may be shown; `None` where that is nothing.
pub(crate) fn shown(name: &str) -> Option<String> {
    let shown = |c: &char| c.is_alphanumeric() || " -_.'()&".contains(*c);
    let plain: String = name.chars().filter(shown).take(LONGEST).collect();
    let mut letters = plain.trim().chars();
    let first = letters.next()?;
    Some(first.to_uppercase().chain(letters).collect())
}

/// The name of a file without its folder and ending.
pub(crate) fn stem(source: &Source) -> &str {
    let name = source.name.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    if stem.is_empty() { "game" } else { stem }
}

/// The names of so many games of a file: that of the file, numbered if there are several.
pub(crate) fn numbered(source: &Source, games: usize) -> Vec<String> {
    let stem = stem(source);
    match games {
        1 => vec![stem.into()],
        _ => (1..=games).map(|number| format!("{stem}-{number}")).collect(),
    }
}

/// There is nothing of that name.
pub(crate) fn missing<'n>(
    source: &Source,
    what: &str,
    name: &str,
    names: impl IntoIterator<Item = &'n str>,
) -> Diagnostics {
    let source = Arc::new(source.clone());
    let error = Diagnostic::error(&source, 0..0, format!("there is no {what} `{name}`"));
    match nearest(name, names) {
        Some(near) => error.with_help(format!("did you mean `{near}`?")).into(),
        None => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_give_names_to_games() {
        let source = |name: &str| Source::new(name, "");
        assert_eq!(stem(&source("a/b\\my game.page.html")), "my game");
        assert_eq!(stem(&source(".html")), "game");
        assert_eq!(numbered(&source("x.html"), 1), ["x"]);
        assert_eq!(numbered(&source("x.html"), 2), ["x-1", "x-2"]);
        assert_eq!(id("Chess", "diagram"), "chess-diagram");
        assert_eq!(id("My Game", "diagram"), "my-game");
        assert_eq!(shown(" omega\u{7} chess "), Some("Omega chess".into()));
        assert_eq!(shown("<>"), None);
    }
}
