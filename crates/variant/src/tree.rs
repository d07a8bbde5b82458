//! TOML as a tree in which every key and value knows where it was written.

use crate::diagnostic::{Location, Report, Severity, Source};
use crate::format::pieces;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value and its place.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) value: Value,
    pub(super) at: Location,
}

/// What a value can be; dates stand for themselves only, nothing takes them.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Text(String),
    Integer(i64),
    Flag(bool),
    List(Vec<Node>),
    Table(Vec<Entry>),
    /// A kind of value that no key takes, by its name.
    Foreign(&'static str),
}

/// A key, its place, and its value.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) at: Location,
    pub(super) node: Node,
}

/// Two keys that say the same thing in different ways: a file that uses one displaces the other,
/// if that was inherited.
const RIVALS: [(&str, &str); 2] =
    [(pieces::MOVE.name, pieces::LIKE.name), (pieces::LIKE.name, pieces::MOVE.name)];

impl Value {
    /// What to call it in messages.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Value::Text(_) => "a text",
            Value::Integer(_) => "a number",
            Value::Flag(_) => "true or false",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
            Value::Foreign(kind) => kind,
        }
    }
}

impl Node {
    /// The entry with that key, if this is a table that has it.
    pub(super) fn entry(&self, key: &str) -> Option<&Entry> {
        match &self.value {
            Value::Table(entries) => entries.iter().find(|e| e.key == key),
            _ => None,
        }
    }

    /// Takes the entry with that key out of the table.
    pub(super) fn take(&mut self, key: &str) -> Option<Entry> {
        match &mut self.value {
            Value::Table(entries) => {
                let index = entries.iter().position(|e| e.key == key)?;
                Some(entries.remove(index))
            }
            _ => None,
        }
    }

    /// Lays `over` upon this: tables key by key, everything else is replaced. A table with numbers
    /// as keys changes the items of a list.
    pub(super) fn merge(&mut self, over: Node) {
        match (&mut self.value, over.value) {
            (Value::Table(below), Value::Table(above)) => merge_tables(below, above),
            (Value::List(below), Value::Table(above)) if indexes(&above, below.len()) => {
                for entry in above {
                    let index: usize = entry.key.parse().expect("checked by `indexes`");
                    below[index].merge(entry.node);
                }
            }
            (below, above) => *below = above,
        }
        self.at = over.at;
    }
}

fn merge_tables(below: &mut Vec<Entry>, above: Vec<Entry>) {
    for (new, old) in RIVALS {
        let has = |key| above.iter().any(|e| e.key == key);
        if has(new) && !has(old) {
            below.retain(|e| e.key != old);
        }
    }
    for entry in above {
        match below.iter_mut().find(|e| e.key == entry.key) {
            Some(same) => {
                same.at = entry.at;
                same.node.merge(entry.node);
            }
            None => below.push(entry),
        }
    }
}

fn indexes(entries: &[Entry], len: usize) -> bool {
    let inside = |e: &Entry| e.key.parse::<usize>().is_ok_and(|i| i < len);
    !entries.is_empty() && entries.iter().all(inside)
}

/// Parses a source that the report knows. Every fault of the syntax is noted.
pub(super) fn parse(report: &Report, source: usize) -> Option<Node> {
    let text = &report.source(source).text;
    let (table, errors) = DeTable::parse_recoverable(text);
    let start = |error: &toml::de::Error| {
        text.floor_char_boundary(error.span().map_or(0, |span| span.start))
    };
    // What is said of the rest follows from the quote.
    let quote = errors.iter().find(|error| opens_a_quote(text, start(error)));
    for error in quote.map_or(errors.iter(), |error| std::slice::from_ref(error).iter()) {
        let span = error.span().unwrap_or(0..0);
        let at = Location { source, start: span.start, end: span.end };
        let (message, help) = plainly(text, start(error), error.message());
        report.note(at, Severity::Error, message, help);
    }
    let at = Location { source, start: 0, end: 0 };
    let value = table_of(source, table.into_inner());
    let tree = Node { value, at };
    (errors.is_empty() && is_visible(report, &tree)).then_some(tree)
}

