//! Sorting paths into tables: steps, lines, two leaps by a middle square, and the rest to walk.

use super::{CompileError, Geometry, LineKey, Lines, ascends};
use crate::bits::BitSet;
use crate::game::{DoubleStep, Extra, LineSet, Movement, PerSquare, Sources, Via, Vias};
use crate::piece::Piece;
use crate::variant::Variant;
use crate::{Color, PieceType, Square};
use komadai_movement::{Ends, Leg, LowerError, Path, PathKind, Ring, paths, pause};
use komadai_movement::{Terrain, reach_from_everywhere, walk};
use std::cell::Cell;
use std::collections::{HashMap, HashSet};

/// The most ways that one piece may have from one square; beyond it a movement is refused.
const MOST_WAYS: f64 = 20_000.0;
/// The most different sets of captures with which one piece may reach one square.
const MOST_WAYS_TO_ONE_SQUARE: usize = 255;

/// With so many bytes of tables for moves of two leaps further pieces walk: twice as many as the largest game
/// of the shelf has.
const MOST_VIA_BYTES: usize = 8 << 20;

/// The movements of all pieces; equal ones are shared.
pub(super) struct Compiled<const N: usize> {
    pub(super) movements: Vec<Movement<N>>,
    pub(super) ids: Vec<u16>,
    pub(super) virgin_ids: Vec<u16>,
}

/// What decides a movement: two pieces that agree here share tables.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Source {
    texts: Vec<Text>,
    flies: Option<String>,
    color: Color,
    /// Squares on which first-move paths count; `None` for everywhere.
    virgin: Vec<Square>,
    virgin_everywhere: bool,
    confine: Option<Vec<Square>>,
}

/// A movement text, from where to where it holds for the side, and what it hops over and captures.
type Text = (String, [Option<Vec<Square>>; 2], [Option<Vec<PieceType>>; 2]);

pub(super) fn compile_all<const N: usize>(
    variant: &Variant,
    geometry: &Geometry,
    lines: &mut Lines,
) -> Result<Compiled<N>, CompileError> {
    let mut compiled = Compiled { movements: Vec::new(), ids: Vec::new(), virgin_ids: Vec::new() };
    let mut known: HashMap<Source, u16> = HashMap::new();
    let creates_en_passant = variant.pieces.iter().any(|p| {
        p.moves.iter().any(|m| paths(m).is_ok_and(|paths| paths.iter().any(Path::takes_en_passant)))
    });
    let mut via_bytes = 0;
    let exists = |square: &Square| !variant.board.holes.contains(square);
    let board: Vec<Square> = variant.board.squares().filter(exists).collect();
    for (i, piece) in variant.pieces.iter().enumerate() {
        let paths = lower_piece(variant, i)?;
        let tracked = variant.tracks_unmoved(PieceType(i as u8));
        check_size(piece.id.as_str(), &paths, geometry)?;
        for color in Color::BOTH {
            let own = |path: &Path| path.of_side(color, &board);
            let paths: Vec<Path> = paths.iter().filter_map(own).collect();
            let first_paths = paths.iter().any(|p| p.first_only);
            for virgin_everywhere in [false, true] {
                let source = Source {
                    texts: piece.moves.iter().map(|m| text_of(m, color)).collect(),
                    flies: piece.flies.as_ref().map(|m| m.text.clone()),
                    color,
                    virgin: if first_paths && !tracked {
                        piece.starts[color.index()].clone()
                    } else {
                        Vec::new()
                    },
                    virgin_everywhere: virgin_everywhere && tracked && first_paths,
                    confine: piece.confine.as_ref().map(|c| c[color.index()].clone()),
                };
                let id = match known.get(&source) {
                    Some(id) => *id,
                    None => {
                        let id = compiled.movements.len() as u16;
                        let flies = match &piece.flies {
                            Some(m) => lower_movement(&piece.id, 0, m)?,
                            None => Vec::new(),
                        };
                        let has_room = via_bytes < MOST_VIA_BYTES;
                        let builder = Builder {
                            geometry,
                            lines,
                            source: &source,
                            creates_en_passant,
                            has_room,
                        };
                        let movement = builder.build(&paths, &flies);
                        via_bytes += movement.via_bytes();
                        compiled.movements.push(movement);
                        known.insert(source, id);
                        id
                    }
                };
                if virgin_everywhere {
                    compiled.virgin_ids.push(id);
                } else {
                    compiled.ids.push(id);
                }
            }
            let piece = Piece::new(color, PieceType(i as u8));
            debug_assert_eq!(compiled.ids.len(), piece.index() + 1);
        }
    }
    Ok(compiled)
}

