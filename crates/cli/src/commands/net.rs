//! `net`: what a network is, and how it came about.

use super::learn::in_words;
use super::write_json;
use crate::complaint::visible;
use anyhow::Context;
use komadai_engine::net::{Header, Learnt, Net, Sight};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand, Debug)]
enum What {
    /// Say for which game a network is, and how it learnt
    Show {
        /// The file of the network, or the name of a game that comes with one
        #[arg(value_name = "FILE|GAME")]
        file: PathBuf,
    },
}

pub(crate) fn run(args: &Args, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let What::Show { file } = &args.what;
    let name = file.display();
    let bytes = match file.to_str().and_then(komadai_nets::file) {
        Some(bytes) => bytes,
        None => std::fs::read(file).with_context(|| format!("cannot read `{name}`"))?,
    };
    let header = Net::header_of(&bytes).with_context(|| format!("`{name}`"))?;
    if json { write_json(out, &as_json(&header)) } else { Ok(write(out, &header)?) }
}

fn as_json(header: &Header) -> serde_json::Value {
    let Header { game, rules, hidden, buckets, sight, scale, license, learnt } = header;
    let one = |one: &Learnt| {
        let Learnt { positions, games, loss: [loss, before], elo } = *one;
        let elo = elo.map(|[elo, error]| json!({ "elo": elo, "error": error }));
        let [loss, before] = [loss, before].map(|loss| f64::from(loss) / 10_000.0);
        json!({ "positions": positions, "games": games, "loss": loss, "before": before, "gain": elo })
    };
    let learnt: Vec<_> = learnt.iter().map(one).collect();
    json!({
        "game": game, "rules": format!("{rules:016x}"), "hidden": hidden, "buckets": buckets,
        "kings": *sight == Sight::Kings, "scale": scale, "license": license, "learnt": learnt,
    })
}

fn write(out: &mut dyn Write, header: &Header) -> std::io::Result<()> {
    let Header { game, rules, hidden, buckets, sight, scale, license, learnt } = header;
    let [game, license] = [game, license].map(|text| visible(text));
    writeln!(out, "A network for {game} (rules {rules:016x}), {license}")?;
    writeln!(out, "{hidden} hidden units for each side, {buckets} buckets, scale {scale}")?;
    if *sight == Sight::Kings {
        writeln!(out, "each side sees pieces from its king, too")?;
    }
    for (one, number) in learnt.iter().zip(1..) {
        let Learnt { positions, games, loss: [loss, before], elo } = one;
        let [loss, before] = [loss, before].map(|loss| f64::from(*loss) / 10_000.0);
        write!(
            out,
            "generation {number}: {positions} positions of {games} games, loss {loss:.4} (without it {before:.4})"
        )?;
        match elo {
            Some(gain) => writeln!(out, ", {}", in_words(*gain))?,
            None => writeln!(out)?,
        }
    }
    Ok(())
}
