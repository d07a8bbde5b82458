//! Zones in words: whole ranks where they are, else their squares.

use super::Writer;
use crate::document::{Block, plain};
use crate::lang::first_capital;
use komadai_picture::Part;
use komadai_records::json::{Zone, ZoneKind};
use komadai_rules::variant::Coordinates;
use komadai_rules::{Color, Square};
use std::collections::BTreeSet;

impl Writer<'_> {
    /// Both sides' zones on the empty board, if the game has such.
    pub(super) fn zones_shown(&self, kind: ZoneKind, name: (&str, &str)) -> Option<Block> {
        let zones = Zone::of_kind(self.variant(), kind);
        if zones.is_empty() {
            return None;
        }
        let mut figure = self.start.clone();
        figure.board.pieces.clear();
        figure.setup.board.fill(None);
        figure.zones = zones;
        figure.caption = plain(self.say(name.0, name.1));
        let board = &self.variant().board;
        figure.part = Some(Part::between((0, 0), (board.files - 1, board.ranks - 1)));
        Some(Block::Figure(Box::new(figure)))
    }

    /// `ranks a to c for Sente and ranks g to i for Gote`.
    pub(super) fn zones(&self, zones: &[Vec<Square>; 2]) -> String {
        let of = |side: Color| {
            let (zone, side) = (self.zone(&zones[side.index()]), self.words.side(side));
            self.say(format!("{zone} for {side}"), format!("{side}は{zone}"))
        };
        let [first, second] = Color::BOTH.map(of);
        self.say(format!("{first} and {second}"), format!("{first}、{second}"))
    }

    /// `ranks a to c`, `the squares e1, e2 and e3`.
    pub(super) fn zone(&self, zone: &[Square]) -> String {
        let board = &self.variant().board;
        let ranks: BTreeSet<u8> = zone.iter().map(|square| board.rank(*square)).collect();
        let whole = board.squares().filter(|square| ranks.contains(&board.rank(*square)));
        let is_whole = whole.collect::<BTreeSet<_>>() == zone.iter().copied().collect();
        let (Some(low), Some(high)) = (ranks.first(), ranks.last()) else {
            return self.say("no square", "なし");
        };
        let in_a_row = usize::from(high - low) + 1 == ranks.len();
        if !(is_whole && in_a_row) {
            let squares = self.words.squares(zone);
            return self.say(format!("the squares {squares}"), squares);
        }
        // Books count from where ranks are named first.
        let (from, to) = match board.coordinates {
            Coordinates::Shogi => (*high, *low),
            Coordinates::Algebraic => (*low, *high),
        };
        let [from_name, to_name] = [from, to].map(|rank| self.rank(rank));
        if from == to {
            self.say(format!("rank {from_name}"), format!("{from_name}段目"))
        } else {
            self.say(
                format!("ranks {from_name} to {to_name}"),
                format!("{from_name}段目から{to_name}段目"),
            )
        }
    }

    /// The name of a rank, read off its squares' names.
    fn rank(&self, rank: u8) -> String {
        let board = &self.variant().board;
        let Some(square) = board.square(0, rank) else { return String::new() };
        let name = self.words.square(square);
        let file = match board.coordinates {
            Coordinates::Algebraic => 1,
            Coordinates::Shogi => board.files.to_string().len(),
        };
        name.chars().skip(file).collect()
    }

    /// Sentences one after the other.
    pub(super) fn joined(&self, sentences: &[String]) -> String {
        sentences.join(self.words.lang.pick(" ", ""))
    }

    /// `Rank a for ..` at the beginning of a sentence.
    pub(super) fn begin(text: &str) -> String {
        first_capital(text)
    }
}
