//! Errors: what is wrong, where, and what would help. Python's classes for them are in `komadai.errors`.

use komadai_records::TextError;
use komadai_records::file::{GameText, NoGame};
use komadai_records::moves::Refusal;
use komadai_records::opening::BadOpening;
use komadai_records::record::{BadRecord, NotPlayable};
use komadai_rules::OpeningError;
use komadai_rules::variant::{Diagnostic, Diagnostics};
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
pub(crate) struct Trouble(Box<Details>);

#[derive(Debug, Default)]
struct Details {
    /// The name of the class in `komadai.errors`.
    class: &'static str,
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
        let (class, message) = (kind.class(), message.into());
        Trouble(Box::new(Details { class, message, ..Details::default() }))
    }

    fn with(mut self, say: impl FnOnce(&mut Details)) -> Self {
        say(&mut self.0);
        self
    }

    /// What is wrong, in words.
    pub(crate) fn message(&self) -> &str {
        &self.0.message
    }

    pub(crate) fn help(self, help: Option<String>) -> Self {
        self.with(|it| it.help = help)
    }

    pub(crate) fn about(self, text: &str) -> Self {
        self.with(|it| it.text = Some(text.to_owned()))
    }

    /// A position that cannot be read.
    pub(crate) fn position(error: &TextError, text: &str) -> Self {
        let TextError { offset, message, help, .. } = error;
        let trouble =
            Trouble::new(Kind::Position, format!("the position cannot be read: {message}"));
        let trouble = trouble.help(help.clone()).about(text);
        trouble.with(|it| it.column = Some(column_of(text, *offset)))
    }

    /// A move that is refused.
    pub(crate) fn refused(refusal: &Refusal, text: &str) -> Self {
        let trouble = match refusal {
            Refusal::Unreadable(TextError { offset, help, message, .. }) => {
                let column = column_of(text, *offset);
                let trouble = Trouble::new(Kind::Move, message).help(help.clone());
                trouble.with(|it| it.column = Some(column))
            }
            refusal => Trouble::new(Kind::Move, refusal.to_string()),
        };
        trouble.about(text).with(|it| it.key = Some(refusal.key()))
    }

    /// A move of several that is refused.
    pub(crate) fn refused_at(refusal: &Refusal, text: &str, number: usize) -> Self {
        Trouble::refused(refusal, text).with(|it| {
            it.number = Some(number);
            it.message = format!("move {number} (`{text}`): {}", it.message);
        })
    }

    /// A game of a file that is not written as its form wants it.
    pub(crate) fn misread(bad: BadRecord, text: &GameText) -> Self {
        Trouble::of_record(&text.in_file(bad)).of_game(text)
    }

    fn of_record(bad: &BadRecord) -> Self {
        Trouble::new(Kind::Record, bad.to_string()).with(|it| it.line = Some(bad.line))
    }

    /// A file that cannot be read on.
    pub(crate) fn unreadable(error: NoGame) -> Self {
        match error {
            NoGame::Bad(bad) => Trouble::of_record(&bad),
            NoGame::Io(error) => Trouble::new(Kind::Record, error.to_string()),
        }
    }

    /// A game of a file.
    pub(crate) fn of_game(self, text: &GameText) -> Self {
        self.with(|it| {
            it.game = Some(text.number);
            it.line.get_or_insert(text.line);
        })
    }

    /// A record that cannot be played, which begins on some line of its file.
    pub(crate) fn not_playable(error: &NotPlayable, begins: usize) -> Self {
        let trouble = Trouble::new(Kind::Record, error.to_string());
        let NotPlayable::Move(bad) = error else { return trouble };
        trouble.about(&bad.text).with(|it| {
            it.line = (bad.line > 0).then(|| begins.max(1) + bad.line - 1);
            it.number = Some(bad.number);
            it.key = Some(bad.refusal.key());
            it.meant = bad.meant.clone();
        })
    }
}

/// The character of a text with which some byte begins, from 1.
fn column_of(text: &str, offset: usize) -> usize {
    text.char_indices().take_while(|(at, _)| *at < offset).count() + 1
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
        Trouble::new(Kind::Variant, message).help(first.help.clone()).with(|it| {
            it.file = Some(first.source.name.clone());
            it.line = Some(first.line);
            it.column = Some(first.column);
            it.findings = found.iter().map(told).collect();
        })
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
        let class = errors?.bind(py).getattr(self.0.class)?;
        let (it, details) = (*self.0, PyDict::new(py));
        details.set_item("file", it.file)?;
        details.set_item("line", it.line)?;
        details.set_item("column", it.column)?;
        details.set_item("game", it.game)?;
        details.set_item("number", it.number)?;
        details.set_item("text", it.text)?;
        details.set_item("help", it.help)?;
        details.set_item("key", it.key)?;
        details.set_item("findings", it.findings)?;
        details.set_item("meant", it.meant)?;
        Ok(PyErr::from_value(class.call((it.message,), Some(&details))?))
    }
}

impl From<Trouble> for PyErr {
    fn from(trouble: Trouble) -> PyErr {
        let message = trouble.message().to_owned();
        Python::try_attach(|py| trouble.raised(py).unwrap_or_else(|error| error))
            .unwrap_or_else(|| PyRuntimeError::new_err(message))
    }
}
