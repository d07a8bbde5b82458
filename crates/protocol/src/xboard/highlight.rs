//! Squares to which a piece may go, shown while the user holds it.

use super::setup::needs_engine;
use crate::session::Session;
use komadai_records::moves::{self, Spelling};
use komadai_rules::{Square, Variant};
use std::collections::BTreeSet;

/// What the user does with the mouse.
#[derive(Clone, Debug, Default)]
pub(super) struct Hand {
    /// Where the piece has been: its square, and those it has been put on since.
    way: Vec<Square>,
    /// Where it was put down last.
    put: Option<Square>,
}

impl Hand {
    /// A piece is picked up, or goes on from where it has just been put; tells where it may go.
    pub(super) fn lift(&mut self, session: &Session, square: &str) -> String {
        let Some(square) = named(session.variant(), square) else {
            *self = Hand::default();
            return highlight(session.variant(), |_| None);
        };
        let goes_on = !self.way.is_empty() && self.put.take() == Some(square);
        if !goes_on {
            self.way.clear();
        }
        self.way.push(square);
        let (ways, setup) = (session.ways(), session.play().setup());
        highlight(session.variant(), |to| {
            let occupied = setup.at(to).is_some() && to != self.way[0];
            mark(&self.way, to, &ways, occupied)
        })
    }

    /// A piece is put down. Where it must promote, and where it may to others than its own `+` form,
    /// XBoard waits for the `choice` that it has; in chess it asks by itself.
    pub(super) fn put(&mut self, session: &Session, square: &str) -> Option<String> {
        self.put = named(session.variant(), square);
        let to = self.put?;
        let (v, ways) = (session.variant(), session.ways());
        let forced = mark(&self.way, to, &ways, false) == Some('B');
        let ends = ways.iter().filter(|s| s.squares.iter().eq(self.way.iter().chain([&to])));
        let becomes = ends.filter_map(|s| s.promoted(v)).map(|piece| &v.pieces[piece.index()].id);
        // Movements that overlap say a move more than once.
        let becomes: BTreeSet<&String> = becomes.collect();
        match becomes.iter().any(|id| id.starts_with('+')) {
            true => forced.then(|| "choice +".to_owned()),
            false if becomes.is_empty() || !needs_engine(v) => None,
            false => {
                let letters: String = becomes.into_iter().map(String::as_str).collect();
                Some(format!("choice {letters}{}", if forced { "" } else { "=" }))
            }
        }
    }
}

fn named(v: &Variant, square: &str) -> Option<Square> {
    v.parse_square(&moves::from_xboard(v, square))
}

/// The colour of a square for a piece that has come this way.
fn mark(way: &[Square], to: Square, ways: &[Spelling], occupied: bool) -> Option<char> {
    let goes_there =
        |s: &&Spelling| s.squares.starts_with(way) && s.squares.get(way.len()) == Some(&to);
    let (ends, passes): (Vec<&Spelling>, Vec<&Spelling>) =
        ways.iter().filter(goes_there).partition(|s| s.squares.len() == way.len() + 1);
    let promotes = ends.iter().any(|s| s.mv.promotion() > 0);
    let may_stay = ends.iter().any(|s| s.mv.promotion() == 0);
    match (ends.is_empty(), passes.is_empty()) {
        (true, true) => None,
        // A second click on it ends the move there.
        (_, false) => Some('C'),
        (false, true) if promotes && may_stay => Some('M'),
        (false, true) if promotes => Some('B'),
        (false, true) if occupied => Some('R'),
        (false, true) => Some('Y'),
    }
}

/// The colours as the board of a FEN.
fn highlight(v: &Variant, mark: impl Fn(Square) -> Option<char>) -> String {
    let board = &v.board;
    let rank = |rank: u8| {
        let (mut text, mut empty) = (String::new(), 0);
        for square in (0..board.files).filter_map(|file| board.square(file, rank)) {
            match mark(square) {
                Some(color) => {
                    flush(&mut text, &mut empty);
                    text.push(color);
                }
                None => empty += 1,
            }
        }
        flush(&mut text, &mut empty);
        text
    };
    let ranks: Vec<String> = (0..board.ranks).rev().map(rank).collect();
    format!("highlight {}", ranks.join("/"))
}

fn flush(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        text.push_str(&empty.to_string());
        *empty = 0;
    }
}
