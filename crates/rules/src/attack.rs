//! Attacks: what a side could take, on a board that may differ from the real one by one move.

use crate::bits::BitSet;
use crate::board::Board;
use crate::game::{Base, Extra, Game, LineSet, PieceInfo};
use crate::interrupt;
use crate::piece::Piece;
use crate::{Color, PieceType, Square};
use komadai_movement::Path;
use komadai_movement::{Cell, Terrain, Walk, walk};

/// Where everybody stands, as one side sees it. Pieces of the moving side are where the mailbox
/// says; those of the other side may have moved since.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<const N: usize> {
    pub(crate) own: BitSet<N>,
    pub(crate) enemy: BitSet<N>,
    /// Those of `own` that are asked whether they attack.
    pub(crate) suspects: BitSet<N>,
    /// Everything that stops a slide: pieces, and vanishing squares that are not there.
    pub(crate) blockers: BitSet<N>,
    /// A piece of the other side that is not where the mailbox says, and its square.
    pub(crate) moved: Option<(Square, Piece)>,
}

/// All that one piece can do in one view.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reached<const N: usize> {
    pub(crate) quiet: BitSet<N>,
    pub(crate) capture: BitSet<N>,
    /// Victims of shots in place.
    pub(crate) shots: BitSet<N>,
    /// The smallest empty square by which it can pass in place.
    pub(crate) pass: Option<Square>,
    /// Victim on the way, and where the piece may go on to.
    pub(crate) hits: Vec<(Square, BitSet<N>)>,
    /// Castlings and effects that nothing simpler says.
    pub(crate) paths: Vec<Walk>,
    /// Destinations of en passant captures that were walked to.
    pub(crate) en_passant: BitSet<N>,
}

impl<const N: usize> View<N> {
    /// The board as it is, seen by `side`.
    #[inline]
    pub(crate) fn of(board: &Board<N>, game: &Game<N>, side: Color) -> Self {
        View::new(game, board.colors[side.index()], board.colors[(!side).index()])
    }

    /// What stands on an occupied square.
    #[inline]
    pub(crate) fn piece_at(&self, board: &Board<N>, square: Square) -> Option<Piece> {
        match self.moved {
            Some((s, piece)) if s == square => Some(piece),
            _ => board.at(square),
        }
    }

    #[inline]
    pub(crate) fn new(game: &Game<N>, own: BitSet<N>, enemy: BitSet<N>) -> Self {
        View { own, enemy, suspects: own, blockers: own | enemy | game.vanishing, moved: None }
    }
}

/// The board of a view, for walking.
struct ViewTerrain<'a, const N: usize> {
    board: &'a Board<N>,
    game: &'a Game<N>,
    view: &'a View<N>,
    side: Color,
}

impl<const N: usize> Terrain for ViewTerrain<'_, N> {
    fn size(&self) -> (u8, u8) {
        (self.game.variant.board.files, self.game.variant.board.ranks)
    }

    fn cell(&self, square: Square) -> Cell {
        if self.view.own.contains(square) {
            Cell::Friend
        } else if self.view.enemy.contains(square) {
            let piece = self.view.piece_at(self.board, square);
            Cell::Enemy { royal: piece.is_some_and(|p| self.game.pieces[p].traits.royal) }
        } else if self.game.vanishing.contains(square) || !self.game.exists.contains(square) {
            Cell::Hole
        } else {
            Cell::Empty
        }
    }

    fn piece_type(&self, square: Square) -> Option<PieceType> {
        self.view.piece_at(self.board, square).map(Piece::piece_type)
    }

    fn en_passant(&self, target: Square) -> Option<Square> {
        self.board.en_passant_victim(self.side, target)
    }

    fn is_virgin(&self, square: Square) -> bool {
        self.board.is_virgin(self.game, square)
    }

    fn castling_home(&self, king: Square) -> Option<Square> {
        self.board.castling_home(self.game, king)
    }

    fn is_partner(&self, square: Square) -> bool {
        self.board.is_partner(self.game, square)
    }

    fn may_stand(&self, piece: Square, at: Square) -> bool {
        let piece = self.view.piece_at(self.board, piece);
        piece.is_none_or(|piece| self.game.pieces[piece].allowed.contains(at))
    }

    fn vanishes(&self, square: Square) -> bool {
        self.game.vanishing.contains(square)
    }

    fn breaks_off(&self) -> bool {
        self.board.interrupt.after(interrupt::LEG)
    }
}

