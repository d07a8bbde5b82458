//! What the direction letters of XBetza stand for.

use super::Vector;

/// Direction letters and their steps, for steps of one or two to a side. Those that say most stand
/// first.
type Named = &'static [(&'static str, &'static [Vector])];

/// Straight steps.
pub(super) const ORTHOGONAL: Named = &[
    ("", &[(0, 1), (0, -1), (-1, 0), (1, 0)]),
    ("v", &[(0, 1), (0, -1)]),
    ("f", &[(0, 1)]),
    ("b", &[(0, -1)]),
    ("s", &[(-1, 0), (1, 0)]),
    ("l", &[(-1, 0)]),
    ("r", &[(1, 0)]),
];

/// Diagonal steps.
pub(super) const DIAGONAL: Named = &[
    ("", &[(-1, 1), (1, 1), (-1, -1), (1, -1)]),
    ("f", &[(-1, 1), (1, 1)]),
    ("b", &[(-1, -1), (1, -1)]),
    ("l", &[(-1, 1), (-1, -1)]),
    ("r", &[(1, 1), (1, -1)]),
    ("fl", &[(-1, 1)]),
    ("fr", &[(1, 1)]),
    ("bl", &[(-1, -1)]),
    ("br", &[(1, -1)]),
];

/// Steps like a knight's.
pub(super) const OBLIQUE: Named = &[
    ("", &[(1, 2), (-1, 2), (1, -2), (-1, -2), (2, 1), (-2, 1), (2, -1), (-2, -1)]),
    ("fh", &[(1, 2), (-1, 2), (2, 1), (-2, 1)]),
    ("bh", &[(1, -2), (-1, -2), (2, -1), (-2, -1)]),
    ("lh", &[(-1, 2), (-1, -2), (-2, 1), (-2, -1)]),
    ("rh", &[(1, 2), (1, -2), (2, 1), (2, -1)]),
    ("v", &[(1, 2), (-1, 2), (1, -2), (-1, -2)]),
    ("s", &[(2, 1), (-2, 1), (2, -1), (-2, -1)]),
    ("hr", &[(1, 2), (2, -1), (-1, -2), (-2, 1)]),
    ("hl", &[(-1, 2), (-2, -1), (1, -2), (2, 1)]),
    ("f", &[(1, 2), (-1, 2)]),
    ("b", &[(1, -2), (-1, -2)]),
    ("l", &[(-2, 1), (-2, -1)]),
    ("r", &[(2, 1), (2, -1)]),
    ("fs", &[(2, 1), (-2, 1)]),
    ("bs", &[(2, -1), (-2, -1)]),
    ("lv", &[(-1, 2), (-1, -2)]),
    ("rv", &[(1, 2), (1, -2)]),
    ("lf", &[(-1, 2)]),
    ("rf", &[(1, 2)]),
    ("lb", &[(-1, -2)]),
    ("rb", &[(1, -2)]),
    ("fl", &[(-2, 1)]),
    ("fr", &[(2, 1)]),
    ("bl", &[(-2, -1)]),
    ("br", &[(2, -1)]),
];

/// A step of the tables with another longer and shorter side.
pub(super) fn scale((x, y): Vector, (long, short): (i8, i8)) -> Vector {
    let side = |own: i8, other: i8| match own.abs() >= other.abs() {
        true => own.signum() * long,
        false => own.signum() * short,
    };
    (side(x, y), side(y, x))
}
