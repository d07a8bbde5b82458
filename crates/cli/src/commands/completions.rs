//! `completions`: a script that completes commands in a shell.

use clap::Command;
use clap_complete::{Shell, generate};
use std::io::Write;

#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

/// Writes the script for a command line.
pub(crate) fn run(args: &Args, mut line: Command, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut script = Vec::new();
    generate(args.shell, &mut line, "komadai", &mut script);
    out.write_all(&script)?;
    Ok(())
}
