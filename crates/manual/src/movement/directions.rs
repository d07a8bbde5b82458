//! Directions in words.

use crate::lang::Lang;

/// Directions that have a name together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Directions {
    All,
    Orthogonal,
    Diagonal,
    Ahead,
    Behind,
    Sides,
    Left,
    Right,
    DiagonalAhead,
    DiagonalBehind,
    AheadLeft,
    AheadRight,
    BehindLeft,
    BehindRight,
}

impl Directions {
    /// Names for many directions come before those for few.
    pub(super) const ALL: [Directions; 14] = [
        Directions::All,
        Directions::Orthogonal,
        Directions::Diagonal,
        Directions::Ahead,
        Directions::Sides,
        Directions::Left,
        Directions::Right,
        Directions::Behind,
        Directions::DiagonalAhead,
        Directions::AheadLeft,
        Directions::AheadRight,
        Directions::DiagonalBehind,
        Directions::BehindLeft,
        Directions::BehindRight,
    ];

    /// Steps to the right and forward.
    pub(super) fn vectors(self) -> &'static [(i8, i8)] {
        match self {
            Directions::All => {
                &[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
            }
            Directions::Orthogonal => &[(0, 1), (1, 0), (0, -1), (-1, 0)],
            Directions::Diagonal => &[(1, 1), (1, -1), (-1, -1), (-1, 1)],
            Directions::Ahead => &[(0, 1)],
            Directions::Behind => &[(0, -1)],
            Directions::Sides => &[(-1, 0), (1, 0)],
            Directions::Left => &[(-1, 0)],
            Directions::Right => &[(1, 0)],
            Directions::DiagonalAhead => &[(-1, 1), (1, 1)],
            Directions::DiagonalBehind => &[(-1, -1), (1, -1)],
            Directions::AheadLeft => &[(-1, 1)],
            Directions::AheadRight => &[(1, 1)],
            Directions::BehindLeft => &[(-1, -1)],
            Directions::BehindRight => &[(1, -1)],
        }
    }

    pub(super) fn words(self, lang: Lang) -> &'static str {
        let (english, japanese) = match self {
            Directions::All => ("in any direction", "八方"),
            Directions::Orthogonal => ("orthogonally", "縦横"),
            Directions::Diagonal => ("diagonally", "斜め四方"),
            Directions::Ahead => ("forward", "前"),
            Directions::Behind => ("backward", "後ろ"),
            Directions::Sides => ("sideways", "左右"),
            Directions::Left => ("to the left", "左"),
            Directions::Right => ("to the right", "右"),
            Directions::DiagonalAhead => ("diagonally forward", "斜め前"),
            Directions::DiagonalBehind => ("diagonally backward", "斜め後ろ"),
            Directions::AheadLeft => ("diagonally forward to the left", "左斜め前"),
            Directions::AheadRight => ("diagonally forward to the right", "右斜め前"),
            Directions::BehindLeft => ("diagonally backward to the left", "左斜め後ろ"),
            Directions::BehindRight => ("diagonally backward to the right", "右斜め後ろ"),
        };
        lang.pick(english, japanese)
    }
}
