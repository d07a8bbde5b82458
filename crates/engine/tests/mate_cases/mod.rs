//! The stored problems, and how they are read.

pub mod exhaustive;

use komadai_records::{moves, opening};
use komadai_rules::{AnyGame, AnyPlay, Move, Variant};
use serde::{Deserialize, Serialize};

/// One problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    pub id: String,
    pub variant: String,
    pub position: String,
    /// The length of the shortest mate; none if there is no mate.
    pub plies: Option<u32>,
    /// One mate of that length, in USI.
    pub line: Vec<String>,
}

impl Case {
    /// The game before the first move.
    pub fn play(&self, game: &AnyGame) -> AnyPlay {
        opening::open(game, None, Some(&self.position))
            .unwrap_or_else(|error| panic!("{}: {error}", self.id))
    }
}

/// All stored problems.
pub fn stored() -> Vec<Case> {
    serde_json::from_str(include_str!("../cases/mates.json")).expect("well-formed problems")
}

/// A built-in variant.
pub fn variant(id: &str) -> Variant {
    komadai_rules::variant::load_builtin(id, &[])
        .unwrap_or_else(|errors| panic!("{id}: {errors:?}"))
        .variant
}

/// A line of moves in USI.
pub fn spell(play: &AnyPlay, line: &[Move]) -> Vec<String> {
    let mut play = play.clone();
    let mut words = Vec::new();
    for m in line {
        words.push(moves::spell(&play, *m).usi(play.variant()));
        play.push(*m);
    }
    words
}
