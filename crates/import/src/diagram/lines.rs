//! Settings and pieces: what a diagram says, and where.

use super::key::{self, Fate};
use super::page::{Line, Text};
use crate::place::Place;
use crate::report::Report;
use std::collections::{BTreeMap, BTreeSet};

/// `key=value`
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    pub(crate) key: String,
    pub(crate) value: String,
    pub(crate) key_at: Place,
    pub(crate) value_at: Place,
}

/// A part of the line of a piece.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) text: String,
    pub(crate) at: Place,
}

/// `name:ID:move:image:squares:hand`
#[derive(Clone, Debug)]
pub(crate) struct PieceLine {
    pub(crate) name: Field,
    pub(crate) id: Field,
    pub(crate) movement: Field,
    pub(crate) squares: Field,
    pub(crate) hand: Field,
    pub(crate) at: Place,
}

/// What a diagram says.
#[derive(Debug, Default)]
pub(crate) struct Definition {
    settings: BTreeMap<String, Setting>,
    pub(crate) pieces: Vec<PieceLine>,
}

/// Whether a line can only be one of a diagram.
pub(crate) fn is_line(line: &str) -> bool {
    match line.split_once('=') {
        Some((key, _)) if !key.contains(':') => {
            matches!(key::fate(key.trim()), Some(Fate::Said | Fate::Shown))
        }
        _ => line.matches(':').count() >= 4,
    }
}

/// The longest line: a matrix of captures has a sign for each two types.
const LONGEST: usize = 32 * 1024;

/// The most types of piece.
const MOST_PIECES: usize = 128;

/// Reads the lines of a diagram; what is no line of one is an error.
pub(crate) fn read(text: &Text, report: &mut Report) -> Definition {
    let mut definition = Definition::default();
    for line in &text.lines {
        match line.text.split_once('=') {
            _ if line.text.len() > LONGEST => {
                report.error(Some(&line.at), "this line is too long".into());
            }
            _ if line.text.starts_with("<!--") && line.text.ends_with("-->") => {}
            Some((key, value)) if !key.contains(':') => definition.set(line, key, value, report),
            _ if line.text.contains(':') && definition.pieces.len() == MOST_PIECES => {
                let message = format!("a game has at most {MOST_PIECES} types of piece");
                report.error(Some(&line.at), message);
                break;
            }
            _ if line.text.contains(':') => definition.pieces.extend(piece(line, report)),
            _ => {
                let message = "expected `key=value`, or a piece as in `knight:N:N::b1,g1`";
                report.error(Some(&line.at), message.into());
            }
        }
    }
    definition
}

impl Definition {
    fn set(&mut self, line: &Line, key: &str, value: &str, report: &mut Report) {
        let value_start = key.len() + 1 + (value.len() - value.trim_start().len());
        let (key, value) = (key.trim(), value.trim());
        let setting = Setting {
            key: key.into(),
            value: value.into(),
            key_at: line.at.part(0..key.len()),
            value_at: line.at.part(value_start..value_start + value.len()),
        };
        if key::fate(key).is_none() {
            let help = key::like(key).map(|near| format!("did you mean `{near}`?"));
            report.error_help(&setting.key_at, format!("unknown key `{key}`"), help);
        }
        let at = setting.key_at.clone();
        if self.settings.insert(key.into(), setting).is_some() {
            let message = match key {
                key::ROYAL => "several types are royal: which of them must be lost is not said",
                _ => "this is set twice",
            };
            report.error(Some(&at), format!("`{key}`: {message}"));
        }
    }

    /// What a key is set to, unless that is nothing.
    pub(crate) fn get(&self, key: &str) -> Option<&Setting> {
        self.settings.get(key).filter(|setting| !setting.value.is_empty())
    }

    /// A whole number within bounds, or another one where there is none.
    pub(crate) fn number(
        &self,
        key: &str,
        otherwise: u8,
        (least, most): (u8, u8),
        report: &mut Report,
    ) -> u8 {
        let Some(setting) = self.get(key) else { return otherwise };
        let number = setting.value.parse().ok();
        number.filter(|number| (least..=most).contains(number)).unwrap_or_else(|| {
            let message = format!("`{key}` is a number from {least} to {most}");
            report.error(Some(&setting.value_at), message);
            otherwise
        })
    }

    /// Takes away what the game is to do without; says what that was.
    pub(crate) fn leave_out(&mut self, names: &[String], report: &mut Report) {
        for name in names {
            if [key::FILES, key::RANKS].contains(&name.as_str()) {
                report.error(None, format!("`{name}` cannot be left out"));
            } else if let Some(Setting { value, key_at, .. }) = self.settings.remove(name) {
                report.remark(Some(&key_at), format!("left out: `{name}={value}`"));
            } else if name != key::HAND && !key::is_hook(name) && key::fate(name).is_none() {
                report.error(None, format!("there is no key `{name}` to leave out"));
            }
        }
        if names.iter().any(|name| name == key::HAND) {
            for piece in self.pieces.iter_mut().filter(|piece| !piece.hand.text.is_empty()) {
                let message = format!("left out: {} in hand", piece.hand.text);
                report.remark(Some(&piece.hand.at), message);
                piece.hand.text.clear();
            }
        }
    }

    /// Refuses what cannot be said at all, and notes what need not be said.
    pub(crate) fn judge(&self, report: &mut Report) {
        let mut shown: BTreeSet<&str> = BTreeSet::new();
        let mut first: Option<&Place> = None;
        for setting in self.settings.values() {
            match key::fate(&setting.key) {
                Some(Fate::Refused(why)) if !["", "0"].contains(&setting.value.as_str()) => {
                    report.refuse_at(&setting.key_at, &setting.key, why);
                }
                Some(Fate::Shown) => {
                    shown.insert(&setting.key);
                    if first.is_none_or(|first| setting.key_at.span.start < first.span.start) {
                        first = Some(&setting.key_at);
                    }
                }
                _ => {}
            }
        }
        if !shown.is_empty() {
            let keys: Vec<&str> = shown.into_iter().collect();
            let message = format!("only about how the diagram is shown: {}", keys.join(", "));
            report.remark(first, message);
        }
    }
}

/// A piece; parts that are not there are empty.
fn piece(line: &Line, report: &mut Report) -> Option<PieceLine> {
    let mut fields: Vec<Field> = Vec::new();
    let mut start = 0;
    for text in line.text.split(':') {
        let indent = text.len() - text.trim_start().len();
        let plain = text.trim();
        let at = line.at.part(start + indent..start + indent + plain.len());
        start += text.len() + 1;
        match fields.last_mut() {
            // An image may be an address.
            Some(before) if plain.starts_with("//") => {
                before.text.push_str(plain);
            }
            _ => fields.push(Field { text: plain.into(), at }),
        }
    }
    if fields.len() > 6 {
        let message = "a piece has six parts: `name:ID:move:image:squares:hand`";
        report.error(Some(&line.at), message.into());
        return None;
    }
    let end = line.at.part(line.text.len()..line.text.len());
    let mut fields = fields.into_iter();
    let mut next = || fields.next().unwrap_or(Field { text: String::new(), at: end.clone() });
    let [name, id, movement, _image, squares, hand] = [(); 6].map(|()| next());
    if name.text.is_empty() {
        report.error(Some(&line.at), "a piece needs a name".into());
        return None;
    }
    Some(PieceLine { name, id, movement, squares, hand, at: line.at.clone() })
}
