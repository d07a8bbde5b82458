//! The games to play with: those built in and some wild ones from the corpus of variant files.

use komadai_rules::variant::{BUILTIN, Source, load};
use komadai_rules::{CompileError, Game, Variant};
use std::sync::{Arc, LazyLock};

/// Something to do with a game, whatever the size of its board.
pub(crate) trait Visit {
    fn visit<const N: usize>(self, game: &Arc<Game<N>>);
}

/// A game of any size.
pub(crate) enum AnyGame {
    UpTo64(Arc<Game<1>>),
    UpTo128(Arc<Game<2>>),
    UpTo192(Arc<Game<3>>),
    UpTo256(Arc<Game<4>>),
}

impl AnyGame {
    pub(crate) fn compile(variant: &Variant) -> Result<Self, CompileError> {
        let squares = usize::from(variant.board.files) * usize::from(variant.board.ranks);
        Ok(match squares.div_ceil(64) {
            0 | 1 => AnyGame::UpTo64(Arc::new(Game::compile(variant)?)),
            2 => AnyGame::UpTo128(Arc::new(Game::compile(variant)?)),
            3 => AnyGame::UpTo192(Arc::new(Game::compile(variant)?)),
            _ => AnyGame::UpTo256(Arc::new(Game::compile(variant)?)),
        })
    }

    pub(crate) fn accept(&self, visit: impl Visit) {
        match self {
            AnyGame::UpTo64(game) => visit.visit(game),
            AnyGame::UpTo128(game) => visit.visit(game),
            AnyGame::UpTo192(game) => visit.visit(game),
            AnyGame::UpTo256(game) => visit.visit(game),
        }
    }
}

/// Files that use what the built-in games do not.
const WILD: &[(&str, &str)] = &[
    ("wild-jumps.toml", include_str!("../corpus/variant_file/wild-jumps.toml")),
    ("wild-fire.toml", include_str!("../corpus/variant_file/wild-fire.toml")),
    ("wild-royals.toml", include_str!("../corpus/variant_file/wild-royals.toml")),
];

static GAMES: LazyLock<Vec<AnyGame>> = LazyLock::new(|| {
    let compile = |(name, text): &(&str, &str)| {
        let loaded = load(&Source::new(*name, *text), &|_| None, &[]);
        let variant = loaded.unwrap_or_else(|errors| panic!("{name}: {errors:?}")).variant;
        AnyGame::compile(&variant).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    BUILTIN.iter().chain(WILD).map(compile).collect()
});

/// The game that the first byte of an input stands for, and the rest of the input.
pub(crate) fn choose(data: &[u8]) -> Option<(&'static AnyGame, &[u8])> {
    let (first, rest) = data.split_first()?;
    Some((&GAMES[usize::from(*first) % GAMES.len()], rest))
}
