//! Movement in English.

use super::sense::{Passes, Sense};
use super::{At, Turns};
use crate::lang::{Lang, number};
use crate::movement::area::{directions, somewhere};
use komadai_rules::diagram::{Content, Kind};

const LANG: Lang = Lang::En;

/// What a stroke means, wherever it is or at some squares.
pub(super) fn words(sense: &Sense, at: At<'_>) -> String {
    way(sense, at) + only(sense).unwrap_or_default() + &conditions(sense)
}

const CONDITIONS: [(Kind, &str); 10] = [
    (Kind::EnPassant, ", also what has just passed it"),
    (Kind::Initial, ", only as its first move"),
    (Kind::Regional, ", only on a part of the board"),
    (Kind::Lame, ", if the square half-way is empty"),
    (Kind::Over, ", if the square half-way is occupied"),
    (Kind::OverFriends, ", own pieces only"),
    (Kind::RoyalOnly, ", captures royals only"),
    (Kind::NotRoyal, ", never captures a royal"),
    (Kind::Swap, ", and swaps places with what it takes"),
    (Kind::Cylinder, ", round the edge of the board too"),
];

pub(super) fn conditions(sense: &Sense) -> String {
    let own = match (sense.has(Kind::Destroy), sense.spares_enemies(), sense.moves()) {
        (false, ..) => "",
        (_, false, _) => ", own pieces too",
        (_, true, true) => ", own pieces too but no enemies",
        (_, true, false) => ", to remove own pieces only",
    };
    let held: String =
        CONDITIONS.iter().filter(|(kind, _)| sense.has(*kind)).map(|(_, text)| *text).collect();
    own.to_owned() + &held
}

pub(super) fn only(sense: &Sense) -> Option<&'static str> {
    let told = [Kind::Fly, Kind::Shot, Kind::Hit, Kind::Pass, Kind::Castle];
    match (told.contains(&sense.manner), sense.moves(), sense.takes()) {
        (true, ..) | (_, true, true) | (_, false, false) => None,
        (_, true, false) => Some(", to move only"),
        (_, false, true) if sense.has(Kind::Capture) => Some(", to capture only"),
        (_, false, true) if sense.spares_enemies() => None,
        (_, false, true) => Some(", to take only"),
    }
}

fn way(sense: &Sense, at: At<'_>) -> String {
    let (on, to, along) = (squares(at, "on", "here"), squares(at, "to", ""), ways(at));
    match sense.manner {
        Kind::Step => format!("one step{along}"),
        Kind::Jump if sense.has(Kind::Lame) || sense.has(Kind::Over) => format!("a jump{to}"),
        Kind::Jump => format!("a jump{to}, whatever stands between"),
        Kind::Area if sense.range.steps == 2 => {
            format!("in two steps, the first to an empty square{}", after_comma(&to))
        }
        Kind::Area => format!("in several steps over empty squares{}", after_comma(&to)),
        Kind::Chain => led(
            to,
            match sense.range.passes {
                Passes::Pieces => "past other pieces on the way",
                Passes::Both => "by way of other pieces",
                _ => "after a capture on the way",
            },
        ),
        Kind::Castle => format!("castles{to}"),
        Kind::Shot if sense.range.squares.is_some() => {
            format!(
                "captures the first piece{} without moving",
                if along.is_empty() { " on the line".to_owned() } else { along }
            )
        }
        Kind::Shot => format!("captures{on} without moving"),
        Kind::Hit => format!("captures{on} and goes on"),
        Kind::Pass => {
            if to.is_empty() {
                "there and back: passes".to_owned()
            } else {
                format!("passes by going{to} and back, if that is empty")
            }
        }
        Kind::Hook => format!("any distance{along}, and may turn once on the way"),
        Kind::Fly => format!("captures{along} over any number of pieces"),
        Kind::Hop => format!("{}{along} over {}", distance(sense), hurdles(sense)),
        Kind::HopBehind => format!("right behind {}{along}, at any distance", hurdles(sense)),
        Kind::Slide => slide(sense, &along),
        _ if sense.range.goes_on.is_some() => "on the way to further squares".to_owned(),
        _ => led(to, "by a longer way"),
    }
}

/// ` to the second square forward`, or what stands for it where no square is named.
fn squares(at: At<'_>, preposition: &str, here: &str) -> String {
    match at {
        At::Here if here.is_empty() => String::new(),
        At::Here => format!(" {here}"),
        At::Squares(set) => format!(" {preposition} {}", somewhere(LANG, set)),
    }
}

/// ` forward or backward`: squares that are next to the piece are directions. Longer vectors are leaps.
fn ways(at: At<'_>) -> String {
    match at {
        At::Here => String::new(),
        At::Squares(set) if set.iter().all(|at| at.x.abs().max(at.y.abs()) <= 1) => {
            format!(" {}", directions(LANG, set))
        }
        At::Squares(set) => format!(", each to {}", somewhere(LANG, set)),
    }
}

