//! `xop`: the settings file that starts XBoard in a game.

use crate::args::GameChoice;
use crate::library;
use anyhow::Context;
use komadai_protocol::xboard::settings_file;
use std::io::Write;

/// For which game and which engine.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameChoice,

    /// The program to run as the engine
    #[arg(long, value_name = "PATH")]
    engine: Option<String>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let GameChoice { variant: name, settings } = &args.game;
    let game = library::game(name, settings)?;
    let mut command = vec![word(args.engine.as_deref().unwrap_or("komadai")), "engine".to_owned()];
    if !library::is_builtin(name) {
        let path = std::path::absolute(name).context("the path of the variant file")?;
        command.extend(["--variant".to_owned(), word(&path.display().to_string())]);
    }
    for (key, value) in settings {
        command.extend(["--set".to_owned(), word(&format!("{key}={value}"))]);
    }
    out.write_all(settings_file(game.variant(), &command.join(" ")).as_bytes())?;
    Ok(())
}

/// XBoard splits commands at blanks, unless they stand in quotes.
fn word(text: &str) -> String {
    if text.contains(' ') { format!("'{text}'") } else { text.to_owned() }
}
