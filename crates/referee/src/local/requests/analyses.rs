//! Positions and trees of variations by requests.

use super::games::{file, format_of};
use super::{Address, body, granted};
use crate::analysis::{
    FinishedGame, Patience, TreeView, WholeRules, read_record, variant_of, view_tree,
};
use crate::forms::{
    Analyses, AnalysisView, ChangeRequest, KeepRequest, Kept, MOST_GAMES, No, OneAnalysis,
    OpeningsRequest, PositionRequest, ReadRequest, RecordRequest, RulesRequest, SetupRequest,
    ShortAnalysisView, TextFile, TreeRequest, WhyNotRequest, game_ids, known_rules, owner_token,
};
use crate::game::iso;
use crate::id::{GameId, Seal};
use crate::local::Local;
use crate::local::exchange::{Answer, KeptAnalysis, Need, Request, Stop, Write};
use crate::local::shelf::Rules;
use crate::rules::DefinitionId;
use komadai_records::file::Format;
use komadai_records::json::{Document, TreeForm};
use std::collections::HashSet;
use std::sync::Arc;

/// Which version of which analysis is to be kept.
struct New {
    id: GameId,
    seal: Seal,
    version: u64,
}

fn grown(rules: &Rules, tree: &TreeForm) -> Result<TreeView, No> {
    Ok(view_tree(tree, &rules.house, &rules.settings, &Patience::default())?)
}

fn written(request: &Request, rules: &Rules, wish: (&TreeForm, Format)) -> Result<Answer, No> {
    let by = (&rules.id, &rules.settings, &*rules.house);
    let TextFile { name, media_type, text } = TextFile::of_tree(wish, by, &Patience::default())?;
    Ok(file(request.id, (&name, media_type, text)))
}

impl Local {
    /// What is asked of positions that belong to no game.
    pub(super) fn analysis_of(&mut self, request: &Request, what: &str) -> Result<Answer, Stop> {
        let patience = Patience::default();
        Ok(match what {
            "position" => {
                let wish: PositionRequest = body(request)?;
                let rules = self.rules_by(&wish.rules)?;
                granted(request, &wish.answer(&rules.house, &patience)?)
            }
            "explain" => {
                let wish: WhyNotRequest = body(request)?;
                let rules = self.rules_by(&wish.rules)?;
                granted(request, &wish.answer(&rules.house, &patience)?)
            }
            "setup" => {
                let wish: SetupRequest = body(request)?;
                let rules = self.rules_by(&wish.rules)?;
                granted(request, &wish.answer(&rules.house, &patience)?)
            }
            "rules" => {
                let wish: RulesRequest = body(request)?;
                let Rules { definition, settings, .. } = self.rules_by(&wish.rules)?;
                let definition = (*definition).clone();
                granted(request, &WholeRules { definition, set: settings })
            }
            "openings" => {
                let wish: OpeningsRequest = body(request)?;
                let rules = self.rules_by(&wish.rules)?;
                let games = self.finished_games(&wish.games)?;
                let by = (&rules.id, &*rules.house);
                granted(request, &wish.answer(by, &games, &patience)?)
            }
            "tree" => {
                let TreeRequest { rules, tree } = body(request)?;
                let rules = self.rules_by(&rules)?;
                granted(request, &grown(&rules, &tree)?)
            }
            "read" => {
                let ReadRequest { text, variant } = body(request)?;
                let variant = variant_of(&text, variant, &self.shelf);
                let rules = self.rules_by(&ReadRequest::rules(&text, variant)?)?;
                let tree = read_record(&rules.house, &text);
                let tree = tree.map_err(|error| No::field("text", error))?;
                granted(request, &grown(&rules, &tree)?)
            }
            "record" => {
                let RecordRequest { rules, tree, format } = body(request)?;
                let rules = self.rules_by(&rules)?;
                written(request, &rules, (&tree, format))?
            }
            _ => return Err(No::not_found("there is nothing here; see /api/docs").into()),
        })
    }

    /// The games of a list that are over.
    fn finished_games(&mut self, ids: &[String]) -> Result<Vec<Arc<FinishedGame>>, Stop> {
        let mut known = HashSet::new();
        let ids = ids.iter().filter_map(|id| GameId::parse(id)).take(MOST_GAMES);
        let ids: Vec<GameId> = ids.filter(|id| known.insert(id.clone())).collect();
        let (mut finished, mut needs) = (Vec::new(), Vec::new());
        for id in &ids {
            match self.finished_game(id) {
                Ok(game) => finished.extend(game),
                Err(Stop::Needs(more)) => needs.extend(more),
                Err(Stop::No(_)) => {}
            }
        }
        if needs.is_empty() { Ok(finished) } else { Err(Stop::Needs(needs)) }
    }

    fn finished_game(&mut self, id: &GameId) -> Result<Option<Arc<FinishedGame>>, Stop> {
        if let Some(known) = self.finished.get(id) {
            return Ok(known.clone());
        }
        let table = self.table(id)?;
        let read =
            table.game.is_over().then(|| FinishedGame::read(&table.game, &table.rules.house));
        let read = read.flatten().map(Arc::new);
        self.finished.insert(id.clone(), read.clone());
        Ok(read)
    }

