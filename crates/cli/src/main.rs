//! The `komadai` command line: the rules of every game, for people and for scripts.
//!
//! A command line becomes an [`args::Command`]; the games that it names are loaded by
//! [`library`] and compiled for their size of board (`komadai_rules::AnyGame`); [`commands`]
//! answer, for people as text, for scripts as JSON.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the program brings files, clocks and threads"
)]

mod answer;
mod args;
mod commands;
mod draw;
mod findings;
mod library;
mod line;
mod picture;
mod table;
mod watch;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = args::parse();
    let ink = arguments.ink();
    // Not locked: an engine writes from several threads.
    let mut out = BufWriter::new(io::stdout());
    let done = commands::run(arguments, &mut out).and_then(|code| {
        out.flush()?;
        Ok(code)
    });
    match done {
        Ok(code) => code,
        // Whoever was reading has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = out.flush();
            complain(&error, ink);
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error.chain().find_map(|cause| cause.downcast_ref::<io::Error>());
    io.is_some_and(|io| io.kind() == io::ErrorKind::BrokenPipe)
}

fn complain(error: &anyhow::Error, ink: args::Ink) {
    // There is nowhere left to complain if this fails.
    let _ = io::stderr().write_all(told(error, ink.on_stderr()).as_bytes());
}

/// What is wrong, in whole lines.
fn told(error: &anyhow::Error, color: bool) -> String {
    match error.downcast_ref::<library::BadVariant>() {
        Some(bad) => bad.drawn(color),
        None => format!("komadai: {error:#}\n"),
    }
}
