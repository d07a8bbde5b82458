//! Whatever is read may be wrong: there is an answer to everything.

use komadai_fairy::{Game, GameText, Games, Notation};
use komadai_rules::variant::load_builtin;
use komadai_rules::{AnyGame, AnyPlay};
use proptest::prelude::*;
use std::sync::LazyLock;

static GAMES: LazyLock<Vec<(Game, AnyPlay)>> = LazyLock::new(|| {
    let begun = |id: &&str| {
        let variant = load_builtin(id, &[]).expect("it is built in").variant;
        let found = Games::default().find(id, false).expect("it is known");
        let game = Game::of(&AnyGame::compile(&variant).expect("it can be compiled"), &found);
        let play = game.open("startpos").expect("it has a start");
        (game, play)
    };
    ["chess", "shogi", "crazyhouse", "threecheck"].iter().map(begun).collect()
});

/// Texts of the letters that positions, moves and games are made of, and of any.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof!["[KQRBNPkqrbnp1-9/~+w@=x \\[\\]-]{0,60}", "[a-i1-9+@=,~-]{0,8}", ".{0,40}"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn there_is_an_answer(text in texts(), fields in "( [wb])?( [KQkqA-H-]{0,4})?( .{0,4}){0,4}") {
        for (game, play) in GAMES.iter() {
            for fen in [text.clone(), format!("{text}{fields}")] {
                let opens = game.open(&fen).is_ok();
                prop_assert!(opens || game.validity(&fen).code() <= 0, "{fen}");
            }
            for notation in [Notation::Default, Notation::Lan, Notation::Hosking] {
                if let Ok(m) = game.read(play, &text, notation) {
                    prop_assert!(play.is_legal(m));
                }
            }
        }
        if let Ok(read) = GameText::read(&text) {
            let _ = (read.variant(), read.moves(&GAMES[0].0));
        }
        Games::default().configure(&text);
    }
}