fn after_comma(to: &str) -> String {
    if to.is_empty() { String::new() } else { format!(",{to}") }
}

fn led(to: String, rest: &str) -> String {
    if to.is_empty() { rest.to_owned() } else { format!("{} {rest}", to.trim_start()) }
}

fn hurdles(sense: &Sense) -> String {
    match sense.range.over {
        Some((least, most)) if least + 1 == most => format!("{least} or {most} pieces"),
        Some((least, most)) if least < most => format!("{least} to {most} pieces"),
        Some((least, _)) if least > 1 => format!("exactly {least} pieces"),
        _ => "exactly one piece".to_owned(),
    }
}

fn distance(sense: &Sense) -> String {
    let (from, to) = sense.range.squares.unwrap_or((1, None));
    let what = if sense.range.rides { "jumps" } else { "squares" };
    match to {
        None if sense.range.rides => "any number of jumps".to_owned(),
        None => "any distance".to_owned(),
        Some(to) if from == to && !sense.has(Kind::Initial) => format!("exactly {to} {what}"),
        Some(to) => format!("up to {to} {what}"),
    }
}

fn slide(sense: &Sense, along: &str) -> String {
    let far = distance(sense);
    let from = match sense.range.goes_on {
        _ if sense.range.bent => return format!("any distance along a bent line{along}"),
        _ if sense.has(Kind::Skip) => {
            let (from, _) = sense.range.squares.unwrap_or((2, None));
            return format!("jumps {}, then {far}{along}", skipped(from));
        }
        None => return far + along,
        Some(Content::Empty) => "an empty square",
        Some(Content::Piece) => "an occupied square",
        Some(Content::Taken | Content::Destroyed) => "a capture",
    };
    format!("{far}{along}, going on from {from}")
}

fn skipped(from: u8) -> String {
    match from {
        0..=2 => "the first square".to_owned(),
        n => format!("the first {} squares", n - 1),
    }
}

/// `captures on the next square forward`.
pub(super) fn first_leg(is: Content, on: &str) -> String {
    match is {
        Content::Empty => format!("goes to {on} if that is empty,"),
        Content::Taken => format!("captures on {on}"),
        Content::Destroyed => format!("removes an own piece from {on}"),
        Content::Piece => format!("passes over a piece on {on}"),
    }
}

/// `then one step straight on, where it captures too`.
pub(super) fn later_leg(is: Content, how: &str) -> String {
    match is {
        Content::Empty => format!("then {how} if that is empty"),
        Content::Taken => format!("then {how}, where it captures too"),
        Content::Destroyed => format!("then {how}, where it removes an own piece"),
        Content::Piece => format!("then {how}, over a piece"),
    }
}

pub(super) fn last_leg(how: &str) -> String {
    format!("and goes on {how}")
}

/// `one step straight on`.
pub(super) fn leg(turns: Turns<'_>, steps: (u8, Option<u8>)) -> String {
    let far = match steps {
        (1, Some(1)) => "one step".to_owned(),
        (n, Some(m)) if n == m => format!("{} squares", number(LANG, n.into())),
        (_, Some(m)) => format!("up to {} squares", number(LANG, m.into())),
        (1, None) => "any distance".to_owned(),
        (n, None) => format!("any distance from the {n}th square on"),
    };
    format!("{far} {}", turned(turns))
}

/// Eighths of a full turn, from 0, straight on, to 7.
fn turned(turns: Turns<'_>) -> String {
    let of = |list: &[u8]| turns.iter().eq(list);
    let known: &[(&[u8], &str)] = &[
        (&[0, 1, 2, 3, 4, 5, 6, 7], "in any direction"),
        (&[0, 1, 2, 3, 5, 6, 7], "in any direction but straight back"),
        (&[0, 2, 6], "straight on or at a right angle"),
        (&[0, 1, 7], "straight on or turning by 45 degrees"),
    ];
    if let Some((_, words)) = known.iter().find(|(list, _)| of(list)) {
        return (*words).to_owned();
    }
    let single = [
        (&[0][..], "straight on"),
        (&[1, 7], "turning by 45 degrees to either side"),
        (&[1], "turning by 45 degrees to the right"),
        (&[7], "turning by 45 degrees to the left"),
        (&[2, 6], "at a right angle to either side"),
        (&[2], "at a right angle to the right"),
        (&[6], "at a right angle to the left"),
        (&[3, 5], "turning back by 135 degrees to either side"),
        (&[3], "turning back by 135 degrees to the right"),
        (&[5], "turning back by 135 degrees to the left"),
        (&[4], "straight back"),
    ];
    let mut rest = turns.clone();
    let mut words = Vec::new();
    for (list, word) in single {
        if list.iter().all(|turn| rest.contains(turn)) {
            rest.retain(|turn| !list.contains(turn));
            words.push(word.to_owned());
        }
    }
    LANG.either(&words)
}
