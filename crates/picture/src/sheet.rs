//! What pieces do: a card for each, with its names and its movement, and a legend below.

use crate::Picture;
use crate::glyph;
use crate::movement::{diagram, signs, stroke};
use crate::piece::{Carver, PieceSet};
use crate::strokes::{self, Sign};
use komadai_records::json::PieceInfo;
use komadai_rules::diagram::{Diagram, Kind, Note};
use std::fmt::Write;

/// The pieces of a game, and which of them are shown.
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'a> {
    /// All of them: sizes follow from values.
    pub all: &'a [PieceInfo],
    /// Those to show.
    pub shown: &'a [&'a PieceInfo],
    /// What is drawn on the pieces.
    pub set: PieceSet,
    /// Whether pieces may be figures of two colours, as in chess.
    pub figures: bool,
}

/// Notes and the legend are as high as this.
const SMALL: f64 = 19.0;
/// A card without its notes, and a line of these.
const CARD: (f64, f64) = (400.0, 400.0);
const NOTE: f64 = 24.0;
const ACROSS: usize = 3;
const DIAGRAM: f64 = 270.0;
const MARGIN: f64 = 24.0;
const ENTRY: f64 = 44.0;

impl Sheet<'_> {
    /// Draws it.
    pub fn draw(&self) -> Picture {
        let columns = self.shown.len().clamp(1, ACROSS);
        let width = 2.0 * MARGIN + CARD.0 * columns as f64;
        let (mut body, mut y) = (String::new(), MARGIN);
        for row in self.shown.chunks(columns) {
            let notes: Vec<_> = row.iter().map(|piece| self.notes(piece)).collect();
            for (i, (piece, notes)) in row.iter().zip(&notes).enumerate() {
                let (x, card) = (MARGIN + CARD.0 * i as f64, self.card(piece, notes));
                let _ = write!(body, "<g transform=\"translate({x} {y})\">{card}</g>");
            }
            y += CARD.1 + NOTE * notes.iter().map(Vec::len).max().unwrap_or(0) as f64;
        }
        for row in signs(self.shown.iter().map(|piece| &piece.diagram)).chunks(columns) {
            for (i, sign) in row.iter().enumerate() {
                let (x, entry) = (MARGIN + CARD.0 * i as f64, entry(*sign));
                let _ = write!(body, "<g transform=\"translate({x} {y})\">{entry}</g>");
            }
            y += ENTRY;
        }
        let height = y + MARGIN;
        let page = format!("<rect class=\"page\" width=\"{width}\" height=\"{height}\"/>");
        Picture::new(page + &body, width, height)
    }

    fn card(&self, piece: &PieceInfo, notes: &[String]) -> String {
        let carver = Carver { pieces: self.all, set: self.set, figures: self.figures };
        let mut card = format!(
            "<g transform=\"translate(46 52) scale(.86)\">{}</g>",
            carver.piece(piece, false)
        );
        let name = glyph::line(&piece.name.en, (104.0, 16.0), 30.0).0;
        let _ = write!(card, "<path class=\"text\" d=\"{name}\"/>");
        let (mut soft, mut at) = (String::new(), 104.0);
        let kanji = piece.name.kanji.as_deref().filter(|kanji| glyph::can_draw(kanji));
        for text in [Some(piece.id.as_str()), kanji].into_iter().flatten() {
            let (data, end) = glyph::line(text, (at, 56.0), 24.0);
            soft += &data;
            at = end + 14.0;
        }
        for (i, note) in notes.iter().enumerate() {
            soft += &glyph::line(note, (20.0, 384.0 + NOTE * i as f64), SMALL).0;
        }
        let _ = write!(
            card,
            "<path class=\"soft\" d=\"{soft}\"/><g transform=\"translate({} 240)\">{}</g>",
            20.0 + DIAGRAM / 2.0,
            diagram(&piece.diagram, DIAGRAM)
        );
        card
    }

    /// What the diagram cannot show, and what the piece becomes.
    fn notes(&self, piece: &PieceInfo) -> Vec<String> {
        let names = |ids: &[String]| {
            let mut names: Vec<&str> = Vec::new();
            for name in ids.iter().map(|id| self.name(id)) {
                // A promoted piece may be called like another.
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            names.join(", ")
        };
        let mut lines: Vec<String> = Vec::new();
        for note in &piece.diagram.notes {
            lines.extend(match note {
                Note::FliesOver { stopped_by, .. } => {
                    Some(format!("flies; stopped by {}", names(stopped_by)))
                }
                Note::Castles { partners, .. } => Some(format!("castles with {}", names(partners))),
                Note::Anywhere { .. } => Some("goes to any square".to_owned()),
                Note::Regional => Some("moves otherwise on some squares".to_owned()),
                Note::Choosy => Some("hops over or captures some pieces only".to_owned()),
                Note::Confined => Some("may stand on some squares only".to_owned()),
                Note::Burns { always: true } => Some("burns in every turn".to_owned()),
                Note::Burns { always: false } | Note::Other => None,
            });
        }
        lines.dedup();
        if destroys(&piece.diagram) {
            lines.push("may go where own pieces stand, which are lost".to_owned());
        }
        if !piece.promotes.is_empty() {
            lines.push(format!("promotes to {}", names(&piece.promotes)));
        }
        lines.iter().flat_map(|line| wrapped(line, CARD.0 - 50.0)).collect()
    }

    fn name<'a>(&'a self, id: &'a str) -> &'a str {
        let of = self.all.iter().find(|other| other.id == id);
        of.map_or(id, |of| of.name.en.as_str())
    }
}

/// Whether some move removes a piece of the same side.
fn destroys(diagram: &Diagram) -> bool {
    let marks = diagram.marks.iter().map(|mark| &mark.kinds);
    let lines = diagram.lines.iter().map(|line| &line.kinds);
    marks.chain(lines).any(|kinds| kinds.contains(&Kind::Destroy))
}

/// A text in lines that are at most so wide.
fn wrapped(text: &str, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if glyph::line(&format!("{line} {word}"), (0.0, 0.0), SMALL).1 <= width => {
                *line += " ";
                *line += word;
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A sign and what it means.
fn entry(sign: Sign) -> String {
    let words = glyph::line(sign.words(), (52.0, 8.0), SMALL).0;
    let sample: String = strokes::sample(sign).iter().map(stroke).collect();
    format!(
        "<g transform=\"translate(20 20) scale(1.5)\">{sample}</g>\
         <path class=\"text\" d=\"{words}\"/>"
    )
}
