//! Parts of boards.

use komadai_records::json::BoardInfo;

/// A rectangle of squares: the first and the last file, and the first and the last rank, counted from
/// 0 at the first side's left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// First and last file.
    pub files: (u8, u8),
    /// First and last rank.
    pub ranks: (u8, u8),
}

impl Part {
    /// The rectangle between two squares, each by its file and rank.
    pub fn between(a: (u8, u8), b: (u8, u8)) -> Self {
        let span = |a: u8, b: u8| (a.min(b), a.max(b));
        Part { files: span(a.0, b.0), ranks: span(a.1, b.1) }
    }

    /// Whether a square is in it.
    pub fn contains(&self, (file, rank): (u8, u8)) -> bool {
        let within = |(low, high): (u8, u8), n: u8| (low..=high).contains(&n);
        within(self.files, file) && within(self.ranks, rank)
    }

    /// All of a board.
    pub fn whole(board: &BoardInfo) -> Self {
        Part { files: (0, board.files - 1), ranks: (0, board.ranks - 1) }
    }

    pub(crate) fn columns(&self) -> f64 {
        f64::from(self.files.1 - self.files.0) + 1.0
    }

    pub(crate) fn lines(&self) -> f64 {
        f64::from(self.ranks.1 - self.ranks.0) + 1.0
    }
}
