//! A position with its score and the result of its game, in a few dozen bytes.
//!
//! | bytes | |
//! |---|---|
//! | 1 | bit 0: the side to move; bits 1 and 2: 0 it lost, 1 nobody won, 2 it won |
//! | 2 | the score of the search for the side to move, in centipawns |
//! | 2 | the derived evaluation for it |
//! | 1 | pieces on the board, less one |
//! | 1 | entries of hands |
//! | one bit for each square | whether it is occupied |
//! | 1 for each piece, by square | twice its type, and 1 more for the second side |
//! | 2 for each entry | the same of a type in a hand, and how many |

use komadai_engine::net::Inputs;
use komadai_rules::{AnyPlay, Change, Color, PieceType, Square, Variant};

/// How a game ended for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It lost.
    Loss = 0,
    /// Nobody won.
    Draw = 1,
    /// It won.
    Win = 2,
}

/// A position to learn from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The side to move.
    pub side: Color,
    /// How the game ended for it.
    pub outcome: Outcome,
    /// What a search said, for it, in centipawns.
    pub score: i16,
    /// What the derived evaluation says, for it, in centipawns.
    pub derived: i16,
    /// The pieces on the board, by square.
    pub pieces: Vec<(Square, Color, PieceType)>,
    /// The pieces in hand.
    pub hands: Vec<(Color, PieceType, u8)>,
}

const HEAD: usize = 7;

/// How large the samples of a game are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// The squares of its board.
    pub squares: usize,
    /// The types of its pieces.
    pub types: usize,
}

impl Shape {
    /// The shape of the samples of a game.
    pub fn of(variant: &Variant) -> Self {
        let board = &variant.board;
        Shape {
            squares: usize::from(board.files) * usize::from(board.ranks),
            types: variant.pieces.len(),
        }
    }
}

impl Sample {
    /// The position of a play.
    pub fn of(play: &AnyPlay, [score, derived]: [i16; 2]) -> Self {
        let Shape { squares, types } = Shape::of(play.variant());
        let squares = (0..squares).map(|square| Square(square as u8));
        let on = |square| play.at(square).map(|(color, piece)| (square, color, piece));
        let held = |color| {
            let types = (0..types as u8).map(PieceType);
            types.map(move |piece| (color, piece, play.hand(color, piece)))
        };
        Sample {
            side: play.side(),
            outcome: Outcome::Draw,
            score,
            derived,
            pieces: squares.filter_map(on).collect(),
            hands: Color::BOTH
                .into_iter()
                .flat_map(held)
                .filter(|(_, _, count)| *count > 0)
                .collect(),
        }
    }

    /// Appends it to others, for a board of so many squares.
    pub fn pack(&self, squares: usize, bytes: &mut Vec<u8>) {
        bytes.push(self.side as u8 | (self.outcome as u8) << 1);
        bytes.extend(self.score.to_le_bytes());
        bytes.extend(self.derived.to_le_bytes());
        bytes.extend([(self.pieces.len().max(1) - 1) as u8, self.hands.len() as u8]);
        let occupied = bytes.len();
        bytes.resize(occupied + squares.div_ceil(8), 0);
        for (square, ..) in &self.pieces {
            bytes[occupied + square.index() / 8] |= 1 << (square.index() % 8);
        }
        bytes.extend(self.pieces.iter().map(|(_, color, piece)| code(*color, *piece)));
        bytes.extend(
            self.hands.iter().flat_map(|(color, piece, count)| [code(*color, *piece), *count]),
        );
    }

    /// Reads one from the beginning of `bytes`, for a board of so many squares, and what is left after it.
    pub fn unpack(squares: usize, bytes: &[u8]) -> Option<(Sample, &[u8])> {
        let (packed, rest) = Packed::split(squares, bytes)?;
        let hands = packed.hands.chunks_exact(2);
        let sample = Sample {
            side: packed.side(),
            outcome: packed.outcome()?,
            score: packed.score(),
            derived: packed.derived(),
            pieces: packed.pieces().collect(),
            hands: hands.map(|two| (color(two[0]), piece(two[0]), two[1])).collect(),
        };
        Some((sample, rest))
    }
}

fn code(color: Color, piece: PieceType) -> u8 {
    piece.0 << 1 | color as u8
}

