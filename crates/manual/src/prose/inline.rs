//! Words within blocks.

use super::markdown::{ByteRange, Reader};
use crate::document::{Span, Text};
use pulldown_cmark::{Event, Tag};

impl Reader<'_> {
    /// Words up to the end of what holds them, which is taken too.
    pub(super) fn text(&mut self) -> Text {
        let mut text = Text::new();
        if !self.deeper() {
            return text;
        }
        while let Some((event, at)) = self.events.next() {
            if matches!(event, Event::End(_)) {
                break;
            }
            self.span(event, at, &mut text);
        }
        self.depth = self.depth.saturating_sub(1);
        text
    }

    pub(super) fn span(&mut self, event: Event<'_>, at: ByteRange, text: &mut Text) {
        match event {
            Event::Text(words) => add(text, &words),
            Event::Code(words) => text.push(Span::Code(words.into_string())),
            Event::SoftBreak | Event::HardBreak => add(text, "\n"),
            Event::Start(Tag::Strong) => text.push(Span::Strong(self.text())),
            Event::Start(Tag::Emphasis) => text.push(Span::Emphasis(self.text())),
            Event::Start(Tag::Link { dest_url, .. }) => {
                let (to, words) = (dest_url.into_string(), self.text());
                if !["https://", "http://", "mailto:", "#"]
                    .iter()
                    .any(|begin| to.starts_with(begin))
                {
                    let help = "links begin with `https://`, `http://`, `mailto:` or `#`";
                    self.error(at, format!("`{to}` is not a link that can be followed"), help);
                }
                text.push(Span::Link { to, words });
            }
            Event::Start(Tag::Image { .. }) => {
                let words = self.text();
                self.error(at, "pictures cannot be shown", "positions can: in a block ```position");
                text.extend(words);
            }
            Event::InlineHtml(_) => self.no_html(at),
            _ => {}
        }
    }

    pub(super) fn no_html(&mut self, at: ByteRange) {
        self.error(at, "HTML is not understood here", "write Markdown, or `\\<` for the sign");
    }
}

/// Adds words. Line breaks in the source are blanks, but not between characters that are written
/// without any.
fn add(text: &mut Text, words: &str) {
    let Some(Span::Plain(before)) = text.last_mut() else {
        text.push(Span::Plain(if words == "\n" { " " } else { words }.to_owned()));
        return;
    };
    if words == "\n" {
        before.push('\n');
        return;
    }
    if before.ends_with('\n') {
        before.pop();
        let dense = |c: Option<char>| c.is_some_and(|c| c >= '\u{2e80}');
        if !(dense(before.chars().last()) && dense(words.chars().next())) {
            before.push(' ');
        }
    }
    before.push_str(words);
}

/// Whether it is a part of a text.
pub(super) fn is_inline(event: &Event<'_>) -> bool {
    match event {
        Event::Text(_)
        | Event::Code(_)
        | Event::SoftBreak
        | Event::HardBreak
        | Event::InlineHtml(_) => true,
        Event::Start(tag) => {
            matches!(tag, Tag::Strong | Tag::Emphasis | Tag::Link { .. } | Tag::Image { .. })
        }
        _ => false,
    }
}
