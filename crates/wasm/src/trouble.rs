//! Errors: what is wrong, where, and what would help.

use js_sys::{JSON, Object};
use komadai_records::TextError;
use komadai_records::file::{GameText, NoGame};
use komadai_records::moves::Refusal;
use komadai_records::opening::BadOpening;
use komadai_records::record::{BadRecord, NotPlayable};
use komadai_rules::OpeningError;
use komadai_rules::variant::{Diagnostic, Diagnostics};
use serde::Serialize;
use wasm_bindgen::JsValue;

/// What sort of error it is: the `name` of the error in JavaScript.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// Anything else.
    #[default]
    General,
    /// A game cannot be loaded.
    Variant,
    /// A position cannot be read or set up.
    Position,
    /// A move cannot be read or is not legal.
    Move,
    /// A record cannot be read or written.
    Record,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::General => "KomadaiError",
            Kind::Variant => "VariantError",
            Kind::Position => "PositionError",
            Kind::Move => "MoveError",
            Kind::Record => "RecordError",
        }
    }
}

/// An error on its way to JavaScript.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trouble {
    /// What sort of error it is.
    pub kind: Kind,
    /// What is wrong, in words.
    pub message: String,
    /// What else is known of it.
    pub details: Box<Details>,
}

/// What is known of an error besides its message. Nothing is said of what nobody knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Details {
    /// The name of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// Which game of a text, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<usize>,
    /// Which move, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// What it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What would help.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The word by which the rule goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// All that is wrong, where it may be more than one thing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<String>,
    /// Legal moves that may be meant.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub meant: Vec<String>,
}

impl Trouble {
    pub(crate) fn new(kind: Kind, message: impl Into<String>) -> Self {
        Trouble { kind, message: message.into(), ..Trouble::default() }
    }

    fn with(mut self, say: impl FnOnce(&mut Details)) -> Self {
        say(&mut self.details);
        self
    }

    pub(crate) fn help(self, help: impl Into<Option<String>>) -> Self {
        let help = help.into();
        self.with(|it| it.help = help)
    }

    pub(crate) fn about(self, text: &str) -> Self {
        self.with(|it| it.text = Some(text.to_owned()))
    }

    /// A game that does not begin.
    pub(crate) fn opening(error: BadOpening, text: &str) -> Self {
        match error {
            BadOpening::Unreadable(error) => {
                let TextError { offset, message, help, .. } = error;
                let message = format!("the position cannot be read: {message}");
                let trouble = Trouble::new(Kind::Position, message).help(help).about(text);
                trouble.with(|it| it.column = Some(column_of(text, offset)))
            }
            BadOpening::Move { number, text, refusal } => {
                Trouble::refused(&refusal, &text).at(number, &text)
            }
            error => Trouble::new(Kind::Position, error.to_string()),
        }
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

    /// The same of a move of several.
    pub(crate) fn at(mut self, number: usize, text: &str) -> Self {
        self.message = format!("move {number} (`{text}`): {}", self.message);
        self.with(|it| it.number = Some(number))
    }

    /// A game of a text that is not written as its form wants it.
    pub(crate) fn misread(bad: BadRecord, text: &GameText) -> Self {
        Trouble::of_record(&text.in_file(bad)).of_game(text)
    }

    /// A text that is not written as its form wants it.
    pub(crate) fn of_record(bad: &BadRecord) -> Self {
        Trouble::new(Kind::Record, bad.to_string()).with(|it| it.line = Some(bad.line))
    }

    /// A text that cannot be read on.
    pub(crate) fn unreadable(error: NoGame) -> Self {
        match error {
            NoGame::Bad(bad) => Trouble::of_record(&bad),
            NoGame::Io(error) => Trouble::new(Kind::Record, error.to_string()),
        }
    }

    /// A game of a text.
    pub(crate) fn of_game(self, text: &GameText) -> Self {
        self.with(|it| {
            it.game = Some(text.number);
            it.line.get_or_insert(text.line);
        })
    }

    /// A record that cannot be played, which begins on some line of its text.
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

impl From<Trouble> for JsValue {
    fn from(trouble: Trouble) -> JsValue {
        let error = js_sys::Error::new(&trouble.message);
        error.set_name(trouble.kind.name());
        let details = serde_json::to_string(&trouble.details).unwrap_or_default();
        if let Ok(details) = JSON::parse(&details) {
            Object::assign(error.as_ref(), &Object::from(details));
        }
        error.into()
    }
}
