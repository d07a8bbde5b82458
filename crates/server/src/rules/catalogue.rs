//! Which games there are: those that come with the program, and the user's own files.

use super::file::read_variant_file;
use super::net::read_net;
use super::weight::Weight;
use super::{Definition, DefinitionId, House, Settings, beginning};
use crate::address::Owner;
use crate::at_once::{AtOnce, Share};
use komadai_manual::{Lang, prose};
use komadai_records::file::GameName;
use komadai_referee::analysis::Named;
use komadai_rules::pause;
use komadai_rules::variant::{BUILTIN, SHELF, Source};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};
use utoipa::ToSchema;

/// All games that may be begun.
pub(crate) struct Catalogue {
    builtin: Vec<CatalogueEntry>,
    /// Where the user's own files are. They are read anew whenever one has changed.
    folder: Option<PathBuf>,
    houses: Mutex<HashMap<(DefinitionId, Settings), Arc<House>>>,
    /// Rules that people have made up, of each of them and in all.
    made_up: AtOnce,
    all_made_up: AtOnce<()>,
    /// So many have asked for the games of the folder.
    asked: AtomicU64,
    /// What is known of it; held while it is looked at, but not while files are read.
    known: Mutex<Known>,
    /// Told when files have been read.
    has_read: Condvar,
}

/// The games of a folder.
struct Known {
    /// None where it could not be looked at.
    fingerprint: Option<Fingerprint>,
    listing: Arc<Listing>,
    /// The folder was looked at after so many had asked: it has nothing newer for them.
    answers: u64,
    /// Whether somebody reads its files. What is known stays until they are read, so that no rules are forgotten
    /// that are still in use.
    being_read: bool,
}

/// Whoever asks while others read the files waits so long, then gets what was known before.
const MOST_WAIT: Duration = Duration::from_millis(100);

/// The endings of a variant file, and of the network beside it.
const VARIANT: &str = "toml";
const NET: &str = "net";

/// By what files are known to be unchanged: name, length, and when they were written.
type Fingerprint = BTreeMap<String, (u64, Option<SystemTime>)>;

/// A game that may be begun.
#[derive(Clone)]
pub(crate) struct CatalogueEntry {
    pub(crate) definition: Arc<Definition>,
    /// That of the definition, which takes a while to work out.
    pub(crate) id: DefinitionId,
    pub(crate) house: Arc<House>,
    /// Where it comes from.
    pub(crate) origin: Origin,
}

/// Where a game comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// It is one of the program's own.
    Builtin,
    /// It is one of the shelf, which comes with the program too. A file of that name takes its place.
    Shelf,
    /// It is a file of this server.
    File,
}

/// All games, and the files that are none.
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
    /// There are too many already.
    #[error("too many rules that somebody has made up are in use; try again later")]
    TooMany,
}

/// With so many compiled games those that nobody uses are forgotten...
const MOST_HOUSES: usize = 160;
/// ... and where these take so many kilobytes.
const MOST_UNUSED: usize = 64 << 10;
/// Places for rules that an address has made up and that are in use, and for those of all.
const MOST_MADE_UP: usize = 20;
const MOST_MADE_UP_IN_ALL: usize = 200;
/// Bytes of tables for which rules need one place more: most take less.
const PLACE: usize = 4 << 20;
/// Bytes that rules take besides their tables and those of the engine, which are as large.
const SIZE_OF_RULES: usize = 2 << 20;
/// Nobody has more files of their own; the rest is not read, which is told.
const MOST_FILES: usize = 200;
impl Catalogue {
    /// # Errors
    /// When a game that comes with the program is not good.
    pub(crate) fn new(folder: Option<PathBuf>) -> Result<Self, CatalogueError> {
        let mut catalogue = Catalogue {
            builtin: Vec::new(),
            folder,
            houses: Mutex::default(),
            made_up: AtOnce::new(MOST_MADE_UP),
            all_made_up: AtOnce::new(MOST_MADE_UP_IN_ALL),
            asked: AtomicU64::new(0),
            known: Mutex::new(Known {
                fingerprint: None,
                listing: Arc::new(Listing { entries: Vec::new(), errors: Vec::new() }),
                answers: 0,
                being_read: false,
            }),
            has_read: Condvar::new(),
        };
        for (games, origin) in [(BUILTIN, Origin::Builtin), (SHELF, Origin::Shelf)] {
            for definition in games.iter().filter_map(|game| Definition::builtin(game.id)) {
                let house = catalogue.house(&definition, &Settings::new(), None)?;
                catalogue.builtin.push(CatalogueEntry::new(definition, house, origin));
            }
        }
        let listing = Arc::new(catalogue.of_the_program());
        catalogue.seen().listing = listing;
        Ok(catalogue)
    }

