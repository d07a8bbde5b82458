//! Games by name, by file or by text, compiled once.

use crate::trouble::{Kind, Trouble};
use komadai_engine::Values;
use komadai_manual::{Lang, Prose, prose};
use komadai_records::file::{Format, GameName};
use komadai_records::json::VariantInfo;
use komadai_rules::variant::{self, BUILTIN, Diagnostic, SHELF, Source, load_builtin};
use komadai_rules::{AnyGame, Interrupt, Opening, OpeningError, Variant};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Changes of the rules: pairs of a dotted key and a value of TOML.
pub(crate) type Settings = Vec<(String, String)>;

/// The texts that a game consists of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Texts {
    pub(crate) source: Source,
    /// The files that it extends by the names under which it does, but for those that come with the program.
    pub(crate) kin: Vec<(String, String)>,
    pub(crate) settings: Settings,
    /// Whether it is a game that comes with the program.
    pub(crate) builtin: bool,
}

/// A game with all that is worked out once for it.
#[derive(Debug)]
pub(crate) struct Rules {
    pub(crate) game: AnyGame,
    pub(crate) texts: Texts,
    pub(crate) warnings: Vec<Diagnostic>,
    values: OnceLock<Vec<i32>>,
    info: OnceLock<Option<VariantInfo>>,
    heavy: OnceLock<bool>,
}

impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        self.texts == other.texts
            || (self.texts.builtin == other.texts.builtin && self.variant() == other.variant())
    }
}

impl Rules {
    pub(crate) fn variant(&self) -> &Variant {
        self.game.variant()
    }

    /// What each piece is worth, in centipawns.
    pub(crate) fn values(&self) -> &[i32] {
        self.values.get_or_init(|| Values::of(&self.game).board)
    }

    /// Whether it takes more than a moment to find the moves at the start, or to write them, since each text is compared
    /// with all others: that may happen in files of others.
    pub(crate) fn is_heavy(&self) -> bool {
        *self.heavy.get_or_init(|| {
            let moment = Interrupt::moment();
            let play = self.game.open_while(&Opening::Usual, &moment);
            let legal = play.map_or(0, |play| play.legal_moves().len());
            legal > MANY_MOVES || legal > 0 && moment.is_over()
        })
    }

    /// What pictures and programs need to know.
    ///
    /// # Errors
    /// Where no start of the game follows its own rules.
    pub(crate) fn info(&self) -> Result<&VariantInfo, Trouble> {
        let info = self.info.get_or_init(|| VariantInfo::of(&self.game, self.values()));
        let name = self.variant().name.clone();
        info.as_ref().ok_or_else(|| OpeningError::NoUsualStart { game: name }.into())
    }

    /// What people have written of the game besides its rules.
    pub(crate) fn prose(&self, lang: Lang) -> Result<Prose, Trouble> {
        let source = match self.texts.builtin {
            true => prose::builtin(&self.texts.source.name, lang),
            false => self.prose_beside(lang),
        };
        let read = |source| Prose::read(&self.game, &source).map_err(Trouble::from);
        source.map_or_else(|| Ok(Prose::default()), read)
    }

    fn prose_beside(&self, lang: Lang) -> Option<Source> {
        let beside = |ending: &&str| {
            let path = Path::new(&self.texts.source.name).with_extension(ending);
            let text = fs::read_to_string(&path).ok()?;
            Some(Source::new(path.display().to_string(), text))
        };
        prose::endings(lang).iter().find_map(beside)
    }
}

/// To write more than these takes more than a moment.
const MANY_MOVES: usize = 1_000;

/// No variant file is longer.
const MOST_BYTES: u64 = 1 << 20;
/// So many games are kept; beyond, all are forgotten.
const MOST_GAMES: usize = 256;

fn kept() -> &'static Mutex<HashMap<Texts, Arc<Rules>>> {
    static KEPT: OnceLock<Mutex<HashMap<Texts, Arc<Rules>>>> = OnceLock::new();
    KEPT.get_or_init(Mutex::default)
}

/// A game that comes with the program.
pub(crate) fn builtin(id: &str, settings: Settings) -> Result<Arc<Rules>, Trouble> {
    let Some(text) = variant::builtin(id) else {
        // What it could be is said there.
        let loaded = load_builtin(id, &[]).map_err(Trouble::from);
        return Err(loaded.err().unwrap_or_else(|| Trouble::new(Kind::Variant, id)));
    };
    compiled(Texts { source: Source::new(id, text), kin: Vec::new(), settings, builtin: true })
}

