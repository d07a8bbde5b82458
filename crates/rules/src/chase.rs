//! Perpetual chase: what a side has threatened to capture with every one of its moves.
//!
//! What a chase is stands at [`Chase`](crate::variant::Chase). It is only asked when a position has come
//! up again: then the moves since are taken back one by one, and of the pieces on the board those are kept
//! that each of them chased.

use crate::attack::View;
use crate::bits::BitSet;
use crate::board::{Board, Done};
use crate::game::{Game, Safety};
use crate::interrupt;
use crate::make::inside_of;
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::variant::Chase;
use crate::{Color, Square};

/// A piece that may have been chased all along.
#[derive(Clone, Copy)]
struct Prey {
    /// Where it stands at the end.
    now: Square,
    /// Where it stood then; `None` where it was not on the board, or nobody can tell.
    then: Option<Square>,
}

/// A capture that is threatened: from where, and what would be captured.
type Threat = (Square, Square);

/// A threat, followed back over the move before it.
struct Follow {
    /// Where the victim stood.
    victim: Option<Square>,
    /// The same threat where it may have been there before: by the same piece on the same line.
    earlier: Option<Threat>,
}

impl<const N: usize> Position<N> {
    /// The side that chased one and the same piece with every move of its own among the last `plies`, and where
    /// that piece stands, by the game's own rule; `None` where nobody did, or both.
    pub fn perpetual_chase(&self, plies: usize) -> Option<(Color, Square)> {
        let game = &**self.game();
        if !game.forbids_chases || plies == 0 {
            return None;
        }
        let mut board = self.board.clone();
        let mut preys = Color::BOTH.map(|side| {
            let enemies = board.colors[(!side).index()].iter();
            enemies.map(|square| Prey { now: square, then: Some(square) }).collect::<Vec<_>>()
        });
        for m in self.moves().iter().rev().take(plies) {
            let mover = (!board.state.side).index();
            let among = preys[mover].iter().filter_map(|prey| prey.then).collect();
            let chased = board.take_back_chase(game, *m, among, &mut preys);
            preys[mover].retain(|prey| prey.then.is_some_and(|then| chased.contains(then)));
            preys[1 - mover].retain(|prey| prey.then.is_some());
            if board.interrupt.after(interrupt::TRIAL) || preys.iter().all(Vec::is_empty) {
                return None;
            }
        }
        let chasers =
            Color::BOTH.map(|side| preys[side.index()].first().map(|prey| (side, prey.now)));
        match chasers {
            [chaser, None] | [None, chaser] => chaser,
            _ => None,
        }
    }
}

impl<const N: usize> Board<N> {
    /// Takes the last move back, which was this one: what it chased of some enemies, where it stood before. All
    /// prey is told where it stood then; it goes where it was not on the board.
    fn take_back_chase(
        &mut self,
        game: &Game<N>,
        m: Move,
        among: BitSet<N>,
        preys: &mut [Vec<Prey>; 2],
    ) -> BitSet<N> {
        let threats = if m.kind() == MoveKind::Pass || among.is_empty() {
            Vec::new()
        } else {
            self.threats_after(game, m, among)
        };
        for prey in preys.iter_mut().flatten() {
            prey.then = prey.then.and_then(|then| self.came_from(m, then));
        }
        self.unmake(game);
        let doubtful = threats.iter().filter_map(|threat| threat.earlier).map(|(_, victim)| victim);
        let doubtful: BitSet<N> = doubtful.collect();
        let before = if doubtful.is_empty() { Vec::new() } else { self.threats_to(game, doubtful) };
        let is_new = |threat: &&Follow| {
            threat.earlier.is_none_or(|earlier| before.binary_search(&earlier).is_err())
        };
        threats.iter().filter(is_new).filter_map(|threat| threat.victim).collect()
    }

