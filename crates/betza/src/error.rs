//! What can be wrong with a text, and what is merely doubtful.

use crate::ast::Span;

/// Why a text is no move description: where, what, and if possible what to write instead.
///
/// ```
/// let error = komadai_betza::parse("fmEK").unwrap_err();
/// assert_eq!(error.span, 2..3);
/// assert_eq!(error.message, "there is no atom `E`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message} (at byte {}){}", span.start, help_suffix(help))]
pub struct ParseError {
    /// The bytes that are wrong; empty at the end of the text if something is missing there.
    pub span: Span,
    /// What is wrong and what was expected.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
}

/// A text that has a meaning, though perhaps not the one that was wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The bytes that are doubtful.
    pub span: Span,
    /// What is doubtful, and how it was read.
    pub message: String,
}

/// Why XBoard has no words for a movement.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct XboardError {
    /// The term that cannot be said.
    pub span: Span,
    /// What about it XBoard does not know.
    pub message: String,
}

impl ParseError {
    pub(crate) fn new(span: Span, message: impl Into<String>) -> Self {
        ParseError {
            span,
            message: message.into(),
            help: None,
        }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

fn help_suffix(help: &Option<String>) -> String {
    help.as_ref().map(|h| format!("; {h}")).unwrap_or_default()
}
