//! Records that somebody brings along, as trees that nobody has checked yet.

use crate::rules::{House, Work};
use komadai_records::file::GameName;
use komadai_records::file::{self, Format};
use komadai_records::json::{MOST_NODES, TreeForm};

/// A record that somebody brings along, by the rules of a house.
///
/// # Errors
/// When it is no record, with the line.
pub fn read_record<W: Work>(house: &House<W>, text: &str) -> Result<TreeForm, String> {
    let text = trimmed(text);
    // What could be anything is moves.
    let format = Format::of_text(text).unwrap_or(Format::Pgn);
    let record = file::read(format, house.variant(), text, MOST_NODES);
    Ok(TreeForm::of(house.variant(), &record.map_err(|error| error.to_string())?))
}

/// Which games there are, for whoever looks for the one that a record is of.
pub trait Named {
    /// Whether this is the id of a game that fits the name.
    fn fits(&self, id: &str, name: &GameName) -> bool;

    /// The id of the game that is called so.
    fn called(&self, name: &GameName) -> Option<String>;
}

/// The variant of a record: the one that it names, or else the one that is given. This may take a while.
pub fn variant_of(text: &str, given: Option<String>, games: &impl Named) -> Option<String> {
    let text = trimmed(text);
    let said = Format::of_text(text).and_then(|format| format.game_of(text));
    let Some(said) = said else { return given };
    if let Some(id) = given.as_deref()
        && games.fits(id, &said)
    {
        return given;
    }
    games.called(&said).or(given)
}

fn trimmed(text: &str) -> &str {
    text.trim_start_matches('\u{feff}').trim()
}
