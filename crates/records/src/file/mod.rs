//! Files of games: which form they have, and reading and writing them whatever it is.
//!
//! ```
//! use komadai_records::file::{self, Format};
//! use komadai_rules::{AnyGame, variant::load_builtin};
//!
//! let game = AnyGame::compile(&load_builtin("shogi", &[]).unwrap().variant).unwrap();
//! let text = "手合割：平手\n先手：A\n   1 ７六歩(77)   ( 0:16/00:00:16)\n   2 投了\n";
//! assert_eq!(Format::of_text(text), Some(Format::Kif));
//! let record = file::read(Format::Kif, game.variant(), text, 1_000).unwrap();
//! let pgn = file::write(Format::Pgn, &game, &record).unwrap();
//! assert!(pgn.ends_with("\n\n1. c4 {[%emt 0:00:16]} 1-0\n"), "{pgn}");
//! ```

mod games;
mod json;
mod usi;

pub use games::{GameText, Games, NoGame};

use crate::record::{BadRecord, CannotWrite, Record};
use crate::{csa, jkf, kif, pgn};
use komadai_rules::{AnyGame, Interrupt, Variant};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The form of a file of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// The file of Japanese programs, with numbers and origins.
    Kif,
    /// The same with moves as in newspapers.
    Ki2,
    /// That of computer shogi.
    Csa,
    /// The same as KIF in JSON: json-kifu-format.
    Jkf,
    /// Portable Game Notation.
    Pgn,
    /// A command `position` of USI for each game.
    Usi,
    /// A position for each game, as SFEN or FEN, without moves.
    Sfen,
    /// Everything, as JSON of this program.
    Json,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 8] = [
        Format::Kif,
        Format::Ki2,
        Format::Csa,
        Format::Jkf,
        Format::Pgn,
        Format::Usi,
        Format::Sfen,
        Format::Json,
    ];

    /// What the names of such files end with, the usual one first.
    pub fn endings(self) -> &'static [&'static str] {
        match self {
            Format::Kif => &["kifu", "kif"],
            Format::Ki2 => &["ki2u", "ki2"],
            Format::Csa => &["csa"],
            Format::Jkf => &["jkf"],
            Format::Pgn => &["pgn"],
            Format::Usi => &["usi"],
            Format::Sfen => &["sfen", "fen"],
            Format::Json => &["json", "jsonl"],
        }
    }

    /// The form that goes by an ending, or by its own name.
    pub fn of_ending(ending: &str) -> Option<Self> {
        let ending = ending.to_ascii_lowercase();
        Self::ALL.into_iter().find(|format| format.endings().contains(&ending.as_str()))
    }

    /// The form that the beginning of a file seems to have; `None` for what could be moves in any spelling.
    pub fn of_text(text: &str) -> Option<Self> {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        if text.starts_with('{') {
            return Some(if json::is_jkf(text) { Format::Jkf } else { Format::Json });
        }
        if usi::is_one(text) {
            return Some(Format::Usi);
        }
        if kif::is_one(text) {
            return Some(if kif::is_ki2(text) { Format::Ki2 } else { Format::Kif });
        }
        if csa::is_one(text) {
            return Some(Format::Csa);
        }
        if usi::is_position(text) {
            return Some(Format::Sfen);
        }
        text.starts_with('[').then_some(Format::Pgn)
    }

    /// What servers call such a file.
    pub fn media_type(self) -> &'static str {
        match self {
            Format::Pgn => "application/vnd.chess-pgn; charset=utf-8",
            Format::Jkf | Format::Json => "application/json",
            _ => "text/plain; charset=utf-8",
        }
    }

    /// Whether such files can tell of games of a variant.
    pub fn can_tell_of(self, variant: &Variant) -> bool {
        match self {
            Format::Kif => kif::check(variant).is_ok(),
            Format::Ki2 => kif::check_ki2(variant).is_ok(),
            Format::Csa | Format::Jkf => csa::check(variant).is_ok(),
            Format::Pgn | Format::Usi | Format::Sfen | Format::Json => true,
        }
    }

    /// What a file of this form says of its game; `None` where it says nothing.
    pub fn game_of(self, text: &str) -> Option<GameName> {
        match self {
            Format::Kif | Format::Ki2 => kif::said_game(text).map(|said| match said == kif::EVEN {
                true => GameName::Board(9),
                false => GameName::Japanese(said.to_owned()),
            }),
            Format::Csa => csa::files_of(text).map(GameName::Board),
            Format::Jkf | Format::Json => json::game_of(text),
            Format::Pgn => pgn::game_of(text).map(GameName::Id),
            Format::Usi | Format::Sfen => None,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Kif => "KIF",
            Format::Ki2 => "KI2",
            Format::Csa => "CSA",
            Format::Jkf => "JKF",
            Format::Pgn => "PGN",
            Format::Usi => "USI",
            Format::Sfen => "SFEN",
            Format::Json => "JSON",
        })
    }
}

