//! Rules as text for the terminal.

use super::table::table;
use crate::commands::pieces::picture::{Picture, fire};
use crate::commands::pieces::{WIDTH, beside};
use crate::draw::Artist;
use crate::zones::sign;
use komadai_manual::movement::Told;
use komadai_manual::{Block, Card, Chapter, Document, Figure, Lang, Span, Words, words_of};
use komadai_records::json::Zone;
use komadai_rules::diagram::{Diagram, Kind};
use komadai_rules::{Color, Variant};
use textwrap::{Options, WordSeparator, WrapAlgorithm};
use unicode_width::UnicodeWidthStr;

/// The rules in lines of at most 80 columns.
pub(super) fn page(document: &Document, variant: &Variant, color: bool) -> String {
    let page = Page { document, variant, color };
    let title = document
        .lang
        .say(format!("The rules of {}", document.title), format!("{}のルール", document.title));
    let mut lines = vec![page.bold(&title)];
    if !document.aliases.is_empty() {
        let names = document.aliases.join(document.lang.pick(", ", "、"));
        lines.extend(fitted(WIDTH, "", &names));
    }
    for (n, chapter) in document.chapters.iter().enumerate() {
        lines.extend(page.chapter(n + 1, chapter));
    }
    lines.join("\n") + "\n"
}

struct Page<'a> {
    document: &'a Document,
    variant: &'a Variant,
    color: bool,
}

/// Lines of some width, the first of which begins with a sign; the others stand below its words.
/// Japanese breaks between characters, but not before a full stop.
pub(super) fn fitted(width: usize, sign: &str, text: &str) -> Vec<String> {
    let margin = " ".repeat(sign.width());
    let options = Options::new(width)
        .initial_indent(sign)
        .subsequent_indent(&margin)
        .word_separator(WordSeparator::UnicodeBreakProperties)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    let lines = textwrap::wrap(text, options);
    lines.into_iter().map(|line| line.trim_end().to_owned()).collect()
}

