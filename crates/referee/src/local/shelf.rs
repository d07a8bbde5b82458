//! Rules: those of the program, and those that came with the pages.

use super::exchange::{Need, SiteGame, Stop};
use super::{House, Local};
use crate::analysis::{Named, RulesWish};
use crate::forms::{No, known_rules};
use crate::id::GameId;
use crate::rules::{
    Definition, DefinitionId, MOST_TIME, Settings, Unshared, beginning, check_size,
};
use komadai_records::file::GameName;
use komadai_records::json::Document;
use komadai_rules::Variant;
use komadai_rules::variant::{BUILTIN, SHELF, load_builtin};
use std::collections::HashMap;
use std::sync::Arc;

/// With so many compiled games those that nobody uses are forgotten.
const MOST_HOUSES: usize = 24;

/// By which rules something is played or analysed.
#[derive(Clone)]
pub(super) struct Rules {
    pub(super) definition: Arc<Definition>,
    pub(super) id: DefinitionId,
    pub(super) settings: Settings,
    pub(super) house: Arc<House>,
}

/// Definitions, and rules that are compiled.
pub(super) struct Shelf {
    /// Those that came with the pages.
    games: Vec<SiteGame>,
    /// Those that were kept with games; none for those that are not there.
    kept: HashMap<String, Option<Arc<Definition>>>,
    houses: HashMap<(DefinitionId, Settings), Arc<House>>,
}

impl Shelf {
    pub(super) fn new(games: Vec<SiteGame>) -> Self {
        Shelf { games, kept: HashMap::new(), houses: HashMap::new() }
    }

    pub(super) fn learn(&mut self, id: String, definition: Option<Definition>) {
        self.kept.insert(id, definition.map(Arc::new));
    }

    /// The definition of a game by its id. One that came with the pages takes the place of one of the shelf.
    fn find(&self, id: &str) -> Option<Definition> {
        let own = || self.games.iter().find(|game| game.id == id);
        match BUILTIN.iter().any(|game| game.id == id) {
            true => Definition::builtin(id),
            false => own().map(|game| game.definition.clone()).or_else(|| Definition::builtin(id)),
        }
    }

    /// A definition by its hash: one that is still there, or one that was kept with a game.
    fn by_hash(&mut self, id: &DefinitionId, variant: &str) -> Result<Arc<Definition>, Stop> {
        if let Some(kept) = self.kept.get(id.as_str()) {
            return Ok(kept.clone().ok_or_else(No::no_game)?);
        }
        if let Some(definition) = self.find(variant).filter(|found| found.id() == *id) {
            let definition = Arc::new(definition);
            self.kept.insert(id.as_str().to_owned(), Some(Arc::clone(&definition)));
            return Ok(definition);
        }
        Err(Need::Definition(id.as_str().to_owned()).into())
    }

    /// The rules of a definition with some settings, compiled once.
    fn house(
        &mut self,
        definition: &Definition,
        settings: &Settings,
    ) -> Result<Arc<House>, String> {
        let key = (definition.id(), settings.clone());
        if let Some(house) = self.houses.get(&key) {
            return Ok(Arc::clone(house));
        }
        let house = Arc::new(House::new(definition.compile(settings)?, Unshared));
        if self.houses.len() >= MOST_HOUSES {
            self.houses.retain(|_, house| Arc::strong_count(house) > 1);
        }
        self.houses.insert(key, Arc::clone(&house));
        Ok(house)
    }

    /// The same where games may begin by them.
    pub(super) fn admitted(
        &mut self,
        definition: Arc<Definition>,
        settings: Settings,
    ) -> Result<Rules, String> {
        check_size(&settings)?;
        let house = self.house(&definition, &settings)?;
        if !settings.is_empty() {
            let bad = |text: String| format!("{}: {text}", definition.name);
            match house.begins_in_time(None, None) {
                Ok(true) => {}
                Ok(false) => {
                    let most = MOST_TIME.as_secs();
                    return Err(bad(format!("the first position takes longer than {most} s")));
                }
                Err(error) => return Err(bad(error.to_string())),
            }
        }
        Ok(Rules { id: definition.id(), definition, settings, house })
    }

