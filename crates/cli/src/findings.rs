//! What is wrong with a variant file, drawn with the line that it is about.

use crate::complaint::visible;
use komadai_rules::variant::{Diagnostic, Severity, Source};
use komadai_rules::{CompileError, Variant};
use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, NamedSource, Report,
};
use std::ops::Range;
use std::sync::Arc;

/// Wider lines are wrapped.
const WIDTH: usize = 80;

/// Draws a finding: message, file, line, column, the line itself, help.
pub(crate) fn draw(finding: &Diagnostic, color: bool) -> String {
    let severity = match finding.severity {
        Severity::Warning => miette::Severity::Warning,
        Severity::Error => miette::Severity::Error,
    };
    let mut diagnostic = MietteDiagnostic::new(visible(&finding.message))
        .with_severity(severity)
        .with_label(LabeledSpan::underline(finding.span.clone()));
    if let Some(help) = &finding.help {
        diagnostic = diagnostic.with_help(visible(help));
    }
    let (name, text) = (visible(&finding.source.name), visible(&finding.source.text));
    let text = NamedSource::new(name, text);
    let report = Report::new(diagnostic).with_source_code(text);
    let theme = if color { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(WIDTH).with_links(false);
    let mut drawn = String::new();
    match handler.render_report(&mut drawn, report.as_ref()) {
        Ok(()) => drawn,
        // Drawing is a courtesy; the words are what counts.
        Err(_) => format!("{}\n", visible(&finding.to_string())),
    }
}

/// A movement that reads well, but cannot be played: pointed at where the file writes it.
pub(crate) fn of_compiling(source: &Source, variant: &Variant, error: &CompileError) -> Diagnostic {
    let (piece, text, part) = match error {
        CompileError::Movement { piece, text, error } => (Some(piece), *text, Some(&error.span)),
        CompileError::TooManyPaths { piece, .. } => (Some(piece), 0, None),
        _ => (None, 0, None),
    };
    let movement = piece
        .and_then(|id| variant.pieces.iter().find(|p| p.id == *id))
        .and_then(|piece| piece.moves.get(text));
    let span = movement.and_then(|movement| {
        let at = written_at(&source.text, &movement.text)?;
        let part = part.cloned().unwrap_or(0..movement.text.len());
        Some(at + part.start..at + part.end)
    });
    at(source, span.unwrap_or(0..0), error.to_string())
}

/// Where a string is written in quotes.
fn written_at(file: &str, text: &str) -> Option<usize> {
    ['"', '\'']
        .iter()
        .find_map(|quote| file.find(&format!("{quote}{text}{quote}")))
        .map(|at| at + 1)
}

/// An error about some bytes of a file.
pub(crate) fn at(source: &Source, span: Range<usize>, message: String) -> Diagnostic {
    Diagnostic::error(&Arc::new(source.clone()), span, message)
}
