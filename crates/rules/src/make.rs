//! Making a move: the only place that knows what each kind of move does to the board.

use crate::attack::{Reached, View};
use crate::bits::BitSet;
use crate::board::{Board, EnPassant};
use crate::game::{DoubleStep, Game};
use crate::moves::{Move, MoveKind};
use crate::piece::Piece;
use crate::{Color, Square};
use komadai_movement::Walk;

impl<const N: usize> Board<N> {
    /// Makes a pseudo-legal move. [`Board::unmake`] takes it back.
    pub(crate) fn make(&mut self, game: &Game<N>, m: Move) {
        let passed = if game.has_en_passant { self.double_step(game, m) } else { None };
        let took = if game.is_unusual { self.takes_unreturned(game, m) } else { None };
        self.carry_out(game, m);
        if took.is_some() {
            self.set_just_took(game, took);
        }
        if let Some(passed) = passed {
            self.offer_en_passant(game, passed);
        }
        if game.counts_checks {
            self.count_check(game, m);
        }
    }

    /// Counts the check that the move just made has given, if any. Who has to pass gives none.
    #[inline(never)]
    fn count_check(&mut self, game: &Game<N>, m: Move) {
        let (us, them) = (!self.state.side, self.state.side);
        let most = game.variant.end.checks.map_or(0, |rule| rule.count);
        if m.kind() != MoveKind::Pass && self.in_check(game, them) {
            let mut given = self.state.checks_given;
            let count = &mut given[us.index()];
            *count = count.saturating_add(1).min(most);
            self.set_checks_given(game, given);
        }
    }

    /// The same but for what may be taken in passing next, which would ask for the legal moves, for what may
    /// not be captured in return, and for the count of checks.
    #[inline(always)]
    pub(crate) fn carry_out(&mut self, game: &Game<N>, m: Move) {
        let us = self.state.side;
        let kind = m.kind();
        if kind == MoveKind::Pass {
            return self.pass(game);
        }
        self.save();
        // A path may be an en passant capture, so it is looked up before that right is gone.
        let path = if kind == MoveKind::Path { self.path_outcome(game, m) } else { None };
        if self.state.en_passant().is_some() {
            self.set_en_passant(game, None);
        }
        self.state.ply = self.state.ply.saturating_add(1);
        let moved = match kind {
            MoveKind::Step => self.make_step(game, m),
            MoveKind::Drop => {
                let piece = Piece::new(us, m.dropped());
                let held = Piece::new(us, m.held());
                self.set_hand(game, held, self.hand(held).saturating_sub(1));
                self.put(game, m.to(), piece);
                Moved::default()
            }
            MoveKind::Path => self.make_path(game, m, path),
            kind => self.make_simple(game, m, kind),
        };
        self.after(game, m, us, moved);
        if game.is_unusual {
            self.update_unusual(game);
            if game.counts_moves {
                self.count_turn(game);
            }
        }
    }

    /// Passes, and counts the passes in a row that nobody had to make.
    fn pass(&mut self, game: &Game<N>) {
        let free = game.may_pass && !self.must_pass();
        let passed = if free { self.state.passed.saturating_add(1) } else { 0 };
        self.make_null(game);
        self.state.passed = passed;
    }

    #[inline]
    fn make_step(&mut self, game: &Game<N>, m: Move) -> Moved {
        let (from, to) = (m.from(), m.to());
        let mover = self.occupant(from);
        let mut moved = Moved { mover: Some(mover), ..Moved::default() };
        if self.at(to).is_some() {
            moved.skip = self.capture(game, to, mover);
            moved.captured = true;
        }
        self.land(game, m, mover);
        moved
    }

    /// The moving piece arrives, promoted if the move says so.
    #[inline]
    fn land(&mut self, game: &Game<N>, m: Move, mover: Piece) {
        let (from, to) = (m.from(), m.to());
        if m.promotion() > 0 {
            self.take(game, from);
            self.put(game, to, promoted(game, mover, m.promotion()));
        } else if from != to {
            self.shift(game, mover, from, to);
        }
    }

