//! Legal moves, check and mate.

use super::ends::begin_count;
use super::placing;
use super::position::{
    Candidate, Exploded, Play, candidates, cell, drops, has_royals, live_marks, must_pass,
    name_passed_pawn, passed, plays, royals, square, takes_an_enemy, threats,
};
use super::scene::Cell;
use komadai_rules::variant::{CaptureBan, CaptureDuty, CaptureLimit, Mate, PassWhen, Royals};
use komadai_rules::{Color, PieceType, Setup, Square, Variant};
use std::collections::HashSet;

/// What a move leads to. Moves that come to the same only because other things have exploded are
/// different ones.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Next {
    pub(crate) after: Setup,
    /// In the order of the squares.
    pub(crate) exploded: Vec<Exploded>,
}

/// All that one legal move leads to. Repetition and the ends of the game other than the loss of all
/// royals are not looked at.
pub(crate) fn successors(v: &Variant, s: &Setup) -> Vec<Next> {
    let mut seen = HashSet::new();
    let nexts = legal(v, s).into_iter();
    let nexts = nexts.map(|play| Next { after: play.after, exploded: play.exploded });
    nexts.filter(|next| seen.insert(next.clone())).collect()
}

/// The number of legal move sequences of a length.
pub(crate) fn perft(v: &Variant, s: &Setup, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => successors(v, s).len() as u64,
        _ => successors(v, s).iter().map(|next| perft(v, &next.after, depth - 1)).sum(),
    }
}

/// Whether a royal of the side to move could be taken, were it the opponent's turn on this board.
/// Where check must be answered, a royal that may be given up is not in check.
pub(crate) fn in_check(v: &Variant, s: &Setup) -> bool {
    checked(v, s, s.side)
}

/// The same for either side.
fn checked(v: &Variant, s: &Setup, victim: Color) -> bool {
    let which = if v.end.royals_may_be_left { Royals::Any } else { v.end.royals };
    let through_shock = || {
        let board = to_move(s, !victim);
        candidates(v, &board, !victim).into_iter().filter(|c| c.outcome.partner.is_none()).any(
            |c| {
                let shocks = |play: &Play| {
                    must_pass(&play.after)
                        && attacked(v, &play.after, victim, which)
                        && may_explode(v, &board, &c, play)
                };
                !c.outcome.captures.is_empty() && threats(v, &board, &c).iter().any(shocks)
            },
        )
    };
    attacked(v, s, victim, which) || v.end.check_through_shock && !is_over(v, s) && through_shock()
}

/// Whether a side has lost its royals where that decides the game.
fn is_over(v: &Variant, s: &Setup) -> bool {
    Color::BOTH.iter().any(|color| !has_royals(v, s, *color))
}

/// The board with a side to move that may not be on turn, and may even have to pass.
fn to_move(s: &Setup, side: Color) -> Setup {
    let en_passant = if s.side == side { s.en_passant.clone() } else { Vec::new() };
    Setup { side, passes: [0; 2], en_passant, ..s.clone() }
}

/// Whether the side to move is mated, as the variant defines it.
pub(crate) fn is_mate(v: &Variant, s: &Setup) -> bool {
    // Whether a drop mates is asked last: the answers to it may be drops of the same sort.
    let mut safe = safe_plays(v, s);
    match v.end.mate {
        Mate::NoMove => {
            in_check(v, s) && !safe.any(|play| !is_mating_drop(v, &play)) && !may_pass(v, s, true)
        }
        Mate::NoMoveKeepsARoyal => {
            !safe.any(|play| !is_lost_after(v, s, &play.after) && !is_mating_drop(v, &play))
        }
    }
}

/// Whether a side that moves from `s` to `next` has lost what it must not lose, or loses it next,
/// before the opponent has.
pub(crate) fn is_lost_after(v: &Variant, s: &Setup, next: &Setup) -> bool {
    let fallen = |color: Color| {
        let left = royals(v, next, color).len();
        left == 0 || v.end.royals == Royals::Any && left < royals(v, s, color).len()
    };
    let me = s.side;
    fallen(me) || !fallen(!me) && !must_pass(next) && attacked(v, next, me, v.end.royals)
}

/// The position with its optional parts written out as this module always writes them.
pub(crate) fn canonical(v: &Variant, s: &Setup) -> Setup {
    let mut s = Setup { unmoved: Some(live_marks(v, s)), ..s.clone() };
    s.en_passant = legal_en_passant(v, &s);
    name_passed_pawn(v, &mut s);
    if v.end.quiet.is_none() {
        s.quiet = 0;
    }
    forget_what_was_taken(v, &mut s);
    begin_count(v, &mut s);
    s
}

