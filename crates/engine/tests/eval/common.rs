//! Games for the tests of the evaluation.

use komadai_rules::variant::{Source, load, load_builtin};
use komadai_rules::{AnyGame, Game, Position, SetupError};
use std::sync::Arc;

/// A game from the text of its file.
pub fn game(text: &str) -> AnyGame {
    let loaded = load(&Source::new("test.toml", text), &|_| None, &[]).expect("it loads");
    AnyGame::compile(&loaded.variant).expect("it compiles")
}

/// A game that comes with the program.
pub fn built_in(id: &str) -> AnyGame {
    let loaded = load_builtin(id, &[]).expect("it loads");
    AnyGame::compile(&loaded.variant).expect("it compiles")
}

/// All games that come with the program, and others with everything that rules can say.
pub fn games() -> Vec<AnyGame> {
    let files = [
        include_str!("../../../rules/tests/variants/riders.toml"),
        include_str!("../../../rules/tests/variants/hoppers.toml"),
        include_str!("../../../rules/tests/variants/lions.toml"),
        include_str!("../../../rules/tests/variants/cylinder.toml"),
        include_str!("../../../rules/tests/variants/fire.toml"),
        include_str!("../../../rules/tests/variants/reinforcements.toml"),
        include_str!("../../../rules/tests/variants/castles.toml"),
    ];
    let names = ["shogi", "minishogi", "judkins", "raichu", "minjiku", "chess"];
    names.into_iter().map(built_in).chain(files.into_iter().map(game)).collect()
}

/// The usual start.
pub fn start<const N: usize>(game: &Arc<Game<N>>) -> Position<N> {
    let setup = game.variant().start_setup(None).expect("it has a start");
    let forgive = |e: &SetupError| matches!(e, SetupError::OpponentInCheck(..));
    Position::from_setup_forgiving(game, &setup, &forgive).expect("the start is a position")
}