fn color(code: u8) -> Color {
    if code & 1 == 0 { Color::First } else { Color::Second }
}

fn piece(code: u8) -> PieceType {
    PieceType(code >> 1)
}

/// A packed sample, read without a copy.
#[derive(Clone, Copy, Debug)]
pub struct Packed<'a> {
    head: &'a [u8],
    occupied: &'a [u8],
    codes: &'a [u8],
    hands: &'a [u8],
}

impl<'a> Packed<'a> {
    /// The first sample of `bytes`, and what is left.
    pub fn split(squares: usize, bytes: &'a [u8]) -> Option<(Self, &'a [u8])> {
        let (head, rest) = bytes.split_at_checked(HEAD)?;
        let (occupied, rest) = rest.split_at_checked(squares.div_ceil(8))?;
        let count: u32 = occupied.iter().map(|byte| byte.count_ones()).sum();
        let (codes, rest) = rest.split_at_checked(count as usize)?;
        let (hands, rest) = rest.split_at_checked(2 * usize::from(head[6]))?;
        Some((Packed { head, occupied, codes, hands }, rest))
    }

    /// Whether it can be of a game: a file may be of another one.
    pub fn fits(&self, shape: Shape) -> bool {
        let beyond = 8 * self.occupied.len() - shape.squares;
        let last = self.occupied.last().copied().unwrap_or_default();
        let is_type = |code: &u8| piece(*code).index() < shape.types;
        last.leading_zeros() as usize >= beyond
            && usize::from(self.head[5]) == self.codes.len().max(1) - 1
            && !(self.codes.is_empty() && self.hands.is_empty())
            && self.codes.iter().all(is_type)
            && self.hands.chunks_exact(2).all(|two| is_type(&two[0]))
            && self.outcome().is_some()
    }

    /// How many bytes it takes.
    pub fn len(&self) -> usize {
        self.head.len() + self.occupied.len() + self.codes.len() + self.hands.len()
    }

    /// Whether it takes none, which no sample does.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The side to move.
    pub fn side(&self) -> Color {
        color(self.head[0])
    }

    /// How the game ended for it.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.head[0] >> 1 {
            0 => Some(Outcome::Loss),
            1 => Some(Outcome::Draw),
            2 => Some(Outcome::Win),
            _ => None,
        }
    }

    /// What a search said.
    pub fn score(&self) -> i16 {
        i16::from_le_bytes([self.head[1], self.head[2]])
    }

    /// What the derived evaluation says.
    pub fn derived(&self) -> i16 {
        i16::from_le_bytes([self.head[3], self.head[4]])
    }

    /// How many pieces are on the board.
    pub fn count(&self) -> u32 {
        self.codes.len() as u32
    }

    fn pieces(&self) -> impl Iterator<Item = (Square, Color, PieceType)> {
        let squares = (0..).zip(self.occupied).flat_map(|(byte, bits)| {
            let left = |bits: u8| (bits != 0).then_some(bits);
            let each = std::iter::successors(left(*bits), move |bits| left(bits & (bits - 1)));
            each.map(move |bits| Square(8 * byte + bits.trailing_zeros() as u8))
        });
        squares.zip(self.codes).map(|(square, code)| (square, color(*code), piece(*code)))
    }

    /// The king from which a side sees pieces: its only one.
    fn king(&self, inputs: &Inputs, view: Color) -> Option<Square> {
        let king = code(view, inputs.king()?);
        if self.codes.iter().filter(|code| **code == king).count() != 1 {
            return None;
        }
        let mut pieces = self.pieces();
        pieces.find(|(_, color, piece)| code(*color, *piece) == king).map(|(square, ..)| square)
    }

    /// The inputs that are on, as a side sees them.
    pub fn inputs(&self, inputs: &Inputs, view: Color, active: &mut Vec<u32>) {
        active.clear();
        let king = self.king(inputs, view);
        for piece in self.pieces() {
            active.push(inputs.piece(view, piece) as u32);
            active.extend(king.map(|king| inputs.from_king(view, king, piece) as u32));
        }
        for two in self.hands.chunks_exact(2) {
            let (color, piece) = (color(two[0]), piece(two[0]));
            let change = Change::Hand { color, piece, before: 0, after: two[1] };
            inputs.changed((view, None), change, |_, input| active.push(input as u32));
        }
    }
}