/// Whether all keys and texts of a tree can be shown: what a terminal takes for an order, or what turns
/// the direction of writing, is a fault.
fn is_visible(report: &Report, node: &Node) -> bool {
    let shows = |text: &str, at: Location| {
        let hidden = text.chars().find(|c| is_hidden(*c));
        if let Some(c) = hidden {
            let code = u32::from(c);
            report.error(
                at,
                format!("the character U+{code:04X} is not shown, so no text may hold it"),
            );
        }
        hidden.is_none()
    };
    match &node.value {
        Value::Text(text) => shows(text, node.at),
        Value::List(items) => items.iter().fold(true, |all, item| is_visible(report, item) & all),
        Value::Table(entries) => entries.iter().fold(true, |all, entry| {
            shows(&entry.key, entry.at) & is_visible(report, &entry.node) & all
        }),
        _ => true,
    }
}

fn is_hidden(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn one_line(message: &str) -> String {
    message.lines().collect::<Vec<_>>().join("; ")
}

/// Whether the line of that byte opens a quote that it does not close.
fn opens_a_quote(text: &str, byte: usize) -> bool {
    let start = text[..byte].rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].lines().next().unwrap_or("");
    let other_quotes = line.contains(['\'', '\\']) || line.contains("\"\"\"");
    line.matches('"').count() % 2 == 1 && !other_quotes
}

/// The parser speaks of literal strings and booleans where an author has forgotten quotes.
fn plainly(text: &str, byte: usize, message: &str) -> (String, Option<String>) {
    if opens_a_quote(text, byte) {
        let help = "this line opens a quote `\"` that it does not close";
        return (one_line(message), Some(help.to_owned()));
    }
    if !message.contains("must be quoted") && !message.contains("invalid boolean") {
        return (one_line(message), None);
    }
    let part = |c: &char| c.is_alphanumeric() || "+-_".contains(*c);
    let word: String = text[byte..].chars().take_while(part).collect();
    if word.is_empty() {
        return ("a value is missing here".to_owned(), None);
    }
    let help = match word.to_lowercase().as_str() {
        "yes" | "on" | "true" => "write `true`".to_owned(),
        "no" | "off" | "false" => "write `false`".to_owned(),
        _ => format!("a text needs quotes: `\"{word}\"`"),
    };
    (format!("`{word}` is not a value"), Some(help))
}

fn place(source: usize, span: Range<usize>) -> Location {
    Location { source, start: span.start, end: span.end }
}

fn table_of(source: usize, table: DeTable<'_>) -> Value {
    let entry = |(key, value): (Spanned<std::borrow::Cow<'_, str>>, Spanned<DeValue<'_>>)| Entry {
        at: place(source, key.span()),
        node: node_of(source, value),
        key: key.into_inner().into_owned(),
    };
    let mut entries: Vec<Entry> = table.into_iter().map(entry).collect();
    // The parser sorts by key; what a file lists first is to come first.
    entries.sort_by_key(|e| e.at.start);
    Value::Table(entries)
}

fn node_of(source: usize, value: Spanned<DeValue<'_>>) -> Node {
    let at = place(source, value.span());
    let value = match value.into_inner() {
        DeValue::String(text) => Value::Text(text.into_owned()),
        DeValue::Integer(n) => match i64::from_str_radix(n.as_str(), n.radix()) {
            Ok(n) => Value::Integer(n),
            Err(_) => Value::Foreign("a number that is too large"),
        },
        DeValue::Float(_) => Value::Foreign("a number with a fraction"),
        DeValue::Boolean(flag) => Value::Flag(flag),
        DeValue::Datetime(_) => Value::Foreign("a date"),
        DeValue::Array(items) => {
            Value::List(items.into_iter().map(|item| node_of(source, item)).collect())
        }
        DeValue::Table(table) => table_of(source, table),
    };
    Node { value, at }
}