/// The empty squares to which some movement leads a side's piece from a square.
pub(crate) fn walked_to<const N: usize>(
    board: &Board<N>,
    game: &Game<N>,
    paths: &[Path],
    side: Color,
    from: Square,
) -> BitSet<N> {
    let view = View::of(board, game, side);
    let terrain = ViewTerrain { board, game, view: &view, side };
    let mut ends = BitSet::EMPTY;
    walk(&terrain, paths, side, from, &mut |outcome| ends.insert(outcome.to));
    ends.without(view.blockers)
}

impl<const N: usize> Board<N> {
    /// Everything that the piece on `from` can do in a view (drops and promotions aside).
    pub(crate) fn reached(
        &self,
        game: &Game<N>,
        view: &View<N>,
        from: Square,
        out: &mut Reached<N>,
    ) {
        let movement = self.movement(game, from);
        let reached =
            movement.steps[from.index()] | game.slides(movement.lines, from, view.blockers);
        out.quiet = reached.without(view.blockers);
        out.capture = reached & view.enemy;
        if let Some(extra) = &movement.extra {
            self.reached_by_extra(game, view, from, extra, out);
        }
        let allowed = self.info(game, from).allowed;
        out.quiet &= allowed;
        out.capture &= allowed;
    }

    /// The part of a movement that is neither plain steps nor plain lines.
    pub(crate) fn reached_by_extra(
        &self,
        game: &Game<N>,
        view: &View<N>,
        from: Square,
        extra: &Extra<N>,
        out: &mut Reached<N>,
    ) {
        if let Some(steps) = &extra.quiet_steps {
            out.quiet |= steps[from.index()].without(view.blockers);
        }
        if let Some(steps) = &extra.capture_steps {
            out.capture |= steps[from.index()] & view.enemy;
        }
        if !extra.quiet_lines.is_empty() {
            out.quiet |= game.slides(extra.quiet_lines, from, view.blockers).without(view.blockers);
        }
        if !extra.capture_lines.is_empty() {
            out.capture |= game.slides(extra.capture_lines, from, view.blockers) & view.enemy;
        }
        if !extra.flies.is_empty() {
            out.capture |= self.flown(game, view, from, extra.flies);
        }
        if let Some(vias) = &extra.vias {
            self.reached_by_vias(view, from, &vias[from.index()], out);
        }
        if !extra.walks.is_empty() {
            self.reached_by_walks(game, view, from, &extra.walks, out);
        }
    }

    fn reached_by_vias(
        &self,
        view: &View<N>,
        from: Square,
        vias: &crate::game::Vias<N>,
        out: &mut Reached<N>,
    ) {
        let (mut quiet, mut capture) = (BitSet::EMPTY, BitSet::EMPTY);
        for via in &vias.through {
            let open = !view.blockers.contains(via.square);
            quiet |= via.quiet.only_if(open);
            capture |= via.capture.only_if(open);
        }
        out.quiet |= quiet.without(view.blockers);
        out.capture |= capture & view.enemy;
        out.shots |= vias.shoot & view.enemy;
        let pass = vias.pass.without(view.blockers).first();
        out.pass = earliest(out.pass, pass);
        if vias.hit_squares.intersects(view.enemy) {
            for via in vias.hit.iter().filter(|v| view.enemy.contains(v.square)) {
                let on = via.quiet.without(view.blockers) | (via.capture & view.enemy);
                let on = on.without(BitSet::of(via.square) | BitSet::of(from));
                if !on.is_empty() {
                    out.hits.push((via.square, on));
                }
            }
        }
    }

    fn reached_by_walks(
        &self,
        game: &Game<N>,
        view: &View<N>,
        from: Square,
        walks: &[Path],
        out: &mut Reached<N>,
    ) {
        let side = self.occupant(from).color();
        let allowed = self.info(game, from).allowed;
        let terrain = ViewTerrain { board: self, game, view, side };
        walk(&terrain, walks, side, from, &mut |outcome| {
            if allowed.contains(outcome.to) {
                sort_outcome(outcome, from, view, out);
            }
        });
        out.paths.sort_by_key(|o| o.to);
    }

