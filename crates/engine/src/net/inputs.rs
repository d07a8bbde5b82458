//! What a network sees of a position: numbered inputs that are on or off.

use komadai_rules::variant::PieceData;
use komadai_rules::{Change, Color, PieceType, Position, Square, Variant};

/// The inputs of a game, as either side sees them: its own pieces and the other side's on each square, those in each
/// hand by count, and where pieces stand from its own king.
///
/// A side sees the board as if it were the first one, so that what is learnt for one side holds for the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inputs {
    types: usize,
    squares: usize,
    files: usize,
    /// Each square as each side sees it.
    seen: [Vec<u8>; 2],
    /// The file and the rank of each square that is seen.
    places: Vec<(u8, u8)>,
    /// For each type where its hand inputs begin within those of a side, and how many there are.
    hands: Vec<(u16, u8)>,
    /// Hand inputs of one side.
    held: usize,
    /// The king from which pieces are seen; none where a network does not, or the game has none.
    king: Option<PieceType>,
}

/// What of a position the inputs are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sight {
    /// Pieces by square, and hands.
    #[default]
    Squares,
    /// Besides, each piece by its distance in files and its offset in ranks from the own king, if there is one.
    Kings,
}

/// So many of a type in one hand are told apart.
const MOST_HELD: u32 = 18;

impl Inputs {
    /// The inputs of a game.
    pub fn of(variant: &Variant, sight: Sight) -> Self {
        let (types, board) = (variant.pieces.len(), &variant.board);
        let files = usize::from(board.files);
        let squares = files * usize::from(board.ranks);
        let (mut hands, mut held) = (Vec::with_capacity(types), 0);
        for most in most_held(variant) {
            hands.push((held as u16, most as u8));
            held += most as usize;
        }
        let places = (0..squares).map(|square| ((square % files) as u8, (square / files) as u8));
        let own = (0..squares).map(|square| square as u8).collect();
        let other = other_view(variant);
        let mut kinds = variant.pieces.iter().zip(0..).filter(|(piece, _)| piece.royal);
        let king = (sight == Sight::Kings).then(|| kinds.next()).flatten();
        let king = king.map(|(_, number)| PieceType(number));
        Inputs {
            types,
            squares,
            files,
            seen: [own, other],
            places: places.collect(),
            hands,
            held,
            king,
        }
    }

    /// How many inputs there are.
    pub fn count(&self) -> usize {
        let seen = if self.king.is_some() { self.types * self.files * self.offsets() } else { 0 };
        2 * (self.types * self.squares + self.held + seen)
    }

    /// From how many ranks below to how many above its king a piece may stand.
    fn offsets(&self) -> usize {
        2 * (self.squares / self.files) - 1
    }

    /// The type of the king from which pieces are seen.
    #[inline]
    pub fn king(&self) -> Option<PieceType> {
        self.king
    }

    /// The king of a side from which it sees pieces: its only one.
    #[inline]
    pub(super) fn king_of<const N: usize>(
        &self,
        position: &Position<N>,
        side: Color,
    ) -> Option<Square> {
        let kings = position.pieces(side, self.king?);
        let mut squares = kings.into_iter();
        squares.next().filter(|_| squares.next().is_none())
    }

    /// The numbers of squares, files and types, by which a trainer lets inputs share what they learn.
    pub fn shape(&self) -> (usize, usize, usize) {
        (self.squares, self.files, self.types)
    }

    /// The input of a piece on a square, as a side sees it.
    #[inline]
    pub fn piece(&self, view: Color, (square, color, piece): (Square, Color, PieceType)) -> usize {
        let row = usize::from(color != view) * self.types + piece.index();
        row * self.squares + usize::from(self.seen[view.index()][square.index()])
    }

    /// The input of a piece as a side sees it from its own king.
    #[inline]
    pub fn from_king(
        &self,
        view: Color,
        king: Square,
        (square, color, piece): (Square, Color, PieceType),
    ) -> usize {
        let place = |square: Square| {
            let seen = usize::from(self.seen[view.index()][square.index()]);
            let (file, rank) = self.places[seen];
            (usize::from(file), usize::from(rank))
        };
        let ((file, rank), (king_file, king_rank)) = (place(square), place(king));
        let row = usize::from(color != view) * self.types + piece.index();
        let row = row * self.files + file.abs_diff(king_file);
        let first = 2 * (self.types * self.squares + self.held);
        first + (row * self.offsets()) + rank + self.squares / self.files - 1 - king_rank
    }

