//! Fuzz targets: what must hold for every input, however wild.
//!
//! Each target is a function of bytes. The programs under `targets/` hand it to libFuzzer; the test
//! `corpus` runs it over the seeds stored under `corpus/`, on any compiler. An input on which a
//! target once failed belongs among the seeds.

mod betza;
mod games;
mod move_text;
mod play;
mod position;
mod variant_file;

pub use betza::betza;
pub use move_text::move_text;
pub use play::play;
pub use position::position;
pub use variant_file::variant_file;

/// A target: panics when a promise is broken.
pub type Target = fn(&[u8]);

/// All targets by the names of their programs and corpora.
pub const TARGETS: &[(&str, Target)] = &[
    ("betza", betza),
    ("variant_file", variant_file),
    ("position", position),
    ("move_text", move_text),
    ("play", play),
];