    /// The rules of a definition with some settings, where they are compiled.
    pub(crate) fn known(&self, definition: &Definition, settings: &Settings) -> Option<Arc<House>> {
        self.houses().get(&(definition.id(), settings.clone())).map(Arc::clone)
    }

    /// Whether so many rules that people have made up are in use that games by them are put away sooner.
    pub(crate) fn is_crowded(&self) -> bool {
        let houses = self.houses();
        let made_up =
            houses.iter().filter(|((_, settings), house)| !is_common(settings) && is_used(house));
        made_up.count() > MOST_MADE_UP_IN_ALL
    }

    fn houses(&self) -> MutexGuard<'_, HashMap<(DefinitionId, Settings), Arc<House>>> {
        self.houses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// So many places for rules that somebody makes up; none for nobody.
    fn places(&self, by: Owner, number: usize) -> Result<Vec<Share>, CatalogueError> {
        let Some(by) = by else { return Ok(Vec::new()) };
        let place = || Some([self.made_up.take(by)?, self.all_made_up.take(())?]);
        let take = || -> Option<Vec<[Share; 2]>> { (0..number).map(|_| place()).collect() };
        let taken = take().or_else(|| {
            self.houses().retain(|_, house| is_used(house));
            take()
        });
        taken.map(|places| places.into_iter().flatten().collect()).ok_or(CatalogueError::TooMany)
    }

    /// The rules of a definition with some settings, compiled once. Whoever makes them up needs places for
    /// them, by their size; `by` is nobody where they are those of something that is there already.
    ///
    /// # Errors
    /// See [`CatalogueError`].
    pub(crate) fn house(
        &self,
        definition: &Definition,
        settings: &Settings,
        by: Owner,
    ) -> Result<Arc<House>, CatalogueError> {
        if let Some(house) = self.known(definition, settings) {
            return Ok(house);
        }
        let by = by.filter(|_| !is_common(settings));
        let mut places = self.places(by, 1)?;
        let game = definition.compile(settings).map_err(CatalogueError::Bad)?;
        places.extend(self.places(by, game.table_bytes() / PLACE)?);
        let own = definition.name.strip_suffix(".toml").and_then(Definition::builtin);
        let builtin = own.as_ref() == Some(definition);
        let memory = SIZE_OF_RULES + 2 * game.table_bytes();
        let memory = if is_common(settings) { 0 } else { memory };
        let weight = Weight::new(builtin, is_made_up(settings), memory, places);
        // Whoever it is that needs them now.
        let house = Arc::new(House::new(game, weight));
        if !settings.is_empty() {
            // That may be most of the work. Whoever finds them compiled does it anywhere, and should have nothing to do.
            let _ = house.first_position();
        }
        let mut houses = self.houses();
        let unused = houses.values().filter(|house| !is_used(house));
        let held = unused.map(|house| house.weight().moves()).sum::<usize>();
        if houses.len() >= MOST_HOUSES || held > MOST_UNUSED {
            houses.retain(|_, house| is_used(house));
        }
        // Others may have compiled them meanwhile.
        Ok(Arc::clone(houses.entry((definition.id(), settings.clone())).or_insert(house)))
    }

