//! A legal move and one way to say it.

use crate::piece;
use crate::square::Style;
use komadai_rules::{Move, MoveKind, OtherPiece, PieceType, Spelled, Square, Variant};

/// A legal move and one way to say it.
///
/// The same move can be said in several ways where its paths, or the pieces that can make it, are
/// several; they are so many spellings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelling {
    /// The move.
    pub mv: Move,
    /// The type that moves, before promotion. `None` for a pass; the dropped type for a
    /// drop.
    pub mover: Option<PieceType>,
    /// From, the middle squares that are named, to. For a drop the target alone; empty for the
    /// forced pass.
    pub squares: Vec<Square>,
    /// What is said besides where that could mean another move; see [`Spelled::others`].
    pub others: Option<Vec<OtherPiece>>,
}

impl From<Spelled> for Spelling {
    fn from(Spelled { mv, mover, squares, others }: Spelled) -> Self {
        Spelling { mv, mover, squares, others }
    }
}

impl Spelling {
    /// The way that the move itself holds. `mover` is the type that stands on the move's `from`;
    /// it is not looked at for drops and passes. A [`MoveKind::Path`] is said without its
    /// middle squares; give those to [`Spelling::along`].
    pub fn new(mv: Move, mover: Option<PieceType>) -> Self {
        let (from, via, to) = (mv.from(), mv.via(), mv.to());
        let (mover, squares) = match mv.kind() {
            MoveKind::Pass => (None, vec![]),
            MoveKind::Drop => (Some(mv.dropped()), vec![to]),
            MoveKind::Through => (mover, vec![from, via, to]),
            MoveKind::Shot | MoveKind::Jitto => (mover, vec![from, via, from]),
            MoveKind::Step | MoveKind::Castle | MoveKind::EnPassant | MoveKind::Path => {
                (mover, vec![from, to])
            }
        };
        Spelling { mv, mover, squares, others: None }
    }

    /// The same move said by these squares: from, any middle squares, to.
    pub fn along(mv: Move, mover: PieceType, squares: Vec<Square>) -> Self {
        Spelling { mv, mover: Some(mover), squares, others: None }
    }

    /// USI: `7g7f`, `P*5e`, `7g7f7g`, `pass`.
    pub fn usi(&self, v: &Variant) -> String {
        self.write(v, Style::Usi, '*')
    }

    /// Algebraic: `c3c4`, `P@e5`, `f6f7f6`, `pass`.
    pub fn algebraic(&self, v: &Variant) -> String {
        self.write(v, Style::Algebraic, '@')
    }

    /// The type that the piece becomes, or as which it is dropped; `None` if it stays what it is.
    pub fn promoted(&self, v: &Variant) -> Option<PieceType> {
        let choice = usize::from(self.mv.promotion()).checked_sub(1)?;
        v.pieces[self.mover?.index()].promotes.get(choice).copied()
    }

    fn write(&self, v: &Variant, style: Style, drop: char) -> String {
        let squares: String = self.squares.iter().map(|&square| style.name(v, square)).collect();
        let id = |piece: PieceType| v.pieces[piece.index()].id.as_str();
        match (self.mv.kind(), self.mover) {
            (MoveKind::Pass, _) => "pass".to_owned(),
            (MoveKind::Drop, Some(piece)) if self.others.is_some() => {
                let held = self.mv.held();
                let promotion = promotion_suffix(v, held, Some(piece).filter(|p| *p != held));
                format!("{}{drop}{squares}{promotion}", id(held))
            }
            (MoveKind::Drop, Some(piece)) => {
                let piece = self.promoted(v).unwrap_or(piece);
                format!("{}{drop}{squares}", id(piece))
            }
            (_, mover) => {
                let promotion = mover.map(|mover| promotion_suffix(v, mover, self.promoted(v)));
                squares
                    + &promotion.unwrap_or_default()
                    + &self.others_suffix(v, style)
                    + &self.placed_suffix(v, style)
            }
        }
    }

    /// A comma and the square of what is placed, with its letters before it where it could be something else.
    fn placed_suffix(&self, v: &Variant, style: Style) -> String {
        let Some((piece, square)) = self.mv.placed() else { return String::new() };
        let several = v.placement.as_ref().is_some_and(|rule| rule.pieces.len() > 1);
        let id = if several { v.pieces[piece.index()].id.as_str() } else { "" };
        format!(",{id}{}", style.name(v, square))
    }

    /// `~` and a square for each piece that is taken, two squares for each that is put elsewhere.
    fn others_suffix(&self, v: &Variant, style: Style) -> String {
        let Some(others) = &self.others else { return String::new() };
        if others.is_empty() {
            return "~".to_owned();
        }
        let name = |square: Square| style.name(v, square);
        let other =
            |(at, put): &OtherPiece| format!("~{}{}", name(*at), put.map_or(String::new(), name));
        others.iter().map(other).collect()
    }
}

/// `+` where a piece has one choice of promotion, else the letter of what it becomes.
fn promotion_suffix(v: &Variant, mover: PieceType, promoted: Option<PieceType>) -> String {
    match promoted {
        Some(promoted) if v.pieces[mover.index()].promotes.len() > 1 => {
            piece::cased(piece::promotion_letters(v, promoted), komadai_rules::Color::Second)
        }
        Some(_) => "+".to_owned(),
        None => String::new(),
    }
}
