//! What a variant is made of, kept with the games that are played by it.

use komadai_rules::variant::{self, Loaded, Source};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The texts of a variant: the file and those that it extends. A game goes on by the rules that it
/// began with, also when the file changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Definition {
    /// The name of the file.
    pub(crate) name: String,
    /// Its text.
    pub(crate) text: String,
    /// The files that it extends, by the names that they are extended by.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) parents: BTreeMap<String, String>,
}

/// A definition's hash.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct DefinitionId(String);

/// Changes to the rules of a variant for one game.
pub(crate) type Settings = Vec<(String, String)>;

impl Definition {
    /// A game that comes with the program.
    pub(crate) fn builtin(id: &str) -> Option<Self> {
        let text = variant::builtin(id)?.to_owned();
        Some(Definition { name: format!("{id}.toml"), text, parents: BTreeMap::new() })
    }

    pub(crate) fn id(&self) -> DefinitionId {
        let mut hash = Sha256::new();
        for part in
            [&self.name, &self.text].into_iter().chain(self.parents.iter().flat_map(<[_; 2]>::from))
        {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        let mut text = String::new();
        for byte in hash.finalize() {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
        }
        DefinitionId(text)
    }

    /// Reads the variant.
    ///
    /// # Errors
    /// What is wrong with the texts or the settings, each with its line.
    pub(crate) fn load(&self, settings: &Settings) -> Result<Loaded, String> {
        let source = Source::new(&self.name, &self.text);
        let parent = |name: &str| self.parents.get(name).cloned();
        variant::load(&source, &parent, settings).map_err(|errors| errors.to_string())
    }
}

impl DefinitionId {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}