    /// An analysis that was kept.
    pub(in crate::local) fn analysis(&mut self, id: &GameId) -> Result<KeptAnalysis, Stop> {
        let known = self.analyses.get(id).ok_or_else(|| Need::Analysis(id.clone()))?;
        known.clone().ok_or_else(|| No::no_analysis().into())
    }

    fn owned(&mut self, id: &str, token: &str) -> Result<KeptAnalysis, Stop> {
        let id = GameId::parse(id).ok_or_else(No::no_analysis)?;
        let known = self.analysis(&id)?;
        if known.seal.fits(token) { Ok(known) } else { Err(No::not_yours().into()) }
    }

    /// The rules of an analysis, and its tree.
    fn read_analysis(&mut self, known: &KeptAnalysis) -> Result<(Rules, TreeForm), Stop> {
        let document: Document =
            serde_json::from_str(&known.document).map_err(|_| No::internal())?;
        let definition = DefinitionId::kept(known.definition.clone());
        let settings = known_rules(&document);
        let rules = self.shelf.kept(&definition, &settings, &known.variant)?;
        Ok((rules, document.tree))
    }

    pub(super) fn keep(&mut self, request: &Request) -> Result<Answer, Stop> {
        let KeepRequest { token, rules, tree } = body(request)?;
        let token = owner_token(&token)?;
        let rules = self.rules_by(&rules)?;
        let new = New { id: GameId::new()?, seal: token.seal(), version: 1 };
        Ok(Answer::json(request.id, 201, &self.store(&rules, &tree, new)?))
    }

    fn store(&mut self, rules: &Rules, tree: &TreeForm, new: New) -> Result<Kept, No> {
        OneAnalysis::check_title(tree)?;
        let view = grown(rules, tree)?;
        let variant = rules.house.variant().id.clone();
        let OneAnalysis { title, moves, document } =
            OneAnalysis::of(&view, &variant, rules.settings.clone())?;
        self.write_definition(rules);
        let New { id, seal, version } = new;
        let kept = Kept { id: id.to_string(), version };
        let changed = self.calendar();
        let definition = rules.id.as_str().to_owned();
        self.out.writes.push(Write::Analysis(KeptAnalysis {
            id,
            seal,
            definition,
            changed,
            version,
            title,
            variant,
            moves,
            document,
        }));
        Ok(kept)
    }

    pub(super) fn change(&mut self, request: &Request, id: &str) -> Result<Answer, Stop> {
        let ChangeRequest { token, version, tree } = body(request)?;
        let known = self.owned(id, &token)?;
        if known.version != version {
            return Err(No::changed_elsewhere().into());
        }
        let (rules, _) = self.read_analysis(&known)?;
        let new = New { id: known.id, seal: known.seal, version: version + 1 };
        Ok(granted(request, &self.store(&rules, &tree, new)?))
    }

    pub(super) fn one_analysis(
        &mut self,
        request: &Request,
        address: &Address<'_>,
        id: &str,
    ) -> Result<Answer, Stop> {
        let id = GameId::parse(id).ok_or_else(No::no_analysis)?;
        let known = self.analysis(&id)?;
        let (rules, tree) = self.read_analysis(&known)?;
        let tree = grown(&rules, &tree)?;
        let mine = address.word("token").is_some_and(|token| known.seal.fits(token));
        let (id, version) = (known.id.to_string(), known.version);
        let view = AnalysisView { id, version, changed: iso(known.changed), mine, tree };
        Ok(granted(request, &view))
    }

    pub(super) fn some_analyses(
        &mut self,
        request: &Request,
        address: &Address<'_>,
    ) -> Result<Answer, Stop> {
        let ids = game_ids(address.word("ids").unwrap_or_default());
        let missing = ids.iter().filter(|id| !self.analyses.contains_key(*id));
        let needs: Vec<Need> = missing.cloned().map(Need::Analysis).collect();
        if !needs.is_empty() {
            return Err(Stop::Needs(needs));
        }
        let found = ids.iter().filter_map(|id| self.analyses.get(id)?.as_ref());
        let short = |known: &KeptAnalysis| ShortAnalysisView {
            id: known.id.to_string(),
            variant: known.variant.clone(),
            title: known.title.clone(),
            changed: iso(known.changed),
            moves: known.moves,
        };
        Ok(granted(request, &Analyses { analyses: found.map(short).collect() }))
    }

    pub(super) fn delete(
        &mut self,
        request: &Request,
        address: &Address<'_>,
        id: &str,
    ) -> Result<Answer, Stop> {
        let known = self.owned(id, address.word("token").unwrap_or_default())?;
        self.analysis_rules.remove(&known.id);
        self.out.writes.push(Write::Delete { analysis: known.id });
        let (id, status, text) = (request.id, 204, String::new());
        Ok(Answer { id, status, text, name: None, media_type: None })
    }

    pub(super) fn record_of_analysis(
        &mut self,
        request: &Request,
        address: &Address<'_>,
        id: &str,
    ) -> Result<Answer, Stop> {
        let format = format_of(address)?;
        let id = GameId::parse(id).ok_or_else(No::no_analysis)?;
        let known = self.analysis(&id)?;
        let (rules, tree) = self.read_analysis(&known)?;
        Ok(written(request, &rules, (&tree, format))?)
    }
}
