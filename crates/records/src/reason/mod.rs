//! Reasons in Japanese, as programs and textbooks word them. (In English the rules say them
//! themselves: a [`Reason`](komadai_rules::Reason) shown is an English sentence.)
//!
//! ```
//! use komadai_records::{moves, opening, reason};
//! use komadai_rules::{AnyGame, Attempt, variant::load_builtin};
//!
//! let shogi = load_builtin("shogi", &[]).unwrap().variant;
//! let game = AnyGame::compile(&shogi).unwrap();
//! let at = opening::open(&game, None, Some("4k4/9/9/9/9/9/4P4/9/4K4 b P 1")).unwrap();
//! let Ok(moves::MoveText::Drop { piece, to, .. }) = moves::parse_move(&shogi, "P*5e") else { panic!() };
//! let why = at.explain(&Attempt::Drop { piece, to }).unwrap();
//! assert_eq!(reason::japanese(&shogi, &why), "二歩です：同じ筋の５七にすでに歩兵があります。");
//! ```

mod impossible;
mod japanese;
mod pass;
mod spoken;
mod words;

pub use impossible::impossible;
pub use japanese::japanese;
pub use pass::ForcedPass;
pub use spoken::Spoken;
pub use words::Words;