    /// Captures over pieces of lower rank.
    fn flown(&self, game: &Game<N>, view: &View<N>, from: Square, lines: LineSet) -> BitSet<N> {
        let rank = self.info(game, from).rank;
        let mut captures = BitSet::EMPTY;
        let mut rest = lines.all();
        while rest != 0 {
            let line = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let base = &game.bases[game.lines[line].base];
            let mut on_ray = game.ray(line, from) & view.blockers;
            while let Some(square) = game.nearest(base, on_ray) {
                on_ray.remove(square);
                if view.enemy.contains(square) {
                    captures.insert(square);
                }
                if self.rank_in(game, view, square) >= rank {
                    break;
                }
            }
        }
        captures
    }

    /// The rank of what stands on a blocker; a square that is not there cannot be passed.
    #[inline]
    fn rank_in(&self, game: &Game<N>, view: &View<N>, square: Square) -> u8 {
        let there = view.own.contains(square) || view.enemy.contains(square);
        match view.piece_at(self, square) {
            Some(piece) if there => game.pieces[piece].rank,
            _ => u8::MAX,
        }
    }

    /// Whether `view.suspects` (pieces of `by`) could take what stands on `target`, which belongs to
    /// the other side.
    pub(crate) fn attacks(
        &self,
        game: &Game<N>,
        view: &View<N>,
        by: Color,
        target: Square,
    ) -> bool {
        let by_index = by.index();
        // Candidates are few and hard to predict: all are looked at, without early exits.
        let mut attacked = false;
        for from in game.step_in[by_index][target.index()] & view.suspects {
            let movement = self.movement(game, from);
            attacked |= movement.steps[from.index()].contains(target);
            if let Some(Extra { capture_steps: Some(steps), .. }) = movement.extra.as_deref() {
                attacked |= steps[from.index()].contains(target);
            }
        }
        for from in game.line_in[by_index][target.index()] & self.sliders[by_index] & view.suspects
        {
            attacked |= self.slides_onto(game, view, from, target);
        }
        if attacked {
            return true;
        }
        let exotic = self.exotic[by_index] & view.suspects;
        !exotic.is_empty() && self.attacks_exotically(game, view, by, exotic, target)
    }

    /// The pieces among `view.own` (those of `by`) that could take what stands on `target`, which
    /// belongs to the other side; fire aside.
    pub(crate) fn attackers(
        &self,
        game: &Game<N>,
        view: &View<N>,
        by: Color,
        target: Square,
    ) -> BitSet<N> {
        let by_index = by.index();
        let mut attackers = BitSet::EMPTY;
        for from in game.step_in[by_index][target.index()] & view.own {
            let movement = self.movement(game, from);
            let extra = movement.extra.as_ref().and_then(|e| e.capture_steps.as_ref());
            let steps = movement.steps[from.index()].contains(target)
                || extra.is_some_and(|steps| steps[from.index()].contains(target));
            attackers |= BitSet::of(from).only_if(steps);
        }
        for from in game.line_in[by_index][target.index()] & self.sliders[by_index] & view.own {
            attackers |= BitSet::of(from).only_if(self.slides_onto(game, view, from, target));
        }
        for from in (self.exotic[by_index] & view.own).without(attackers) {
            let takes = self.flies_onto(game, view, by, from, target)
                || (game.exotic_in[by_index][target.index()].contains(from)
                    && self.takes_by_extra(game, view, by, from, target));
            attackers |= BitSet::of(from).only_if(takes);
        }
        attackers
    }

    /// Whether the slider on `from` reaches the target.
    #[inline]
    pub(crate) fn slides_onto(
        &self,
        game: &Game<N>,
        view: &View<N>,
        from: Square,
        target: Square,
    ) -> bool {
        let lines = self.capture_lines(game, from);
        if game.has_confined && !self.info(game, from).allowed.contains(target) {
            return false;
        }
        if !game.lines_are_distinct {
            let along =
                |b: &Base| self.slide_contains(game, view, lines & b.family, b.up, from, target);
            return game.bases.iter().any(along);
        }
        let Some(base) = game.line_between(from, target) else { return false };
        let lines = lines & base.family;
        if base.family.count_ones() > 1 {
            return self.slide_contains(game, view, lines, base.up, from, target);
        }
        (lines != 0)
            & !(game.ahead(base, from) & game.behind(base, target)).intersects(view.blockers)
    }

