//! What is found on the way: errors, refusals, remarks.

use crate::config::Config;
use crate::ini::Place;
use komadai_variant::{Diagnostic, Severity};

/// Findings about a section.
pub(crate) struct Report {
    /// Where a finding stands that has no line of its own.
    section: Place,
    pub(crate) found: Vec<Diagnostic>,
    /// Whether something is not what it should be, which is more than a refusal: nothing can be built on
    /// it.
    pub(crate) broken: bool,
}

impl Report {
    pub(crate) fn new(section: Place) -> Report {
        Report { section, found: Vec::new(), broken: false }
    }

    /// Adds what was found wrong before.
    pub(crate) fn extend(&mut self, errors: Vec<Diagnostic>) {
        self.broken |= !errors.is_empty();
        self.found.extend(errors);
    }

    fn add(&mut self, found: Diagnostic) {
        if !self.found.contains(&found) {
            self.found.push(found);
        }
    }

    /// Refuses what a key says, as far as our files cannot say it.
    pub(crate) fn refuse(&mut self, config: &Config, key: &str, why: &str) {
        let at = config.slot(key).at.clone().unwrap_or_else(|| self.section.clone());
        self.add(at.error(format!("`{key}` cannot be said in a variant file: {why}")));
    }

    /// The same with a way out.
    pub(crate) fn refuse_help(&mut self, config: &Config, key: &str, why: &str, help: String) {
        let at = config.slot(key).at.clone().unwrap_or_else(|| self.section.clone());
        let error = at.error(format!("`{key}` cannot be said in a variant file: {why}"));
        self.add(error.with_help(help));
    }

    /// An error at a place, or about the section as a whole.
    pub(crate) fn error(&mut self, at: Option<&Place>, message: String) {
        let error = at.unwrap_or(&self.section).error(message);
        self.broken = true;
        self.add(error);
    }

    /// Something to know that keeps nobody from playing.
    pub(crate) fn remark(&mut self, at: Option<&Place>, message: String) {
        let remark = at.unwrap_or(&self.section).error(message);
        self.add(Diagnostic { severity: Severity::Warning, ..remark });
    }

    pub(crate) fn failed(&self) -> bool {
        self.found.iter().any(|found| found.severity == Severity::Error)
    }
}
