//! Changes to the rules, as requests name them.

use crate::rules::{MOST_CHANGES, MOST_SET};
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;

/// Reads paths of keys and their values. The rest is not read where there is too much: to take thousands of them
/// apart is more work than most requests.
pub fn changes<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, String>, D::Error> {
    from.deserialize_map(Changes)
}

struct Changes;

impl<'de> Visitor<'de> for Changes {
    type Value = BTreeMap<String, String>;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("changes to the rules: paths of keys and their values, all as text")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Self::Value, A::Error> {
        let (mut changes, mut number, mut bytes) = (BTreeMap::new(), 0, 0);
        while let Some((key, value)) = from.next_entry::<String, String>()? {
            (number, bytes) = (number + 1, bytes + key.len() + value.len());
            if number > MOST_CHANGES || bytes > MOST_SET {
                let text = format!(
                    "at most {MOST_CHANGES} changes to the rules, of {MOST_SET} bytes in all"
                );
                return Err(A::Error::custom(text));
            }
            changes.insert(key, value);
        }
        Ok(changes)
    }
}
