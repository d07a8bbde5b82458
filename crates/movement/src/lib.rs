//! What a movement in XBetza means: its paths, the moves of a piece on a board, its diagram.
//!
//! [`paths`] and [`lower`] turn the syntax tree of `komadai-betza` into [`Path`]s; [`walk`] follows them over any
//! [`Terrain`]; a [`Trial`] is the simplest one, one piece among nameless others; a
//! [`Diagram`](diagram::Diagram) shows a movement as marks, lines and notes. `komadai-rules` turns the
//! common shapes into tables and walks the rest.
//!
//! ```
//! use komadai_movement::Trial;
//! use komadai_variant::{Color, Square};
//!
//! let knight = komadai_betza::parse("N").unwrap().descriptor;
//! let corner = Trial {
//!     files: 8,
//!     ranks: 8,
//!     from: Square(0),
//!     side: Color::First,
//!     moved: false,
//!     friends: [].into(),
//!     enemies: [Square(17)].into(),
//!     holes: [].into(),
//!     royals: [].into(),
//!     unmoved: [].into(),
//!     en_passant: None,
//! };
//! let moves = corner.moves(&knight).unwrap();
//! assert_eq!(moves.len(), 2);
//! assert_eq!(moves[1].captures, [Square(17)]);
//! ```

#![deny(clippy::print_stderr, clippy::print_stdout)]

pub mod diagram;
mod lower;
mod path;
mod square_set;
mod trial;
mod walk;
mod ways;

pub use komadai_variant::pause;
pub use lower::{LowerError, MOST_LEGS, lower, paths};
pub use path::{
    Castle, CastleWay, Crooked, Ends, Hop, Leg, Path, PathKind, Region, Ring, RoyalRule, Turns,
    UNLIMITED,
};
pub use trial::{Trial, TrialMove};
pub use walk::{Cell, Reachable, Terrain, Walk, reach, reach_from_everywhere, walk};
