//! `show`: a position in the terminal.

use super::write_json;
use crate::answer::{side, text_of};
use crate::args::{Ink, Line, Show};
use crate::draw::{Artist, Script};
use crate::library;
use komadai_rules::variant::PositionText;
use komadai_rules::{Color, Game, Job, PieceType, Setup, Square, Variant};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

/// What there is to see.
struct View {
    setup: Setup,
    position: String,
    in_check: bool,
    ending: Option<String>,
}

struct Look<'a>(&'a Line);

impl Job for Look<'_> {
    type Answer = anyhow::Result<View>;

    fn run<const N: usize>(self, game: &Arc<Game<N>>) -> Self::Answer {
        let play = self.0.play(game)?;
        let ending = play.ending().map(|end| end.reason);
        let position = text_of(play.position());
        Ok(View { setup: play.position().to_setup(), position, in_check: play.in_check(), ending })
    }
}

#[derive(Serialize)]
struct Answer<'a> {
    variant: &'a str,
    position: &'a str,
    side: &'static str,
    in_check: bool,
    must_pass: bool,
    board: Vec<Man<'a>>,
    hands: BTreeMap<&'static str, BTreeMap<&'a str, u8>>,
}

#[derive(Serialize)]
struct Man<'a> {
    square: String,
    side: &'static str,
    piece: &'a str,
}

pub(super) fn run(show: &Show, json: bool, ink: Ink, out: &mut dyn Write) -> anyhow::Result<()> {
    let choice = &show.situation.game;
    let game = library::game(&choice.variant, &choice.settings)?;
    let view = game.run(Look(&show.situation.line))?;
    let variant = game.variant();
    if json {
        return write_json(out, &answer(variant, &view));
    }
    let artist = Artist { variant, script: script(show, variant), color: ink.on_stdout() };
    draw(&artist, &view, out)
}

/// Games that are written in FEN have letters on their boards by habit.
fn script(show: &Show, variant: &Variant) -> Script {
    let usual = show.kanji || variant.board.text == PositionText::Sfen;
    match usual && !show.letters && Artist::has_kanji(variant) {
        true => Script::Kanji,
        false => Script::Letters,
    }
}

fn draw(artist: &Artist<'_>, view: &View, out: &mut dyn Write) -> anyhow::Result<()> {
    let (variant, setup) = (artist.variant, &view.setup);
    writeln!(out, "{}", variant.name)?;
    if let Some(text) = artist.hand(setup, Color::Second) {
        writeln!(out, "{text}")?;
    }
    writeln!(out)?;
    for text in artist.board(setup) {
        writeln!(out, "{text}")?;
    }
    writeln!(out)?;
    if let Some(text) = artist.hand(setup, Color::First) {
        writeln!(out, "{text}")?;
    }
    match &view.ending {
        Some(reason) => writeln!(out, "{reason}")?,
        None => writeln!(out, "{}", turn(variant, view))?,
    }
    writeln!(out, "{}", view.position)?;
    Ok(())
}

fn turn(variant: &Variant, view: &View) -> String {
    let side = &variant.sides[view.setup.side.index()];
    let check = if view.in_check { ", in check" } else { "" };
    match view.setup.passes {
        0 => format!("{side} to move{check}"),
        _ => format!("{side} must pass{check}"),
    }
}

fn answer<'a>(variant: &'a Variant, view: &'a View) -> Answer<'a> {
    let setup = &view.setup;
    let id = |piece: PieceType| variant.pieces[piece.index()].id.as_str();
    let man = |(index, cell): (usize, &Option<(Color, PieceType)>)| {
        let square = variant.square_name(Square(index as u8));
        cell.map(|(color, piece)| Man { square, side: side(color), piece: id(piece) })
    };
    let hand = |color: Color| {
        let counts = setup.hands[color.index()].iter().enumerate().filter(|(_, count)| **count > 0);
        (side(color), counts.map(|(i, count)| (id(PieceType(i as u8)), *count)).collect())
    };
    Answer {
        variant: &variant.id,
        position: &view.position,
        side: side(setup.side),
        in_check: view.in_check,
        must_pass: setup.passes > 0,
        board: setup.board.iter().enumerate().filter_map(man).collect(),
        hands: Color::BOTH.into_iter().map(hand).collect(),
    }
}
