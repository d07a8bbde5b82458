//! `schema`: what variant files may say, for editors and for readers.

mod json;
mod reference;

pub(crate) use json::{TITLE, schema};

use clap::Args;
use std::io::Write;

#[derive(Args, Debug)]
pub(crate) struct Schema {
    /// The same for readers: every table and key of variant files, in Markdown
    #[arg(long, conflicts_with = "json")]
    reference: bool,
}

pub(super) fn run(wanted: &Schema, out: &mut dyn Write) -> anyhow::Result<()> {
    if wanted.reference {
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
