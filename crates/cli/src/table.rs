//! Plain tables for people.

use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// A table with a heading. Numbers stand on the right of their columns.
#[derive(Debug)]
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new(heading: &[&str]) -> Self {
        Table { rows: vec![heading.iter().map(|&text| text.to_owned()).collect()] }
    }

    pub(crate) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// Writes the table. Columns that are empty everywhere are left out.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let columns: Vec<Column> = (0..self.rows[0].len()).filter_map(|n| self.column(n)).collect();
        for row in &self.rows {
            let cells: Vec<String> =
                columns.iter().map(|column| column.pad(&row[column.number])).collect();
            writeln!(out, "{}", cells.join("  ").trim_end())?;
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
        let mut table = Table::new(&["name", "none", "n"]);
        table.row(vec!["歩兵".into(), String::new(), "9".into()]);
        table.row(vec!["P".into(), String::new(), "10".into()]);
        let mut text = Vec::new();
        table.write(&mut text).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), "name   n\n歩兵   9\nP     10\n");
    }
}
