//! The figures of chess.

use komadai_records::json::PieceInfo;
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

/// The pieces that unite two of chess have many names: their movements, in alphabetical order, and figures.
const UNITED: [(&str, &str); 4] =
    [("BN", "Archbishop"), ("NR", "Chancellor"), ("NQ", "Amazon"), ("BNR", "Amazon")];

/// The figure of a piece, by its name or else by how it moves.
pub(crate) fn figure_of(piece: &PieceInfo) -> Option<&'static Figure> {
    figure(&piece.name.en).or_else(|| {
        let mut atoms: Vec<char> = piece.text.concat().chars().collect();
        atoms.sort_unstable();
        let moves: String = atoms.into_iter().collect();
        let (_, name) = UNITED.iter().find(|(united, _)| *united == moves)?;
        figure(name)
    })
}
