//! The commands, each with its answer for people and for scripts.

mod batch;
pub(crate) mod bench;
mod betza;
mod check;
pub(crate) mod engine;
mod judge;
pub(crate) mod match_;
pub(crate) mod mate;
mod moves;
pub(crate) mod new;
mod perft;
pub(crate) mod pieces;
pub(crate) mod play;
mod playout;
pub(crate) mod rules;
pub(crate) mod schema;
pub(crate) mod serve;
mod show;
mod variants;
pub(crate) mod xop;

use crate::args::{Arguments, Command};
use clap::CommandFactory;
use serde::Serialize;
use std::io::Write;
use std::process::ExitCode;

/// Carries out a command line.
///
/// # Errors
/// Whatever keeps it from being answered.
pub(crate) fn run(arguments: Arguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let (json, ink) = (arguments.json, arguments.ink());
    match arguments.command {
        None => serve::run(&serve::Serve::default(), json, out)?,
        Some(Command::Serve(serve)) => serve::run(&serve, json, out)?,
        Some(Command::Backup(backup)) => serve::back_up(&backup)?,
        Some(Command::Variants) => variants::run(json, out)?,
        Some(Command::Show(show)) => {
            show.painting.check_watched(show.watching)?;
            let file = &show.situation.game.variant;
            show.watching.run(&[file], ink, out, &mut |out| show::run(&show, json, ink, out))?;
        }
        Some(Command::Moves(situation)) => moves::run(&situation, json, out)?,
        Some(Command::Pieces(words)) => {
            words.painting.check_watched(words.watching)?;
            let file = &words.game.variant;
            words
                .watching
                .run(&[file], ink, out, &mut |out| pieces::run(&words, json, ink, out))?;
        }
        Some(Command::Rules(words)) => rules::run(&words, json, ink, out)?,
        Some(Command::Perft(perft)) => perft::run(&perft, json, out)?,
        Some(Command::Result(judge)) => judge::run(&judge, json, out)?,
        Some(Command::Play(words)) => play::run(&words, json, ink, out)?,
        Some(Command::Playout(playout)) => playout::run(&playout, json, out)?,
        Some(Command::Match(words)) => match_::run(&words, json, out)?,
        Some(Command::Bench(bench)) => bench::run(&bench, json, out)?,
        Some(Command::Engine(engine)) => engine::run(&engine)?,
        Some(Command::Mate(mate)) => mate::run(&mate, json, out)?,
        Some(Command::Xop(xop)) => xop::run(&xop, out)?,
        Some(Command::New(new)) => new::run(&new, json, out)?,
        Some(Command::Schema(wanted)) => schema::run(&wanted, out)?,
        Some(Command::Check(check)) => {
            let mut code = ExitCode::SUCCESS;
            let files: Vec<&String> = check.files.iter().collect();
            check.watching.run(&files, ink, out, &mut |out| {
                code = check::run(&check, json, ink, out)?;
                Ok(())
            })?;
            return Ok(code);
        }
        Some(Command::Batch) => batch::run(&mut std::io::stdin().lock(), out)?,
        Some(Command::Betza) => betza::run(json, &mut std::io::stdin().lock(), out)?,
        Some(Command::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "komadai", &mut script);
            out.write_all(&script)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes a value as one line of JSON.
fn write_json(out: &mut dyn Write, value: &impl Serialize) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *out, value).map_err(std::io::Error::from)?;
    writeln!(out)?;
    Ok(())
}
