//! From Markdown to blocks.

use super::fence::{self, Drawn};
use super::inline::is_inline;
use super::{Prose, Section};
use crate::document::{Block, Text, words_of};
use crate::figure::Request;
use crate::lang::Lang;
use komadai_rules::variant::{Diagnostic, Diagnostics, Source};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::ops::Range;
use std::sync::Arc;

/// Reads a text and draws its positions.
///
/// # Errors
/// Everything that is wrong with it.
pub(super) fn read(
    source: &Source,
    draw: &dyn Fn(&Request) -> Drawn,
) -> Result<Prose, Diagnostics> {
    let events = Parser::new_ext(&source.text, Options::ENABLE_TABLES).into_offset_iter();
    let mut reader = Reader {
        source: Arc::new(source.clone()),
        events: events.collect::<Vec<_>>().into_iter().peekable(),
        draw,
        found: Vec::new(),
        depth: 0,
    };
    let prose = reader.prose();
    Diagnostics::new(reader.found).map_or(Ok(prose), Err)
}

pub(super) type ByteRange = Range<usize>;
pub(super) type Events<'a> = std::iter::Peekable<std::vec::IntoIter<(Event<'a>, ByteRange)>>;

pub(super) struct Reader<'a> {
    source: Arc<Source>,
    pub(super) events: Events<'a>,
    draw: &'a dyn Fn(&Request) -> Drawn,
    found: Vec<Diagnostic>,
    /// How many blocks and spans lie around what is read.
    pub(super) depth: usize,
}

/// Nobody nests more.
const MOST_DEPTH: usize = 24;

