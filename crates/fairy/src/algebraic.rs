//! SAN and the long form, with the letters and marks of Fairy-Stockfish.

use crate::Game;
use komadai_records::moves::{Spelling, spell};
use komadai_records::pgn;
use komadai_rules::{AnyPlay, Move, MoveKind, PieceType, Square};

/// Whether the square on which a move begins is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// As far as it tells pieces apart, as in SAN.
    IfNeeded,
    /// As in the long form.
    Always,
}

impl Game {
    /// A legal move by the letter of the piece and its squares.
    pub(crate) fn algebraic(&self, play: &AnyPlay, m: Move, origin: Origin) -> String {
        if let Some(king) = self.pass(play, m) {
            let from = if origin == Origin::Always { format!("{king}-") } else { String::new() };
            return format!("K{from}{king}");
        }
        let is_plain = [MoveKind::Step, MoveKind::EnPassant, MoveKind::Drop].contains(&m.kind());
        let written = if is_plain {
            self.lettered(play, &spell(play, m), m, origin)
        } else {
            pgn::san(play, m).trim_end_matches(['+', '#']).to_owned()
        };
        written + self.mark(play, m)
    }

    /// A step or a drop, with what it places.
    fn lettered(&self, play: &AnyPlay, spelling: &Spelling, m: Move, origin: Origin) -> String {
        let to = self.variant().square_name(m.to());
        if m.kind() == MoveKind::Drop {
            return format!("{}@{to}", self.kinds.letters(m.dropped()));
        }
        let Some(mover) = spelling.mover else { return to };
        let takes = m.kind() == MoveKind::EnPassant || play.captures(m).contains(&m.to());
        let letters = if self.kinds.is_pawn(mover) { "" } else { self.kinds.letters(mover) };
        let (from, between) = match (origin, takes) {
            (Origin::Always, false) => (self.variant().square_name(m.from()), "-"),
            (Origin::Always, true) => (self.variant().square_name(m.from()), "x"),
            (Origin::IfNeeded, false) => (self.origin(play, mover, m, takes), ""),
            (Origin::IfNeeded, true) => (self.origin(play, mover, m, takes), "x"),
        };
        let becomes = spelling.promoted(self.variant()).map(|piece| self.kinds.letters(piece));
        let promotion = becomes.map_or_else(String::new, |letters| format!("={letters}"));
        format!("{letters}{from}{between}{to}{promotion}{}", placed(play, m))
    }

    /// As much of the square on which a move begins as is needed: pieces of one kind are told apart, whatever they
    /// are in a hand.
    fn origin(&self, play: &AnyPlay, mover: PieceType, m: Move, takes: bool) -> String {
        let board = &self.variant().board;
        let name = self.variant().square_name(m.from());
        let (file, rank) = name.split_at(1);
        if self.kinds.is_pawn(mover) {
            return if takes { file.to_owned() } else { String::new() };
        }
        let is_alike = |from: Square| {
            let other = play.at(from);
            other.is_some_and(|(_, piece)| self.kinds.letters(piece) == self.kinds.letters(mover))
        };
        let is_rival = |other: &Move| {
            other.kind() == MoveKind::Step
                && other.to() == m.to()
                && other.from() != m.from()
                && (other.promotion() > 0) == (m.promotion() > 0)
                && is_alike(other.from())
        };
        let rivals = play.legal_moves().into_iter().filter(is_rival);
        let rivals: Vec<Square> = rivals.map(|other| other.from()).collect();
        if rivals.is_empty() {
            String::new()
        } else if rivals.iter().all(|rival| board.file(*rival) != board.file(m.from())) {
            file.to_owned()
        } else if rivals.iter().all(|rival| board.rank(*rival) != board.rank(m.from())) {
            rank.to_owned()
        } else {
            name
        }
    }

    /// `+` where a king is attacked after a move, `#` if it is mate, or nothing.
    fn mark(&self, play: &AnyPlay, m: Move) -> &'static str {
        let mut after = play.clone();
        after.push(m);
        if !after.in_check() {
            return "";
        }
        let attacked: Vec<Square> = after.checks().into_iter().map(|(_, royal)| royal).collect();
        let is_marked = |royal: &Square| {
            let king = after.at(*royal).is_some_and(|(_, piece)| self.kinds.is_king(piece));
            king && (attacked.is_empty() || attacked.contains(royal))
        };
        if !after.royals(after.side()).iter().any(is_marked) {
            ""
        } else if self.moves(&after).is_empty() {
            "#"
        } else {
            "+"
        }
    }
}

/// What a move places, as in SAN: `/H`, or `,d6`.
fn placed(play: &AnyPlay, m: Move) -> String {
    if !m.is_placing() {
        return String::new();
    }
    let text = pgn::san(play, m);
    let text = text.trim_end_matches(['+', '#']);
    text.find(['/', ',']).map_or_else(String::new, |begins| text[begins..].to_owned())
}
