//! Ends of games, found from the whole line of positions.

use super::chase::perpetual_chaser;
use super::legality::{can_be_captured, face, in_check, is_by_pass, is_lost_after, successors};
use super::position::{lists, must_pass, royals, royals_can_fall};
use komadai_rules::variant::{
    Counted, Flag, FlagReply, Mate, Outcome, Placement, RepetitionResult, Royals, Stalemate, Supply,
};
use komadai_rules::{Color, PieceType, Setup, Variant};
use std::cmp::Ordering;

/// The end of a game: its name, and who has won.
type End = (String, Option<Color>);

/// How the game has ended that came through these positions, the last one being the present one.
pub(crate) fn ending(v: &Variant, line: &[Setup]) -> Option<End> {
    let s = line.last()?;
    fallen(v, line)
        .or_else(|| extinct(v, s))
        .or_else(|| flag(v, s))
        .or_else(|| checks(v, s))
        .or_else(|| passed_out(v, line))
        .or_else(|| no_way_on(v, line))
        .or_else(|| repeated(v, line))
        .or_else(|| too_long(v, s))
        .or_else(|| dead(v, s))
}

/// What makes two positions the same.
pub(crate) fn identity(s: &Setup) -> Setup {
    Setup { ply: 0, quiet: 0, counted: None, ..s.clone() }
}

fn times(line: &[Setup], s: &Setup) -> u32 {
    line.iter().filter(|earlier| identity(earlier) == identity(s)).count() as u32
}

/// Whether a repetition is barred at all, so that a move may be refused for it.
pub(crate) fn bars_now(v: &Variant, s: &Setup) -> bool {
    let rule = v.end.repetition.as_ref();
    rule.is_some_and(|rule| {
        rule.result == RepetitionResult::Forbidden && !(rule.exempt_in_check && in_check(v, s))
    })
}

/// Whether a move to `next` is barred because the position would come about too often.
pub(crate) fn is_barred(v: &Variant, line: &[Setup], next: &Setup) -> bool {
    let s = &line[line.len() - 1];
    let most = v.end.repetition.as_ref().map_or(u32::MAX, |rule| rule.times);
    bars_now(v, s) && !must_pass(s) && times(line, next) + 1 >= most
}

fn won(status: &str, lost: [bool; 2]) -> Option<End> {
    let winner = match lost {
        [true, false] => Some(Color::Second),
        [false, true] => Some(Color::First),
        _ => None,
    };
    lost.contains(&true).then(|| (status.to_owned(), winner))
}

fn fallen(v: &Variant, line: &[Setup]) -> Option<End> {
    if !royals_can_fall(v) {
        return None;
    }
    let s = &line[line.len() - 1];
    let before = &line[line.len().saturating_sub(2)];
    let lost = Color::BOTH.map(|color| {
        let (was, is) = (royals(v, before, color).len(), royals(v, s, color).len());
        is == 0 || v.end.royals == Royals::Any && is < was
    });
    won("royals-captured", lost)
}

fn count(s: &Setup, color: Color, kind: PieceType) -> u32 {
    let on_board = s.board.iter().filter(|man| **man == Some((color, kind))).count();
    on_board as u32 + u32::from(s.hands[color.index()][kind.index()])
}

fn extinct(v: &Variant, s: &Setup) -> Option<End> {
    for rule in &v.end.extinction {
        let out = |color: Color| {
            let [own, other] = [color, !color].map(|color| {
                let left: Vec<u32> = rule.types.iter().map(|kind| count(s, color, *kind)).collect();
                if rule.each { left } else { vec![left.iter().sum()] }
            });
            let may_reply = rule.reply && color == s.side;
            let enough =
                |other: u32| if may_reply { other > rule.against } else { other >= rule.against };
            rule.sides[color.index()]
                && own.iter().zip(other).any(|(own, other)| *own <= rule.count && enough(other))
        };
        let [first, second] = Color::BOTH.map(out);
        if first || second {
            let loser = if first { Color::First } else { Color::Second };
            let winner = match rule.result {
                _ if first && second => None,
                Outcome::Draw => None,
                Outcome::Loss => Some(!loser),
                Outcome::Win => Some(loser),
            };
            return Some(("extinction".to_owned(), winner));
        }
    }
    None
}

/// Who has won by standing on its goal, or may just not have lost yet.
fn flag(v: &Variant, s: &Setup) -> Option<End> {
    let rule = v.end.flag.as_ref()?;
    let arrives_next =
        || successors(v, s).iter().any(|next| has_arrived(v, rule, &next.after, s.side));
    let [just_moved, to_move] = [!s.side, s.side].map(|color| has_arrived(v, rule, s, color));
    let winner = match rule.reply {
        FlagReply::Any if to_move => Some(s.side),
        FlagReply::Any if just_moved && rule.safe => Some(!s.side),
        FlagReply::Any => return None,
        FlagReply::Arrival
            if just_moved && !to_move && s.side == Color::Second && arrives_next() =>
        {
            return None;
        }
        FlagReply::None if !rule.safe && just_moved => Some(!s.side),
        _ if just_moved && to_move => None,
        _ if just_moved => Some(!s.side),
        _ if to_move => Some(s.side),
        _ => return None,
    };
    Some(("flag".to_owned(), winner))
}

