//! Legal moves, check and mate.

use super::position::{
    Candidate, Play, candidates, drops, has_royals, live_marks, passed, plays, royals,
};
use super::scene::Cell;
use komadai_rules::variant::{Mate, Royals};
use komadai_rules::{Color, Setup, Variant};
use std::collections::HashSet;

/// All distinct legal positions that one move leads to. Repetition and the ends of the game other
/// than the loss of all royals are not looked at.
pub(crate) fn successors(v: &Variant, s: &Setup) -> Vec<Setup> {
    let mut seen = HashSet::new();
    let nexts = legal(v, s).into_iter().map(|play| play.after);
    nexts.filter(|next| seen.insert(next.clone())).collect()
}

/// The number of legal move sequences of a length.
pub(crate) fn perft(v: &Variant, s: &Setup, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => successors(v, s).len() as u64,
        _ => successors(v, s).iter().map(|next| perft(v, next, depth - 1)).sum(),
    }
}

/// Whether a royal of the side to move could be taken, were it the opponent's turn on this board.
/// Where check must be answered, a royal that may be given up is not in check.
pub(crate) fn in_check(v: &Variant, s: &Setup) -> bool {
    let which = if v.end.royals_may_be_left { Royals::Any } else { v.end.royals };
    attacked(v, s, s.side, which)
}

/// Whether the side to move is mated, as the variant defines it.
pub(crate) fn is_mate(v: &Variant, s: &Setup) -> bool {
    let (me, nexts) = (s.side, successors(v, s));
    match v.end.mate {
        Mate::NoMove => nexts.is_empty() && in_check(v, s),
        Mate::NoMoveKeepsARoyal => nexts.iter().all(|next| is_lost_after(v, me, next)),
    }
}

/// Whether a side that has moved to this position has lost its last royal, or loses it next.
pub(crate) fn is_lost_after(v: &Variant, me: Color, next: &Setup) -> bool {
    has_royals(v, next, !me)
        && next.passes == 0
        && (!has_royals(v, next, me) || attacked(v, next, me, v.end.royals))
}

/// The position with its optional parts written out as this module always writes them.
pub(crate) fn canonical(v: &Variant, s: &Setup) -> Setup {
    let mut s = Setup { unmoved: Some(live_marks(v, s)), ..s.clone() };
    if s.en_passant.is_some() && !en_passant_is_legal(v, &s) {
        s.en_passant = None;
    }
    if v.end.quiet.is_none() {
        s.quiet = 0;
    }
    s
}

/// All legal moves; several may lead to one position.
pub(crate) fn legal(v: &Variant, s: &Setup) -> Vec<Play> {
    if !has_royals(v, s, s.side) || !has_royals(v, s, !s.side) {
        return Vec::new();
    }
    if s.passes > 0 {
        return [passed(v, s)].into_iter().filter(|play| is_safe(v, s, play)).collect();
    }
    let mut legal: Vec<Play> = board_plays(v, s).chain(drops(v, s)).collect();
    legal.retain(|play| is_safe(v, s, play) && !is_mating_drop(v, play));
    for play in &mut legal {
        if play.after.en_passant.is_some() && !en_passant_is_legal(v, &play.after) {
            play.after.en_passant = None;
        }
    }
    legal
}

/// The moves of the side to move on the board, castling conditions looked at, safety not.
fn board_plays(v: &Variant, s: &Setup) -> impl Iterator<Item = Play> {
    candidates(v, s, s.side)
        .into_iter()
        .filter(|c| may_castle(v, s, c))
        .flat_map(|c| plays(v, s, &c))
}

/// Whether somebody may really take en passant, exposing no royal of his own.
fn en_passant_is_legal(v: &Variant, s: &Setup) -> bool {
    board_plays(v, s).any(|play| play.outcome.en_passant && is_safe(v, s, &play))
}

