//! What records of all forms have in common.

use crate::pgn::MoveTree;
use komadai_rules::Opening;

/// A game as a file tells it.
#[derive(Clone, Debug)]
pub struct Record {
    /// What is said above the moves: names, where possible those of KIF, and values.
    pub headers: Vec<(String, String)>,
    /// Where the game begins.
    pub start: Opening,
    /// Its moves, which nobody has checked.
    pub tree: MoveTree,
    /// How it ended, where possible in the word of KIF.
    pub end: Option<String>,
}

impl Default for Record {
    fn default() -> Self {
        Record { headers: Vec::new(), start: Opening::Usual, tree: MoveTree::default(), end: None }
    }
}

impl Record {
    /// The first header of this name, unless nothing is said there.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }
}

/// Why a record cannot be written in some form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CannotWrite(pub(crate) String);

/// Why a record cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct BadRecord {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
}
