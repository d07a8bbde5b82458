//! Trees of variations: read, written, kept.

use super::App;
use super::analysis::{carry_many, rules_by};
use super::answer;
use super::error::{ApiError, Body, ErrorBody, Path, Words};
use super::games::GamesQuery;
use crate::address::Address;
use crate::analysis::{TreeView, read_record, variant_of, view_tree};
use crate::at_once::Turn;
use crate::failure::Failure;
use crate::game::iso;
use crate::hub::Rules;
use crate::id::GameId;
use crate::rules::{DefinitionId, Settings};
use crate::store::{KeptAnalysis, StoreError};
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use komadai_records::file::Format;
use komadai_records::json::{Document, TreeForm};
use komadai_referee::forms::{
    Analyses, AnalysisView, ChangeRequest, KeepRequest, Kept, No, OneAnalysis, ReadRequest,
    RecordRequest, ShortAnalysisView, TextFile, TreeRequest, known_rules, owner_token,
};
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use utoipa::IntoParams;

/// An answer of so many bytes counts as one request more.
const BYTES_OF_A_REQUEST: usize = 16 << 10;
/// To read so many from the disk takes as long as any request.
const BYTES_READ_IN_A_REQUEST: usize = 256 << 10;

/// Checks a tree, and tells what there is to show. Nothing is kept of it.
#[utoipa::path(post, path = "/api/analysis/tree", tag = "analysis", request_body = TreeRequest, responses(
    (status = 200, description = "The tree", body = TreeView),
    (status = 422, description = "A move is not legal", body = ErrorBody),
))]
pub(crate) async fn tree(
    State(app): State<App>,
    address: Address,
    Body(TreeRequest { rules, tree }): Body<TreeRequest>,
) -> Result<Response, ApiError> {
    let rules = rules_by(&rules, &app, address).await?;
    answer::large(&app, address, &grown(&app, address, &rules, tree).await?).await
}

async fn grown(
    app: &App,
    address: Address,
    rules: &Rules,
    tree: TreeForm,
) -> Result<TreeView, ApiError> {
    let settings = rules.settings.clone();
    let view = carry_many(app, address, &rules.house, move |house, patience| {
        view_tree(&tree, house, &settings, patience)
    })
    .await?;
    Ok(view?)
}

/// Reads a record: a game, with its variations if it has any.
#[utoipa::path(post, path = "/api/analysis/read", tag = "analysis", request_body = ReadRequest, responses(
    (status = 200, description = "The game as a tree", body = TreeView),
    (status = 422, description = "It cannot be read, or a move is not legal", body = ErrorBody),
))]
pub(crate) async fn read(
    State(app): State<App>,
    address: Address,
    Body(ReadRequest { text, variant }): Body<ReadRequest>,
) -> Result<Response, ApiError> {
    // To look for the name of the game may be some work, too.
    let (text, wish) = {
        let turn = app.analyses.wait(Some(address)).await;
        let catalogue = Arc::clone(&app.hub.catalogue);
        let look = move || {
            let variant = variant_of(&text, variant, &*catalogue);
            let wish = ReadRequest::rules(&text, variant);
            (text, wish)
        };
        tokio::task::spawn_blocking(move || turn.during(look)).await.map_err(|_| Failure::Ending)?
    };
    let rules = rules_by(&wish?, &app, address).await?;
    let settings = rules.settings.clone();
    let view = carry_many(&app, address, &rules.house, move |house, patience| {
        let tree = read_record(house, &text).map_err(|error| ApiError::field("text", error))?;
        view_tree(&tree, house, &settings, patience).map_err(ApiError::from)
    });
    answer::large(&app, address, &view.await??).await
}

/// A tree as a file to keep.
#[utoipa::path(post, path = "/api/analysis/record", tag = "analysis", request_body = RecordRequest,
    responses(
        (status = 200, description = "The file", body = String),
        (status = 422, description = "A move is not legal", body = ErrorBody),
))]
pub(crate) async fn record(
    State(app): State<App>,
    address: Address,
    Body(RecordRequest { rules, tree, format }): Body<RecordRequest>,
) -> Result<Response, ApiError> {
    let rules = rules_by(&rules, &app, address).await?;
    file(&app, address, &rules, tree, format).await
}

async fn file(
    app: &App,
    address: Address,
    rules: &Rules,
    tree: TreeForm,
    format: Format,
) -> Result<Response, ApiError> {
    let (settings, definition) = (rules.settings.clone(), rules.definition.id());
    let file = carry_many(app, address, &rules.house, move |house, patience| {
        TextFile::of_tree((&tree, format), (&definition, &settings, house), patience)
    });
    let TextFile { name, media_type, text } = file.await??;
    let name = format!("attachment; filename=\"{name}\"");
    let headers =
        [(header::CONTENT_TYPE, media_type.to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, text).into_response())
}

