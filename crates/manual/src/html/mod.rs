//! The rules as one HTML page that needs nothing else: no script, no font, no other host.

mod blocks;
mod cards;

use crate::document::{Block, Chapter, Document};
use komadai_picture::{PieceSet, STYLE};
use komadai_records::json::Symmetry;
use std::fmt::Write;

/// What lies around a page that is part of something larger.
#[derive(Clone, Copy, Debug, Default)]
pub struct Frame<'a> {
    /// Light on dark, or dark on light; otherwise as the reader's system prefers.
    pub dark: Option<bool>,
    /// The site that the page belongs to.
    pub site: Option<Site<'a>>,
}

/// Where a page leads on a site. All texts are plain.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    /// The first page: its address, and its words.
    pub home: (&'a str, &'a str),
    /// The other pages.
    pub pages: &'a [(&'a str, &'a str)],
    /// What the list of pages is called.
    pub label: &'a str,
    /// Where a game from a position begins: the address, which the position follows.
    pub play: &'a str,
}

/// The page, which needs nothing else.
pub fn page(document: &Document) -> String {
    framed(document, Frame::default())
}

/// The page as part of something larger.
pub fn framed<'a>(document: &'a Document, frame: Frame<'a>) -> String {
    let mut page = Page { site: frame.site, ..Page::new(document) };
    page.head(frame);
    page.contents();
    for (n, chapter) in document.chapters.iter().enumerate() {
        page.chapter(n + 1, chapter);
    }
    page.out += "</main>\n</body>\n</html>\n";
    page.out
}

/// The page while it is written.
struct Page<'a> {
    document: &'a Document,
    /// Whether pieces are figures, as in chess.
    figures: bool,
    site: Option<Site<'a>>,
    out: String,
}

/// Text that is safe between tags and in attributes.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\n' => out.push(' '),
            other => out.push(other),
        }
    }
    out
}

/// The head of all pages of a site.
fn bar(site: &Site<'_>) -> String {
    let link = |class: &str, (to, words): (&str, &str)| {
        format!("<a{class} href=\"{}\">{}</a>", escaped(to), escaped(words))
    };
    let pages: String = site.pages.iter().map(|page| link("", *page)).collect();
    format!(
        "<div class=\"site\" role=\"navigation\" aria-label=\"{}\">{}{pages}</div>\n",
        escaped(site.label),
        link(" class=\"brand\"", site.home)
    )
}

impl<'a> Page<'a> {
    fn new(document: &'a Document) -> Self {
        let figures = document.info.symmetry == Some(Symmetry::Mirror);
        Page { document, figures, site: None, out: String::new() }
    }

    fn say(&self, english: &str, japanese: &str) -> String {
        self.document.lang.say(english, japanese)
    }

    /// What is drawn on the pieces.
    fn set(&self) -> PieceSet {
        if self.figures { PieceSet::Western } else { PieceSet::Kanji }
    }

    fn head(&mut self, frame: Frame<'_>) {
        let (lang, title) = (self.document.lang.tag(), escaped(&self.document.title));
        let heading = self.say(&format!("The rules of {title}"), &format!("{title}のルール"));
        let also = self.document.aliases.iter().map(|name| escaped(name)).collect::<Vec<_>>();
        let also = if also.is_empty() {
            String::new()
        } else {
            let names = also.join(self.document.lang.pick(" · ", "・"));
            format!("<p class=\"also\">{names}</p>\n")
        };
        let style = include_str!("style.css");
        let scheme = match frame.dark {
            Some(true) => ":root{color-scheme:dark;--dim:brightness(0.88)}\n",
            Some(false) => ":root{color-scheme:light;--dim:none}\n",
            None => "",
        };
        let site = self.site.map_or_else(String::new, |site| bar(&site));
        let _ = write!(
            self.out,
            "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
             <title>{heading}</title>\n<style>\n.picture{{{STYLE}}}\n{style}{scheme}</style>\n</head>\n<body>\n\
             {site}<header>\n<h1>{heading}</h1>\n{also}</header>\n"
        );
    }

    fn contents(&mut self) {
        let label = self.say("Contents", "目次");
        let _ = write!(
            self.out,
            "<nav aria-labelledby=\"contents\">\n<h2 id=\"contents\">{label}</h2>\n<ol>\n"
        );
        for Chapter { id, title, .. } in &self.document.chapters {
            let title = escaped(title);
            let _ = writeln!(self.out, "<li><a href=\"#{id}\">{title}</a></li>");
        }
        self.out += "</ol>\n</nav>\n<main>\n";
    }

    fn chapter(&mut self, number: usize, chapter: &Chapter) {
        let Chapter { id, title, blocks } = chapter;
        let title = escaped(title);
        let _ = writeln!(
            self.out,
            "<section id=\"{id}\" aria-labelledby=\"{id}-title\">\n\
             <h2 id=\"{id}-title\"><span class=\"number\">{number}</span> {title}</h2>"
        );
        self.blocks(blocks);
        self.out += "</section>\n";
    }

    fn blocks(&mut self, blocks: &[Block]) {
        let is_card = |block: &Block| matches!(block, Block::Piece(_));
        // Cards stand beside each other.
        for group in blocks.chunk_by(|a, b| is_card(a) == is_card(b)) {
            if group.first().is_some_and(is_card) {
                self.out += "<div class=\"cards\">\n";
                group.iter().for_each(|block| self.block(block));
                self.out += "</div>\n";
            } else {
                group.iter().for_each(|block| self.block(block));
            }
        }
    }
}
