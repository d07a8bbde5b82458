//! Where something stands in a text.

use komadai_variant::{Diagnostic, Source};
use std::ops::Range;
use std::sync::Arc;

/// A place in a text that was read.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) source: Arc<Source>,
    pub(crate) span: Range<usize>,
}

impl Place {
    /// An error at this place.
    pub(crate) fn error(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(&self.source, self.span.clone(), message)
    }

    /// A part of this place, counted from its beginning.
    pub(crate) fn part(&self, range: Range<usize>) -> Place {
        let at = |offset: usize| (self.span.start + offset).min(self.span.end);
        Place { source: Arc::clone(&self.source), span: at(range.start)..at(range.end) }
    }
}
