//! Move generation: one generator, several sinks.
//!
//! A [`Generator`] writes the moves of one side down piece by piece. A [`Legality`] says how it keeps
//! the royals safe: [`Free`], [`Pins`](pins::Pins) and [`Filtered`] cut destinations before they are written down;
//! where no such test is enough, every move is played (`played.rs`).

mod castling;
mod drops;
mod duty;
mod filtered;
mod legality;
mod limits;
pub(crate) mod passing;
mod pieces;
mod pins;
mod placing;
mod played;
mod sensitive;

use crate::attack::View;
use crate::bits::BitSet;
use crate::board::Board;
use crate::checks::Checks;
use crate::game::{Game, Safety};
use crate::interrupt;
use crate::moves::{Move, MoveKind};
use crate::sink::{Any, Count, CountAlike, List, Sink, Sought};
use crate::{Color, Square};
use filtered::Filtered;
use legality::{Free, Legality};

impl<const N: usize> Board<N> {
    /// All legal moves, without regard to the game's history.
    pub(crate) fn legal(&self, game: &Game<N>) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.legal_into(game, &mut moves);
        moves
    }

    /// Hands all legal moves to a sink.
    pub(crate) fn legal_to<S: Sink<N>>(&self, game: &Game<N>, sink: &mut S) {
        if game.has_duty || game.places || game.may_pass || self.has_limits(game) {
            self.legal(game).into_iter().for_each(|m| sink.one(m))
        } else if game.needs_playing {
            self.legal_by_playing(game).into_iter().for_each(|m| sink.one(m))
        } else {
            self.generate(game, sink)
        }
    }

    /// Adds all legal moves to a list.
    pub(crate) fn legal_into(&self, game: &Game<N>, moves: &mut Vec<Move>) {
        let before = moves.len();
        self.bare_into(game, moves);
        if game.places {
            self.place_after(game, moves, before);
        }
    }

    /// Adds all legal moves without what they place.
    pub(crate) fn bare_into(&self, game: &Game<N>, moves: &mut Vec<Move>) {
        if game.has_duty {
            let mut free = Vec::with_capacity(64);
            self.legal_freely_into(game, &mut free);
            self.keep_duty(game, &mut free);
            moves.append(&mut free);
        } else {
            self.legal_freely_into(game, moves);
        }
    }

    /// Adds the moves that would be legal if nobody had to capture.
    pub(crate) fn legal_freely_into(&self, game: &Game<N>, moves: &mut Vec<Move>) {
        let before = moves.len();
        self.legal_unparted_into(game, moves);
        if game.may_pass {
            self.add_pass(game, moves, before);
        }
    }

    /// The same without passes, and whether or not royals face each other.
    pub(crate) fn legal_unparted_into(&self, game: &Game<N>, moves: &mut Vec<Move>) {
        if game.needs_playing {
            moves.extend(self.legal_by_playing(game));
        } else {
            let before = moves.len();
            let mut list = List(std::mem::take(moves));
            self.generate(game, &mut list);
            *moves = list.0;
            if self.has_limits(game) {
                self.keep_limits(game, moves, before);
            }
        }
    }

    /// Whether some captures may not be made: what says so is asked only where it matters.
    #[inline]
    pub(crate) fn has_limits(&self, game: &Game<N>) -> bool {
        game.limits_captures && !self.limited(game).is_empty()
    }

    /// Adds the legal moves but those after which the side to move loses its last royal at once,
    /// where royals may be left to be taken and a test of the attacks tells. Saving are also moves
    /// that win at once or make the opponent pass, whatever they leave, and those that bring a
    /// second royal.
    pub(crate) fn saving_into(&self, game: &Game<N>, moves: &mut Vec<Move>) {
        let royals = self.royals[self.state.side.index()];
        let told = game.royals_can_fall
            && game.safety == Safety::Free
            && !game.fire_depends
            && game.explosion.is_none()
            && !game.needs_playing
            && !game.has_duty
            && !game.places
            && royals.count() == 1
            && !self.is_decided(game)
            && !self.must_pass()
            && !self.opponent_must_pass();
        if !told {
            return self.legal_into(game, moves);
        }
        let before = moves.len();
        let mut list = List(std::mem::take(moves));
        let mut generator = Generator::new(self, game, &mut list);
        generator.may_leave = true;
        generator.with_filter();
        *moves = list.0;
        if self.has_limits(game) {
            self.keep_limits(game, moves, before);
        }
    }

    /// Adds all legal moves that give check or make the opponent pass, and perhaps some others. Where
    /// that cannot be told beforehand, these are all legal moves.
    pub(crate) fn checking_into(&self, game: &Game<N>, moves: &mut Vec<Move>) {
        let Some(mut checks) = Checks::new(self, game) else {
            return self.legal_into(game, moves);
        };
        if game.needs_playing {
            self.pseudo_legal_with_mates(game).into_iter().for_each(|m| checks.one(m));
            self.play_those(game, checks.moves, |m| {
                moves.push(m);
                true
            });
        } else {
            checks.moves = std::mem::take(moves);
            self.generate(game, &mut checks);
            *moves = checks.moves;
        }
    }

    /// How many legal moves there are.
    #[inline]
    pub(crate) fn count_legal(&self, game: &Game<N>) -> u64 {
        if self.is_listed(game) {
            return self.legal(game).len() as u64;
        }
        let mut count = Count(0);
        self.generate(game, &mut count);
        count.0
    }

    /// The same, but where they need not be listed drops on one square and ways to promote count once.
    pub(crate) fn count_alike(&self, game: &Game<N>) -> u64 {
        if self.is_listed(game) {
            return self.legal(game).len() as u64;
        }
        let mut count = CountAlike::default();
        self.generate(game, &mut count);
        count.count()
    }

    /// Whether legal moves cannot be counted without a list of them.
    #[inline]
    fn is_listed(&self, game: &Game<N>) -> bool {
        let listed = game.needs_playing || game.has_duty || game.places || game.may_pass;
        listed || self.has_limits(game)
    }

    /// Whether there is a legal move. A duty to capture takes none away where there is no other, nor does one to place
    /// something where that is not possible.
    pub(crate) fn any_legal(&self, game: &Game<N>) -> bool {
        if game.may_pass && self.may_surely_pass(game) {
            return true;
        }
        if game.must_place() {
            return self.any_placing(game);
        }
        if game.needs_playing {
            let mut found = false;
            self.play_each(game, |_| {
                found = true;
                false
            });
            return found;
        }
        if self.has_limits(game) {
            let mut moves = Vec::new();
            self.bare_into(game, &mut moves);
            return !moves.is_empty();
        }
        let mut any = Any(false);
        self.generate(game, &mut any);
        any.0
    }

    /// Any legal move, found piece by piece: quicker than a list of them all.
    pub(crate) fn some_legal(&self, game: &Game<N>) -> Option<Move> {
        if game.has_duty || game.must_place() || self.facing(game).is_some() {
            return self.legal(game).first().copied();
        }
        let own = self.colors[self.state.side.index()];
        let mut copy = self.snapshot();
        let mut safe = |m: &Move| {
            !self.interrupt.after(interrupt::TRIAL)
                && self.destination_if_safe(game, &mut copy, *m).is_some()
        };
        let pieces = (own.without(self.complex)).iter().chain(own & self.complex);
        let of_pieces = pieces.flat_map(|from| self.pseudo_legal_of(game, from)).find(|m| safe(m));
        // What else there is: drops, castling, a pass.
        match of_pieces {
            Some(m) if game.places => self.placed_after(game, m).first().copied(),
            Some(m) => Some(m),
            None => self.legal(game).first().copied(),
        }
    }

    /// The moves of one piece by movement alone, castling aside.
    pub(crate) fn pseudo_legal_of(&self, game: &Game<N>, from: Square) -> Vec<Move> {
        let mut list = List(Vec::new());
        if !self.is_decided(game) && !self.must_pass() {
            Generator::new(self, game, &mut list).pieces::<Free>(BitSet::of(from));
        }
        list.0
    }

    /// Moves by movement alone, whatever happens to the own royals.
    pub(crate) fn pseudo_legal(&self, game: &Game<N>) -> Vec<Move> {
        let mut list = List(Vec::with_capacity(64));
        if self.is_decided(game) {
            return list.0;
        }
        if self.must_pass() {
            list.0.push(Move::pass());
            return list.0;
        }
        Generator::new(self, game, &mut list).run::<Free>();
        list.0
    }

    /// The same without drops.
    pub(crate) fn pseudo_legal_on_board(&self, game: &Game<N>) -> Vec<Move> {
        let mut list = List(Vec::with_capacity(64));
        if !self.is_decided(game) {
            Generator::new(self, game, &mut list).on_board::<Free>();
        }
        list.0
    }

    /// The same as [`Board::pseudo_legal`] with drops that would mate where they must not, which are dear
    /// to find out.
    pub(crate) fn pseudo_legal_with_mates(&self, game: &Game<N>) -> Vec<Move> {
        if self.is_decided(game) || self.must_pass() {
            return self.pseudo_legal(game);
        }
        let mut list = List(Vec::with_capacity(64));
        let mut generator = Generator::new(self, game, &mut list);
        generator.mates_by_drop = true;
        generator.run::<Free>();
        list.0
    }

    /// The moves that would be legal if there could be any number of every kind by promotion; some are
    /// written down twice.
    pub(crate) fn legal_beyond_limits(&self, game: &Game<N>) -> Vec<Move> {
        let mut list = List(Vec::with_capacity(64));
        if self.is_decided(game) || self.must_pass() {
            return list.0;
        }
        let mut generator = Generator::new(self, game, &mut list);
        generator.beyond_limits = true;
        generator.run::<Free>();
        let mut copy = self.snapshot();
        list.0.retain(|m| {
            !self.interrupt.after(interrupt::TRIAL)
                && self.destination_if_safe(game, &mut copy, *m).is_some()
        });
        list.0
    }

    /// Whether a side has lost its last royal on the board (where royals can be taken at all).
    pub(crate) fn is_decided(&self, game: &Game<N>) -> bool {
        game.royals_can_fall && self.royals.iter().any(|r| r.is_empty())
    }

    fn generate<S: Sink<N>>(&self, game: &Game<N>, sink: &mut S) {
        if self.is_decided(game) {
            return;
        }
        if self.must_pass() {
            // Where a move must answer check, a forced pass in check is no legal move.
            if game.safety == Safety::Free
                || self.opponent_must_pass()
                || !self.in_check(game, self.state.side)
            {
                sink.one(Move::pass());
            }
            return;
        }
        let mut generator = Generator::new(self, game, sink);
        match generator.test() {
            Test::Pins(king) => generator.with_pins(king),
            Test::Filter => generator.with_filter(),
            Test::None => generator.run::<Free>(),
        }
    }

    /// Whether a move is one of the legal ones; found without the moves of other pieces, where these
    /// make no difference.
    pub(crate) fn is_legal(&self, game: &Game<N>, m: Move) -> bool {
        let outside = |square: Square| square.index() >= game.squares();
        if m.is_placing() && !game.places {
            return false;
        }
        if outside(m.to()) || (m.kind() != MoveKind::Drop && outside(m.from())) {
            return false;
        }
        if game.placing_repeats {
            return self.legal(game).contains(&m);
        }
        if game.places {
            let mut moves = Vec::new();
            self.bare_into(game, &mut moves);
            let bare = m.without_placing();
            return moves.contains(&bare) && self.placed_after(game, bare).contains(&m);
        }
        // A shot or a pass of one piece stands for those of others.
        let alone = matches!(
            m.kind(),
            MoveKind::Step | MoveKind::Drop | MoveKind::Through | MoveKind::EnPassant
        );
        if !alone
            || game.has_duty
            || game.needs_playing
            || self.is_decided(game)
            || self.must_pass()
            || self.facing(game).is_some()
        {
            return self.legal(game).contains(&m);
        }
        let mut sought = Sought::new(m);
        Generator::new(self, game, &mut sought).like(m);
        sought.found && (!self.has_limits(game) || self.barred(game, m).is_none())
    }

    /// The squares on which a capture in passing is legal now, whatever other moves lead to the same
    /// position or have to be made.
    pub(crate) fn legal_en_passant(&self, game: &Game<N>) -> BitSet<N> {
        let target = |m: Move| match m.kind() {
            MoveKind::EnPassant => Some(m.to()),
            MoveKind::Path => self.path_outcome(game, m)?.en_passant,
            _ => None,
        };
        if !game.needs_playing {
            let mut moves = Vec::with_capacity(64);
            self.legal_freely_into(game, &mut moves);
            return moves.into_iter().filter_map(target).collect();
        }
        let mut board = self.snapshot();
        let mut legal = BitSet::EMPTY;
        for m in self.pseudo_legal_on_board(game) {
            if self.interrupt.after(interrupt::TRIAL) {
                break;
            }
            if let Some(square) = target(m).filter(|square| !legal.contains(*square))
                && self.destination_if_safe(game, &mut board, m).is_some()
            {
                legal.insert(square);
            }
        }
        legal
    }
}

