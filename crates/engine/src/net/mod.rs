//! A small network that corrects the derived evaluation of a game by what was learnt from its own play.
//!
//! Each side sees the position through the same first layer, as if it were the first side; both results,
//! clipped and squared, go through one layer of weights more, chosen by how many pieces are left. Beside them each
//! input has a value of its own, as in a piece-square table. The sum is added to the derived evaluation, so that
//! a network that knows nothing changes nothing.
//!
//! The architecture is the usual one of the field ("perspective" networks with a squared clipped ReLU and
//! output buckets), the arithmetic is in whole numbers and gives the same on every machine.

mod accumulators;
mod file;
mod inputs;

pub use file::{Header, Learnt, NetError};
pub use inputs::{Inputs, Sight};

pub(crate) use accumulators::Accumulators;

use komadai_rules::Variant;

/// Weights of the first layer and what they add up to are multiples of 1 / this.
pub const FIRST_UNIT: i32 = 255;
/// Weights of the second layer are multiples of 1 / this.
pub const SECOND_UNIT: i32 = 64;
/// The greatest weight of the second layer, so that a product of 16 bits is enough.
pub const MOST_SECOND: i32 = 127;
/// Values of single inputs are in so many parts of a centipawn.
pub const VALUE_UNIT: i32 = 8;
/// A correction is never more than this, in centipawns.
const MOST: i64 = 4_000;
/// The hidden units are a multiple of this...
pub const LANES: usize = 16;
/// ... and no more than this: their sum fits 32 bits.
pub const MOST_HIDDEN: usize = 128;

/// The weights of a network, in whole numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    /// Of the first layer: `hidden` for each input.
    pub first: Vec<i16>,
    /// `hidden`, what the first layer starts from.
    pub first_bias: Vec<i16>,
    /// The value of each input by itself, see [`VALUE_UNIT`].
    pub values: Vec<i16>,
    /// Of the second layer: for each bucket `hidden` for the side to move and `hidden` for the other.
    pub second: Vec<i16>,
    /// One for each bucket, in parts of `FIRST_UNIT² · SECOND_UNIT`.
    pub second_bias: Vec<i32>,
}

/// A network for one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    header: Header,
    inputs: Inputs,
    weights: Weights,
    /// Pieces on the board at the start.
    army: u32,
}

impl Net {
    /// Puts a network together.
    ///
    /// # Errors
    /// Where the weights are not as many as the game and the header say, or would not fit the arithmetic.
    pub fn new(variant: &Variant, header: Header, weights: Weights) -> Result<Self, NetError> {
        let inputs = Inputs::of(variant, header.sight);
        let (count, hidden, buckets) = (inputs.count(), header.hidden, header.buckets);
        let wanted = [count * hidden, hidden, count, 2 * hidden * buckets, buckets];
        let Weights { first, first_bias, values, second, second_bias } = &weights;
        let found = [first.len(), first_bias.len(), values.len(), second.len(), second_bias.len()];
        let fits = hidden.is_multiple_of(LANES) && hidden <= MOST_HIDDEN && buckets > 0;
        if wanted != found || !fits {
            return Err(NetError::Size);
        }
        if second.iter().any(|weight| i32::from(*weight).abs() > MOST_SECOND) {
            return Err(NetError::Damaged);
        }
        Ok(Net { header, inputs, weights, army: army(variant) })
    }

    /// What is known of it.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// What it sees.
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// Its weights.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The bucket of the second layer for so many pieces on the board.
    #[inline]
    fn bucket(&self, pieces: u32) -> usize {
        bucket(pieces, self.army, self.header.buckets)
    }

    /// The correction for a side to move in centipawns, from what the first layer says to it and to the other
    /// side.
    #[inline(always)]
    fn correction(&self, [us, them]: [&accumulators::Sums; 2], pieces: u32) -> i32 {
        let (bucket, hidden) = (self.bucket(pieces), self.header.hidden);
        let second = &self.weights.second[2 * hidden * bucket..][..2 * hidden];
        let (for_us, for_them) = second.split_at(hidden);
        let sum = i64::from(self.weights.second_bias[bucket])
            + i64::from(activated(&us.hidden, for_us))
            + i64::from(activated(&them.hidden, for_them));
        let one = i64::from(FIRST_UNIT * FIRST_UNIT * SECOND_UNIT);
        let scaled = sum * i64::from(self.header.scale) / one;
        let values = i64::from((us.values - them.values) / VALUE_UNIT);
        (scaled + values).clamp(-MOST, MOST) as i32
    }
}

/// How many pieces both sides have on the board at the start, at least one.
pub fn army(variant: &Variant) -> u32 {
    let squares = variant.pieces.iter().flat_map(|piece| &piece.at);
    squares.map(Vec::len).sum::<usize>().max(1) as u32
}

/// The bucket of so many pieces of an army.
#[inline]
pub fn bucket(pieces: u32, army: u32, buckets: usize) -> usize {
    let bucket = pieces.saturating_sub(1) as usize * buckets / army as usize;
    bucket.min(buckets - 1)
}

/// The sum over squared and clipped values, each with its weight.
///
/// A loop: closures of iterators may be compiled by themselves, without the widest instructions.
#[inline(always)]
fn activated(hidden: &[i16], weights: &[i16]) -> i32 {
    let mut sum = 0;
    for (value, weight) in hidden.iter().zip(weights) {
        let value = (*value).clamp(0, FIRST_UNIT as i16);
        // At most 255 · 127: 16 bits.
        sum += i32::from(value.wrapping_mul(*weight)) * i32::from(value);
    }
    sum
}