/// A setting given by hand, `key.key=value`, as a tree to lay upon a file. The value is TOML, or a
/// bare text.
pub(super) fn setting(report: &mut Report, key: &str, value: &str) -> Option<Node> {
    let source = report.add(Source::new("--set", format!("{key}={value}")));
    let whole = Location { source, start: 0, end: key.len() };
    let Some(path) = split(key) else {
        report.error_help(
            whole,
            "expected keys joined by dots",
            "for example `end.repetition.times=2`",
        );
        return None;
    };
    let start = key.len() + 1;
    let at = Location { source, start, end: start + value.len() };
    let mut node = setting_value(report, value, at)?;
    if !is_visible(report, &node) {
        return None;
    }
    for range in path.into_iter().rev() {
        let at = place(source, range.clone());
        let key = key[range].to_string();
        let entry = Entry { key, at, node };
        node = Node { value: Value::Table(vec![entry]), at };
    }
    Some(node)
}

fn setting_value(report: &Report, text: &str, at: Location) -> Option<Node> {
    match DeValue::parse(text) {
        Ok(value) => {
            let mut node = node_of(at.source, value);
            shift(&mut node, at.start);
            Some(node)
        }
        Err(error) if text.starts_with(['"', '\'', '[', '{']) => {
            report.error(at, one_line(error.message()));
            None
        }
        Err(_) => Some(Node { value: Value::Text(text.to_string()), at }),
    }
}

fn shift(node: &mut Node, by: usize) {
    node.at.start += by;
    node.at.end += by;
    match &mut node.value {
        Value::List(items) => items.iter_mut().for_each(|item| shift(item, by)),
        Value::Table(entries) => {
            for entry in entries {
                entry.at.start += by;
                entry.at.end += by;
                shift(&mut entry.node, by);
            }
        }
        _ => {}
    }
}

/// The keys of a dotted path as ranges, quotes around them taken off. A quote within a key is part of it, as in `C'`.
/// `None` if a key is empty, or its quote has no end.
fn split(path: &str) -> Option<Vec<std::ops::Range<usize>>> {
    let mut keys = Vec::new();
    let mut start = 0;
    loop {
        let rest = &path[start..];
        let first = start + rest.len() - rest.trim_start_matches(' ').len();
        let quote = path[first..].chars().next().filter(|c| ['"', '\''].contains(c));
        let (key, after) = match quote {
            Some(quote) => {
                let end = first + 1 + path[first + 1..].find(quote)?;
                (first + 1..end, end + 1)
            }
            None => {
                let end = path[first..].find('.').map_or(path.len(), |length| first + length);
                (first..first + path[first..end].trim_end_matches(' ').len(), end)
            }
        };
        if key.is_empty() {
            return None;
        }
        keys.push(key);
        let after = path[after..].trim_start_matches(' ');
        match after.strip_prefix('.') {
            Some(more) => start = path.len() - more.len(),
            None => return after.is_empty().then_some(keys),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_split_at_dots_outside_quotes() {
        let keys = |path: &str| {
            split(path).map(|k| k.into_iter().map(|r| path[r].to_string()).collect::<Vec<_>>())
        };
        assert_eq!(keys("end.x").unwrap(), ["end", "x"]);
        assert_eq!(keys("pieces.\"+P\".move").unwrap(), ["pieces", "+P", "move"]);
        assert_eq!(keys("pieces.\"C'\".move").unwrap(), ["pieces", "C'", "move"]);
        assert_eq!(keys("pieces.C''.at").unwrap(), ["pieces", "C''", "at"]);
        assert_eq!(keys("a.'b.\"c' . d ").unwrap(), ["a", "b.\"c", "d"]);
        assert_eq!(keys("a.\"b\"c"), None);
        assert_eq!(keys("a..b"), None);
        assert_eq!(keys("a.b."), None);
        assert_eq!(keys("a.\"\""), None);
        assert_eq!(keys(""), None);
        assert_eq!(keys("a.\"b"), None);
    }
}
