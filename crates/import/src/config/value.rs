//! Values of keys.

use super::Config;
use crate::key::Takes;
use crate::region::{self, Region};
use crate::types::Type;
use komadai_variant::Outcome;
use std::collections::{BTreeMap, BTreeSet};

/// Types of piece that a key names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Types {
    /// All of the game's, counted together.
    pub(crate) everything: bool,
    pub(crate) named: BTreeSet<Type>,
}

impl Types {
    pub(crate) fn of(types: impl IntoIterator<Item = Type>) -> Types {
        Types { everything: false, named: types.into_iter().collect() }
    }

    pub(crate) fn everything() -> Types {
        Types { everything: true, named: BTreeSet::new() }
    }

    pub(crate) fn has(&self, kind: Type) -> bool {
        self.everything || self.named.contains(&kind)
    }

    /// Whether that is the only one.
    pub(crate) fn is_only(&self, kind: Type) -> bool {
        !self.everything && self.named.iter().eq([&kind])
    }

    pub(crate) fn is_empty(&self) -> bool {
        !self.everything && self.named.is_empty()
    }

    pub(crate) fn insert(&mut self, kind: Type) {
        self.named.insert(kind);
    }

    pub(crate) fn remove(&mut self, kind: Type) {
        self.named.remove(&kind);
    }
}

/// The value of a key, by what it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Flag(bool),
    /// A number; of ranks and files the index, counted from 0.
    Number(u32),
    Outcome(Option<Outcome>),
    Region(Region),
    Types(Types),
    Pairs(BTreeMap<Type, Type>, BTreeSet<Type>),
    Counts(BTreeMap<Type, u32>),
    Text(String),
}

impl Value {
    /// Reads a value; letters stand for the pieces that the game has by now.
    pub(super) fn read(
        takes: Takes,
        text: &str,
        letters: &BTreeMap<char, Type>,
    ) -> Result<Value, String> {
        let find = |letter: char| {
            let found = letters.get(&letter.to_ascii_uppercase()).copied();
            found.ok_or_else(|| format!("no piece has the letter `{letter}`"))
        };
        Ok(match takes {
            Takes::Types => Value::Types(read_types(text, find)?),
            Takes::Pairs => read_pairs(text, find)?,
            Takes::Counts => Value::Counts(read_counts(text, find)?),
            _ => read_plain(takes, text)?,
        })
    }

    /// What a key that names no pieces has without a file that says it.
    pub(super) fn default_of(takes: Takes, text: &str) -> Value {
        match (takes, text) {
            (Takes::Region, "all") => Value::Region(Region::all()),
            (Takes::Pairs, _) => Value::Pairs(BTreeMap::new(), BTreeSet::new()),
            (Takes::Counts, _) => Value::Counts(BTreeMap::new()),
            (Takes::Rank, "") => Value::Text(String::new()),
            _ => read_plain(takes, text).unwrap_or(Value::Text(String::new())),
        }
    }

    /// Pairs and counts are added to those that were there.
    pub(super) fn onto(self, old: &Value) -> Value {
        match (self, old) {
            (Value::Pairs(pairs, ended), Value::Pairs(before, _)) => {
                let mut all = before.clone();
                all.retain(|kind, _| !ended.contains(kind));
                all.extend(pairs);
                Value::Pairs(all, BTreeSet::new())
            }
            (Value::Counts(counts), Value::Counts(before)) => {
                Value::Counts(before.iter().map(|(k, n)| (*k, *n)).chain(counts).collect())
            }
            (value, _) => value,
        }
    }
}

