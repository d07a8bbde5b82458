//! Fuzz targets: what must hold for every input, however wild.
//!
//! Each target is a function of bytes. The program in `libfuzzer/` hands it to libFuzzer; the test
//! `corpus` runs it over the seeds stored under `corpus/`, on any compiler. An input on which a
//! target once failed belongs among the seeds.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "what takes too long is found by the clock"
)]

mod api;
mod batch;
mod betza;
mod budget;
mod games;
mod home;
mod import;
mod move_text;
mod pgn;
mod play;
mod position;
mod record;
mod talk;
mod universal;
mod variant_file;
mod websocket;
mod xboard;

use budget::{Budget, HEAVY, USUAL};

/// A target: panics when a promise is broken.
type Target = fn(&[u8]);

/// All targets by the names of their programs and corpora, with what an input may take.
const TARGETS: &[(&str, Target, Budget)] = &[
    ("betza", betza::betza, USUAL),
    ("variant_file", variant_file::variant_file, HEAVY),
    ("import", import::import, HEAVY),
    ("position", position::position, USUAL),
    ("move_text", move_text::move_text, USUAL),
    ("pgn", pgn::pgn, USUAL),
    ("record", record::record, USUAL),
    ("play", play::play, USUAL),
    ("universal", universal::universal, USUAL),
    ("xboard", xboard::xboard, USUAL),
    ("batch", batch::batch, USUAL),
    ("api", api::api, USUAL),
    ("websocket", websocket::websocket, USUAL),
];

/// The names of all targets.
pub fn names() -> impl Iterator<Item = &'static str> {
    TARGETS.iter().map(|(name, ..)| *name)
}

/// Tries an input on a target: panics when a promise is broken, or when it takes too long.
pub fn run(name: &str, data: &[u8]) {
    let target = TARGETS.iter().find(|(known, ..)| *known == name);
    let (name, target, budget) = target.unwrap_or_else(|| panic!("there is no target `{name}`"));
    budget.check(name, || target(data));
}