    /// What the last move has left threatened, as if its side were to move again.
    fn threats_after(&mut self, game: &Game<N>, m: Move, among: BitSet<N>) -> Vec<Follow> {
        let own = self.colors[(!self.state.side).index()].iter();
        let stays: BitSet<N> =
            own.filter(|square| self.came_from(m, *square) == Some(*square)).collect();
        self.make_null(game);
        let mut threats = self.threats_to(game, among);
        // A piece that stays may well take what pins it, but that chases nothing.
        threats.retain(|(from, victim)| {
            let over = self.interrupt.after(interrupt::TRIAL);
            over || !(stays.contains(*from) && self.is_pinned_by(game, *from, *victim))
        });
        self.unmake(game);
        let follow = |(from, victim): Threat| {
            let (start, stood) = (self.came_from(m, from), self.came_from(m, victim));
            let earlier = start.zip(stood).filter(|(start, _)| game.in_line(*start, from, victim));
            Follow { victim: stood, earlier }
        };
        threats.into_iter().map(follow).collect()
    }

    /// Where what stands on a square stood before the last move, which was this one; `None` where it came to
    /// the board with it, or where the move put it elsewhere in a way of its own.
    fn came_from(&self, m: Move, square: Square) -> Option<Square> {
        if m.placed().is_some_and(|(_, placed)| placed == square) {
            return None;
        }
        let mut came = Some(square);
        for done in self.last_done() {
            match *done {
                Done::Moved { from, to, .. } if to == square => came = Some(from),
                Done::Put(to, _) if to == square => {
                    came = match m.kind() {
                        MoveKind::Drop => None,
                        MoveKind::Castle if to == inside_of(m) => Some(m.via()),
                        _ => (to == m.to()).then_some(m.from()),
                    }
                }
                _ => {}
            }
        }
        came
    }

    /// The captures of some enemies by the side to move that are chases.
    fn threats_to(&self, game: &Game<N>, among: BitSet<N>) -> Vec<Threat> {
        // A check that stands already must not make it look as if nothing were threatened, or protected.
        let [own, standing] = [self.state.side, !self.state.side].map(|side| {
            let in_check = game.safety != Safety::Free && self.in_check(game, side);
            in_check.then(|| self.checkers(game, side))
        });
        let mut threats: Vec<Threat> = Vec::new();
        for m in self.captures_by(game, self.chasers(game), own) {
            for victim in self.captured(game, m) & among {
                let threat = (m.from(), victim);
                // The captures of a piece stand together.
                let mut known = threats.iter().rev().take_while(|(from, _)| *from == m.from());
                if !known.any(|it| *it == threat) && self.is_chase(game, m, victim, standing) {
                    threats.push(threat);
                }
            }
            if self.interrupt.after(interrupt::TRIAL) {
                break;
            }
        }
        threats.sort_unstable();
        threats
    }

    /// The pieces of the side to move that chase anything.
    fn chasers(&self, game: &Game<N>) -> BitSet<N> {
        let own = self.colors[self.state.side.index()];
        let chases = |square: &Square| {
            let piece = self.occupant(*square).piece_type();
            game.chases().any(|rule| rule.by.contains(&piece))
        };
        own.iter().filter(chases).collect()
    }

    /// Whether the threat of a legal capture is a chase.
    fn is_chase(
        &self,
        game: &Game<N>,
        m: Move,
        victim: Square,
        standing: Option<BitSet<N>>,
    ) -> bool {
        let (chaser, prey) = (self.occupant(m.from()), self.occupant(victim));
        let (by, owner) = (chaser.piece_type(), prey.color().index());
        let holds = |rule: &&Chase| {
            rule.victims.contains(&prey.piece_type())
                && rule.by.contains(&by)
                && rule.zone.as_ref().is_none_or(|zone| zone[owner].contains(&victim))
        };
        let mut rules = game.chases().filter(holds).peekable();
        if rules.peek().is_none() {
            return false;
        }
        if by == prey.piece_type() {
            let mut turned = self.snapshot();
            turned.make_null(game);
            if turned.could_take(game, BitSet::of(victim), m.from(), standing) {
                return false;
            }
        }
        rules.any(|rule| rule.protected) || !self.is_protected(game, m, standing)
    }

