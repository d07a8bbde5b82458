//! The diagrams of a page, or of a plain text, line by line.

use crate::naming;
use crate::place::Place;
use komadai_variant::Source;
use std::ops::Range;
use std::sync::Arc;

/// The class of the element that holds a diagram.
const CLASS: &str = "idiagram";

/// A line of a diagram, without the spaces around it.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) at: Place,
}

/// What is written in one diagram.
#[derive(Debug)]
pub(crate) struct Text {
    /// What it is called in commands.
    pub(crate) id: String,
    /// The heading that it stands below, if any.
    pub(crate) heading: Option<String>,
    pub(crate) at: Place,
    pub(crate) lines: Vec<Line>,
}

/// A function of a script of the page.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) at: Place,
}

/// A file with diagrams.
#[derive(Debug, Default)]
pub(crate) struct Page {
    pub(crate) diagrams: Vec<Text>,
    pub(crate) functions: Vec<Function>,
}

/// Whether a text is a page with a diagram.
pub(crate) fn is_page(text: &str) -> bool {
    let mut at = 0;
    std::iter::from_fn(|| {
        let tag = Tag::next(text, at)?;
        at = tag.span.end;
        Some(tag)
    })
    .any(|tag| tag.holds_diagram(text))
}

/// Reads a file: a page, or else the text of one diagram.
pub(crate) fn read(source: &Arc<Source>) -> Page {
    let mut page = match is_page(&source.text) {
        true => Reader { source, page: Page::default(), heading: None }.read(),
        false => {
            let mut page = Page::default();
            page.diagrams.push(diagram(source, 0..source.text.len(), None));
            page
        }
    };
    let names = naming::numbered(source, page.diagrams.len());
    for (diagram, name) in page.diagrams.iter_mut().zip(names) {
        diagram.id = name;
    }
    page
}

/// `<name ..>` or `</name>`.
struct Tag {
    span: Range<usize>,
    /// In small letters; that of an end begins with `/`.
    name: String,
}

impl Tag {
    /// The next tag from there on. A `<` that no `>` follows before the next one is none.
    fn next(text: &str, from: usize) -> Option<Tag> {
        let mut at = from;
        loop {
            let start = at + text.get(at..)?.find('<')?;
            let inside = &text[start + 1..];
            let end = inside.find(['<', '>']).filter(|end| inside[*end..].starts_with('>'));
            let slash = usize::from(inside.starts_with('/'));
            let letters = inside[slash..].find(|c: char| !c.is_ascii_alphanumeric());
            let length = slash + letters.unwrap_or(inside.len() - slash);
            if let (Some(end), true) = (end, length > slash) {
                let name = inside[..length].to_ascii_lowercase();
                return Some(Tag { span: start..start + 1 + end + 1, name });
            }
            at = start + 1;
        }
    }

    fn holds_diagram(&self, text: &str) -> bool {
        !self.name.starts_with('/') && text[self.span.clone()].contains(CLASS)
    }

    /// Where what stands in this element ends, and where its end tag ends.
    fn end(&self, text: &str) -> (usize, usize) {
        let wanted = format!("/{}", self.name);
        let mut at = self.span.end;
        while let Some(tag) = Tag::next(text, at) {
            if tag.name == wanted {
                return (tag.span.start, tag.span.end);
            }
            at = tag.span.end;
        }
        (text.len(), text.len())
    }
}

struct Reader<'s> {
    source: &'s Arc<Source>,
    page: Page,
    heading: Option<String>,
}

impl Reader<'_> {
    fn read(mut self) -> Page {
        let text = &self.source.text;
        let mut at = 0;
        while let Some(tag) = Tag::next(text, at) {
            at = tag.span.end;
            let is_heading = ["title", "h1", "h2", "h3", "h4"].contains(&tag.name.as_str());
            if tag.name == "script" {
                let (end, after) = tag.end(text);
                self.script(tag.span.end..end);
                at = after;
            } else if tag.holds_diagram(text) {
                let (end, after) = tag.end(text);
                let heading = self.heading.clone();
                self.page.diagrams.push(diagram(self.source, tag.span.end..end, heading));
                at = after;
            } else if is_heading {
                let (end, after) = tag.end(text);
                let heading = naming::shown(&decoded(&without_tags(&text[tag.span.end..end])));
                self.heading = heading.or(self.heading);
                at = after;
            }
        }
        self.page
    }

    /// Notes the functions of a script.
    fn script(&mut self, span: Range<usize>) {
        const WORD: &str = "function ";
        let script = &self.source.text[span.clone()];
        for (at, _) in script.match_indices(WORD) {
            let rest = &script[at + WORD.len()..];
            let name = rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next();
            let name = name.unwrap_or_default();
            if !name.is_empty() {
                let start = span.start + at;
                let span = start..start + WORD.len() + name.len();
                let at = Place { source: Arc::clone(self.source), span };
                self.page.functions.push(Function { name: name.into(), at });
            }
        }
    }
}