fn text_of(movement: &crate::variant::Movement, color: Color) -> Text {
    let zone =
        |sides: &Option<[Vec<Square>; 2]>| sides.as_ref().map(|sides| sides[color.index()].clone());
    let types = [&movement.over, &movement.takes].map(Clone::clone);
    (movement.text.clone(), [&movement.from, &movement.to].map(zone), types)
}

fn lower_movement(
    id: &str,
    text: usize,
    movement: &crate::variant::Movement,
) -> Result<Vec<Path>, CompileError> {
    paths(movement).map_err(|error| CompileError::Movement { piece: id.to_owned(), text, error })
}

pub(crate) fn lower_piece(variant: &Variant, index: usize) -> Result<Vec<Path>, CompileError> {
    let piece = &variant.pieces[index];
    let mut paths = Vec::new();
    for (text, movement) in piece.moves.iter().enumerate() {
        for path in lower_movement(&piece.id, text, movement)? {
            if matches!(path.kind, PathKind::Castle(_)) && !path.first_only {
                let error = always_castling(movement);
                return Err(CompileError::Movement { piece: piece.id.clone(), text, error });
            }
            pause::point();
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
    }
    Ok(paths)
}

fn always_castling(movement: &crate::variant::Movement) -> LowerError {
    LowerError {
        message: "castling (O) needs `i`: only a king that has never moved castles".into(),
        span: 0..movement.text.len(),
    }
}

/// A board on which everything is possible that the squares allow, for counting ways and finding
/// reach.
pub(crate) struct Anywhere<'a> {
    geometry: &'a Geometry,
    /// Whether what was looked for has been found, so that a walk may end.
    pub(crate) found: Cell<bool>,
}

impl<'a> Anywhere<'a> {
    pub(crate) fn new(geometry: &'a Geometry) -> Self {
        Anywhere { geometry, found: Cell::new(false) }
    }
}

impl Terrain for Anywhere<'_> {
    fn size(&self) -> (u8, u8) {
        (self.geometry.files as u8, self.geometry.ranks as u8)
    }
    fn cell(&self, square: Square) -> komadai_movement::Cell {
        match (self.geometry.holes[square.index()], self.geometry.vanishing[square.index()]) {
            (true, _) => komadai_movement::Cell::Hole,
            (false, true) => komadai_movement::Cell::Someone,
            (false, false) => komadai_movement::Cell::Anything,
        }
    }
    fn en_passant(&self, _: Square) -> Option<Square> {
        None
    }
    fn is_virgin(&self, _: Square) -> bool {
        true
    }
    fn is_partner(&self, _: Square) -> bool {
        true
    }
    fn breaks_off(&self) -> bool {
        self.found.get()
    }
}

