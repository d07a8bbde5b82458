//! Errors: what is wrong, where, and what would help. Python's classes for them are in `komadai.errors`.

use komadai_records::TextError;
use komadai_records::file::{GameText, NoGame};
use komadai_records::moves::Refusal;
use komadai_records::opening::BadOpening;
use komadai_records::record::{BadRecord, NotPlayable};
use komadai_rules::variant::{Diagnostic, Diagnostics};
use komadai_rules::{OpeningError, Reason};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyModule};

/// What sort of error it is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    General,
    Variant,
    Position,
    Move,
    Record,
    Match,
}

impl Kind {
    fn class(self) -> &'static str {
        match self {
            Kind::General => "Error",
            Kind::Variant => "VariantError",
            Kind::Position => "PositionError",
            Kind::Move => "MoveError",
            Kind::Record => "RecordError",
            Kind::Match => "MatchError",
        }
    }
}

/// An error on its way to Python.
#[derive(Debug)]
pub(crate) struct Trouble {
    kind: Kind,
    message: String,
    file: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
    /// Which game of a file, from 1.
    game: Option<usize>,
    /// Which move, from 1.
    number: Option<usize>,
    text: Option<String>,
    help: Option<String>,
    /// The word by which the rule goes.
    key: Option<String>,
    /// All that is wrong, where it may be more than one thing.
    findings: Vec<String>,
    /// What may be meant.
    meant: Vec<String>,
}

impl Trouble {
    pub(crate) fn new(kind: Kind, message: impl Into<String>) -> Self {
        let message = message.into();
        Trouble {
            kind,
            message,
            file: None,
            line: None,
            column: None,
            game: None,
            number: None,
            text: None,
            help: None,
            key: None,
            findings: Vec::new(),
            meant: Vec::new(),
        }
    }

    /// What is wrong, in words.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    pub(crate) fn help(self, help: Option<String>) -> Self {
        Trouble { help, ..self }
    }

    pub(crate) fn about(self, text: &str) -> Self {
        Trouble { text: Some(text.to_owned()), ..self }
    }

    /// A position that cannot be read.
    pub(crate) fn position(error: &TextError, text: &str) -> Self {
        let TextError { offset, message, help, .. } = error;
        let message = format!("the position cannot be read: {message}");
        let column = Some(column_of(text, *offset));
        Trouble { column, ..Trouble::new(Kind::Position, message) }.help(help.clone()).about(text)
    }

    /// A move that is refused.
    pub(crate) fn refused(refusal: &Refusal, text: &str) -> Self {
        let (column, help, message) = match refusal {
            Refusal::Unreadable(TextError { offset, help, message, .. }) => {
                (Some(column_of(text, *offset)), help.clone(), message.clone())
            }
            refusal => (None, None, refusal.to_string()),
        };
        let key = Some(key_of(refusal));
        Trouble { column, key, ..Trouble::new(Kind::Move, message) }.help(help).about(text)
    }

    /// A move of several that is refused.
    pub(crate) fn refused_at(refusal: &Refusal, text: &str, number: usize) -> Self {
        let trouble = Trouble::refused(refusal, text);
        let message = format!("move {number} (`{text}`): {}", trouble.message);
        Trouble { number: Some(number), message, ..trouble }
    }

    /// A game of a file that is not written as its form wants it.
    pub(crate) fn misread(bad: BadRecord, text: &GameText) -> Self {
        Trouble::of_record(text.in_file(bad)).of_game(text)
    }

    fn of_record(bad: BadRecord) -> Self {
        let line = Some(bad.line);
        Trouble { line, ..Trouble::new(Kind::Record, bad.to_string()) }
    }

    /// A file that cannot be read on.
    pub(crate) fn unreadable(error: NoGame) -> Self {
        match error {
            NoGame::Bad(bad) => Trouble::of_record(bad),
            NoGame::Io(error) => Trouble::new(Kind::Record, error.to_string()),
        }
    }

    /// A game of a file.
    pub(crate) fn of_game(self, text: &GameText) -> Self {
        Trouble { game: Some(text.number), line: self.line.or(Some(text.line)), ..self }
    }

    /// A record that cannot be played, which begins on some line of its file.
    pub(crate) fn not_playable(error: &NotPlayable, begins: usize) -> Self {
        let NotPlayable::Move(bad) = error else {
            return Trouble::new(Kind::Record, error.to_string());
        };
        let line = (bad.line > 0).then(|| begins.max(1) + bad.line - 1);
        Trouble {
            line,
            number: Some(bad.number),
            key: Some(key_of(&bad.refusal)),
            meant: bad.meant.clone(),
            ..Trouble::new(Kind::Record, error.to_string()).about(&bad.text)
        }
    }
}

