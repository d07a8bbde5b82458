//! What went wrong, for people.

use crate::ink::Ink;
use crate::library::BadVariant;
use std::io::{self, Write};

/// Writes what went wrong to standard error.
pub(crate) fn complain(error: &anyhow::Error, ink: Ink) {
    // There is nowhere left to complain if this fails.
    let _ = io::stderr().write_all(told(error, ink.on_stderr()).as_bytes());
}

/// Tells of what is wrong but keeps nobody from going on.
pub(crate) fn warn(text: &str) {
    let _ = writeln!(io::stderr(), "komadai: {}", visible(text));
}

/// A text that others have written, fit for a terminal: what the terminal would take for an order is
/// replaced, byte by byte, so that places in the text stay the same.
pub(crate) fn visible(text: &str) -> String {
    let ends_line = |at: usize| text[at..].starts_with("\r\n");
    let shown = |at, c: char| !c.is_control() || matches!(c, '\n' | '\t') || ends_line(at);
    let mut visible = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        if shown(at, c) {
            visible.push(c);
        } else {
            visible.extend(std::iter::repeat_n('?', c.len_utf8()));
        }
    }
    visible
}

/// What is wrong, in whole lines.
pub(crate) fn told(error: &anyhow::Error, color: bool) -> String {
    match error.downcast_ref::<BadVariant>() {
        Some(bad) => bad.drawn(color),
        None => format!("komadai: {}\n", visible(&format!("{error:#}"))),
    }
}
