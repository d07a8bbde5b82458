//! Moves: what a player does, in 64 bits.

use crate::{PieceType, Square};
use std::num::NonZeroU64;

/// A move of one position: `to`, `from`, `via`, kind and promotion choice, one byte each for the
/// squares; and what it places besides. What is captured follows from position and move. Only meaningful together with the
/// position that it was generated for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU64);

/// What sort of move it is; this, never a reserved square, says which fields mean something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum MoveKind {
    /// From `from` to `to`, capturing what stands there.
    Step = 1,
    /// The piece type numbered `from` goes from hand to `to`, landing as the type numbered `via`.
    Drop = 2,
    /// Captures on `via`, goes on to `to` (capturing there too, if an enemy stands there).
    Through = 3,
    /// Captures on `via` and stays on `from` (= `to`): rifle shot, igui.
    Shot = 4,
    /// A turn pass in place by stepping to the empty square `via` and back (jitto).
    Jitto = 5,
    /// A pass, by force or by right. No square means anything.
    Pass = 6,
    /// The king goes to `to`, the partner on `via` to the inside of it.
    Castle = 7,
    /// To `to`, removing the pawn on `via`.
    EnPassant = 8,
    /// A path with effects that no other kind can say (three captures, swaps, captures of friends):
    /// the `via`-th such effect of the piece on `from` that ends on `to`, in generation order.
    Path = 9,
}

/// Set where a move places something.
const PLACES: u64 = 1 << 16;

impl Move {
    /// Puts a move together. `promotion` is 0 for none, else 1 + the index in the piece's list.
    #[inline]
    pub fn new(kind: MoveKind, from: Square, via: u8, to: Square, promotion: u8) -> Self {
        let tag = (kind as u32) | (u32::from(promotion) << 4);
        let bits = u32::from(to.0) | u32::from(from.0) << 8 | u32::from(via) << 16 | tag << 24;
        Move(NonZeroU64::new(bits.into()).expect("the kind is never 0"))
    }

    /// The same move, after which a piece is placed on a square.
    #[inline]
    pub fn placing(self, piece: PieceType, square: Square) -> Self {
        let placed = PLACES | u64::from(piece.0) << 8 | u64::from(square.0);
        Move(self.without_placing().0 | placed << 32)
    }

    /// The same move without what it places.
    #[inline]
    pub fn without_placing(self) -> Self {
        Move(NonZeroU64::new(self.0.get() & u64::from(u32::MAX)).expect("the kind is never 0"))
    }

    /// Whether it places something.
    #[inline]
    pub fn is_placing(self) -> bool {
        self.0.get() >> 32 != 0
    }

    /// What is placed as a part of it, and where.
    #[inline]
    pub fn placed(self) -> Option<(PieceType, Square)> {
        let placed = self.0.get() >> 32;
        (placed != 0).then_some((PieceType((placed >> 8) as u8), Square(placed as u8)))
    }

    /// An ordinary move.
    #[inline]
    pub fn step(from: Square, to: Square, promotion: u8) -> Self {
        Move::new(MoveKind::Step, from, 0, to, promotion)
    }

    /// A drop of a piece as it is held.
    #[inline]
    pub fn drop(piece: PieceType, to: Square) -> Self {
        Move::drop_as(piece, piece, to)
    }

    /// A drop of the piece `held` in hand that lands as `piece`: promoted, where the game has that.
    #[inline]
    pub fn drop_as(held: PieceType, piece: PieceType, to: Square) -> Self {
        Move::new(MoveKind::Drop, Square(held.0), piece.0, to, 0)
    }

    /// The type that leaves the hand, for [`MoveKind::Drop`].
    #[inline]
    pub fn held(self) -> PieceType {
        PieceType((self.0.get() >> 8) as u8)
    }

    /// The pass.
    #[inline]
    pub fn pass() -> Self {
        Move::new(MoveKind::Pass, Square(0), 0, Square(0), 0)
    }

    /// Bits for tables of moves: never 0, and others for nearly every other move of the same position. What a move
    /// places is mixed into its squares.
    #[inline]
    pub fn bits(self) -> u32 {
        let (all, placed) = (self.0.get(), self.0.get() >> 32);
        all as u32 ^ ((placed as u32 & 0xff) << 16 | (placed as u32 & 0xff00))
    }

    /// What sort of move it is.
    #[inline]
    pub fn kind(self) -> MoveKind {
        match (self.0.get() >> 24) & 15 {
            1 => MoveKind::Step,
            2 => MoveKind::Drop,
            3 => MoveKind::Through,
            4 => MoveKind::Shot,
            5 => MoveKind::Jitto,
            6 => MoveKind::Pass,
            7 => MoveKind::Castle,
            8 => MoveKind::EnPassant,
            _ => MoveKind::Path,
        }
    }

    /// Where the moving piece ends. Meaningless for a pass.
    #[inline]
    pub fn to(self) -> Square {
        Square(self.0.get() as u8)
    }

    /// Where the moving piece starts. Meaningless for drops and passes.
    #[inline]
    pub fn from(self) -> Square {
        Square((self.0.get() >> 8) as u8)
    }

    /// The middle square, victim or partner; see [`MoveKind`].
    #[inline]
    pub fn via(self) -> Square {
        Square((self.0.get() >> 16) as u8)
    }

    /// The type that lands, for [`MoveKind::Drop`].
    #[inline]
    pub fn dropped(self) -> PieceType {
        PieceType((self.0.get() >> 16) as u8)
    }

    /// 0 for no promotion, else 1 + the index in the piece's `promotes`.
    #[inline]
    pub fn promotion(self) -> u8 {
        (self.0.get() >> 28) as u8 & 15
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{:?}({}, {}, {}, {})",
            self.kind(),
            self.from().0,
            self.via().0,
            self.to().0,
            self.promotion()
        )?;
        match self.placed() {
            Some((piece, square)) => write!(f, " placing {} on {}", piece.0, square.0),
            None => Ok(()),
        }
    }
}
