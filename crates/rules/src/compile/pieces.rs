//! What the compiler writes down for every type of either side.

use super::Geometry;
use crate::bits::BitSet;
use crate::game::{
    CastleRight, Game, Hot, LineSet, Movement, PerSquare, PieceInfo, PromotionInfo, Push, Shifter,
    Traits,
};
use crate::piece::{PerPiece, Piece};
use crate::variant::{self, BurnWhen, Explosion, LimitPlace, PieceData, Variant};
use crate::{Color, PieceType, Square};
use komadai_movement::walk;
use komadai_movement::{CastleWay, PathKind, paths, pause};

use super::movement::{Anywhere, lower_piece};

pub(super) fn describe<const N: usize>(
    game: &mut Game<N>,
    geometry: &Geometry,
    ids: &[u16],
    virgin_ids: &[u16],
) {
    let types = game.variant.pieces.len();
    game.pieces = PerPiece::of(types, |piece| {
        let movements = (ids[piece.index()], virgin_ids[piece.index()]);
        describe_piece(game, geometry, piece, movements)
    });
    game.share_traits();
    game.has_unmoved = game.pieces.values().any(|p| p.tracked);
    game.limits_promotion = game.pieces.values().any(|p| p.most_by_promotion.is_some());
    game.has_exotic = game.pieces.values().any(|p| p.traits.exotic);
    for (piece, info) in game.pieces.iter() {
        game.hot[piece.index()] = Hot {
            movement: info.movement,
            virgin_movement: info.virgin_movement,
            traits: info.traits,
        };
    }
    for piece in Piece::all(types) {
        if let Some(shifter) = shifter(game, piece) {
            game.shifters[piece.color().index()].push(shifter);
        }
    }
    for color in Color::BOTH {
        game.castle_rights[color.index()] = castle_rights(&game.variant, geometry, color);
    }
    for piece in Piece::all(types) {
        game.pieces[piece].promotion = promotion_info(game, piece);
    }
}

/// The most pushes of a type that is worth moving all at once.
const MOST_PUSHES: usize = 4;

/// A type of few steps and many pieces as a [`Shifter`]; `None` for all others.
fn shifter<const N: usize>(game: &Game<N>, piece: Piece) -> Option<Shifter<N>> {
    let info = &game.pieces[piece];
    let data = &game.variant.pieces[piece.piece_type().index()];
    let movement = &game.movements[usize::from(info.movement)];
    let count = data.at[piece.color().index()].len();
    let confined = data.promotes.iter().any(|t| {
        let becomes = &game.pieces[Piece::new(piece.color(), *t)];
        game.variant.pieces[t.index()].confine.is_some() || becomes.most_by_promotion.is_some()
    });
    let special = info.tracked
        || game.borrows(piece.piece_type())
        || info.allowed != game.exists
        || info.traits.royal
        || info.burns.is_some()
        || confined;
    if special || !movement.lines.is_empty() || count < 4 {
        return None;
    }
    let mut pushes = Vec::new();
    for from in game.exists {
        pause::point();
        collect_pushes(movement, from, &mut pushes)?;
    }
    (pushes.len() <= MOST_PUSHES && pushes.len() * 2 <= count).then_some(Shifter { piece, pushes })
}

/// Adds the steps from one square; `None` if there is anything but steps.
fn collect_pushes<const N: usize>(
    movement: &Movement<N>,
    from: Square,
    pushes: &mut Vec<Push<N>>,
) -> Option<()> {
    let i = from.index();
    add_pushes(pushes, from, movement.steps[i], (true, true), None)?;
    let Some(extra) = &movement.extra else { return Some(()) };
    let lines = [extra.quiet_lines, extra.capture_lines, extra.flies];
    if !extra.walks.is_empty() || lines.iter().any(|l| !l.is_empty()) {
        return None;
    }
    if let Some(steps) = &extra.quiet_steps {
        add_pushes(pushes, from, steps[i], (true, false), None)?;
    }
    if let Some(steps) = &extra.capture_steps {
        add_pushes(pushes, from, steps[i], (false, true), None)?;
    }
    if let Some(vias) = &extra.vias {
        let vias = &vias[i];
        if !vias.hit.is_empty() || !(vias.pass | vias.shoot).is_empty() {
            return None;
        }
        for via in &vias.through {
            if !via.capture.is_empty() {
                return None;
            }
            add_pushes(pushes, from, via.quiet, (true, false), Some(via.square))?;
        }
    }
    Some(())
}

