//! Who could attack what from where, and how the royals are kept safe.

use super::Geometry;
use crate::bits::BitSet;
use crate::game::{Base, Game, Line, LineSet, Movement, PieceInfo, Safety, Sources};
use crate::piece::Piece;
use crate::{Color, Square};
use komadai_movement::{Leg, Path, pause};
use std::collections::HashMap;

pub(super) fn index<const N: usize>(game: &mut Game<N>, geometry: &Geometry) {
    for movement in &mut game.movements {
        movement.sources = sources(movement, geometry, &game.lines, &game.bases);
    }
    for (piece, info) in game.pieces.iter() {
        pause::point();
        let color = piece.color().index();
        for id in [info.movement, info.virgin_movement] {
            let movement = &game.movements[usize::from(id)];
            for from in geometry.squares() {
                pause::point();
                add_reach(movement, from, &mut game.step_in[color], &mut game.exotic_in[color]);
                if let Some(table) =
                    movement.extra.as_ref().and_then(|e| e.en_passant_steps.as_ref())
                {
                    for to in table[from.index()] {
                        game.en_passant_in[color][to.index()].insert(from);
                    }
                }
            }
            let (captures, flown) = capture_lines(movement);
            for line in (0..game.lines.len()).filter(|l| captures >> l & 1 != 0) {
                for from in geometry.squares() {
                    for to in game.ray(line, from) {
                        game.line_in[color][to.index()].insert(from);
                    }
                }
            }
            for base in &mut game.bases {
                base.captures[color] |= captures & base.family;
                base.flown[color] |= flown & base.family != 0;
            }
        }
    }
    index_royals(game, geometry);
    game.walks_en_passant = game
        .movements
        .iter()
        .any(|m| m.extra.as_ref().is_some_and(|e| e.walks.iter().any(Path::takes_en_passant)));
    game.has_en_passant = game.movements.iter().any(takes_in_passing);
    game.en_passant_is_ambiguous = en_passant_is_ambiguous(game);
    let burner = |piece: &Piece| game.pieces[*piece].burns.is_some();
    let promotes_to_burner =
        game.pieces.values().any(|p| p.promotion.iter().any(|q| q.to.iter().any(burner)));
    let unloads = |info: &PieceInfo<N>| {
        [info.movement, info.virgin_movement].iter().any(|id| {
            let extra = game.movements[usize::from(*id)].extra.as_ref();
            extra.is_some_and(|extra| extra.walks.iter().any(unloads))
        })
    };
    let moves_its_victims = game.pieces.values().any(|info| info.burns.is_some() && unloads(info));
    let takes = |id: u16| takes_in_passing(&game.movements[usize::from(id)]);
    let burns_in_passing = game
        .pieces
        .values()
        .any(|info| info.burns.is_some() && (takes(info.movement) || takes(info.virgin_movement)));
    game.fire_depends = game.variant.end.burn_is_check
        && ((promotes_to_burner && game.variant.promotion.burns_at_once)
            || game.passive_burners
            || moves_its_victims
            || burns_in_passing);
    game.dedupe_by_key = needs_key_dedupe(game);
    game.safety = decide_safety(game);
    game.needs_playing =
        game.dedupe_by_key || game.safety == Safety::Many || !game.variant.end.check_may_be_given;
}

/// From where a movement captures.
fn sources<const N: usize>(
    movement: &Movement<N>,
    geometry: &Geometry,
    lines: &[Line],
    bases: &[Base],
) -> Sources<N> {
    let extra = movement.extra.as_deref();
    let mut steps = geometry.table(BitSet::EMPTY);
    for from in geometry.squares() {
        pause::point();
        let captures = extra.and_then(|extra| extra.capture_steps.as_ref());
        let captures = captures.map_or(BitSet::EMPTY, |steps| steps[from.index()]);
        for to in movement.steps[from.index()] | captures {
            steps[to.index()].insert(from);
        }
    }
    let (captures, flown) = capture_lines(movement);
    let (mut back, mut rays) = (LineSet::default(), 0);
    for line in (0..lines.len()).filter(|line| (captures | flown) >> line & 1 != 0) {
        let base = &bases[lines[line].base];
        let reverse = 1 << base.reverse;
        if !lines[line].plain || flown >> line & 1 != 0 {
            rays |= reverse;
        } else if base.up {
            back.down |= reverse;
        } else {
            back.up |= reverse;
        }
    }
    let others = extra.is_some_and(|extra| extra.vias.is_some() || !extra.walks.is_empty());
    Sources { steps, lines: back, rays, others }
}

/// Whether a piece of this movement may take a pawn in passing.
fn takes_in_passing<const N: usize>(movement: &Movement<N>) -> bool {
    movement.extra.as_ref().is_some_and(|extra| {
        extra.en_passant_steps.is_some() || extra.walks.iter().any(Path::takes_en_passant)
    })
}

/// Whether double steps to different squares pass over one square.
fn en_passant_is_ambiguous<const N: usize>(game: &Game<N>) -> bool {
    Color::BOTH.into_iter().any(|color| {
        let mut pawns: HashMap<Square, Square> = HashMap::new();
        let own = game.pieces.iter().filter(|(piece, _)| piece.color() == color);
        own.flat_map(|(_, info)| [info.movement, info.virgin_movement])
            .filter_map(|id| game.movements[usize::from(id)].extra.as_ref())
            .flat_map(|extra| &extra.double_steps)
            .flat_map(|step| step.over.iter().map(|over| (over, step.to)))
            .any(|(over, to)| *pawns.entry(over).or_insert(to) != to)
    })
}

