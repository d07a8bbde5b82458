//! What went wrong, for people.

use crate::ink::Ink;
use crate::library::BadVariant;
use std::io::{self, Write};

/// Writes what went wrong to standard error.
pub(crate) fn complain(error: &anyhow::Error, ink: Ink) {
    // There is nowhere left to complain if this fails.
    let _ = io::stderr().write_all(told(error, ink.on_stderr()).as_bytes());
}

/// What is wrong, in whole lines.
pub(crate) fn told(error: &anyhow::Error, color: bool) -> String {
    match error.downcast_ref::<BadVariant>() {
        Some(bad) => bad.drawn(color),
        None => format!("komadai: {error:#}\n"),
    }
}