/// Keeps an analysis. It is on disk when this is answered.
#[utoipa::path(post, path = "/api/analyses", tag = "analysis", request_body = KeepRequest, responses(
    (status = 201, description = "It is kept", body = Kept),
    (status = 422, description = "A move is not legal", body = ErrorBody),
    (status = 429, description = "Too many", body = ErrorBody),
))]
pub(crate) async fn keep(
    State(app): State<App>,
    address: Address,
    Body(KeepRequest { token, rules, tree }): Body<KeepRequest>,
) -> Result<(StatusCode, Json<Kept>), ApiError> {
    let token = owner_token(&token)?;
    let rules = rules_by(&rules, &app, address).await?;
    let id = GameId::new().map_err(Failure::from)?;
    let new = New { id, seal: token.seal(), version: 1 };
    Ok((StatusCode::CREATED, Json(store(&app, address, rules, tree, new).await?)))
}

/// Which version of which analysis is to be kept.
struct New {
    id: GameId,
    seal: crate::id::Seal,
    version: u64,
}

async fn store(
    app: &App,
    address: Address,
    rules: Rules,
    tree: TreeForm,
    new: New,
) -> Result<Kept, ApiError> {
    OneAnalysis::check_title(&tree)?;
    let view = grown(app, address, &rules, tree).await?;
    let Rules { definition, settings, house } = rules;
    let variant = house.variant().id.clone();
    let OneAnalysis { title, moves, document } = OneAnalysis::of(&view, &variant, settings)?;
    let New { id, seal, version } = new;
    let definition = Arc::unwrap_or_clone(definition);
    // What was refused costs nothing.
    if version == 1 {
        app.new_analyses.count(address)?;
    }
    let changed = app.hub.time.calendar();
    let kept = Kept { id: id.to_string(), version };
    let analysis =
        KeptAnalysis { id, seal, definition, changed, version, title, variant, moves, document };
    match app.hub.store.keep(analysis).await {
        Ok(()) => Ok(kept),
        Err(StoreError::Conflict) => Err(No::changed_elsewhere().into()),
        Err(error) => Err(Failure::from(error).into()),
    }
}

/// Changes an analysis. It is on disk when this is answered.
#[utoipa::path(put, path = "/api/analyses/{id}", tag = "analysis", request_body = ChangeRequest,
    params(("id" = String, Path, description = "The analysis")), responses(
    (status = 200, description = "It is kept", body = Kept),
    (status = 403, description = "It belongs to somebody else", body = ErrorBody),
    (status = 404, description = "There is no such analysis", body = ErrorBody),
    (status = 409, description = "It was changed elsewhere meanwhile", body = ErrorBody),
))]
pub(crate) async fn change(
    State(app): State<App>,
    address: Address,
    Path(id): Path<String>,
    Body(ChangeRequest { token, version, tree }): Body<ChangeRequest>,
) -> Result<Json<Kept>, ApiError> {
    let known = owned(&app, &id, &token, address).await?;
    if known.version != version {
        return Err(No::changed_elsewhere().into());
    }
    let rules = self::rules(&app, &id, address).await?;
    let new = New { id: known.id, seal: known.seal, version: version + 1 };
    Ok(Json(store(&app, address, rules, tree, new).await?))
}

async fn known(app: &App, id: &str) -> Result<KeptAnalysis, ApiError> {
    let missing = || ApiError::from(No::no_analysis());
    let id = GameId::parse(id).ok_or_else(missing)?;
    app.hub.store.analysis(&id).await.map_err(Failure::from)?.ok_or_else(missing)
}

/// A large answer counts for more, before it is made; where it is refused, what was read counts.
fn count(app: &App, address: Address, known: &KeptAnalysis) -> Result<(), ApiError> {
    let size = known.document.len();
    let counted = app.requests.count_times(address, size / BYTES_OF_A_REQUEST);
    if counted.is_err() {
        app.requests.charge(address, size / BYTES_READ_IN_A_REQUEST);
    }
    Ok(counted?)
}

async fn owned(
    app: &App,
    id: &str,
    token: &str,
    address: Address,
) -> Result<KeptAnalysis, ApiError> {
    let known = known(app, id).await?;
    app.requests.charge(address, known.document.len() / BYTES_READ_IN_A_REQUEST);
    if known.seal.fits(token) {
        return Ok(known);
    }
    Err(No::not_yours().into())
}

/// The rules of an analysis.
pub(super) async fn rules(app: &App, id: &str, by: Address) -> Result<Rules, ApiError> {
    // They never change, and are asked for with every step through it.
    let (definition, settings) = match app.analysis_rules.get(id) {
        Some(known) => known,
        None => {
            let turn = app.analyses.wait(Some(by)).await;
            let known = known(app, id).await?;
            count(app, by, &known)?;
            let rules =
                (known.definition.id(), known_rules(&document(known.document, turn).await?));
            app.analysis_rules.note(id, rules.clone());
            rules
        }
    };
    Ok(app.hub.rules_of(&definition, &settings, Some(by)).await?)
}

/// By which rules analyses are that were kept: to read one for that is much work.
#[derive(Default)]
pub(super) struct AnalysisRules(Mutex<HashMap<String, (DefinitionId, Settings)>>);

/// So many are remembered.
const MOST_KNOWN: usize = 4_096;

impl AnalysisRules {
    fn get(&self, id: &str) -> Option<(DefinitionId, Settings)> {
        self.known().get(id).cloned()
    }

