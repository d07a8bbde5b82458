//! The games to play with: those built in and some wild ones from the corpus of variant files.

use komadai_rules::AnyGame;
use komadai_rules::variant::{BUILTIN, Source, builtin, load};
use std::sync::LazyLock;

/// Files that use what the built-in games do not.
const WILD: &[(&str, &str)] = &[
    ("wild-jumps.toml", include_str!("../corpus/variant_file/wild-jumps.toml")),
    ("wild-fire.toml", include_str!("../corpus/variant_file/wild-fire.toml")),
    ("wild-royals.toml", include_str!("../corpus/variant_file/wild-royals.toml")),
];

static GAMES: LazyLock<Vec<AnyGame>> = LazyLock::new(|| {
    let compile = |(name, text): (&str, &str)| {
        let loaded = load(&Source::new(name, text), &|_| None, &[]);
        let variant = loaded.unwrap_or_else(|errors| panic!("{name}: {errors:?}")).variant;
        AnyGame::compile(&variant).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let builtin = BUILTIN.iter().map(|game| (game.id, game.rules));
    builtin.chain(WILD.iter().copied()).map(compile).collect()
});

/// The text of a game by its name, which for a wild one is that of its file.
pub(crate) fn text(name: &str) -> Option<&'static str> {
    let wild = WILD.iter().find(|(file, _)| *file == name).map(|(_, text)| *text);
    wild.or_else(|| builtin(name))
}

/// The game that the first byte of an input stands for, and the rest of the input.
pub(crate) fn choose(data: &[u8]) -> Option<(&'static AnyGame, &[u8])> {
    let (first, rest) = data.split_first()?;
    Some((&GAMES[usize::from(*first) % GAMES.len()], rest))
}