/// Whether the mover's royals stay as safe as the game asks.
fn is_safe(v: &Variant, s: &Setup, play: &Play) -> bool {
    if v.end.royals_may_be_left {
        return true;
    }
    let kept = royals(v, &play.after, s.side).len();
    let enough = match v.end.royals {
        Royals::Any => kept >= royals(v, s, s.side).len(),
        Royals::All => kept > 0 || royals(v, s, s.side).is_empty(),
    };
    // Who makes the opponent pass has answered every check.
    enough && (play.after.passes > 0 || !attacked(v, &play.after, s.side, v.end.royals))
}

/// A drop counts by the type that lands: a pawn dropped promoted is no pawn.
fn is_mating_drop(v: &Variant, play: &Play) -> bool {
    play.drop.is_some_and(|kind| v.drops.no_mate.contains(&play.promotes.unwrap_or(kind)))
        && in_check(v, &play.after)
        && is_mate(v, &play.after)
}

/// Whether an enemy move, its own safety apart, would take a royal of `victim` (`Royals::Any`) or
/// leave it without any (`Royals::All`). A royal of either side missing, the game is over, and
/// nobody is attacked.
fn attacked(v: &Variant, s: &Setup, victim: Color, which: Royals) -> bool {
    let royals = royals(v, s, victim);
    !royals.is_empty() && attacks(v, s, victim, which, &royals)
}

/// The same for some royals of the victim.
fn attacks(v: &Variant, s: &Setup, victim: Color, which: Royals, royals: &[Cell]) -> bool {
    if !has_royals(v, s, !victim) {
        return false;
    }
    let falls = |gone: &dyn Fn(Cell) -> bool| match which {
        Royals::Any => royals.iter().any(|&r| gone(r)),
        Royals::All => royals.iter().all(|&r| gone(r)),
    };
    // The opponent may not be on turn, and may even have to pass: the board alone counts.
    let board = Setup {
        side: !victim,
        passes: 0,
        en_passant: s.en_passant.filter(|_| s.side != victim),
        ..s.clone()
    };
    candidates(v, &board, !victim).into_iter().any(|c| {
        if c.outcome.partner.is_some() {
            return false;
        }
        let captures = |at: Cell| c.outcome.captures.contains(&at);
        let reach = has_reach(v, &c);
        if !reach {
            return falls(&captures) && !plays(v, &board, &c).is_empty();
        }
        plays(v, &board, &c).iter().any(|play| {
            let stays = |at: Cell| {
                play.after.board[at] == s.board[at] || c.outcome.relocates.iter().any(|r| r.0 == at)
            };
            falls(&|at| {
                if v.end.burn_is_check { !stays(at) } else { captures(at) }
            }) || v.end.check_through_shock
                && play.after.passes > 0
                && attacked(v, &play.after, victim, which)
        })
    })
}

/// Whether a move can do more to the enemy than its captures say: burn, or win a further turn.
fn has_reach(v: &Variant, c: &Candidate) -> bool {
    let burns = |t: usize| v.pieces[t].burns.is_some();
    let becomes = &v.pieces[c.kind.index()].promotes;
    burns(c.kind.index())
        || becomes.iter().any(|t| burns(t.index()))
        || v.end.check_through_shock && !c.outcome.captures.is_empty()
}

/// A royal may not castle out of, through or into an attack on itself.
fn may_castle(v: &Variant, s: &Setup, c: &Candidate) -> bool {
    let royal = v.pieces[c.kind.index()].royal;
    if c.outcome.partner.is_none() || v.castling.through_check || !royal {
        return true;
    }
    let attacked_on = |at: Cell| {
        let mut walked = s.clone();
        walked.board[c.from] = None;
        walked.board[at] = Some((c.color, c.kind));
        attacks(v, &walked, c.color, Royals::Any, &[at])
    };
    let to = c.outcome.to;
    let between = c.outcome.crossed.iter().copied().filter(|&at| at != to);
    let attacked_after = |play: &Play| attacks(v, &play.after, c.color, Royals::Any, &[to]);
    let landed = !plays(v, s, c).iter().any(attacked_after);
    !attacked_on(c.from) && landed && !between.into_iter().any(attacked_on)
}