impl Reader<'_> {
    pub(super) fn error(
        &mut self,
        at: ByteRange,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let error = Diagnostic::error(&self.source, at, message).with_help(help);
        // Nobody reads more.
        if self.found.len() < 20 {
            self.found.push(error);
        }
    }

    fn prose(&mut self) -> Prose {
        let mut prose = Prose::default();
        self.title(&mut prose);
        self.before_sections();
        while let Some((Event::Start(Tag::Heading { .. }), at)) = self.events.next() {
            let heading = words_of(&self.text());
            let section = self.section(&heading, at, &prose);
            let blocks = self.blocks();
            if let Some(section) = section {
                prose.sections.insert(section, blocks);
            }
        }
        prose
    }

    fn title(&mut self, prose: &mut Prose) {
        let is_title = |(event, _): &(Event<'_>, ByteRange)| {
            matches!(event, Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }))
        };
        if self.events.next_if(is_title).is_some() {
            prose.title = Some(words_of(&self.text())).filter(|title| !title.is_empty());
        }
    }

    fn before_sections(&mut self) {
        let start = self.events.peek().map(|(_, at)| at.clone());
        if let (false, Some(at)) = (self.blocks().is_empty(), start) {
            self.error(at, "this text stands before the first section", sections());
        }
    }

    /// The section that a heading begins, which is on `at`.
    fn section(&mut self, heading: &str, at: ByteRange, prose: &Prose) -> Option<Section> {
        let section = Section::called(heading);
        match section {
            None => {
                let message = format!("there is no section `{heading}`");
                self.error(at, message, sections());
            }
            Some(section) if prose.sections.contains_key(&section) => {
                let message = format!("a second section `{heading}`");
                self.error(at, message, "a section is written once");
            }
            Some(_) => {}
        }
        section
    }

    /// The blocks up to the end of what holds them, or up to the next section.
    fn blocks(&mut self) -> Vec<Block> {
        let mut blocks = Vec::new();
        while let Some((event, at)) = self.events.next_if(|(event, _)| !is_end(event)) {
            match event {
                Event::Start(tag) => blocks.extend(self.block(tag, at)),
                Event::Html(_) => self.no_html(at),
                Event::Rule => {}
                // A tight list holds words without a paragraph around them.
                other => {
                    let mut text = Text::new();
                    self.span(other, at, &mut text);
                    while self.events.peek().is_some_and(|(event, _)| is_inline(event)) {
                        if let Some((event, at)) = self.events.next() {
                            self.span(event, at, &mut text);
                        }
                    }
                    blocks.push(Block::Paragraph { text });
                }
            }
        }
        blocks
    }

    /// Whether something may be read that lies one step deeper. What is nested more deeply than
    /// anybody would write is an error, and nothing behind it is read.
    pub(super) fn deeper(&mut self) -> bool {
        self.depth += 1;
        if self.depth <= MOST_DEPTH {
            return true;
        }
        let at = self.events.peek().map_or(0..0, |(_, at)| at.clone());
        self.error(at, "this is nested too deeply", "write it side by side");
        self.events = Vec::new().into_iter().peekable();
        false
    }

    /// Blocks within a block; takes its end too.
    fn inside(&mut self) -> Vec<Block> {
        if !self.deeper() {
            return Vec::new();
        }
        let blocks = self.blocks_to_the_end();
        self.depth = self.depth.saturating_sub(1);
        blocks
    }

    fn blocks_to_the_end(&mut self) -> Vec<Block> {
        let blocks = self.blocks();
        match self.events.peek() {
            Some((Event::Start(Tag::Heading { .. }), at)) => {
                let at = at.clone();
                self.error(at, "a section cannot begin here", "headings stand by themselves");
                self.events.next();
                self.text();
                self.blocks_to_the_end()
            }
            _ => {
                self.events.next();
                blocks
            }
        }
    }

    fn block(&mut self, tag: Tag<'_>, at: ByteRange) -> Option<Block> {
        Some(match tag {
            Tag::Heading { .. } => Block::Heading { text: self.text() },
            Tag::Paragraph => Block::Paragraph { text: self.text() },
            Tag::List(number) => {
                let mut items = Vec::new();
                while let Some((Event::Start(Tag::Item), _)) = self.events.next() {
                    items.push(self.inside());
                }
                Block::List { ordered: number.is_some(), items }
            }
            Tag::BlockQuote(_) => Block::Quote { blocks: self.inside() },
            Tag::CodeBlock(kind) => return self.code(&kind, at),
            Tag::Table(_) => self.table(),
            Tag::HtmlBlock => {
                self.no_html(at);
                while !matches!(self.events.next(), Some((Event::End(TagEnd::HtmlBlock), _)) | None)
                {
                }
                return None;
            }
            // Words that begin with something marked.
            inline => {
                let mut text = Text::new();
                self.span(Event::Start(inline), at, &mut text);
                while self.events.peek().is_some_and(|(event, _)| is_inline(event)) {
                    if let Some((event, at)) = self.events.next() {
                        self.span(event, at, &mut text);
                    }
                }
                Block::Paragraph { text }
            }
        })
    }

    fn table(&mut self) -> Block {
        let (mut head, mut rows, mut row) = (Vec::new(), Vec::new(), Vec::new());
        loop {
            match self.events.next() {
                Some((Event::Start(Tag::TableCell), _)) => row.push(self.text()),
                Some((Event::End(TagEnd::TableHead), _)) => head = std::mem::take(&mut row),
                Some((Event::End(TagEnd::TableRow), _)) => rows.push(std::mem::take(&mut row)),
                Some((Event::End(TagEnd::Table), _)) | None => break,
                Some(_) => {}
            }
        }
        Block::Table { head, rows }
    }

    /// A block of text that is kept as it is, or a position.
    fn code(&mut self, kind: &CodeBlockKind<'_>, at: ByteRange) -> Option<Block> {
        let (mut text, mut begin) = (String::new(), None);
        for (event, at) in self.events.by_ref() {
            match event {
                Event::Text(part) => {
                    begin.get_or_insert(at.start);
                    text += &part;
                }
                _ => break,
            }
        }
        let is_position = matches!(kind, CodeBlockKind::Fenced(info) if info.trim() == "position");
        if !is_position {
            return Some(Block::Code { text });
        }
        match fence::figure(&text, begin.unwrap_or(at.start), self.draw) {
            Ok(figure) => Some(Block::Figure(Box::new(figure))),
            Err(errors) => {
                for (at, message) in errors {
                    self.error(at, message, fence::HELP);
                }
                None
            }
        }
    }
}

/// Whether the blocks before it end here.
fn is_end(event: &Event<'_>) -> bool {
    match event {
        Event::Start(Tag::Heading { level, .. }) => *level <= HeadingLevel::H2,
        Event::End(_) => true,
        _ => false,
    }
}

/// Which sections there are.
fn sections() -> String {
    let heading = |section: &Section| format!("`## {}`", section.heading(Lang::En));
    let all: Vec<String> = Section::ALL.iter().map(heading).collect();
    format!("the sections are {}", Lang::En.all(&all))
}
