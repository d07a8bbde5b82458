//! Ways of several legs: each leg by how it turns from the one before.

use super::area::{Squares, somewhere};
use super::sense::Sense;
use super::{Turns, english, japanese};
use crate::lang::Lang;
use komadai_rules::diagram::{Content, Offset, Way};
use std::collections::BTreeSet;

/// From how many steps on, and up to how many; `None` where only the board ends it.
pub(super) type Steps = (u8, Option<u8>);

/// A way to a square, or to a line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Route {
    /// The squares that are visited, seen from the start.
    visited: Vec<Offset>,
    /// From the last of them on.
    last: (i8, i8),
    /// How many steps of this kind; counted in `last` itself where it is one leap.
    steps: Steps,
}

/// A leg after the first: turns and length.
struct Leg {
    turns: BTreeSet<u8>,
    steps: Steps,
}

/// More ways than these are not listed one by one.
const MOST_LISTED: usize = 8;

impl Route {
    /// To a square.
    pub(super) fn to(way: &Way, end: Offset) -> Self {
        let from = way.last().map_or(Offset::default(), |stop| stop.at);
        let (unit, length) = ray(from, end).unwrap_or(((end.x - from.x, end.y - from.y), 1));
        let visited = way.iter().map(|stop| stop.at).collect();
        Route { visited, last: unit, steps: (length, Some(length)) }
    }

    /// Along a line.
    pub(super) fn along(way: &Way, vector: (i8, i8), steps: Steps) -> Self {
        Route { visited: way.iter().map(|stop| stop.at).collect(), last: vector, steps }
    }

    /// Turn and length of each leg after the first; `None` where one is no straight step.
    fn legs(&self) -> Option<Vec<(u8, Steps)>> {
        let mut from = Offset::default();
        let mut before = None;
        let mut legs = Vec::new();
        for stop in &self.visited {
            let (unit, length) = ray(from, *stop)?;
            if let Some(before) = before {
                legs.push((turn(before, unit)?, (length, Some(length))));
            }
            (before, from) = (Some(unit), *stop);
        }
        legs.push((turn(before?, self.last)?, self.steps));
        Some(legs)
    }

    fn end(&self) -> Offset {
        let from = self.visited.last().copied().unwrap_or_default();
        let n = self.steps.0 as i8;
        Offset { x: from.x + n * self.last.0, y: from.y + n * self.last.1 }
    }
}

/// Direction and length of a straight way.
fn ray(from: Offset, to: Offset) -> Option<((i8, i8), u8)> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
    let length = dx.unsigned_abs().max(dy.unsigned_abs());
    (straight && length > 0).then_some(((dx.signum(), dy.signum()), length))
}

/// The turn from one direction to another, in eighths, clockwise.
pub(super) fn turn(from: (i8, i8), to: (i8, i8)) -> Option<u8> {
    const RING: [(i8, i8); 8] =
        [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    let heading = |vector| RING.iter().position(|v| *v == vector);
    Some(((heading(to)? + 8 - heading(from)?) % 8) as u8)
}

/// `one step straight on`.
pub(super) fn leg(lang: Lang, turns: Turns<'_>, steps: Steps) -> String {
    match lang {
        Lang::En => english::leg(turns, steps),
        Lang::Ja => japanese::leg(turns, steps),
    }
}

/// The first squares and the later legs, where every first square has the same legs after it.
fn factored(routes: &BTreeSet<&Route>) -> Option<(Squares, Vec<Leg>)> {
    let firsts: Squares =
        routes.iter().map(|route| route.visited.first().copied()).collect::<Option<_>>()?;
    let mut legs: Vec<Leg> = Vec::new();
    for route in routes {
        for (n, (turn, steps)) in route.legs()?.into_iter().enumerate() {
            match legs.get_mut(n) {
                None => legs.push(Leg { turns: BTreeSet::from([turn]), steps }),
                Some(leg) if leg.steps == steps => {
                    leg.turns.insert(turn);
                }
                Some(_) => return None,
            }
        }
    }
    let product = legs.iter().fold(firsts.len(), |n, leg| n * leg.turns.len());
    (product == routes.len()).then_some((firsts, legs))
}

/// Ways with the same contents, in words.
pub(super) fn words(lang: Lang, sense: &Sense, contents: &[Content], routes: &[Route]) -> String {
    let routes: BTreeSet<&Route> = routes.iter().collect();
    let said = match factored(&routes) {
        Some((firsts, legs)) => leg_by_leg(lang, contents, &firsts, &legs),
        None => one_by_one(lang, &routes),
    };
    let conditions = match lang {
        Lang::En => {
            english::only(sense).unwrap_or_default().to_owned() + &english::conditions(sense)
        }
        Lang::Ja => japanese::conditions(sense),
    };
    said + &conditions
}

fn leg_by_leg(lang: Lang, contents: &[Content], firsts: &Squares, legs: &[Leg]) -> String {
    let on = somewhere(lang, firsts);
    let first = contents.first().copied().unwrap_or(Content::Empty);
    let mut parts = vec![match lang {
        Lang::En => english::first_leg(first, &on),
        Lang::Ja => japanese::first_leg(first, &on),
    }];
    for (n, Leg { turns, steps }) in legs.iter().enumerate() {
        let how = leg(lang, turns, *steps);
        parts.push(match (lang, contents.get(n + 1)) {
            (Lang::En, Some(is)) => english::later_leg(*is, &how),
            (Lang::Ja, Some(is)) => japanese::later_leg(*is, &how),
            (Lang::En, None) => english::last_leg(&how),
            (Lang::Ja, None) => japanese::last_leg(&how),
        });
    }
    match (lang, &parts[..]) {
        (Lang::En, [first, last]) => format!("{first} {last}"),
        (Lang::En, _) => {
            parts.iter().map(|p| p.trim_end_matches(',')).collect::<Vec<_>>().join(", ")
        }
        (Lang::Ja, _) => parts.join("、"),
    }
}

fn one_by_one(lang: Lang, routes: &BTreeSet<&Route>) -> String {
    if routes.len() > MOST_LISTED {
        let n = routes.len();
        return lang.say(
            format!("goes by other squares, in {n} ways that its notation tells exactly"),
            format!("途中のマスを経て動く（{n}通り。正確には表記を参照）"),
        );
    }
    let square = |at: Offset| somewhere(lang, &Squares::from([at]));
    let told = |route: &&Route| {
        let by: Vec<String> = route.visited.iter().map(|at| square(*at)).collect();
        let to = square(route.end());
        lang.say(
            format!("to {to} by way of {}", lang.all(&by)),
            format!("{}を経て{to}へ", by.join("、")),
        )
    };
    let all: Vec<String> = routes.iter().map(told).collect();
    all.join(lang.pick("; ", "；"))
}