/// The lines of a diagram. Breaks and paragraphs end a line, too.
fn diagram(source: &Arc<Source>, span: Range<usize>, heading: Option<String>) -> Text {
    let text = &source.text[..span.end];
    let mut ends: Vec<Range<usize>> = text[span.clone()]
        .match_indices('\n')
        .map(|(at, _)| span.start + at..span.start + at + 1)
        .collect();
    let mut at = span.start;
    while let Some(tag) = Tag::next(text, at) {
        at = tag.span.end;
        if ["br", "p", "/p"].contains(&tag.name.as_str()) {
            ends.push(tag.span);
        }
    }
    ends.sort_unstable_by_key(|end| end.start);
    ends.push(span.end..span.end);
    let mut lines = Vec::new();
    let mut start = span.start;
    for end in ends {
        // A break may stand over the end of a line.
        let line = text.get(start..end.start).unwrap_or_default();
        let from = start + (line.len() - line.trim_start().len());
        let plain = line.trim();
        let at = Place { source: Arc::clone(source), span: from..from + plain.len() };
        if !plain.is_empty() {
            lines.push(Line { text: decoded(plain).trim().to_owned(), at });
        }
        start = start.max(end.end);
    }
    let at = Place { source: Arc::clone(source), span: span.start..span.start };
    Text { id: String::new(), heading, at, lines }
}

fn without_tags(text: &str) -> String {
    let mut plain = String::new();
    let mut at = 0;
    while let Some(tag) = Tag::next(text, at) {
        plain.push_str(&text[at..tag.span.start]);
        at = tag.span.end;
    }
    plain.push_str(&text[at..]);
    plain
}

/// A text with the characters that pages write by name.
fn decoded(text: &str) -> String {
    if !text.contains('&') {
        return text.into();
    }
    let names = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " ")];
    let plain = names.iter().fold(text.to_owned(), |text, (name, c)| text.replace(name, c));
    plain.replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str) -> Page {
        read(&Arc::new(Source::new("omega.html", text)))
    }

    #[test]
    fn diagrams_of_a_page_are_found_with_their_headings_and_lines() {
        let page = page(
            "<title>A page</title>\n<script src=\"betza.js\"></script>\n<script>\nfunction  x(){}\n\
             function BadZone(a, b) { return a < b; }\n</script>\n<h2>Omega <i>Chess</i></h2>\n\
             <DIV CLASS=\"idiagram\" style=\"float: left\">\nfiles=8\r\n  a:b:c&lt;&amp;\n</DIV>\n\
             <div class='idiagram'>files=9<br>ranks=9<br/>x<y</div>",
        );
        let [one, other] = &page.diagrams[..] else { panic!("{page:?}") };
        assert_eq!((one.id.as_str(), one.heading.as_deref()), ("omega-1", Some("Omega Chess")));
        let lines = |text: &Text| text.lines.iter().map(|l| l.text.clone()).collect::<Vec<_>>();
        assert_eq!(lines(one), ["files=8", "a:b:c<&"]);
        assert_eq!(lines(other), ["files=9", "ranks=9", "x<y"]);
        let line = &one.lines[1].at;
        assert_eq!(&line.source.text[line.span.clone()], "a:b:c&lt;&amp;");
        let names: Vec<&str> = page.functions.iter().map(|f| f.name.as_str()).collect();
        assert_eq!(names, ["BadZone"]);
    }

    #[test]
    fn a_text_without_a_page_is_one_diagram() {
        let page = page("files=8\n\n king::::a1 \n");
        assert_eq!(page.diagrams.len(), 1);
        assert_eq!(page.diagrams[0].lines.len(), 2);
        assert_eq!(page.diagrams[0].id, "omega");
    }

    #[test]
    fn pages_that_end_too_early_are_read() {
        for text in ["<", "<div class=idiagram", "<div class=idiagram>", "<div class=idiagram><b"] {
            read(&Arc::new(Source::new("x", text)));
        }
    }
}
