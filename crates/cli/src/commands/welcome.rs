//! Without a command: the games at a glance.

use super::variants;
use crate::draw::{Artist, Script};
use komadai_rules::Variant;
use std::io::Write;
use unicode_width::UnicodeWidthStr;

/// Columns that a terminal has at least, as a rule.
const WIDTH: usize = 80;
/// Columns between two boards.
const GAP: usize = 5;

const WORDS: &str = "\
komadai show GAME      the board, large          komadai moves GAME     the legal moves
komadai variants       the games                 komadai --help         everything else";

pub(super) fn run(out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "Komadai: a home for shogi and its wilder relatives\n")?;
    let variants = variants::all();
    let mut row: Vec<Vec<String>> = Vec::new();
    for tile in variants.iter().filter_map(tile) {
        let taken: usize = row.iter().map(|tile| tile[0].width() + GAP).sum();
        if !row.is_empty() && taken + tile[0].width() > WIDTH {
            write_row(&row, out)?;
            row.clear();
        }
        row.push(tile);
    }
    write_row(&row, out)?;
    writeln!(out, "{WORDS}")?;
    Ok(())
}

/// A board with the game's name below it, all lines of one width.
fn tile(variant: &Variant) -> Option<Vec<String>> {
    let artist = Artist { variant, script: Script::Letters, color: false };
    let mut lines = artist.small_board(&variant.start_setup(None)?);
    lines.push(variant.id.clone());
    let width = lines.iter().map(|line| line.width()).max()?;
    let pad = |line: String| format!("{line}{}", " ".repeat(width - line.width()));
    Some(lines.into_iter().map(pad).collect())
}

/// Writes boards side by side, with their names on one line.
fn write_row(tiles: &[Vec<String>], out: &mut dyn Write) -> anyhow::Result<()> {
    let height = tiles.iter().map(Vec::len).max().unwrap_or(0);
    for y in 0..height {
        let line: String = tiles
            .iter()
            .map(|tile| {
                let missing = height - tile.len();
                let text = y
                    .checked_sub(missing)
                    .map_or_else(|| " ".repeat(tile[0].width()), |y| tile[y].clone());
                text + &" ".repeat(GAP)
            })
            .collect();
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(out)?;
    Ok(())
}
