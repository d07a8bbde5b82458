//! The board: what stands where, in hand, and whatever else makes two positions differ.
//!
//! Only methods of this file write the mailbox, the sets, the hands and the key. What
//! [`Board::put`], [`Board::take`], [`Board::shift`] and [`Board::set_hand`] overwrite is logged, so
//! that unmaking is reading the log backwards, however many pieces a move has touched.

use crate::bits::BitSet;
use crate::game::{CastleRight, Game, Movement, PieceInfo};
use crate::interrupt::Interrupt;
use crate::piece::{PerPiece, Piece};
use crate::variant::Counted;
use crate::{Color, PieceType, Square};

/// A position without its history. Generic code reads it, `make` and `unmake` change it.
#[derive(Clone, Debug)]
pub(crate) struct Board<const N: usize> {
    pub(crate) squares: Box<[Option<Piece>; 256]>,
    /// How the piece on each square moves now: indices into [`Game::movements`]. Only meaningful
    /// where something stands.
    movements: Box<[u16; 256]>,
    pub(crate) colors: [BitSet<N>; 2],
    pub(crate) by_piece: PerPiece<BitSet<N>>,
    pub(crate) royals: [BitSet<N>; 2],
    /// Pieces that capture along lines.
    pub(crate) sliders: [BitSet<N>; 2],
    /// Pieces that capture in other ways than steps and plain lines.
    pub(crate) exotic: [BitSet<N>; 2],
    /// Pieces that move by more than plain steps, of both sides.
    pub(crate) complex: BitSet<N>,
    /// Pieces that may promote, of both sides.
    pub(crate) promoters: BitSet<N>,
    /// How many of each piece are in hand.
    pub(crate) hands: PerPiece<u8>,
    /// Which types each side holds, a bit for each.
    pub(crate) held: [u128; 2],
    pub(crate) state: State<N>,
    pub(crate) states: Vec<(State<N>, u32)>,
    log: Vec<Done>,
    /// The keys of what has exploded since this was set to 0. Unmaking does not change it.
    pub(crate) exploded: u64,
    /// What takes long asks it whether to break off.
    pub(crate) interrupt: Interrupt,
}

/// What a move changes besides squares and hands; saved whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State<const N: usize> {
    pub(crate) key: u64,
    pub(crate) unmoved: BitSet<N>,
    /// See [`State::en_passant`]: kept apart, and without an `Option`, so that a state stays small.
    passed_over: BitSet<N>,
    passed_pawn: Square,
    pub(crate) side: Color,
    /// How many of its next turns each side must pass.
    pub(crate) passes: [u8; 2],
    /// How many checks each side has given, where they are counted.
    pub(crate) checks_given: [u8; 2],
    /// Where the piece has ended that has just captured what may not be captured in return, if anything is
    /// left for which that matters.
    pub(crate) just_took: Option<Square>,
    /// How far a side has counted its moves, where games are drawn by that; no part of the key.
    pub(crate) counted: Option<Counted>,
    /// How many of the last moves were passes that nobody had to make; no part of the key.
    pub(crate) passed: u8,
    pub(crate) quiet: u32,
    pub(crate) ply: u32,
}

/// A pawn that has just made a double step, or a longer one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EnPassant<const N: usize> {
    /// The squares that it has passed over and on which it may be taken.
    pub(crate) over: BitSet<N>,
    pub(crate) pawn: Square,
}

impl<const N: usize> State<N> {
    /// What may be taken in passing.
    #[inline]
    pub(crate) fn en_passant(&self) -> Option<EnPassant<N>> {
        let passed = EnPassant { over: self.passed_over, pawn: self.passed_pawn };
        (!passed.over.is_empty()).then_some(passed)
    }
}

/// One thing that a move has done.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Done {
    /// A piece was put on an empty square.
    Put(Square, Piece),
    /// A piece was taken off its square.
    Taken(Square, Piece),
    /// A piece went from one square to another.
    Moved { piece: Piece, from: Square, to: Square },
    /// A hand holds so many of a piece, and held so many before.
    Hand { piece: Piece, before: u8, after: u8 },
}

