//! The JSON forms in which programs speak of games: positions, moves, results, variants.
//!
//! They are written by the command line and by the server alike. Squares are algebraic names, sides
//! are `first` and `second` whatever the game calls them, pieces go by their ids.
//!
//! ```
//! use komadai_records::json::{Board, Move, Verdict};
//! use komadai_rules::{AnyGame, Opening, variant::load_builtin};
//!
//! let chess = load_builtin("chess", &[]).unwrap().variant;
//! let play = AnyGame::compile(&chess).unwrap().open(&Opening::Usual).unwrap();
//! assert_eq!(Board::of(&play).pieces.len(), 32);
//! assert_eq!(Verdict::now(&play).status, "ongoing");
//! let m = komadai_records::moves::find(&play, "e2e4").unwrap();
//! let told = Move::of(&play, m);
//! assert_eq!((told.text.algebraic.as_str(), told.text.captures.len()), ("e2e4", 0));
//! ```

mod board;
mod effect;
mod moves;
mod piece;
mod side;
mod tree;
mod variant;
mod verdict;
mod zone;

pub use board::{
    Board, BoardPiece, Check, ChecksGiven, CountedMoves, Hand, Hands, checked, checks,
};
pub use effect::{Carried, Effect, Fate, Placed, Removed};
pub use moves::{Legal, Move, MoveForm, OtherWay, Promotes};
pub use piece::{Name, PieceInfo};
pub use side::{Side, Winner};
pub(crate) use tree::few;
pub use tree::{
    ArrowForm, ClosingForm, Document, HeaderForm, LineEndForm, MOST_NODES, NodeForm, Remarks,
    TreeForm,
};
pub use variant::{BoardInfo, Coordinates, PerSide, StartInfo, Symmetry, VariantInfo, symmetry};
pub use verdict::{Claim, Declaration, Declared, Verdict};
pub use zone::{Zone, ZoneKind};

use crate::position;
use komadai_rules::{AnyPlay, Square, Variant};

/// The position as text.
pub fn text_of(at: &AnyPlay) -> String {
    position::write(at.variant(), &at.setup())
}

/// The names of some squares.
fn names(variant: &Variant, squares: impl IntoIterator<Item = Square>) -> Vec<String> {
    squares.into_iter().map(|square| variant.square_name(square)).collect()
}