    fn note(&self, id: &str, rules: (DefinitionId, Settings)) {
        let mut known = self.known();
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.insert(id.to_owned(), rules);
    }

    fn forget(&self, id: &str) {
        self.known().remove(id);
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, (DefinitionId, Settings)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads what was kept, which may be two megabytes; the turn lasts until it is read, whoever has gone.
async fn document(text: String, turn: Turn) -> Result<Document, ApiError> {
    let read = move || serde_json::from_str(&text);
    let read = tokio::task::spawn_blocking(move || turn.during(read));
    let document = read.await.map_err(|_| Failure::Ending)?;
    Ok(document.map_err(|error| Failure::from(StoreError::from(error)))?)
}

/// The rules of an analysis, and its tree.
async fn rules_of(
    app: &App,
    known: &KeptAnalysis,
    by: Address,
) -> Result<(Rules, TreeForm), ApiError> {
    let turn = app.analyses.wait(Some(by)).await;
    let document = document(known.document.clone(), turn).await?;
    let settings = known_rules(&document);
    let rules = app.hub.rules_of(&known.definition.id(), &settings, Some(by)).await?;
    Ok((rules, document.tree))
}

/// Whose token comes with a request.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct OwnerQuery {
    /// The token of the owner.
    token: Option<String>,
}

/// An analysis that was kept.
#[utoipa::path(get, path = "/api/analyses/{id}", tag = "analysis", params(
    ("id" = String, Path, description = "The analysis"), OwnerQuery), responses(
    (status = 200, description = "The analysis", body = AnalysisView),
    (status = 404, description = "There is no such analysis", body = ErrorBody),
))]
pub(crate) async fn one(
    State(app): State<App>,
    address: Address,
    Path(id): Path<String>,
    Words(OwnerQuery { token }): Words<OwnerQuery>,
) -> Result<Response, ApiError> {
    let known = known(&app, &id).await?;
    count(&app, address, &known)?;
    let (rules, tree) = rules_of(&app, &known, address).await?;
    let tree = grown(&app, address, &rules, tree).await?;
    let mine = token.is_some_and(|token| known.seal.fits(&token));
    let (version, changed) = (known.version, iso(known.changed));
    answer::large(&app, address, &AnalysisView { id, version, changed, mine, tree }).await
}

/// Some analyses in short, in the order of the ids; those that do not exist are left out.
#[utoipa::path(get, path = "/api/analyses", tag = "analysis", params(GamesQuery), responses(
    (status = 200, description = "The analyses", body = Analyses),
))]
pub(crate) async fn some(
    State(app): State<App>,
    address: Address,
    Words(query): Words<GamesQuery>,
) -> Result<Json<Analyses>, ApiError> {
    let ids = query.ids();
    app.requests.count_times(address, ids.len() / 10)?;
    let mut analyses = Vec::new();
    for id in ids {
        let found = app.hub.store.short_analysis(&id).await.map_err(Failure::from)?;
        analyses.extend(found.map(|short| ShortAnalysisView {
            id: short.id.to_string(),
            variant: short.variant,
            title: short.title,
            changed: iso(short.changed),
            moves: short.moves,
        }));
    }
    Ok(Json(Analyses { analyses }))
}

/// Deletes an analysis.
#[utoipa::path(delete, path = "/api/analyses/{id}", tag = "analysis", params(
    ("id" = String, Path, description = "The analysis"), OwnerQuery), responses(
    (status = 204, description = "It is gone"),
    (status = 403, description = "It belongs to somebody else", body = ErrorBody),
    (status = 404, description = "There is no such analysis", body = ErrorBody),
))]
pub(crate) async fn delete(
    State(app): State<App>,
    address: Address,
    Path(id): Path<String>,
    Words(OwnerQuery { token }): Words<OwnerQuery>,
) -> Result<StatusCode, ApiError> {
    let known = owned(&app, &id, token.as_deref().unwrap_or_default(), address).await?;
    app.hub.store.delete(&known.id).await.map_err(Failure::from)?;
    app.analysis_rules.forget(&id);
    Ok(StatusCode::NO_CONTENT)
}

/// Which form.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct TreeFormatQuery {
    /// `pgn`, `kif`, `ki2`, `csa`, `jkf`, `usi`, `sfen` or `json`.
    #[param(inline)]
    format: Format,
}

/// An analysis that was kept, as a file.
#[utoipa::path(get, path = "/api/analyses/{id}/record", tag = "analysis", params(
    ("id" = String, Path, description = "The analysis"), TreeFormatQuery), responses(
    (status = 200, description = "The file", body = String),
    (status = 404, description = "There is no such analysis", body = ErrorBody),
))]
pub(crate) async fn record_of(
    State(app): State<App>,
    address: Address,
    Path(id): Path<String>,
    Words(TreeFormatQuery { format }): Words<TreeFormatQuery>,
) -> Result<Response, ApiError> {
    let known = known(&app, &id).await?;
    count(&app, address, &known)?;
    let (rules, tree) = rules_of(&app, &known, address).await?;
    file(&app, address, &rules, tree, format).await
}