/// All legal moves; several may lead to one position.
pub(crate) fn legal(v: &Variant, s: &Setup) -> Vec<Play> {
    let legal: Vec<Play> = bare(v, s).iter().flat_map(|play| placing::with(v, s, play)).collect();
    legal.into_iter().map(|play| finish(v, s, play)).collect()
}

/// The legal moves without what is placed as a part of them, and without what follows from them.
pub(crate) fn bare(v: &Variant, s: &Setup) -> Vec<Play> {
    let mut legal: Vec<Play> = safe_plays(v, s).filter(|play| !is_mating_drop(v, play)).collect();
    if face(v, s) {
        legal.retain(|play| !face(v, &play.after));
    }
    if may_pass(v, s, legal.is_empty()) {
        legal.push(passed(v, s));
    }
    keeps_duty(v, s, legal)
}

/// Of the moves that would be legal otherwise, those that the duty to capture allows.
pub(crate) fn keeps_duty(v: &Variant, s: &Setup, mut legal: Vec<Play>) -> Vec<Play> {
    let enemy = |at: &Cell| s.board[*at].is_some_and(|(color, _)| color != s.side);
    let taken = |play: &Play| play.outcome.captures.iter().filter(|at| enemy(at)).count();
    let most = legal.iter().map(taken).max().unwrap_or(0);
    legal.retain(|play| match v.capture_duty {
        CaptureDuty::None => true,
        CaptureDuty::Any => taken(play) > 0 || most == 0,
        CaptureDuty::Most => taken(play) == most,
    });
    legal
}

/// What else a legal move leads to.
pub(crate) fn finish(v: &Variant, s: &Setup, mut play: Play) -> Play {
    play.after.just_took = takes_unreturned(v, s, &play).then_some(square(play.outcome.to));
    let is_pass = play.from.is_none() && play.drop.is_none();
    follow(v, s, &mut play.after, is_pass);
    play
}

/// What follows from the position after a move.
fn follow(v: &Variant, before: &Setup, after: &mut Setup, is_pass: bool) {
    forget_what_was_taken(v, after);
    after.en_passant = legal_en_passant(v, after);
    name_passed_pawn(v, after);
    if let Some(rule) = v.end.checks.filter(|_| !is_pass && in_check(v, after)) {
        let given = &mut after.checks_given[before.side.index()];
        *given = rule.count.min(*given + 1);
    }
    if let Some(counted) = &mut after.counted {
        counted.plies += 1;
    }
    begin_count(v, after);
}

/// Whether the side to move may pass, if it has no other move or though it has some.
fn may_pass(v: &Variant, s: &Setup, stuck: bool) -> bool {
    let own = v.passing.iter().filter(|right| right.sides[s.side.index()]);
    let right = own.into_iter().any(|right| right.when == PassWhen::Always || stuck);
    right
        && !is_over(v, s)
        && !must_pass(s)
        && (v.end.royals_may_be_left
            || face(v, s)
            || !in_check(v, s)
            || s.passes[(!s.side).index()] > 0)
}

/// Whether a position has come about by a pass that nobody had to make.
pub(crate) fn is_by_pass(v: &Variant, before: &Setup, after: &Setup) -> bool {
    let others = || {
        let legal = legal(v, before);
        !legal.iter().any(|play| play.from.is_some() || play.drop.is_some())
    };
    let mut pass = passed(v, before).after;
    follow(v, before, &mut pass, true);
    pass == *after && (may_pass(v, before, false) || may_pass(v, before, true) && others())
}

/// Whether royals face each other on a file, where that matters.
pub(crate) fn face(v: &Variant, s: &Setup) -> bool {
    let files = usize::from(v.board.files);
    let hole =
        |at: Cell| v.board.holes.contains(&square(at)) || v.board.vanishing.contains(&square(at));
    let blocked = |at: Cell| s.board[at].is_some() || hole(at);
    v.end.facing
        && royals(v, s, Color::First).into_iter().any(|one| {
            royals(v, s, Color::Second).into_iter().any(|other| {
                let (low, high) = (one.min(other), one.max(other));
                one % files == other % files && !(low + files..high).step_by(files).any(blocked)
            })
        })
}

/// The legal moves, one after the other, and drops that mate where they must not.
fn safe_plays<'a>(v: &'a Variant, s: &'a Setup) -> Box<dyn Iterator<Item = Play> + 'a> {
    if is_over(v, s) {
        return Box::new(std::iter::empty());
    }
    if must_pass(s) {
        return Box::new([passed(v, s)].into_iter().filter(move |play| is_safe(v, s, play)));
    }
    let plays = board_plays(v, s).chain(std::iter::once_with(move || drops(v, s)).flatten());
    Box::new(plays.filter(move |play| is_safe(v, s, play)))
}

