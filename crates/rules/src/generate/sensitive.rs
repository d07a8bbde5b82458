//! Which squares matter for the king's safety when the enemy has more than steps and plain slides.

use crate::attack::View;
use crate::bits::BitSet;
use crate::board::Board;
use crate::game::{Base, Game};
use crate::{Color, Square};

impl<const N: usize> Board<N> {
    /// The squares on which a single change (a piece leaves, or is replaced) could open an attack
    /// on the king of `us`, who is not attacked now. Adding a piece never opens one, except
    /// beside the king for burners (those squares are sensitive) and for pieces that hop or walk (for
    /// those every square is).
    pub(crate) fn sensitive_squares(&self, game: &Game<N>, us: Color, king: Square) -> BitSet<N> {
        let them = !us;
        let view = View::of(self, game, them);
        let mut squares = BitSet::EMPTY;
        for base in &game.bases {
            squares |= self.sensitive_on_line(game, &view, base, them, king);
        }
        for from in self.exotic[them.index()] {
            if let Some(extra) = &self.movement(game, from).extra {
                if extra.walk_reach.as_ref().is_some_and(|r| r[from.index()].contains(king)) {
                    return game.exists;
                }
                if let Some(vias) = &extra.vias
                    && vias[from.index()].reach.contains(king)
                {
                    squares |= vias[from.index()].middles;
                }
            }
            squares |= self.sensitive_to_fire(game, &view, from, king);
        }
        squares
    }

    /// The enemies of `us` that could attack the king where it stands, if only the squares between
    /// were as they need them.
    pub(crate) fn suspects(&self, game: &Game<N>, us: Color, king: Square) -> BitSet<N> {
        let them = (!us).index();
        let mut found = BitSet::EMPTY;
        for from in game.step_in[them][king.index()] & self.colors[them] {
            let movement = self.movement(game, from);
            let captures = movement.extra.as_ref().and_then(|e| e.capture_steps.as_ref());
            let steps = movement.steps[from.index()].contains(king)
                || captures.is_some_and(|steps| steps[from.index()].contains(king));
            found |= BitSet::of(from).only_if(steps);
        }
        for from in game.line_in[them][king.index()] & self.sliders[them] {
            let along = game.line_between(from, king).filter(|_| game.lines_are_distinct);
            let looks = along.is_none_or(|b| self.capture_lines(game, from) & b.family != 0);
            found |= BitSet::of(from).only_if(looks);
        }
        for from in self.exotic[them] {
            let extra = self.movement(game, from).extra.as_ref();
            let flies = |base: &Base| extra.is_some_and(|e| e.flies.all() & base.family != 0);
            let may = self.info(game, from).burnt_from.is_some()
                || game.exotic_in[them][king.index()].contains(from)
                || game.lines_between(from, king).iter().any(flies);
            found |= BitSet::of(from).only_if(may);
        }
        found
    }

    /// The only blocker between a slider and the king, or the only piece that a flyer cannot pass.
    fn sensitive_on_line(
        &self,
        game: &Game<N>,
        view: &View<N>,
        base: &Base,
        them: Color,
        king: Square,
    ) -> BitSet<N> {
        let back = game.behind(base, king);
        let far_end = |set: BitSet<N>| if base.up { set.last() } else { set.first() };
        let mut squares = BitSet::EMPTY;
        if base.captures[them.index()] != 0 && back.intersects(self.sliders[them.index()]) {
            let mut on_ray = back & view.blockers;
            if base.family.count_ones() > 1 {
                for from in on_ray & self.sliders[them.index()] {
                    squares |= self.sensitive_before(game, base, from, king, on_ray);
                }
            } else if let Some(first) = far_end(on_ray) {
                on_ray.remove(first);
                if far_end(on_ray)
                    .is_some_and(|s| self.capture_lines_from(game, view, s) & base.family != 0)
                {
                    squares.insert(first);
                }
            }
        }
        if base.flown[them.index()] {
            squares |= self.sensitive_to_flyers(game, view, base, back, them);
        }
        squares
    }

    /// What stands before a slider that may have limits, or skip squares.
    fn sensitive_before(
        &self,
        game: &Game<N>,
        base: &Base,
        from: Square,
        king: Square,
        on_ray: BitSet<N>,
    ) -> BitSet<N> {
        let between = on_ray & game.ahead(base, from);
        let lines = self.capture_lines(game, from) & base.family;
        let plain = 1 << base.line;
        let mut others = lines & !plain;
        while others != 0 {
            if game.ray(others.trailing_zeros() as usize, from).contains(king) {
                return between;
            }
            others &= others - 1;
        }
        between.only_if(lines & plain != 0 && between.is_single_or_empty())
    }

    fn capture_lines_from(&self, game: &Game<N>, view: &View<N>, from: Square) -> u64 {
        if view.own.contains(from) { self.capture_lines(game, from) } else { 0 }
    }

    fn sensitive_to_flyers(
        &self,
        game: &Game<N>,
        view: &View<N>,
        base: &Base,
        back: BitSet<N>,
        them: Color,
    ) -> BitSet<N> {
        let mut squares = BitSet::EMPTY;
        for from in back & self.exotic[them.index()] {
            let flies = self.movement(game, from).extra.as_ref().map_or(0, |e| e.flies.all());
            if flies & base.family == 0 {
                continue;
            }
            let rank = self.info(game, from).rank;
            let between = back & game.ahead(base, from) & view.blockers;
            let walls: BitSet<N> =
                between.iter().filter(|s| self.rank_at(game, *s) >= rank).collect();
            if walls.count() == 1 {
                squares |= walls;
            }
        }
        squares
    }

    fn rank_at(&self, game: &Game<N>, square: Square) -> u8 {
        self.at(square).map_or(u8::MAX, |piece| game.pieces[piece].rank)
    }

    /// What keeps a burner from ending a move beside the king.
    fn sensitive_to_fire(
        &self,
        game: &Game<N>,
        view: &View<N>,
        from: Square,
        king: Square,
    ) -> BitSet<N> {
        let Some(table) = &self.info(game, from).burnt_from else { return BitSet::EMPTY };
        if !game.variant.end.burn_is_check {
            return BitSet::EMPTY;
        }
        let movement = self.movement(game, from);
        let extra = movement.extra.as_ref();
        let lines = movement.lines.all()
            | extra.map_or(0, |e| e.capture_lines.all() | e.quiet_lines.all() | e.flies.all());
        let beside = table[king.index()];
        let flies = extra.is_some_and(|extra| !extra.flies.is_empty());
        // A piece on such a square may keep a burner out, or let one in that only goes by capturing. One
        // that moves and captures alike can be let in by nothing but the capture of a piece of its own.
        let alike = extra.is_none_or(|extra| extra.moves_as_it_captures(from));
        let mut squares = if alike { beside & view.own } else { beside };
        for base in game.bases.iter().filter(|b| b.family & lines != 0) {
            let ahead = game.ahead(base, from);
            for end in ahead & beside {
                let between = ahead & game.behind(base, end) & view.blockers;
                if between.is_single_or_empty() || lines & base.family != 1 << base.line || flies {
                    squares |= between;
                }
            }
        }
        if let Some(extra) = extra {
            if let Some(vias) = &extra.vias
                && (!alike || vias[from.index()].ends.intersects(beside))
            {
                squares |= vias[from.index()].middles;
            }
            if extra.walk_reach.as_ref().is_some_and(|r| r[from.index()].intersects(beside)) {
                return game.exists;
            }
        }
        squares
    }
}
