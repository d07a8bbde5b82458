//! What is done with the moves that the generator finds.

use crate::bits::BitSet;
use crate::board::Board;
use crate::game::Game;
use crate::moves::{Move, MoveKind};
use crate::{PieceType, Square};

/// What is done with the moves: written down, counted, or merely noticed.
pub(crate) trait Sink<const N: usize> {
    /// Moves of one piece to each of a set of squares.
    fn steps(&mut self, from: Square, to: BitSet<N>);
    /// The same with promotion, `choices` ways each.
    fn promotions(&mut self, from: Square, to: BitSet<N>, choices: u8);
    /// Moves to each of a set of squares from the square `shift` indices before it, once without
    /// promotion and `choices` ways with.
    fn shifted(&mut self, shift: i8, plain: BitSet<N>, promoting: BitSet<N>, choices: u8);
    /// Drops of one type, as itself or promoted, on each of a set of squares.
    fn drops(&mut self, held: PieceType, piece: PieceType, to: BitSet<N>);
    /// One move of any other sort.
    fn one(&mut self, m: Move);
    /// Whether nothing more is wanted.
    fn is_full(&self) -> bool {
        false
    }
}

/// Writes every move down.
pub(crate) struct List(pub(crate) Vec<Move>);

impl<const N: usize> Sink<N> for List {
    #[inline]
    fn steps(&mut self, from: Square, to: BitSet<N>) {
        self.0.extend(to.iter().map(|to| Move::step(from, to, 0)));
    }
    #[inline]
    fn promotions(&mut self, from: Square, to: BitSet<N>, choices: u8) {
        for to in to {
            self.0.extend((1..=choices).map(|choice| Move::step(from, to, choice)));
        }
    }
    #[inline]
    fn shifted(&mut self, shift: i8, plain: BitSet<N>, promoting: BitSet<N>, choices: u8) {
        let from = |to: Square| Square(to.0.wrapping_sub(shift as u8));
        self.0.extend(plain.iter().map(|to| Move::step(from(to), to, 0)));
        for to in promoting {
            self.0.extend((1..=choices).map(|choice| Move::step(from(to), to, choice)));
        }
    }
    #[inline]
    fn drops(&mut self, held: PieceType, piece: PieceType, to: BitSet<N>) {
        self.0.extend(to.iter().map(|to| Move::drop_as(held, piece, to)));
    }
    #[inline]
    fn one(&mut self, m: Move) {
        self.0.push(m);
    }
}

/// Looks for one move.
pub(crate) struct Sought {
    m: Move,
    pub(crate) found: bool,
}

impl Sought {
    pub(crate) fn new(m: Move) -> Self {
        Sought { m, found: false }
    }
}

impl<const N: usize> Sink<N> for Sought {
    #[inline]
    fn steps(&mut self, from: Square, to: BitSet<N>) {
        let goal = self.m.to();
        self.found |= self.m == Move::step(from, goal, 0) && to.contains(goal);
    }
    #[inline]
    fn promotions(&mut self, from: Square, to: BitSet<N>, choices: u8) {
        let (goal, choice) = (self.m.to(), self.m.promotion());
        self.found |= (1..=choices).contains(&choice)
            && self.m == Move::step(from, goal, choice)
            && to.contains(goal);
    }
    #[inline]
    fn shifted(&mut self, shift: i8, plain: BitSet<N>, promoting: BitSet<N>, choices: u8) {
        let from = Square(self.m.to().0.wrapping_sub(shift as u8));
        <Self as Sink<N>>::steps(self, from, plain);
        <Self as Sink<N>>::promotions(self, from, promoting, choices);
    }
    #[inline]
    fn drops(&mut self, held: PieceType, piece: PieceType, to: BitSet<N>) {
        let goal = self.m.to();
        self.found |= self.m == Move::drop_as(held, piece, goal) && to.contains(goal);
    }
    #[inline]
    fn one(&mut self, m: Move) {
        self.found |= self.m == m;
    }
    fn is_full(&self) -> bool {
        self.found
    }
}

/// Writes the moves down that capture, burn or promote, and the forced pass.
pub(crate) struct Forcing<'a, const N: usize> {
    board: &'a Board<N>,
    game: &'a Game<N>,
    enemy: BitSet<N>,
    pub(crate) moves: Vec<Move>,
}

impl<'a, const N: usize> Forcing<'a, N> {
    pub(crate) fn new(board: &'a Board<N>, game: &'a Game<N>, moves: Vec<Move>) -> Self {
        let enemy = board.colors[(!board.state.side).index()];
        Forcing { board, game, enemy, moves }
    }

