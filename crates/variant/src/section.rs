//! Reading the keys of one table, each by the kind of value that it takes.

use crate::diagnostic::{Location, Report};
use crate::format::{
    Choice, Flag, Key, List, ManyTexts, Number, OneText, Several, Sub, Table, Usual, Words,
};
use crate::suggest;
use crate::tree::{Entry, Node, Value};

/// No name is longer: it stands in every move of a record.
const MOST_LETTERS: usize = 100;

/// A table whose keys are known. Absent tables read as empty ones.
#[derive(Clone)]
pub(super) struct Section<'a> {
    pub(super) report: &'a Report,
    /// Where the table was begun.
    pub(super) at: Location,
    /// What the table is called, for messages.
    pub(super) name: String,
    /// Whether the file has the table at all (and has not switched it off).
    pub(super) present: bool,
    entries: &'a [Entry],
}

impl<'a> Section<'a> {
    /// Opens a table that begins at that place. Its unknown keys are noted, and its missing ones.
    pub(super) fn open(
        report: &'a Report,
        name: &str,
        node: &'a Node,
        at: Location,
        table: &Table,
    ) -> Section<'a> {
        let (entries, is_table): (&[Entry], _) = match &node.value {
            Value::Table(entries) => (entries, true),
            other => {
                let found = other.kind();
                report.error(node.at, format!("`{name}` must be a table, this is {found}"));
                (&[], false)
            }
        };
        let section = Section { report, at, name: name.to_string(), present: true, entries };
        section.refuse_unknown(table);
        if is_table {
            section.refuse_missing(table);
        }
        section
    }

    fn refuse_unknown(&self, table: &Table) {
        for entry in self.entries.iter().filter(|entry| !table.takes(&entry.key)) {
            let owner =
                if self.name.is_empty() { "here".into() } else { format!("in `{}`", self.name) };
            let message = format!("unknown key `{}` {owner}", entry.key);
            let help = match table.names().next() {
                None => "this table takes no keys yet".to_string(),
                Some(_) => suggest::help(&entry.key, table.names()),
            };
            self.report.error_help(entry.at, message, help);
        }
    }

    fn refuse_missing(&self, table: &Table) {
        for key in table.entries().filter(|key| key.required && !self.has(key.name)) {
            self.report.error(self.at, format!("`{}` is missing", self.path(key.name)));
        }
    }

    /// The table under a key. `false` switches an (inherited) table off.
    pub(super) fn table(&self, key: &Key<Sub>) -> Section<'a> {
        self.row(key.name, key.kind.0)
    }

    /// The tables under a key: one by itself, or a list of them.
    pub(super) fn tables(&self, key: &Key<List>) -> impl Iterator<Item = Section<'a>> {
        let name = self.path(key.name);
        let nodes: &[Node] = match self.get(key.name) {
            Some(Node { value: Value::List(nodes), .. }) => nodes,
            Some(node @ Node { value: Value::Table(_), .. }) => std::slice::from_ref(node),
            Some(Node { value: Value::Flag(false), .. }) | None => &[],
            Some(node) => {
                self.wrong(key.name, node, &format!("a table, `[[{name}]]`"));
                &[]
            }
        };
        let (report, table) = (self.report, key.kind.0);
        nodes.iter().map(move |node| Section::open(report, &name, node, node.at, table))
    }

    /// The table under a key that the author has chosen.
    pub(super) fn row(&self, key: &str, table: &Table) -> Section<'a> {
        let name = self.path(key);
        match self.entry(key) {
            Some(entry) if !matches!(entry.node.value, Value::Flag(false)) => {
                Section::open(self.report, &name, &entry.node, entry.at, table)
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
    pub(super) fn place(&self, key: &str) -> Location {
        self.entry(key).map_or(self.at, |e| e.at)
    }

    /// Notes that a value is not what its key takes.
    pub(super) fn wrong(&self, key: &str, node: &Node, expected: &str) {
        let message =
            format!("`{}` must be {expected}, this is {}", self.path(key), node.value.kind());
        self.report.error(node.at, message);
    }

    pub(super) fn text<K: OneText>(&self, key: &Key<K>) -> Option<(&'a str, Location)> {
        let node = self.get(key.name)?;
        match &node.value {
            Value::Text(text) if text.chars().count() > MOST_LETTERS => {
                let message = format!("`{}` has more than {MOST_LETTERS} letters", key.name);
                self.report.error(node.at, message);
                None
            }
            Value::Text(text) => Some((text, node.at)),
            _ => {
                self.wrong(key.name, node, "a text");
                None
            }
        }
    }

    pub(super) fn string<K: OneText>(&self, key: &Key<K>) -> Option<String> {
        self.text(key).map(|(text, _)| text.to_string())
    }

    pub(super) fn flag(&self, key: &Key<Flag>) -> bool {
        match self.get(key.name) {
            None => key.kind.0,
            Some(Node { value: Value::Flag(flag), .. }) => *flag,
            Some(node) => {
                self.wrong(key.name, node, "true or false");
                key.kind.0
            }
        }
    }

    pub(super) fn number(&self, key: &Key<Number>) -> Option<u32> {
        self.number_in(key.name, key.kind)
    }

    /// A number that has a usual value.
    pub(super) fn usual(&self, key: &Key<Usual>) -> u32 {
        let Usual(range, usual) = key.kind;
        self.number_in(key.name, range).unwrap_or(usual)
    }

    fn number_in(&self, key: &str, Number(low, high): Number) -> Option<u32> {
        let node = self.get(key)?;
        let Value::Integer(number) = node.value else {
            self.wrong(key, node, "a whole number");
            return None;
        };
        let inside = u32::try_from(number).ok().filter(|n| (low..=high).contains(n));
        if inside.is_none() {
            let path = self.path(key);
            self.report.error(node.at, format!("`{path}` must be from {low} to {high}"));
        }
        inside
    }

    /// One of a few words (or numbers, written as such); the first where the key is absent.
    pub(super) fn choice<T: Copy>(&self, key: &Key<Choice<T>>) -> T {
        let Choice(words) = key.kind;
        self.chosen(key.name, words).unwrap_or(words[0].1)
    }

    fn chosen<T: Copy>(&self, key: &str, words: Words<T>) -> Option<T> {
        let node = self.get(key)?;
        match &node.value {
            Value::Text(text) => self.meaning(key, text, node.at, words),
            Value::Integer(n) => self.meaning(key, &n.to_string(), node.at, words),
            _ => {
                let words = suggest::list(words.iter().map(|w| w.0));
                self.wrong(key, node, &format!("one of {words}"));
                None
            }
        }
    }

    /// What each of some words stands for.
    pub(super) fn several<T: Copy>(&self, key: &Key<Several<T>>) -> Vec<T> {
        let meaning = |(word, at)| self.meaning(key.name, word, at, key.kind.0);
        self.texts(key).into_iter().filter_map(meaning).collect()
    }

    fn meaning<T: Copy>(&self, key: &str, word: &str, at: Location, words: Words<T>) -> Option<T> {
        let found = words.iter().find(|known| known.0 == word).map(|known| known.1);
        if found.is_none() {
            let help = match words {
                [(only, _, means)] => format!("only `{only}`: {means}"),
                _ => suggest::help(word, words.iter().map(|w| w.0)),
            };
            self.report.error_help(at, format!("`{}` cannot be `{word}`", self.path(key)), help);
        }
        found
    }

    /// A text or a list of texts.
    pub(super) fn texts<K: ManyTexts>(&self, key: &Key<K>) -> Vec<(&'a str, Location)> {
        let Some(node) = self.get(key.name) else { return Vec::new() };
        let items = match &node.value {
            Value::List(items) => items.as_slice(),
            _ => std::slice::from_ref(node),
        };
        let text = |item: &'a Node| match &item.value {
            Value::Text(text) => Some((text.as_str(), item.at)),
            _ => {
                self.wrong(key.name, item, "a text or a list of texts");
                None
            }
        };
        items.iter().filter_map(text).collect()
    }
}