/// Whether a piece of a side stands on its goal, safely if it has to. What stands there after an
/// answer need not be safe any more.
fn has_arrived(v: &Variant, rule: &Flag, s: &Setup, color: Color) -> bool {
    let has_stood = rule.reply == FlagReply::Any && s.side == color;
    s.board.iter().enumerate().any(|(at, man)| {
        let wins = |(owner, kind)| owner == color && rule.types.contains(&kind);
        man.is_some_and(wins)
            && lists(&rule.zone[color.index()], at)
            && (!rule.safe || has_stood || !can_be_captured(v, s, color, at))
    })
}

/// Of two sides that have given enough checks, the one that has just moved counts.
fn checks(v: &Variant, s: &Setup) -> Option<End> {
    let rule = v.end.checks?;
    let side = [!s.side, s.side].into_iter().find(|c| s.checks_given[c.index()] == rule.count)?;
    let winner = match rule.result {
        Outcome::Loss => Some(!side),
        Outcome::Win => Some(side),
        Outcome::Draw => None,
    };
    Some(("checks".to_owned(), winner))
}

/// A pass while royals face each other, or after another pass.
fn passed_out(v: &Variant, line: &[Setup]) -> Option<End> {
    let by_pass = |back: usize| {
        line.len() > back + 1 && {
            let at = line.len() - 1 - back;
            is_by_pass(v, &line[at - 1], &line[at])
        }
    };
    let s = &line[line.len() - 1];
    if face(v, s) && by_pass(0) {
        return Some(("facing".to_owned(), by_points(v, s)));
    }
    (v.end.two_passes && by_pass(0) && by_pass(1)).then(|| ("passes".to_owned(), by_points(v, s)))
}

/// Who wins by points what would be a draw.
fn by_points(v: &Variant, s: &Setup) -> Option<Color> {
    let rule = v.end.points.as_ref()?;
    let worth = |kind: usize| {
        let kind = PieceType(kind as u8);
        rule.values.iter().find(|value| value.types.contains(&kind)).map_or(0, |value| value.points)
    };
    let [first, second] = Color::BOTH.map(|color| {
        let types = 0..v.pieces.len();
        types.map(|kind| count(s, color, PieceType(kind as u8)) * worth(kind)).sum::<u32>()
    });
    match rule.lead {
        Some(lead) if first as i32 >= second as i32 + lead => Some(Color::First),
        Some(_) => Some(Color::Second),
        None => match first.cmp(&second) {
            Ordering::Less => Some(Color::Second),
            Ordering::Equal => None,
            Ordering::Greater => Some(Color::First),
        },
    }
}

fn no_way_on(v: &Variant, line: &[Setup]) -> Option<End> {
    let s = &line[line.len() - 1];
    let nexts = successors(v, s);
    let open = || nexts.iter().map(|next| &next.after).filter(|next| !is_barred(v, line, next));
    let stuck = open().next().is_none();
    let quietly = stuck && nexts.is_empty() && !in_check(v, s);
    let mated = match v.end.mate {
        Mate::NoMove => stuck && !quietly,
        Mate::NoMoveKeepsARoyal => {
            let lost = open().all(|next| is_lost_after(v, s, next));
            lost && !(quietly && v.end.stalemate != Stalemate::Loss)
        }
    };
    if mated {
        let winner = match v.end.mated {
            Outcome::Loss => Some(!s.side),
            Outcome::Win => Some(s.side),
            Outcome::Draw => None,
        };
        return Some(("checkmate".to_owned(), winner));
    }
    let (status, winner) = match v.end.stalemate {
        Stalemate::Loss => ("no-moves", Some(!s.side)),
        Stalemate::Win => ("stalemate", Some(s.side)),
        Stalemate::Draw => ("stalemate", None),
        Stalemate::Fewer => {
            let standing = |color| s.board.iter().flatten().filter(|man| man.0 == color).count();
            match standing(s.side).cmp(&standing(!s.side)) {
                Ordering::Less => ("stalemate", Some(s.side)),
                Ordering::Equal => ("stalemate", None),
                Ordering::Greater => ("no-moves", Some(!s.side)),
            }
        }
    };
    quietly.then(|| (status.to_owned(), winner))
}

