//! Parts of a text that know where they stand.

use crate::TextError;
use std::ops::Range;

/// A part of a text and where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Field<'a> {
    pub(crate) text: &'a str,
    pub(crate) offset: usize,
}

impl<'a> Field<'a> {
    pub(crate) fn whole(text: &'a str) -> Self {
        Field { text, offset: 0 }
    }

    /// Where it stands, in bytes.
    pub(crate) fn range(self) -> Range<usize> {
        self.offset..self.offset + self.text.len()
    }

    /// From the given byte on; `at` must be a boundary inside.
    pub(crate) fn from(self, at: usize) -> Self {
        Field { text: &self.text[at..], offset: self.offset + at }
    }

    /// Up to the given byte; `at` must be a boundary inside.
    pub(crate) fn to(self, at: usize) -> Self {
        Field { text: &self.text[..at], ..self }
    }

    /// The parts between separators, empty ones included.
    pub(crate) fn split(self, separator: char) -> impl Iterator<Item = Field<'a>> {
        let start = self.text.as_ptr() as usize;
        self.text
            .split(separator)
            .map(move |text| Field { text, offset: self.offset + (text.as_ptr() as usize - start) })
    }

    /// The words between blanks.
    pub(crate) fn words(self) -> impl Iterator<Item = Field<'a>> {
        let start = self.text.as_ptr() as usize;
        self.text
            .split_whitespace()
            .map(move |text| Field { text, offset: self.offset + (text.as_ptr() as usize - start) })
    }

    /// Whether it consists of ASCII digits.
    pub(crate) fn is_number(self) -> bool {
        !self.text.is_empty() && self.text.bytes().all(|b| b.is_ascii_digit())
    }

    /// The number that it says.
    pub(crate) fn number(self, what: &str) -> Result<u32, TextError> {
        self.is_number().then(|| self.text.parse().ok()).flatten().ok_or_else(|| {
            self.error(format!("`{}` is not a valid {what}", self.text))
                .help(format!("expected a number from 0 to {}", u32::MAX))
        })
    }

    /// An error about the whole part.
    pub(crate) fn error(self, message: impl Into<String>) -> TextError {
        TextError::new(self.range(), message)
    }

    /// Splits off leading ASCII digits.
    pub(crate) fn split_digits(self) -> (Self, Self) {
        let end = self.text.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.text.len());
        (self.to(end), self.from(end))
    }
}
