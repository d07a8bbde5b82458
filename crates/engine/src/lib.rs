//! An opponent for every game of the rules: search, evaluation, time, mates.
//!
//! An [`Engine`] is what is known of a game before the first move. Each thread of a search has a
//! [`Worker`]: one is the main thread, the others are helpers, and all share the transposition table
//! in [`Shared`]. Nothing here names a piece or a game, starts a thread or reads a clock: the caller
//! provides threads and a clock.

#[cfg(all(debug_assertions, not(test)))]
mod compiled;
mod ends;
mod engine;
pub mod eval;
mod feature;
mod level;
mod limits;
pub mod mate;
mod random;
mod repetition;
mod score;
mod search;
mod shared;
mod time;
mod transposition;
mod values;

pub use engine::Engine;
pub use feature::{Feature, UnknownFeature, Without};
pub use level::Level;
pub use limits::{Bound, Clock, Info, Limits, Remaining, SearchResult};
pub use score::{Score, ScoreKind};
pub use search::Worker;
pub use shared::Shared;
pub use values::Values;
