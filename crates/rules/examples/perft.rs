//! Counts the lines of some plies.

use komadai_rules::{AnyGame, Opening, variant::load_builtin};

fn main() {
    let raichu = load_builtin("raichu", &[]).expect("it is good").variant;
    let game = AnyGame::compile(&raichu).expect("it has tables");
    let start = game.open(&Opening::Usual).expect("it has a start");
    for depth in 0..=3 {
        println!("{depth}: {} lines", start.perft(depth));
    }
    assert_eq!(start.perft(1), start.legal_moves().len() as u64);
}
