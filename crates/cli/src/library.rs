//! Games by name or by the path of a file.

use crate::findings;
use anyhow::Context;
use komadai_manual::{Lang, prose};
use komadai_rules::AnyGame;
use komadai_rules::variant::{self, BUILTIN, Diagnostic, Diagnostics, Loaded, Source};
use komadai_server::read_variant_file;
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// A game that was found good, and what is doubtful about it all the same.
#[derive(Clone, Debug)]
pub(crate) struct Good {
    pub(crate) game: AnyGame,
    pub(crate) warnings: Vec<Diagnostic>,
}

/// A variant file with errors.
#[derive(Debug, thiserror::Error)]
#[error("{}{}", .0[0], and_more(.0))]
pub(crate) struct BadVariant(pub(crate) Diagnostics);

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
    let kin = Kin::of(&source.name);
    let Loaded { variant, warnings } =
        variant::load(source, &|name| kin.text(name), settings).map_err(BadVariant)?;
    match AnyGame::compile(&variant) {
        Ok(game) => Ok(Good { game, warnings }),
        Err(error) => Err(BadVariant(findings::of_compiling(source, &variant, &error).into())),
    }
}

/// A game by name or path.
pub(crate) fn game(name: &str, settings: &[(String, String)]) -> anyhow::Result<AnyGame> {
    Ok(load(&source(name)?, settings)?.game)
}

/// Finds the files that a file extends, and those that they extend: all of them are in its folder.
struct Kin {
    folder: PathBuf,
    /// Where has been looked.
    places: RefCell<Vec<PathBuf>>,
}

impl Kin {
    fn of(file: &str) -> Self {
        let folder = Path::new(file).parent().unwrap_or(Path::new("")).to_owned();
        Kin { folder, places: RefCell::default() }
    }

    /// The text of a file by the name under which it is extended, which is no path. Those that come with the program
    /// are known already; one of the shelf gives way to a file of that name.
    fn text(&self, name: &str) -> Option<String> {
        if BUILTIN.iter().any(|game| game.id == name) {
            return None;
        }
        let places = [self.folder.join(format!("{name}.toml")), self.folder.join(name)];
        places.into_iter().find_map(|place| {
            let text = read_variant_file(&place).ok();
            self.places.borrow_mut().push(place);
            text
        })
    }
}

/// The files that a variant file consists of, itself and those that it extends, with their texts;
/// also where such a file would be if there were one.
pub(crate) fn parts(file: &str) -> Vec<(PathBuf, Option<String>)> {
    let text = read_variant_file(Path::new(file)).unwrap_or_default();
    let kin = Kin::of(file);
    // What is wrong with it is for others to say.
    let _ = variant::load(&Source::new(file, text), &|name| kin.text(name), &[]);
    let with_text = |path: PathBuf| {
        let text = read_variant_file(&path).ok();
        (path, text)
    };
    std::iter::once(PathBuf::from(file)).chain(kin.places.into_inner()).map(with_text).collect()
}

/// The prose of a game: the program's own, or the file beside a variant file. What is not there in
/// this language may be in English.
///
/// # Errors
/// A file that is there but cannot be read.
pub(crate) fn prose(name: &str, lang: Lang) -> anyhow::Result<Option<Source>> {
    if is_builtin(name) {
        return Ok(prose::builtin(name, lang));
    }
    for ending in prose::endings(lang) {
        let path = Path::new(name).with_extension(ending);
        if path.is_file() {
            let text = read_variant_file(&path)
                .with_context(|| format!("cannot read `{}`", path.display()))?;
            return Ok(Some(Source::new(path.display().to_string(), text)));
        }
    }
    Ok(None)
}

fn read(name: &str) -> anyhow::Result<String> {
    let path = Path::new(name);
    if !path.exists() {
        let games: Vec<&str> = BUILTIN.iter().map(|game| game.id).collect();
        let games = games.join(", ");
        anyhow::bail!(
            "there is no game and no file `{name}`; the games are {games}, and those that `komadai variants` lists"
        );
    }
    read_variant_file(path).with_context(|| format!("cannot read `{name}`"))
}

/// Compiled games, kept for the next request.
#[derive(Default)]
pub(crate) struct Library {
    games: Mutex<HashMap<Asked, AnyGame>>,
}

/// The text of a game, and the settings that are laid over it.
type Asked = (Source, Vec<(String, String)>);

/// Nobody needs more at a time; beyond, the library starts anew.
const MOST_GAMES: usize = 64;

impl Library {
    /// A game by name or path. Files are read anew, but compiled again only if they have changed.
    pub(crate) fn game(
        &self,
        name: &str,
        settings: &[(String, String)],
    ) -> anyhow::Result<AnyGame> {
        let key = (source(name)?, settings.to_vec());
        // Held while a game is compiled, so that nobody else compiles it too.
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(game) = games.get(&key) {
            return Ok(game.clone());
        }
        let game = load(&key.0, settings)?.game;
        if games.len() >= MOST_GAMES {
            games.clear();
        }
        games.insert(key, game.clone());
        Ok(game)
    }
}