/// A game from its texts: compiled at the first time.
pub(crate) fn compiled(texts: Texts) -> Result<Arc<Rules>, Trouble> {
    let lock = || kept().lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(rules) = lock().get(&texts) {
        return Ok(Arc::clone(rules));
    }
    let kin =
        |name: &str| texts.kin.iter().find(|(it, _)| it == name).map(|(_, text)| text.clone());
    let rules = Arc::new(compile(texts.clone(), &kin)?);
    let mut kept = lock();
    if kept.len() >= MOST_GAMES {
        kept.clear();
    }
    kept.insert(texts, Arc::clone(&rules));
    Ok(rules)
}

fn compile(texts: Texts, kin: &dyn Fn(&str) -> Option<String>) -> Result<Rules, Trouble> {
    let file = match texts.builtin {
        true => Source::new(format!("{}.toml", texts.source.name), texts.source.text.clone()),
        false => texts.source.clone(),
    };
    let loaded = variant::load(&file, kin, &texts.settings)?;
    let game = AnyGame::compile(&loaded.variant)
        .map_err(|error| Trouble::new(Kind::Variant, format!("{}: {error}", file.name)))?;
    let (values, info, heavy) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
    Ok(Rules { game, texts, warnings: loaded.warnings, values, info, heavy })
}

/// A game from a file, or from the text of one.
pub(crate) fn file(path: &Path, settings: Settings) -> Result<Arc<Rules>, Trouble> {
    let text = read(path)
        .map_err(|error| Trouble::new(Kind::Variant, format!("{}: {error}", path.display())))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    text_in(Source::new(path.display().to_string(), text), Some(folder), settings)
}

/// A game from a text, which extends files of a folder.
pub(crate) fn text_in(
    source: Source,
    folder: Option<&Path>,
    settings: Settings,
) -> Result<Arc<Rules>, Trouble> {
    let found = RefCell::new(Vec::new());
    let kin = |name: &str| {
        // Those of the program come first; one of the shelf gives way to a file of that name.
        let folder = folder.filter(|_| BUILTIN.iter().all(|game| game.id != name))?;
        let places = [folder.join(format!("{name}.toml")), folder.join(name)];
        let text = places.iter().find_map(|place| read(place).ok())?;
        found.borrow_mut().push((name.to_owned(), text.clone()));
        Some(text)
    };
    // What is wrong is told when it is compiled.
    let _ = variant::load(&source, &kin, &settings);
    let mut kin = found.into_inner();
    kin.sort();
    kin.dedup();
    compiled(Texts { source, kin, settings, builtin: false })
}

fn read(path: &Path) -> std::io::Result<String> {
    let is = fs::metadata(path)?;
    if !is.is_file() {
        return Err(std::io::Error::other("it is not a regular file"));
    }
    if is.len() > MOST_BYTES {
        return Err(std::io::Error::other("it is longer than a mebibyte"));
    }
    fs::read_to_string(path)
}

/// The games of files: each is looked for once.
pub(crate) struct Library {
    given: Option<Arc<Rules>>,
    named: HashMap<GameName, Result<Arc<Rules>, String>>,
}

impl Library {
    /// Whatever files say, the game is this one, if one is given.
    pub(crate) fn new(given: Option<Arc<Rules>>) -> Self {
        Library { given, named: HashMap::new() }
    }

    /// The game that a text is of.
    pub(crate) fn game(&mut self, format: Format, text: &str) -> Result<Arc<Rules>, Trouble> {
        if let Some(given) = &self.given {
            return Ok(Arc::clone(given));
        }
        let usual = || match format {
            Format::Pgn => Some("chess"),
            Format::Kif | Format::Ki2 | Format::Csa | Format::Jkf | Format::Usi => Some("shogi"),
            Format::Sfen | Format::Json => None,
        };
        let name = format.game_of(text).or_else(|| Some(GameName::Id(usual()?.to_owned())));
        let missing = || Trouble::new(Kind::Record, "the file does not say which game it is of");
        let name = name.ok_or_else(|| missing().help(Some("give the variant".to_owned())))?;
        let found = self.named.entry(name).or_insert_with_key(named);
        found.clone().map_err(|message| {
            Trouble::new(Kind::Record, message).help(Some("give the variant".to_owned()))
        })
    }
}

/// A built-in game by the name that a file has for it.
fn named(name: &GameName) -> Result<Arc<Rules>, String> {
    let is_it = |id: &&str| load_builtin(id, &[]).is_ok_and(|loaded| name.is(&loaded.variant));
    let found = BUILTIN.iter().chain(SHELF).map(|game| game.id).find(is_it);
    let id = match (found, name) {
        (Some(id), _) => id,
        (None, GameName::Id(id)) => return Err(format!("there is no game `{id}`")),
        // What has no name of its own there begins in a position of shogi.
        (None, GameName::Japanese(_) | GameName::Board(_)) => "shogi",
    };
    builtin(id, Vec::new()).map_err(|_| format!("`{id}` cannot be played"))
}