fn add_pushes<const N: usize>(
    pushes: &mut Vec<Push<N>>,
    from: Square,
    to: BitSet<N>,
    (quiet, capture): (bool, bool),
    over: Option<Square>,
) -> Option<()> {
    let offset = |to: Square| {
        let shift = i16::from(to.0) - i16::from(from.0);
        i8::try_from(shift).ok().filter(|s| s.unsigned_abs() < 64)
    };
    for to in to {
        let shift = offset(to)?;
        let over = match over {
            Some(square) => Some(offset(square)?),
            None => None,
        };
        let same = |p: &&mut Push<N>| {
            (p.shift, p.quiet, p.capture, p.over) == (shift, quiet, capture, over)
        };
        match pushes.iter_mut().find(same) {
            Some(push) => push.from.insert(from),
            None => pushes.push(Push { from: BitSet::of(from), shift, quiet, capture, over }),
        }
        if pushes.len() > MOST_PUSHES {
            return None;
        }
    }
    Some(())
}

fn describe_piece<const N: usize>(
    game: &Game<N>,
    geometry: &Geometry,
    piece: Piece,
    (movement, virgin_movement): (u16, u16),
) -> PieceInfo<N> {
    let (color, piece) = (piece.color(), piece.piece_type());
    let variant = &game.variant;
    let data = &variant.pieces[piece.index()];
    let may_borrow = |square: &Square| game.may_borrow(Piece::new(color, piece), *square);
    let stuck = stuck_squares(game, geometry, piece, color, movement).iter();
    let stuck = stuck.filter(|square| !may_borrow(square)).collect();
    let allowed = match &data.confine {
        Some(squares) => squares[color.index()].iter().copied().collect(),
        None => game.exists,
    };
    let listed = |list: &[PieceType]| list.contains(&piece);
    let tracked = variant.tracks_unmoved(piece);
    let burns = data.burns.as_ref().map(|burns| around(geometry, burns, color));
    let traits = [movement, virgin_movement].map(|m| traits_of(game, m));
    let becomes_burner = variant.promotion.burns_at_once
        && data.promotes.iter().any(|t| variant.pieces[t.index()].burns.is_some());
    PieceInfo {
        movement,
        virgin_movement,
        traits: Traits {
            royal: data.royal,
            lines: traits.iter().any(|t| t.lines),
            exotic: traits.iter().any(|t| t.exotic) || data.burns.is_some() || becomes_burner,
            complex: traits.iter().any(|t| t.complex),
            promotes: !data.promotes.is_empty(),
        },
        rank: data.rank,
        promotion: None,
        burnt_from: burns.as_ref().map(|table| inverse(geometry, table)),
        burns,
        burns_always: data.burns.is_some() && data.burn_when == BurnWhen::Always,
        spared: variant.explosion.as_ref().is_some_and(|it| !it.destroys(piece)),
        withstands: variant.explosion.as_ref().is_some_and(|it| it.withstands.contains(&piece)),
        stuck,
        allowed,
        droppable: drop_squares(game, piece, color, stuck, allowed),
        most_on_file: variant.drops.most(piece, LimitPlace::File),
        most_on_board: variant.drops.most(piece, LimitPlace::Board),
        most_by_promotion: variant.most_by_promotion(color, piece),
        no_drop_mate: listed(&variant.drops.no_mate),
        held_as: Piece::new(!color, data.demotes_to),
        tracked,
        tracked_for_castling_only: tracked && !moves_first_otherwise(data),
        is_partner: variant.castling.partners.is_empty() || listed(&variant.castling.partners),
        resets_quiet: variant.end.quiet.as_ref().is_some_and(|q| q.reset_by.contains(&piece)),
        skip_turns: skip_turns(variant, piece),
    }
}

/// For each type how many turns the owner of a piece must pass that it captures; nothing if never any.
fn skip_turns(variant: &Variant, victim: PieceType) -> Box<[u8]> {
    let shocks: Vec<_> = variant.shocks.iter().filter(|s| s.captured.contains(&victim)).collect();
    let turns = |captor: PieceType| {
        let moved = shocks.iter().filter(|s| !s.unless_by.contains(&captor));
        moved.map(|s| s.skip_turns).max().unwrap_or(0)
    };
    let types = if shocks.is_empty() { 0 } else { variant.pieces.len() };
    (0..types).map(|t| turns(PieceType(t as u8))).collect()
}

/// Whether a first move other than castling is special for the piece.
fn moves_first_otherwise(piece: &PieceData) -> bool {
    piece.moves.iter().any(|m| {
        paths(m).is_ok_and(|paths| {
            paths.iter().any(|p| p.first_only && !matches!(p.kind, PathKind::Castle(_)))
        })
    })
}

fn traits_of<const N: usize>(game: &Game<N>, movement: u16) -> Traits {
    let movement = &game.movements[usize::from(movement)];
    let mut traits = Traits { lines: !movement.lines.is_empty(), ..Traits::default() };
    traits.complex = traits.lines || movement.extra.is_some();
    if let Some(extra) = &movement.extra {
        traits.lines |= !extra.capture_lines.is_empty();
        traits.exotic |= !extra.flies.is_empty();
        traits.exotic |= extra.vias.iter().flatten().any(|v| !v.reach.is_empty());
        traits.exotic |= extra.walk_reach.is_some() && extra.walks.iter().any(|p| p.captures());
    }
    traits
}

