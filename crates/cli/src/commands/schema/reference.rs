//! The form of variant files for readers: chapters that are written by hand, and the tables.

use komadai_rules::variant::format::{self, KeyForm, KeyInfo, Rows, Table, ValueForm, Word};
use std::fmt::Write;

/// The chapters written by hand.
const CHAPTERS: &str = include_str!("variants.md");
/// Where the tables go among them.
const MARK: &str = "{{tables}}\n";

/// The whole reference, in Markdown.
pub(super) fn text() -> String {
    CHAPTERS.replace(MARK, tables(format::root(), "").trim_start())
}

/// A table, and the tables below it that have something to show.
fn tables(table: &Table, path: &str) -> String {
    let title = match path {
        "" => "At the head".to_owned(),
        path => format!("`[{path}]`"),
    };
    titled(table, path, &title)
}

fn titled(table: &Table, path: &str, title: &str) -> String {
    let mut text = chapter(table, path, title);
    for entry in table.entries() {
        let path = joined(path, entry.name);
        match &entry.kind {
            ValueForm::List(table) => text += &titled(table, &path, &format!("`[[{path}]]`")),
            kind => inner(kind).for_each(|table| text += &tables(table, &path)),
        }
    }
    if let Some(rows) = table.rows() {
        text += &tables(rows.table, &joined(path, placeholder(rows)));
    }
    text
}

/// Small tables are told in the line of their key.
fn has_chapter(table: &Table) -> bool {
    !table.example.is_empty()
}

/// The tables that have a chapter, of those that a key may take.
fn inner(kind: &ValueForm) -> Box<dyn Iterator<Item = &'static Table> + '_> {
    match kind {
        ValueForm::Table(inner) if has_chapter(inner) => Box::new(std::iter::once(*inner)),
        ValueForm::Or(kinds) => Box::new(kinds.iter().flat_map(inner)),
        _ => Box::new(std::iter::empty()),
    }
}

fn joined(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

fn placeholder(rows: &Rows) -> &'static str {
    match rows.key {
        KeyForm::Letter => "LETTER",
        KeyForm::Name => "NAME",
    }
}

fn chapter(table: &Table, path: &str, title: &str) -> String {
    let mut text = format!("\n### {title}\n\n{}\n", table.means);
    if !table.example.is_empty() {
        // Writing to a string does not fail.
        let _ = write!(text, "\n```toml part\n{}\n```\n", table.example);
    }
    text += "\n| key | takes | without it | meaning |\n|---|---|---|---|\n";
    for entry in table.entries() {
        text += &line(&entry);
    }
    if let Some(rows) = table.rows() {
        let takes = format!("a table, [below](#{})", anchor(&joined(path, placeholder(rows))));
        text += &row(&format!("*{}*", placeholder(rows)), &takes, "", rows.means);
    }
    text
}

/// What the forges make of a heading.
fn anchor(path: &str) -> String {
    path.to_lowercase().chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect()
}

fn row(key: &str, takes: &str, default: &str, means: &str) -> String {
    let cells = [key, takes, default, means].map(|cell| cell.replace('|', "\\|"));
    format!("| {} |\n", cells.join(" | "))
}

fn line(entry: &KeyInfo) -> String {
    let default = match &entry.default {
        _ if entry.required => "must be there".to_owned(),
        Some(text) => match text.strip_prefix(' ') {
            Some(words) => words.to_owned(),
            None => format!("`{text}`"),
        },
        None => String::new(),
    };
    let mut means = entry.means.to_owned();
    for word in words(&entry.kind) {
        let _ = write!(means, "<br>`{}`: {}", word.word, word.means);
    }
    let _ = write!(means, "<br>*`{} = {}`*", entry.name, entry.example);
    row(&format!("`{}`", entry.name), &takes(&entry.kind), &default, &means)
}

fn words(kind: &ValueForm) -> Vec<Word> {
    match kind {
        ValueForm::Choice(words) | ValueForm::Several(words) => words.clone(),
        ValueForm::Or(kinds) => kinds.iter().flat_map(words).collect(),
        _ => Vec::new(),
    }
}

/// What a key takes, in a few words.
fn takes(kind: &ValueForm) -> String {
    match kind {
        ValueForm::Text => "a text".to_owned(),
        ValueForm::Name => "small letters, digits, `-` and `_`".to_owned(),
        ValueForm::Texts => "a text, or a list of them".to_owned(),
        ValueForm::Flag => "`true` or `false`".to_owned(),
        ValueForm::Number { low, high } => format!("{low} to {high}"),
        ValueForm::Choice(words) if words.len() == 1 => format!("`{:?}`", words[0].word),
        ValueForm::Choice(_) => "a word".to_owned(),
        ValueForm::Several(words) if words.len() == 1 => format!("`[{:?}]`", words[0].word),
        ValueForm::Several(_) => "words".to_owned(),
        ValueForm::Squares => "[squares](#squares)".to_owned(),
        ValueForm::Ranks => "[squares or ranks](#zones)".to_owned(),
        ValueForm::Movements(part) => {
            format!("a [movement](#movements), {}, or a list of them", table(part))
        }
        ValueForm::Plain => "directions and atoms".to_owned(),
        ValueForm::FileName => "a name without a path".to_owned(),
        ValueForm::Letter => "a letter".to_owned(),
        ValueForm::Letters => "a letter, or a list of them".to_owned(),
        ValueForm::Selector(_) => "[pieces](#groups-of-pieces)".to_owned(),
        ValueForm::Reset => "`capture`, letters".to_owned(),
        ValueForm::Table(inner) => table(inner),
        ValueForm::List(inner) => format!("{}, any number of times", table(inner)),
        ValueForm::Off => "`false`".to_owned(),
        ValueForm::Or(kinds) => kinds.iter().map(takes).collect::<Vec<_>>().join(", or "),
    }
}

fn table(table: &Table) -> String {
    let keys = || table.entries().map(|key| format!("`{}`", key.name)).collect::<Vec<_>>();
    if has_chapter(table) || keys().is_empty() {
        "a table".to_owned()
    } else {
        format!("a table with {}", keys().join(", "))
    }
}