/// The moves of the side to move on the board, castling conditions looked at, safety not.
pub(crate) fn board_plays<'a>(v: &'a Variant, s: &'a Setup) -> impl Iterator<Item = Play> + 'a {
    candidates(v, s, s.side)
        .into_iter()
        .filter(|c| may_castle(v, s, c))
        .flat_map(|c| plays(v, s, &c))
}

/// The squares on which somebody may really take en passant, exposing no royal of his own.
fn legal_en_passant(v: &Variant, s: &Setup) -> Vec<Square> {
    if is_over(v, s) {
        return Vec::new();
    }
    let mut kept = s.en_passant.clone();
    if !kept.is_empty() {
        let taking = |play: &Play| play.outcome.en_passant.is_some() && is_safe(v, s, play);
        let plays: Vec<Play> = board_plays(v, s).filter(taking).collect();
        let taken = |square: &Square| {
            plays.iter().any(|play| play.outcome.en_passant == Some(cell(*square)))
        };
        kept.retain(taken);
    }
    kept
}

/// Whether a move captures nothing that may not be captured, and leaves things as safe as they have to be.
fn is_safe(v: &Variant, s: &Setup, play: &Play) -> bool {
    !v.capture_limits.iter().any(|limit| is_barred(v, s, play, limit)) && leaves_safe(v, s, play)
}

/// Whether the mover's royals stay as safe as the game asks, and it gives no check that may not be given.
pub(crate) fn leaves_safe(v: &Variant, s: &Setup, play: &Play) -> bool {
    let is_pass = play.from.is_none() && play.drop.is_none();
    if !v.end.check_may_be_given && !is_pass && checked(v, &play.after, !s.side) {
        return false;
    }
    if v.end.royals_may_be_left {
        return true;
    }
    // Who makes the opponent pass has answered every check.
    keeps_royals(v, s, &play.after, s.side)
        && (must_pass(&play.after) || !checked(v, &play.after, s.side))
}

/// Whether a move costs no royal, gives no check that may not be given, and captures nothing that may not be
/// captured.
pub(crate) fn may_be_made(v: &Variant, s: &Setup, play: &Play) -> bool {
    (v.end.check_may_be_given || !checked(v, &play.after, !s.side))
        && keeps_royals(v, s, &play.after, s.side)
        && !v.capture_limits.iter().any(|limit| is_barred(v, s, play, limit))
}

/// The enemies that a move captures, where they stood.
pub(crate) fn enemies_taken(s: &Setup, play: &Play) -> Vec<(Cell, PieceType)> {
    let enemy =
        |at: &Cell| s.board[*at].filter(|(color, _)| *color != s.side).map(|it| (*at, it.1));
    play.outcome.captures.iter().filter_map(enemy).collect()
}

/// What makes a move.
fn mover(s: &Setup, play: &Play) -> Option<PieceType> {
    play.from.and_then(|from| s.board[from]).map(|(_, kind)| kind)
}

/// Whether a limit of captures forbids a move.
fn is_barred(v: &Variant, s: &Setup, play: &Play, limit: &CaptureLimit) -> bool {
    let (Some(from), Some(kind)) = (play.from, mover(s, play)) else { return false };
    if !limit.by.contains(&kind) {
        return false;
    }
    let taken = enemies_taken(s, play);
    let files = usize::from(v.board.files);
    let steps =
        |at: Cell| (at % files).abs_diff(from % files).max((at / files).abs_diff(from / files));
    let freed = |at: Cell| taken.iter().any(|(o, k)| *o != at && limit.unless_also.contains(k));
    let mut victims = taken.iter().filter(|(at, kind)| {
        limit.captured.contains(kind) && steps(*at) > limit.beyond.into() && !freed(*at)
    });
    let to = play.outcome.to;
    match limit.when {
        CaptureBan::InReturn => {
            s.just_took.is_some_and(|last| victims.any(|(at, _)| square(*at) != last))
        }
        CaptureBan::Always => victims.next().is_some(),
        CaptureBan::Protected => {
            victims.next().is_some()
                && play.after.board[to].is_some()
                && can_be_captured(v, &play.after, s.side, to)
        }
    }
}

/// Whether a move captures what may not be captured in return.
fn takes_unreturned(v: &Variant, s: &Setup, play: &Play) -> bool {
    let taken = enemies_taken(s, play);
    let mut limits = v.capture_limits.iter().filter(|limit| limit.when == CaptureBan::InReturn);
    limits.any(|limit| {
        mover(s, play).is_some_and(|kind| limit.by.contains(&kind))
            && taken.iter().any(|(_, kind)| limit.captured.contains(kind))
    })
}

