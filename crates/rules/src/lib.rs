//! The rules of board games as data: variants, positions, legal moves, ends of games.
//!
//! A game is a [`Variant`]: what its TOML file says, checked (`komadai-variant`, here [`variant`]). What
//! its movements mean is told by `komadai-movement`. [`AnyGame::compile`] makes its tables,
//! [`AnyGame::open`] begins a game, and an [`AnyPlay`] is the game in progress. Counting the lines of
//! some plies (`examples/perft.rs`):
//!
//! ```
#![doc = include_str!("../examples/perft.rs")]
//! ```
//!
//! Playing at random until the game is over (`examples/random_game.rs`):
//!
//! ```
#![doc = include_str!("../examples/random_game.rs")]
//! ```
//!
//! Inside, everything is generic over the size of the board: a [`Game`] has tables for up to 64 `N`
//! squares, a [`Position`] plays on them, a [`Play`] adds the history. Whoever asks millions of times, as
//! a search does, works with these; [`any_size!`] leads to them. Nothing here names a game, reads a
//! file or a clock, or starts a thread.
//!
//! A move's way from click to legality: the click becomes a [`Move`]; [`Position::legal_moves`]
//! asks the generator, which cuts each piece's destinations (steps and slides from tables,
//! everything rarer through `Reached`) by what the king's safety allows; [`Position::make`] carries
//! the move out through the writers of the board; [`Play`] adds the game's history.

#![deny(clippy::print_stderr, clippy::print_stdout)]

mod any;
mod attack;
mod bits;
mod board;
mod borrow;
mod chase;
mod checks;
mod compile;
mod count;
mod danger;
mod effect;
mod explain;
mod flag;
mod game;
mod generate;
mod hands;
mod interrupt;
mod make;
mod moves;
mod opening;
mod ordinal;
mod perft;
mod piece;
mod play;
mod position;
mod promotion;
mod query;
mod setup;
mod sink;
mod size;
mod spell;

pub use any::{AnyGame, AnyPlay};
pub use bits::{BitSet, Iter};
pub use compile::CompileError;
pub use effect::{Carried, Effect, Fate, Mover, Placed, Removed};
pub use explain::{
    AskedPlacing, AskedPromotion, Attempt, Man, Place, PromotionRight, Reason, explain,
};
pub use game::Game;
pub use interrupt::Interrupt;
pub use moves::{Move, MoveKind};
pub use opening::{Opening, OpeningError};
pub use ordinal::ordinal;
pub use play::{Claim, Declarations, Declared, Ending, Play, Status};
pub use position::{Position, SetupError};
pub use query::{Change, Reach, Sandbox};
pub use setup::SetupErrors;
pub use spell::{OtherPiece, Spelled};

pub use komadai_movement::{LowerError, MOST_LEGS, Trial, TrialMove, diagram, pause};
pub use komadai_variant as variant;
pub use variant::{Color, PieceType, Setup, Square, Variant};
