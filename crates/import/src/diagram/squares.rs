//! The squares of a diagram.

use super::key;
use super::lines::{Definition, Field};
use crate::game::{Sides, Symmetry};
use crate::place::Place;
use crate::region::{Board, MOST, Square};
use crate::report::Report;
use std::collections::BTreeSet;

/// How a diagram writes squares.
pub(crate) struct Frame {
    pub(crate) board: Board,
    symmetry: Symmetry,
}

impl Frame {
    /// The frame that the keys give; without holes so far.
    pub(crate) fn read(definition: &Definition, report: &mut Report) -> Frame {
        let size = (1, MOST);
        let [files, ranks] =
            [key::FILES, key::RANKS].map(|key| definition.number(key, 8, size, report));
        let from_0 = definition.number(key::FIRST_RANK, 1, (0, 1), report) == 0;
        if let (true, Some(setting)) = (from_0, definition.get(key::FIRST_RANK)) {
            let message = "`firstRank=0`: the squares of the pieces are counted from rank 0, too";
            report.remark(Some(&setting.key_at), message.into());
        }
        let board = Board { files, ranks, holes: BTreeSet::new(), from_0 };
        Frame { board, symmetry: symmetry(definition, report) }
    }

    /// The squares of each side: `a1,b2-h2`, with those of the second side behind `,,`, or as the symmetry
    /// gives them.
    pub(crate) fn sides(&self, field: &Field, report: &mut Report) -> Sides {
        let (own, others) = match field.text.split_once(",,") {
            Some((own, others)) => (own, Some(others)),
            None => (field.text.as_str(), None),
        };
        let first = self.squares(own, 0, &field.at, report);
        let second = match (others, self.symmetry) {
            (Some(others), _) => self.squares(others, own.len() + 2, &field.at, report),
            (None, Symmetry::None) => BTreeSet::new(),
            (None, symmetry) => {
                first.iter().map(|square| symmetry.opposite(&self.board, *square)).collect()
            }
        };
        [first, second]
    }

    /// The squares of a list, which begins so far behind the beginning of a place.
    fn squares(
        &self,
        text: &str,
        offset: usize,
        at: &Place,
        report: &mut Report,
    ) -> BTreeSet<Square> {
        let mut squares = BTreeSet::new();
        let mut start = offset;
        for word in text.split(',') {
            let indent = word.len() - word.trim_start().len();
            let word_at = at.part(start + indent..start + indent + word.trim().len());
            start += word.len() + 1;
            match self.rectangle(word.trim()) {
                Ok(some) => squares.extend(some),
                Err(message) => report.error(Some(&word_at), message),
            }
        }
        squares
    }

    /// `a1`, or `a1-b8` with all squares between; nothing is no square.
    fn rectangle(&self, word: &str) -> Result<Vec<Square>, String> {
        if word.is_empty() {
            return Ok(Vec::new());
        }
        let (one, other) = word.split_once('-').unwrap_or((word, word));
        let [(f, r), (file, rank)] = [self.square(one)?, self.square(other)?];
        let files = f.min(file)..=f.max(file);
        let ranks = r.min(rank)..=r.max(rank);
        Ok(files.flat_map(|file| ranks.clone().map(move |rank| (file, rank))).collect())
    }

    fn square(&self, word: &str) -> Result<Square, String> {
        let read = || {
            let letter = word.trim().bytes().next()?;
            let file = letter.to_ascii_lowercase().checked_sub(b'a')?;
            let number: u8 = word.trim().get(1..)?.parse().ok()?;
            Some((file, number.checked_sub(u8::from(!self.board.from_0))?))
        };
        match read() {
            Some(square) if square.0 < self.board.files && square.1 < self.board.ranks => {
                Ok(square)
            }
            Some(_) => Err(format!("`{word}` is off the board")),
            None => Err(format!("`{word}` is no square, such as `{}`", self.board.name((0, 0)))),
        }
    }
}

fn symmetry(definition: &Definition, report: &mut Report) -> Symmetry {
    match definition.get(key::SYMMETRY) {
        None => {
            let follows = |squares: &str| !squares.is_empty() && !squares.contains(",,");
            if definition.pieces.iter().any(|piece| follows(&piece.squares.text)) {
                let message = "`symmetry` is not set: the sides stand as in a mirror";
                report.remark(None, message.into());
            }
            Symmetry::Mirror
        }
        Some(setting) => match setting.value.as_str() {
            "mirror" => Symmetry::Mirror,
            "rotate" => Symmetry::Rotate,
            "none" => Symmetry::None,
            _ => {
                let message = "`symmetry` is `mirror`, `rotate` or `none`".into();
                report.error(Some(&setting.value_at), message);
                Symmetry::None
            }
        },
    }
}
