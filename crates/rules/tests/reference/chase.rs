//! Perpetual chase: every enemy is followed through the whole line, and every capture of it looked at.

use super::legality::{
    bare, board_plays, enemies_taken, finish, in_check, keeps_duty, legal, may_be_made,
};
use super::position::{Play, candidates, lists, must_pass, passed, royals, threats};
use super::scene::Cell;
use komadai_rules::{Color, Setup, Variant};

/// A capture that is a chase: from where, and what.
type Threat = (Cell, Cell);

/// The side that has chased one enemy with all of its moves through these positions, if only one has.
pub(crate) fn perpetual_chaser(v: &Variant, line: &[Setup]) -> Option<Color> {
    let rule = v.end.repetition.as_ref()?;
    if rule.perpetual_chase.is_empty() || line.len() < 2 {
        return None;
    }
    let steps: Vec<(&Setup, Play)> =
        line.windows(2).map(|pair| (&pair[0], play_to(v, &pair[0], &pair[1]))).collect();
    let chased: Vec<Vec<Cell>> = steps.iter().map(|(s, play)| newly_chased(v, s, play)).collect();
    let chases = |color: Color| {
        let enemies = (0..line[0].board.len()).filter(|at| owns(&line[0], !color, *at));
        enemies.into_iter().any(|start| {
            let mut at = Some(start);
            steps.iter().zip(&chased).all(|((s, play), chased)| {
                at = at.and_then(|at| moved(s, play, at));
                at.is_some_and(|at| s.side != color || chased.contains(&at))
            })
        })
    };
    match Color::BOTH.map(chases) {
        [true, false] => Some(Color::First),
        [false, true] => Some(Color::Second),
        _ => None,
    }
}

fn owns(s: &Setup, color: Color, at: Cell) -> bool {
    s.board[at].is_some_and(|(owner, _)| owner == color)
}

/// A move that leads from one position to the next.
fn play_to(v: &Variant, s: &Setup, next: &Setup) -> Play {
    let mut plays = legal(v, s).into_iter();
    plays.find(|play| play.after == *next).expect("a legal move was played")
}

/// Where a piece stands after a move; none if it is gone, or was put elsewhere by the move of another.
fn moved(s: &Setup, play: &Play, at: Cell) -> Option<Cell> {
    let outcome = &play.outcome;
    let to = match (play.from, outcome.partner) {
        (Some(from), _) if from == at => outcome.to,
        (_, Some((was, now))) if was == at => now,
        _ if outcome.captures.contains(&at) || outcome.relocates.iter().any(|r| r.0 == at) => {
            return None;
        }
        _ if play.after.board[at] == s.board[at] => return Some(at),
        _ => return None,
    };
    let owner = s.board[at].map(|(color, _)| color)?;
    owns(&play.after, owner, to).then_some(to)
}

/// What a move chases that it did not chase before, where it stands afterwards.
fn newly_chased(v: &Variant, s: &Setup, play: &Play) -> Vec<Cell> {
    if play.from.is_none() && play.drop.is_none() {
        return Vec::new();
    }
    let mut turned = play.after.clone();
    turned.passes[turned.side.index()] = turned.passes[turned.side.index()].max(1);
    let turned = finish(v, &play.after, passed(v, &turned)).after;
    let before = chases(v, s);
    let same = |&(from, victim): &Threat, &(was, stood): &Threat| {
        moved(s, play, was) == Some(from)
            && moved(s, play, stood) == Some(victim)
            && in_line(v, [was, from, victim])
    };
    let new = |threat: &Threat| !before.iter().any(|earlier| same(threat, earlier));
    let mut after = chases(v, &turned);
    let stays = |from: Cell| moved(s, play, from) == Some(from);
    after.retain(|(from, victim)| !(stays(*from) && is_pinned_by(v, &turned, *from, *victim)));
    after.into_iter().filter(new).map(|(_, victim)| victim).collect()
}

fn in_line(v: &Variant, squares: [Cell; 3]) -> bool {
    let files = usize::from(v.board.files);
    let [(ax, ay), (bx, by), (cx, cy)] =
        squares.map(|at| ((at % files) as i32, (at / files) as i32));
    (bx - ax) * (cy - ay) == (by - ay) * (cx - ax)
}

