//! Reading the keys of one table, each by the kind of value that it takes.

use super::diagnostic::{Place, Report};
use super::suggest;
use super::tree::{Entry, Node, Value};
use std::ops::RangeInclusive;

/// Stands for the keys of a table in which authors choose the keys.
pub(super) const ANY: &[&str] = &["*"];

/// A table whose keys are known. Absent tables read as empty ones.
#[derive(Clone)]
pub(super) struct Section<'a> {
    pub(super) report: &'a Report,
    /// Where the table was begun.
    pub(super) at: Place,
    /// What the table is called, for messages.
    pub(super) name: String,
    /// Whether the file has the table at all (and has not switched it off).
    pub(super) present: bool,
    entries: &'a [Entry],
}

impl<'a> Section<'a> {
    /// Opens a table; its unknown keys are noted.
    pub(super) fn open(
        report: &'a Report,
        name: &str,
        node: &'a Node,
        keys: &[&'static str],
    ) -> Section<'a> {
        let entries: &[Entry] = match &node.value {
            Value::Table(entries) => entries,
            other => {
                let found = other.kind();
                report.error(node.at, format!("`{name}` must be a table, this is {found}"));
                &[]
            }
        };
        let section =
            Section { report, at: node.at, name: name.to_string(), present: true, entries };
        section.refuse_unknown(keys);
        section
    }

    /// The same, with another place for what is wrong with it as a whole.
    pub(super) fn begun_at(self, at: Place) -> Section<'a> {
        Section { at, ..self }
    }

    fn refuse_unknown(&self, keys: &[&'static str]) {
        let unknown = |e: &&Entry| keys != ANY && !keys.contains(&e.key.as_str());
        for entry in self.entries.iter().filter(unknown) {
            let owner =
                if self.name.is_empty() { "here".into() } else { format!("in `{}`", self.name) };
            let message = format!("unknown key `{}` {owner}", entry.key);
            let help = match keys {
                [] => "this table takes no keys yet".to_string(),
                _ => suggest::help(&entry.key, keys.iter().copied()),
            };
            self.report.error_help(entry.at, message, help);
        }
    }

    /// The table under a key. `false` switches an (inherited) table off.
    pub(super) fn table(&self, key: &str, keys: &[&'static str]) -> Section<'a> {
        let name = self.path(key);
        match self.entry(key) {
            Some(entry) if !matches!(entry.node.value, Value::Flag(false)) => {
                Section::open(self.report, &name, &entry.node, keys).begun_at(entry.at)
            }
            _ => Section { report: self.report, at: self.at, name, present: false, entries: &[] },
        }
    }

    /// The whole name of a key.
    pub(super) fn path(&self, key: &str) -> String {
        if self.name.is_empty() { key.to_string() } else { format!("{}.{key}", self.name) }
    }

    pub(super) fn entries(&self) -> &'a [Entry] {
        self.entries
    }

    pub(super) fn entry(&self, key: &str) -> Option<&'a Entry> {
        self.entries.iter().find(|e| e.key == key)
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.entry(key).is_some()
    }

    pub(super) fn get(&self, key: &str) -> Option<&'a Node> {
        self.entry(key).map(|e| &e.node)
    }

    /// Where a key stands, or else where the table begins.
    pub(super) fn place(&self, key: &str) -> Place {
        self.entry(key).map_or(self.at, |e| e.at)
    }

    /// Notes that a value is not what its key takes.
    pub(super) fn wrong(&self, key: &str, node: &Node, expected: &str) {
        let message =
            format!("`{}` must be {expected}, this is {}", self.path(key), node.value.kind());
        self.report.error(node.at, message);
    }

    pub(super) fn text(&self, key: &str) -> Option<(&'a str, Place)> {
        let node = self.get(key)?;
        match &node.value {
            Value::Text(text) => Some((text, node.at)),
            _ => {
                self.wrong(key, node, "a text");
                None
            }
        }
    }

    pub(super) fn string(&self, key: &str) -> Option<String> {
        self.text(key).map(|(text, _)| text.to_string())
    }

    /// A key that must be there.
    pub(super) fn require(&self, key: &str) {
        if !self.has(key) {
            self.report.error(self.at, format!("`{}` is missing", self.path(key)));
        }
    }

    pub(super) fn flag(&self, key: &str, default: bool) -> bool {
        match self.get(key) {
            None => default,
            Some(Node { value: Value::Flag(flag), .. }) => *flag,
            Some(node) => {
                self.wrong(key, node, "true or false");
                default
            }
        }
    }

    pub(super) fn number(&self, key: &str, range: RangeInclusive<u32>) -> Option<u32> {
        let node = self.get(key)?;
        let inside = |n: &i64| u32::try_from(*n).ok().filter(|n| range.contains(n));
        match &node.value {
            Value::Integer(n) => {
                let checked = inside(n);
                if checked.is_none() {
                    let (low, high) = (range.start(), range.end());
                    let path = self.path(key);
                    self.report.error(node.at, format!("`{path}` must be from {low} to {high}"));
                }
                checked
            }
            _ => {
                self.wrong(key, node, "a whole number");
                None
            }
        }
    }

    /// One of a few words (or numbers, written as such).
    pub(super) fn choice<T: Copy>(&self, key: &str, options: &[(&str, T)]) -> Option<T> {
        let node = self.get(key)?;
        let word = match &node.value {
            Value::Text(text) => text.clone(),
            Value::Integer(n) => n.to_string(),
            _ => {
                let words = suggest::list(options.iter().map(|o| o.0));
                self.wrong(key, node, &format!("one of {words}"));
                return None;
            }
        };
        let found = options.iter().find(|o| o.0 == word).map(|o| o.1);
        if found.is_none() {
            let message = format!("`{}` cannot be `{word}`", self.path(key));
            let help = suggest::help(&word, options.iter().map(|o| o.0));
            self.report.error_help(node.at, message, help);
        }
        found
    }

    /// A text or a list of texts.
    pub(super) fn texts(&self, key: &str) -> Vec<(&'a str, Place)> {
        match self.get(key) {
            None => Vec::new(),
            Some(node) => self.texts_of(key, node),
        }
    }

    fn texts_of(&self, key: &str, node: &'a Node) -> Vec<(&'a str, Place)> {
        match &node.value {
            Value::Text(text) => vec![(text, node.at)],
            Value::List(items) => items.iter().flat_map(|item| self.texts_of(key, item)).collect(),
            _ => {
                self.wrong(key, node, "a text or a list of texts");
                Vec::new()
            }
        }
    }
}