/// Refuses movements with so many ways that no list of moves could hold them.
fn check_size(id: &str, paths: &[Path], geometry: &Geometry) -> Result<(), CompileError> {
    let refuse = |reason: String| Err(CompileError::TooManyPaths { piece: id.to_owned(), reason });
    let longest = f64::from(geometry.files.max(geometry.ranks));
    let long = |p: &&Path| matches!(&p.kind, PathKind::Legs(legs) if legs.len() > 1);
    let total: f64 = paths.iter().filter(long).map(|p| p.ways(longest)).sum();
    if total > MOST_WAYS {
        return refuse(format!(
            "more than {MOST_WAYS} on an open board; use fewer legs or fewer directions"
        ));
    }
    // How many different sets of captures could lead to one square?
    let captures_on_the_way = |p: &&Path| match &p.kind {
        PathKind::Legs(legs) => {
            legs.len() > 2 && legs[..legs.len() - 1].iter().any(|l| l.ends.enemy || l.ends.friend)
        }
        _ => false,
    };
    let everywhere = |path: &Path| Path { region: None, ..path.clone() };
    let long: Vec<Path> = paths.iter().filter(captures_on_the_way).map(everywhere).collect();
    let middle = Square(((geometry.ranks / 2) * geometry.files + geometry.files / 2) as u8);
    let mut ends: HashMap<Square, HashSet<Vec<Square>>> = HashMap::new();
    walk(&Anywhere::new(geometry), &long, Color::First, middle, &mut |outcome| {
        let mut middles = outcome.middles.clone();
        middles.sort_unstable();
        ends.entry(outcome.to).or_default().insert(middles);
    });
    match ends.values().map(HashSet::len).max() {
        Some(most) if most > MOST_WAYS_TO_ONE_SQUARE => refuse(format!(
            "{most} different sets of captures could lead to one square, more than {MOST_WAYS_TO_ONE_SQUARE}"
        )),
        _ => Ok(()),
    }
}

struct Builder<'a> {
    geometry: &'a Geometry,
    lines: &'a mut Lines,
    source: &'a Source,
    creates_en_passant: bool,
    /// Whether there is room for tables of two leaps.
    has_room: bool,
}

