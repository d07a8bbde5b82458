//! A game in progress on a board of any size.

use super::AnyGame;
use crate::Setup;
use crate::any_size;
use crate::effect::{Effect, Placed};
use crate::explain::{Attempt, Reason, explain};
use crate::interrupt::Interrupt;
use crate::moves::Move;
use crate::play::{Claim, Declarations, Ending, Play};
use crate::spell::Spelled;
use crate::variant::{Counted, Variant};
use crate::{Color, PieceType, Square};
use std::any::Any;
use std::sync::Arc;

/// A game in progress on a board of any size: a [`Play`] behind one face. [`AnyGame::open`] begins one.
///
/// Moves that are asked about must be legal, unless a method says otherwise.
///
/// ```
/// use komadai_rules::{AnyGame, Opening, Status, variant::load_builtin};
///
/// let chess = load_builtin("chess", &[]).unwrap().variant;
/// let mut play = AnyGame::compile(&chess).unwrap().open(&Opening::Usual).unwrap();
/// for (from, to) in [("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4")] {
///     let (from, to) = (chess.parse_square(from), chess.parse_square(to));
///     let legal = play.legal_moves();
///     let m = legal.into_iter().find(|m| (Some(m.from()), Some(m.to())) == (from, to));
///     assert_eq!(play.ending(), None);
///     play.push(m.unwrap());
/// }
/// assert_eq!(play.ending().unwrap().status, Status::Checkmate);
/// ```
#[derive(Clone, Debug)]
pub enum AnyPlay {
    /// Up to 64 squares.
    One(Play<1>),
    /// Up to 128 squares.
    Two(Play<2>),
    /// Up to 192 squares.
    Three(Play<3>),
    /// Up to 256 squares.
    Four(Play<4>),
}

/// Asks the play, or the position on its board.
macro_rules! ask {
    ($self:ident, $play:ident => $answer:expr) => {
        any_size!(AnyPlay, $self, $play => $answer)
    };
}

/// The game and the position on the board.
impl AnyPlay {
    /// The game that is played.
    pub fn game(&self) -> AnyGame {
        match self {
            AnyPlay::One(play) => AnyGame::One(Arc::clone(play.position().game())),
            AnyPlay::Two(play) => AnyGame::Two(Arc::clone(play.position().game())),
            AnyPlay::Three(play) => AnyGame::Three(Arc::clone(play.position().game())),
            AnyPlay::Four(play) => AnyGame::Four(Arc::clone(play.position().game())),
        }
    }

    /// The data that the game was compiled from.
    pub fn variant(&self) -> &Variant {
        ask!(self, play => play.position().game().variant())
    }

    /// The play itself, for code that is written for boards of one size; `None` where the board has
    /// another.
    pub fn sized<const N: usize>(&self) -> Option<&Play<N>> {
        ask!(self, play => (play as &dyn Any).downcast_ref())
    }

    /// The position as plain data.
    pub fn setup(&self) -> Setup {
        ask!(self, play => play.position().to_setup())
    }

    /// Who is to move.
    pub fn side(&self) -> Color {
        ask!(self, play => play.position().side())
    }

    /// Plies since the start of the game.
    pub fn ply(&self) -> u32 {
        ask!(self, play => play.position().ply())
    }

    /// The key: equal for positions that are the same for repetition.
    pub fn key(&self) -> u64 {
        ask!(self, play => play.position().key())
    }

    /// What stands on a square.
    pub fn at(&self, square: Square) -> Option<(Color, PieceType)> {
        ask!(self, play => play.position().at(square))
    }

    /// How many of a type a side holds.
    pub fn hand(&self, color: Color, piece: PieceType) -> u8 {
        ask!(self, play => play.position().hand(color, piece))
    }

    /// Where the royals of a side stand.
    pub fn royals(&self, color: Color) -> Vec<Square> {
        ask!(self, play => play.position().royals(color).iter().collect())
    }

