//! How moves that leave a royal in danger are kept out.

use super::Generator;
use crate::Square;
use crate::bits::BitSet;
use crate::game::Shifter;
use crate::piece::Piece;

/// A test of moves before they are written down. What it does not say otherwise it lets pass, so that
/// the loops of a simple test cost nothing. What it knows of the position stands in the generator.
pub(super) trait Legality<const N: usize> {
    /// Whether each promotion of a move is asked for by itself.
    const ASKS_FOR_PROMOTIONS: bool = false;
    /// Whether pins cut the moves of some pieces.
    const HAS_PINS: bool = false;

    /// Those of some squares on which pieces other than the king may land at all.
    #[inline(always)]
    fn target<S>(_: &Generator<'_, S, N>, to: BitSet<N>) -> BitSet<N> {
        to
    }

    /// Those of some pieces of one type that need no test, and so may move together; none at all if
    /// every move must be tested.
    #[inline(always)]
    fn group<S>(_: &Generator<'_, S, N>, _: &Shifter<N>, pieces: BitSet<N>) -> Option<BitSet<N>> {
        Some(pieces)
    }

    /// Those of some squares to which a piece may go, and become another one there if it promotes.
    #[inline(always)]
    fn landings<S>(
        _: &Generator<'_, S, N>,
        _from: Square,
        to: BitSet<N>,
        _becomes: Option<Piece>,
    ) -> BitSet<N> {
        to
    }

    /// Whether a move may be made that ends as `after` and takes `captures` besides what stands on its
    /// last square.
    #[inline(always)]
    fn allows<S>(
        _: &Generator<'_, S, N>,
        (_from, _to): (Square, Square),
        _captures: BitSet<N>,
        _after: Piece,
    ) -> bool {
        true
    }

    /// Those of some empty squares on which a piece may be dropped.
    #[inline(always)]
    fn drops<S>(_: &Generator<'_, S, N>, squares: BitSet<N>, _piece: Piece) -> BitSet<N> {
        squares
    }
}

/// Royals may be left to be taken, or there are none.
pub(super) struct Free;

impl<const N: usize> Legality<N> for Free {}