/// Sums up, for every square of a royal, who could attack the squares that it steps to.
fn index_royals<const N: usize>(game: &mut Game<N>, geometry: &Geometry) {
    for (piece, info) in game.pieces.iter().filter(|(_, info)| info.traits.royal) {
        let them = (!piece.color()).index();
        let movement = usize::from(info.movement);
        for from in geometry.squares() {
            for to in game.movements[movement].steps[from.index()] {
                let [steppers, liners] = &mut game.near_royal[them][from.index()];
                *steppers |= game.step_in[them][to.index()];
                *liners |= game.line_in[them][to.index()];
            }
        }
    }
}

fn add_reach<const N: usize>(
    movement: &Movement<N>,
    from: Square,
    steps: &mut [BitSet<N>],
    exotic: &mut [BitSet<N>],
) {
    let i = from.index();
    movement.steps[i].iter().for_each(|to| steps[to.index()].insert(from));
    let Some(extra) = &movement.extra else { return };
    if let Some(table) = &extra.capture_steps {
        table[i].iter().for_each(|to| steps[to.index()].insert(from));
    }
    if let Some(vias) = &extra.vias {
        vias[i].reach.iter().for_each(|to| exotic[to.index()].insert(from));
    }
    if let Some(reach) = &extra.walk_reach {
        reach[i].iter().for_each(|to| exotic[to.index()].insert(from));
    }
}

fn capture_lines<const N: usize>(movement: &Movement<N>) -> (u64, u64) {
    let extra = movement.extra.as_ref();
    let captures = movement.lines.all() | extra.map_or(0, |e| e.capture_lines.all());
    (captures, extra.map_or(0, |e| e.flies.all()))
}

/// Whether a path can do what no table and no simple kind of move says: several captures on the way,
/// captures of friends, pieces put elsewhere.
fn has_wild_effects(path: &Path) -> bool {
    let on_the_way = path.legs().split_last().is_some_and(|(last, before)| {
        let takes = |leg: &Leg| leg.ends.enemy || leg.ends.en_passant;
        before.iter().any(takes) || (last.ends.en_passant && !before.is_empty())
    });
    on_the_way || unloads(path) || path.ends().any(|ends| ends.friend)
}

/// Whether a path may put pieces elsewhere.
fn unloads(path: &Path) -> bool {
    path.legs().iter().any(|leg| leg.unload)
}

fn needs_key_dedupe<const N: usize>(game: &Game<N>) -> bool {
    let explodes = game.explosion.is_some();
    game.passive_burners
        || game.pieces.values().any(|info| {
            [info.movement, info.virgin_movement].iter().any(|id| {
                let Some(extra) = &game.movements[usize::from(*id)].extra else { return false };
                let in_place = extra.vias.iter().flatten().any(|v| !(v.pass | v.shoot).is_empty());
                extra.walks.iter().any(has_wild_effects)
                    || (in_place && (info.burns.is_some() || explodes || shocks_differ(game)))
            })
        })
}

/// Whether the captor decides how many turns a capture costs, beyond whether it costs any.
fn shocks_differ<const N: usize>(game: &Game<N>) -> bool {
    game.pieces.values().any(|info| {
        let mut turns = info.skip_turns.iter().filter(|turns| **turns > 0);
        turns.next().is_some_and(|first| turns.any(|other| other != first))
    })
}

fn decide_safety<const N: usize>(game: &Game<N>) -> Safety {
    let end = &game.variant.end;
    let pieces = &game.variant.pieces;
    let royals: Vec<_> = pieces.iter().enumerate().filter(|(_, p)| p.royal).collect();
    if royals.is_empty() || end.royals_may_be_left {
        return Safety::Free;
    }
    let at_start = |c: Color| royals.iter().map(|(_, p)| p.at[c.index()].len()).sum::<usize>();
    let becomes_royal = pieces.iter().any(|p| p.promotes.iter().any(|t| pieces[t.index()].royal));
    let royal_changes = royals.iter().any(|(_, p)| !p.promotes.is_empty());
    if Color::BOTH.iter().any(|c| at_start(*c) > 1)
        || becomes_royal
        || royal_changes
        || game.fire_depends
        || game.royals_can_fall
        || game.explosion.is_some()
        || end.check_through_shock
        || game.lenders.is_some()
        || asks_what_it_hops_over(game)
    {
        return Safety::Many;
    }
    let plain = game.pieces.values().all(|p| !p.traits.exotic && game.vanishing.is_empty())
        && game.lines.iter().all(|l| l.plain)
        && game.lines_are_distinct
        && game.pieces.values().all(|p| p.allowed == game.exists)
        && !game.dedupe_by_key
        && game.variant.shocks.is_empty();
    if plain { Safety::Pins } else { Safety::Filtered }
}

/// Whether some attack depends on the type of a piece on its way, which a capture there may change.
fn asks_what_it_hops_over<const N: usize>(game: &Game<N>) -> bool {
    let extras = game.movements.iter().filter_map(|movement| movement.extra.as_ref());
    extras.flat_map(|extra| &extra.walks).any(Path::asks_what_it_hops_over)
}
