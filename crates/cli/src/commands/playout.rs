//! `playout`: random legal games.

use super::write_json;
use crate::args::Playout;
use crate::library;
use crate::table::Table;
use komadai_arena::random::Random;
use komadai_records::json::{Verdict, Winner, text_of};
use komadai_records::moves::spell;
use komadai_records::opening;
use komadai_rules::{AnyGame, AnyPlay};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;

#[derive(Debug, Serialize)]
struct Record {
    moves: Vec<String>,
    plies: usize,
    status: String,
    winner: Option<Winner>,
    position: String,
}

/// Plays games and tells of each.
fn play_all(
    playout: &Playout,
    game: &AnyGame,
    mut tell: impl FnMut(Record) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let opening = opening::open(game, playout.start.as_deref(), playout.position.as_deref())?;
    for number in 0..playout.games {
        let mut random = Random::new(playout.seed, number);
        tell(play(opening.clone(), &mut random, playout.plies))?;
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
    Record { plies: moves.len(), moves, status, winner, position: text_of(&play) }
}

pub(super) fn run(playout: &Playout, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = library::game(&playout.game.variant, &playout.game.settings)?;
    if json {
        return play_all(playout, &game, |record| write_json(out, &record));
    }
    let mut ends: BTreeMap<(String, String), (usize, usize)> = BTreeMap::new();
    let note = |record: Record| {
        let winner = record.winner.map(|winner| winner.to_string()).unwrap_or_default();
        let (games, plies) = ends.entry((record.status, winner)).or_default();
        *games += 1;
        *plies += record.plies;
        Ok(())
    };
    play_all(playout, &game, note)?;
    let mut table = Table::new(&["end", "winner", "games", "plies on average"]);
    for ((status, winner), (games, plies)) in ends {
        table.row(vec![status, winner, games.to_string(), (plies / games).to_string()]);
    }
    table.write(out)?;
    Ok(())
}
