//! An opponent for every game of the rules: search, evaluation, time, mates.
//!
//! An [`Engine`] is what is known of a game before the first move. [`Worker`]s search with it: one
//! leads, others help, and they share a table through [`Shared`]. Nothing here names a piece or a
//! game, starts a thread or reads a clock: those are brought by whoever lets it think.

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
pub use limits::{Bound, Clock, Info, Limits, Outcome, Remaining};
pub use score::{Score, Verdict};
pub use search::Worker;
pub use shared::Shared;
pub use values::Values;
