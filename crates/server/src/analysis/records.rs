//! Records that somebody brings along, as trees that nobody has checked yet.

use crate::rules::{Catalogue, House};
use komadai_records::file::{self, Format};
use komadai_records::json::{MOST_NODES, TreeForm};

/// A record that somebody brings along, by the rules of a house.
///
/// # Errors
/// When it is no record, with the line.
pub(crate) fn read_record(house: &House, text: &str) -> Result<TreeForm, String> {
    let text = trimmed(text);
    // What could be anything is moves.
    let format = Format::of_text(text).unwrap_or(Format::Pgn);
    let record = file::read(format, house.variant(), text, MOST_NODES);
    Ok(TreeForm::of(house.variant(), &record.map_err(|error| error.to_string())?))
}

/// What a record says of its variant. This may take a while.
pub(crate) fn variant_of(text: &str, catalogue: &Catalogue) -> Option<String> {
    let text = trimmed(text);
    catalogue.called(&Format::of_text(text)?.game_of(text)?)
}

fn trimmed(text: &str) -> &str {
    text.trim_start_matches('\u{feff}').trim()
}