    /// Whether games may begin by these rules: the start must keep them, and no position of theirs may
    /// hold the server up for long. Not for the threads that answer.
    ///
    /// # Errors
    /// What is wrong with them.
    pub(crate) fn admit(&self, file: &str, house: &House) -> Result<(), CatalogueError> {
        let bad = |text: String| CatalogueError::Bad(format!("{file}: {text}"));
        house.first_position().map_err(bad)
    }

    /// All games. This may read files: not for the threads that answer.
    pub(crate) fn list(&self) -> Arc<Listing> {
        let own = self.folder.as_ref().map(|folder| self.look(folder));
        own.unwrap_or_else(|| Arc::new(self.of_the_program()))
    }

    fn of_the_program(&self) -> Listing {
        Listing { entries: self.builtin.clone(), errors: Vec::new() }
    }

    fn seen(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All games, those of the folder too. It is looked at once for all who ask at the same time, and read by one of
    /// them if anything in it has changed.
    fn look(&self, folder: &Path) -> Arc<Listing> {
        let number = self.asked.fetch_add(1, Ordering::Relaxed);
        let known = self.seen();
        let mut known = self
            .has_read
            .wait_timeout_while(known, MOST_WAIT, |known| known.being_read)
            .map_or_else(|poisoned| poisoned.into_inner().0, |(known, _)| known);
        if known.being_read || number < known.answers {
            return Arc::clone(&known.listing);
        }
        let answers = self.asked.load(Ordering::Relaxed);
        let found = fingerprint(folder);
        if found.as_ref().ok().is_some_and(|now| known.fingerprint.as_ref() == Some(now)) {
            known.answers = answers;
            return Arc::clone(&known.listing);
        }
        known.being_read = true;
        drop(known);
        // Also where reading panics, others may read again.
        let _reading = Reading(self);
        let listing = Arc::new(match &found {
            // Others wait for it, and may do so in the place that this would give them.
            Ok(now) => pause::during(|| {}, || self.read(folder, now)),
            Err(error) => self.unreadable(folder, error),
        });
        let mut known = self.seen();
        let before = std::mem::replace(&mut known.listing, Arc::clone(&listing));
        (known.fingerprint, known.answers) = (found.ok(), answers);
        drop(known);
        drop(before);
        // What stood in files that are others now.
        self.houses().retain(|_, house| is_used(house));
        listing
    }

    fn unreadable(&self, folder: &Path, error: &std::io::Error) -> Listing {
        let file = folder.display().to_string();
        let text = format!("the folder cannot be read: {error}");
        let mut listing = self.of_the_program();
        listing.errors.push(FileError { file, text });
        listing
    }

    /// All games, with those of the files of the folder.
    fn read(&self, folder: &Path, now: &Fingerprint) -> Listing {
        let mut listing = self.of_the_program();
        let text = |file: &String| {
            let text = read_variant_file(&folder.join(file)).map_err(|error| error.to_string());
            (file.clone(), text)
        };
        let files =
            || now.keys().filter(|name| Path::new(name).extension() == Some(VARIANT.as_ref()));
        let read_files = files().take(MOST_FILES);
        let texts: BTreeMap<String, Result<String, String>> = read_files.map(text).collect();
        for (file, text) in &texts {
            match self.own(&listing, &texts, file, text) {
                Ok(entry) => {
                    let id = &entry.house.variant().id;
                    let hidden = |it: &CatalogueEntry| {
                        it.origin == Origin::Shelf && it.house.variant().id == *id
                    };
                    listing.entries.retain(|it| !hidden(it));
                    let (house, error) = self.learnt(folder, &entry);
                    listing.entries.push(CatalogueEntry { house, ..entry });
                    listing.errors.extend(error);
                }
                Err(text) => listing.errors.push(FileError { file: file.clone(), text }),
            }
        }
        if let Some(first) = files().nth(MOST_FILES) {
            let text = format!(
                "{first}: there are {} files; a server reads the first {MOST_FILES} by name, so this one \
                 and those after it are left out",
                files().count()
            );
            listing.errors.push(FileError { file: first.clone(), text });
        }
        listing
    }

    /// A game that comes with the program, of which no file can take the place.
    pub(crate) fn lasting(&self, id: &str) -> Option<&CatalogueEntry> {
        let lasts =
            |entry: &&CatalogueEntry| entry.origin == Origin::Builtin || self.folder.is_none();
        self.builtin.iter().filter(lasts).find(|entry| entry.house.variant().id == id)
    }

    /// Whether the rules of a game with some settings need not be compiled. Those of files are compiled when these
    /// are read.
    pub(crate) fn is_at_hand(&self, id: &str, settings: &Settings) -> bool {
        let known = |entry: &CatalogueEntry| self.known(&entry.definition, settings).is_some();
        settings.is_empty() || self.lasting(id).is_some_and(known)
    }

    /// Whether this is the name of a game that comes with the program.
    pub(crate) fn is_builtin(&self, id: &str) -> bool {
        self.lasting(id).is_some()
    }

    /// A game by its name. This may read files.
    pub(crate) fn find(&self, id: &str) -> Option<CatalogueEntry> {
        let is_it = |entry: &&CatalogueEntry| entry.house.variant().id == id;
        if let Some(entry) = self.lasting(id) {
            return Some(entry.clone());
        }
        self.list().entries.iter().find(is_it).cloned()
    }

    /// A game by its name with other settings, where games may begin by these. This may read files and take
    /// long.
    ///
    /// # Errors
    /// When there is none, or the settings are not good.
    pub(crate) fn rules(
        &self,
        id: &str,
        settings: &Settings,
        by: Owner,
    ) -> Result<CatalogueEntry, CatalogueError> {
        let missing = || CatalogueError::Bad(format!("there is no game `{}`", beginning(id)));
        let entry = self.find(id).ok_or_else(missing)?;
        if settings.is_empty() {
            return Ok(entry);
        }
        let house = self.admitted(&entry.definition, settings, by)?;
        Ok(CatalogueEntry { house, ..entry })
    }

    /// The rules of a definition with some settings, where games may begin by these. This may take long.
    ///
    /// # Errors
    /// What is wrong with them.
    pub(crate) fn admitted(
        &self,
        definition: &Definition,
        settings: &Settings,
        by: Owner,
    ) -> Result<Arc<House>, CatalogueError> {
        check_size(settings)?;
        let house = self.house(definition, settings, by)?;
        self.admit(&definition.name, &house)?;
        Ok(house)
    }

    /// What is to be told of a game besides its rules: the program's own, or the file beside the user's.
    /// This may read files.
    pub(crate) fn prose(&self, entry: &CatalogueEntry, lang: Lang) -> Option<Source> {
        if entry.origin != Origin::File {
            return prose::builtin(&entry.house.variant().id, lang);
        }
        let file = self.folder.as_ref()?.join(&entry.definition.name);
        prose::endings(lang).iter().find_map(|ending| {
            let path = file.with_extension(ending);
            let text = read_variant_file(&path).ok()?;
            Some(Source::new(path.file_name()?.to_string_lossy(), text))
        })
    }

    /// The rules of a file with the network beside it, as it is now; without it where that is none of theirs, and
    /// why.
    fn learnt(&self, folder: &Path, entry: &CatalogueEntry) -> (Arc<House>, Option<FileError>) {
        let house = &entry.house;
        let path = folder.join(&entry.definition.name).with_extension(NET);
        let (net, error) = match read_net(&path, house) {
            Ok(net) => (net, None),
            Err(text) => (None, Some(text)),
        };
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let error = error.map(|text| FileError { text: format!("{file}: {text}"), file });
        if house.net() == net.as_ref() {
            return (Arc::clone(house), error);
        }
        let learnt = Arc::new(house.with_net(net));
        self.houses().insert((entry.id.clone(), Settings::new()), Arc::clone(&learnt));
        (learnt, error)
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
            // Those that come with the program may be others in its next version.
            let mut own = BUILTIN.iter();
            let own = own.find(|game| game.id == name).map(|game| game.rules.to_owned());
            let file = own.or_else(|| good(&format!("{name}.toml"))).or_else(|| good(name));
            let shelf = || komadai_rules::variant::builtin(name).map(str::to_owned);
            let text = file.or_else(shelf)?;
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
        let is_taken = |entry: &CatalogueEntry| {
            entry.origin != Origin::Shelf && entry.house.variant().id == *id
        };
        if known.entries.iter().any(is_taken) {
            return Err(format!("{file}: there is already a game with the id `{id}`"));
        }
        let house =
            self.house(&definition, &Settings::new(), None).map_err(|error| error.to_string())?;
        self.admit(file, &house).map_err(|error| error.to_string())?;
        Ok(CatalogueEntry::new(definition, house, Origin::File))
    }
}

/// Lasts while somebody reads the files.
struct Reading<'a>(&'a Catalogue);

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        self.0.seen().being_read = false;
        self.0.has_read.notify_all();
    }
}

