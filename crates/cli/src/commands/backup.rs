//! `backup`: a copy of all games.

use super::serve::data_dir;
use std::path::PathBuf;

/// Where to copy the games.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The new file, an SQLite database
    file: PathBuf,

    /// Where games are kept; by default the usual folder for application data
    #[arg(long, value_name = "D")]
    data_dir: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let from = data_dir(args.data_dir.as_ref())?;
    Ok(runtime.block_on(komadai_server::backup(&from, &args.file))?)
}
