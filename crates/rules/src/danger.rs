//! Danger: which royals the opponent could take, were it to move; by any move, or by fire.

use crate::attack::{Reached, View};
use crate::bits::BitSet;
use crate::board::Board;
use crate::game::Game;
use crate::interrupt;
use crate::make::promoted;
use crate::moves::{Move, MoveKind};
use crate::piece::Piece;
use crate::variant::Royals;
use crate::{Color, Square};
use komadai_movement::Walk;

/// One thing that a piece threatens to do: where it ends, and what becomes of the enemies on its way.
struct Threat<'a, const N: usize> {
    from: Square,
    to: Square,
    /// The enemies that it takes.
    taken: BitSet<N>,
    /// The friends that it destroys on its way.
    friends: BitSet<N>,
    /// Pieces put elsewhere: from, to.
    relocates: &'a [(Square, Square)],
}

impl<const N: usize> Threat<'_, N> {
    /// Where a piece stands afterwards that it does not take.
    fn place_of(&self, square: Square) -> Square {
        let put = self.relocates.iter().find(|(from, _)| *from == square);
        put.map_or(square, |(_, to)| *to)
    }
}

impl<const N: usize> Board<N> {
    /// Whether the opponent of `side`, were it to move on this board, could take a royal that
    /// matters; to explode it by another capture is not to take it. Nobody is in danger once the game is decided.
    pub(crate) fn in_danger(&self, game: &Game<N>, side: Color) -> bool {
        let royals = self.royals[side.index()];
        if royals.is_empty() || self.is_decided(game) {
            return false;
        }
        let view = View::of(self, game, !side);
        let attacked = |king: Square| self.takes(game, &view, !side, king);
        match self.royals_that_count(game, side) {
            Royals::Any => royals.iter().any(attacked),
            Royals::All => self.all_could_fall(game, side).is_some(),
            Royals::AllAttacked => royals.iter().all(attacked),
        }
    }

    /// Which of its royals have to be in danger for a side to be in check.
    #[inline]
    pub(crate) fn royals_that_count(&self, game: &Game<N>, side: Color) -> Royals {
        let end = &game.variant.end;
        let any = end.royals == Royals::Any
            || end.royals_may_be_left
            || !self.royals[side.index()].several();
        if any { Royals::Any } else { end.royals }
    }

    /// Whether the opponent of `side`, were it to move, could take what `side` must not lose: any
    /// royal, or the last ones.
    pub(crate) fn could_fall(&self, game: &Game<N>, side: Color) -> bool {
        let royals = self.royals[side.index()];
        if game.variant.end.royals == Royals::All && royals.several() {
            !self.is_decided(game) && self.all_could_fall(game, side).is_some()
        } else {
            self.in_danger(game, side)
        }
    }

    /// Whether `view.suspects` (pieces of `by`) could take a royal on `target` by a capture that costs
    /// their own side no royal.
    pub(crate) fn takes(&self, game: &Game<N>, view: &View<N>, by: Color, target: Square) -> bool {
        self.attacks(game, view, by, target)
            && (game.explosion.is_none() || self.takes_and_lives(game, view, by, target))
    }

    /// The same asked piece by piece, where captures explode.
    #[inline(never)]
    fn takes_and_lives(&self, game: &Game<N>, view: &View<N>, by: Color, target: Square) -> bool {
        view.suspects.iter().any(|from| {
            let alone = View { suspects: BitSet::of(from), ..*view };
            self.attacks(game, &alone, by, target)
                && self.any_threat(game, view, from, |threat| {
                    let mut fallen = self.fallen(game, view, threat, BitSet::of(target));
                    fallen.any(|fallen| !fallen.is_empty())
                })
        })
    }

    /// Each of some royals with each piece of `by` that could take it, as [`Board::takes`] says.
    pub(crate) fn takers(
        &self,
        game: &Game<N>,
        by: Color,
        royals: BitSet<N>,
    ) -> Vec<(Square, Square)> {
        let view = View::of(self, game, by);
        let takes = |from: Square, royal: Square| {
            self.takes(game, &View { suspects: BitSet::of(from), ..view }, by, royal)
        };
        let pairs = royals.iter().flat_map(|royal| view.own.iter().map(move |from| (royal, from)));
        pairs.filter(|(royal, from)| takes(*from, *royal)).collect()
    }

    /// The check that is reported, and must be answered where checks must be: see
    /// [`Board::in_danger`]; where the variant says so, also a threat to make the side pass by one
    /// capture and to take a royal then.
    pub(crate) fn in_check(&self, game: &Game<N>, side: Color) -> bool {
        self.in_danger(game, side)
            || (game.variant.end.check_through_shock && self.threatened_through_shock(game, side))
    }

