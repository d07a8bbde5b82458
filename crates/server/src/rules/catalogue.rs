//! Which games there are: those that come with the program, and the user's own files.

use super::house::House;
use super::{Definition, DefinitionId, Settings};
use komadai_manual::{Lang, prose};
use komadai_rules::AnyGame;
use komadai_rules::variant::{BUILTIN, Source};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use utoipa::ToSchema;

/// All games that may be begun.
pub(crate) struct Catalogue {
    builtin: Vec<CatalogueEntry>,
    /// Where the user's own files are. They are read anew whenever somebody asks.
    folder: Option<PathBuf>,
    houses: Mutex<HashMap<(DefinitionId, Settings), Arc<House>>>,
}

/// A game that may be begun.
#[derive(Clone)]
pub(crate) struct CatalogueEntry {
    pub(crate) definition: Definition,
    pub(crate) house: Arc<House>,
    pub(crate) builtin: bool,
}

/// All games, and the files that are none.
#[derive(Clone)]
pub(crate) struct Listing {
    pub(crate) entries: Vec<CatalogueEntry>,
    pub(crate) errors: Vec<FileError>,
}

/// A variant file that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct FileError {
    /// The name of the file.
    pub(crate) file: String,
    /// What is wrong with it, line by line.
    pub(crate) text: String,
}

/// Why there are no rules for a game.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CatalogueError {
    /// The texts, or the settings for one game, are not good.
    #[error("{0}")]
    Bad(String),
}

/// Nobody needs more compiled games at a time; beyond, the oldest ones are compiled anew.
const MOST_HOUSES: usize = 128;
/// No variant file is longer.
const MOST_BYTES: u64 = 1 << 20;
/// Nobody has more files of their own; the rest is not read.
const MOST_FILES: usize = 200;

impl Catalogue {
    /// # Errors
    /// When a game that comes with the program is not good.
    pub(crate) fn new(folder: Option<PathBuf>) -> Result<Self, CatalogueError> {
        let mut catalogue =
            Catalogue { builtin: Vec::new(), folder, houses: Mutex::new(HashMap::new()) };
        for definition in BUILTIN.iter().filter_map(|game| Definition::builtin(game.id)) {
            let house = catalogue.house(&definition, &Settings::new())?;
            catalogue.builtin.push(CatalogueEntry { definition, house, builtin: true });
        }
        Ok(catalogue)
    }

    /// The rules of a definition with some settings, compiled once.
    ///
    /// # Errors
    /// See [`CatalogueError`].
    pub(crate) fn house(
        &self,
        definition: &Definition,
        settings: &Settings,
    ) -> Result<Arc<House>, CatalogueError> {
        let key = (definition.id(), settings.clone());
        let houses = || self.houses.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(house) = houses().get(&key) {
            return Ok(Arc::clone(house));
        }
        let loaded = definition.load(settings).map_err(CatalogueError::Bad)?;
        let game = AnyGame::compile(&loaded.variant)
            .map_err(|error| CatalogueError::Bad(format!("{}: {error}", definition.name)))?;
        let house = Arc::new(House::new(game));
        let mut houses = houses();
        if houses.len() >= MOST_HOUSES {
            houses.clear();
        }
        houses.insert(key, Arc::clone(&house));
        Ok(house)
    }

    /// All games. This reads files: not for the threads that answer.
    pub(crate) fn list(&self) -> Listing {
        let mut listing = Listing { entries: self.builtin.clone(), errors: Vec::new() };
        let Some(folder) = &self.folder else { return listing };
        let texts = match texts_in(folder) {
            Ok(texts) => texts,
            Err(error) => {
                listing.errors.push(FileError {
                    file: folder.display().to_string(),
                    text: format!("the folder cannot be read: {error}"),
                });
                return listing;
            }
        };
        for (file, text) in &texts {
            match self.own(&listing, &texts, file, text) {
                Ok(entry) => listing.entries.push(entry),
                Err(text) => listing.errors.push(FileError { file: file.clone(), text }),
            }
        }
        listing
    }

    /// A game by its name. This may read files.
    pub(crate) fn find(&self, id: &str) -> Option<CatalogueEntry> {
        let is_it = |entry: &&CatalogueEntry| entry.house.variant().id == id;
        if let Some(entry) = self.builtin.iter().find(is_it) {
            return Some(entry.clone());
        }
        self.list().entries.iter().find(is_it).cloned()
    }

    /// What is to be told of a game besides its rules: the program's own, or the file beside the user's.
    /// This may read files.
    pub(crate) fn prose(&self, entry: &CatalogueEntry, lang: Lang) -> Option<Source> {
        if entry.builtin {
            return prose::builtin(&entry.house.variant().id, lang);
        }
        let file = self.folder.as_ref()?.join(&entry.definition.name);
        prose::endings(lang).iter().find_map(|ending| {
            let path = file.with_extension(ending);
            let text = read_text(&path).ok()?;
            Some(Source::new(path.file_name()?.to_string_lossy(), text))
        })
    }

    /// One of the user's own files.
    fn own(
        &self,
        known: &Listing,
        texts: &BTreeMap<String, Result<String, String>>,
        file: &str,
        text: &Result<String, String>,
    ) -> Result<CatalogueEntry, String> {
        let good = |name: &str| texts.get(name).and_then(|text| text.as_ref().ok()).cloned();
        // Which files it extends is known when it asks for them.
        let asked = std::cell::RefCell::new(BTreeMap::new());
        let parent = |name: &str| {
            let text = good(&format!("{name}.toml")).or_else(|| good(name))?;
            asked.borrow_mut().insert(name.to_owned(), text.clone());
            Some(text)
        };
        let source = Source::new(file, text.clone()?);
        let loaded = komadai_rules::variant::load(&source, &parent, &[]);
        let loaded = loaded.map_err(|errors| errors.to_string())?;
        let definition = Definition {
            name: source.name.clone(),
            text: source.text.clone(),
            parents: asked.into_inner(),
        };
        let id = &loaded.variant.id;
        if known.entries.iter().any(|entry| entry.house.variant().id == *id) {
            return Err(format!("{file}: there is already a game with the id `{id}`"));
        }
        let house = self.house(&definition, &Settings::new()).map_err(|error| error.to_string())?;
        house.info().ok_or_else(|| format!("{file}: the start breaks the rules of the game"))?;
        Ok(CatalogueEntry { definition, house, builtin: false })
    }
}

/// The variant files of a folder by name, or why one cannot be read.
fn texts_in(folder: &Path) -> std::io::Result<BTreeMap<String, Result<String, String>>> {
    let mut texts = BTreeMap::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        if path.extension().is_some_and(|ending| ending == "toml") && path.is_file() {
            texts.insert(name.to_owned(), read_text(&path));
        }
        if texts.len() >= MOST_FILES {
            break;
        }
    }
    Ok(texts)
}

/// Reads a file, but not endlessly.
fn read_text(path: &Path) -> Result<String, String> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)
        .and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| format!("it cannot be read: {error}"))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err("it is longer than a mebibyte".to_owned());
    }
    String::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned())
}