/// Where a path goes in the tables.
enum Shape<'p> {
    /// One leap.
    Step(&'p Leg),
    /// One slide.
    Slide(&'p Leg),
    /// Two leaps.
    TwoLeaps(&'p Leg, &'p Leg),
    /// One leap with an empty square half-way.
    Lame(&'p Leg),
    Walk,
}

impl Builder<'_> {
    fn build<const N: usize>(mut self, paths: &[Path], flies: &[Path]) -> Movement<N> {
        let mut movement = Movement {
            steps: self.geometry.table(BitSet::EMPTY),
            lines: LineSet::default(),
            extra: None,
            sources: Sources::default(),
        };
        let mut extra = Extra::default();
        let (mut quiet, mut capture) =
            (self.geometry.table(BitSet::EMPTY), self.geometry.table(BitSet::EMPTY));
        for path in paths {
            pause::point();
            if path.first_only && !self.source.virgin_everywhere && self.source.virgin.is_empty() {
                continue;
            }
            // Castling of unmoved kings is generated from the rights that are left.
            if path.first_only
                && self.source.virgin_everywhere
                && matches!(path.kind, PathKind::Castle(_))
            {
                continue;
            }
            self.note_double_steps(path, &mut extra);
            match self.shape(path) {
                Shape::Step(leg) => self.add_step(path, leg, &mut quiet, &mut capture, &mut extra),
                Shape::Slide(leg) => self.add_slide(leg, &mut movement, &mut extra),
                Shape::Lame(leg) => self.add_lame(path, leg, &mut extra),
                Shape::TwoLeaps(a, b) => self.add_two_leaps(path, a, b, &mut extra),
                Shape::Walk => extra.walks.push(path.clone()),
            }
        }
        for path in flies {
            let PathKind::Legs(legs) = &path.kind else { continue };
            for vector in self.vectors(&legs[0]) {
                let number = self.lines.number(LineKey::plain(vector));
                add_line(&mut extra.flies, number, vector);
            }
        }
        self.confine(&mut quiet, &mut capture, &mut extra);
        self.split(&mut movement, &mut extra, &quiet, &capture);
        finish_vias(&mut extra);
        self.find_walk_reach(&mut extra);
        let some = extra.vias.is_some() || !extra.double_steps.is_empty();
        if some || !extra.has_only_vias() {
            movement.extra = Some(Box::new(extra));
        }
        movement
    }

    /// The board vectors of a first leg for the side that is built.
    fn vectors(&self, leg: &Leg) -> Vec<(i32, i32)> {
        let turned = if self.source.color == Color::Second { 4 } else { 0 };
        let directions = leg.turns.plain.rotate_left(turned);
        (0..8).filter(|d| directions >> d & 1 != 0).map(|d| leg.ring.vector(d)).collect()
    }

    fn applies(&self, path: &Path, square: Square) -> bool {
        let unmoved = !path.first_only
            || self.source.virgin_everywhere
            || self.source.virgin.contains(&square);
        unmoved && path.begins_on(self.source.color, square)
    }

    /// The squares from which a path leads. Each is a point at which work may pause.
    fn origins<'p>(&'p self, path: &'p Path) -> impl Iterator<Item = Square> + 'p {
        let squares = self.geometry.squares().inspect(|_| pause::point());
        squares.filter(|square| self.applies(path, *square))
    }

    fn ends_on(&self, path: &Path, square: Square) -> bool {
        path.ends_on(self.source.color, square)
    }

    fn shape<'p>(&self, path: &'p Path) -> Shape<'p> {
        let PathKind::Legs(legs) = &path.kind else { return Shape::Walk };
        let everywhere =
            path.region.is_none() && (!path.first_only || self.source.virgin_everywhere);
        if path.is_choosy() || (!everywhere && legs[0].max != 1) {
            return Shape::Walk;
        }
        match legs.as_slice() {
            [leg]
                if self.has_room
                    && leg.is_leap()
                    && leg.lame
                    && !leg.ends.en_passant
                    && self.half_way_is_solid() =>
            {
                Shape::Lame(leg)
            }
            [leg] if leg.is_leap() && !leg.lame => Shape::Step(leg),
            [leg] if leg.is_slide() && self.skips_solid_squares(leg) => Shape::Slide(leg),
            [a, b]
                if self.has_room
                    && a.is_leap()
                    && b.is_leap()
                    && !a.lame
                    && !b.lame
                    && plain_middle(&a.ends)
                    && plain_end(&b.ends) =>
            {
                Shape::TwoLeaps(a, b)
            }
            _ => Shape::Walk,
        }
    }

    /// Vanishing squares count as empty half-way and block a ski slide: walked, not tabled.
    fn half_way_is_solid(&self) -> bool {
        self.geometry.vanishing.iter().all(|v| !v) && self.geometry.holes.iter().all(|h| !h)
    }

    fn skips_solid_squares(&self, leg: &Leg) -> bool {
        if leg.skip == 0 {
            return true;
        }
        let beyond_vanishing = |square: Square, vector| {
            let first = self.geometry.offset(square, vector, false);
            first.is_some_and(|s| {
                self.geometry.vanishing[s.index()]
                    && self.geometry.offset(s, vector, false).is_some()
            })
        };
        leg.skip == 1
            && self.vectors(leg).into_iter().all(|v| {
                !self
                    .geometry
                    .squares()
                    .any(|s| !self.geometry.holes[s.index()] && beyond_vanishing(s, v))
            })
    }

    fn add_step<const N: usize>(
        &self,
        path: &Path,
        leg: &Leg,
        quiet: &mut PerSquare<BitSet<N>>,
        capture: &mut PerSquare<BitSet<N>>,
        extra: &mut Extra<N>,
    ) {
        for from in self.origins(path) {
            for vector in self.vectors(leg) {
                let Some(to) = self.geometry.offset(from, vector, leg.cylinder) else { continue };
                if to == from || !self.ends_on(path, to) {
                    continue;
                }
                if leg.ends.empty {
                    quiet[from.index()].insert(to);
                }
                if leg.ends.enemy {
                    capture[from.index()].insert(to);
                }
                if leg.ends.en_passant {
                    let table = extra
                        .en_passant_steps
                        .get_or_insert_with(|| self.geometry.table(BitSet::EMPTY));
                    table[from.index()].insert(to);
                }
            }
        }
    }

    fn add_slide<const N: usize>(
        &mut self,
        leg: &Leg,
        movement: &mut Movement<N>,
        extra: &mut Extra<N>,
    ) {
        for vector in self.vectors(leg) {
            let number = self.lines.number(LineKey { vector, max: leg.max, skip: leg.skip });
            let set = match (leg.ends.empty, leg.ends.enemy) {
                (true, true) => &mut movement.lines,
                (true, false) => &mut extra.quiet_lines,
                (false, true) => &mut extra.capture_lines,
                (false, false) => continue,
            };
            add_line(set, number, vector);
        }
    }

    fn add_lame<const N: usize>(&self, path: &Path, leg: &Leg, extra: &mut Extra<N>) {
        for from in self.origins(path) {
            for (dx, dy) in self.vectors(leg) {
                let to = self.geometry.offset(from, (dx, dy), leg.cylinder);
                let Some(to) = to.filter(|to| self.ends_on(path, *to)) else { continue };
                let Some(middle) = self.geometry.offset(from, (dx / 2, dy / 2), leg.cylinder)
                else {
                    continue;
                };
                let via = via_entry(&mut vias_at(self.geometry, extra, from).through, middle);
                if leg.ends.empty {
                    via.quiet.insert(to);
                }
                if leg.ends.enemy {
                    via.capture.insert(to);
                }
            }
        }
    }

    /// A straight move with `n` over squares between lets a pawn be taken in passing there: one that
    /// only moves, or that a piece may only begin with.
    fn note_double_steps<const N: usize>(&self, path: &Path, extra: &mut Extra<N>) {
        let PathKind::Legs(legs) = &path.kind else { return };
        let [leg] = legs.as_slice() else { return };
        let (pawnlike, Ring::Compass(length)) = (path.first_only || !leg.ends.enemy, leg.ring)
        else {
            return;
        };
        let plain = leg.is_plain() && leg.skip == 0 && leg.ends.empty;
        if !pawnlike || !leg.passes_by || !plain || !self.creates_en_passant {
            return;
        }
        for from in self.origins(path) {
            for (dx, dy) in self.vectors(leg) {
                self.note_steps_along(path, leg, from, (dx / length, dy / length), extra);
            }
        }
    }

    /// The double steps from a square in one direction.
    fn note_steps_along<const N: usize>(
        &self,
        path: &Path,
        leg: &Leg,
        from: Square,
        unit: (i32, i32),
        extra: &mut Extra<N>,
    ) {
        let Ring::Compass(length) = leg.ring else { return };
        let square = |n: i32| {
            self.geometry
                .offset(from, (unit.0 * n, unit.1 * n), leg.cylinder)
                .filter(|s| *s != from)
        };
        let steps =
            (1..=i32::from(leg.max)).map_while(|step| square(step * length).zip(Some(step)));
        let steps = steps.skip(usize::from(leg.min) - 1);
        for (to, step) in steps.filter(|(to, _)| self.ends_on(path, *to)) {
            let between = (1..step * length).filter_map(square);
            let over = between.filter(|s| !self.geometry.vanishing[s.index()]);
            let over: BitSet<N> = over.collect();
            // A step of several squares needs the one half-way to be empty, and where it pauses.
            let half = |n: i32| (n * length - length + length / 2, (n - 1) * length);
            let empty = (1..=step).flat_map(|n| [half(n).0, half(n).1]).filter(|n| *n > 0);
            let empty: BitSet<N> = empty.filter_map(square).collect();
            if !over.is_empty() {
                extra.double_steps.push(DoubleStep { from, empty, over, to });
            }
        }
    }

    fn add_two_leaps<const N: usize>(
        &self,
        path: &Path,
        first: &Leg,
        second: &Leg,
        extra: &mut Extra<N>,
    ) {
        let turned = if self.source.color == Color::Second { 4 } else { 0 };
        let directions = first.turns.plain.rotate_left(turned);
        for from in self.origins(path) {
            for d in (0..8).filter(|d| directions >> d & 1 != 0) {
                let Some(middle) = self.geometry.offset(from, first.ring.vector(d), first.cylinder)
                else {
                    continue;
                };
                let later = second.directions_after(first.ring, d, 0);
                for e in (0..8).filter(|e| later >> e & 1 != 0) {
                    let to = self.geometry.offset(middle, second.ring.vector(e), second.cylinder);
                    if let Some(to) = to.filter(|to| self.ends_on(path, *to)) {
                        add_via(
                            vias_at(self.geometry, extra, from),
                            (from, middle, to),
                            &first.ends,
                            &second.ends,
                        );
                    }
                }
            }
        }
    }

    /// A piece that may only stand on some squares has no other destinations.
    fn confine<const N: usize>(
        &self,
        quiet: &mut PerSquare<BitSet<N>>,
        capture: &mut PerSquare<BitSet<N>>,
        extra: &mut Extra<N>,
    ) {
        let Some(squares) = &self.source.confine else { return };
        let allowed: BitSet<N> = squares.iter().copied().collect();
        let cut =
            |table: &mut PerSquare<BitSet<N>>| table.iter_mut().for_each(|set| *set &= allowed);
        cut(quiet);
        cut(capture);
        if let Some(table) = &mut extra.en_passant_steps {
            cut(table);
        }
        for via in
            extra.vias.iter_mut().flatten().flat_map(|v| v.through.iter_mut().chain(&mut v.hit))
        {
            via.quiet &= allowed;
            via.capture &= allowed;
        }
    }

    /// Steps that both move and capture go into the plain table, the rest into the extras.
    fn split<const N: usize>(
        &self,
        movement: &mut Movement<N>,
        extra: &mut Extra<N>,
        quiet: &PerSquare<BitSet<N>>,
        capture: &PerSquare<BitSet<N>>,
    ) {
        let (mut quiet_only, mut capture_only) =
            (self.geometry.table(BitSet::EMPTY), self.geometry.table(BitSet::EMPTY));
        let mut split = [false; 2];
        for i in 0..quiet.len() {
            let both = quiet[i] & capture[i];
            movement.steps[i] = both;
            quiet_only[i] = quiet[i].without(both);
            capture_only[i] = capture[i].without(both);
            split[0] |= !quiet_only[i].is_empty();
            split[1] |= !capture_only[i].is_empty();
        }
        extra.quiet_steps = split[0].then_some(quiet_only);
        extra.capture_steps = split[1].then_some(capture_only);
    }

    fn find_walk_reach<const N: usize>(&self, extra: &mut Extra<N>) {
        if extra.walks.is_empty() {
            return;
        }
        let anywhere = Anywhere::new(self.geometry);
        let reached = reach_from_everywhere(&anywhere, &extra.walks, self.source.color);
        extra.walk_reach = Some(reached.into_iter().map(|to| to.into_iter().collect()).collect());
    }
}

