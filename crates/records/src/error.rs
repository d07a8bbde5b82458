//! What is wrong with a text, and where.

/// What is wrong with a text, where, and what was expected instead.
///
/// ```
/// # use komadai_records::TextError;
/// let error = TextError::new(4..6, "rank 1 has 8 squares").help("every rank has 9");
/// assert_eq!((error.offset, error.len), (4, 2));
/// assert_eq!(error.to_string(), "column 5: rank 1 has 8 squares (every rank has 9)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {}: {message}{}", offset + 1, in_brackets(help))]
pub struct TextError {
    /// Where the offending part begins, in bytes from the start of the text.
    pub offset: usize,
    /// How long it is, in bytes; 0 where something is missing.
    pub len: usize,
    /// What is wrong.
    pub message: String,
    /// What was expected, or how to mend it.
    pub help: Option<String>,
    /// All of it as a Japanese sentence, for texts that people type while they play.
    pub japanese: Option<String>,
}

impl TextError {
    /// An error about the given bytes of the text.
    pub fn new(at: std::ops::Range<usize>, message: impl Into<String>) -> Self {
        let (offset, len, message) = (at.start, at.len(), message.into());
        TextError { offset, len, message, help: None, japanese: None }
    }

    /// The same with a word of help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same with what it is in Japanese.
    #[must_use]
    pub fn japanese(mut self, sentence: impl Into<String>) -> Self {
        self.japanese = Some(sentence.into());
        self
    }
}

fn in_brackets(help: &Option<String>) -> String {
    help.as_ref().map_or_else(String::new, |help| format!(" ({help})"))
}
