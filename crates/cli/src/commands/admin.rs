//! `admin`: what whoever runs the server may do while it runs.

use super::serve::data_dir;
use super::write_json;
use crate::table::TextTable;
use anyhow::bail;
use clap::Subcommand;
use komadai_server::admin::{self, OpenGameReport};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What to do.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,

    /// Where games are kept; by default the usual folder for application data
    #[arg(long, value_name = "D", global = true)]
    data_dir: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// List the games that are open
    Games,
    /// End games; nobody has won them
    End {
        /// Their names, as `games` lists them; after `--`, where an early one begins with a dash
        #[arg(value_name = "GAME")]
        games: Vec<String>,

        /// All games that this address was the last to ask for
        #[arg(long, value_name = "A")]
        address: Option<String>,
    },
}

/// Games that were ended.
#[derive(Serialize)]
struct Ended {
    ended: Vec<String>,
}

pub(crate) fn run(args: &Args, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let folder = data_dir(args.data_dir.as_ref())?;
    runtime.block_on(async {
        match &args.action {
            Action::Games => list(&folder, json, out).await,
            Action::End { games, address: None } if games.is_empty() => {
                bail!("name the games to end, or an --address")
            }
            Action::End { games, address } => {
                end(&folder, games, address.as_deref(), json, out).await
            }
        }
    })
}

async fn list(folder: &Path, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let games = admin::games(folder).await?;
    if json {
        return write_json(out, &games);
    }
    let mut table = TextTable::new(&["game", "variant", "moves", "players", "watched", "address"]);
    for game in &games {
        table.row(vec![
            game.id.clone(),
            game.variant.clone(),
            game.ply.to_string(),
            players(game),
            game.watchers.to_string(),
            game.address.clone().unwrap_or_default(),
        ]);
    }
    Ok(table.write(out)?)
}

fn players(game: &OpenGameReport) -> String {
    if game.busy {
        return "busy: ask again".to_owned();
    }
    let player = |level: &Option<u8>| match level {
        Some(level) => format!("level {level}"),
        None => "person".to_owned(),
    };
    let state = if game.over {
        ", over"
    } else if game.thinking {
        ", thinking"
    } else {
        ""
    };
    format!("{} - {}{state}", player(&game.players[0]), player(&game.players[1]))
}

async fn end(
    folder: &Path,
    named: &[String],
    address: Option<&str>,
    json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut games = named.to_vec();
    if let Some(address) = address {
        let is_theirs =
            |game: &OpenGameReport| !game.over && game.address.as_deref() == Some(address);
        games.extend(admin::games(folder).await?.into_iter().filter(is_theirs).map(|game| game.id));
    }
    for game in &games {
        admin::end(folder, game).await?;
    }
    if json {
        return write_json(out, &Ended { ended: games });
    }
    Ok(writeln!(out, "{} ended", games.len())?)
}