fn plain_middle(ends: &Ends) -> bool {
    !(ends.en_passant || ends.platform || ends.platform_swap || ends.empty_swap)
}

fn plain_end(ends: &Ends) -> bool {
    !ends.en_passant
}

fn add_line(set: &mut LineSet, number: usize, vector: (i32, i32)) {
    if number < 64 {
        if ascends(vector) {
            set.up |= 1 << number;
        } else {
            set.down |= 1 << number;
        }
    }
}

fn vias_at<'e, const N: usize>(
    geometry: &Geometry,
    extra: &'e mut Extra<N>,
    from: Square,
) -> &'e mut Vias<N> {
    let count = geometry.squares().count();
    let all = extra.vias.get_or_insert_with(|| vec![Vias::default(); count]);
    &mut all[from.index()]
}

fn via_entry<const N: usize>(list: &mut Vec<Via<N>>, square: Square) -> &mut Via<N> {
    let at = list.iter().position(|v| v.square == square).unwrap_or_else(|| {
        list.push(Via { square, quiet: BitSet::EMPTY, capture: BitSet::EMPTY });
        list.len() - 1
    });
    &mut list[at]
}

fn add_via<const N: usize>(
    vias: &mut Vias<N>,
    (from, middle, to): (Square, Square, Square),
    first: &Ends,
    second: &Ends,
) {
    let back = to == from;
    if back && second.empty && first.empty {
        vias.pass.insert(middle);
    }
    if back && second.empty && first.enemy {
        vias.shoot.insert(middle);
    }
    if back {
        return;
    }
    for (list, goes) in [(&mut vias.through, first.empty), (&mut vias.hit, first.enemy)] {
        if goes {
            let via = via_entry(list, middle);
            if second.empty {
                via.quiet.insert(to);
            }
            if second.enemy {
                via.capture.insert(to);
            }
        }
    }
}

