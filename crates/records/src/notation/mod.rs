//! Moves as people write them: `P-7f` in English books, `▲７六歩` in Japanese ones.
//!
//! ```
//! use komadai_records::{moves, notation};
//! use komadai_rules::{AnyGame, Opening, variant::load_builtin};
//!
//! let shogi = load_builtin("shogi", &[]).unwrap().variant;
//! let mut play = AnyGame::compile(&shogi).unwrap().open(&Opening::Usual).unwrap();
//! let mut written = Vec::new();
//! for text in ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e", "4a5b"] {
//!     let m = moves::find(&play, text).unwrap();
//!     written.push((notation::western(&play, m), notation::japanese(&play, m)));
//!     play.push(m);
//! }
//! let written: Vec<(&str, &str)> = written.iter().map(|(w, j)| (w.as_str(), j.as_str())).collect();
//! assert_eq!(written[..3], [("P-7f", "▲７六歩"), ("P-3d", "△３四歩"), ("Bx2b+", "▲２二角成")]);
//! assert_eq!(written[3..], [("Sx2b", "△同銀"), ("B*4e", "▲４五角"), ("G4a-5b", "△５二金左")]);
//!
//! // What is written so is read, too.
//! assert_eq!(notation::find(&play, "Bx6c+"), moves::find(&play, "4e6c+"));
//! assert_eq!(notation::find(&play, "6三角成"), moves::find(&play, "4e6c+"));
//! assert_eq!(notation::readings(&play, "R-3h+"), ["h2g2+"]);
//! assert_eq!(notation::readings(&play, "G4-5h"), ["f1e2"]);
//! ```

mod japanese;
mod read;
mod western;

pub use japanese::japanese;
pub(crate) use japanese::{numeral as japanese_numeral, square as japanese_square};
pub use read::{alike, find, readings};
pub use western::western;

use komadai_rules::diagram::Diagram;
use komadai_rules::{AnyPlay, Color, Move, MoveKind, PieceType, Square};
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;

/// A position and its legal moves, which are found once for all moves that are written there.
pub(crate) struct Choices<'p> {
    pub(crate) at: &'p AnyPlay,
    pub(crate) legal: Vec<Move>,
    /// Moves by movement alone, once somebody wants to know them.
    movable: OnceCell<Vec<Move>>,
    /// Which pieces go as far as they like, as far as somebody wanted to know: it may take long.
    runners: RefCell<BTreeMap<PieceType, bool>>,
}

impl<'p> Choices<'p> {
    pub(crate) fn of(at: &'p AnyPlay) -> Self {
        let legal = at.legal_moves_without_history();
        Choices { at, legal, movable: OnceCell::new(), runners: RefCell::default() }
    }

    /// Whether a piece goes as far as it likes.
    fn runs(&self, piece: PieceType) -> bool {
        let find = || Diagram::of(self.at.variant(), piece).is_ok_and(|diagram| diagram.unlimited);
        *self.runners.borrow_mut().entry(piece).or_insert_with(find)
    }
}

/// Whether a move takes a piece of the board to its square, as most do.
fn walks(m: Move) -> bool {
    !matches!(m.kind(), MoveKind::Drop | MoveKind::Pass | MoveKind::Jitto | MoveKind::Shot)
}

/// Which other pieces could have been meant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rivals {
    /// Those that may go there.
    Legal,
    /// Those that move so, also where that is not legal: newspapers look at no more.
    Movable,
}

/// Where the other pieces of the type and side stand that could go to the same square.
fn rivals(choices: &Choices<'_>, m: Move, which: Rivals) -> Vec<Square> {
    let at = choices.at;
    let others = match which {
        Rivals::Legal => &choices.legal,
        Rivals::Movable => choices.movable.get_or_init(|| at.pseudo_legal_moves()),
    };
    let mover = match m.kind() {
        MoveKind::Drop => Some((at.side(), m.dropped())),
        _ => at.at(m.from()),
    };
    let rival = |other: &Move| {
        let same_piece = walks(*other) && other.to() == m.to() && at.at(other.from()) == mover;
        same_piece && (m.kind() == MoveKind::Drop || other.from() != m.from())
    };
    let others = others.iter().filter(|other| rival(other));
    let mut squares: Vec<Square> = others.map(|other| other.from()).collect();
    squares.sort_unstable();
    squares.dedup();
    squares
}

/// Whether a move that does not promote could have.
fn declines(choices: &Choices<'_>, m: Move) -> bool {
    let way = |m: &Move| (m.kind(), m.from(), m.via(), m.to());
    let may = |other: &Move| other.promotion() > 0 && way(other) == way(&m);
    m.promotion() == 0 && m.kind() != MoveKind::Drop && choices.legal.iter().any(may)
}

/// Squares as the mover sees them: how far to its right, and how far ahead.
fn seen(at: &AnyPlay, square: Square) -> (i16, i16) {
    let board = &at.variant().board;
    let (file, rank) = (i16::from(board.file(square)), i16::from(board.rank(square)));
    match at.side() {
        Color::First => (file, rank),
        Color::Second => (-file, -rank),
    }
}