    /// The inputs of more of a type in a hand: from one number of them to another, as a side sees it.
    #[inline]
    fn held(
        &self,
        view: Color,
        color: Color,
        piece: PieceType,
        range: [u8; 2],
    ) -> std::ops::Range<usize> {
        let (first, most) = self.hands[piece.index()];
        let first = 2 * self.types * self.squares
            + usize::from(color != view) * self.held
            + usize::from(first);
        first + usize::from(range[0].min(most))..first + usize::from(range[1].min(most))
    }

    /// The inputs that a change of the board or of a hand turns on or off, as a side sees them whose king stays on
    /// a square.
    #[inline]
    pub fn changed(
        &self,
        (view, king): (Color, Option<Square>),
        change: Change,
        mut each: impl FnMut(bool, usize),
    ) {
        match change {
            Change::Put(square, color, piece) | Change::Taken(square, color, piece) => {
                let (on, one) = (matches!(change, Change::Put(..)), (square, color, piece));
                each(on, self.piece(view, one));
                if let Some(king) = king {
                    each(on, self.from_king(view, king, one));
                }
            }
            Change::Hand { color, piece, before, after } => {
                for input in self.held(view, color, piece, [before.min(after), before.max(after)]) {
                    each(after > before, input);
                }
            }
        }
    }

    /// Replaces a list by all inputs that are on, as a side sees them, in any order.
    pub fn active<const N: usize>(
        &self,
        position: &Position<N>,
        view: Color,
        active: &mut Vec<u32>,
    ) {
        let king = self.king_of(position, view);
        active.clear();
        for square in position.occupied() {
            if let Some((color, piece)) = position.at(square) {
                let change = Change::Put(square, color, piece);
                self.changed((view, king), change, |_, input| active.push(input as u32));
            }
        }
        for color in Color::BOTH {
            for piece in (0..self.types as u8).map(PieceType) {
                let held = self.held(view, color, piece, [0, position.hand(color, piece)]);
                active.extend(held.map(|input| input as u32));
            }
        }
    }

    /// The parts that an input shares with others: for pieces the type, the type on its rank, the type on
    /// its file; for all others none.
    pub fn shared(&self, input: usize) -> Option<[usize; 3]> {
        let row = input / self.squares;
        let ranks = self.squares / self.files;
        (row < 2 * self.types).then(|| {
            let square = input % self.squares;
            let rows = 2 * self.types;
            let by_rank = rows + row * ranks + square / self.files;
            [row, by_rank, rows * (1 + ranks) + row * self.files + square % self.files]
        })
    }

    /// How many such parts there are.
    pub fn shared_count(&self) -> usize {
        2 * self.types * (1 + self.squares / self.files + self.files)
    }
}

/// How many of each type a hand may hold, as far as a network tells them apart: those of both sides at the start,
/// and whatever becomes one when it is captured.
fn most_held(variant: &Variant) -> Vec<u32> {
    let mut most = vec![0; variant.pieces.len()];
    for (piece, held) in variant.pieces.iter().zip(0..) {
        let on_board = piece.at.iter().map(|squares| squares.len() as u32).sum::<u32>();
        let in_hand: u32 = piece.hand.iter().map(|count| u32::from(*count)).sum();
        if variant.captures_to_hand {
            most[piece.demotes_to.index()] += on_board;
        }
        most[held] += in_hand;
    }
    most.into_iter().map(|most| most.min(MOST_HELD)).collect()
}

/// Where the second side sees each square: as the first one sees the one that belongs to it, by whichever of
/// the two symmetries of a board brings more of the second side's pieces onto those of the first.
fn other_view(variant: &Variant) -> Vec<u8> {
    let (files, ranks) = (usize::from(variant.board.files), usize::from(variant.board.ranks));
    let mirrored = |square: usize| (ranks - 1 - square / files) * files + square % files;
    let rotated = |square: usize| files * ranks - 1 - square;
    let matches = |view: &dyn Fn(usize) -> usize| {
        let matching = |piece: &PieceData| {
            let seen = |square: &&Square| piece.at[0].contains(&Square(view(square.index()) as u8));
            piece.at[1].iter().filter(seen).count()
        };
        variant.pieces.iter().map(matching).sum::<usize>()
    };
    let rotates = matches(&rotated) > matches(&mirrored);
    let view = |square| if rotates { rotated(square) } else { mirrored(square) };
    (0..files * ranks).map(|square| view(square) as u8).collect()
}