/// The character of a text with which some byte begins, from 1.
fn column_of(text: &str, offset: usize) -> usize {
    text.char_indices().take_while(|(at, _)| *at < offset).count() + 1
}

/// The word by which a refusal goes: that of the rule where the move breaks one.
pub(crate) fn key_of(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Unreadable(_) => "unreadable".to_owned(),
        Refusal::Ambiguous(_) => "ambiguous".to_owned(),
        Refusal::Illegal(rule) => rule.reason().map_or_else(|| "illegal".to_owned(), rule_key),
    }
}

/// The name of a rule, in small letters with hyphens.
fn rule_key(reason: &Reason) -> String {
    let told = format!("{reason:?}");
    let name = told.chars().take_while(|c| c.is_ascii_alphanumeric());
    let mut key = String::new();
    for c in name {
        if c.is_ascii_uppercase() && !key.is_empty() {
            key.push('-');
        }
        key.push(c.to_ascii_lowercase());
    }
    key
}

/// One finding as a line of text.
pub(crate) fn told(finding: &Diagnostic) -> String {
    match &finding.help {
        Some(help) => format!("{finding} ({help})"),
        None => finding.to_string(),
    }
}

impl From<Diagnostics> for Trouble {
    fn from(found: Diagnostics) -> Self {
        let first = &found[0];
        let message = match found.len() {
            1 => first.to_string(),
            several => format!("{first}; and {} more", several - 1),
        };
        Trouble {
            file: Some(first.source.name.clone()),
            line: Some(first.line),
            column: Some(first.column),
            findings: found.iter().map(told).collect(),
            ..Trouble::new(Kind::Variant, message).help(first.help.clone())
        }
    }
}

impl From<OpeningError> for Trouble {
    fn from(error: OpeningError) -> Self {
        Trouble::new(Kind::Position, error.to_string())
    }
}

impl Trouble {
    /// A game that does not begin.
    pub(crate) fn opening(error: BadOpening, text: &str) -> Self {
        match error {
            BadOpening::Unreadable(error) => Trouble::position(&error, text),
            BadOpening::Move { number, text, refusal } => {
                Trouble::refused_at(&refusal, &text, number)
            }
            error => Trouble::new(Kind::Position, error.to_string()),
        }
    }

    fn raised(self, py: Python<'_>) -> PyResult<PyErr> {
        static ERRORS: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
        let errors = ERRORS.get_or_try_init(py, || py.import("komadai.errors").map(Bound::unbind));
        let class = errors?.bind(py).getattr(self.kind.class())?;
        let details = PyDict::new(py);
        details.set_item("file", self.file)?;
        details.set_item("line", self.line)?;
        details.set_item("column", self.column)?;
        details.set_item("game", self.game)?;
        details.set_item("number", self.number)?;
        details.set_item("text", self.text)?;
        details.set_item("help", self.help)?;
        details.set_item("key", self.key)?;
        details.set_item("findings", self.findings)?;
        details.set_item("meant", self.meant)?;
        Ok(PyErr::from_value(class.call((self.message,), Some(&details))?))
    }
}

impl From<Trouble> for PyErr {
    fn from(trouble: Trouble) -> PyErr {
        let message = trouble.message.clone();
        Python::try_attach(|py| trouble.raised(py).unwrap_or_else(|error| error))
            .unwrap_or_else(|| PyRuntimeError::new_err(message))
    }
}
