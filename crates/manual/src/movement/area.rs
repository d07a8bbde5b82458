//! Sets of squares around a piece, and of directions, in words: each word stands for some of them,
//! and together for all.

use super::directions::Directions;
use crate::lang::{Lang, number};
use komadai_rules::diagram::Offset;
use komadai_rules::ordinal;
use std::collections::BTreeSet;

/// Squares as seen from a piece; with unit vectors, directions.
pub(crate) type Squares = BTreeSet<Offset>;

/// A part of such a set that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Area {
    /// All squares that are so many steps away.
    Ring(u8),
    /// So many squares away, in these directions.
    Straight(Directions, u8),
    /// So many squares ahead (or wherever it is), and so many aside to both sides.
    Aside(Directions, u8, u8),
    /// The same in all four orthogonal directions.
    Oblique(u8, u8),
    /// One square.
    One(Offset),
}

fn offset(x: i8, y: i8) -> Offset {
    Offset { x, y }
}

fn far(at: Offset) -> u8 {
    at.x.unsigned_abs().max(at.y.unsigned_abs())
}

fn ring(n: u8) -> Squares {
    let n = n as i8;
    let all = (-n..=n).flat_map(|x| (-n..=n).map(move |y| offset(x, y)));
    all.filter(|at| far(*at) == n as u8).collect()
}

impl Area {
    /// The squares that it stands for.
    pub(crate) fn squares(self) -> Squares {
        match self {
            Area::Ring(n) => ring(n),
            Area::Straight(way, n) => {
                way.vectors().iter().map(|(x, y)| offset(x * n as i8, y * n as i8)).collect()
            }
            Area::Aside(way, on, aside) => {
                let (on, aside) = (on as i8, aside as i8);
                let both = |(x, y): &(i8, i8)| {
                    [-aside, aside].map(|a| offset(x * on + y * a, y * on + x * a))
                };
                way.vectors().iter().flat_map(both).collect()
            }
            Area::Oblique(on, aside) => Area::Aside(Directions::Orthogonal, on, aside).squares(),
            Area::One(at) => Squares::from([at]),
        }
    }

    fn words(self, lang: Lang) -> String {
        let count = |n: u8| number(lang, usize::from(n));
        match self {
            Area::Ring(n) => {
                let squares = number(lang, 8 * usize::from(n));
                let (steps, plural) = (count(n), if n == 1 { "" } else { "s" });
                lang.say(
                    format!("any of the {squares} squares that are {steps} step{plural} away"),
                    format!("{steps}マス離れた{squares}マスのどこか"),
                )
            }
            Area::Straight(way, 1) => {
                let way = way.words(lang);
                lang.say(format!("the next square {way}"), format!("{way}の隣のマス"))
            }
            Area::Straight(way, n) => {
                let way = way.words(lang);
                let nth = ordinal(n.into());
                lang.say(format!("the {nth} square {way}"), format!("{way}の{}マス先", count(n)))
            }
            Area::Aside(way, on, aside) => {
                let upright = matches!(way, Directions::Ahead | Directions::Behind);
                let (way, on, aside) = (way.words(lang), count(on), count(aside));
                let (english, japanese) = if upright {
                    ("to either side", "左右")
                } else {
                    ("forward or backward", "前後")
                };
                lang.say(
                    format!("{on} squares {way} and {aside} {english}"),
                    format!("{way}へ{on}マス、さらに{japanese}どちらかへ{aside}マスの所"),
                )
            }
            Area::Oblique(on, aside) => {
                let (on, aside) = (count(on), count(aside));
                lang.say(
                    format!(
                        "{on} squares in any orthogonal direction and {aside} to either side of it"
                    ),
                    format!("縦横いずれかへ{on}マス、さらに直角に{aside}マスの所"),
                )
            }
            Area::One(at) => one(lang, at),
        }
    }
}

