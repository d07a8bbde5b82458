//! Looks for a move, six plies deep.

use komadai_engine::{AnyEngine, Limits};
use komadai_rules::{AnyGame, Opening, variant::load_builtin};
use std::sync::Arc;
use std::time::Duration;

fn main() {
    let shogi = load_builtin("minishogi", &[]).expect("it is good").variant;
    let game = AnyGame::compile(&shogi).expect("it has tables");
    let play = game.open(&Opening::Usual).expect("it has a start");
    let limits = Limits { depth: Some(6), ..Limits::default() };
    let found = AnyEngine::new(&game).search(&play, &limits, Arc::new(|| Duration::ZERO));
    println!("{:?}, {:?}, {} nodes", found.best, found.score, found.nodes);
    assert!(found.best.is_some_and(|m| play.is_legal(m)));
}
