//! Trying a movement on a free-standing board: one piece among nameless friends and enemies.
//!
//! It is how the notation itself can be checked, without a game around it.

use crate::lower::{LowerError, lower};
use crate::path::Path;
use crate::walk::{Cell, Terrain, walk};
use komadai_betza::Descriptor;
use komadai_variant::{Color, Square};
use std::collections::BTreeSet;

/// Movements with more ways than this are refused: nobody could wait for them.
const MOST_WAYS: f64 = 4e6;

/// A board with one piece to try and whatever surrounds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// Number of files, 1 to 16.
    pub files: u8,
    /// Number of ranks, 1 to 16.
    pub ranks: u8,
    /// Where the piece stands.
    pub from: Square,
    /// Whose it is: the second side's directions are turned.
    pub side: Color,
    /// Whether it has moved before.
    pub moved: bool,
    /// Its other pieces.
    pub friends: BTreeSet<Square>,
    /// The opponent's pieces.
    pub enemies: BTreeSet<Square>,
    /// Squares that do not exist.
    pub holes: BTreeSet<Square>,
    /// Which enemies are royal.
    pub royals: BTreeSet<Square>,
    /// Which friends have never moved, for castling.
    pub unmoved: BTreeSet<Square>,
    /// The square on which a piece may be taken in passing, and that piece.
    pub en_passant: Option<(Square, Square)>,
}

/// One thing that the piece can do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TrialMove {
    /// Where it ends.
    pub to: Square,
    /// The squares of all removed pieces, ascending.
    pub captures: Vec<Square>,
    /// Pieces put elsewhere: from, to.
    pub relocates: Vec<(Square, Square)>,
    /// The castling partner: from, to.
    pub partner: Option<(Square, Square)>,
}

impl Trial {
    /// The different things that a piece of this movement can do, in the order of their squares.
    ///
    /// # Errors
    /// Movements that cannot be carried out, or have too many ways to go.
    pub fn moves(&self, movement: &Descriptor) -> Result<Vec<TrialMove>, LowerError> {
        let paths = lower(movement)?;
        self.check_size(movement, &paths)?;
        let mut moves = BTreeSet::new();
        walk(self, &paths, self.side, self.from, &mut |outcome| {
            let mut relocates = outcome.relocates.clone();
            relocates.sort_unstable();
            moves.insert(TrialMove {
                to: outcome.to,
                captures: outcome.captures.clone(),
                relocates,
                partner: outcome.partner,
            });
        });
        Ok(moves.into_iter().collect())
    }

    fn check_size(&self, movement: &Descriptor, paths: &[Path]) -> Result<(), LowerError> {
        let longest = self.files.max(self.ranks).into();
        let ways: f64 = paths.iter().map(|path| path.ways(longest)).sum();
        if ways <= MOST_WAYS {
            return Ok(());
        }
        let starts = movement.terms.iter().map(|term| term.span.start);
        let ends = movement.terms.iter().map(|term| term.span.end);
        Err(LowerError {
            message: "more than four million ways to go; use fewer legs or fewer directions"
                .to_owned(),
            span: starts.min().unwrap_or(0)..ends.max().unwrap_or(0),
        })
    }
}

impl Terrain for Trial {
    fn size(&self) -> (u8, u8) {
        (self.files, self.ranks)
    }

    fn cell(&self, square: Square) -> Cell {
        if self.holes.contains(&square) {
            Cell::Hole
        } else if self.enemies.contains(&square) {
            Cell::Enemy { royal: self.royals.contains(&square) }
        } else if self.friends.contains(&square) {
            Cell::Friend
        } else {
            Cell::Empty
        }
    }

    fn en_passant(&self, target: Square) -> Option<Square> {
        self.en_passant.filter(|(passed, _)| *passed == target).map(|(_, victim)| victim)
    }

    fn is_virgin(&self, square: Square) -> bool {
        square == self.from && !self.moved
    }

    fn is_partner(&self, square: Square) -> bool {
        self.unmoved.contains(&square)
    }
}
