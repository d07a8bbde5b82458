//! Moves as people write them, by the numbers of Fairy-Stockfish.

use crate::Game;
use crate::algebraic::Origin;
use komadai_records::moves::{Refusal, Spelling, spell, spell_each};
use komadai_records::notation::western;
use komadai_rules::{AnyPlay, Color, Move};
use std::fmt;

/// A way of writing moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// That of the game.
    #[default]
    Default,
    /// `Nf3`.
    San,
    /// `Ng1-f3`.
    Lan,
    /// `P76`.
    Hosking,
    /// `P-7f`.
    Hodges,
    /// `P-76`.
    HodgesNumber,
}

/// A notation that is not known here, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotationError(pub i64);

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "notation {} is not known here", self.0)
    }
}

impl std::error::Error for NotationError {}

impl Notation {
    /// That of a number.
    ///
    /// # Errors
    /// There is none, or it is not known here.
    pub fn of(number: i64) -> Result<Self, NotationError> {
        Ok(match number {
            0 => Notation::Default,
            1 => Notation::San,
            2 => Notation::Lan,
            3 => Notation::Hosking,
            4 => Notation::Hodges,
            5 => Notation::HodgesNumber,
            _ => return Err(NotationError(number)),
        })
    }
}

impl Game {
    /// The notation that is meant.
    fn meant(&self, notation: Notation) -> Notation {
        match notation {
            Notation::Default if self.is_shogi() => Notation::HodgesNumber,
            Notation::Default => Notation::San,
            other => other,
        }
    }

    /// The legal move that is written so, in this notation or else in any.
    ///
    /// # Errors
    /// Why there is none.
    pub fn read(&self, play: &AnyPlay, text: &str, notation: Notation) -> Result<Move, Refusal> {
        let is_ours = match self.meant(notation) {
            Notation::San => !self.kinds.differ(self.variant()),
            meant => meant == Notation::Hodges,
        };
        let as_written = || {
            let is_meant = |m: &Move| self.written(play, *m, notation) == text;
            self.moves(play).into_iter().find(is_meant)
        };
        let in_any = || self.find(play, text);
        match is_ours {
            true => in_any().or_else(|refusal| as_written().ok_or(refusal)),
            false => as_written().map_or_else(in_any, Ok),
        }
    }

    /// A legal move as people write it.
    pub fn written(&self, play: &AnyPlay, m: Move, notation: Notation) -> String {
        match self.meant(notation) {
            Notation::Lan => self.algebraic(play, m, Origin::Always),
            Notation::Hodges => hodges(play, m),
            Notation::HodgesNumber => numbered(&hodges(play, m)),
            Notation::Hosking => hosking(&numbered(&hodges(play, m))),
            Notation::San | Notation::Default => self.algebraic(play, m, Origin::IfNeeded),
        }
    }

    /// Moves that follow each other, as people write them.
    ///
    /// # Errors
    /// Which text is no legal move, from 0, and why.
    pub fn written_all(
        &self,
        play: &AnyPlay,
        texts: &[&str],
        notation: Notation,
    ) -> Result<Vec<String>, (usize, Refusal)> {
        let mut at = play.clone();
        let mut told = |(number, text): (usize, &&str)| {
            let m = self.find(&at, text).map_err(|refusal| (number, refusal))?;
            let written = self.written(&at, m, notation);
            at.push(m);
            Ok(written)
        };
        texts.iter().enumerate().map(&mut told).collect()
    }

    /// The same as one text with the numbers of the moves.
    ///
    /// # Errors
    /// As for [`Game::written_all`].
    pub fn variation(
        &self,
        play: &AnyPlay,
        texts: &[&str],
        notation: Notation,
    ) -> Result<String, (usize, Refusal)> {
        let written = self.written_all(play, texts, notation)?;
        let (mut number, mut side) = (play.ply() / 2 + 1, play.side());
        let mut words = Vec::new();
        for (index, text) in written.into_iter().enumerate() {
            words.push(match side {
                Color::First => format!("{number}. {text}"),
                Color::Second if index == 0 => format!("{number}...{text}"),
                Color::Second => text,
            });
            number += u32::from(side == Color::Second);
            side = !side;
        }
        Ok(words.join(" "))
    }
}

/// As George Hodges wrote moves of shogi. Where only one of several pieces can promote, a move that promotes does not say
/// which one.
fn hodges(play: &AnyPlay, m: Move) -> String {
    let text = western(play, m);
    let Some((piece, rest)) = said_origin(&text) else { return text };
    if m.promotion() == 0 {
        return text;
    }
    let variant = play.variant();
    let sort = |it: &Spelling| (it.mover, it.squares.last().copied(), it.promoted(variant));
    let wanted = sort(&spell(play, m));
    let alike =
        spell_each(play, &play.legal_moves()).iter().filter(|it| sort(it) == wanted).count();
    if alike > 1 { text } else { format!("{piece}{rest}") }
}

/// The piece and what follows the square on which the move begins, where that is said.
fn said_origin(text: &str) -> Option<(&str, &str)> {
    let letters = usize::from(text.starts_with('+')) + 1;
    let (piece, rest) = text.split_at_checked(letters)?;
    let begins = piece.ends_with(|c: char| c.is_ascii_uppercase());
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest_begins = after.len() < rest.len() && after.starts_with(is_rank);
    (begins && rest_begins).then(|| (piece, &after[1..]))
}

/// Whether a letter can be that of a rank.
fn is_rank(c: char) -> bool {
    ('a'..='p').contains(&c)
}

/// With a number for each letter of a rank.
fn numbered(text: &str) -> String {
    let mut numbered = String::with_capacity(text.len());
    let mut before = ' ';
    for c in text.chars() {
        if before.is_ascii_digit() && is_rank(c) {
            numbered += &(u32::from(c) - u32::from('a') + 1).to_string();
        } else {
            numbered.push(c);
        }
        before = c;
    }
    numbered
}

/// As Tony Hosking writes moves.
fn hosking(text: &str) -> String {
    let letters = usize::from(text.starts_with('+')) + 1;
    let plain = match text.split_at_checked(letters) {
        Some((piece, rest)) if piece.ends_with(|c: char| c.is_ascii_uppercase()) => {
            format!("{piece}{}", rest.strip_prefix('-').unwrap_or(rest))
        }
        _ => text.to_owned(),
    };
    plain.replace('*', "'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notations_of_shogi() {
        for (hodges, number, written) in [
            ("P-7f", "P-76", "P76"),
            ("Bx2b+", "Bx22+", "Bx22+"),
            ("G*5b", "G*52", "G'52"),
            ("+R1a-2a", "+R11-21", "+R11-21"),
            ("+P-7c", "+P-73", "+P73"),
            ("pass", "pass", "pass"),
        ] {
            assert_eq!(numbered(hodges), number);
            assert_eq!(hosking(number), written);
        }
        assert_eq!(said_origin("S4i-5h"), Some(("S", "-5h")));
        assert_eq!(said_origin("+R12ax5h"), Some(("+R", "x5h")));
        for text in ["P-7f", "", "+", "歩", "S4", "pass"] {
            assert_eq!(said_origin(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_are_those_of_fairy_stockfish() {
        assert_eq!(Notation::of(0), Ok(Notation::Default));
        assert_eq!(Notation::of(5), Ok(Notation::HodgesNumber));
        let error = Notation::of(7).unwrap_err();
        assert_eq!(error.to_string(), "notation 7 is not known here");
    }
}
