//! What the rules say of a game, and what the engine finds in it.

mod analyser;
mod definition;
mod house;
mod lazy_engine;
mod referee;
mod sentence;
mod thinker;
mod work;

use std::sync::OnceLock;

pub use analyser::{
    AnalysisQuestion, Found, FoundLine, LineMove, MOST_LINES, MateFound, ScoreView, Tell, chance,
};
pub use definition::{
    Definition, DefinitionId, MOST_CHANGES, MOST_PLIES, MOST_SET, Settings, check_size,
};
pub use house::{House, TaughtVariant};
pub use referee::{Account, Points, Referee, Scene, Texts};
pub use sentence::{Sentence, beginning};
pub use thinker::{Question, Thinker, Thought};
pub use work::{MOST_TIME, Unshared, Work};

/// What is found out once. Nobody waits for another thread that finds the same out already: its work may pause for as
/// long as others work (see [`komadai_rules::pause`]).
fn once<T>(known: &OnceLock<T>, find: impl FnOnce() -> T) -> &T {
    known.get().unwrap_or_else(|| {
        let found = find();
        known.get_or_init(|| found)
    })
}
