//! One royal, attackers that step and slide: checks and pins cut every set of destinations.

use super::Generator;
use super::legality::Legality;
use crate::Square;
use crate::attack::{Reached, View};
use crate::bits::BitSet;
use crate::game::{Extra, Shifter};
use crate::moves::{Move, MoveKind};
use crate::piece::Piece;
use crate::sink::Sink;

/// The test of games with pins.
pub(super) struct Pins;

impl<const N: usize> Legality<N> for Pins {
    const HAS_PINS: bool = true;

    #[inline(always)]
    fn target<S>(generator: &Generator<'_, S, N>, to: BitSet<N>) -> BitSet<N> {
        to & generator.target
    }

    #[inline(always)]
    fn group<S>(
        generator: &Generator<'_, S, N>,
        _: &Shifter<N>,
        pieces: BitSet<N>,
    ) -> Option<BitSet<N>> {
        Some(pieces.without(generator.pinned))
    }

    #[inline(always)]
    fn landings<S>(
        generator: &Generator<'_, S, N>,
        _: Square,
        to: BitSet<N>,
        _: Option<Piece>,
    ) -> BitSet<N> {
        to & generator.target
    }

    fn allows<S>(
        generator: &Generator<'_, S, N>,
        squares: (Square, Square),
        captures: BitSet<N>,
        after: Piece,
    ) -> bool {
        generator.is_safe_after(squares, captures, after)
    }
}

/// The pieces that give check, by whether something could come between them and the king. A piece
/// that attacks in both ways is among both.
#[derive(Clone, Copy)]
struct Checkers<const N: usize> {
    leapers: BitSet<N>,
    sliders: BitSet<N>,
}

