//! What is wrong with a variant file, and where.

use std::cell::RefCell;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A text that a variant is read from: a file, or one setting given by hand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    /// The name shown in messages: a path, or what the setting was given by.
    pub name: String,
    /// The whole text.
    pub text: String,
}

impl Source {
    /// A source of that name and text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: text.into() }
    }
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The file can be used, but says something doubtful.
    Warning,
    /// The file cannot be used.
    Error,
}

/// One finding, with all that is needed to draw it: source, place, message, help.
///
/// Its `Display` form is `file:line:column: message`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The text that it is about.
    pub source: Arc<Source>,
    /// The offending bytes of that text; empty where something is missing.
    pub span: Range<usize>,
    /// The line on which they begin, counted from 1.
    pub line: usize,
    /// The character of that line with which they begin, counted from 1.
    pub column: usize,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong and what was expected.
    pub message: String,
    /// How it could be put right.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error about some bytes of a text.
    pub fn error(source: &Arc<Source>, span: Range<usize>, message: impl Into<String>) -> Self {
        let (line, column) = line_and_column(&source.text, span.start);
        Diagnostic {
            source: Arc::clone(source),
            span,
            line,
            column,
            severity: Severity::Error,
            message: message.into(),
            help: None,
        }
    }

    /// The same with a way out.
    pub fn with_help(self, help: impl Into<String>) -> Self {
        Diagnostic { help: Some(help.into()), ..self }
    }

    /// The line on which the finding begins, without its end.
    pub fn source_line(&self) -> &str {
        self.source.text.lines().nth(self.line - 1).unwrap_or("")
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.source.name, self.line, self.column, self.message)
    }
}

impl std::error::Error for Diagnostic {}

/// Everything that is wrong with a text; never empty. Each finding is written on a line of its own, with
/// its help in brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics(pub(super) Vec<Diagnostic>);

impl Diagnostics {
    /// All that was found; `None` where that is nothing.
    pub fn new(found: Vec<Diagnostic>) -> Option<Self> {
        (!found.is_empty()).then_some(Diagnostics(found))
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, found) in self.iter().enumerate() {
            let before = if i == 0 { "" } else { "\n" };
            write!(f, "{before}{found}")?;
            if let Some(help) = &found.help {
                write!(f, " ({help})")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}

impl From<Diagnostic> for Diagnostics {
    fn from(found: Diagnostic) -> Self {
        Diagnostics(vec![found])
    }
}

impl std::ops::Deref for Diagnostics {
    type Target = [Diagnostic];

    fn deref(&self) -> &[Diagnostic] {
        &self.0
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// Bytes of one of the sources of a [`Report`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Location {
    pub(super) source: usize,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Nobody reads more; what is beyond is dropped.
const MOST_FINDINGS: usize = 100;

/// Collects the findings about a file, its parents and the settings given by hand. The first
/// source is the file itself.
#[derive(Default)]
pub(super) struct Report {
    sources: Vec<Arc<Source>>,
    /// The sources that the file inherits from.
    inherited: Vec<usize>,
    found: RefCell<Vec<Diagnostic>>,
}

impl Report {
    /// Adds a source and gives its number.
    pub(super) fn add(&mut self, source: Source) -> usize {
        self.sources.push(Arc::new(source));
        self.sources.len() - 1
    }

    /// Adds a source that the file inherits from.
    pub(super) fn add_parent(&mut self, source: Source) -> usize {
        let number = self.add(source);
        self.inherited.push(number);
        number
    }

    /// The source with that number.
    pub(super) fn source(&self, number: usize) -> &Source {
        &self.sources[number]
    }

    /// Notes an error.
    pub(super) fn error(&self, at: Location, message: impl Into<String>) {
        self.note(at, Severity::Error, message.into(), None);
    }

    /// Notes an error with a way out.
    pub(super) fn error_help(
        &self,
        at: Location,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.note(at, Severity::Error, message.into(), Some(help.into()));
    }

    /// Notes a warning.
    pub(super) fn warn(&self, at: Location, message: impl Into<String>, help: Option<String>) {
        self.note(at, Severity::Warning, message.into(), help);
    }

    /// Notes a finding; one that is there already (a line that several pieces copy) only once.
    pub(super) fn note(
        &self,
        at: Location,
        severity: Severity,
        message: String,
        help: Option<String>,
    ) {
        let mut all = self.found.borrow_mut();
        let failed = all.iter().any(|d| d.severity == Severity::Error);
        if all.len() >= MOST_FINDINGS && (severity == Severity::Warning || failed) {
            return;
        }
        let source = Arc::clone(&self.sources[at.source]);
        let (line, column) = line_and_column(&source.text, at.start);
        let span = at.start..at.end;
        let help = self.with_origin(at, help);
        let found = Diagnostic { source, span, line, column, severity, message, help };
        if !all.contains(&found) {
            all.push(found);
        }
    }

    /// A fault in an inherited line is put right in the file that inherits it.
    fn with_origin(&self, at: Location, help: Option<String>) -> Option<String> {
        if !self.inherited.contains(&at.source) {
            return help;
        }
        let origin =
            format!("`{}` inherits this line; set the key again there", self.sources[0].name);
        Some(help.map_or(origin.clone(), |help| format!("{help} ({origin})")))
    }

    /// Whether a place is in the file itself, not in what it inherits or in a setting by hand.
    pub(super) fn is_own(&self, at: Location) -> bool {
        at.source == 0
    }

    /// Whether an error was found.
    pub(super) fn failed(&self) -> bool {
        self.found.borrow().iter().any(|d| d.severity == Severity::Error)
    }

    /// All findings in the order of sources and places.
    pub(super) fn into_found(self) -> Vec<Diagnostic> {
        let sources = self.sources;
        let mut found = self.found.into_inner();
        found.sort_by_key(|d| {
            let source = sources.iter().position(|s| Arc::ptr_eq(s, &d.source));
            (source, d.span.start)
        });
        found
    }

    /// The place of a part of a string: `range` counts in the string as it is meant, `at` is where
    /// it was written. The whole string, where escapes hide the part.
    pub(super) fn inside(&self, at: Location, text: &str, range: Range<usize>) -> Location {
        let written = self.sources[at.source].text.get(at.start..at.end).unwrap_or("");
        match written.find(text) {
            Some(offset) if !text.is_empty() => Location {
                source: at.source,
                start: at.start + offset + range.start.min(text.len()),
                end: at.start + offset + range.end.min(text.len()),
            },
            _ => at,
        }
    }
}

/// Line and column of a byte, both counted from 1, the column in characters.
fn line_and_column(text: &str, byte: usize) -> (usize, usize) {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    let before = &text[..byte];
    let line_start = before.rfind('\n').map_or(0, |i| i + 1);
    let line = before.matches('\n').count() + 1;
    (line, before[line_start..].chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        assert_eq!(line_and_column("王 = 1\nb", 4), (1, 3));
        assert_eq!(line_and_column("王 = 1\nb", 8), (2, 1));
        assert_eq!(line_and_column("", 7), (1, 1));
    }

    #[test]
    fn a_part_of_a_string_is_found_behind_its_quote() {
        let mut report = Report::default();
        let source = report.add(Source::new("x", "move = \"fW\""));
        let whole = Location { source, start: 7, end: 11 };
        assert_eq!(report.inside(whole, "fW", 1..2), Location { source, start: 9, end: 10 });
        assert_eq!(report.inside(whole, "other", 1..2), whole);
    }
}