/// How a file calls its game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GameName {
    /// By an id.
    Id(String),
    /// By its Japanese name, or that of a handicap.
    Japanese(String),
    /// By nothing but how many files its board has: it begins as shogi does, or with its pieces.
    Board(usize),
}

impl GameName {
    /// Whether this is a name of a variant.
    pub fn is(&self, variant: &Variant) -> bool {
        let name_ja = variant.name_ja.as_deref();
        match self {
            GameName::Id(id) => variant.id.eq_ignore_ascii_case(id),
            GameName::Japanese(name) => {
                name_ja == Some(name)
                    || variant.starts.iter().any(|start| start.name_ja.as_ref() == Some(name))
            }
            GameName::Board(files) => name_ja == Some(game_of_size(*files)),
        }
    }

    /// Whether it may be meant for a variant of which somebody knows that the record is of it: this is a name of
    /// it, or of none.
    pub fn fits(&self, variant: &Variant) -> bool {
        match self {
            GameName::Board(files) => usize::from(variant.board.files) == *files,
            name => name.is(variant),
        }
    }
}

/// The game with the pieces of shogi on a board of so many files and ranks.
fn game_of_size(files: usize) -> &'static str {
    match files {
        5 => "5五将棋",
        6 => "ジャドキンス将棋",
        _ => "将棋",
    }
}

/// The first game of a text.
///
/// # Errors
/// The first line that cannot be read, and more moves than `most`. Whether the moves are legal is not asked.
pub fn read(
    format: Format,
    variant: &Variant,
    text: &str,
    most: usize,
) -> Result<Record, BadRecord> {
    match format {
        Format::Kif | Format::Ki2 => kif::read(variant, text, most),
        Format::Csa => csa::read(variant, text, most),
        Format::Jkf => jkf::read(variant, text, most),
        Format::Pgn => pgn::read(variant, text, most),
        Format::Usi => usi::read(variant, text, most),
        Format::Sfen => usi::read_position(variant, text),
        Format::Json => json::read(variant, text, most),
    }
}

/// The same as far as it can be read, and what is wrong after that; of JSON that is nothing.
pub fn read_partly(
    format: Format,
    variant: &Variant,
    text: &str,
    most: usize,
) -> (Record, Option<BadRecord>) {
    match format {
        Format::Kif | Format::Ki2 => kif::read_partly(variant, text, most),
        Format::Csa => csa::read_partly(variant, text, most),
        Format::Pgn => pgn::read_partly(variant, text, most),
        format => match read(format, variant, text, most) {
            Ok(record) => (record, None),
            Err(bad) => (Record::default(), Some(bad)),
        },
    }
}

/// A game as a file.
///
/// # Errors
/// When the form cannot tell of the game, or a move is not legal.
pub fn write(format: Format, game: &AnyGame, record: &Record) -> Result<String, CannotWrite> {
    write_while(format, game, record, &Interrupt::default())
}

/// The same, until `interrupt` says that it takes too long: rules that somebody has made up may make any move, and the
/// end, a matter of minutes.
///
/// # Errors
/// As for [`write()`], and when it was broken off.
pub fn write_while(
    format: Format,
    game: &AnyGame,
    record: &Record,
    interrupt: &Interrupt,
) -> Result<String, CannotWrite> {
    let written = match format {
        Format::Kif => kif::write_while(game, record, interrupt),
        Format::Ki2 => kif::write_ki2_while(game, record, interrupt),
        Format::Csa => csa::write_while(game, record, interrupt),
        Format::Jkf => jkf::write_while(game, record, interrupt),
        Format::Pgn => pgn::write_record_while(game, record, interrupt),
        Format::Usi => usi::write(game, record, interrupt),
        Format::Sfen => usi::write_position(game, record, interrupt),
        Format::Json => json::write(game, record, interrupt),
    };
    // What was found in the end then means nothing.
    if interrupt.is_over() { Err(CannotWrite::too_long()) } else { written }
}

/// A text in Shift_JIS, if all its letters are there. A first line that says the encoding says this one then.
pub fn in_shift_jis(text: &str) -> Option<Vec<u8>> {
    let (first, rest) = text.split_at(text.find('\n').unwrap_or(text.len()));
    let first = first.replace("encoding=UTF-8", "encoding=Shift_JIS");
    let text = first + rest;
    let (bytes, _, has_others) = encoding_rs::SHIFT_JIS.encode(&text);
    (!has_others).then(|| bytes.into_owned())
}
