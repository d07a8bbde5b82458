//! Plain tables for people.

use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// A terminal shows so much side by side.
const WIDTH: usize = 80;

/// A table with a heading. Numbers stand on the right of their columns; what is too long in the last
/// column goes on below.
#[derive(Debug)]
pub(crate) struct TextTable {
    rows: Vec<Vec<String>>,
}

impl TextTable {
    pub(crate) fn new(heading: &[&str]) -> Self {
        TextTable { rows: vec![heading.iter().map(|&text| text.to_owned()).collect()] }
    }

    pub(crate) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// Writes the table. Columns that are empty everywhere are left out.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let columns: Vec<Column> = (0..self.rows[0].len()).filter_map(|n| self.column(n)).collect();
        for row in &self.rows {
            write_row(&columns, row, out)?;
        }
        Ok(())
    }

    fn column(&self, number: usize) -> Option<Column> {
        let cells = || self.rows[1..].iter().map(|row| row[number].as_str());
        let width = self.rows.iter().map(|row| row[number].width()).max()?;
        let is_number = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        let used = cells().any(|text| !text.is_empty());
        used.then(|| Column { number, width, right: cells().all(is_number) })
    }
}

fn write_row(columns: &[Column], row: &[String], out: &mut dyn Write) -> io::Result<()> {
    let Some((last, others)) = columns.split_last() else { return writeln!(out) };
    let before: String =
        others.iter().map(|column| column.pad(&row[column.number]) + "  ").collect();
    let room = WIDTH.saturating_sub(before.width());
    let options = textwrap::Options::new(room)
        .break_words(false)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    let mut lines = textwrap::wrap(&row[last.number], options).into_iter();
    let first = lines.next().unwrap_or_default();
    let first = if last.right { last.pad(&first) } else { first.into_owned() };
    writeln!(out, "{}", (before.clone() + &first).trim_end())?;
    for line in lines {
        writeln!(out, "{}{line}", " ".repeat(before.width()))?;
    }
    Ok(())
}

struct Column {
    number: usize,
    width: usize,
    right: bool,
}

impl Column {
    fn pad(&self, text: &str) -> String {
        let space = " ".repeat(self.width - text.width());
        if self.right { space + text } else { text.to_owned() + &space }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_keep_the_columns_straight() {
        let mut table = TextTable::new(&["name", "none", "n"]);
        table.row(vec!["歩兵".into(), String::new(), "9".into()]);
        table.row(vec!["P".into(), String::new(), "10".into()]);
        let mut text = Vec::new();
        table.write(&mut text).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), "name   n\n歩兵   9\nP     10\n");
    }

    #[test]
    fn a_long_last_cell_goes_on_below() {
        let mut table = TextTable::new(&["n", "words"]);
        let word = "x".repeat(40);
        table.row(vec!["7".into(), format!("{word} {word} y")]);
        let mut text = Vec::new();
        table.write(&mut text).unwrap();
        let expected = format!("n  words\n7  {word}\n   {word} y\n");
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }
}