    /// A piece that endangers `side`, with the royals that fall if it moves.
    pub(crate) fn danger(&self, game: &Game<N>, side: Color) -> Option<(Square, BitSet<N>)> {
        let royals = self.royals[side.index()];
        if self.royals_that_count(game, side) == Royals::All {
            return self.all_could_fall(game, side).map(|from| (from, royals));
        }
        let view = View::of(self, game, !side);
        let attacks = |from: &Square| {
            let view = View { suspects: BitSet::of(*from), ..view };
            royals.iter().find(|king| self.takes(game, &view, !side, *king))
        };
        view.own.iter().find_map(|from| Some((from, BitSet::of(attacks(&from)?))))
    }

    /// A piece of the opponent that could take all royals of `side` in one move.
    fn all_could_fall(&self, game: &Game<N>, side: Color) -> Option<Square> {
        let (by, royals) = ((!side).index(), self.royals[side.index()]);
        let view = View::of(self, game, !side);
        // Steps and plain slides take one piece at a time.
        let could = |from: &Square| {
            let near = |king: Square| {
                game.exotic_in[by][king.index()].contains(*from)
                    || game.step_in[by][king.index()].contains(*from)
                    || game.line_in[by][king.index()].contains(*from)
            };
            self.may_burn(game, *from) || royals.iter().all(near)
        };
        (self.exotic[by] & view.own).iter().filter(could).find(|from| {
            self.any_threat(game, &view, *from, |threat| {
                self.fallen(game, &view, threat, royals)
                    .any(|fallen| royals.without(fallen).is_empty())
            })
        })
    }

    /// Whether the piece on a square burns, or may become a burner.
    fn may_burn(&self, game: &Game<N>, from: Square) -> bool {
        let info = self.info(game, from);
        let becomes = info.promotion.iter().flat_map(|promotion| &promotion.to);
        info.burns.is_some()
            || (game.variant.promotion.burns_at_once
                && becomes.into_iter().any(|piece| game.pieces[*piece].burns.is_some()))
    }