/// See [`Game::explosion`].
pub(super) fn blasts<const N: usize>(
    geometry: &Geometry,
    explosion: &Explosion,
) -> [PerSquare<BitSet<N>>; 2] {
    Color::BOTH.map(|color| match &explosion.around {
        Some(squares) => around(geometry, squares, color),
        None => geometry.table(BitSet::EMPTY),
    })
}

/// For each square those around it that a text says, as seen by a side.
fn around<const N: usize>(
    geometry: &Geometry,
    squares: &variant::Movement,
    color: Color,
) -> PerSquare<BitSet<N>> {
    let paths = paths(squares).unwrap_or_default();
    let mut table = geometry.table(BitSet::EMPTY);
    let turned = if color == Color::Second { 4 } else { 0 };
    for legs in paths.iter().filter_map(|p| match &p.kind {
        PathKind::Legs(legs) => Some(legs),
        _ => None,
    }) {
        let leg = &legs[0];
        let directions = leg.turns.plain.rotate_left(turned);
        for from in geometry.squares() {
            for d in (0..8).filter(|d| directions >> d & 1 != 0) {
                let vector = leg.ring.vector(d);
                // Nothing shields, holes included.
                for step in leg.min..=leg.max.min(16) {
                    let offset = (vector.0 * i32::from(step), vector.1 * i32::from(step));
                    if let Some(square) = geometry.offset(from, offset, leg.cylinder) {
                        table[from.index()].insert(square);
                    }
                }
            }
        }
    }
    table
}

fn inverse<const N: usize>(
    geometry: &Geometry,
    table: &PerSquare<BitSet<N>>,
) -> PerSquare<BitSet<N>> {
    let mut from = geometry.table(BitSet::EMPTY);
    for square in geometry.squares() {
        for burnt in table[square.index()] {
            from[burnt.index()].insert(square);
        }
    }
    from
}

/// Squares from which the piece could not move whatever stood around it.
fn stuck_squares<const N: usize>(
    game: &Game<N>,
    geometry: &Geometry,
    piece: PieceType,
    color: Color,
    movement: u16,
) -> BitSet<N> {
    let movement = &game.movements[usize::from(movement)];
    let paths = lower_piece(&game.variant, piece.index()).unwrap_or_default();
    let data = &game.variant.pieces[piece.index()];
    let allowed = match &data.confine {
        Some(squares) => squares[color.index()].iter().copied().collect(),
        None => game.exists,
    };
    // A square that vanishes may be entered only by capturing, and nothing passes over it.
    let (gone, open) = (game.vanishing, allowed.without(game.vanishing));
    let moving = |from: Square| {
        pause::point();
        let i = from.index();
        let slides = |lines: LineSet| game.slides(lines, from, gone);
        if (movement.steps[i] | slides(movement.lines)).intersects(allowed) {
            return true;
        }
        let Some(extra) = &movement.extra else { return false };
        let at = |table: &Option<PerSquare<BitSet<N>>>| {
            table.as_ref().map_or(BitSet::EMPTY, |table| table[i])
        };
        let quiet =
            at(&extra.quiet_steps) | at(&extra.en_passant_steps) | slides(extra.quiet_lines);
        let captures = at(&extra.capture_steps) | slides(extra.capture_lines) | slides(extra.flies);
        quiet.intersects(open)
            || captures.intersects(allowed)
            || extra.vias.as_ref().is_some_and(|vias| vias[i].lead(from, allowed, gone))
            || (!extra.walks.is_empty() && {
                // Where that is no part of the position, who stands on a start square has not moved.
                let begins = data.starts[color.index()].contains(&from)
                    && !game.variant.tracks_unmoved(piece);
                let open = paths.iter().filter(|p| !p.first_only || begins);
                let walks: Vec<_> = open.cloned().collect();
                // One way is enough, and found soon; a piece that has none is soon done, too.
                let anywhere = Anywhere::new(geometry);
                walk(&anywhere, &walks, color, from, &mut |outcome| {
                    anywhere.found.set(anywhere.found.get() || allowed.contains(outcome.to));
                });
                anywhere.found.get()
            })
    };
    game.exists.iter().filter(|s| !moving(*s)).collect()
}

fn drop_squares<const N: usize>(
    game: &Game<N>,
    piece: PieceType,
    color: Color,
    stuck: BitSet<N>,
    allowed: BitSet<N>,
) -> BitSet<N> {
    let drops = &game.variant.drops;
    if !drops.allowed || game.variant.pieces[piece.index()].royal {
        return BitSet::EMPTY;
    }
    let mut squares = allowed.without(game.vanishing);
    if let Some(zone) = &drops.zone {
        squares &= zone[color.index()].iter().copied().collect();
    }
    if drops.not_stuck {
        squares = squares.without(stuck);
    }
    squares
}

