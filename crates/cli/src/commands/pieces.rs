//! `pieces`: what each piece is called, is worth and does.

pub(crate) mod picture;
mod signs;
mod words;

use super::write_json;
use crate::args::GameChoice;
use crate::ink::Ink;
use crate::library;
use crate::picture::Painting;
use crate::watch::Watching;
use anyhow::Context;
use komadai_engine::Values;
use komadai_picture::{Drawing, Sheet};
use komadai_records::json::{PieceInfo, Symmetry, symmetry};
use komadai_rules::diagram::Diagram;
use komadai_rules::{PieceType, Variant};
use picture::Picture;
use serde::Serialize;
use std::io::Write;
use words::Words;

/// Pages are as wide as terminals used to be.
pub(crate) const WIDTH: usize = 80;

#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameChoice,

    /// Only the pieces of this letter or name: `N`, `+D`, `Lion`, `獅子`, `shishi`
    piece: Option<String>,

    #[command(flatten)]
    painting: Painting,

    #[command(flatten)]
    watching: Watching,
}

#[derive(Serialize)]
struct Answer<'a> {
    variant: &'a str,
    pieces: Vec<Told<'a>>,
}

/// A piece for scripts.
#[derive(Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    info: PieceInfo,
    /// The diagram drawn, for front ends that need not do it themselves.
    drawing: Drawing,
    aliases: &'a [String],
    rank: u8,
    flies: Option<&'a str>,
    burns: Option<&'a str>,
}

pub(crate) fn run(args: &Args, json: bool, ink: Ink, out: &mut dyn Write) -> anyhow::Result<()> {
    args.painting.check_watched(args.watching)?;
    let file = &args.game.variant;
    args.watching.run(&[file], ink, out, &mut |out| answer(args, json, ink, out))
}

