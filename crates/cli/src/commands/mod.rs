//! The commands: each with its arguments, and its answer for people and for scripts.

pub(crate) mod admin;
pub(crate) mod backup;
pub(crate) mod batch;
pub(crate) mod bench;
pub(crate) mod betza;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod engine;
pub(crate) mod export;
pub(crate) mod genfens;
pub(crate) mod import;
pub(crate) mod judge;
pub(crate) mod learn;
pub(crate) mod man;
pub(crate) mod match_;
pub(crate) mod mate;
pub(crate) mod moves;
pub(crate) mod net;
pub(crate) mod new;
pub(crate) mod perft;
pub(crate) mod pieces;
pub(crate) mod play;
pub(crate) mod playout;
pub(crate) mod rules;
pub(crate) mod schema;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod site;
pub(crate) mod validate;
pub(crate) mod variants;
pub(crate) mod xop;

use serde::Serialize;
use std::io::Write;

/// Writes a value as one line of JSON.
fn write_json(out: &mut dyn Write, value: &impl Serialize) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *out, value).map_err(std::io::Error::from)?;
    writeln!(out)?;
    Ok(())
}