/// Which test tells whether a move leaves the royals safe; for pins, which royal.
enum Test {
    None,
    Pins(Square),
    Filter,
}

/// Writes moves down.
struct Generator<'a, S, const N: usize> {
    board: &'a Board<N>,
    game: &'a Game<N>,
    sink: &'a mut S,
    us: Color,
    view: View<N>,
    /// Where any piece may land.
    land: BitSet<N>,
    king: Option<Square>,
    /// [`Pins`](pins::Pins): where pieces other than the king must land. [`Filtered`]: squares that a change could
    /// open.
    target: BitSet<N>,
    pinned: BitSet<N>,
    /// [`Filtered`]: whether every move must be tested.
    test_all: bool,
    /// [`Filtered`]: the enemies that may attack the king, unless it moves itself.
    suspects: BitSet<N>,
    /// [`Filtered`]: whether the king may be left, so that some moves matter more than an attack on it.
    may_leave: bool,
    /// Whether drops that mate are written down too.
    mates_by_drop: bool,
    /// Whether promotions are written down too of whose results there are enough.
    beyond_limits: bool,
    /// Victims already shot, by whether the shot shocks the opponent, and whether the shooter starts
    /// the count of quiet moves anew.
    shots_seen: [[BitSet<N>; 2]; 2],
    /// Whether the turn has been passed, by whether that starts the count of quiet moves anew.
    passed: [bool; 2],
}

