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

mod form;
mod japanese;
mod read;
mod western;

pub use form::Form;
pub use japanese::japanese;
pub(crate) use japanese::{numeral as japanese_numeral, square as japanese_square};
pub use read::{alike, find, readings};
pub use western::western;

use komadai_rules::diagram::Diagram;
use komadai_rules::variant::Coordinates;
use komadai_rules::{AnyPlay, Color, Move, MoveKind, PieceType, Square};
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::rc::Rc;

/// A legal move in each way of writing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// See [`western()`].
    pub western: String,
    /// See [`japanese()`].
    pub japanese: String,
    /// See [`pgn::san`](crate::pgn::san).
    pub san: String,
}

/// A legal move in each way of writing; quicker than one after the other.
pub fn written(at: &AnyPlay, m: Move) -> Written {
    let choices = Choices::of(at);
    let san = crate::pgn::san_among(&choices, m);
    // Where squares are written as in chess, moves are too.
    let western = match at.variant().board.coordinates {
        Coordinates::Algebraic => san.clone(),
        Coordinates::Shogi => western::written(&choices, m),
    };
    Written { western, japanese: japanese::written(&choices, m, false, Rivals::Movable), san }
}

/// A position and its legal moves, which are found once for all moves that are written there.
pub(crate) struct Choices<'p> {
    pub(crate) at: &'p AnyPlay,
    /// Without what they place.
    pub(crate) legal: Vec<Move>,
    /// Moves by movement alone, once somebody wants to know them.
    movable: OnceCell<Vec<Move>>,
    /// Which pieces go as far as they like, as far as somebody wanted to know: it may take long.
    runners: RefCell<BTreeMap<PieceType, bool>>,
    /// The ways of pieces to squares, as far as somebody wanted to know: a position may have ten thousands of moves,
    /// each of which is told from all that go to the same square.
    ways: RefCell<BTreeMap<(Square, PieceType), Ways>>,
    /// Where they begin, likewise.
    walkers: RefCell<BTreeMap<(Square, PieceType, Rivals), Origins>>,
    /// The ways on which something promotes, once somebody wants to know them.
    promoting: OnceCell<HashSet<Way>>,
}

/// What a move does, promotion aside.
type Way = (MoveKind, Square, u8, Square);

fn way(m: Move) -> Way {
    (m.kind(), m.from(), m.via().0, m.to())
}

/// Squares on which moves begin, in order.
type Origins = Rc<[Square]>;

/// The ways of the pieces of a type to a square, each with the square on which it begins, as PGN writes them.
pub(crate) type Ways = Rc<[(Square, String)]>;

impl<'p> Choices<'p> {
    pub(crate) fn of(at: &'p AnyPlay) -> Self {
        let legal = at.bare_moves();
        Choices {
            at,
            legal,
            movable: OnceCell::new(),
            runners: RefCell::default(),
            ways: RefCell::default(),
            walkers: RefCell::default(),
            promoting: OnceCell::new(),
        }
    }

    /// Whether a move that does not promote could have.
    pub(crate) fn could_promote(&self, m: Move) -> bool {
        let find = || self.legal.iter().filter(|m| m.promotion() > 0).map(|m| way(*m)).collect();
        self.promoting.get_or_init(find).contains(&way(m))
    }

    /// The legal moves, as long as there is time for them: where what takes long is broken off, only the first.
    pub(crate) fn in_time(&self) -> impl Iterator<Item = Move> {
        self.legal.iter().copied().take_while(|_| !self.at.breaks_off())
    }

    /// The ways of the pieces of a type to a square. `way` writes one.
    pub(crate) fn ways(&self, to: Square, piece: PieceType, way: impl Fn(Move) -> String) -> Ways {
        let find = || {
            let goes = |m: &&Move| {
                !matches!(
                    m.kind(),
                    MoveKind::Drop | MoveKind::Pass | MoveKind::Jitto | MoveKind::Castle
                ) && m.to() == to
                    && self.at.at(m.from()).is_some_and(|(_, t)| t == piece)
            };
            // Whatever the piece becomes, the way is the same.
            let by_way =
                self.legal.iter().filter(goes).map(|m| ((m.from(), m.via(), m.kind()), *m));
            let different: BTreeMap<_, Move> = by_way.collect();
            let in_time = different.into_values().take_while(|_| !self.at.breaks_off());
            in_time.map(|m| (m.from(), way(m))).collect()
        };
        Rc::clone(self.ways.borrow_mut().entry((to, piece)).or_insert_with(find))
    }

    /// Where the pieces of a type stand that walk to a square.
    fn walkers(&self, to: Square, piece: PieceType, which: Rivals) -> Origins {
        let find = || {
            let moves = match which {
                Rivals::Legal => &self.legal,
                Rivals::Movable => self.movable.get_or_init(|| self.at.pseudo_legal_moves()),
            };
            let mover = Some((self.at.side(), piece));
            let goes = |m: &&Move| walks(**m) && m.to() == to && self.at.at(m.from()) == mover;
            let different: BTreeSet<Square> = moves.iter().filter(goes).map(|m| m.from()).collect();
            different.into_iter().collect()
        };
        Rc::clone(self.walkers.borrow_mut().entry((to, piece, which)).or_insert_with(find))
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rivals {
    /// Those that may go there.
    Legal,
    /// Those that move so, also where that is not legal: newspapers look at no more.
    Movable,
}

/// Where the other pieces of the type and side stand that could go to the same square.
fn rivals(choices: &Choices<'_>, m: Move, which: Rivals) -> Vec<Square> {
    let mover = match m.kind() {
        MoveKind::Drop => Some(m.dropped()),
        _ => choices.at.at(m.from()).map(|(_, piece)| piece),
    };
    let Some(mover) = mover else { return Vec::new() };
    let others = choices.walkers(m.to(), mover, which);
    let is_other = |from: &Square| m.kind() == MoveKind::Drop || *from != m.from();
    others.iter().copied().filter(is_other).collect()
}

/// Whether a move that does not promote could have.
fn declines(choices: &Choices<'_>, m: Move) -> bool {
    m.promotion() == 0 && m.kind() != MoveKind::Drop && choices.could_promote(m)
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
