//! Plays at random until the game is over.

use komadai_rules::{AnyGame, Opening, variant::load_builtin};

fn main() {
    let chess = load_builtin("chess", &[]).expect("it is good").variant;
    let game = AnyGame::compile(&chess).expect("it has tables");
    let mut play = game.open(&Opening::Usual).expect("it has a start");
    while play.ending().is_none() {
        let m = fastrand::choice(play.legal_moves()).expect("the game goes on");
        play.push(m);
    }
    let ending = play.ending().expect("it is over");
    println!("{} after {} plies. {}", ending.status, play.moves().len(), ending.reason);
}