impl<'a, S: Sink<N>, const N: usize> Generator<'a, S, N> {
    fn new(board: &'a Board<N>, game: &'a Game<N>, sink: &'a mut S) -> Self {
        let us = board.state.side;
        let view = View::of(board, game, us);
        Generator {
            board,
            game,
            sink,
            us,
            view,
            land: game.exists & !(view.own | (view.blockers & !view.enemy)),
            king: board.royals[us.index()].first(),
            target: BitSet::EMPTY,
            pinned: BitSet::EMPTY,
            test_all: false,
            suspects: view.enemy,
            may_leave: false,
            mates_by_drop: false,
            beyond_limits: false,
            shots_seen: [[BitSet::EMPTY; 2]; 2],
            passed: [false; 2],
        }
    }

    /// Which test tells whether a move leaves the royals safe. While the opponent must pass, nothing
    /// can be taken; no game with such turns has pins.
    #[inline(always)]
    fn test(&self) -> Test {
        match (self.game.safety, self.king) {
            (Safety::Pins, Some(king)) => Test::Pins(king),
            (Safety::Filtered, Some(_)) if !self.board.opponent_must_pass() => Test::Filter,
            _ => Test::None,
        }
    }

    /// The moves of the piece that a move moves, castling aside, or the drops of what it drops where it does.
    fn like(&mut self, m: Move) {
        let is_drop = m.kind() == MoveKind::Drop;
        if !is_drop && !self.view.own.contains(m.from()) {
            return;
        }
        match self.test() {
            Test::Pins(king) => self.like_with_pins(king, m),
            Test::Filter => {
                self.find_sensitive();
                if !self.board.interrupt.is_over() {
                    self.like_with::<Filtered>(m, self.land);
                }
            }
            Test::None => self.like_with::<Free>(m, self.land),
        }
    }

    /// The same with one test, drops on some squares alone.
    fn like_with<L: Legality<N>>(&mut self, m: Move, squares: BitSet<N>) {
        if m.kind() == MoveKind::Drop {
            self.drops_like::<L>(m, squares & BitSet::of(m.to()));
        } else {
            self.moves_of::<L>(m.from());
        }
    }

    fn run<L: Legality<N>>(&mut self) {
        self.on_board::<L>();
        if !self.sink.is_full() {
            self.drops_on::<L>(self.land);
        }
    }

    fn on_board<L: Legality<N>>(&mut self) {
        self.pieces::<L>(self.view.own);
        self.castlings();
    }
}