    /// Whether the piece on `from` could burn an enemy on `target`, whatever its fire depends on.
    pub(crate) fn could_burn(
        &self,
        game: &Game<N>,
        view: &View<N>,
        from: Square,
        target: Square,
    ) -> bool {
        let falls = |threat: &Threat<'_, N>| {
            self.fallen(game, view, threat, BitSet::of(target)).any(|fallen| !fallen.is_empty())
        };
        self.may_burn(game, from) && self.any_threat(game, view, from, falls)
    }

    /// Which of some enemies fall by a threat, for each piece that the mover may be afterwards and that
    /// costs its own side no royal. Those burned count where burning gives check, exploded ones never.
    fn fallen(
        &self,
        game: &Game<N>,
        view: &View<N>,
        threat: &Threat<'_, N>,
        enemies: BitSet<N>,
    ) -> impl Iterator<Item = BitSet<N>> {
        let taken = threat.taken & enemies;
        let left = enemies.without(taken);
        let mover = self.occupant(threat.from);
        let (plain, choices) = match &self.info(game, threat.from).promotion {
            Some(promotion) => promotion.choices(threat.from, threat.to, threat.taken),
            None => (true, 0),
        };
        let fits = move |choice: &u8| {
            let after = promoted(game, mover, *choice);
            game.pieces[after].allowed.contains(threat.to)
        };
        let exploded = self.exploded_by(game, view, threat);
        let scorched = game.passive_burners && self.burns_passively(game, view, threat, exploded);
        (u8::from(!plain)..=choices).filter(fits).filter_map(move |choice| {
            let after = promoted(game, mover, choice);
            let explodes = game.explosion.is_some() && !threat.taken.is_empty();
            let lives = !scorched && (!explodes || game.pieces[after].withstands);
            let mover_after = Some(after).filter(|_| lives);
            if explodes && !self.keeps_own_royals(game, view, threat, (mover_after, exploded)) {
                return None;
            }
            let burns = lives && game.variant.end.burn_is_check;
            Some(match game.fire_after(mover, after).filter(|_| burns) {
                Some(fire) => {
                    let burnt = |s: &Square| fire[threat.to.index()].contains(threat.place_of(*s));
                    taken | left.without(exploded).iter().filter(burnt).collect()
                }
                None => taken,
            })
        })
    }

    /// What a threat explodes besides the mover, by where it stands now.
    fn exploded_by(&self, game: &Game<N>, view: &View<N>, threat: &Threat<'_, N>) -> BitSet<N> {
        let Some(around) = game.explosion.as_ref().filter(|_| !threat.taken.is_empty()) else {
            return BitSet::EMPTY;
        };
        let by = self.occupant(threat.from).color();
        let around = around[by.index()][threat.to.index()].without(BitSet::of(threat.to));
        let gone = threat.taken | threat.friends | BitSet::of(threat.from);
        let goes = |square: &Square| {
            let piece = view.piece_at(self, *square);
            around.contains(threat.place_of(*square))
                && piece.is_some_and(|piece| !game.pieces[piece].spared)
        };
        (view.own | view.enemy).without(gone).iter().filter(goes).collect()
    }

    /// Whether a capture leaves its own side the royals that it must not lose, by what the mover is
    /// afterwards, if anything, and which others explode.
    fn keeps_own_royals(
        &self,
        game: &Game<N>,
        view: &View<N>,
        threat: &Threat<'_, N>,
        (mover, exploded): (Option<Piece>, BitSet<N>),
    ) -> bool {
        let end = &game.variant.end;
        let by = self.occupant(threat.from).color();
        let own = self.royals[by.index()] & view.own;
        let gone = exploded | threat.friends | BitSet::of(threat.from);
        let mover_counts = mover.is_some_and(|piece| game.pieces[piece].traits.royal);
        let left = own.without(gone).count() + u32::from(mover_counts);
        end.royals_may_be_left
            || match end.royals {
                Royals::Any => left >= own.count(),
                Royals::All | Royals::AllAttacked => left > 0 || own.is_empty(),
            }
    }

    /// Whether the mover goes up in the fire of an enemy at the end of a threatened move that explodes
    /// some pieces.
    fn burns_passively(
        &self,
        game: &Game<N>,
        view: &View<N>,
        threat: &Threat<'_, N>,
        exploded: BitSet<N>,
    ) -> bool {
        let burns = |square: Square| {
            let info = &game.pieces[view.piece_at(self, square)?];
            let table = info.burns.as_ref().filter(|_| info.burns_always)?;
            Some(table[threat.place_of(square).index()].contains(threat.to))
        };
        view.enemy
            .without(threat.taken | exploded)
            .iter()
            .any(|square| burns(square).unwrap_or(false))
    }

    /// Whether something holds for some threat of the piece on a square, drops and castling aside.
    fn any_threat(
        &self,
        game: &Game<N>,
        view: &View<N>,
        from: Square,
        mut holds: impl FnMut(&Threat<'_, N>) -> bool,
    ) -> bool {
        let mut reached = Reached::default();
        self.reached(game, view, from, &mut reached);
        let allowed = self.info(game, from).allowed;
        let mut try_threat = |to: Square, taken: BitSet<N>, outcome: Option<&Walk>| {
            let relocates = outcome.map_or(&[][..], |o| &o.relocates);
            let captures = outcome.map_or(&[][..], |o| &o.captures);
            let friends = captures.iter().copied().collect::<BitSet<N>>() & view.own;
            // Once it is over, nothing is found any more; a list of moves ends there.
            let looks = allowed.contains(to) && !self.interrupt.after(interrupt::PIECE);
            looks && holds(&Threat { from, to, taken, friends, relocates })
        };
        let none = BitSet::EMPTY;
        let passing = self.passing_captures(game, from, reached.en_passant);
        reached.capture.iter().any(|to| try_threat(to, BitSet::of(to), None))
            || reached.quiet.iter().any(|to| try_threat(to, none, None))
            || passing.into_iter().any(|(to, pawn)| try_threat(to, BitSet::of(pawn), None))
            || reached.shots.iter().any(|victim| try_threat(from, BitSet::of(victim), None))
            || (reached.pass.is_some() && try_threat(from, none, None))
            || reached.hits.iter().any(|(via, on)| {
                let taken = |to: Square| BitSet::of(*via) | (BitSet::of(to) & view.enemy);
                on.iter().any(|to| try_threat(to, taken(to), None))
            })
            || reached.paths.iter().filter(|o| o.partner.is_none()).any(|outcome| {
                let taken: BitSet<N> = outcome.captures.iter().copied().collect();
                try_threat(outcome.to, taken & view.enemy, Some(outcome))
            })
    }

    fn threatened_through_shock(&self, game: &Game<N>, side: Color) -> bool {
        if self.is_decided(game) {
            return false;
        }
        let mut board = self.snapshot();
        // What has just passed may be taken by the capture that shocks.
        if board.state.side == side {
            board.set_en_passant(game, None);
        }
        board.set_turn(game, !side, [0; 2]);
        board.pseudo_legal_on_board(game).into_iter().any(|m| {
            if !board.may_shock(game, m) || board.interrupt.after(interrupt::TRIAL) {
                return false;
            }
            board.carry_out(game, m);
            let threat = board.must_pass()
                && board.in_danger(game, side)
                && (game.explosion.is_none()
                    || game.variant.end.royals_may_be_left
                    || !self.loses_royals(game, &board, !side));
            board.unmake(game);
            threat
        })
    }

    /// Whether a move might take a piece whose loss makes its owner pass.
    fn may_shock(&self, game: &Game<N>, m: Move) -> bool {
        let Some(captor) = self.at(m.from()) else { return false };
        let shocks =
            |s: Square| self.at(s).is_some_and(|victim| game.skip_turns(captor, victim) > 0);
        match m.kind() {
            MoveKind::Through | MoveKind::Shot | MoveKind::EnPassant => {
                shocks(m.via()) || shocks(m.to())
            }
            MoveKind::Path => true,
            _ => shocks(m.to()),
        }
    }
}