impl CatalogueEntry {
    fn new(definition: Definition, house: Arc<House>, origin: Origin) -> Self {
        let id = definition.id();
        CatalogueEntry { definition: Arc::new(definition), id, house, origin }
    }
}

/// Those that nobody uses any more make way.
fn is_used(house: &Arc<House>) -> bool {
    Arc::strong_count(house) > 1 || house.is_played()
}

/// Whether these are settings of which there are few, so that they are hardly ever compiled: none, and a rule of
/// declarations, as the interface writes it. The same may be written in any number of ways.
pub(crate) fn is_common(settings: &Settings) -> bool {
    let is_usual = |value: &str| ["27", "24", "none"].contains(&value);
    settings.iter().all(|(key, value)| key == "end.declaration.rule" && is_usual(value))
}

/// Whether somebody has made up how pieces move, how it begins, or what check is: positions may be any amount of
/// work by such rules. Only what is asked of a game besides its moves makes them no heavier; how far back it may mean
/// to look is charged as work is.
pub(crate) fn is_made_up(settings: &Settings) -> bool {
    let besides = |key: &str| {
        BESIDES_MOVES.iter().any(|table| {
            key.strip_prefix(table).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    };
    settings.iter().any(|(key, _)| !besides(key))
}

/// Whether so many changes to rules are heard of.
///
/// # Errors
/// When there are too many.
pub(crate) fn check_size(settings: &Settings) -> Result<(), CatalogueError> {
    komadai_referee::rules::check_size(settings).map_err(CatalogueError::Bad)
}

impl Named for Catalogue {
    fn fits(&self, id: &str, name: &GameName) -> bool {
        self.find(id).is_some_and(|entry| name.fits(entry.house.variant()))
    }

    /// Built-in games only, where it is no id.
    fn called(&self, name: &GameName) -> Option<String> {
        let mut variants = self.builtin.iter().map(|entry| entry.house.variant());
        let found = variants.find(|variant| name.is(variant)).map(|variant| variant.id.clone());
        match name {
            GameName::Id(id) => found.or_else(|| Some(id.clone())),
            GameName::Japanese(_) | GameName::Board(_) => found,
        }
    }
}

/// Keys that change neither which moves are legal nor what check is, and tables of such keys.
const BESIDES_MOVES: [&str; 8] = [
    "end.declaration",
    "end.illegal_move",
    "end.mated",
    "end.move_limit",
    "end.quiet_moves",
    "end.repetition.claim",
    "end.repetition.times",
    "end.stalemate",
];

/// The variant files of a folder.
fn fingerprint(folder: &Path) -> std::io::Result<Fingerprint> {
    let mut files = Fingerprint::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        if path.extension().is_none_or(|ending| ending != VARIANT && ending != NET) {
            continue;
        }
        let Ok(data) = std::fs::metadata(&path) else { continue };
        if data.is_file() {
            files.insert(name.to_owned(), (data.len(), data.modified().ok()));
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::super::Worked;
    use super::*;
    use std::cell::RefCell;

    #[test]
    fn a_network_beside_a_file_plays_its_game() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes);
        write("mine.toml", b"extends = 'minishogi'\nid = 'mine'\nname = 'Mine'\n").unwrap();
        let catalogue = Catalogue::new(Some(folder.path().to_owned())).unwrap();
        let check = |is_there: bool, errors: &[&str]| {
            let listing = catalogue.list();
            let mine = listing.entries.iter().find(|it| it.house.variant().id == "mine").unwrap();
            let known = catalogue.house(&mine.definition, &Settings::new(), None).unwrap();
            assert_eq!([mine.house.net(), known.net()].map(|net| net.is_some()), [is_there; 2]);
            let found: Vec<&str> = listing.errors.iter().map(|it| it.file.as_str()).collect();
            assert_eq!(found, errors);
        };
        check(false, &[]);
        let net = komadai_nets::file("minishogi").unwrap();
        write("mine.net", &net).unwrap();
        check(true, &[]);
        write("mine.net", b"what is this?").unwrap();
        check(false, &["mine.net"]);
        write("mine.net", &net).unwrap();
        check(true, &[]);
        // It is for other rules.
        write("mine.toml", b"extends = 'judkins'\nid = 'mine'\nname = 'Mine'\n").unwrap();
        check(false, &["mine.net"]);
    }

    /// Whether a network belongs to rules is found out by playing, which takes minutes here.
    #[test]
    fn a_network_beside_a_very_heavy_file_holds_nobody_up() {
        const HEAVY: &str = r#"
            id = "heavy"
            name = "Heavy"
            [board]
            files = 16
            ranks = 16
            [pieces]
            K = { name = "King", move = "K", royal = true, at = "a1" }
            A = { name = "Archer", move = "Q4aQ4", at = "b2 d4 f6 h8 j2 l4 n6 p1 b5 d7 f1 h3 j5 l7 n1 p4" }
        "#;
        let folder = tempfile::tempdir().unwrap();
        let catalogue = Catalogue::new(Some(folder.path().to_owned())).unwrap();
        std::fs::write(folder.path().join("heavy.toml"), HEAVY).unwrap();
        let net = komadai_nets::file("minishogi").unwrap();
        for (bytes, error) in [(&b"?"[..], "no network"), (&net, "takes longer than 5 s")] {
            std::fs::write(folder.path().join("heavy.net"), bytes).unwrap();
            let listing = catalogue.list();
            assert!(catalogue.find("heavy").is_some());
            let found: Vec<&str> = listing.errors.iter().map(|it| it.text.as_str()).collect();
            assert!(found.len() == 1 && found[0].contains(error), "{found:?}");
        }
    }

    thread_local! {
        /// The work since the last point at which it might have paused, and the longest such stretch.
        static STRETCH: RefCell<(Worked, Duration)> = RefCell::new((Worked::new(), Duration::ZERO));
    }

    /// Rules that take long to read and to compile may pause many times meanwhile, also where they are refused at last.
    #[test]
    fn what_takes_long_may_pause_again_and_again() {
        fn point() {
            STRETCH.with_borrow_mut(|(work, longest)| {
                *longest = (*longest).max(work.time());
                *work = Worked::new();
            });
        }
        let check = |pieces: &str, is_refused: bool| {
            let chess = Definition::builtin("chess").unwrap();
            let set = [("board.files", "16"), ("board.ranks", "16"), ("pieces", pieces)];
            let settings = set.map(|(key, value)| (key.into(), value.into())).into();
            let catalogue = Catalogue::new(None).unwrap();
            let whole = Worked::new();
            STRETCH.set((Worked::new(), Duration::ZERO));
            let house = pause::during(point, || catalogue.house(&chess, &settings, None));
            assert_eq!(house.is_err(), is_refused, "{pieces}");
            point();
            let (whole, longest) = (whole.time(), STRETCH.with_borrow(|(_, longest)| *longest));
            assert!(longest < whole / 5, "{longest:?} of {whole:?}: {pieces}");
        };
        let letters = ["C", "D", "E", "F", "G", "H", "I", "J", "L", "M", "O", "S", "T", "U"];
        let all = |row: &str| letters.map(|letter| format!("{letter} = {{ {row} }}")).join(", ");
        let turns = ["", "f", "b", "s", "fl", "fr", "bl", "br", "fs", "bs"];
        let leaps = turns.map(|turn| format!("ma{turn}mKma{turn}cKma{turn}N")).concat();
        let leaper = format!("A = {{ move = \"{leaps}\" }}");
        let endless = "Z = { move = \"maaaaaaaaaaaaK\" }";
        check(&format!("{{ {leaper}, {endless} }}"), true);
        check(&format!("{{ {leaper}, {}, {endless} }}", all("like = \"A\"")), true);
        check(&format!("{{ {} }}", all("move = \"QNC\", burns = \"K\"")), false);
    }

    #[test]
    fn only_what_is_compiled_is_at_hand() {
        let catalogue = Catalogue::new(None).unwrap();
        let rule = |value: &str| vec![("end.declaration.rule".to_owned(), value.to_owned())];
        assert!(catalogue.is_at_hand("shogi", &Settings::new()));
        assert!(!catalogue.is_at_hand("shogi", &rule("24")));
        catalogue.rules("shogi", &rule("24"), None).unwrap();
        assert!(catalogue.is_at_hand("shogi", &rule("24")));
        // It has no declarations, so that this is found out anew each time.
        assert!(catalogue.rules("tenjiku", &rule("24"), None).is_err());
        assert!(!catalogue.is_at_hand("tenjiku", &rule("24")));
    }

    /// To tell of their pieces may be much work, which is done while they are compiled and by nobody who finds them.
    #[test]
    fn rules_that_somebody_has_made_up_are_found_with_all_there_is_to_tell() {
        let catalogue = Catalogue::new(None).unwrap();
        let definition = catalogue.find("tenjiku").unwrap().definition;
        let chain = ["dmcpQ"; 8].join("a");
        let settings = Settings::from([("pieces.+M.move".to_owned(), chain)]);
        std::thread::scope(|scope| {
            let compiles = scope.spawn(|| {
                let worked = Worked::new();
                catalogue.house(&definition, &settings, None).unwrap();
                worked.time()
            });
            let found = std::iter::repeat_with(|| catalogue.known(&definition, &settings));
            let house = found.flatten().next().unwrap();
            let worked = Worked::new();
            assert!(house.info().is_some());
            let (told, compiled) = (worked.time(), compiles.join().unwrap());
            assert!(told < compiled / 20, "{told:?} of {compiled:?}");
        });
    }

    #[test]
    fn games_have_the_networks_that_come_with_them() {
        let catalogue = Catalogue::new(None).unwrap();
        for id in komadai_nets::games() {
            let entry = catalogue.find(id).unwrap();
            assert!(komadai_nets::net(entry.house.game()).is_some(), "{id}");
        }
    }

    #[test]
    fn whoever_asks_finds_what_was_written_before() {
        let folder = tempfile::tempdir().unwrap();
        let catalogue = Catalogue::new(Some(folder.path().to_owned())).unwrap();
        let (done, catalogue) = (std::sync::atomic::AtomicBool::new(false), &catalogue);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    while !done.load(Ordering::Relaxed) {
                        catalogue.find("none");
                    }
                });
            }
            for number in 0..30 {
                let text = format!("extends = 'minishogi'\nid = 'g{number}'\nname = 'G'\n");
                std::fs::write(folder.path().join("mine.toml"), text).unwrap();
                // Others may be reading what was there before.
                let is_there = || catalogue.find(&format!("g{number}")).is_some();
                let found = (0..100).any(|_| is_there());
                if !found {
                    done.store(true, Ordering::Relaxed);
                }
                assert!(found, "{number}");
            }
            done.store(true, Ordering::Relaxed);
        });
        // Nothing is copied as long as nothing changes.
        assert!(Arc::ptr_eq(&catalogue.list(), &catalogue.list()));
    }

    #[test]
    fn while_files_are_read_others_get_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let write = |id: &str| {
            let text = format!("extends = 'minishogi'\nid = '{id}'\nname = 'Mine'\n");
            std::fs::write(folder.path().join("mine.toml"), text).unwrap();
        };
        write("before");
        let catalogue = Catalogue::new(Some(folder.path().to_owned())).unwrap();
        let house = catalogue.find("before").unwrap().house;
        write("after-it");
        catalogue.seen().being_read = true;
        assert!(Arc::ptr_eq(&catalogue.find("before").unwrap().house, &house));
        assert!(catalogue.find("after-it").is_none());
        drop(Reading(&catalogue));
        assert!(catalogue.find("after-it").is_some() && catalogue.find("before").is_none());
    }

    #[test]
    fn what_has_not_changed_is_not_compiled_anew() {
        let folder = tempfile::tempdir().unwrap();
        let write = |number: usize, name: &str| {
            let text = format!("extends = 'minishogi'\nid = 'g{number}'\nname = '{name}'\n");
            std::fs::write(folder.path().join(format!("g{number:03}.toml")), text).unwrap();
        };
        (0..110).for_each(|number| write(number, "Same"));
        let catalogue = Catalogue::new(Some(folder.path().to_owned())).unwrap();
        let last = Arc::downgrade(&catalogue.find("g109").unwrap().house);
        write(0, "Another");
        let now = catalogue.find("g109").unwrap().house;
        assert!(last.upgrade().is_some_and(|last| Arc::ptr_eq(&last, &now)));
    }

    #[test]
    fn only_rules_of_their_own_count_as_memory() {
        let catalogue = Catalogue::new(None).unwrap();
        let moves = |settings: &[(&str, &str)]| {
            let settings = settings.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned()));
            let entry = catalogue.rules("shogi", &settings.collect(), None).unwrap();
            entry.house.weight().moves()
        };
        assert_eq!(moves(&[]), 0);
        assert!(moves(&[("end.move_limit", "400")]) >= SIZE_OF_RULES / 1_024);
    }

    #[test]
    fn what_is_written_otherwise_is_not_common() {
        let check = |key: &str, value: &str, expected: bool| {
            assert_eq!(is_common(&vec![(key.to_owned(), value.to_owned())]), expected, "{value:?}");
        };
        assert!(is_common(&Settings::new()));
        for value in ["27", "24", "none"] {
            check("end.declaration.rule", value, true);
        }
        for value in ["'27'", "\"2\\u0037\"", "\"\"\"\\\n  27\"\"\"", "27 "] {
            check("end.declaration.rule", value, false);
        }
        check("end.declaration.pieces", "24", false);
    }

    #[tokio::test]
    async fn rules_that_somebody_has_made_up_stay_so_when_they_are_compiled_again() {
        let catalogue = Catalogue::new(None).unwrap();
        let definition = Definition::builtin("shogi").unwrap();
        let corner = crate::rules::Corner::new(&crate::slices::Room::new(1));
        let check = async |key: &str, value: &str, waits: bool| {
            let settings = vec![(key.to_owned(), value.to_owned())];
            let house = catalogue.house(&definition, &settings, None).unwrap();
            let _busy = corner.for_made_up(&None.into()).await;
            let place = house.weight().place_for_any(&corner, None);
            let place = tokio::time::timeout(Duration::from_millis(20), place).await;
            assert_eq!(place.is_err(), waits, "{key}");
        };
        // They work where rules are worked on that somebody has made up, and hold up no file of the server.
        check("pieces.P.move", "fR", true).await;
        check("end.royals", "all", true).await;
        check("end.repetition", "false", true).await;
        check("end.move_limit", "500", false).await;
        check("end.declaration.rule", "24", false).await;
        check("end.declaration", "false", false).await;
    }

    #[test]
    fn a_file_keeps_what_it_extends() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("mine.toml"), "extends = 'minishogi'").unwrap();
        let catalogue = Catalogue::new(Some(folder.path().to_owned())).unwrap();
        let definition = catalogue.find("mine").unwrap().definition;
        // As it was, whatever the next version of the program makes of it.
        let mut before = Definition::clone(&definition);
        let text = before.parents.get_mut("minishogi").unwrap();
        *text = text.replacen("files = 5", "files = 6", 1);
        let game = before.load(&Settings::new()).unwrap().variant;
        assert_eq!((game.board.files, game.id.as_str()), (6, "mine"));
    }
}