impl Page<'_> {
    fn bold(&self, text: &str) -> String {
        self.inked("1", text)
    }

    fn inked(&self, code: &str, text: &str) -> String {
        if self.color { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    fn chapter(&self, number: usize, chapter: &Chapter) -> Vec<String> {
        let heading = format!("{number}  {}", chapter.title);
        let rule = "─".repeat(heading.width());
        let mut lines = vec![String::new(), String::new(), self.bold(&heading), rule];
        for block in &chapter.blocks {
            let told = self.block(block, WIDTH);
            if !told.is_empty() {
                lines.push(String::new());
                lines.extend(told);
            }
        }
        lines
    }

    /// Words with their looks, as far as the terminal has any.
    fn text(&self, spans: &[Span]) -> String {
        let span = |span: &Span| match span {
            Span::Plain(words) => words.replace('\n', " "),
            Span::Code(words) => self.inked("36", words),
            Span::Strong(text) => self.bold(&words_of(text)),
            Span::Emphasis(text) => self.inked("3", &words_of(text)),
            Span::Link { to, words } => match words_of(words) {
                words if words == *to || to.starts_with('#') => words,
                words => format!("{words} ({to})"),
            },
        };
        spans.iter().map(span).collect()
    }

    /// The lines of a block, at most `room` columns wide.
    fn block(&self, block: &Block, room: usize) -> Vec<String> {
        match block {
            Block::Heading { text } => fitted(room, "", &self.bold(&words_of(text))),
            Block::Paragraph { text } => fitted(room, "", &self.text(text)),
            Block::List { ordered, items } => self.list(*ordered, items, room),
            Block::Table { head, rows } => {
                let cells = |row: &Vec<Vec<Span>>| row.iter().map(|c| words_of(c)).collect();
                table(room, cells(head), rows.iter().map(cells).collect())
            }
            Block::Quote { blocks } => {
                let inside = |block| self.block(block, room.saturating_sub(2));
                indented("  ", &blocks.iter().flat_map(inside).collect::<Vec<_>>())
            }
            Block::Code { text } => text.lines().map(|line| format!("    {line}")).collect(),
            Block::Figure(figure) => self.figure(figure, room),
            Block::Piece(card) => self.card(card),
            Block::Legend => Vec::new(),
        }
    }

    fn list(&self, ordered: bool, items: &[Vec<Block>], room: usize) -> Vec<String> {
        let mut lines = Vec::new();
        for (n, item) in items.iter().enumerate() {
            let sign = if ordered { format!("{}. ", n + 1) } else { "- ".to_owned() };
            let margin = " ".repeat(sign.len());
            for (m, block) in item.iter().enumerate() {
                match (m, block) {
                    (0, Block::Paragraph { text }) => {
                        lines.extend(fitted(room, &sign, &self.text(text)));
                    }
                    _ => {
                        let inside = self.block(block, room.saturating_sub(sign.len()));
                        lines.extend(indented(&margin, &inside));
                    }
                }
            }
        }
        lines
    }

    fn words(&self) -> Words<'_> {
        Words { variant: self.variant, lang: self.document.lang }
    }

    fn figure(&self, figure: &Figure, room: usize) -> Vec<String> {
        let script = Artist::usual_script(self.variant);
        let kanji_ranks = self.document.lang == Lang::Ja;
        let artist = Artist {
            variant: self.variant,
            script,
            color: self.color,
            below: Color::First,
            marked: &[],
            kanji_ranks,
            zones: &figure.zones,
        };
        let mut lines = Vec::new();
        lines.extend(self.hand(&artist, figure, Color::Second));
        lines.extend(artist.board(&figure.setup, figure.part));
        lines.extend(self.hand(&artist, figure, Color::First));
        if !figure.arrows.is_empty() {
            let square = |name: &String| {
                let square = self.variant.parse_square(name);
                square.map_or_else(|| name.clone(), |square| self.words().square(square))
            };
            let arrow = |[from, to]: &[String; 2]| {
                if from == to { square(from) } else { format!("{}→{}", square(from), square(to)) }
            };
            let arrows = figure.arrows.iter().map(arrow).collect::<Vec<_>>().join("  ");
            lines.push(
                self.document.lang.say(format!("Arrows: {arrows}"), format!("矢印：{arrows}")),
            );
        }
        if !figure.zones.is_empty() {
            lines.push(self.signs(&figure.zones));
        }
        let caption = self.text(&figure.caption);
        if !caption.is_empty() {
            lines.extend(fitted(room, "", &caption));
        }
        lines
    }

    /// Whose zone has which sign.
    fn signs(&self, zones: &[Zone]) -> String {
        let sign = |zone: &Zone| format!("{} {}", sign(zone), self.words().side(zone.side.into()));
        zones.iter().map(sign).collect::<Vec<_>>().join("  ")
    }

    fn hand(&self, artist: &Artist<'_>, figure: &Figure, side: Color) -> Option<String> {
        let held = artist.held(&figure.setup, side)?;
        // A part of the board is about what it shows.
        if figure.part.is_some() && figure.setup.hands.iter().flatten().all(|count| *count == 0) {
            return None;
        }
        let (name, held) = (self.words().side(side), held.join("  "));
        let lang = self.document.lang;
        let held = if held.is_empty() { lang.say("nothing", "なし") } else { held };
        Some(lang.say(format!("{name} holds: {held}"), format!("{name}の持ち駒：{held}")))
    }

    fn card(&self, card: &Card) -> Vec<String> {
        let pieces = &self.document.info.pieces;
        let Some(piece) = pieces.iter().find(|piece| piece.id == card.piece) else {
            return Vec::new();
        };
        if card.moves_as.is_some() {
            return [self.heading(card, WIDTH), self.facts(card, &piece.diagram, WIDTH)].concat();
        }
        let picture = Picture::of(&piece.diagram, &card.piece);
        let (pictured, width) = (picture.lines(self.color), picture.width());
        let room = WIDTH - width - 3;
        let told = [
            self.heading(card, room),
            moves(&card.told, &picture, room),
            self.facts(card, &piece.diagram, room),
        ];
        beside(&pictured, width, &told.concat())
    }

    fn heading(&self, card: &Card, room: usize) -> Vec<String> {
        let name = format!("{}  {}", self.bold(&card.name), card.names.join(" "));
        let notation = card.notation.join(self.document.lang.pick(" or ", "・"));
        let letters = format!("{} · {notation}", card.letters.join(", "));
        [fitted(room, "", name.trim_end()), fitted(room, "", &letters)].concat()
    }

    fn facts(&self, card: &Card, diagram: &Diagram, room: usize) -> Vec<String> {
        let lang = self.document.lang;
        let alike = card.moves_as.as_ref().map(|other| {
            lang.say(format!("Moves as the {other}."), format!("動きは{other}と同じです。"))
        });
        let facts = alike.iter().chain(&card.facts);
        let mut lines: Vec<String> = facts.flat_map(|fact| fitted(room, "", fact)).collect();
        if card.moves_as.is_none() {
            lines.extend(fire(&diagram.burns));
        }
        lines
    }
}

fn indented(margin: &str, lines: &[String]) -> Vec<String> {
    lines.iter().map(|line| format!("{margin}{line}").trim_end().to_owned()).collect()
}

/// What a piece can do, each with its sign in the picture.
fn moves(told: &[Told], picture: &Picture, room: usize) -> Vec<String> {
    let senses = picture.senses();
    let sign = |told: &Told| {
        let by = |is: &dyn Fn(&komadai_manual::movement::Sense) -> bool| {
            senses.iter().find(|(_, sense)| is(sense)).map(|(sign, _)| sign.clone())
        };
        let hit = |sense: &komadai_manual::movement::Sense| {
            told.sense.manner == Kind::Chain && sense.manner == Kind::Hit
        };
        by(&|sense| *sense == told.sense).or_else(|| by(&hit)).unwrap_or_default()
    };
    let signs: Vec<String> = told.iter().map(sign).collect();
    let column = signs.iter().map(|sign| sign.width()).max().unwrap_or(0) + 1;
    let line = |(told, sign): (&Told, &String)| {
        let sign = format!("{sign}{}", " ".repeat(column - sign.width()));
        fitted(room, &sign, &told.words)
    };
    told.iter().zip(&signs).flat_map(line).collect()
}
