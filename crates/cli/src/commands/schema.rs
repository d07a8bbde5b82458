//! `schema`: what variant files may say, for editors and for readers.

mod json;
mod reference;

pub(crate) use json::{TITLE, schema};

use std::io::Write;

#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The same for readers: every table and key of variant files, in Markdown
    #[arg(long, conflicts_with = "json")]
    reference: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    if args.reference {
        out.write_all(reference::text().as_bytes())?
    } else {
        out.write_all(text().as_bytes())?
    }
    Ok(())
}

/// The schema as a file.
pub(crate) fn text() -> String {
    format!("{:#}\n", schema())
}
