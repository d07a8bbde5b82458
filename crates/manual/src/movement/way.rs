//! Directions in words.

use crate::lang::Lang;

/// Directions that have a name together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
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

impl Way {
    /// Names for many directions come before those for few.
    pub(super) const ALL: [Way; 14] = [
        Way::All,
        Way::Orthogonal,
        Way::Diagonal,
        Way::Ahead,
        Way::Sides,
        Way::Left,
        Way::Right,
        Way::Behind,
        Way::DiagonalAhead,
        Way::AheadLeft,
        Way::AheadRight,
        Way::DiagonalBehind,
        Way::BehindLeft,
        Way::BehindRight,
    ];

    /// Steps to the right and forward.
    pub(super) fn vectors(self) -> &'static [(i8, i8)] {
        match self {
            Way::All => &[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)],
            Way::Orthogonal => &[(0, 1), (1, 0), (0, -1), (-1, 0)],
            Way::Diagonal => &[(1, 1), (1, -1), (-1, -1), (-1, 1)],
            Way::Ahead => &[(0, 1)],
            Way::Behind => &[(0, -1)],
            Way::Sides => &[(-1, 0), (1, 0)],
            Way::Left => &[(-1, 0)],
            Way::Right => &[(1, 0)],
            Way::DiagonalAhead => &[(-1, 1), (1, 1)],
            Way::DiagonalBehind => &[(-1, -1), (1, -1)],
            Way::AheadLeft => &[(-1, 1)],
            Way::AheadRight => &[(1, 1)],
            Way::BehindLeft => &[(-1, -1)],
            Way::BehindRight => &[(1, -1)],
        }
    }

    pub(super) fn words(self, lang: Lang) -> &'static str {
        let (english, japanese) = match self {
            Way::All => ("in any direction", "八方"),
            Way::Orthogonal => ("orthogonally", "縦横"),
            Way::Diagonal => ("diagonally", "斜め四方"),
            Way::Ahead => ("forward", "前"),
            Way::Behind => ("backward", "後ろ"),
            Way::Sides => ("sideways", "左右"),
            Way::Left => ("to the left", "左"),
            Way::Right => ("to the right", "右"),
            Way::DiagonalAhead => ("diagonally forward", "斜め前"),
            Way::DiagonalBehind => ("diagonally backward", "斜め後ろ"),
            Way::AheadLeft => ("diagonally forward to the left", "左斜め前"),
            Way::AheadRight => ("diagonally forward to the right", "右斜め前"),
            Way::BehindLeft => ("diagonally backward to the left", "左斜め後ろ"),
            Way::BehindRight => ("diagonally backward to the right", "右斜め後ろ"),
        };
        lang.pick(english, japanese)
    }
}