/// `two squares forward and one to the left`.
fn one(lang: Lang, at: Offset) -> String {
    let part = |n: i8, [less, more]: [Directions; 2]| {
        let (way, n) = (if n < 0 { less } else { more }.words(lang), n.unsigned_abs());
        let (count, plural) = (number(lang, n.into()), if n == 1 { "" } else { "s" });
        let word = lang.say(format!("{count} square{plural} {way}"), format!("{way}へ{count}マス"));
        (n > 0).then_some(word)
    };
    let parts = [
        part(at.y, [Directions::Behind, Directions::Ahead]),
        part(at.x, [Directions::Left, Directions::Right]),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    match (parts.is_empty(), lang) {
        (true, _) => lang.say("its own square", "元のマス"),
        (_, Lang::En) => lang.all(&parts),
        (_, Lang::Ja) => format!("{}の所", parts.join("、")),
    }
}

/// Parts with names that make up all of a set; the plainest come first.
pub(crate) fn areas(squares: &Squares) -> Vec<Area> {
    let mut rest = squares.clone();
    let mut found = Vec::new();
    let mut take = |rest: &mut Squares, area: Area| {
        let part = area.squares();
        if !part.is_empty() && part.is_subset(rest) {
            rest.retain(|at| !part.contains(at));
            found.push(area);
        }
    };
    let furthest = squares.iter().map(|at| far(*at)).max().unwrap_or(0);
    for n in 1..=furthest {
        if n > 1 {
            take(&mut rest, Area::Ring(n));
        }
        for way in Directions::ALL {
            take(&mut rest, Area::Straight(way, n));
        }
        for aside in 1..n {
            take(&mut rest, Area::Oblique(n, aside));
            for way in [
                Directions::Ahead,
                Directions::Behind,
                Directions::Sides,
                Directions::Left,
                Directions::Right,
            ] {
                take(&mut rest, Area::Aside(way, n, aside));
            }
        }
    }
    found.extend(rest.into_iter().map(Area::One));
    found
}

/// The directions of some unit vectors: `forward, sideways or diagonally backward`.
pub(crate) fn directions(lang: Lang, vectors: &Squares) -> String {
    let mut rest = vectors.clone();
    let mut found = Vec::new();
    for way in Directions::ALL {
        let part = Area::Straight(way, 1).squares();
        if part.is_subset(&rest) {
            rest.retain(|at| !part.contains(at));
            found.push(way.words(lang).to_owned());
        }
    }
    match lang {
        Lang::En => lang.either(&found),
        Lang::Ja => found.join("・"),
    }
}

/// Some squares: `the second square orthogonally`.
pub(crate) fn somewhere(lang: Lang, squares: &Squares) -> String {
    if squares.iter().all(|at| far(*at) == 1) {
        let ways = directions(lang, squares);
        return lang.say(format!("the next square {ways}"), format!("{ways}の隣のマス"));
    }
    let alike = |n: u8| {
        squares
            .iter()
            .all(|at| far(*at) == n && (at.x == 0 || at.y == 0 || at.x.abs() == at.y.abs()))
    };
    let n = squares.first().map_or(0, |at| far(*at));
    if n > 0 && alike(n) {
        let units = squares.iter().map(|at| offset(at.x.signum(), at.y.signum())).collect();
        let ways = directions(lang, &units);
        let (nth, count) = (ordinal(n.into()), number(lang, n.into()));
        return lang.say(format!("the {nth} square {ways}"), format!("{ways}の{count}マス先"));
    }
    let words: Vec<String> = areas(squares).into_iter().map(|area| area.words(lang)).collect();
    match lang {
        Lang::En => lang.either(&words),
        Lang::Ja => words.join("、または"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(squares: &[(i8, i8)]) -> Squares {
        squares.iter().map(|(x, y)| offset(*x, *y)).collect()
    }

    #[test]
    fn every_name_stands_for_its_squares_and_all_are_told() {
        let all: Vec<Offset> = (1..=3).flat_map(ring).collect();
        // Every third, every fifth .. square: sets with and without names.
        for step in 1..40 {
            for start in 0..step.min(all.len()) {
                let squares: Squares = all.iter().skip(start).step_by(step).copied().collect();
                let told = areas(&squares);
                let mut union = Squares::new();
                for area in &told {
                    let part = area.squares();
                    assert!(union.is_disjoint(&part), "{told:?}");
                    union.extend(part);
                }
                assert_eq!(union, squares, "{told:?}");
            }
        }
    }

    #[test]
    fn squares_in_words() {
        for (squares, english, japanese) in [
            (
                set(&[(0, 2), (0, -2), (2, 0), (-2, 0)]),
                "the second square orthogonally",
                "縦横の二マス先",
            ),
            (
                set(&[(1, 2), (-1, 2)]),
                "two squares forward and one to either side",
                "前へ二マス、さらに左右どちらかへ一マスの所",
            ),
            (
                set(&[(1, 2)]),
                "two squares forward and one square to the right",
                "前へ二マス、右へ一マスの所",
            ),
            (set(&[(0, 0)]), "its own square", "元のマス"),
            (
                ring(2),
                "any of the 16 squares that are two steps away",
                "二マス離れた十六マスのどこか",
            ),
        ] {
            assert_eq!(somewhere(Lang::En, &squares), english);
            assert_eq!(somewhere(Lang::Ja, &squares), japanese);
        }
    }

    #[test]
    fn directions_in_words() {
        let gold = set(&[(0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0), (0, -1)]);
        assert_eq!(directions(Lang::En, &gold), "orthogonally or diagonally forward");
        assert_eq!(directions(Lang::Ja, &gold), "縦横・斜め前");
        assert_eq!(
            directions(Lang::En, &set(&[(-1, 0), (1, -1)])),
            "to the left or diagonally backward to the right"
        );
    }
}