    fn slide_contains(
        &self,
        game: &Game<N>,
        view: &View<N>,
        lines: u64,
        up: bool,
        from: Square,
        target: Square,
    ) -> bool {
        let set = if up { LineSet { up: lines, down: 0 } } else { LineSet { up: 0, down: lines } };
        game.slides(set, from, view.blockers).contains(target)
    }

    /// The lines along which the piece on a square captures.
    #[inline]
    pub(crate) fn capture_lines(&self, game: &Game<N>, from: Square) -> u64 {
        let movement = self.movement(game, from);
        movement.lines.all() | movement.extra.as_ref().map_or(0, |e| e.capture_lines.all())
    }

    fn attacks_exotically(
        &self,
        game: &Game<N>,
        view: &View<N>,
        by: Color,
        exotic: BitSet<N>,
        target: Square,
    ) -> bool {
        let near = game.exotic_in[by.index()][target.index()];
        let burns = game.variant.end.burn_is_check;
        exotic.iter().any(|from| {
            self.flies_onto(game, view, by, from, target)
                || (near.contains(from) && self.takes_by_extra(game, view, by, from, target))
                || (burns && self.burns_onto(game, view, from, target))
        })
    }

    /// Whether the piece on `from` reaches the target by flying: everything between ranks lower.
    fn flies_onto(
        &self,
        game: &Game<N>,
        view: &View<N>,
        by: Color,
        from: Square,
        target: Square,
    ) -> bool {
        let flies = self.movement(game, from).extra.as_ref().map_or(0, |extra| extra.flies.all());
        if flies == 0 || !self.info(game, from).allowed.contains(target) {
            return false;
        }
        let over_all = |base: &Base| {
            let rank = self.rank_in(game, view, from);
            let ahead = game.ahead(base, from);
            let mut between = (ahead & game.behind(base, target) & view.blockers).iter();
            ahead.contains(target) && between.all(|s| self.rank_in(game, view, s) < rank)
        };
        let bases = game.lines_between(from, target).iter();
        bases.filter(|b| b.flown[by.index()] && flies & b.family != 0).any(over_all)
    }

    /// Whether the piece on `from` takes the target by two leaps or by walking.
    fn takes_by_extra(
        &self,
        game: &Game<N>,
        view: &View<N>,
        by: Color,
        from: Square,
        target: Square,
    ) -> bool {
        if self.interrupt.after(interrupt::PIECE) {
            return false;
        }
        let Some(extra) = &self.movement(game, from).extra else { return false };
        if let Some(vias) = &extra.vias {
            let vias = &vias[from.index()];
            let ends = |via: &crate::game::Via<N>| {
                via.quiet.without(view.blockers) | (via.capture & view.enemy)
            };
            let through = vias.through.iter();
            let hit = vias.hit.iter().filter(|v| view.enemy.contains(v.square));
            if vias.shoot.contains(target)
                || through
                    .filter(|v| !view.blockers.contains(v.square))
                    .any(|v| v.capture.contains(target))
                || hit.clone().any(|v| v.square != target && v.capture.contains(target))
                || hit
                    .clone()
                    .any(|v| v.square == target && !ends(v).without(BitSet::of(target)).is_empty())
            {
                return true;
            }
        }
        if extra.walk_reach.as_ref().is_some_and(|r| r[from.index()].contains(target)) {
            let mut found = false;
            let allowed = self.info(game, from).allowed;
            let terrain = ViewTerrain { board: self, game, view, side: by };
            walk(&terrain, &extra.walks, by, from, &mut |outcome| {
                found |= outcome.captures.contains(&target) && allowed.contains(outcome.to);
            });
            return found;
        }
        false
    }