/// Orders the entries by square (so that the canonical spelling comes first) and sums them up.
fn finish_vias<const N: usize>(extra: &mut Extra<N>) {
    let by_square = extra.vias.iter_mut().flatten().enumerate();
    for (from, vias) in by_square {
        pause::point();
        vias.through.sort_by_key(|v| v.square);
        vias.hit.sort_by_key(|v| v.square);
        vias.hit_squares = vias.hit.iter().map(|v| v.square).collect();
        vias.middles = vias.through.iter().map(|v| v.square).collect::<BitSet<N>>()
            | vias.hit_squares
            | vias.pass
            | vias.shoot;
        let all = || vias.through.iter().chain(&vias.hit);
        let captures = all().fold(BitSet::EMPTY, |set, v| set | v.capture);
        vias.reach = captures | vias.hit_squares | vias.shoot;
        let in_place = BitSet::of(Square(from as u8)).only_if(!(vias.pass | vias.shoot).is_empty());
        vias.ends = all().fold(captures | in_place, |set, v| set | v.quiet);
    }
}

#[cfg(test)]
mod tests {
    use super::Anywhere;
    use crate::compile::Geometry;
    use crate::variant::load_builtin;
    use crate::{Color, Square};
    use komadai_movement::{Ring, lower, reach, reach_from_everywhere};