fn repeated(v: &Variant, line: &[Setup]) -> Option<End> {
    let rule = v.end.repetition.as_ref()?;
    let s = &line[line.len() - 1];
    if rule.result == RepetitionResult::Forbidden || times(line, s) < rule.times {
        return None;
    }
    let since = since_first(line);
    let checking =
        if rule.perpetual_check_loses { perpetual_checkers(v, since) } else { [false; 2] };
    match checking {
        [true, false] => return Some(("perpetual-check".to_owned(), Some(Color::Second))),
        [false, true] => return Some(("perpetual-check".to_owned(), Some(Color::First))),
        [true, true] => {}
        [false, false] => {
            if let Some(chaser) = perpetual_chaser(v, since) {
                return Some(("perpetual-chase".to_owned(), Some(!chaser)));
            }
        }
    }
    let winner = match rule.result {
        RepetitionResult::Loses(color) => Some(!color),
        RepetitionResult::MoverLoses => Some(s.side),
        _ => by_points(v, s),
    };
    Some(("repetition".to_owned(), winner))
}

/// The line from where the present position first came up.
fn since_first(line: &[Setup]) -> &[Setup] {
    let s = identity(&line[line.len() - 1]);
    let first = line.iter().position(|earlier| identity(earlier) == s);
    &line[first.unwrap_or(line.len() - 1)..]
}

/// The sides all of whose moves in a line gave check.
fn perpetual_checkers(v: &Variant, line: &[Setup]) -> [bool; 2] {
    Color::BOTH.map(|color| {
        let mut after = line[1..].iter().filter(|next| next.side == !color).peekable();
        after.peek().is_some() && after.all(|next| in_check(v, next))
    })
}

fn too_long(v: &Variant, s: &Setup) -> Option<End> {
    let quiet = v.end.quiet.as_ref().is_some_and(|rule| s.quiet >= rule.plies);
    let long = v.end.move_limit.is_some_and(|plies| s.ply >= plies);
    (quiet || long || counted_out(v, s)).then(|| ("move-limit".to_owned(), by_points(v, s)))
}

fn dead(v: &Variant, s: &Setup) -> Option<End> {
    let rule = v.end.dead.as_ref()?;
    let in_hand = s.hands.iter().flatten().any(|n| *n > 0);
    let comes = |rule: &Placement| {
        rule.supply != Supply::Hand
            && rule.pieces.iter().any(|kind| !v.pieces[kind.index()].moves.is_empty())
    };
    if in_hand
        || v.placement.as_ref().is_some_and(comes)
        || Color::BOTH.iter().any(|c| royals(v, s, *c).len() > 1)
    {
        return None;
    }
    let others: Vec<(usize, PieceType)> = s
        .board
        .iter()
        .enumerate()
        .filter_map(|(at, man)| man.map(|(_, kind)| (at, kind)))
        .filter(|(_, kind)| !v.pieces[kind.index()].royal)
        .collect();
    let all = |types: &[PieceType]| others.iter().all(|(_, kind)| types.contains(kind));
    let files = usize::from(v.board.files);
    let colour = |at: usize| (at % files + at / files) % 2;
    let one_colour = others.windows(2).all(|pair| colour(pair[0].0) == colour(pair[1].0));
    let dead = match others.len() {
        0 => true,
        1 if all(&rule.lone) => true,
        _ => all(&rule.one_colour) && one_colour,
    };
    // A royal that is about to fall decides.
    let falls = royals_can_fall(v)
        && Color::BOTH
            .iter()
            .any(|&side| in_check(v, &Setup { side, en_passant: Vec::new(), ..s.clone() }));
    (dead && !falls).then(|| ("dead-position".to_owned(), None))
}

/// Whether more moves were counted than the limit allows.
fn counted_out(v: &Variant, s: &Setup) -> bool {
    s.counted.is_some_and(|counted| {
        let rule = &v.end.counting[usize::from(counted.rule)];
        u32::from(counted.plies) > 2 * u32::from(rule.limits[usize::from(counted.limit)].moves)
    })
}

/// Begins the count of the side to move, if there is one to begin.
pub(crate) fn begin_count(v: &Variant, s: &mut Setup) {
    let held = |side: Color, t: usize| u32::from(s.hands[side.index()][t]);
    let has = |side: Color, t: usize| {
        let on_board = s.board.iter().filter(|man| **man == Some((side, PieceType(t as u8))));
        on_board.count() as u32 + held(side, t)
    };
    let all = |side: Color| (0..v.pieces.len()).map(|t| has(side, t)).sum::<u32>();
    for (number, rule) in v.end.counting.iter().enumerate() {
        if s.counted.is_some_and(|counted| usize::from(counted.rule) <= number) {
            return;
        }
        let left = |t: &PieceType| Color::BOTH.iter().any(|side| has(*side, t.index()) > 0);
        if rule.without.iter().any(left) || rule.at_most.is_some_and(|most| all(s.side) > most) {
            continue;
        }
        for (limit, row) in rule.limits.iter().enumerate() {
            let needed = row.types.iter().map(|t| has(!s.side, t.index())).sum::<u32>();
            if needed >= row.count {
                let pieces =
                    if rule.from_pieces { all(Color::First) + all(Color::Second) } else { 0 };
                s.counted = Some(Counted {
                    rule: number as u8,
                    limit: limit as u8,
                    plies: 2 * pieces as u16,
                });
                return;
            }
        }
    }
}