    fn make_simple(&mut self, game: &Game<N>, m: Move, kind: MoveKind) -> Moved {
        let (from, to) = (m.from(), m.to());
        let mover = self.occupant(from);
        let mut moved = Moved { mover: Some(mover), ..Moved::default() };
        if matches!(kind, MoveKind::Through | MoveKind::Shot | MoveKind::EnPassant) {
            moved.skip = self.capture(game, m.via(), mover);
            moved.captured = true;
        }
        if from != to && self.at(to).is_some() && kind != MoveKind::Castle {
            moved.skip = moved.skip.max(self.capture(game, to, mover));
            moved.captured = true;
        }
        if kind == MoveKind::Castle {
            let partner = self.take(game, m.via());
            self.take(game, from);
            self.put(game, to, promoted(game, mover, m.promotion()));
            self.put(game, inside_of(m), partner);
            return moved;
        }
        self.land(game, m, mover);
        moved
    }

    fn make_path(&mut self, game: &Game<N>, m: Move, outcome: Option<Walk>) -> Moved {
        let mover = self.occupant(m.from());
        let mut moved = Moved { mover: Some(mover), ..Moved::default() };
        let Some(outcome) = outcome else { return moved };
        let them = self.colors[(!mover.color()).index()];
        moved.only_friends = !outcome.captures.iter().any(|victim| them.contains(*victim));
        for victim in &outcome.captures {
            moved.skip = moved.skip.max(self.capture(game, *victim, mover));
            moved.captured = true;
        }
        self.take(game, m.from());
        let carried: Vec<(Square, Piece)> =
            outcome.relocates.iter().map(|(from, to)| (*to, self.take(game, *from))).collect();
        self.put(game, m.to(), promoted(game, mover, m.promotion()));
        for (square, piece) in carried {
            if self.at(square).is_none() {
                self.put(game, square, piece);
            }
        }
        moved
    }

    /// The effect that a [`MoveKind::Path`] stands for.
    pub(crate) fn path_outcome(&self, game: &Game<N>, m: Move) -> Option<Walk> {
        let side = self.occupant(m.from()).color();
        let view = View::of(self, game, side);
        let mut reached = Reached::default();
        self.reached(game, &view, m.from(), &mut reached);
        let mut candidates =
            reached.paths.into_iter().filter(|o| o.to == m.to() && o.partner.is_none());
        candidates.nth(m.via().index())
    }

    /// Removes a piece, an enemy to the captor's hand if the game has one. Tells how many turns its
    /// owner must pass for it.
    fn capture(&mut self, game: &Game<N>, square: Square, mover: Piece) -> u8 {
        let victim = self.take(game, square);
        let us = mover.color();
        if victim.color() == us {
            // A friend is destroyed, not captured.
            return 0;
        }
        let info = &game.pieces[victim];
        if game.variant.captures_to_hand && !info.traits.royal {
            let piece = info.held_as;
            self.set_hand(game, piece, self.hand(piece).saturating_add(1));
        }
        if info.skip_turns.is_empty() { 0 } else { game.skip_turns(mover, victim) }
    }

    /// What follows from a move that has been carried out: fire and explosions, lost virginity, counts, the turn.
    #[inline(always)]
    fn after(&mut self, game: &Game<N>, m: Move, us: Color, mut moved: Moved) {
        if game.has_fire {
            moved.captured |= self.fire(game, m.to(), us, moved);
        }
        if m.is_placing() {
            self.place(game, m);
        }
        if game.has_unmoved && !self.state.unmoved.is_empty() {
            self.update_unmoved(game, m);
        }
        let resets = (moved.captured && game.captures_reset_quiet)
            || moved.mover.is_some_and(|mover| game.pieces[mover].resets_quiet);
        self.state.quiet = if resets { 0 } else { self.state.quiet.saturating_add(1) };
        let mut passes = self.state.passes;
        // A side that has lost its royals is not asked to pass.
        if moved.skip > 0 && !(game.royals_can_fall && self.royals[(!us).index()].is_empty()) {
            let left = &mut passes[(!us).index()];
            *left = moved.skip.max(*left);
        }
        self.set_turn(game, !us, passes);
    }

    /// What explodes at the end of a move, and what burns then; tells whether anything burned.
    #[inline(never)]
    fn fire(&mut self, game: &Game<N>, to: Square, us: Color, moved: Moved) -> bool {
        let Some(mover) = moved.mover else { return false };
        if let (Some(around), true) = (&game.explosion, moved.captured && !moved.only_friends) {
            self.explode(game, to, around[us.index()][to.index()]);
        }
        let mut burned = self.burn(game, to, us, mover);
        if game.passive_burners
            && self.passive_fire(game, !us).contains(to)
            && self.at(to).is_some()
        {
            self.take(game, to);
            burned = true;
        }
        burned
    }

