//! The figures of chess.

use serde::Deserialize;
use std::collections::HashMap;
use std::sync::LazyLock;

/// A figure in a square of 100.
#[derive(Deserialize)]
pub(crate) struct Figure {
    pub(crate) body: String,
    pub(crate) lines: String,
}

static FIGURES: LazyLock<HashMap<String, Figure>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../data/figures.json")).expect("the figures are JSON")
});

/// The figure of a piece, by its English name.
pub(crate) fn figure(name: &str) -> Option<&'static Figure> {
    FIGURES.get(name)
}