    /// Where the piece on a square captures by arriving.
    fn captures(&self, from: Square, to: BitSet<N>) -> BitSet<N> {
        let mover = self.board.occupant(from);
        let fire = if self.game.has_fire { self.game.fire_after(mover, mover) } else { None };
        match fire {
            None => to & self.enemy,
            Some(fire) => {
                let burns = |to: &Square| fire[to.index()].intersects(self.enemy);
                (to & self.enemy) | to.iter().filter(burns).collect()
            }
        }
    }
}

impl<const N: usize> Sink<N> for Forcing<'_, N> {
    #[inline]
    fn steps(&mut self, from: Square, to: BitSet<N>) {
        let to = self.captures(from, to);
        self.moves.extend(to.iter().map(|to| Move::step(from, to, 0)));
    }
    #[inline]
    fn promotions(&mut self, from: Square, to: BitSet<N>, choices: u8) {
        for to in to {
            self.moves.extend((1..=choices).map(|choice| Move::step(from, to, choice)));
        }
    }
    #[inline]
    fn shifted(&mut self, shift: i8, plain: BitSet<N>, promoting: BitSet<N>, choices: u8) {
        let from = |to: Square| Square(to.0.wrapping_sub(shift as u8));
        for to in if self.game.has_fire { plain } else { plain & self.enemy } {
            self.steps(from(to), BitSet::of(to));
        }
        for to in promoting {
            self.promotions(from(to), BitSet::of(to), choices);
        }
    }
    #[inline]
    fn drops(&mut self, _: PieceType, _: PieceType, _: BitSet<N>) {}
    #[inline]
    fn one(&mut self, m: Move) {
        let forcing = match m.kind() {
            MoveKind::Castle => false,
            MoveKind::Drop => false,
            // One that nobody has to make changes nothing.
            MoveKind::Pass => self.board.must_pass(),
            MoveKind::Step | MoveKind::Jitto => {
                m.promotion() > 0 || !self.captures(m.from(), BitSet::of(m.to())).is_empty()
            }
            _ => true,
        };
        if forcing {
            self.moves.push(m);
        }
    }
}

/// Counts the moves.
pub(crate) struct Count(pub(crate) u64);

impl<const N: usize> Sink<N> for Count {
    #[inline]
    fn steps(&mut self, _: Square, to: BitSet<N>) {
        self.0 += u64::from(to.count());
    }
    #[inline]
    fn promotions(&mut self, _: Square, to: BitSet<N>, choices: u8) {
        self.0 += u64::from(to.count()) * u64::from(choices);
    }
    #[inline]
    fn shifted(&mut self, _: i8, plain: BitSet<N>, promoting: BitSet<N>, choices: u8) {
        self.0 += u64::from(plain.count()) + u64::from(promoting.count()) * u64::from(choices);
    }
    #[inline]
    fn drops(&mut self, _: PieceType, _: PieceType, to: BitSet<N>) {
        self.0 += u64::from(to.count());
    }
    #[inline]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Counts the moves, drops on one square and ways to promote once.
#[derive(Default)]
pub(crate) struct CountAlike<const N: usize> {
    moves: u64,
    drops: BitSet<N>,
}

impl<const N: usize> CountAlike<N> {
    pub(crate) fn count(&self) -> u64 {
        self.moves + u64::from(self.drops.count())
    }
}

impl<const N: usize> Sink<N> for CountAlike<N> {
    #[inline]
    fn steps(&mut self, _: Square, to: BitSet<N>) {
        self.moves += u64::from(to.count());
    }
    #[inline]
    fn promotions(&mut self, _: Square, to: BitSet<N>, _: u8) {
        self.moves += u64::from(to.count());
    }
    #[inline]
    fn shifted(&mut self, _: i8, plain: BitSet<N>, promoting: BitSet<N>, _: u8) {
        self.moves += u64::from(plain.count()) + u64::from(promoting.count());
    }
    #[inline]
    fn drops(&mut self, _: PieceType, _: PieceType, to: BitSet<N>) {
        self.drops |= to;
    }
    #[inline]
    fn one(&mut self, _: Move) {
        self.moves += 1;
    }
}

/// Stops at the first move.
pub(crate) struct Any(pub(crate) bool);

impl<const N: usize> Sink<N> for Any {
    #[inline]
    fn steps(&mut self, _: Square, to: BitSet<N>) {
        self.0 |= !to.is_empty();
    }
    #[inline]
    fn promotions(&mut self, _: Square, to: BitSet<N>, _: u8) {
        self.0 |= !to.is_empty();
    }
    #[inline]
    fn shifted(&mut self, _: i8, plain: BitSet<N>, promoting: BitSet<N>, _: u8) {
        self.0 |= !(plain | promoting).is_empty();
    }
    #[inline]
    fn drops(&mut self, _: PieceType, _: PieceType, to: BitSet<N>) {
        self.0 |= !to.is_empty();
    }
    #[inline]
    fn one(&mut self, _: Move) {
        self.0 = true;
    }
    #[inline]
    fn is_full(&self) -> bool {
        self.0
    }
}