    /// Destroys the captor, and what stands around it.
    fn explode(&mut self, game: &Game<N>, to: Square, around: BitSet<N>) {
        for square in (around | BitSet::of(to)) & self.occupied() {
            let info = self.info(game, square);
            if !(if square == to { info.withstands } else { info.spared }) {
                let piece = self.take(game, square);
                self.exploded ^= game.zobrist.pieces[piece][square.index()];
            }
        }
    }

    /// Burns what stands beside the final square, which leaves nothing to hold in hand; tells whether
    /// anything did.
    fn burn(&mut self, game: &Game<N>, to: Square, us: Color, mover: Piece) -> bool {
        let Some(piece) = self.at(to) else { return false };
        let Some(table) = game.fire_after(mover, piece) else { return false };
        // Passive fire takes the mover before it can burn anything itself.
        if game.passive_burners && self.passive_fire(game, !us).contains(to) {
            return false;
        }
        let victims = table[to.index()] & self.colors[(!us).index()];
        for square in victims {
            self.take(game, square);
        }
        !victims.is_empty()
    }

    #[inline(never)]
    fn update_unmoved(&mut self, game: &Game<N>, m: Move) {
        let mut gone = BitSet::of(m.to());
        if m.kind() != MoveKind::Drop {
            gone.insert(m.from());
        }
        for (square, _) in self.last_changes() {
            gone.insert(square);
        }
        // What is dropped can no longer be placed after a first move.
        let emptied = game.places && m.kind() == MoveKind::Drop;
        if emptied || gone.intersects(self.state.unmoved) {
            let left = self.state.unmoved.without(gone);
            self.set_unmoved(game, self.live_unmoved(game, left));
        }
    }

    /// What may be taken in passing if a move is a double step. Royals are not, nor what promotes.
    fn double_step(&self, game: &Game<N>, m: Move) -> Option<EnPassant<N>> {
        if m.kind() != MoveKind::Step || m.promotion() > 0 {
            return None;
        }
        let steps = &self.movement(game, m.from()).extra.as_ref()?.double_steps;
        let occupied = self.occupied();
        let is_it = |step: &&DoubleStep<N>| {
            (step.from, step.to) == (m.from(), m.to())
                && !(step.empty | BitSet::of(step.to)).intersects(occupied)
        };
        let step = steps.iter().find(is_it)?;
        // Nobody passes over what is placed on the way.
        let on_the_way = |square: Square| (step.empty | step.over).contains(square);
        if m.placed().is_some_and(|(_, square)| on_the_way(square)) {
            return None;
        }
        let over = step.over.without(occupied);
        let royal = self.info(game, m.from()).traits.royal;
        (!royal && !over.is_empty()).then_some(EnPassant { over, pawn: step.to })
    }

    /// Keeps those en passant squares on which the side to move can legally capture.
    pub(crate) fn offer_en_passant(&mut self, game: &Game<N>, passed: EnPassant<N>) {
        let us = self.state.side;
        // The pawn may have burned on arrival.
        if self.at(passed.pawn).is_none() {
            return;
        }
        let takers = |square: &Square| {
            game.walks_en_passant
                || game.en_passant_in[us.index()][square.index()]
                    .intersects(self.colors[us.index()])
        };
        let over: BitSet<N> = passed.over.iter().filter(takers).collect();
        if over.is_empty() {
            return;
        }
        self.set_en_passant(game, Some(EnPassant { over, ..passed }));
        let over = self.legal_en_passant(game);
        self.set_en_passant(game, Some(EnPassant { over, ..passed }));
    }
}

/// What a move has done so far.
#[derive(Clone, Copy, Default)]
struct Moved {
    /// The piece before any promotion; none has moved where one was dropped.
    mover: Option<Piece>,
    captured: bool,
    /// Whether all that it has captured are friends.
    only_friends: bool,
    /// How many turns the opponent must pass.
    skip: u8,
}

/// The piece after promotion choice `choice` (0 for none).
#[inline]
pub(crate) fn promoted<const N: usize>(game: &Game<N>, piece: Piece, choice: u8) -> Piece {
    match (&game.pieces[piece].promotion, choice) {
        (Some(info), 1..) => info.to[usize::from(choice) - 1],
        _ => piece,
    }
}

/// Where the partner of a castling lands: beside the king's new square, on the inner side.
#[inline]
pub(crate) fn inside_of(castling: Move) -> Square {
    let (king, partner, to) = (castling.from(), castling.via(), castling.to());
    Square(if partner > king { to.0 - 1 } else { to.0 + 1 })
}