    /// Whether the side to move must pass.
    pub fn must_pass(&self) -> bool {
        ask!(self, play => play.position().must_pass())
    }

    /// Whether royals face each other, where that matters.
    pub fn royals_face(&self) -> bool {
        ask!(self, play => play.position().faces())
    }

    /// How many checks a side has given, where the game counts them.
    pub fn checks_given(&self, color: Color) -> u8 {
        ask!(self, play => play.position().checks_given(color))
    }

    /// How far a side has counted its moves, where the game is drawn by that.
    pub fn counted(&self) -> Option<Counted> {
        ask!(self, play => play.position().counted())
    }

    /// Whether the side to move is in check; see [`Play::in_check`].
    pub fn in_check(&self) -> bool {
        ask!(self, play => play.in_check())
    }

    /// Who gives check to whom: squares of attackers and of royals of the side to move. Threats that
    /// are aimed at no square, as fire is, are not among them.
    pub fn checks(&self) -> Vec<(Square, Square)> {
        ask!(self, play => play.checks())
    }
}

/// Moves.
impl AnyPlay {
    /// The legal moves in canonical order, those that would repeat a position once too often left
    /// out.
    pub fn legal_moves(&self) -> Vec<Move> {
        ask!(self, play => play.legal_moves())
    }

    /// Any legal move, found quickly even where a list of them all takes long; see
    /// [`Position::some_legal_move`](crate::Position::some_legal_move).
    pub fn some_legal_move(&self) -> Option<Move> {
        ask!(self, play => play.some_legal_move())
    }

    /// The legal moves without what they place: see [`Position::bare_moves`](crate::Position::bare_moves).
    pub fn bare_moves(&self) -> Vec<Move> {
        ask!(self, play => play.position().bare_moves())
    }

    /// The legal moves that one of these becomes, by what it may place.
    pub fn placed_after(&self, m: Move) -> Vec<Move> {
        ask!(self, play => play.position().placed_after(m))
    }

    /// The legal moves in canonical order, whatever has been on the board before.
    pub fn legal_moves_without_history(&self) -> Vec<Move> {
        ask!(self, play => play.position().legal_moves())
    }

    /// How many there are, whatever has been on the board before.
    pub fn count_legal(&self) -> u64 {
        ask!(self, play => play.position().count_legal())
    }

    /// Whether there is any, whatever has been on the board before.
    pub fn has_legal_move(&self) -> bool {
        ask!(self, play => play.position().has_legal_move())
    }

    /// Moves by movement alone, whatever happens to the own royals.
    pub fn pseudo_legal_moves(&self) -> Vec<Move> {
        ask!(self, play => play.position().pseudo_legal_moves())
    }

    /// Whether a move is one of the legal ones. Any move of any position may be asked for.
    pub fn is_legal(&self, m: Move) -> bool {
        ask!(self, play => play.position().is_legal(m) && !play.is_barred(m))
    }

    /// Whether a pseudo-legal move would repeat a position once too often.
    pub fn is_barred(&self, m: Move) -> bool {
        ask!(self, play => play.is_barred(m))
    }

    /// The squares of every piece that a pseudo-legal move removes, ascending.
    pub fn captures(&self, m: Move) -> Vec<Square> {
        ask!(self, play => play.position().captures(m))
    }

    /// What a pseudo-legal move does to the pieces.
    pub fn effect(&self, m: Move) -> Effect {
        ask!(self, play => Effect::of(play.position(), m))
    }

    /// What a pseudo-legal move places.
    pub fn placed(&self, m: Move) -> Option<Placed> {
        ask!(self, play => Placed::of(play.position(), m))
    }

    /// The squares on which the legs of a move end, before the last.
    pub fn middles(&self, m: Move) -> Vec<Square> {
        ask!(self, play => play.position().middles(m))
    }

    /// Every way to say each of some legal moves; see [`Position::spellings`](crate::Position::spellings).
    pub fn spellings(&self, moves: &[Move]) -> Vec<Spelled> {
        ask!(self, play => play.position().spellings(moves))
    }

