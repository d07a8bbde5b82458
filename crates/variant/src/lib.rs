//! A board game as data: what its variant file says, checked and resolved.
//!
//! [`Variant`] is the only place where a game's name, pieces and rules stand. The loader ([`load`])
//! reads it from TOML, and every error says file, line and column. `komadai-rules` compiles it to
//! tables and plays it. Nothing here names a game or reads a file.
//!
//! ```
//! use komadai_variant::{Source, load, load_builtin};
//!
//! let shogi = load_builtin("shogi", &[]).unwrap().variant;
//! assert_eq!((shogi.board.files, shogi.board.ranks), (9, 9));
//!
//! let text = "extends = \"shogi\"\nid = \"my-shogi\"\nname = \"My shogi\"\npieces.N.move = \"N\"\n";
//! let mine = load(&Source::new("my-shogi.toml", text), &|_| None, &[]).unwrap().variant;
//! assert_eq!(mine.name, "My shogi");
//! ```

#![deny(clippy::print_stderr, clippy::print_stdout)]

mod builtin;
mod check;
mod coordinates;
mod diagnostic;
mod end;
mod even;
pub mod format;
mod inherit;
mod load;
mod movement;
pub mod pause;
mod pieces;
mod roster;
mod section;
mod setup;
mod shuffle;
mod square;
mod squares;
mod start;
pub mod suggest;
mod tree;
mod unmoved;
mod vain;
mod variant;

pub use builtin::{BUILTIN, BuiltinGame, SHELF, builtin};
pub use diagnostic::{Diagnostic, Diagnostics, Severity, Source};
pub use load::{Loaded, load, load_builtin};
pub use setup::{Counted, Setup};
pub use shuffle::{Shuffle, Step};
pub use square::{Color, PieceType, Square};
pub use start::RANDOM_START;
pub use variant::{
    Board, Borrowing, BurnWhen, CaptureBan, CaptureDuty, CaptureLimit, Castling, Chase, Checks,
    Coordinates, CountLimit, Counting, DeadPosition, Declaration, DeclarationRule, DropLimit,
    Drops, End, Explosion, Extinction, Flag, FlagReply, IllegalMove, Landing, LimitPlace, Mate,
    Movement, Name, Outcome, PassWhen, Passing, PieceData, PlacedOn, Placement, PointValue, Points,
    PositionText, Promotion, PromotionLimit, QuietMoves, Repetition, RepetitionResult, Royals,
    Shock, Stalemate, Start, Supply, Variant, When,
};