fn promotion_info<const N: usize>(game: &Game<N>, piece: Piece) -> Option<Box<PromotionInfo<N>>> {
    let color = piece.color();
    let data = &game.variant.pieces[piece.piece_type().index()];
    if data.promotes.is_empty() {
        return None;
    }
    let rules = &game.variant.promotion;
    let zone: BitSet<N> = rules.zone[color.index()].iter().copied().collect();
    let when = rules.when;
    let pick = |on: bool, set: BitSet<N>| if on { set } else { BitSet::EMPTY };
    let all = game.exists;
    let mine = &game.pieces[piece];
    let anyway = pick(when.stuck, mine.stuck);
    let quiet = [
        pick(when.enter, zone) | anyway,
        pick(when.inside, zone) | pick(when.leave, all.without(zone)) | anyway,
    ];
    let capture = |from_inside: usize| {
        quiet[from_inside]
            | pick(when.capture_inside, zone)
            | pick(when.capture_from_inside && from_inside == 1, all)
    };
    let to: Vec<Piece> = data.promotes.iter().map(|t| Piece::new(color, *t)).collect();
    // A promoted piece must be allowed to stand there as well.
    let allowed = |piece: &Piece| game.pieces[*piece].allowed;
    let fits = to.iter().map(allowed).fold(BitSet::EMPTY, |a, b| a | b);
    // What depends on the position may always be impossible.
    let limited = to.iter().any(|piece| game.pieces[*piece].most_by_promotion.is_some());
    let all_fit = to.iter().map(allowed).fold(all, |a, b| a & b).without(all.only_if(limited));
    Some(Box::new(PromotionInfo {
        zone,
        right: [[quiet[0] & fits, capture(0) & fits], [quiet[1] & fits, capture(1) & fits]],
        mandatory: rules.mandatory,
        changes_safety: to.iter().any(|becomes| {
            let other = &game.pieces[*becomes];
            other.rank != mine.rank
                || other.traits.royal != mine.traits.royal
                || mine.burns.is_some()
                || game.fire_after(piece, *becomes).is_some()
        }),
        fits,
        mixed: fits.without(all_fit),
        when,
        by_shot: rules.by_shot,
        forced: pick(rules.forced_when_stuck, mine.stuck & fits),
        to,
    }))
}

/// Which kings may castle with which partners, from the start squares.
fn castle_rights<const N: usize>(
    variant: &Variant,
    geometry: &Geometry,
    color: Color,
) -> Vec<CastleRight<N>> {
    let mut rights = Vec::new();
    for (i, piece) in variant.pieces.iter().enumerate() {
        let Ok(paths) = lower_piece(variant, i) else { continue };
        for (path, castle) in paths.iter().filter_map(|p| match p.kind {
            PathKind::Castle(castle) if p.first_only => Some((p, castle)),
            _ => None,
        }) {
            let kings = piece.starts[color.index()].iter();
            for king in kings.filter(|king| path.begins_on(color, **king)) {
                let castler = Piece::new(color, PieceType(i as u8));
                let home = variant.castling_home(PieceType(i as u8), color);
                let file = |square: Square| variant.board.file(square);
                let ways = castle.ways(color, variant.board.files, file(*king), home.map(file));
                let found = ways.into_iter().filter_map(|way| right(geometry, castler, *king, way));
                rights.extend(found.filter(|r| is_partner_start(variant, color, r.partner)));
            }
        }
    }
    rights.sort_by_key(|r: &CastleRight<N>| (r.king, std::cmp::Reverse(r.partner)));
    rights.dedup();
    rights
}

/// A castling of a king on a start square; `None` if a hole lies on the way of one of the two.
fn right<const N: usize>(
    geometry: &Geometry,
    castler: Piece,
    king: Square,
    way: CastleWay,
) -> Option<CastleRight<N>> {
    let square = |file: u8| Square(king.0 - way.king + file);
    let is_hole = |file: u8| geometry.holes[square(file).index()];
    if is_hole(way.partner) || way.between().any(is_hole) {
        return None;
    }
    let between = way.between().map(square).collect();
    Some(CastleRight {
        castler,
        king,
        partner: square(way.partner),
        to: square(way.king_to),
        between,
    })
}

fn is_partner_start(variant: &Variant, color: Color, square: Square) -> bool {
    let partners = &variant.castling.partners;
    variant.pieces.iter().enumerate().any(|(i, p)| {
        let fits = partners.is_empty() || partners.contains(&PieceType(i as u8));
        fits && p.starts[color.index()].contains(&square)
    })
}