/// All chases by the side to move.
fn chases(v: &Variant, s: &Setup) -> Vec<Threat> {
    let [own, standing] = [s.side, !s.side].map(|side| {
        let in_check = !v.end.royals_may_be_left && checked(v, s, side);
        in_check.then(|| checkers(v, s, side))
    });
    let mut chases = Vec::new();
    for play in captures(v, s, own.as_deref()) {
        let Some(from) = play.from else { continue };
        for (victim, _) in enemies_taken(s, &play) {
            if is_chase(v, s, &play, from, victim, standing.as_deref()) {
                chases.push((from, victim));
            }
        }
    }
    chases
}

/// Whether a side is in check, whoever is to move.
fn checked(v: &Variant, s: &Setup, side: Color) -> bool {
    let en_passant = if side == s.side { s.en_passant.clone() } else { Vec::new() };
    in_check(v, &Setup { side, en_passant, ..s.clone() })
}

/// Whether a piece keeps an enemy from attacking a royal by standing where it does.
fn is_pinned_by(v: &Variant, s: &Setup, at: Cell, enemy: Cell) -> bool {
    if v.end.royals_may_be_left || royals(v, s, s.side).contains(&at) {
        return false;
    }
    let mut without = s.clone();
    without.board[at] = None;
    let attacks = |s: &Setup| checkers(v, s, s.side).contains(&enemy);
    attacks(&without) && !attacks(s)
}

fn is_chase(
    v: &Variant,
    s: &Setup,
    play: &Play,
    from: Cell,
    victim: Cell,
    standing: Option<&[Cell]>,
) -> bool {
    let ((_, by), (owner, prey)) = (s.board[from].unwrap(), s.board[victim].unwrap());
    let rules = v.end.repetition.iter().flat_map(|rule| &rule.perpetual_chase);
    let rules: Vec<_> = rules
        .filter(|rule| rule.by.contains(&by) && rule.victims.contains(&prey))
        .filter(|rule| rule.zone.as_ref().is_none_or(|zone| lists(&zone[owner.index()], victim)))
        .collect();
    if rules.is_empty() {
        return false;
    }
    let mut turned = s.clone();
    turned.passes[s.side.index()] = turned.passes[s.side.index()].max(1);
    let turned = finish(v, s, passed(v, &turned)).after;
    if by == prey && can_take(v, &turned, Some(victim), from, standing) {
        return false;
    }
    let after = finish(v, s, play.clone()).after;
    let to = play.outcome.to;
    let protected = || !owns(&after, s.side, to) || can_take(v, &after, None, to, standing);
    rules.iter().any(|rule| rule.protected) || !protected()
}

/// Whether the side to move, by any piece or this one, could capture on a square. Of checks those do not count
/// that stand already.
fn can_take(v: &Variant, s: &Setup, by: Option<Cell>, at: Cell, standing: Option<&[Cell]>) -> bool {
    let takes = |play: &Play| enemies_taken(s, play).iter().any(|(taken, _)| *taken == at);
    let mut plays = captures(v, s, standing).into_iter();
    plays.any(|play| (by.is_none() || play.from == by) && takes(&play))
}

/// The captures of the side to move. Where checks are told that stand already, these need not be answered.
fn captures(v: &Variant, s: &Setup, standing: Option<&[Cell]>) -> Vec<Play> {
    let Some(standing) = standing else { return bare(v, s) };
    if must_pass(s) {
        return Vec::new();
    }
    let safe = |play: &Play| {
        let fresh = |checker: &Cell| !standing.contains(checker);
        let answered =
            must_pass(&play.after) || !checkers(v, &play.after, s.side).iter().any(fresh);
        answered && may_be_made(v, s, play)
    };
    keeps_duty(v, s, board_plays(v, s).filter(safe).collect())
}

/// The enemies that could take a royal of a side.
fn checkers(v: &Variant, s: &Setup, side: Color) -> Vec<Cell> {
    let board = Setup { side: !side, passes: [0; 2], en_passant: Vec::new(), ..s.clone() };
    let royals = royals(v, s, side);
    let takes = candidates(v, &board, !side).into_iter().filter(|c| {
        c.outcome.partner.is_none()
            && royals.iter().any(|royal| c.outcome.captures.contains(royal))
            && !threats(v, &board, c).is_empty()
    });
    takes.map(|c| c.from).collect()
}
