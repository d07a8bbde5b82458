//! What can be wrong with a text, and what is merely doubtful.

use crate::ast::{Base, Modifier, Span};

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
    /// The term that cannot be said, or its `*` range.
    pub span: Span,
    /// What about it XBoard does not know.
    pub message: String,
}

impl ParseError {
    pub(crate) fn new(span: Span, message: impl Into<String>) -> Self {
        ParseError { span, message: message.into(), help: None }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

fn help_suffix(help: &Option<String>) -> String {
    help.as_ref().map(|h| format!("; {h}")).unwrap_or_default()
}

/// The atom of a lower-case letter.
pub(crate) fn as_atom(letter: char) -> Option<char> {
    Base::from_letter(letter.to_ascii_uppercase()).map(Base::letter)
}

/// A character as it is named in a message.
pub(crate) fn name(found: Option<char>) -> String {
    found.map_or("the end".into(), |c| format!("`{}`", c.escape_debug()))
}

/// An atom was expected; `before` is the modifier right before it.
pub(crate) fn no_atom(span: Span, found: Option<char>, before: Option<Modifier>) -> ParseError {
    const ATOMS: &str = "the atoms are W F D N A H C Z G, K B R Q S, O and U";
    let expected = |message: &str| ParseError::new(span.clone(), message);
    match found {
        Some('X' | 'Y') => expected("`X` and `Y` follow an atom; expected an atom").help(ATOMS),
        Some(c) if c.is_ascii_uppercase() => {
            let error = ParseError::new(span.clone(), format!("there is no atom `{c}`"));
            match Modifier::from_letter(c.to_ascii_lowercase()) {
                Some(m) => error.help(format!("did you mean the modifier `{m}`? {ATOMS}")),
                None => error.help(ATOMS),
            }
        }
        Some(c) if c.is_whitespace() => {
            expected("a move description has no spaces; expected an atom or a modifier")
        }
        Some('[') => {
            expected("expected an atom, found `[`").help("modifiers stand inside brackets")
        }
        Some(c @ (')' | ']')) => {
            ParseError::new(span, format!("nothing is open that `{c}` could close"))
        }
        Some(c) if c.is_ascii_digit() || c == '*' => {
            ParseError::new(span, format!("expected an atom, found `{c}`"))
                .help("a range stands behind its atom: `R4`")
        }
        Some(c @ ('-' | '?')) => ParseError::new(span, format!("expected an atom, found `{c}`"))
            .help("`-` and `?` join parts in brackets: `[F?fsR]`"),
        Some(_) => {
            ParseError::new(span, format!("expected an atom or a modifier, found {}", name(found)))
        }
        None => {
            let error = expected("expected an atom, found the end");
            match before.and_then(|b| as_atom(b.letter())) {
                Some(atom) => {
                    error.help(format!("modifiers stand before an atom; did you mean `{atom}`?"))
                }
                None => error.help("modifiers stand before an atom: `fmW`"),
            }
        }
    }
}
