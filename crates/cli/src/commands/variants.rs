//! `variants`: the games that come with the program.

use super::write_json;
use crate::table::TextTable;
use komadai_rules::Variant;
use komadai_rules::variant::{BUILTIN, BuiltinGame, SHELF, load_builtin};
use serde::Serialize;
use std::io::Write;

#[derive(Debug, Serialize)]
struct Listed<'a> {
    id: &'a str,
    name: &'a str,
    files: u8,
    ranks: u8,
    first: &'a str,
    second: &'a str,
    pieces: Vec<&'a str>,
    starts: Vec<&'a str>,
}

impl<'a> Listed<'a> {
    fn of(variant: &'a Variant) -> Self {
        Listed {
            id: &variant.id,
            name: &variant.name,
            files: variant.board.files,
            ranks: variant.board.ranks,
            first: &variant.sides[0],
            second: &variant.sides[1],
            pieces: variant.pieces.iter().map(|piece| piece.id.as_str()).collect(),
            starts: variant.starts.iter().map(|start| start.id.as_str()).collect(),
        }
    }
}

/// All games that come with the program, those of the shelf last. They are known to be good.
pub(super) fn all() -> Vec<Variant> {
    let load = |game: &BuiltinGame| load_builtin(game.id, &[]).ok();
    BUILTIN.iter().chain(SHELF).filter_map(load).map(|loaded| loaded.variant).collect()
}

pub(crate) fn run(json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let variants = all();
    let entries: Vec<Listed<'_>> = variants.iter().map(Listed::of).collect();
    if json {
        return write_json(out, &entries);
    }
    let mut table = TextTable::new(&["game", "name", "board", "sides", "pieces", "starts"]);
    for entry in &entries {
        table.row(vec![
            entry.id.to_owned(),
            entry.name.to_owned(),
            format!("{}x{}", entry.files, entry.ranks),
            format!("{}, {}", entry.first, entry.second),
            entry.pieces.len().to_string(),
            entry.starts.join(" "),
        ]);
    }
    table.write(out)?;
    Ok(())
}
