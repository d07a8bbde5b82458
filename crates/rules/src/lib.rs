//! The rules of board games as data: variants, positions, legal moves, ends of games.
//!
//! A game is a [`Variant`]: what its TOML file says, checked. [`Game::compile`] turns it into
//! tables for boards of up to 64 `N` squares, and [`Position`] plays on them. Nothing here names a
//! game, reads a file or a clock, or starts a thread.
//!
//! A move's way from click to legality: the click becomes a [`Move`]; [`Position::legal_moves`]
//! asks the generator, which cuts each piece's destinations (steps and slides from tables,
//! everything rarer through `Reached`) by what the king's safety allows; [`Position::make`] carries
//! the move out through the three writers of the board; [`Play`] adds the game's history.

mod any;
mod attack;
mod bits;
mod board;
mod compile;
#[cfg(all(debug_assertions, not(test)))]
mod compiled;
pub mod diagram;
mod effect;
mod explain;
mod filter;
mod game;
mod generate;
mod lower;
mod make;
mod moves;
mod opening;
mod ordinal;
mod perft;
mod play;
mod position;
mod promotion;
mod query;
mod setup;
mod sink;
mod spell;
mod square;
mod trial;
pub mod variant;
mod walk;
mod ways;

pub use any::{AnyGame, AnyPlay, Job};
pub use bits::{BitSet, Iter};
pub use compile::CompileError;
pub use effect::{Carried, Effect, Fate, Mover, Removed};
pub use explain::{AskedPromotion, Attempt, Man, Place, PromotionRight, Reason, explain};
pub use game::Game;
pub use lower::LowerError;
pub use moves::{Move, MoveKind};
pub use opening::{Opening, OpeningError};
pub use ordinal::ordinal;
pub use play::{Claim, Declarations, Declared, Ending, Play, Status};
pub use position::{Position, SetupError};
pub use query::{Change, Reach, Sandbox};
pub use setup::Setup;
pub use spell::Spelled;
pub use square::{Color, PieceType, Square};
pub use trial::{Trial, TrialMove};
pub use variant::Variant;
