//! Playing: a position with its history, and with it every end of a game.
//!
//! [`Play`] is what a referee holds. A [`Position`] knows what may be moved; whether a position has
//! come up before, who has given check all along and whether the game is over are questions to the
//! moves that led there, and stand here.

mod dead;
mod declaration;
mod ending;
mod lasting;
mod mate;
mod points;
mod reason;
mod repetition;

pub use declaration::{Declarations, Declared};
pub use ending::{Claim, Ending, Status};

use crate::interrupt::Interrupt;
use crate::moves::Move;
use crate::position::Position;
use crate::variant::{End, Variant};
use crate::{Color, Square};
use std::sync::OnceLock;

/// A game in progress: the position with everything that happened since it was set up.
///
/// ```
/// use komadai_rules::{Game, Play, Position, Status, variant};
/// use std::sync::Arc;
///
/// let chess = variant::load_builtin("chess", &[]).unwrap().variant;
/// let game = Arc::new(Game::<1>::compile(&chess).unwrap());
/// let mut play = Play::new(Position::start(&game).unwrap());
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
pub struct Play<const N: usize> {
    position: Position<N>,
    /// Every position so far, the present one last.
    visits: Vec<Visit>,
    /// The lower halves of their keys: nearly always they tell at once that a position is new.
    marks: Vec<u32>,
    /// Moves that the position had behind it already.
    earlier: usize,
    credit: [u32; 2],
    /// Who has chased what for ever, once that was asked of the present position: it may mean to look back over the
    /// whole game.
    chase: OnceLock<Option<(Color, Square)>>,
}

/// What is remembered of a position that has been on the board.
#[derive(Clone, Copy, Debug)]
struct Visit {
    key: u64,
    /// How often this position had come up then, that time included.
    occurrence: u32,
    /// How many royals each side had.
    royals: [u32; 2],
}

impl<const N: usize> Play<N> {
    /// Begins a game; the position counts as occurring for the first time. At a handicap start, named or
    /// not, the side that gave pieces is credited with their points in declarations.
    pub fn new(position: Position<N>) -> Self {
        let earlier = position.moves().len();
        let credit = declaration::credit_at(&position);
        let (visits, marks, chase) = (Vec::new(), Vec::new(), OnceLock::new());
        let mut play = Play { position, visits, marks, earlier, credit, chase };
        play.remember();
        play
    }

    /// Credits each side with points in declarations, other than those that [`Play::new`] finds.
    pub fn with_credit(self, points: [u32; 2]) -> Self {
        Play { credit: points, ..self }
    }

    /// What takes long breaks off when this says so: see [`Interrupt`].
    pub fn with_interrupt(mut self, interrupt: &Interrupt) -> Self {
        self.position.set_interrupt(interrupt);
        self
    }

    /// The same from now on.
    pub fn set_interrupt(&mut self, interrupt: &Interrupt) {
        self.position.set_interrupt(interrupt);
    }

    /// Counts a little work of somebody else on this position; whether it is to break off: see [`Interrupt`].
    pub fn breaks_off(&self) -> bool {
        self.position.breaks_off()
    }

    /// What each side is credited with: see [`Play::with_credit`].
    pub fn credit(&self) -> [u32; 2] {
        self.credit
    }

    /// The position on the board.
    pub fn position(&self) -> &Position<N> {
        &self.position
    }

    /// The moves played so far.
    pub fn moves(&self) -> &[Move] {
        &self.position.moves()[self.earlier..]
    }

    /// The legal moves in canonical order, those that would repeat a position once too often left
    /// out. They are there after the end of a game too, as far as the board has any.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = self.position.legal_moves();
        if self.may_bar() {
            let mut board = self.position.board.snapshot();
            moves.retain(|m| self.breaks_off() || !self.repeats_too_often(&mut board, *m));
        }
        moves
    }

    /// Any legal move, found quickly even where a list of them all takes long: see
    /// [`Position::some_legal_move`].
    pub fn some_legal_move(&self) -> Option<Move> {
        let found = self.position.some_legal_move();
        found.filter(|m| !self.is_barred(*m)).or_else(|| self.legal_moves().first().copied())
    }

    /// Whether a pseudo-legal move is barred because it would repeat a position once too often. A
    /// forced pass never is.
    pub fn is_barred(&self, m: Move) -> bool {
        self.may_bar() && self.repeats_too_often(&mut self.position.board.snapshot(), m)
    }

    /// Plays a legal move. What is legal is not asked again, nor whether the game is over.
    pub fn push(&mut self, m: Move) {
        self.position.make(m);
        self.remember();
    }

    /// Takes the last move back; `None` at the start.
    pub fn pop(&mut self) -> Option<Move> {
        if self.visits.len() == 1 {
            return None;
        }
        self.visits.pop();
        self.marks.pop();
        self.chase = OnceLock::new();
        self.position.unmake()
    }

    /// Whether the side to move is in check. Where a royal has fallen and the game is over nobody
    /// is.
    pub fn in_check(&self) -> bool {
        !Color::BOTH.into_iter().any(|side| self.has_fallen(side)) && self.position.in_check()
    }

    /// Who gives check to whom: squares of attackers and of royals of the side to move. Threats that
    /// are aimed at no square, as fire is, are not among them.
    pub fn checks(&self) -> Vec<(Square, Square)> {
        if !self.in_check() {
            return Vec::new();
        }
        let (side, occupied) = (self.position.side(), self.position.occupied());
        let on = |royal: Square| {
            let attackers = self.position.attackers(royal, !side, occupied).iter();
            attackers.map(move |from| (from, royal))
        };
        let mut checks: Vec<(Square, Square)> =
            self.position.royals(side).iter().flat_map(on).collect();
        let game = self.position.game();
        if game.explosion.is_some() {
            // Whoever would explode its own royal takes nothing.
            let takers = self.position.board.takers(game, !side, self.position.royals(side));
            checks.retain(|(from, royal)| takers.contains(&(*royal, *from)));
        }
        checks
    }

    /// Adds the present position to those remembered.
    fn remember(&mut self) {
        let board = &self.position.board;
        let key = board.state.key;
        let mark = key as u32;
        // It goes through all of them: to stop at the first would mean to compare one at a time.
        let may_be_known = self.marks.iter().fold(false, |known, it| known | (*it == mark));
        let visits = if may_be_known { &self.visits[..] } else { &[] };
        let last = visits.iter().rfind(|visit| visit.key == key);
        let occurrence = last.map_or(0, |visit| visit.occurrence) + 1;
        let royals = [board.royals[0].count(), board.royals[1].count()];
        self.visits.push(Visit { key, occurrence, royals });
        self.marks.push(mark);
        self.chase = OnceLock::new();
    }

    fn occurrence(&self) -> u32 {
        self.visits.last().map_or(1, |visit| visit.occurrence)
    }

    fn variant(&self) -> &Variant {
        self.position.game().variant()
    }

    fn end(&self) -> &End {
        &self.variant().end
    }
}
