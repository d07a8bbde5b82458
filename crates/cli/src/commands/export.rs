//! `export`: a game as Fairy-Stockfish reads it.

use super::write_json;
use crate::args::GameChoice;
use crate::library;
use anyhow::Context;
use komadai_import::Exported;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

pub(crate) const HELP: &str = "\
The answer is a section of variants.ini. What Fairy-Stockfish cannot be told is refused by name, and \
then nothing is written.

Examples:
  komadai export minishogi
  komadai export my-game.toml --output my-game.ini";

#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameChoice,

    /// The file for the section, instead of the standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Serialize)]
struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    section: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refused: Vec<String>,
}

/// Exports a game; code 1 if it is refused.
pub(crate) fn run(args: &Args, json: bool, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let game = library::game(&args.game.variant, &args.game.settings)?;
    let exported = komadai_import::export(game.variant());
    if let (Ok(Exported { text, .. }), Some(file)) = (&exported, &args.output) {
        std::fs::write(file, text)
            .with_context(|| format!("{} cannot be written", file.display()))?;
    }
    let code = if exported.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(1) };
    match exported {
        exported if json => write_json(out, &Answer::from(exported))?,
        Ok(Exported { text, .. }) if args.output.is_none() => write!(out, "{text}")?,
        Ok(_) => {}
        Err(refused) => {
            writeln!(out, "Fairy-Stockfish cannot be told:")?;
            for what in refused {
                writeln!(out, "  {what}")?;
            }
        }
    }
    Ok(code)
}

impl From<Result<Exported, Vec<String>>> for Answer {
    fn from(exported: Result<Exported, Vec<String>>) -> Self {
        match exported {
            Ok(Exported { name, text, remarks }) => {
                Answer { section: Some(name), text: Some(text), remarks, refused: Vec::new() }
            }
            Err(refused) => Answer { section: None, text: None, remarks: Vec::new(), refused },
        }
    }
}
