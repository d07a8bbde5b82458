//! What is found on the way: errors, refusals, remarks.

use crate::Imported;
use crate::config::Config;
use crate::game::Game;
use crate::place::Place;
use komadai_variant::{Diagnostic, Diagnostics, Severity};

/// How many errors are told of a game, and how many remarks.
const MOST: usize = 200;

/// Findings about a game of a file.
pub(crate) struct Report {
    /// Where a finding stands that has no line of its own.
    whole: Place,
    pub(crate) found: Vec<Diagnostic>,
    /// Whether something is not what it should be, which is more than a refusal: nothing can be built on
    /// it.
    pub(crate) broken: bool,
}

impl Report {
    pub(crate) fn new(whole: Place) -> Report {
        Report { whole, found: Vec::new(), broken: false }
    }

    /// Adds what was found wrong before.
    pub(crate) fn extend(&mut self, errors: Vec<Diagnostic>) {
        self.broken |= !errors.is_empty();
        self.found.extend(errors);
    }

    /// Adds a finding, unless there are so many that nobody would read it.
    fn add(
        &mut self,
        severity: Severity,
        at: Option<&Place>,
        message: String,
        help: Option<String>,
    ) {
        if self.found.iter().filter(|found| found.severity == severity).count() >= MOST {
            return;
        }
        let found = at.unwrap_or(&self.whole).error(message);
        let found = Diagnostic { severity, help, ..found };
        if !self.found.contains(&found) {
            self.found.push(found);
        }
    }

    /// Refuses what a key says, as far as our files cannot say it.
    pub(crate) fn refuse(&mut self, config: &Config, key: &str, why: &str) {
        self.add(Severity::Error, config.slot(key).at.as_ref(), unsaid(key, why), None);
    }

    /// The same with a way out.
    pub(crate) fn refuse_help(&mut self, config: &Config, key: &str, why: &str, help: String) {
        self.add(Severity::Error, config.slot(key).at.as_ref(), unsaid(key, why), Some(help));
    }

    /// Refuses what stands at a place, by its name.
    pub(crate) fn refuse_at(&mut self, at: &Place, what: &str, why: &str) {
        self.add(Severity::Error, Some(at), unsaid(what, why), None);
    }

    /// An error at a place, or about the game as a whole.
    pub(crate) fn error(&mut self, at: Option<&Place>, message: String) {
        self.broken = true;
        self.add(Severity::Error, at, message, None);
    }

    /// An error at a place, with a way out if there is one.
    pub(crate) fn error_help(&mut self, at: &Place, message: String, help: Option<String>) {
        self.broken = true;
        self.add(Severity::Error, Some(at), message, help);
    }

    /// Something to know that keeps nobody from playing.
    pub(crate) fn remark(&mut self, at: Option<&Place>, message: String) {
        self.add(Severity::Warning, at, message, None);
    }

    pub(crate) fn failed(&self) -> bool {
        self.found.iter().any(|found| found.severity == Severity::Error)
    }

    /// The game with its remarks, or all errors.
    pub(crate) fn finish(self, game: Option<Game>) -> Result<Imported, Diagnostics> {
        let failed = self.failed();
        let mut found = self.found;
        found.sort_by_key(|found| (found.source.name.clone(), found.span.start));
        if failed {
            found.retain(|found| found.severity == Severity::Error);
        }
        match game {
            Some(game) if !failed => {
                let text = crate::write::file(&game, &found);
                let kinds = game.pieces.into_iter().filter_map(|piece| piece.kind).collect();
                Ok(Imported { id: game.id, text, kinds, start: game.start, remarks: found })
            }
            _ => Err(Diagnostics::new(found)
                .unwrap_or_else(|| self.whole.error("there is no game here").into())),
        }
    }
}

/// What is told of a key that cannot be said.
fn unsaid(what: &str, why: &str) -> String {
    format!("`{what}` cannot be imported: {why}")
}
