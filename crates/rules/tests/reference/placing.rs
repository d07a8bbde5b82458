//! What may be placed as a part of a move.

use super::legality::leaves_safe;
use super::position::{
    Play, cell, is_virgin, lists, live_marks, may_stand, overview, passed_pawn, seen_from,
};
use super::scene::Cell;
use super::walk;
use komadai_rules::variant::{PlacedOn, Placement, Supply};
use komadai_rules::{PieceType, Setup, Variant};

/// The moves that a move becomes by what it may place: itself, where that is nothing.
pub(crate) fn with(v: &Variant, s: &Setup, play: &Play) -> Vec<Play> {
    let Some(rule) = &v.placement else { return vec![play.clone()] };
    let Some(from) = play.from.filter(|from| follows(rule, v, s, *from, play)) else {
        return vec![play.clone()];
    };
    let mut plays = Vec::new();
    for kind in &rule.pieces {
        let held = s.hands[s.side.index()][kind.index()] > 0;
        if rule.supply == Supply::Hand && !held {
            continue;
        }
        let on = squares(rule, v, s, from, play).into_iter();
        let on = on.filter(|at| may_stand(v, s.side, *kind, *at));
        plays.extend(
            on.map(|at| placed(rule, v, s, play, *kind, at)).filter(|play| leaves_safe(v, s, play)),
        );
    }
    if rule.optional || (plays.is_empty() && !rule.required) {
        plays.push(play.clone());
    }
    plays
}

/// Whether the first move of a piece, which it has not made yet, may place something some day.
pub(crate) fn may_follow(v: &Variant, s: &Setup, at: Cell) -> bool {
    let (Some(rule), Some((color, kind))) = (&v.placement, s.board[at]) else { return false };
    let hand = &s.hands[color.index()];
    rule.first_moves
        && rule.by.contains(&kind)
        && (rule.supply != Supply::Hand
            || v.captures_to_hand
            || rule.pieces.iter().any(|kind| hand[kind.index()] > 0))
}

/// Whether what stands there may have been placed by the last move.
pub(crate) fn is_placed(v: &Variant, s: &Setup, at: Cell) -> bool {
    let types = v.placement.as_ref().map(|rule| rule.pieces.as_slice()).unwrap_or_default();
    s.board[at].is_some_and(|(side, kind)| side != s.side && types.contains(&kind))
}

/// Whether something is placed after a move: never after a pass in place.
fn follows(rule: &Placement, v: &Variant, s: &Setup, from: Cell, play: &Play) -> bool {
    let outcome = &play.outcome;
    let stays = outcome.to == from && outcome.captures.is_empty() && outcome.relocates.is_empty();
    let partner = outcome.partner.map(|(was, _)| was);
    let begins = || is_virgin(v, s, from) || partner.is_some_and(|at| is_virgin(v, s, at));
    s.board[from].is_some_and(|(_, kind)| rule.by.contains(&kind))
        && !stays
        && (!rule.first_moves || begins())
}

fn squares(rule: &Placement, v: &Variant, s: &Setup, from: Cell, play: &Play) -> Vec<Cell> {
    let after = &play.after;
    let mut left = vec![from];
    left.extend(play.outcome.partner.map(|(was, _)| was));
    if rule.first_moves && play.outcome.partner.is_some() {
        left.retain(|at| is_virgin(v, s, *at));
    }
    let there = |at: &Cell| {
        after.board[*at].is_none() && !lists(&v.board.holes, *at) && !lists(&v.board.vanishing, *at)
    };
    let reached = rule.reach.as_ref().map(|reach| {
        let view = seen_from(v, after, &overview(v, after, s.side), play.outcome.to);
        let ends = walk::outcomes(&view, &reach.tree).into_iter();
        ends.filter(|end| end.captures.is_empty()).map(|end| end.to).collect::<Vec<_>>()
    });
    (0..after.board.len())
        .filter(there)
        .filter(|at| rule.squares == PlacedOn::Any || left.contains(at))
        .filter(|at| rule.zone.as_ref().is_none_or(|zone| lists(&zone[s.side.index()], *at)))
        .filter(|at| reached.as_ref().is_none_or(|reached| reached.contains(at)))
        .collect()
}

/// The move with a piece placed on a square.
fn placed(
    rule: &Placement,
    v: &Variant,
    s: &Setup,
    play: &Play,
    kind: PieceType,
    at: Cell,
) -> Play {
    let mut play = play.clone();
    let after = &mut play.after;
    match rule.supply {
        Supply::Hand => after.hands[s.side.index()][kind.index()] -= 1,
        Supply::Single => {
            let other = |man: &Option<_>| man.is_some_and(|(_, other)| other == kind);
            if let Some(old) = after.board.iter().position(other) {
                after.board[old] = None;
            }
        }
        Supply::Endless => {}
    }
    after.board[at] = Some((s.side, kind));
    let marks = after.unmoved.take().map(|mut marks| {
        marks.retain(|mark| after.board[cell(*mark)].is_some() && cell(*mark) != at);
        marks
    });
    after.unmoved = marks;
    // Nobody passes over what is placed on the way.
    if passed_pawn(v, after).is_none() {
        after.en_passant.clear();
    }
    after.unmoved = Some(live_marks(v, after));
    play
}
