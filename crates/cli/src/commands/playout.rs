//! `playout`: random legal games.

use super::write_json;
use crate::args::GameChoice;
use crate::library;
use crate::table::TextTable;
use komadai_arena::random::Random;
use komadai_records::json::{Verdict, Winner, text_of};
use komadai_records::moves::spell;
use komadai_records::opening;
use komadai_rules::{AnyGame, AnyPlay};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;

#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameChoice,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1)]
    games: u64,

    /// The seed: the same seed gives the same games
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// Stop a game after this many plies
    #[arg(long, value_name = "P", default_value_t = 100_000)]
    plies: u64,

    /// The position to play from, as SFEN or FEN, instead of the start
    #[arg(long, value_name = "TEXT", conflicts_with = "start")]
    position: Option<String>,

    /// A named start, such as a handicap; where starts are shuffled, a number or `random`
    #[arg(long, value_name = "NAME")]
    start: Option<String>,
}

#[derive(Debug, Serialize)]
struct Record {
    /// The start that was drawn, where a random one is wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    moves: Vec<String>,
    plies: usize,
    status: String,
    winner: Option<Winner>,
    position: String,
}

/// Plays games and tells of each.
fn play_all(
    args: &Args,
    game: &AnyGame,
    mut tell: impl FnMut(Record) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for number in 0..args.games {
        let mut random = Random::new(args.seed, number);
        let draw = || random.below(usize::MAX) as u64;
        let start = game.variant().drawn_start(args.start.as_deref(), draw);
        let opening = opening::open(game, start.as_deref(), args.position.as_deref())?;
        let drawn = start.filter(|start| Some(start) != args.start.as_ref());
        tell(Record { start: drawn, ..play(opening, &mut random, args.plies) })?;
    }
    Ok(())
}

/// Plays random moves until the game ends or is long enough.
fn play(mut play: AnyPlay, random: &mut Random, most: u64) -> Record {
    let mut moves = Vec::new();
    while (moves.len() as u64) < most && play.ending().is_none() {
        let legal = play.legal_moves();
        if legal.is_empty() {
            break;
        }
        let m = legal[random.below(legal.len())];
        moves.push(spell(&play, m).usi(play.variant()));
        play.push(m);
    }
    let Verdict { status, winner, .. } = Verdict::now(&play);
    Record { start: None, plies: moves.len(), moves, status, winner, position: text_of(&play) }
}

pub(crate) fn run(args: &Args, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = library::game(&args.game.variant, &args.game.settings)?;
    if json {
        return play_all(args, &game, |record| write_json(out, &record));
    }
    let mut ends: BTreeMap<(String, String), (usize, usize)> = BTreeMap::new();
    let note = |record: Record| {
        let winner = record.winner.map(|winner| winner.to_string()).unwrap_or_default();
        let (games, plies) = ends.entry((record.status, winner)).or_default();
        *games += 1;
        *plies += record.plies;
        Ok(())
    };
    play_all(args, &game, note)?;
    let mut table = TextTable::new(&["end", "winner", "games", "plies on average"]);
    for ((status, winner), (games, plies)) in ends {
        table.row(vec![status, winner, games.to_string(), (plies / games).to_string()]);
    }
    table.write(out)?;
    Ok(())
}