    /// The rules of a game by its id, as they are changed.
    pub(super) fn variant(&mut self, id: &str, settings: Settings) -> Result<Rules, String> {
        check_size(&settings)?;
        let found = self.find(id).ok_or_else(|| format!("there is no game `{}`", beginning(id)))?;
        self.admitted(Arc::new(found), settings)
    }

    /// The usual definition of a game.
    pub(super) fn definition(&self, id: &str) -> Option<Arc<Definition>> {
        self.find(id).map(Arc::new)
    }

    /// The rules of a game or an analysis that was kept.
    pub(super) fn kept(
        &mut self,
        id: &DefinitionId,
        settings: &Settings,
        variant: &str,
    ) -> Result<Rules, Stop> {
        let definition = self.by_hash(id, variant)?;
        let house = self.house(&definition, settings).map_err(|_| No::internal())?;
        Ok(Rules { definition, id: id.clone(), settings: settings.clone(), house })
    }

    fn loaded(&self, id: &str) -> Option<Variant> {
        Some(self.find(id)?.load(&Settings::new()).ok()?.variant)
    }
}

impl Named for Shelf {
    fn fits(&self, id: &str, name: &GameName) -> bool {
        self.loaded(id).is_some_and(|variant| name.fits(&variant))
    }

    fn called(&self, name: &GameName) -> Option<String> {
        let mut variants = [BUILTIN, SHELF]
            .into_iter()
            .flatten()
            .filter_map(|game| Some(load_builtin(game.id, &[]).ok()?.variant));
        let found = variants.find(|variant| name.is(variant)).map(|variant| variant.id);
        match name {
            GameName::Id(id) => found.or_else(|| Some(id.clone())),
            GameName::Japanese(_) | GameName::Board(_) => found,
        }
    }
}

impl Local {
    /// The rules that are meant.
    pub(super) fn rules_by(&mut self, wish: &RulesWish) -> Result<Rules, Stop> {
        let RulesWish { variant, set, game, analysis } = wish;
        match (variant, game, analysis) {
            (Some(variant), None, None) => {
                let settings: Settings = set.clone().into_iter().collect();
                let field = if set.is_empty() { "variant" } else { "set" };
                let rules = self.shelf.variant(variant, settings);
                Ok(rules.map_err(|text| No::field(field, text))?)
            }
            (None, Some(game), None) if set.is_empty() => self.rules_of_game(game),
            (None, None, Some(id)) if set.is_empty() => self.rules_of_analysis(id),
            _ => {
                let text = "give `variant`, with or without `set`, or `game`, or `analysis`";
                Err(No::field("rules", text).into())
            }
        }
    }

    /// The rules that a game was begun by.
    pub(super) fn rules_of_game(&mut self, game: &str) -> Result<Rules, Stop> {
        let id = GameId::parse(game).ok_or_else(No::no_game)?;
        self.table(&id)?;
        self.open.get(&id).map(|table| table.rules.clone()).ok_or_else(|| No::no_game().into())
    }

    fn rules_of_analysis(&mut self, id: &str) -> Result<Rules, Stop> {
        let id = GameId::parse(id).ok_or_else(No::no_analysis)?;
        let known = match self.analysis_rules.get(&id) {
            Some(known) => known.clone(),
            None => {
                let kept = self.analysis(&id)?;
                let document: Document =
                    serde_json::from_str(&kept.document).map_err(|_| No::internal())?;
                (DefinitionId::kept(kept.definition), known_rules(&document), kept.variant)
            }
        };
        self.analysis_rules.insert(id, known.clone());
        self.shelf.kept(&known.0, &known.1, &known.2)
    }
}