    /// A way to say a legal move that can mean no other; see
    /// [`Position::spelled_in_full`](crate::Position::spelled_in_full).
    pub fn spelled_in_full(&self, m: Move) -> Spelled {
        ask!(self, play => play.position().spelled_in_full(m))
    }

    /// Why an attempt is no legal move; `None` if it is one.
    pub fn explain(&self, attempt: &Attempt) -> Option<Reason> {
        ask!(self, play => explain(play.position(), attempt, &|m| play.is_barred(m)))
    }
}

/// The course of the game.
impl AnyPlay {
    /// The same game, in which what takes long breaks off when this says so: see [`Interrupt`].
    pub fn with_interrupt(self, interrupt: &Interrupt) -> Self {
        ask!(self, play => play.with_interrupt(interrupt).into())
    }

    /// The same from now on.
    pub fn set_interrupt(&mut self, interrupt: &Interrupt) {
        ask!(self, play => play.set_interrupt(interrupt))
    }

    /// What tells it to break off.
    pub fn interrupt(&self) -> Interrupt {
        ask!(self, play => play.position().interrupt().clone())
    }

    /// Counts a little work of somebody else on this position; whether it is to break off: see [`Interrupt`].
    pub fn breaks_off(&self) -> bool {
        ask!(self, play => play.breaks_off())
    }

    /// A game of its own that begins at this position.
    pub fn without_history(&self) -> Self {
        ask!(self, play => Play::new(play.position().clone()).with_credit(play.credit()).into())
    }

    /// Plays a legal move. What is legal is not asked again, nor whether the game is over.
    pub fn push(&mut self, m: Move) {
        ask!(self, play => play.push(m));
    }

    /// Takes the last move back; `None` at the start.
    pub fn pop(&mut self) -> Option<Move> {
        ask!(self, play => play.pop())
    }

    /// The moves played so far.
    pub fn moves(&self) -> &[Move] {
        ask!(self, play => play.moves())
    }

    /// How the game has ended; see [`Play::ending`].
    pub fn ending(&self) -> Option<Ending> {
        ask!(self, play => play.ending())
    }

    /// The draws that the side to move may claim now; none once the game is over.
    pub fn claims(&self) -> Vec<Claim> {
        ask!(self, play => play.claims())
    }

    /// The draws that the side to move may claim by announcing a legal move, without playing it.
    pub fn claims_after(&self, m: Move) -> Vec<Claim> {
        ask!(self, play => play.claims_after(m))
    }

    /// What the side to move would get by declaring now; `None` where the game knows no
    /// declaration.
    pub fn declaration(&self) -> Option<Declarations> {
        ask!(self, play => play.declaration())
    }

    /// The same game with other points to the credit of each side; [`AnyGame::open`] knows those of a
    /// handicap by itself.
    pub fn with_credit(self, points: [u32; 2]) -> Self {
        ask!(self, play => play.with_credit(points).into())
    }

    /// The points that each side has to its credit in declarations, for a handicap.
    pub fn credit(&self) -> [u32; 2] {
        ask!(self, play => play.credit())
    }
}

/// Counting.
impl AnyPlay {
    /// The number of move sequences of `depth` plies; see [`Position::perft`](crate::Position::perft).
    pub fn perft(&self, depth: u32) -> u64 {
        ask!(self, play => play.position().perft(depth))
    }

    /// The same for each legal move; empty at depth 0.
    pub fn perft_divided(&self, depth: u32) -> Vec<(Move, u64)> {
        ask!(self, play => play.position().perft_divided(depth))
    }
}

macro_rules! from_sized {
    ($($size:literal => $class:ident),*) => {$(
        impl From<Play<$size>> for AnyPlay {
            fn from(play: Play<$size>) -> Self {
                AnyPlay::$class(play)
            }
        }
    )*};
}

from_sized!(1 => One, 2 => Two, 3 => Three, 4 => Four);