impl<const N: usize> Board<N> {
    /// Whether so few of a piece stand here that another one may become it.
    #[inline]
    pub(crate) fn may_become(&self, game: &Game<N>, piece: Piece) -> bool {
        let most = game.pieces[piece].most_by_promotion;
        most.is_none_or(|most| self.by_piece[piece].count() < most)
    }

    /// An empty board with the first side to move.
    pub(crate) fn empty(game: &Game<N>) -> Self {
        let types = game.variant.pieces.len();
        Board {
            squares: Box::new([None; 256]),
            movements: Box::new([0; 256]),
            colors: [BitSet::EMPTY; 2],
            by_piece: PerPiece::of(types, |_| BitSet::EMPTY),
            royals: [BitSet::EMPTY; 2],
            sliders: [BitSet::EMPTY; 2],
            exotic: [BitSet::EMPTY; 2],
            complex: BitSet::EMPTY,
            promoters: BitSet::EMPTY,
            hands: PerPiece::of(types, |_| 0),
            held: [0; 2],
            state: State {
                key: 0,
                unmoved: BitSet::EMPTY,
                passed_over: BitSet::EMPTY,
                passed_pawn: Square(0),
                side: Color::First,
                passes: [0; 2],
                checks_given: [0; 2],
                just_took: None,
                counted: None,
                passed: 0,
                quiet: 0,
                ply: 0,
            },
            states: Vec::new(),
            log: Vec::new(),
            exploded: 0,
            interrupt: Interrupt::default(),
        }
    }

    /// A copy that can be played on but not taken back beyond its start.
    pub(crate) fn snapshot(&self) -> Self {
        Board {
            squares: self.squares.clone(),
            movements: self.movements.clone(),
            by_piece: self.by_piece.clone(),
            hands: self.hands.clone(),
            states: Vec::new(),
            log: Vec::new(),
            interrupt: self.interrupt.clone(),
            ..*self
        }
    }

    #[inline]
    pub(crate) fn occupied(&self) -> BitSet<N> {
        self.colors[0] | self.colors[1]
    }

    /// What stands on a square.
    #[inline]
    pub(crate) fn at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// What stands on a square that is known to be occupied.
    #[inline]
    pub(crate) fn occupant(&self, square: Square) -> Piece {
        self.at(square).expect("somebody stands there")
    }