    /// From everywhere at once it is the same as from each square, except that the origin may hold a
    /// piece.
    #[test]
    fn reach_from_everywhere_is_that_from_each_square() {
        let minjiku = load_builtin("minjiku", &[]).expect("it loads").variant;
        let geometry = Geometry::new(&minjiku);
        for text in [
            "KNADcaKmcabK",
            "RmasR",
            "caibR",
            "QcaibQ(paf)3cQ",
            "FyafsF",
            "gafQ",
            "NaqN",
            "zB",
            "mWazN",
            "oRafsW",
            "jjRaB",
            "[F?fsR]",
            "(caf)3mF",
            "pafibQ",
            "isO2K",
            "mU",
        ] {
            let tree = komadai_betza::parse(text).expect("a movement").descriptor;
            let paths = lower(&tree).expect("paths");
            for color in Color::BOTH {
                let anywhere = Anywhere::new(&geometry);
                let all = reach_from_everywhere(&anywhere, &paths, color);
                for (from, found) in all.into_iter().enumerate() {
                    let from = Square(from as u8);
                    if geometry.holes[from.index()] {
                        continue;
                    }
                    let one = reach(&anywhere, &paths, color, from);
                    let all_but_origin = |s: &Square| *s != from;
                    let mut one: Vec<Square> = one.ends.union(&one.middles).copied().collect();
                    assert!(one.iter().all(|s| found.contains(s)), "{text} from {from:?}");
                    one.retain(all_but_origin);
                    let more = found.iter().filter(|s| all_but_origin(s) && !one.contains(s));
                    // Only by way of a piece on the origin could it come to more.
                    assert!(more.count() == 0 || text.contains(['p', 'c', 'j']), "{text} {from:?}");
                }
            }
        }
    }

    #[test]
    fn rings_turn_clockwise() {
        assert_eq!(Ring::Compass(2).vector(1), (2, 2));
        assert_eq!(Ring::Oblique(2, 1).vector(4), (-1, -2));
    }
}
