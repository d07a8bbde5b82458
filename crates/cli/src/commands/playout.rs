//! `playout`: random legal games.

use super::write_json;
use crate::args::{Line, Playout};
use crate::library;
use crate::line;
use crate::table::Table;
use komadai_arena::random::Random;
use komadai_records::json::{Verdict, Winner, text_of};
use komadai_rules::{Game, Job, Play};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

#[derive(Debug, Serialize)]
struct Record {
    moves: Vec<String>,
    plies: usize,
    status: String,
    winner: Option<Winner>,
    position: String,
}

struct PlayoutJob<'a> {
    playout: &'a Playout,
    tell: &'a mut dyn FnMut(Record) -> anyhow::Result<()>,
}

impl Job for PlayoutJob<'_> {
    type Answer = anyhow::Result<()>;

    fn run<const N: usize>(self, game: &Arc<Game<N>>) -> Self::Answer {
        let Playout { position, start, .. } = self.playout;
        let line = Line { position: position.clone(), start: start.clone(), moves: Vec::new() };
        let opening = line.opening(game)?;
        for number in 0..self.playout.games {
            let mut random = Random::new(self.playout.seed, number);
            (self.tell)(play(opening.clone(), &mut random, self.playout.plies))?;
        }
        Ok(())
    }
}

/// Plays random moves until the game ends or is long enough.
fn play<const N: usize>(mut play: Play<N>, random: &mut Random, most: u64) -> Record {
    let mut moves = Vec::new();
    let game = Arc::clone(play.position().game());
    while (moves.len() as u64) < most && play.ending().is_none() {
        let legal = play.legal_moves();
        if legal.is_empty() {
            break;
        }
        let m = legal[random.below(legal.len())];
        moves.extend(line::spellings(play.position(), &[m]).iter().map(|s| s.usi(game.variant())));
        play.push(m);
    }
    let Verdict { status, winner, .. } = Verdict::now(&play);
    Record { plies: moves.len(), moves, status, winner, position: text_of(play.position()) }
}

pub(super) fn run(playout: &Playout, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = library::game(&playout.game.variant, &playout.game.settings)?;
    if json {
        return game.run(PlayoutJob { playout, tell: &mut |record| write_json(out, &record) });
    }
    let mut ends: BTreeMap<(String, String), (usize, usize)> = BTreeMap::new();
    let mut note = |record: Record| {
        let winner = record.winner.map(|winner| winner.to_string()).unwrap_or_default();
        let (games, plies) = ends.entry((record.status, winner)).or_default();
        *games += 1;
        *plies += record.plies;
        Ok(())
    };
    game.run(PlayoutJob { playout, tell: &mut note })?;
    let mut table = Table::new(&["end", "winner", "games", "plies on average"]);
    for ((status, winner), (games, plies)) in ends {
        table.row(vec![status, winner, games.to_string(), (plies / games).to_string()]);
    }
    table.write(out)?;
    Ok(())
}