    /// Whether an enemy would attack a royal if a piece that is none did not stand where it does.
    fn is_pinned_by(&self, game: &Game<N>, square: Square, enemy: Square) -> bool {
        let side = self.state.side;
        if game.safety == Safety::Free || self.royals[side.index()].contains(square) {
            return false;
        }
        let mut without = self.snapshot();
        without.take(game, square);
        without.note_borrowed(game);
        without.checkers(game, side).contains(enemy) && !self.checkers(game, side).contains(enemy)
    }

    /// Whether who makes a legal capture could be captured next, or is lost by it anyway.
    fn is_protected(&self, game: &Game<N>, m: Move, standing: Option<BitSet<N>>) -> bool {
        let mut after = self.snapshot();
        after.make(game, m);
        let (us, them) = (self.state.side, after.state.side);
        !after.colors[us.index()].contains(m.to())
            || after.could_take(game, after.colors[them.index()], m.to(), standing)
    }

    /// Whether some pieces of the side to move could capture on a square.
    fn could_take(
        &self,
        game: &Game<N>,
        by: BitSet<N>,
        square: Square,
        standing: Option<BitSet<N>>,
    ) -> bool {
        let mut captures = self.captures_by(game, by, standing).into_iter();
        captures.any(|m| by.contains(m.from()) && self.captured(game, m).contains(square))
    }

    /// The legal captures by some pieces of the side to move, without what they place. Where checks are told that
    /// stand, only what lets others give check is not legal.
    fn captures_by(&self, game: &Game<N>, by: BitSet<N>, standing: Option<BitSet<N>>) -> Vec<Move> {
        // A duty to capture may ask for a capture by another piece.
        let by = if game.has_duty { self.colors[self.state.side.index()] } else { by };
        let mut copy = self.snapshot();
        let mut captures = Vec::new();
        for from in by {
            for m in self.pseudo_legal_of(game, from) {
                let legal = !self.captured(game, m).is_empty()
                    && match standing {
                        None => self.destination_if_safe(game, &mut copy, m).is_some(),
                        Some(checkers) => self.keeps_checks(game, &mut copy, m, checkers),
                    };
                if self.interrupt.after(interrupt::TRIAL) {
                    return Vec::new();
                }
                if legal {
                    captures.push(m);
                }
            }
        }
        if standing.is_none() && self.facing(game).is_some() {
            self.keep_parting(game, &mut captures, 0);
        }
        if game.has_duty {
            self.keep_duty(game, &mut captures);
        }
        captures
    }

    /// Whether a pseudo-legal move of a side in check would be legal, if the checks by some pieces were none.
    fn keeps_checks(&self, game: &Game<N>, copy: &mut Self, m: Move, checkers: BitSet<N>) -> bool {
        let us = self.state.side;
        copy.make(game, m);
        let safe = copy.must_pass() || copy.checkers(game, us).without(checkers).is_empty();
        let legal = safe
            && !self.loses_royals(game, copy, us)
            && !copy.has_given_forbidden_check(game, m)
            && (game.limited.is_empty() || self.barred(game, m).is_none());
        copy.unmake(game);
        legal
    }

    /// The pieces that attack royals of a side.
    fn checkers(&self, game: &Game<N>, side: Color) -> BitSet<N> {
        let view = View::of(self, game, !side);
        let royals = self.royals[side.index()].iter();
        royals.fold(BitSet::EMPTY, |all, royal| all | self.attackers(game, &view, !side, royal))
    }
}

impl<const N: usize> Game<N> {
    /// What may not be chased for ever.
    fn chases(&self) -> impl Iterator<Item = &Chase> {
        self.variant.end.repetition.iter().flat_map(|rule| &rule.perpetual_chase)
    }

    /// Whether three squares stand on one line, or the first two are the same.
    fn in_line(&self, a: Square, b: Square, c: Square) -> bool {
        let files = i32::from(self.variant.board.files);
        let at = |square: Square| (i32::from(square.0) % files, i32::from(square.0) / files);
        let ((ax, ay), (bx, by), (cx, cy)) = (at(a), at(b), at(c));
        (bx - ax) * (cy - ay) == (by - ay) * (cx - ax)
    }
}
