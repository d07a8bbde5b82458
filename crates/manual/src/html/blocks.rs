//! Blocks and words as HTML.

use super::{Page, escaped};
use crate::document::{Block, Figure, Span, Text, words_of};
use crate::lang::Lang;
use komadai_picture::{Part, Scene};
use komadai_records::json::{Side, Zone};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use std::fmt::Write;

/// Words with their looks.
pub(super) fn text(spans: &[Span]) -> String {
    let span = |span: &Span| match span {
        Span::Plain(words) => escaped(words),
        Span::Strong(words) => format!("<strong>{}</strong>", text(words)),
        Span::Emphasis(words) => format!("<em>{}</em>", text(words)),
        Span::Code(words) => format!("<code>{}</code>", escaped(words)),
        Span::Link { to, words } => format!("<a href=\"{}\">{}</a>", escaped(to), text(words)),
    };
    spans.iter().map(span).collect()
}

impl Page<'_> {
    pub(super) fn block(&mut self, block: &Block) {
        match block {
            Block::Heading { text: words } => self.line("h3", words),
            Block::Paragraph { text: words } => self.line("p", words),
            Block::List { ordered, items } => self.list(*ordered, items),
            Block::Table { head, rows } => self.table(head, rows),
            Block::Quote { blocks } => {
                self.out += "<blockquote>\n";
                self.blocks(blocks);
                self.out += "</blockquote>\n";
            }
            Block::Code { text: words } => {
                let words = words.split('\n').map(escaped).collect::<Vec<_>>().join("\n");
                let _ = writeln!(self.out, "<pre><code>{words}</code></pre>");
            }
            Block::Figure(figure) => self.figure(figure),
            Block::Piece(card) => self.card(card),
            Block::Legend => self.legend(),
        }
    }

    fn line(&mut self, tag: &str, words: &[Span]) {
        let _ = writeln!(self.out, "<{tag}>{}</{tag}>", text(words));
    }

    fn list(&mut self, ordered: bool, items: &[Vec<Block>]) {
        let tag = if ordered { "ol" } else { "ul" };
        let _ = writeln!(self.out, "<{tag}>");
        for item in items {
            self.out += "<li>";
            match &item[..] {
                [Block::Paragraph { text: words }] => self.out += &text(words),
                blocks => self.blocks(blocks),
            }
            self.out += "</li>\n";
        }
        let _ = writeln!(self.out, "</{tag}>");
    }

    fn table(&mut self, head: &[Text], rows: &[Vec<Text>]) {
        self.out += "<div class=\"table\" tabindex=\"0\"><table>\n<thead><tr>";
        for cell in head {
            let _ = write!(self.out, "<th scope=\"col\">{}</th>", text(cell));
        }
        self.out += "</tr></thead>\n<tbody>\n";
        for row in rows {
            self.out += "<tr>";
            for cell in row {
                let _ = write!(self.out, "<td>{}</td>", text(cell));
            }
            self.out += "</tr>\n";
        }
        self.out += "</tbody>\n</table></div>\n";
    }

    fn figure(&mut self, figure: &Figure) {
        // As large as on a whole board, but not larger than the page.
        let part = figure.part.unwrap_or_else(|| Part::whole(&self.document.info.board));
        let columns = part.files.1 - part.files.0 + 1;
        let width = (f64::from(columns) * 3.2 + 3.0).min(34.0);
        let scene = Scene {
            info: &self.document.info,
            board: &figure.board,
            set: self.set(),
            below: Side::First,
            last: &figure.last,
            checked: &figure.checked,
            arrows: &figure.arrows,
            part: Some(part),
            kanji_ranks: self.document.lang == Lang::Ja,
            zones: &figure.zones,
        };
        let caption = words_of(&figure.caption);
        let position = self.say("Position", "局面");
        let label = match figure.zones.as_slice() {
            [] => format!("{position}: {} {caption}", figure.position),
            _ => caption,
        };
        let picture = scene.draw().inline(&escaped(&label));
        let mut caption = if figure.caption.is_empty() {
            escaped(&self.turn(figure))
        } else {
            text(&figure.caption)
        };
        caption += &escaped(&self.places(&figure.zones));
        // Zones are shown on a board without pieces.
        if let Some(site) = self.site.filter(|_| figure.zones.is_empty()) {
            let (to, position) = (escaped(site.play), &figure.position);
            let position = utf8_percent_encode(position, NON_ALPHANUMERIC);
            let words = self.say("Play from here", "この局面から指す");
            let _ = write!(caption, " <a class=\"play\" href=\"{to}{position}\">{words}</a>");
        }
        let _ = writeln!(
            self.out,
            "<figure class=\"board\" style=\"max-width:{width:.1}rem\">{picture}<figcaption>{caption}</figcaption></figure>"
        );
    }

    /// In which corner of a square whose zone is marked.
    fn places(&self, zones: &[Zone]) -> String {
        let place = |zone: &Zone| {
            let side = self.side(zone.side);
            match zone.side {
                Side::First => self.say(
                    &format!(", for {side} marked in the upper left corner of a square"),
                    &format!("（{side}：マスの左上の印）"),
                ),
                Side::Second => self.say(
                    &format!(", for {side} in the lower right corner"),
                    &format!("（{side}：右下の印）"),
                ),
            }
        };
        zones.iter().map(place).collect()
    }

    fn turn(&self, figure: &Figure) -> String {
        let side = self.side(figure.to_move);
        self.say(&format!("{side} to move."), "")
    }

    fn side(&self, side: Side) -> &str {
        let info = &self.document.info;
        let japanese = info.sides_ja.as_ref().filter(|_| self.document.lang == Lang::Ja);
        let sides = japanese.unwrap_or(&info.sides);
        match side {
            Side::First => &sides.first,
            Side::Second => &sides.second,
        }
    }
}