/// It matters only while something else is left that might be captured.
fn forget_what_was_taken(v: &Variant, s: &mut Setup) {
    let matters = |last: Square| {
        let mut returns = v.capture_limits.iter().filter(|l| l.when == CaptureBan::InReturn);
        let others = s.board.iter().enumerate().filter(|(at, _)| square(*at) != last);
        let mut others =
            others.filter_map(|(_, piece)| *piece).filter(|(color, _)| *color != s.side);
        returns.next().is_some_and(|limit| others.any(|(_, kind)| limit.captured.contains(&kind)))
    };
    s.just_took = s.just_took.filter(|last| matters(*last));
}

/// Whether a move has left a side the royals that it must not lose.
fn keeps_royals(v: &Variant, before: &Setup, after: &Setup, side: Color) -> bool {
    let (had, kept) = (royals(v, before, side).len(), royals(v, after, side).len());
    match v.end.royals {
        Royals::Any => kept >= had,
        Royals::All | Royals::AllAttacked => kept > 0 || had == 0,
    }
}

/// Whether what a move explodes lets it be made.
fn may_explode(v: &Variant, before: &Setup, c: &Candidate, play: &Play) -> bool {
    v.explosion.is_none()
        || v.end.royals_may_be_left
        || !takes_an_enemy(before, c)
        || keeps_royals(v, before, &play.after, c.color)
}

/// A drop counts by the type that lands: a pawn dropped promoted is no pawn.
fn is_mating_drop(v: &Variant, play: &Play) -> bool {
    play.drop.is_some_and(|kind| v.drops.no_mate.contains(&play.promotes.unwrap_or(kind)))
        && in_check(v, &play.after)
        && is_mate(v, &play.after)
}

/// Whether an enemy move, its own safety apart, would take a royal of `victim` (`Royals::Any`) or
/// leave it without any (`Royals::All`), or for each royal there is one that would take it. Once the game is over, nobody is attacked.
fn attacked(v: &Variant, s: &Setup, victim: Color, which: Royals) -> bool {
    let royals = royals(v, s, victim);
    let attacks = |which: Royals, royals: &[Cell]| attacks(v, s, victim, which, royals);
    match which {
        _ if royals.is_empty() => false,
        Royals::AllAttacked => royals.iter().all(|royal| attacks(Royals::Any, &[*royal])),
        which => attacks(which, &royals),
    }
}

/// The same for some royals of the victim.
fn attacks(v: &Variant, s: &Setup, victim: Color, which: Royals, royals: &[Cell]) -> bool {
    if is_over(v, s) {
        return false;
    }
    let falls = |gone: &dyn Fn(Cell) -> bool| match which {
        Royals::Any => royals.iter().any(|&r| gone(r)),
        Royals::All | Royals::AllAttacked => royals.iter().all(|&r| gone(r)),
    };
    let board = to_move(s, !victim);
    candidates(v, &board, !victim).into_iter().any(|c| {
        if c.outcome.partner.is_some() {
            return false;
        }
        let captures = |at: Cell| c.outcome.captures.contains(&at);
        if !has_reach(v, &c) && v.explosion.is_none() {
            return falls(&captures) && !threats(v, &board, &c).is_empty();
        }
        threats(v, &board, &c).iter().any(|play| {
            let place = |at: Cell| {
                let put = c.outcome.relocates.iter().find(|r| r.0 == at);
                put.map_or(at, |r| r.1)
            };
            let stays = |at: Cell| play.after.board[place(at)] == s.board[at];
            let explodes = |at: Cell| play.exploded.iter().any(|(gone, ..)| *gone == place(at));
            let burns = |at: Cell| v.end.burn_is_check && !stays(at) && !explodes(at);
            falls(&|at| captures(at) || burns(at)) && may_explode(v, &board, &c, play)
        })
    })
}

/// Whether some enemy move, its own safety apart, would capture what `victim` has on a square.
pub(crate) fn can_be_captured(v: &Variant, s: &Setup, victim: Color, at: Cell) -> bool {
    let board = to_move(s, !victim);
    candidates(v, &board, !victim).iter().any(|c| {
        c.outcome.partner.is_none()
            && c.outcome.captures.contains(&at)
            && !threats(v, &board, c).is_empty()
    })
}

/// Whether a move can do more to the enemy than its captures say: burn.
fn has_reach(v: &Variant, c: &Candidate) -> bool {
    let burns = |t: usize| v.pieces[t].burns.is_some();
    let becomes = &v.pieces[c.kind.index()].promotes;
    burns(c.kind.index()) || becomes.iter().any(|t| burns(t.index()))
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
