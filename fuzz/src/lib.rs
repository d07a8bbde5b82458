//! Fuzz targets: what must hold for every input, however wild.
//!
//! Each target is a function of bytes. The programs under `targets/` hand it to libFuzzer; the test
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
mod move_text;
mod play;
mod position;
mod talk;
mod universal;
mod variant_file;
mod websocket;
mod xboard;

/// A target: panics when a promise is broken.
type Target = fn(&[u8]);

/// All targets by the names of their programs and corpora.
const TARGETS: &[(&str, Target)] = &[
    ("betza", betza::betza),
    ("variant_file", variant_file::variant_file),
    ("position", position::position),
    ("move_text", move_text::move_text),
    ("play", play::play),
    ("universal", universal::universal),
    ("xboard", xboard::xboard),
    ("batch", batch::batch),
    ("api", api::api),
    ("websocket", websocket::websocket),
];

/// The names of all targets.
pub fn names() -> impl Iterator<Item = &'static str> {
    TARGETS.iter().map(|(name, _)| *name)
}

/// Tries an input on a target: panics when a promise is broken, or when it takes too long.
pub fn run(name: &str, data: &[u8]) {
    let target = TARGETS.iter().find(|(known, _)| *known == name);
    let (name, target) = target.unwrap_or_else(|| panic!("there is no target `{name}`"));
    budget::OF_AN_INPUT.check(name, || target(data));
}