fn read_plain(takes: Takes, text: &str) -> Result<Value, String> {
    Ok(match takes {
        Takes::Flag => match text {
            "true" => Value::Flag(true),
            "false" => Value::Flag(false),
            _ => return Err(format!("expected `true` or `false`, not `{text}`")),
        },
        Takes::Number => {
            let number = text.parse::<u32>().ok().filter(|n| *n <= 1_000_000);
            Value::Number(number.ok_or_else(|| format!("expected a number, not `{text}`"))?)
        }
        Takes::Rank => {
            let rank = region::read_rank(text);
            let rank = rank.ok_or_else(|| format!("expected a rank from 1 to 16, not `{text}`"))?;
            Value::Number(rank.into())
        }
        Takes::File => {
            let file = region::read_file_or_number(text);
            let file = file.ok_or_else(|| format!("expected a file, `a` or 1, not `{text}`"))?;
            Value::Number(file.into())
        }
        Takes::Outcome => Value::Outcome(match text {
            "win" => Some(Outcome::Win),
            "loss" => Some(Outcome::Loss),
            "draw" => Some(Outcome::Draw),
            "none" => None,
            _ => return Err(format!("expected `win`, `loss`, `draw` or `none`, not `{text}`")),
        }),
        Takes::Region => Value::Region(Region::read(text)?),
        Takes::Text | Takes::Types | Takes::Pairs | Takes::Counts => Value::Text(text.into()),
    })
}

fn read_types(text: &str, find: impl Fn(char) -> Result<Type, String>) -> Result<Types, String> {
    let mut types = Types::default();
    for letter in text.chars().filter(|c| !c.is_whitespace()) {
        match letter {
            '-' => break,
            '*' => types.everything = true,
            _ => types.insert(find(letter)?),
        }
    }
    Ok(types)
}

/// `p:g s:g`; `g:-` ends what was said before.
fn read_pairs(text: &str, find: impl Fn(char) -> Result<Type, String>) -> Result<Value, String> {
    let (mut pairs, mut ended) = (BTreeMap::new(), BTreeSet::new());
    let letters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    for pair in letters.chunks(3) {
        match pair {
            [from, ':', '-'] => {
                ended.insert(find(*from)?);
            }
            [from, ':', to] => {
                pairs.insert(find(*from)?, find(*to)?);
            }
            _ => return Err("expected pairs of letters, as in `p:g s:g`".into()),
        }
    }
    Ok(Value::Pairs(pairs, ended))
}

/// `q:1 r:2`.
fn read_counts(
    text: &str,
    find: impl Fn(char) -> Result<Type, String>,
) -> Result<BTreeMap<Type, u32>, String> {
    let count = |word: &str| {
        let wrong = || "expected letters and numbers, as in `q:1 r:2`".to_owned();
        let (letter, number) = word.split_once(':').ok_or_else(wrong)?;
        let mut letters = letter.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else { return Err(wrong()) };
        let number = number.parse::<u32>().ok().filter(|number| *number <= 255);
        Ok((find(letter)?, number.ok_or_else(wrong)?))
    };
    text.split_whitespace().map(count).collect()
}

/// The values of keys by name; what a key takes is in the table of keys.
impl Config {
    pub(crate) fn flag(&self, key: &str) -> bool {
        matches!(self.slot(key).value, Value::Flag(true))
    }

    pub(crate) fn text(&self, key: &str) -> &str {
        match &self.slot(key).value {
            Value::Text(text) => text,
            _ => "",
        }
    }

    pub(crate) fn number(&self, key: &str) -> u32 {
        match self.slot(key).value {
            Value::Number(number) => number,
            _ => 0,
        }
    }

    /// The index of a rank or file, if the key has one.
    pub(crate) fn index(&self, key: &str) -> Option<u8> {
        match self.slot(key).value {
            Value::Number(number) => u8::try_from(number).ok(),
            _ => None,
        }
    }

    pub(crate) fn outcome(&self, key: &str) -> Option<Outcome> {
        match self.slot(key).value {
            Value::Outcome(outcome) => outcome,
            _ => None,
        }
    }

    pub(crate) fn region(&self, key: &str) -> Region {
        match &self.slot(key).value {
            Value::Region(region) => region.clone(),
            _ => Region::default(),
        }
    }

    pub(crate) fn types(&self, key: &str) -> Types {
        match &self.slot(key).value {
            Value::Types(types) => types.clone(),
            _ => Types::default(),
        }
    }

    pub(crate) fn counts(&self, key: &str) -> BTreeMap<Type, u32> {
        match &self.slot(key).value {
            Value::Counts(counts) => counts.clone(),
            _ => BTreeMap::new(),
        }
    }

    pub(crate) fn pairs(&self, key: &str) -> BTreeMap<Type, Type> {
        match &self.slot(key).value {
            Value::Pairs(pairs, _) => pairs.clone(),
            _ => BTreeMap::new(),
        }
    }
}
