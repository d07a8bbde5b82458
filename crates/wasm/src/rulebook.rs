//! Games by name or by text, compiled once.

use crate::trouble::{Kind, Trouble};
use komadai_engine::Values;
use komadai_records::file::{Format, GameName};
use komadai_records::json::VariantInfo;
use komadai_rules::variant::{self, BUILTIN, Diagnostic, SHELF, Source, load_builtin};
use komadai_rules::{AnyGame, OpeningError, Variant};
use serde_json::{Map, Value};
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// Changes of the rules: pairs of a dotted key and a value of TOML.
pub(crate) type Settings = Vec<(String, String)>;

/// From an object of dotted keys and values. A text stands for itself; numbers, lists and the like look the same in
/// JSON as in TOML.
pub(crate) fn settings(given: Map<String, Value>) -> Settings {
    let told = |value: Value| match value {
        Value::String(text) => text,
        other => other.to_string(),
    };
    given.into_iter().map(|(key, value)| (key, told(value))).collect()
}

/// The texts that a game consists of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Texts {
    pub(crate) source: Source,
    pub(crate) settings: Settings,
    /// Whether it is a game that comes with the program.
    pub(crate) builtin: bool,
}

/// A game with all that is worked out once for it.
pub(crate) struct Rules {
    pub(crate) game: AnyGame,
    pub(crate) texts: Texts,
    pub(crate) warnings: Vec<Diagnostic>,
    values: OnceCell<Vec<i32>>,
    info: OnceCell<Option<VariantInfo>>,
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

    /// What pictures and programs need to know.
    ///
    /// # Errors
    /// Where no start of the game follows its own rules.
    pub(crate) fn info(&self) -> Result<&VariantInfo, Trouble> {
        let info = self.info.get_or_init(|| VariantInfo::of(&self.game, self.values()));
        let name = self.variant().name.clone();
        info.as_ref().ok_or_else(|| OpeningError::NoUsualStart { game: name }.into())
    }
}

/// No variant file is longer.
const MOST_BYTES: usize = 1 << 20;
/// So many games are kept; beyond, all are forgotten.
const MOST_GAMES: usize = 64;

thread_local! {
    static KEPT: RefCell<HashMap<Texts, Rc<Rules>>> = RefCell::default();
}

/// A game that comes with the program.
pub(crate) fn builtin(id: &str, settings: Settings) -> Result<Rc<Rules>, Trouble> {
    let Some(text) = variant::builtin(id) else {
        // What it could be is said there.
        let loaded = load_builtin(id, &[]).map_err(Trouble::from);
        return Err(loaded.err().unwrap_or_else(|| Trouble::new(Kind::Variant, id)));
    };
    compiled(Texts { source: Source::new(id, text), settings, builtin: true })
}

/// A game from the text of a file.
pub(crate) fn text(name: &str, text: &str, settings: Settings) -> Result<Rc<Rules>, Trouble> {
    if text.len() > MOST_BYTES {
        return Err(Trouble::new(Kind::Variant, format!("{name} is longer than a mebibyte")));
    }
    compiled(Texts { source: Source::new(name, text), settings, builtin: false })
}

/// A game from its texts: compiled at the first time.
fn compiled(texts: Texts) -> Result<Rc<Rules>, Trouble> {
    if let Some(rules) = KEPT.with_borrow(|kept| kept.get(&texts).cloned()) {
        return Ok(rules);
    }
    let rules = Rc::new(compile(texts.clone())?);
    KEPT.with_borrow_mut(|kept| {
        if kept.len() >= MOST_GAMES {
            kept.clear();
        }
        kept.insert(texts, Rc::clone(&rules));
    });
    Ok(rules)
}

fn compile(texts: Texts) -> Result<Rules, Trouble> {
    let file = match texts.builtin {
        true => Source::new(format!("{}.toml", texts.source.name), texts.source.text.clone()),
        false => texts.source.clone(),
    };
    let loaded = variant::load(&file, &|_| None, &texts.settings)?;
    let game = AnyGame::compile(&loaded.variant)
        .map_err(|error| Trouble::new(Kind::Variant, format!("{}: {error}", file.name)))?;
    let (values, info) = (OnceCell::new(), OnceCell::new());
    Ok(Rules { game, texts, warnings: loaded.warnings, values, info })
}

/// The game that a record is of.
pub(crate) fn of_record(format: Format, text: &str) -> Result<Rc<Rules>, Trouble> {
    let usual = || match format {
        Format::Pgn => Some("chess"),
        Format::Kif | Format::Ki2 | Format::Csa | Format::Jkf | Format::Usi => Some("shogi"),
        Format::Sfen | Format::Json => None,
    };
    let help = || Some("give the variant".to_owned());
    let name = format.game_of(text).or_else(|| Some(GameName::Id(usual()?.to_owned())));
    let missing = || Trouble::new(Kind::Record, "the text does not say which game it is of");
    let name = name.ok_or_else(|| missing().help(help()))?;
    let is_it = |id: &&str| load_builtin(id, &[]).is_ok_and(|loaded| name.is(&loaded.variant));
    let found = BUILTIN.iter().chain(SHELF).map(|game| game.id).find(is_it);
    let id = match (found, &name) {
        (Some(id), _) => id,
        (None, GameName::Id(id)) => {
            let none = Trouble::new(Kind::Record, format!("there is no game `{id}`"));
            return Err(none.help(help()));
        }
        // What has no name of its own there begins in a position of shogi.
        (None, GameName::Japanese(_) | GameName::Board(_)) => "shogi",
    };
    builtin(id, Settings::new())
}
