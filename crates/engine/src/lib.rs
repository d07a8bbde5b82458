//! An opponent for every game of the rules: search, evaluation, time, mates.
//!
//! A search, whatever the size of the board (`examples/search.rs`):
//!
//! ```
#![doc = include_str!("../examples/search.rs")]
//! ```
//!
//! An [`AnyEngine`] is what is known of a game before the first move. Each thread of a search has an
//! [`AnyWorker`]: one is the main thread, the others are helpers, and all share the transposition
//! table in [`Shared`]. [`mate`] proves forced mates. Inside, everything is generic over the size of
//! the board, as in the rules: [`Engine`] and [`Worker`] are what the two hold.
//!
//! Nothing here names a piece or a game, starts a thread or reads a clock: the caller provides threads
//! and a clock.

#![deny(clippy::print_stderr, clippy::print_stdout)]

mod any;
mod ends;
mod engine;
pub mod eval;
mod feature;
mod fingerprint;
mod level;
mod limits;
pub mod mate;
pub mod net;
mod random;
mod repetition;
mod score;
mod search;
mod shared;
mod time;
mod transposition;
mod values;
mod watch;

pub use any::{AnyEngine, AnyWorker};
pub use engine::Engine;
pub use feature::{Feature, UnknownFeature, Without};
pub use fingerprint::{fingerprint, fingerprint_while};
pub use level::Level;
pub use limits::{Bound, Clock, Info, Limits, Remaining, SearchResult};
pub use score::{Score, ScoreKind};
pub use search::Worker;
pub use shared::Shared;
pub use values::Values;
