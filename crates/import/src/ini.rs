//! Reading ini: sections, keys, values, and where each of them stands.

use crate::place::Place;
use komadai_variant::{Diagnostic, Source};
use std::sync::Arc;

/// `key = value  # note`
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) value: String,
    /// The comment behind the value.
    pub(crate) note: Option<String>,
    pub(crate) key_at: Place,
    pub(crate) value_at: Place,
}

/// `[name:parent]  # note` with what follows.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    pub(crate) name: String,
    pub(crate) parent: Option<String>,
    /// The comment behind the name.
    pub(crate) note: Option<String>,
    pub(crate) at: Place,
    /// In the order of the file; of the same key the last one counts.
    pub(crate) entries: Vec<Entry>,
}

/// A file, or the part of it that could be read, with all that is wrong with the rest.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) sections: Vec<Section>,
    /// Each with the section in which it was found, if there was one by then.
    pub(crate) errors: Vec<(Option<usize>, Diagnostic)>,
}

impl File {
    /// The section of that name; of several, the first one counts, as it does in the program that the
    /// files are for.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.sections.iter().position(|section| section.name == name)
    }
}

/// Reads a whole file.
pub(crate) fn read(source: &Arc<Source>) -> File {
    let mut file = File { sections: Vec::new(), errors: Vec::new() };
    let mut start = 0;
    for line in source.text.split_inclusive('\n') {
        let place = |from: usize, to: usize| Place {
            source: Arc::clone(source),
            span: start + from..start + to,
        };
        read_line(line.trim_end_matches(['\n', '\r']), &place, &mut file);
        start += line.len();
    }
    file
}

fn read_line(line: &str, place: &dyn Fn(usize, usize) -> Place, file: &mut File) {
    let text = line.trim_start();
    let indent = line.len() - text.len();
    if text.is_empty() || text.starts_with(['#', ';']) {
        return;
    }
    let whole = place(indent, line.trim_end().len().max(indent));
    let before = file.sections.len().checked_sub(1);
    let mut fault = |message: &str| file.errors.push((before, whole.error(message)));
    match (text.starts_with('['), file.sections.last_mut()) {
        (true, _) => match read_header(line, indent, place) {
            Ok(section) => file.sections.push(section),
            Err(message) => fault(&message),
        },
        (false, Some(section)) => match read_entry(line, place) {
            Some(entry) => section.entries.push(entry),
            None => fault("expected `key = value`, a `[section]` or a comment"),
        },
        // What stands before the first section belongs to nobody.
        (false, None) => fault("expected a section first, as in `[my-game:chess]`"),
    }
}

fn read_header(
    line: &str,
    indent: usize,
    place: &dyn Fn(usize, usize) -> Place,
) -> Result<Section, String> {
    let inside = &line[indent + 1..];
    let end = inside.find(']').ok_or("a section's name ends with `]`")?;
    let (name, parent) = match inside[..end].split_once(':') {
        Some((name, parent)) => (name.trim(), Some(parent.trim())),
        None => (inside[..end].trim(), None),
    };
    if name.is_empty() {
        return Err("a section needs a name, as in `[my-game:chess]`".into());
    }
    Ok(Section {
        name: name.into(),
        parent: parent.filter(|parent| !parent.is_empty()).map(Into::into),
        note: note(&inside[end + 1..]),
        at: place(indent, indent + 1 + end + 1),
        entries: Vec::new(),
    })
}

fn read_entry(line: &str, place: &dyn Fn(usize, usize) -> Place) -> Option<Entry> {
    let equals = line.find('=')?;
    let (key, rest) = (line[..equals].trim(), &line[equals + 1..]);
    if key.is_empty() {
        return None;
    }
    let end = comment(rest).unwrap_or(rest.len());
    let value = rest[..end].trim();
    let key_start = line.len() - line.trim_start().len();
    let value_start = equals + 1 + (rest[..end].len() - rest[..end].trim_start().len());
    Some(Entry {
        key: key.into(),
        value: value.into(),
        note: note(&rest[end..]),
        key_at: place(key_start, key_start + key.len()),
        value_at: place(value_start, value_start + value.len()),
    })
}

/// Where a comment begins behind a value: at a `#` or `;` after a space.
fn comment(text: &str) -> Option<usize> {
    let begins = |at: usize| text[..at].chars().next_back().is_none_or(char::is_whitespace);
    text.match_indices(['#', ';']).map(|(at, _)| at).find(|at| begins(*at))
}

/// The longest comment that is taken for a name.
const LONGEST_NOTE: usize = 60;

/// What a comment says, if it is short enough for a name and has only letters that are shown.
fn note(text: &str) -> Option<String> {
    let words = text.trim().trim_start_matches(['#', ';']).trim();
    let shown = !words.is_empty()
        && words.chars().count() <= LONGEST_NOTE
        && words.chars().all(|c| c.is_alphanumeric() || " -'.()".contains(c));
    shown.then(|| words.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> File {
        read(&Arc::new(Source::new("x.ini", text)))
    }

    #[test]
    fn sections_keys_values_and_notes_are_read() {
        let file = file(
            "# a\n; b\n[one:two]  # First\nkey = a value # note\nempty=\n\n[three]\r\nx=1\r\n",
        );
        assert!(file.errors.is_empty(), "{:?}", file.errors);
        let [one, three] = &file.sections[..] else { panic!("{:?}", file.sections) };
        assert_eq!((one.name.as_str(), one.parent.as_deref()), ("one", Some("two")));
        assert_eq!((one.note.as_deref(), three.parent.as_deref()), (Some("First"), None));
        let entry = &one.entries[0];
        assert_eq!((entry.key.as_str(), entry.value.as_str()), ("key", "a value"));
        assert_eq!(entry.note.as_deref(), Some("note"));
        assert_eq!(&entry.value_at.source.text[entry.value_at.span.clone()], "a value");
        assert_eq!(one.entries[1].value, "");
        assert_eq!(three.entries[0].value, "1");
    }

    #[test]
    fn what_is_no_ini_has_a_place() {
        for (text, message) in [
            ("key = 1", "x.ini:1:1: expected a section first, as in `[my-game:chess]`"),
            ("[a]\n  word", "x.ini:2:3: expected `key = value`, a `[section]` or a comment"),
            ("[a", "x.ini:1:1: a section's name ends with `]`"),
            ("[:b]", "x.ini:1:1: a section needs a name, as in `[my-game:chess]`"),
        ] {
            assert_eq!(file(text).errors[0].1.to_string(), message);
        }
    }
}