    #[inline]
    pub(crate) fn info<'g>(&self, game: &'g Game<N>, square: Square) -> &'g PieceInfo<N> {
        &game.pieces[self.occupant(square)]
    }

    /// How the piece on a square moves now.
    #[inline]
    pub(crate) fn movement<'g>(&self, game: &'g Game<N>, square: Square) -> &'g Movement<N> {
        &game.movements[usize::from(self.movements[square.index()])]
    }

    /// Flips a piece in or out of the sets and the key.
    #[inline]
    fn toggle(&mut self, game: &Game<N>, square: Square, piece: Piece) {
        self.toggle_all(game, BitSet::of(square), piece);
    }

    #[inline]
    fn toggle_all(&mut self, game: &Game<N>, bit: BitSet<N>, piece: Piece) {
        let color = piece.color().index();
        self.colors[color] ^= bit;
        self.by_piece[piece] ^= bit;
        let traits = game.hot[piece.index()].traits;
        self.royals[color] ^= bit.only_if(traits.royal);
        self.sliders[color] ^= bit.only_if(traits.lines);
        if game.has_exotic {
            self.exotic[color] ^= bit.only_if(traits.exotic);
        }
        self.complex ^= bit.only_if(traits.complex);
        self.promoters ^= bit.only_if(traits.promotes);
    }

    /// Puts a piece back on an empty square, without a word to log and key.
    #[inline]
    fn restore(&mut self, game: &Game<N>, square: Square, piece: Piece) {
        self.squares[square.index()] = Some(piece);
        self.movements[square.index()] = game.hot[piece.index()].movement;
        self.toggle(game, square, piece);
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(crate) fn put(&mut self, game: &Game<N>, square: Square, piece: Piece) {
        self.log.push(Done::Put(square, piece));
        self.restore(game, square, piece);
        self.state.key ^= game.zobrist.pieces[piece][square.index()];
    }

    /// Takes the piece off an occupied square.
    #[inline]
    pub(crate) fn take(&mut self, game: &Game<N>, square: Square) -> Piece {
        let piece = self.occupant(square);
        self.log.push(Done::Taken(square, piece));
        self.squares[square.index()] = None;
        self.toggle(game, square, piece);
        self.state.key ^= game.zobrist.pieces[piece][square.index()];
        piece
    }

    /// Moves the piece on a square, unchanged, to an empty one: as taking and putting it, in one go.
    #[inline]
    pub(crate) fn shift(&mut self, game: &Game<N>, piece: Piece, from: Square, to: Square) {
        self.log.push(Done::Moved { piece, from, to });
        self.carry(game, piece, from, to);
        let zobrist = &game.zobrist.pieces[piece];
        self.state.key ^= zobrist[from.index()] ^ zobrist[to.index()];
    }

    #[inline]
    fn carry(&mut self, game: &Game<N>, piece: Piece, from: Square, to: Square) {
        self.squares[from.index()] = None;
        self.squares[to.index()] = Some(piece);
        self.movements[to.index()] = game.hot[piece.index()].movement;
        self.toggle_all(game, BitSet::of(from) | BitSet::of(to), piece);
    }

    /// Gives the turn away without a move. [`Board::unmake`] takes it back.
    pub(crate) fn make_null(&mut self, game: &Game<N>) {
        self.save();
        if self.state.en_passant().is_some() {
            self.set_en_passant(game, None);
        }
        if game.is_unusual {
            self.update_unusual(game);
        }
        self.state.ply = self.state.ply.saturating_add(1);
        self.state.quiet = self.state.quiet.saturating_add(1);
        let (us, mut passes) = (self.state.side, self.state.passes);
        passes[us.index()] = passes[us.index()].saturating_sub(1);
        self.set_turn(game, !us, passes);
        if game.counts_moves {
            self.count_turn(game);
        }
    }

    /// Changes how many of a piece are in hand.
    #[inline]
    pub(crate) fn set_hand(&mut self, game: &Game<N>, piece: Piece, count: u8) {
        let before = self.hands[piece];
        self.log.push(Done::Hand { piece, before, after: count });
        self.state.key ^= game.zobrist.hand(piece, before) ^ game.zobrist.hand(piece, count);
        self.store_hand(piece, count);
    }

    #[inline]
    fn store_hand(&mut self, piece: Piece, count: u8) {
        self.hands[piece] = count;
        let held = &mut self.held[piece.color().index()];
        let bit = 1u128 << piece.piece_type().index();
        *held = if count > 0 { *held | bit } else { *held & !bit };
    }

    #[inline]
    pub(crate) fn hand(&self, piece: Piece) -> u8 {
        self.hands[piece]
    }

    /// Saves what a move may change.
    #[inline]
    pub(crate) fn save(&mut self) {
        self.states.push((self.state, self.log.len() as u32));
    }

    /// Takes the last move back.
    #[inline]
    pub(crate) fn unmake(&mut self, game: &Game<N>) {
        let Some((state, mark)) = self.states.pop() else { return };
        while self.log.len() > mark as usize {
            match self.log.pop() {
                Some(Done::Put(square, piece)) => {
                    self.toggle(game, square, piece);
                    self.squares[square.index()] = None;
                }
                Some(Done::Taken(square, piece)) => self.restore(game, square, piece),
                Some(Done::Moved { piece, from, to }) => self.carry(game, piece, to, from),
                Some(Done::Hand { piece, before, .. }) => {
                    self.store_hand(piece, before);
                }
                None => break,
            }
        }
        let virgins = self.state.unmoved ^ state.unmoved;
        self.state = state;
        if game.has_unmoved {
            // What has come back has its first moves again.
            self.note_unmoved(game, virgins);
        }
        if game.is_unusual {
            self.note_borrowed(game);
        }
    }

    /// Writes down how the pieces move that borrow their movement, now that some stand elsewhere.
    #[cold]
    pub(crate) fn note_borrowed(&mut self, game: &Game<N>) {
        if game.lenders.is_none() {
            return;
        }
        for square in self.occupied() {
            let piece = self.moves_as(game, square);
            self.movements[square.index()] = game.hot[piece.index()].movement;
        }
    }

    /// Writes down how the pieces on some squares move, now that their never having moved has changed.
    fn note_unmoved(&mut self, game: &Game<N>, squares: BitSet<N>) {
        for square in squares & self.occupied() {
            let hot = &game.hot[self.occupant(square).index()];
            let virgin = self.state.unmoved.contains(square);
            self.movements[square.index()] =
                if virgin { hot.virgin_movement } else { hot.movement };
        }
    }

    /// Forgets the history, so that nothing can be taken back.
    pub(crate) fn forget(&mut self) {
        self.states.clear();
        self.log.clear();
    }

    /// What the last move has done, in order.
    pub(crate) fn last_done(&self) -> &[Done] {
        &self.log[self.states.last().map_or(self.log.len(), |(_, mark)| *mark as usize)..]
    }

    /// Squares whose content the last move has changed, with what stood there, in no order.
    pub(crate) fn last_changes(&self) -> impl Iterator<Item = (Square, Option<Piece>)> + '_ {
        self.last_done()
            .iter()
            .flat_map(|done| match done {
                Done::Put(square, _) => [Some((*square, None)), None],
                Done::Taken(square, piece) => [Some((*square, Some(*piece))), None],
                Done::Moved { piece, from, to } => [Some((*from, Some(*piece))), Some((*to, None))],
                Done::Hand { .. } => [None, None],
            })
            .flatten()
    }

    /// Marks pieces as never moved and keeps the key in step.
    pub(crate) fn set_unmoved(&mut self, game: &Game<N>, unmoved: BitSet<N>) {
        let changed = self.state.unmoved ^ unmoved;
        for square in changed {
            self.state.key ^= game.zobrist.unmoved[square.index()];
        }
        self.state.unmoved = unmoved;
        self.note_unmoved(game, changed);
    }

    /// Whether a piece stands on a square that has never moved: where that is no part of the position,
    /// one on a start square of its own.
    pub(crate) fn is_virgin(&self, game: &Game<N>, square: Square) -> bool {
        let Some((color, piece)) = self.piece(square) else { return false };
        if self.info(game, square).tracked {
            self.state.unmoved.contains(square)
        } else {
            game.variant.pieces[piece.index()].starts[color.index()].contains(&square)
        }
    }

    /// Whether a piece stands on a square that may be castled with.
    pub(crate) fn is_partner(&self, game: &Game<N>, square: Square) -> bool {
        let fits = |piece| game.pieces[piece].is_partner;
        self.at(square).is_some_and(fits) && self.state.unmoved.contains(square)
    }

    /// See [`Variant::castling_home`](crate::variant::Variant::castling_home), for the piece on a square.
    pub(crate) fn castling_home(&self, game: &Game<N>, king: Square) -> Option<Square> {
        let (color, piece) = self.piece(king)?;
        game.variant.castling_home(piece, color)
    }

    /// The pawn that a side may take in passing by going to a square.
    pub(crate) fn en_passant_victim(&self, by: Color, target: Square) -> Option<Square> {
        let passed = self.state.en_passant().filter(|passed| passed.over.contains(target))?;
        (self.state.side == by).then_some(passed.pawn)
    }

    /// Sets or clears what may be taken in passing and keeps the key in step.
    pub(crate) fn set_en_passant(&mut self, game: &Game<N>, passed: Option<EnPassant<N>>) {
        let passed = passed.filter(|passed| !passed.over.is_empty());
        for passed in self.state.en_passant().into_iter().chain(passed) {
            self.state.key ^= game.en_passant_key(passed);
        }
        self.state.passed_over = passed.map_or(BitSet::EMPTY, |passed| passed.over);
        self.state.passed_pawn = passed.map_or(Square(0), |passed| passed.pawn);
    }

    /// Whether the side to move must pass.
    #[inline]
    pub(crate) fn must_pass(&self) -> bool {
        self.state.passes[self.state.side.index()] > 0
    }

    /// Whether the opponent's next turn is a forced pass, whatever is played now.
    pub(crate) fn opponent_must_pass(&self) -> bool {
        self.state.passes[(!self.state.side).index()] > 0
    }

    /// Says who is to move, and how many turns each side must pass, and keeps the key in step.
    #[inline]
    pub(crate) fn set_turn(&mut self, game: &Game<N>, side: Color, passes: [u8; 2]) {
        let State { side: before, passes: left, .. } = self.state;
        if before != side {
            self.state.key ^= game.zobrist.second;
        }
        if (left, passes) != ([0; 2], [0; 2]) {
            self.state.key ^= game.zobrist.passes(before, left) ^ game.zobrist.passes(side, passes);
        }
        self.state.side = side;
        self.state.passes = passes;
    }

    /// Says how many checks each side has given, and keeps the key in step.
    pub(crate) fn set_checks_given(&mut self, game: &Game<N>, given: [u8; 2]) {
        let zobrist = &game.zobrist;
        self.state.key ^= zobrist.checks(self.state.checks_given) ^ zobrist.checks(given);
        self.state.checks_given = given;
    }

    /// Says where the piece has ended that has just captured what may not be captured in return by the side to
    /// move, and keeps the key in step. Where the other side has nothing more that could be, besides that
    /// piece, it makes no difference.
    pub(crate) fn set_just_took(&mut self, game: &Game<N>, square: Option<Square>) {
        let square = square.filter(|square| {
            let them = !self.state.side;
            let limited = game.return_limit().into_iter().flat_map(|limit| &limit.captured);
            let mut left = limited.map(|piece| self.by_piece[Piece::new(them, *piece)]);
            left.any(|set| !set.without(BitSet::of(*square)).is_empty())
        });
        for square in self.state.just_took.into_iter().chain(square) {
            self.state.key ^= game.zobrist.just_took[square.index()];
        }
        self.state.just_took = square;
    }

    /// After a move, in a game that is unusual: forgets what was captured and who passed before it, and notes which
    /// movements are borrowed now.
    #[cold]
    pub(crate) fn update_unusual(&mut self, game: &Game<N>) {
        self.state.passed = 0;
        self.set_just_took(game, None);
        self.note_borrowed(game);
    }

    /// Whether a king and a partner that may castle stand on their squares, and are among some pieces that
    /// have never moved.
    #[inline]
    pub(crate) fn is_right(
        &self,
        game: &Game<N>,
        right: &CastleRight<N>,
        unmoved: BitSet<N>,
    ) -> bool {
        unmoved.contains(right.king)
            && unmoved.contains(right.partner)
            && self.at(right.king) == Some(right.castler)
            && self.at(right.partner).is_some_and(|piece| game.pieces[piece].is_partner)
    }

    /// Castling rights that have no partner or no king any more are no part of the position.
    pub(crate) fn live_unmoved(&self, game: &Game<N>, unmoved: BitSet<N>) -> BitSet<N> {
        let mut live = BitSet::EMPTY;
        for square in unmoved & self.occupied() {
            if !self.info(game, square).tracked_for_castling_only
                || (game.places && self.may_yet_place(game, square))
            {
                live.insert(square);
            }
        }
        for right in game.castle_rights.iter().flatten() {
            if self.is_right(game, right, unmoved) {
                live.insert(right.king);
                live.insert(right.partner);
            }
        }
        live & unmoved & self.occupied()
    }

    /// The key computed from nothing but the board; equal to the one kept along.
    pub(crate) fn recomputed_key(&self, game: &Game<N>) -> u64 {
        let zobrist = &game.zobrist;
        let mut key = 0;
        for square in self.occupied() {
            key ^= zobrist.pieces[self.occupant(square)][square.index()];
        }
        for (piece, count) in self.hands.iter() {
            key ^= zobrist.hand(piece, *count);
        }
        for square in self.state.unmoved {
            key ^= zobrist.unmoved[square.index()];
        }
        if let Some(passed) = self.state.en_passant() {
            key ^= game.en_passant_key(passed);
        }
        if self.state.side == Color::Second {
            key ^= zobrist.second;
        }
        if let Some(square) = self.state.just_took {
            key ^= zobrist.just_took[square.index()];
        }
        key ^= zobrist.checks(self.state.checks_given);
        key ^ zobrist.passes(self.state.side, self.state.passes)
    }

    /// The type on a square, with its side.
    pub(crate) fn piece(&self, square: Square) -> Option<(Color, PieceType)> {
        self.at(square).map(|piece| (piece.color(), piece.piece_type()))
    }
}
