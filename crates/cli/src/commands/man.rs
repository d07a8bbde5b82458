//! `man`: the manual pages, made from the same definitions as `--help`.

use anyhow::{Context, bail};
use clap::Command;
use clap_mangen::Man;
use std::io::Write;
use std::path::PathBuf;

/// Which page, or where all of them go.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The command whose page is wanted, such as `match` or `net show`; the program's own if left out
    #[arg(value_name = "COMMAND")]
    words: Vec<String>,

    /// Write all pages into this folder instead, a file for each: komadai.1, komadai-play.1 and so on
    #[arg(long, value_name = "DIR", conflicts_with = "words")]
    folder: Option<PathBuf>,
}

/// Writes a page, or all pages, of a command line.
///
/// # Errors
/// When there is no such command, or a file cannot be written.
pub(crate) fn run(args: &Args, line: Command, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut line = line.disable_help_subcommand(true);
    // Only then do commands know their full names.
    line.build();
    if let Some(folder) = &args.folder {
        let shown = folder.display();
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make `{shown}`"))?;
        return write_all(&line, folder).with_context(|| format!("cannot write to `{shown}`"));
    }
    let mut command = &line;
    for word in args.words.iter().flat_map(|words| words.split_whitespace()) {
        let Some(found) = command.find_subcommand(word) else {
            let of = command.get_bin_name().unwrap_or("komadai");
            bail!("there is no command `{of} {word}`; `{of} --help` lists those that there are");
        };
        command = found;
    }
    // Whole, so that whoever stops reading does not leave half a line.
    let mut page = Vec::new();
    titled(command).render(&mut page)?;
    out.write_all(&page)?;
    Ok(())
}

/// What stands in the middle of the first line of a page.
const MANUAL: &str = "Komadai";

fn write_all(command: &Command, folder: &std::path::Path) -> std::io::Result<()> {
    for under in command.get_subcommands().filter(|command| !command.is_hide_set()) {
        write_all(under, folder)?;
    }
    titled(command).generate_to(folder).map(drop)
}

/// A page with its first and last lines. Commands have no version of their own, but the program's.
fn titled(command: &Command) -> Man {
    let source = concat!("komadai ", env!("KOMADAI_VERSION"));
    Man::new(command.clone()).source(source).manual(MANUAL)
}