fn answer(args: &Args, json: bool, ink: Ink, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = library::game(&args.game.variant, &args.game.settings)?;
    let variant = game.variant();
    let wanted = wanted(variant, args.piece.as_deref())?;
    let values = Values::of(&game).board;
    if args.painting.is_wanted() {
        return paint(&args.painting, variant, &wanted, &values, out);
    }
    if json {
        let told = |piece: &PieceType| told(variant, *piece, values[piece.index()]);
        let pieces = wanted.iter().map(told).collect();
        return write_json(out, &Answer { variant: &variant.id, pieces });
    }
    if args.piece.is_none() {
        writeln!(out, "{}: {} kinds of pieces\n", variant.name, wanted.len())?;
    }
    for (n, piece) in wanted.iter().enumerate() {
        if n > 0 {
            writeln!(out)?;
        }
        let value = values[piece.index()];
        for line in described(variant, *piece, value, ink.on_stdout())? {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

fn paint(
    painting: &Painting,
    variant: &Variant,
    wanted: &[PieceType],
    values: &[i32],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let pieces = (0u8..).map(PieceType).zip(values);
    let all: Vec<_> = pieces.map(|(piece, v)| PieceInfo::of(variant, piece, *v)).collect();
    let shown: Vec<_> = wanted.iter().map(|piece| &all[piece.index()]).collect();
    let figures = symmetry(variant) == Some(Symmetry::Mirror);
    let set = painting.set(figures);
    painting.write(Sheet { all: &all, shown: &shown, set, figures }.draw(), out)
}

fn told(variant: &Variant, piece: PieceType, value: i32) -> Told<'_> {
    let of = &variant.pieces[piece.index()];
    let info = PieceInfo::of(variant, piece, value);
    Told {
        drawing: Drawing::of(&info.diagram),
        info,
        aliases: &of.aliases,
        rank: of.rank,
        flies: of.flies.as_ref().map(|movement| movement.text.as_str()),
        burns: of.burns.as_ref().map(|movement| movement.text.as_str()),
    }
}

/// All pieces, or those that go by a letter or a name.
pub(super) fn wanted(variant: &Variant, name: Option<&str>) -> anyhow::Result<Vec<PieceType>> {
    let all = (0..variant.pieces.len()).map(|i| PieceType(i as u8));
    let Some(name) = name else { return Ok(all.collect()) };
    let asked = name.to_lowercase();
    let by_letter = |piece: &PieceType| {
        let of = &variant.pieces[piece.index()];
        of.id.to_lowercase() == asked || of.aliases.iter().any(|a| a.to_lowercase() == asked)
    };
    let by_name = |piece: &PieceType| {
        let of = &variant.pieces[piece.index()].name;
        let others = [&of.ja, &of.kanji, &of.abbreviation, &of.romaji];
        let names = others.into_iter().flatten().chain([&of.en]);
        names.into_iter().any(|name| name.to_lowercase() == asked)
    };
    let letters: Vec<PieceType> = all.clone().filter(by_letter).collect();
    let found = if letters.is_empty() { all.filter(by_name).collect() } else { letters };
    let ids = || variant.pieces.iter().map(|p| p.id.as_str()).collect::<Vec<_>>().join(" ");
    anyhow::ensure!(
        !found.is_empty(),
        "{} has no piece `{name}`; its pieces are {}",
        variant.name,
        ids()
    );
    Ok(found)
}

/// The picture, and the words beside it.
pub(super) fn described(
    variant: &Variant,
    piece: PieceType,
    value: i32,
    color: bool,
) -> anyhow::Result<Vec<String>> {
    let of = &variant.pieces[piece.index()];
    let diagram =
        Diagram::of(variant, piece).with_context(|| format!("the movement of {}", of.id))?;
    let picture = Picture::of(&diagram, &of.id);
    let (pictured, width) = (picture.lines(color), picture.width());
    let words = Words { variant, piece, value, width: WIDTH - width - 3 };
    let told = [words.heading(color), words.legend(&diagram, &picture)].concat();
    Ok(beside(&pictured, width, &told))
}

/// Lines to the left, which are so wide, and lines to the right.
pub(crate) fn beside(pictured: &[String], width: usize, told: &[String]) -> Vec<String> {
    let line = |n: usize| {
        let left = pictured.get(n).cloned().unwrap_or_else(|| " ".repeat(width));
        let right = told.get(n).map_or("", String::as_str);
        format!("{left}   {right}").trim_end().to_owned()
    };
    (0..pictured.len().max(told.len())).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_rules::AnyGame;
    use komadai_rules::variant::{BUILTIN, load_builtin};
    use unicode_width::UnicodeWidthStr;

    /// What is said of the pieces that go by a name; of all for none.
    fn said(game: &str, name: Option<&str>) -> Vec<String> {
        let variant = load_builtin(game, &[]).expect("it loads").variant;
        let values = Values::of(&AnyGame::compile(&variant).expect("it compiles")).board;
        let wanted = wanted(&variant, name).expect("there are some");
        let described = |piece: &PieceType| {
            described(&variant, *piece, values[piece.index()], false).expect("it has a diagram")
        };
        wanted.iter().flat_map(described).collect()
    }

    /// The picture of a piece, and the legend beside it.
    fn check(game: &str, piece: &str, picture: &[&str], legend: &[&str]) {
        let said = said(game, Some(piece));
        for (line, expected) in said.iter().zip(picture) {
            assert!(line.starts_with(expected), "{game} {piece}: {line}");
        }
        for expected in legend {
            assert!(
                said.iter().any(|l| l.ends_with(expected)),
                "{game} {piece}: {expected}\n{said:#?}"
            );
        }
    }

    #[test]
    fn pictures_tell_steps_slides_jumps_and_shots_apart() {
        check(
            "minjiku",
            "Ninja",
            &[
                " ·  ·  ·  ·  ·    Ninja",
                " ·  ●  !  ●  · ",
                " ←  !  +L !  → ",
                " ·  ●  !  ●  · ",
                " ·  ·  ·  ·  · ",
            ],
            &[
                "● one step",
                "→ jumps the first square, then any distance",
                "! captures here without moving",
            ],
        );
        check(
            "minjiku",
            "f",
            &[" ↖  □  ↑  □  ↗ ", " □  ╲  │  ╱  □ ", " ←  ─  F  ─  → "],
            &["enemies on these squares burn after its moves:", "* · *"],
        );
        check(
            "minjiku",
            "l",
            &[" ·  ·  ■ⁱ ·  · ", " ·  ·  ●  ·  · "],
            &["■ⁱ up to 2 squares, only as its first move"],
        );
        check(
            "raichu",
            "獅子",
            &[" ◆    ◆    ◆    ◆    ◆ ", " ◆    ●!+° ●!+° ●!+° ◆ "],
            &["+ captures here and goes on", "° there and back: passes"],
        );
        check(
            "chess",
            "pawn",
            &[" ·   ·   ◇ⁱⁿ ·   ·  ", " ·   ×ᵉ  ○   ×ᵉ  ·  "],
            &["○   one step, to move only"],
        );
        check("minjiku", "J", &[" ⇖  ·  ⇑  ·  ⇗ "], &[]);
    }

    #[test]
    fn everything_fits_the_page() {
        for game in BUILTIN.iter().map(|game| game.id) {
            for line in said(game, None) {
                assert!(line.width() <= WIDTH, "{game}: {line}");
            }
        }
    }

    #[test]
    fn a_name_may_be_that_of_several_pieces() {
        let variant = load_builtin("raichu", &[]).expect("it loads").variant;
        let ids = |name: &str| {
            let found = wanted(&variant, Some(name)).expect("there are some");
            found.iter().map(|p| variant.pieces[p.index()].id.clone()).collect::<Vec<_>>()
        };
        assert_eq!(ids("shishi"), ["N", "+O"]);
        assert_eq!(ids("n"), ["N"]);
        assert_eq!(ids("+d"), ["+D"]);
        assert_eq!(ids("酔象"), ["E", "+I"]);
        assert!(wanted(&variant, Some("unicorn")).is_err());
    }
}