impl<S: Sink<N>, const N: usize> Generator<'_, S, N> {
    /// One royal, attackers that step and slide.
    pub(super) fn with_pins(&mut self, king: Square) {
        let checkers = self.find_pins(king);
        self.king_steps(king);
        self.castlings();
        if !self.answer(king, checkers) || self.sink.is_full() {
            return;
        }
        self.pieces::<Pins>(self.view.own.without(BitSet::of(king)));
        if !self.sink.is_full() {
            self.drops_on::<Pins>(self.target);
        }
    }

    /// The moves of the piece that a move moves, castling aside, or the drops of what it drops where it does.
    pub(super) fn like_with_pins(&mut self, king: Square, m: Move) {
        if m.kind() != MoveKind::Drop && m.from() == king {
            return self.king_steps(king);
        }
        let checkers = self.find_pins(king);
        if self.answer(king, checkers) {
            self.like_with::<Pins>(m, self.target);
        }
    }

    /// Finds where pieces other than the king must land; `false` if none of them can answer the check.
    #[inline(always)]
    fn answer(&mut self, king: Square, checkers: Checkers<N>) -> bool {
        let Checkers { leapers, sliders } = checkers;
        self.target = match (leapers | sliders).count() {
            0 => self.land,
            // Nothing comes between a leaper and the king, even if the two stand in line.
            1 if !leapers.is_empty() => leapers & self.land,
            1 => {
                let checker = sliders.first().unwrap_or(king);
                (self.between(checker, king) | sliders) & self.land
            }
            _ => return false,
        };
        true
    }

    /// Finds the pinned pieces; returns the checkers.
    #[inline]
    fn find_pins(&mut self, king: Square) -> Checkers<N> {
        let (board, game, them) = (self.board, self.game, (!self.us).index());
        let mut checkers = Checkers { leapers: BitSet::EMPTY, sliders: BitSet::EMPTY };
        for from in game.step_in[them][king.index()] & self.view.enemy {
            let movement = board.movement(game, from);
            let captures = movement.extra.as_ref().and_then(|e| e.capture_steps.as_ref());
            let attacks = movement.steps[from.index()].contains(king)
                | captures.is_some_and(|steps| steps[from.index()].contains(king));
            checkers.leapers |= BitSet::of(from).only_if(attacks);
        }
        // Which of the candidates really look at the king is not to be predicted: no branches.
        for from in game.line_in[them][king.index()] & board.sliders[them] {
            let Some(base) = game.line_between(from, king) else { continue };
            let looks = board.capture_lines(game, from) & base.family != 0;
            let between = game.ahead(base, from) & game.behind(base, king) & self.view.blockers;
            checkers.sliders |= BitSet::of(from).only_if(looks & between.is_empty());
            self.pinned |= (between & self.view.own).only_if(looks & between.is_single_or_empty());
        }
        checkers
    }

    /// The squares strictly between two squares on a common line; empty if there is none.
    fn between(&self, a: Square, b: Square) -> BitSet<N> {
        match self.game.line_between(a, b) {
            Some(base) => self.game.ahead(base, a) & self.game.behind(base, b),
            None => BitSet::EMPTY,
        }
    }

    /// Steps of the king to squares that nobody attacks.
    #[inline]
    fn king_steps(&mut self, king: Square) {
        let (board, game) = (self.board, self.game);
        let movement = board.movement(game, king);
        let mut to = movement.steps[king.index()] & self.land;
        let mut reached = None;
        if movement.extra.is_some() || !movement.lines.is_empty() {
            let all: &mut Reached<N> = reached.insert(Reached::default());
            board.reached(game, &self.view, king, all);
            to = (all.quiet | all.capture) & self.land;
        }
        let safe = match reached {
            None => to.without(self.attacked_near(king)),
            Some(_) => self.unattacked(king, to),
        };
        self.emit(king, safe);
        if let Some(reached) = reached {
            self.emit_castlings(king, &reached);
        }
    }

    /// Squares around the king that step and slide attackers cover. The king does not hide what
    /// lies behind it.
    #[inline(always)]
    fn attacked_near(&self, king: Square) -> BitSet<N> {
        let (board, game, them) = (self.board, self.game, (!self.us).index());
        let [steppers, liners] = game.near_royal[them][king.index()];
        let blockers = self.view.blockers.without(BitSet::of(king));
        let mut attacked = BitSet::EMPTY;
        for from in steppers & self.view.enemy {
            let movement = board.movement(game, from);
            attacked |= movement.steps[from.index()];
            if let Some(Extra { capture_steps: Some(steps), .. }) = movement.extra.as_deref() {
                attacked |= steps[from.index()];
            }
        }
        for from in liners & board.sliders[them] {
            let movement = board.movement(game, from);
            attacked |= game.slides(movement.lines, from, blockers);
            if let Some(extra) = &movement.extra {
                attacked |= game.slides(extra.capture_lines, from, blockers);
            }
        }
        attacked
    }

    /// The same asked square by square, for kings of many moves.
    fn unattacked(&self, king: Square, to: BitSet<N>) -> BitSet<N> {
        let mut view =
            View::new(self.game, self.view.enemy, self.view.own.without(BitSet::of(king)));
        let mut safe = BitSet::EMPTY;
        for to in to {
            view.own = self.view.enemy.without(BitSet::of(to));
            view.suspects = view.own;
            safe |= BitSet::of(to).only_if(!self.board.attacks(self.game, &view, !self.us, to));
        }
        safe
    }

    /// The part of a pinned piece's moves that stays between the king and the pinning piece, or
    /// takes that piece.
    pub(super) fn cut_by_pin(&self, from: Square, to: BitSet<N>) -> BitSet<N> {
        let game = self.game;
        match self.king {
            Some(king) if self.pinned.contains(from) => match game.line_between(king, from) {
                Some(base) => {
                    let beyond = game.ahead(base, from) & self.view.blockers;
                    let shelter = match game.nearest(base, beyond) {
                        Some(pinner) => game.ahead(base, king).without(game.ahead(base, pinner)),
                        None => game.ahead(base, king),
                    };
                    to & shelter
                }
                None => BitSet::EMPTY,
            },
            _ => to,
        }
    }
}
