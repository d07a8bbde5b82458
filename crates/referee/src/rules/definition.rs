//! What a variant is made of, kept with the games that are played by it.

use komadai_rules::AnyGame;
use komadai_rules::variant::{self, Loaded, Source};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write;
use utoipa::ToSchema;

/// The texts of a variant: the file and those that it extends. A game goes on by the rules that it
/// began with, also when the file changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Definition {
    /// The name of the file.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The files that it extends, by the names that they are extended by.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub parents: BTreeMap<String, String>,
}

/// A definition's hash.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DefinitionId(String);

/// No game lasts longer here: beyond so many plies, what a game takes of memory and time is more than any
/// game is worth. The rules of its variant may draw it sooner.
pub const MOST_PLIES: u32 = 2_000;

/// Bytes of changes to rules, those that were taken over included: every game has them, and every compiled
/// game.
pub const MOST_SET: usize = 8 << 10;
/// So many there are at most: each is looked up in the file.
pub const MOST_CHANGES: usize = 64;

/// Changes to the rules of a variant for one game.
pub type Settings = Vec<(String, String)>;

/// Whether so many changes to rules are heard of.
///
/// # Errors
/// When there are too many.
pub fn check_size(settings: &Settings) -> Result<(), String> {
    let bytes: usize = settings.iter().map(|(key, value)| key.len() + value.len()).sum();
    if settings.len() > MOST_CHANGES || bytes > MOST_SET {
        return Err(format!(
            "at most {MOST_CHANGES} changes to the rules, of {MOST_SET} bytes in all"
        ));
    }
    Ok(())
}

impl Definition {
    /// A game that comes with the program.
    pub fn builtin(id: &str) -> Option<Self> {
        let text = variant::builtin(id)?.to_owned();
        Some(Definition { name: format!("{id}.toml"), text, parents: BTreeMap::new() })
    }

    /// Its hash, by which it is known.
    pub fn id(&self) -> DefinitionId {
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
    pub fn load(&self, settings: &Settings) -> Result<Loaded, String> {
        let source = Source::new(&self.name, &self.text);
        let parent = |name: &str| self.parents.get(name).cloned();
        variant::load(&source, &parent, settings).map_err(|errors| errors.to_string())
    }

    /// Compiles the game, which ends here after some plies at the latest.
    ///
    /// # Errors
    /// What is wrong with the texts or the settings.
    pub fn compile(&self, settings: &Settings) -> Result<AnyGame, String> {
        let mut loaded = self.load(settings)?;
        let limit = loaded.variant.end.move_limit.unwrap_or(MOST_PLIES).min(MOST_PLIES);
        loaded.variant.end.move_limit = Some(limit);
        AnyGame::compile(&loaded.variant).map_err(|error| format!("{}: {error}", self.name))
    }
}

impl DefinitionId {
    /// One that was kept.
    pub fn kept(text: String) -> Self {
        DefinitionId(text)
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
