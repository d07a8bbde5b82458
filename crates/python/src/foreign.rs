//! Games that are written down for other programs.

use crate::trouble::{Trouble, told};
use komadai_import::{Wish, games, import};
use komadai_rules::variant::Source;
use pyo3::prelude::*;

/// The names of the games of a file for another program.
#[pyfunction]
#[pyo3(signature = (text, name = "variants.ini"))]
pub(crate) fn foreign_games(text: &str, name: &str) -> Vec<String> {
    games(&Source::new(name, text))
}

/// One of these as a variant file: its id, its text, and what the file does not say.
#[pyfunction]
#[pyo3(signature = (text, game, name = "variants.ini", leave_out = Vec::new()))]
pub(crate) fn import_game(
    text: &str,
    game: &str,
    name: &str,
    leave_out: Vec<String>,
) -> PyResult<(String, String, Vec<String>)> {
    let wish = Wish { leave_out, ..Wish::of(game) };
    let imported = import(&Source::new(name, text), &wish).map_err(Trouble::from)?;
    Ok((imported.id, imported.text, imported.remarks.iter().map(told).collect()))
}
