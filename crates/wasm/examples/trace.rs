//! What the packages should say: `trace GAME GAMES` plays random games and prints what there is to know of each
//! position; `trace mates FILE` solves problems. `xtask/node/wasm.mjs` prints the same from JavaScript.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    reason = "it is a program"
)]

use komadai_wasm::forms::{MateOptions, PositionOptions, SearchOptions};
use komadai_wasm::{Engine, Position, Variant};
use serde_json::{Value, json};
use std::io::Write;

/// So many plies a game has at most.
const PLIES: u32 = 80;
/// After so many plies the engine is asked.
const ASKED: u32 = 12;
const NODES: u64 = 2_000;
const MATE_NODES: u64 = 20_000;

/// Random numbers that JavaScript can make, too.
struct Random(u32);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((u64::from(self.0) * count as u64) >> 32) as usize
    }
}

/// FNV-1a of the letters, which are all of ASCII.
fn digest(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

fn told(position: &Position, legal: &[String]) -> Value {
    let result = position.result().0.map(|it| it.status);
    json!([
        position.ply(),
        position.text(),
        legal.len(),
        digest(&legal.join(" ")),
        result,
        position.in_check(),
        position.key().to_string()
    ])
}

fn asked(position: &Position, engine: &mut Engine) -> Value {
    let options = SearchOptions { nodes: Some(NODES), lines: Some(2), ..SearchOptions::default() };
    let found = engine.search_for(position, options, &mut |_| true).unwrap();
    let lines: Vec<_> = found.lines.iter().map(|line| json!([line.score, line.moves])).collect();
    let value = engine.evaluate(position).unwrap().0;
    json!([found.best, found.score, found.depth, found.nodes, lines, value])
}

fn play(game: &str, seed: u32, say: &mut dyn FnMut(Value)) {
    let variant = Variant::builtin(game, Vec::new()).unwrap();
    let mut position = Position::of(game, &PositionOptions::default()).unwrap();
    let mut random = Random(seed);
    for ply in 0..PLIES {
        let legal = position.legal_texts(None).unwrap();
        say(told(&position, &legal));
        if ply == ASKED {
            let net = komadai_nets::file(game).map(Vec::into_boxed_slice);
            say(asked(&position, &mut Engine::new(&variant, Some(1), net).unwrap()));
        }
        if legal.is_empty() || position.is_over() {
            break;
        }
        position = position.play(&legal[random.below(legal.len())]).unwrap();
    }
    say(json!(position.moves(None).unwrap()));
}

/// A problem, as far as it is needed here.
#[derive(serde::Deserialize)]
struct Problem {
    variant: String,
    position: String,
}

fn solve(problems: &str, say: &mut dyn FnMut(Value)) {
    for Problem { variant, position } in serde_json::from_str::<Vec<Problem>>(problems).unwrap() {
        let options = PositionOptions { position: Some(position), ..PositionOptions::default() };
        let position = Position::of(&variant, &options).unwrap();
        let engine = Engine::new(&position.variant(), Some(1), None).unwrap();
        let limits = MateOptions { nodes: Some(MATE_NODES), ..MateOptions::default() };
        let mate = engine.mate_for(&position, &limits).unwrap();
        say(json!([mate.answer, mate.moves, mate.nodes]));
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut out = std::io::stdout().lock();
    let mut say = |value: Value| writeln!(out, "{value}").unwrap();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["mates", file] => solve(&std::fs::read_to_string(file).unwrap(), &mut say),
        [game, games] => {
            let games: u32 = games.parse().unwrap();
            (1..=games).for_each(|seed| play(game, seed, &mut say));
        }
        _ => panic!("trace GAME GAMES | trace mates FILE"),
    }
}
