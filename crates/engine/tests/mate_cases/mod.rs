//! The stored problems, and how they are read.

pub mod exhaustive;

use komadai_records::position;
use komadai_rules::{Game, Move, MoveKind, Play, Position, SetupError, variant::Variant};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

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
    pub fn play<const N: usize>(&self, game: &Arc<Game<N>>) -> Play<N> {
        let setup = position::parse(game.variant(), &self.position)
            .unwrap_or_else(|error| panic!("{}: {error}", self.id));
        let forgiven = |e: &SetupError| matches!(e, SetupError::Stuck(_));
        let position = Position::from_setup_forgiving(game, &setup, &forgiven)
            .unwrap_or_else(|errors| panic!("{}: {errors:?}", self.id));
        Play::new(position)
    }
}

/// All stored problems.
pub fn stored() -> Vec<Case> {
    serde_json::from_str(include_str!("../cases/mates.json")).expect("well-formed problems")
}

/// A built-in variant.
pub fn variant(id: &str) -> Variant {
    komadai_rules::variant::load_builtin(id, &[])
        .unwrap_or_else(|| panic!("{id} is not built in"))
        .unwrap_or_else(|errors| panic!("{id}: {errors:?}"))
        .variant
}

/// A line of moves in USI.
pub fn spell<const N: usize>(play: &Play<N>, line: &[Move]) -> Vec<String> {
    let mut play = play.clone();
    let mut words = Vec::new();
    for m in line {
        let position = play.position();
        let mover = match m.kind() {
            MoveKind::Drop | MoveKind::Pass => None,
            _ => position.at(m.from()).map(|(_, piece)| piece),
        };
        let spelling = komadai_records::moves::Spelling::new(*m, mover);
        words.push(spelling.usi(position.game().variant()));
        play.push(*m);
    }
    words
}
