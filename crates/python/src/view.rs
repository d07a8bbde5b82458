//! Pictures of positions, and rules as text.

use crate::rulebook::Rules;
use crate::trouble::{Kind, Trouble};
use komadai_manual::{Block, Document, words_of};
use komadai_picture::{Picture, PieceSet, Scene};
use komadai_records::json::{Board, MoveForm, Side, Symmetry, Zone, checked, symmetry};
use komadai_rules::{AnyPlay, Variant};
use pyo3::prelude::*;
use pyo3::types::PyString;

/// What is drawn on pieces, as an argument.
#[derive(Clone, Copy)]
pub(crate) struct Style(PieceSet);

impl<'py> FromPyObject<'_, 'py> for Style {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let name = given.cast::<PyString>()?.to_cow()?.into_owned();
        let set = match name.as_str() {
            "kanji" => PieceSet::Kanji,
            "short" => PieceSet::Short,
            "western" => PieceSet::Western,
            "pictures" => PieceSet::Pictures,
            "diagram" => PieceSet::Diagram,
            _ => {
                let known = "kanji, short, western, pictures or diagram".to_owned();
                let trouble = Trouble::new(Kind::General, format!("there is no style `{name}`"));
                return Err(trouble.help(Some(known)).into());
            }
        };
        Ok(Style(set))
    }
}

impl Style {
    /// What is drawn where nobody says it: figures if the game has them.
    pub(crate) fn set(style: Option<Self>, figures: bool) -> PieceSet {
        let usual = if figures { PieceSet::Western } else { PieceSet::Kanji };
        style.map_or(usual, |style| style.0)
    }
}

/// Whether the game is one of figures in two colours.
pub(crate) fn figures(variant: &Variant) -> bool {
    symmetry(variant) == Some(Symmetry::Mirror)
}

/// How a position is drawn.
#[derive(Default)]
pub(crate) struct Look {
    pub(crate) style: Option<Style>,
    pub(crate) turned: bool,
    pub(crate) arrows: Vec<String>,
    pub(crate) zones: bool,
    pub(crate) dark: bool,
}

/// A position with its last move.
pub(crate) fn draw(rules: &Rules, play: &AnyPlay, look: &Look) -> Result<Picture, Trouble> {
    let (info, variant) = (rules.info()?, rules.variant());
    let (board, checked) = (Board::of(play), checked(play));
    let arrows: Result<Vec<_>, _> = look.arrows.iter().map(|text| arrow(variant, text)).collect();
    let scene = Scene {
        info,
        board: &board,
        set: Style::set(look.style, info.symmetry == Some(Symmetry::Mirror)),
        below: if look.turned { Side::Second } else { Side::First },
        last: &last_squares(play),
        checked: &checked,
        arrows: &arrows?,
        part: None,
        kanji_ranks: true,
        zones: &if look.zones { Zone::all(variant) } else { Vec::new() },
    };
    let picture = scene.draw();
    Ok(if look.dark { picture.dimmed() } else { picture })
}

/// The squares of the last move.
fn last_squares(play: &AnyPlay) -> Vec<String> {
    let mut before = play.clone();
    let Some(m) = before.pop() else { return Vec::new() };
    let MoveForm { from, via, to, .. } = MoveForm::of(&before, m);
    [from, via, to].into_iter().flatten().collect()
}

/// Two squares, or twice the same one.
fn arrow(variant: &Variant, text: &str) -> Result<[String; 2], Trouble> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let square = |name: &str| {
        let found = variant.parse_square(name).or_else(|| variant.parse_usi_square(name));
        found.map(|square| variant.square_name(square)).ok_or_else(|| {
            let message = format!("`{name}` is not a square of {}", variant.name);
            Trouble::new(Kind::General, message).about(text)
        })
    };
    Ok([square(from)?, square(to)?])
}

/// The rules in plain words, a line for each paragraph.
pub(crate) fn words(document: &Document) -> String {
    let mut lines = vec![document.title.clone()];
    for chapter in &document.chapters {
        lines.extend([String::new(), chapter.title.clone(), String::new()]);
        chapter.blocks.iter().for_each(|block| say(block, "", &mut lines));
    }
    lines.join("\n") + "\n"
}

fn say(block: &Block, margin: &str, lines: &mut Vec<String>) {
    let mut line = |text: &str| lines.push(format!("{margin}{text}"));
    match block {
        Block::Heading { text } | Block::Paragraph { text } => line(&words_of(text)),
        Block::Code { text } => text.lines().for_each(line),
        Block::Table { head, rows } => {
            for row in std::iter::once(head).chain(rows) {
                let cells: Vec<String> = row.iter().map(|cell| words_of(cell)).collect();
                line(&cells.join(" | "));
            }
        }
        Block::List { ordered, items } => {
            for (number, item) in (1..).zip(items) {
                let begin = lines.len();
                item.iter().for_each(|block| say(block, &format!("{margin}  "), lines));
                let sign = if *ordered { format!("{number}.") } else { "-".to_owned() };
                if let Some(first) = lines.get_mut(begin) {
                    *first = format!("{margin}{sign} {}", first.trim_start());
                }
            }
        }
        Block::Quote { blocks } => {
            blocks.iter().for_each(|block| say(block, &format!("{margin}  "), lines));
        }
        Block::Figure(figure) => {
            line(&format!("[{}] {}", figure.position, words_of(&figure.caption)));
        }
        Block::Piece(card) => {
            line(&format!("{} ({}): {}", card.name, card.piece, card.notation.join(", ")));
            let told = card.told.iter().map(|told| told.words.as_str());
            told.chain(card.facts.iter().map(String::as_str))
                .for_each(|words| line(&format!("  {words}")));
        }
        Block::Legend => {}
    }
}