    /// Whether the piece on `from` is a burner that could end a move beside the target.
    fn burns_onto(&self, game: &Game<N>, view: &View<N>, from: Square, target: Square) -> bool {
        if game.fire_depends {
            return self.could_burn(game, view, from, target);
        }
        let Some(table) = &self.info(game, from).burnt_from else { return false };
        let beside = table[target.index()];
        let movement = self.movement(game, from);
        let plain = movement.steps[from.index()] | game.slides(movement.lines, from, view.blockers);
        let open = (!view.blockers | view.enemy) & self.info(game, from).allowed;
        if (plain & open).intersects(beside) {
            return true;
        }
        let Some(extra) = &movement.extra else { return false };
        if let (Some(vias), true) = (&extra.vias, extra.has_only_vias())
            && !vias[from.index()].ends.intersects(beside)
        {
            return false;
        }
        let mut reached = Reached::default();
        self.reached(game, view, from, &mut reached);
        let ends = reached.quiet | reached.capture;
        let in_place = reached.pass.is_some() || !reached.shots.is_empty();
        ends.intersects(beside)
            || reached.hits.iter().any(|(_, on)| on.intersects(beside))
            || reached.paths.iter().any(|o| beside.contains(o.to))
            || (in_place && beside.contains(from))
    }

    /// Where the piece on a square takes a pawn in passing now, and the pawn; `walked` are the squares
    /// for that it walks to.
    pub(crate) fn passing_captures(
        &self,
        game: &Game<N>,
        from: Square,
        walked: BitSet<N>,
    ) -> impl Iterator<Item = (Square, Square)> + use<N> {
        let by = self.occupant(from).color();
        let passed = self.state.en_passant().filter(|_| self.state.side == by);
        let extra = self.movement(game, from).extra.as_ref();
        let steps = extra.and_then(|e| e.en_passant_steps.as_ref()).map(|s| s[from.index()]);
        let reached = walked | steps.unwrap_or(BitSet::EMPTY);
        passed.into_iter().flat_map(move |p| (p.over & reached).iter().map(move |to| (to, p.pawn)))
    }

    /// The squares on which the mere presence of a side's pieces burns.
    pub(crate) fn passive_fire(&self, game: &Game<N>, side: Color) -> BitSet<N> {
        let mut fire = BitSet::EMPTY;
        for from in self.exotic[side.index()] {
            let info: &PieceInfo<N> = self.info(game, from);
            if let (true, Some(table)) = (info.burns_always, &info.burns) {
                fire |= table[from.index()];
            }
        }
        fire
    }
}

fn earliest(a: Option<Square>, b: Option<Square>) -> Option<Square> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// Puts a walked outcome where outcomes of its sort are kept.
fn sort_outcome<const N: usize>(
    outcome: &Walk,
    from: Square,
    view: &View<N>,
    out: &mut Reached<N>,
) {
    let to = outcome.to;
    let simple = outcome.relocates.is_empty()
        && outcome.partner.is_none()
        && outcome.captures.iter().all(|s| view.enemy.contains(*s));
    let on_the_way = outcome.captures.iter().copied().find(|s| *s != to);
    match outcome.captures.as_slice() {
        [] if simple && to == from => {
            out.pass = earliest(out.pass, Some(outcome.middles.first().copied().unwrap_or(from)));
        }
        [] if simple => out.quiet.insert(to),
        [_] if simple && outcome.en_passant.is_some() && outcome.middles.is_empty() => {
            out.en_passant.insert(to)
        }
        [victim] if simple && to == from && outcome.en_passant.is_none() => {
            out.shots.insert(*victim)
        }
        // Who takes in passing and goes on to where the pawn stood has taken in passing all the same.
        [victim] if simple && *victim == to && outcome.en_passant.is_none() => {
            out.capture.insert(to)
        }
        [_] | [_, _] if simple && outcome.en_passant.is_none() && to != from => {
            match (on_the_way, outcome.captures.len() == 2 && !outcome.captures.contains(&to)) {
                (Some(via), false) => add_hit(&mut out.hits, via, to),
                _ => add_path(&mut out.paths, outcome),
            }
        }
        _ => add_path(&mut out.paths, outcome),
    }
}

fn add_hit<const N: usize>(hits: &mut Vec<(Square, BitSet<N>)>, via: Square, to: Square) {
    match hits.iter_mut().find(|(v, _)| *v == via) {
        Some((_, on)) => on.insert(to),
        None => hits.push((via, BitSet::of(to))),
    }
}

fn add_path(paths: &mut Vec<Walk>, outcome: &Walk) {
    let same = |o: &Walk| {
        o.to == outcome.to
            && o.captures == outcome.captures
            && o.relocates == outcome.relocates
            && o.partner == outcome.partner
    };
    match paths.iter_mut().find(|path| same(path)) {
        Some(path) => path.en_passant = path.en_passant.or(outcome.en_passant),
        None => paths.push(outcome.clone()),
    }
}
