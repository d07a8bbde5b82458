//! The arguments that several commands share.

use clap::Args;
use std::path::PathBuf;

/// A game.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct GameChoice {
    /// shogi, minishogi, judkins, raichu, minjiku, chess, another one that `komadai variants` lists, or
    /// the path of a variant file
    pub(crate) variant: String,

    /// Change a rule setting for this run, such as end.repetition.times=2
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = key_value)]
    pub(crate) settings: Vec<(String, String)>,
}

/// A game and how it has gone so far.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Situation {
    #[command(flatten)]
    pub(crate) game: GameChoice,

    #[command(flatten)]
    pub(crate) line: Line,
}

/// A position, and the moves made from there.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Line {
    /// The position, as SFEN or FEN, instead of the start
    #[arg(long, value_name = "TEXT", conflicts_with = "start")]
    pub(crate) position: Option<String>,

    /// A named start, such as a handicap; `komadai variants` lists them. Where starts are shuffled, a number
    /// or `random`
    #[arg(long, value_name = "NAME")]
    pub(crate) start: Option<String>,

    /// The moves made since, in USI, algebraic or any other notation: separate words or one quoted list
    #[arg(long, value_name = "MOVE", num_args = 0..)]
    pub(crate) moves: Vec<String>,

    #[command(flatten)]
    pub(crate) record: RecordChoice,
}

/// A record whose main line comes before the moves.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct RecordChoice {
    /// A record of any form to start from: its first game, before --moves; `-` for standard input
    #[arg(long = "record", value_name = "FILE", conflicts_with_all = ["position", "start"])]
    pub(crate) file: Option<PathBuf>,

    /// Which of the games in the record, from 1
    #[arg(long = "game", value_name = "N", requires = "file", default_value_t = 1)]
    pub(crate) number: usize,

    /// How many moves of the record; all if left out
    #[arg(long, value_name = "N", requires = "file")]
    pub(crate) ply: Option<usize>,
}

/// Reads the value of options such as `--set`.
pub(crate) fn key_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => {
            Ok((key.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("expected KEY=VALUE, such as end.repetition.times=2".to_owned()),
    }
}
