//! `moves`: what can be played.

use super::write_json;
use crate::args::{Line, Situation};
use crate::library;
use crate::table::TextTable;
use komadai_records::json::{self, MoveForm, Promotes, Side, text_of};
use komadai_rules::variant::Coordinates;
use komadai_rules::{AnyGame, Color, Variant};
use serde::Serialize;
use std::io::Write;

#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    situation: Situation,
}

/// What is answered.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    position: String,
    side: Side,
    in_check: bool,
    moves: Vec<json::Move>,
}

impl Answer {
    pub(super) fn of(line: &Line, game: &AnyGame) -> anyhow::Result<Self> {
        let play = line.play(game)?;
        Ok(Answer {
            position: text_of(&play),
            side: play.side().into(),
            in_check: play.in_check(),
            moves: json::Move::all(&play, &play.legal_moves()),
        })
    }
}

pub(crate) fn run(args: &Args, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let Args { situation } = args;
    let game = library::game(&situation.game.variant, &situation.game.settings)?;
    let answer = Answer::of(&situation.line, &game)?;
    if json {
        return write_json(out, &answer);
    }
    write_table(&answer, game.variant(), out)
}

fn write_table(answer: &Answer, variant: &Variant, out: &mut dyn Write) -> anyhow::Result<()> {
    let side = &variant.sides[Color::from(answer.side).index()];
    let check = if answer.in_check { ", in check" } else { "" };
    writeln!(out, "{}", answer.position)?;
    writeln!(out, "{side} to move{check}: {}", count(answer.moves.len(), "legal move"))?;
    if answer.moves.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    table(answer.moves.iter().map(|m| &m.text), variant).write(out)?;
    Ok(())
}

/// Moves with all that they do.
pub(super) fn table<'a>(moves: impl Iterator<Item = &'a MoveForm>, variant: &Variant) -> TextTable {
    // What the game's own people write comes first.
    let swapped = variant.board.coordinates == Coordinates::Algebraic;
    let mut heading = ["USI", "algebraic", "piece", "captures", "promotes"];
    if swapped {
        heading.swap(0, 1);
    }
    let mut table = TextTable::new(&heading);
    for m in moves {
        let mut row = row(m, variant);
        if swapped {
            row.swap(0, 1);
        }
        table.row(row);
    }
    table
}

fn row(m: &MoveForm, variant: &Variant) -> Vec<String> {
    let promotes = match &m.promotes {
        Promotes::Plainly(false) => String::new(),
        Promotes::Plainly(true) => "yes".to_owned(),
        Promotes::To(id) => format!("to {id}"),
    };
    let piece =
        m.mover.map(|piece| variant.pieces[piece.index()].name.en.clone()).unwrap_or_default();
    let captures = m.captures.iter().filter_map(|name| variant.parse_square(name));
    let captures: Vec<String> = captures.map(|square| variant.display_square(square)).collect();
    vec![m.usi.clone(), m.algebraic.clone(), piece, captures.join(" "), promotes]
}

/// `1 legal move`, `2 legal moves`.
pub(super) fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
