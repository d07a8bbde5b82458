//! Moves on the board, piece by piece.

use super::Generator;
use super::legality::{Free, Legality};
use crate::Square;
use crate::attack::Reached;
use crate::bits::BitSet;
use crate::game::{PromotionInfo, Push};
use crate::interrupt;
use crate::make::promoted;
use crate::moves::{Move, MoveKind};
use crate::piece::Piece;
use crate::sink::Sink;

impl<S: Sink<N>, const N: usize> Generator<'_, S, N> {
    /// Moves of a set of own pieces. They are taken in groups that are handled alike, which the
    /// processor's branch prediction rewards: pawns at once, plain steppers without and with
    /// promotion, the rest.
    #[inline(always)]
    pub(super) fn pieces<L: Legality<N>>(&mut self, pieces: BitSet<N>) {
        let mut pieces = pieces.without(self.all_at_once::<L>(pieces));
        if L::HAS_PINS && !self.pinned.is_empty() {
            for from in pieces & self.pinned {
                self.piece::<L, true>(from);
            }
            pieces = pieces.without(self.pinned);
        }
        let steppers = pieces.without(self.board.complex);
        for from in steppers.without(self.board.promoters) {
            let to = self.stepper::<L>(from);
            self.sink.steps(from, to);
        }
        for from in steppers & self.board.promoters {
            let to = self.board.movement(self.game, from).steps[from.index()] & self.land;
            self.emit_legal::<L, false>(from, to);
        }
        if self.sink.is_full() {
            return;
        }
        for from in pieces & self.board.complex {
            self.piece::<L, false>(from);
            if self.sink.is_full() {
                return;
            }
        }
    }

    /// The moves of one piece.
    pub(super) fn moves_of<L: Legality<N>>(&mut self, from: Square) {
        if self.board.movement(self.game, from).extra.is_some() {
            self.pieces::<L>(BitSet::of(from));
        } else if L::HAS_PINS && self.pinned.contains(from) {
            self.piece::<L, true>(from);
        } else {
            self.piece::<L, false>(from);
        }
    }

    /// Moves the pieces of few steps, each type at once; returns those done.
    #[inline(always)]
    fn all_at_once<L: Legality<N>>(&mut self, pieces: BitSet<N>) -> BitSet<N> {
        let (board, game) = (self.board, self.game);
        let mut done = BitSet::EMPTY;
        for shifter in &game.shifters[self.us.index()] {
            let all = board.by_piece[shifter.piece] & pieces;
            let Some(from) = L::group(self, shifter, all) else { return done };
            done |= from;
            let promotion = game.pieces[shifter.piece].promotion.as_deref();
            for push in &shifter.pushes {
                self.push::<L>(from, push, promotion);
            }
        }
        if let Some(passed) = board.state.en_passant() {
            let takers = passed.over.iter().map(|s| game.en_passant_in[self.us.index()][s.index()]);
            for from in takers.fold(BitSet::EMPTY, |a, b| a | b) & done {
                self.emit_en_passant::<L>(from, BitSet::EMPTY);
            }
        }
        done
    }

    #[inline(always)]
    fn push<L: Legality<N>>(
        &mut self,
        from: BitSet<N>,
        push: &Push<N>,
        promotion: Option<&PromotionInfo<N>>,
    ) {
        let empty = !self.view.blockers;
        let from = from & push.from;
        let mut to = from.shifted(push.shift);
        if let Some(over) = push.over {
            to &= (from.shifted(over) & empty).shifted(push.shift - over);
        }
        to &= match (push.quiet, push.capture) {
            (true, true) => self.land,
            (true, false) => empty,
            _ => self.view.enemy,
        };
        to = L::target(self, to);
        match promotion {
            None => self.sink.shifted(push.shift, to, BitSet::EMPTY, 0),
            Some(promotion) => {
                let inside = promotion.zone.shifted(push.shift);
                let (plain, promoting) = promotion.split_by_start(inside, to, self.view.enemy);
                self.sink.shifted(push.shift, plain, promoting, promotion.to.len() as u8);
            }
        }
    }

    /// Where a piece of plain steps may go.
    #[inline(always)]
    fn stepper<L: Legality<N>>(&mut self, from: Square) -> BitSet<N> {
        let to = self.board.movement(self.game, from).steps[from.index()] & self.land;
        L::landings(self, from, to, None)
    }

    #[inline(always)]
    fn piece<L: Legality<N>, const PINNED: bool>(&mut self, from: Square) {
        let (board, game) = (self.board, self.game);
        let movement = board.movement(game, from);
        if movement.extra.is_some() {
            return self.piece_with_extra::<L>(from);
        }
        let reached =
            movement.steps[from.index()] | game.slides(movement.lines, from, self.view.blockers);
        let mut to = reached & self.land;
        if game.has_confined {
            to &= board.info(game, from).allowed;
        }
        self.emit_legal::<L, PINNED>(from, to);
    }

    /// Cuts a piece's destinations down to the legal ones and writes them down.
    #[inline(always)]
    fn emit_legal<L: Legality<N>, const PINNED: bool>(&mut self, from: Square, to: BitSet<N>) {
        if L::ASKS_FOR_PROMOTIONS {
            return self.emit_safe::<L>(from, to);
        }
        let to = L::landings(self, from, to, None);
        self.emit(from, if PINNED && L::HAS_PINS { self.cut_by_pin(from, to) } else { to });
    }

    /// Writes down the moves that leave the king safe; asked for each promotion by itself where
    /// that makes a difference.
    fn emit_safe<L: Legality<N>>(&mut self, from: Square, to: BitSet<N>) {
        let game = self.game;
        match self.board.info(game, from).promotion.as_deref() {
            Some(promotion) if promotion.changes_safety => {
                let (plain, promoting) = promotion.split(from, to, self.view.enemy);
                self.sink.steps(from, L::landings(self, from, plain, None));
                for (choice, after) in (1..).zip(&promotion.to) {
                    let possible = promoting.only_if(self.may_become(*after));
                    let fitting = possible & game.pieces[*after].allowed;
                    for to in L::landings(self, from, fitting, Some(*after)) {
                        self.sink.one(Move::step(from, to, choice));
                    }
                }
            }
            _ => self.emit(from, L::landings(self, from, to, None)),
        }
    }

    fn piece_with_extra<L: Legality<N>>(&mut self, from: Square) {
        if self.board.interrupt.after(interrupt::PIECE) {
            return;
        }
        let mut reached = Reached::default();
        self.board.reached(self.game, &self.view, from, &mut reached);
        let to = reached.quiet | reached.capture;
        self.emit_legal::<L, true>(from, to);
        if self.board.state.en_passant().is_some() {
            self.emit_en_passant::<L>(from, reached.en_passant);
        }
        if reached.pass.is_some() || !reached.shots.is_empty() {
            self.emit_in_place::<L>(from, &reached);
        }
        for (via, on) in &reached.hits {
            self.emit_through::<L>(from, *via, *on);
        }
        if !reached.paths.is_empty() {
            self.emit_castlings(from, &reached);
            self.emit_paths(from, &reached);
        }
    }

    /// Writes down moves of one piece, promoting where it may or must.
    #[inline(always)]
    pub(super) fn emit(&mut self, from: Square, to: BitSet<N>) {
        if !self.board.promoters.contains(from) {
            return self.sink.steps(from, to);
        }
        if let Some(promotion) = &self.board.info(self.game, from).promotion {
            let (plain, promoting) = promotion.split(from, to, self.view.enemy);
            self.sink.steps(from, plain);
            if promotion.mixed.intersects(promoting) {
                return self.promote_where_it_fits(from, promoting, promotion);
            }
            self.sink.promotions(from, promoting, promotion.to.len() as u8);
        }
    }

    /// Whether something may become this piece now.
    #[inline]
    fn may_become(&self, after: Piece) -> bool {
        self.beyond_limits || self.board.may_become(self.game, after)
    }

    /// Writes down promotions each of which has squares of its own, or depends on what there is already.
    #[cold]
    fn promote_where_it_fits(&mut self, from: Square, to: BitSet<N>, promotion: &PromotionInfo<N>) {
        for to in to {
            for (choice, after) in (1..).zip(&promotion.to) {
                if self.game.pieces[*after].allowed.contains(to) && self.may_become(*after) {
                    self.sink.one(Move::step(from, to, choice));
                }
            }
        }
    }

    /// One move of another sort than a step, with whatever promotions it may have.
    pub(super) fn emit_choices<L: Legality<N>>(
        &mut self,
        kind: MoveKind,
        (from, via, to): (Square, u8, Square),
        captures: BitSet<N>,
    ) {
        let Some(promotion) = &self.board.info(self.game, from).promotion else {
            return self.emit_one::<L>(Move::new(kind, from, via, to, 0), captures);
        };
        // A friend that is destroyed gives no right.
        let (plain, choices) = promotion.choices(from, to, captures & self.view.enemy);
        for choice in u8::from(!plain)..=choices {
            self.emit_one::<L>(Move::new(kind, from, via, to, choice), captures);
        }
    }

    /// Writes a move down if what the piece becomes may stand there, and the king is left safe.
    fn emit_one<L: Legality<N>>(&mut self, m: Move, captures: BitSet<N>) {
        let after = promoted(self.game, self.board.occupant(m.from()), m.promotion());
        let possible = m.promotion() == 0 || self.may_become(after);
        if !possible || !self.game.pieces[after].allowed.contains(m.to()) {
            return;
        }
        if L::allows(self, (m.from(), m.to()), captures, after) {
            self.sink.one(m);
        }
    }

    fn emit_en_passant<L: Legality<N>>(&mut self, from: Square, walked: BitSet<N>) {
        for (to, pawn) in self.board.passing_captures(self.game, from, walked) {
            self.emit_choices::<L>(MoveKind::EnPassant, (from, pawn.0, to), BitSet::of(pawn));
        }
    }

    /// Shots and the turn pass. Who shot or passed does not show afterwards, so that each victim,
    /// and the pass, is one move for all pieces together, unless it shows: by a promotion, by lost
    /// virginity, by fire, by a shock or by a count. Where keys are compared, these tell.
    fn emit_in_place<L: Legality<N>>(&mut self, from: Square, reached: &Reached<N>) {
        let info = self.board.info(self.game, from);
        let virgin = self.game.has_unmoved && self.board.state.unmoved.contains(from);
        let shows = virgin || info.burns.is_some() || self.game.dedupe_by_key || self.game.places;
        let rights = |victims: BitSet<N>| match &info.promotion {
            Some(promotion) => promotion.choices(from, from, victims),
            None => (true, 0),
        };
        let limited = self.board.limited(self.game);
        for victim in reached.shots {
            // Who shoots it makes a difference.
            let shows = shows || limited.contains(victim);
            let shocks = self.shocks(from, BitSet::of(victim));
            let seen = &mut self.shots_seen[usize::from(shocks)][usize::from(info.resets_quiet)];
            let (plain, choices) = rights(BitSet::of(victim));
            let plain = plain && (shows || !seen.contains(victim));
            if plain && !shows {
                seen.insert(victim);
            }
            for choice in u8::from(!plain)..=choices {
                let m = Move::new(MoveKind::Shot, from, victim.0, from, choice);
                self.emit_one::<L>(m, BitSet::of(victim));
            }
        }
        if let Some(via) = reached.pass {
            let passed = &mut self.passed[usize::from(info.resets_quiet)];
            let (plain, choices) = rights(BitSet::EMPTY);
            let plain = plain && (shows || !*passed);
            *passed |= plain && !shows;
            for choice in u8::from(!plain)..=choices {
                let m = Move::new(MoveKind::Jitto, from, via.0, from, choice);
                self.emit_one::<L>(m, BitSet::EMPTY);
            }
        }
    }

    fn emit_through<L: Legality<N>>(&mut self, from: Square, via: Square, on: BitSet<N>) {
        for to in on {
            let captures = BitSet::of(via) | (BitSet::of(to) & self.view.enemy);
            self.emit_choices::<L>(MoveKind::Through, (from, via.0, to), captures);
        }
    }

    /// Effects that no other kind of move says, numbered for each destination. Games that have such
    /// pieces test and compare every move by playing it, so nothing is tested here.
    fn emit_paths(&mut self, from: Square, reached: &Reached<N>) {
        let mut last = None;
        let mut number = 0u8;
        for outcome in reached.paths.iter().filter(|o| o.partner.is_none()) {
            number = if last == Some(outcome.to) { number.saturating_add(1) } else { 0 };
            last = Some(outcome.to);
            let captures = outcome.captures.iter().copied().collect();
            self.emit_choices::<Free>(MoveKind::Path, (from, number, outcome.to), captures);
        }
    }
}
