//! `engine`: an opponent for programs that speak USI, UCI or XBoard's protocol.

use crate::args::key_value;
use crate::{library, nets};
use komadai_engine::net::Net;
use komadai_protocol::{Library, Start, serve};
use komadai_rules::AnyGame;
use std::io;
use std::path::Path;
use std::sync::Arc;

const HELP: &str = "\
Register `komadai engine` as an engine in any program that speaks one of these protocols; the first \
line that it reads tells it which one. docs/protocols.md has step-by-step instructions for ShogiGUI, \
Cute Chess, XBoard and others, and the list of options.";

/// How to begin.
#[derive(clap::Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// The game to begin with, or the path of a variant file; by default shogi over USI, else chess
    #[arg(long, value_name = "VARIANT")]
    variant: Option<String>,

    /// Change a rule setting, such as end.repetition.times=2
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = key_value)]
    settings: Vec<(String, String)>,

    /// Set an option of the engine, such as Level=3
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = key_value)]
    options: Vec<(String, String)>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    // Whoever starts it by hand should see at once what is wrong.
    if let Some(variant) = &args.variant {
        library::game(variant, &args.settings)?;
    }
    let start = Start {
        variant: args.variant.clone(),
        settings: args.settings.clone(),
        options: args.options.clone(),
    };
    let games = Games(library::Library::default());
    Ok(serve(io::stdin(), Box::new(io::stdout()), Box::new(games), start)?)
}

/// Games by name or path, with what is wrong in one line.
struct Games(library::Library);

impl Library for Games {
    fn game(&mut self, name: &str, settings: &[(String, String)]) -> Result<AnyGame, String> {
        self.0.game(name, settings).map_err(|error| format!("{error:#}"))
    }

    fn net(&mut self, name: &str, game: &AnyGame, file: &str) -> Result<Option<Arc<Net>>, String> {
        let net = if file.is_empty() {
            nets::own(name, game)
        } else {
            nets::read(Path::new(file), game).map(Some)
        };
        net.map_err(|error| format!("{error:#}"))
    }
}
