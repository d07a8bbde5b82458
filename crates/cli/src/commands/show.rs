//! `show`: a position, in the terminal or as a picture.

use super::write_json;
use crate::args::{Line, Situation};
use crate::draw::{Artist, Lettering};
use crate::ink::Ink;
use crate::library;
use crate::picture::Painting;
use crate::watch::Watching;
use crate::zones::legend;
use anyhow::Context;
use komadai_engine::Values;
use komadai_picture::Scene;
use komadai_records::json::{
    Board, BoardPiece, Hands, MoveForm, Side, Symmetry, VariantInfo, Zone, checked, text_of,
};
use komadai_rules::{AnyGame, AnyPlay, Color, Setup, Variant};
use serde::Serialize;
use std::io::Write;

#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    situation: Situation,

    #[command(flatten)]
    lettering: Lettering,

    #[command(flatten)]
    painting: Painting,

    #[command(flatten)]
    watching: Watching,

    /// Mark the squares where pieces promote, win, or may be dropped
    #[arg(long)]
    zones: bool,

    /// In a picture, put the second side at the bottom
    #[arg(long, requires = "picture")]
    turned: bool,

    /// In a picture, draw an arrow from square to square, such as e2-e4, or a ring around one square
    #[arg(long = "arrow", value_name = "FROM-TO", requires = "picture")]
    arrows: Vec<String>,
}

/// What there is to see.
struct View {
    setup: Setup,
    board: Board,
    position: String,
    in_check: bool,
    ending: Option<String>,
}

/// What a picture shows besides the position.
struct Around {
    info: VariantInfo,
    board: Board,
    last: Vec<String>,
    checked: Vec<String>,
}

impl Around {
    fn of(line: &Line, game: &AnyGame) -> anyhow::Result<Self> {
        let mut play = line.play(game)?;
        let (board, checked) = (Board::of(&play), checked(&play));
        let info = VariantInfo::of(game, &Values::of(game).board)
            .context("no start position of the game follows its own rules")?;
        let last = match play.pop() {
            Some(m) => {
                let MoveForm { from, via, to, .. } = MoveForm::of(&play, m);
                [from, via, to].into_iter().flatten().collect()
            }
            None => Vec::new(),
        };
        Ok(Around { info, board, last, checked })
    }
}

#[derive(Serialize)]
struct Answer<'a> {
    variant: &'a str,
    position: &'a str,
    side: Side,
    in_check: bool,
    must_pass: bool,
    board: &'a [BoardPiece],
    hands: &'a Hands,
}

pub(crate) fn run(args: &Args, json: bool, ink: Ink, out: &mut dyn Write) -> anyhow::Result<()> {
    args.painting.check_watched(args.watching)?;
    let file = &args.situation.game.variant;
    args.watching.run(&[file], ink, out, &mut |out| answer(args, json, ink, out))
}

fn answer(args: &Args, json: bool, ink: Ink, out: &mut dyn Write) -> anyhow::Result<()> {
    let choice = &args.situation.game;
    let game = library::game(&choice.variant, &choice.settings)?;
    if args.painting.is_wanted() {
        return paint(args, &Around::of(&args.situation.line, &game)?, game.variant(), out);
    }
    let view = View::of(&args.situation.line.play(&game)?);
    let variant = game.variant();
    if json {
        return write_json(out, &view.answer(variant));
    }
    let script = args.lettering.script(variant);
    let (color, below) = (ink.on_stdout(), Color::First);
    let zones = if args.zones { Zone::all(variant) } else { Vec::new() };
    let artist =
        Artist { variant, script, color, below, marked: &[], kanji_ranks: false, zones: &zones };
    draw(&artist, &view, out)
}

fn paint(
    args: &Args,
    around: &Around,
    variant: &Variant,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let arrows: Result<Vec<_>, _> = args.arrows.iter().map(|text| arrow(variant, text)).collect();
    let Around { info, board, last, checked } = around;
    let scene = Scene {
        info,
        board,
        set: args.painting.set(info.symmetry == Some(Symmetry::Mirror)),
        below: if args.turned { Side::Second } else { Side::First },
        last,
        checked,
        arrows: &arrows?,
        part: None,
        kanji_ranks: true,
        zones: &if args.zones { Zone::all(variant) } else { Vec::new() },
    };
    args.painting.write(scene.draw(), out)
}

/// Two squares, or twice the same one.
fn arrow(variant: &Variant, text: &str) -> anyhow::Result<[String; 2]> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let square = |name: &str| {
        let found = variant.parse_square(name).or_else(|| variant.parse_usi_square(name));
        found.map(|square| variant.square_name(square)).with_context(|| {
            format!("`{name}` in the arrow `{text}` is not a square of {}", variant.name)
        })
    };
    Ok([square(from)?, square(to)?])
}

fn draw(artist: &Artist<'_>, view: &View, out: &mut dyn Write) -> anyhow::Result<()> {
    let variant = artist.variant;
    writeln!(out, "{}", variant.name)?;
    for text in artist.table(&view.setup) {
        writeln!(out, "{text}")?;
    }
    legend(variant, artist.zones).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    match &view.ending {
        Some(reason) => writeln!(out, "{reason}")?,
        None => writeln!(out, "{}", turn(variant, view))?,
    }
    writeln!(out, "{}", view.position)?;
    Ok(())
}

impl View {
    fn of(play: &AnyPlay) -> Self {
        View {
            setup: play.setup(),
            board: Board::of(play),
            position: text_of(play),
            in_check: play.in_check(),
            ending: play.ending().map(|end| end.reason),
        }
    }

    fn answer<'a>(&'a self, variant: &'a Variant) -> Answer<'a> {
        Answer {
            variant: &variant.id,
            position: &self.position,
            side: self.setup.side.into(),
            in_check: self.in_check,
            must_pass: self.setup.passes[self.setup.side.index()] > 0,
            board: &self.board.pieces,
            hands: &self.board.hands,
        }
    }
}

fn turn(variant: &Variant, view: &View) -> String {
    let side = &variant.sides[view.setup.side.index()];
    let check = if view.in_check { ", in check" } else { "" };
    match view.setup.passes[view.setup.side.index()] {
        0 => format!("{side} to move{check}"),
        _ => format!("{side} must pass{check}"),
    }
}
