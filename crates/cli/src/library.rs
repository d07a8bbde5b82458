//! Games by name or by the path of a file.

use crate::findings;
use anyhow::Context;
use komadai_rules::AnyGame;
use komadai_rules::variant::{self, BUILTIN, Diagnostic, Loaded, Source};
use std::collections::HashMap;
use std::io::Read;
use std::path::Path;

/// No variant file is longer.
const MOST_BYTES: u64 = 1 << 20;

/// A game that was found good, and what is doubtful about it all the same.
#[derive(Clone, Debug)]
pub(crate) struct Good {
    pub(crate) game: AnyGame,
    pub(crate) warnings: Vec<Diagnostic>,
}

/// A variant file with errors; never empty.
#[derive(Debug, thiserror::Error)]
#[error("{}{}", .0[0], and_more(.0))]
pub(crate) struct BadVariant(pub(crate) Vec<Diagnostic>);

fn and_more(errors: &[Diagnostic]) -> String {
    let help = errors[0].help.as_ref().map_or_else(String::new, |help| format!(" ({help})"));
    match errors.len() {
        1 => help,
        n => format!("{help}; and {} more", n - 1),
    }
}

impl BadVariant {
    /// The errors with the lines that they are about.
    pub(crate) fn drawn(&self, color: bool) -> String {
        self.0.iter().map(|error| findings::draw(error, color)).collect()
    }
}

/// Whether a name is that of a game that comes with the program.
pub(crate) fn is_builtin(name: &str) -> bool {
    variant::builtin(name).is_some()
}

/// The text of a game: built in, or a file's.
pub(crate) fn source(name: &str) -> anyhow::Result<Source> {
    match variant::builtin(name) {
        Some(text) => Ok(Source::new(format!("{name}.toml"), text)),
        None => Ok(Source::new(name, read(name)?)),
    }
}

/// Loads and compiles a game.
pub(crate) fn load(source: &Source, settings: &[(String, String)]) -> Result<Good, BadVariant> {
    let Loaded { variant, warnings } =
        variant::load(source, &|name| beside(&source.name, name), settings).map_err(BadVariant)?;
    match AnyGame::compile(&variant) {
        Ok(game) => Ok(Good { game, warnings }),
        Err(error) => Err(BadVariant(vec![findings::of_compiling(source, &variant, &error)])),
    }
}

/// A game by name or path.
pub(crate) fn game(name: &str, settings: &[(String, String)]) -> anyhow::Result<AnyGame> {
    Ok(load(&source(name)?, settings)?.game)
}

/// The text of a file beside another, for `extends`.
fn beside(file: &str, name: &str) -> Option<String> {
    let folder = Path::new(file).parent().unwrap_or(Path::new(""));
    let with_ending = folder.join(format!("{name}.toml"));
    [with_ending, folder.join(name)].iter().find_map(|path| read_text(path).ok())
}

fn read(name: &str) -> anyhow::Result<String> {
    let path = Path::new(name);
    if !path.exists() {
        let games: Vec<&str> = BUILTIN.iter().map(|(id, _)| *id).collect();
        anyhow::bail!("there is no game and no file `{name}`; the games are {}", games.join(", "));
    }
    read_text(path).with_context(|| format!("cannot read `{name}`"))
}

/// Reads a file, but not endlessly.
#[allow(clippy::disallowed_types, reason = "reading the files that the user names")]
fn read_text(path: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    anyhow::ensure!(bytes.len() as u64 <= MOST_BYTES, "it is longer than a mebibyte");
    String::from_utf8(bytes).context("it is not UTF-8 text")
}

/// Compiled games, kept for the next request.
#[derive(Default)]
pub(crate) struct Library {
    games: HashMap<(Source, Vec<(String, String)>), AnyGame>,
}

/// Nobody needs more at a time; beyond, the library starts anew.
const MOST_GAMES: usize = 64;

impl Library {
    /// A game by name or path. Files are read anew, but compiled again only if they have changed.
    pub(crate) fn game(
        &mut self,
        name: &str,
        settings: &[(String, String)],
    ) -> anyhow::Result<AnyGame> {
        let key = (source(name)?, settings.to_vec());
        if let Some(game) = self.games.get(&key) {
            return Ok(game.clone());
        }
        let game = load(&key.0, settings)?.game;
        if self.games.len() >= MOST_GAMES {
            self.games.clear();
        }
        self.games.insert(key, game.clone());
        Ok(game)
    }
}
