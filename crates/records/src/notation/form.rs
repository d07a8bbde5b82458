//! The ways of writing a move, by their names.

use super::{japanese, western};
use crate::moves::{Spelling, uci};
use crate::pgn::san;
use komadai_rules::AnyPlay;

/// A way of writing a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `7g7f`.
    Usi,
    /// `c3c4`.
    Algebraic,
    /// As programs of chess write it.
    Uci,
    /// `Nf3`.
    San,
    /// `P-7f`: as English books write it.
    Western,
    /// `▲７六歩`: as Japanese books write it.
    Japanese,
}

impl Form {
    /// The form of a name: `usi`, `algebraic`, `uci`, `san`, `western` or `japanese`.
    pub fn of(name: &str) -> Option<Self> {
        Some(match name {
            "usi" => Form::Usi,
            "algebraic" => Form::Algebraic,
            "uci" => Form::Uci,
            "san" => Form::San,
            "western" => Form::Western,
            "japanese" => Form::Japanese,
            _ => return None,
        })
    }

    /// A legal move in this form.
    pub fn write(self, play: &AnyPlay, spelling: &Spelling) -> String {
        let variant = play.variant();
        match self {
            Form::Usi => spelling.usi(variant),
            Form::Algebraic => spelling.algebraic(variant),
            Form::Uci => uci(variant, spelling),
            Form::San => san(play, spelling.mv),
            Form::Western => western(play, spelling.mv),
            Form::Japanese => japanese(play, spelling.mv),
        }
    }
}
