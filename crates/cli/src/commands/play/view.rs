//! What is seen at the terminal besides answers.

use super::console::Vocabulary;
use super::record::{Notation, last_move};
use super::session::{COMPUTER, Look, Session};
use crate::draw::Artist;
use komadai_engine::Level;
use komadai_records::json::MoveForm;
use komadai_rules::{AnyPlay, Move, Square};

impl Session<'_> {
    pub(super) fn greet(&mut self) -> anyhow::Result<()> {
        let name = self.variant().name.clone();
        let sides = self.variant().sides.clone();
        match self.levels.iter().position(Option::is_some) {
            Some(computer) => {
                let level = self.levels[computer].map_or(0, Level::number);
                let (you, it) = (&sides[1 - computer], &sides[computer]);
                writeln!(self.out, "{name}: you are {you}, {COMPUTER} is {it} at level {level}.")?;
            }
            None => writeln!(self.out, "{name}: {} and {} take turns.", sides[0], sides[1])?,
        }
        writeln!(self.out, "Type a move, or `help`.")?;
        Ok(())
    }

    /// Draws the board, unless it is on the screen already, and says what matters now.
    pub(super) fn show(&mut self) -> anyhow::Result<()> {
        if !std::mem::take(&mut self.is_stale) {
            return Ok(());
        }
        let (variant, marked) = (self.play.variant(), self.marked());
        let Look { script, color, below, .. } = self.look;
        let artist = Artist {
            variant,
            script,
            color,
            below,
            marked: &marked,
            kanji_ranks: false,
            zones: &[],
        };
        let table = artist.table(&self.play.setup());
        if table.first().is_some_and(|line| !line.is_empty()) {
            writeln!(self.out)?;
        }
        for line in table {
            writeln!(self.out, "{line}")?;
        }
        self.remind()
    }

    /// The squares of the last move.
    fn marked(&self) -> Vec<Square> {
        let Some((before, m)) = last_move(&self.play) else { return Vec::new() };
        let MoveForm { from, via, to, .. } = MoveForm::of(&before, m);
        let names = [from, via, to].into_iter().flatten();
        names.filter_map(|name| self.variant().parse_square(&name)).collect()
    }

    fn remind(&mut self) -> anyhow::Result<()> {
        if self.play.ending().is_some() {
            return Ok(());
        }
        let side = &self.play.variant().sides[self.play.side().index()];
        if self.play.in_check() {
            writeln!(self.out, "{side} is in check.")?;
        }
        for claim in self.play.claims() {
            writeln!(self.out, "{side} may claim a draw by {claim}: `draw`.")?;
        }
        Ok(())
    }
}

/// What can be typed in a position.
pub(super) fn vocabulary(play: &AnyPlay, notation: Notation) -> Vocabulary {
    let (at, variant) = (play, play.variant());
    let legal = play.legal_moves();
    let texts = |m: &Move| [Notation::plain(variant).write(at, *m), notation.write(at, *m)];
    let squares = variant.board.squares().map(|square| variant.display_square(square));
    let pieces = variant.pieces.iter().map(|piece| piece.id.clone());
    Vocabulary {
        moves: legal.iter().flat_map(texts).collect(),
        things: squares.chain(pieces).collect(),
    }
}
