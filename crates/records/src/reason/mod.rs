//! Reasons in Japanese, as programs and textbooks word them. (In English the rules say them
//! themselves: a [`Reason`](komadai_rules::Reason) shown is an English sentence.)
//!
//! ```
//! use komadai_records::{moves, position, reason};
//! use komadai_rules::{Attempt, Game, Position, explain, variant::load_builtin};
//! use std::sync::Arc;
//!
//! let shogi = load_builtin("shogi", &[]).unwrap().unwrap().variant;
//! let setup = position::parse(&shogi, "4k4/9/9/9/9/9/4P4/9/4K4 b P 1").unwrap();
//! let game = Arc::new(Game::<2>::compile(&shogi).unwrap());
//! let at = Position::from_setup(&game, &setup).unwrap();
//! let Ok(moves::MoveText::Drop { piece, to }) = moves::parse_move(&shogi, "P*5e") else { panic!() };
//! let why = explain(&at, &Attempt::Drop { piece, to }, &|_| false).unwrap();
//! assert_eq!(reason::japanese(&shogi, &why), "二歩です：同じ筋の５七にすでに歩兵があります。");
//! ```

mod japanese;
mod pass;
mod spoken;
mod words;

pub use japanese::japanese;
pub use pass::ForcedPass;
pub use spoken::Spoken;
pub use words::Words;
