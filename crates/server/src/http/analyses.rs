//! Trees of variations: read, written, kept.

use super::App;
use super::analysis::{carry_many, rules_by};
use super::answer;
use super::error::{ApiError, Body, ErrorBody, Path, Words};
use super::games::GamesQuery;
use crate::address::Address;
use crate::analysis::{RulesWish, TreeError, TreeView, read_record, variant_of, view_tree};
use crate::at_once::Turn;
use crate::failure::Failure;
use crate::game::iso;
use crate::hub::Rules;
use crate::id::{GameId, Token};
use crate::rules::{DefinitionId, Settings};
use crate::store::{KeptAnalysis, StoreError};
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use komadai_records::file::Format;
use komadai_records::json::{Document, TreeForm};
use komadai_referee::problem::Problem;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use utoipa::{IntoParams, ToSchema};

/// An answer of so many bytes counts as one request more.
const BYTES_OF_A_REQUEST: usize = 16 << 10;
/// To read so many from the disk takes as long as any request.
const BYTES_READ_IN_A_REQUEST: usize = 256 << 10;
/// Letters of a title.
const MOST_TITLE: usize = 200;

impl From<TreeError> for ApiError {
    fn from(error: TreeError) -> Self {
        Problem::from(error).into()
    }
}

/// A tree, and by which rules.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TreeRequest {
    rules: RulesWish,
    tree: TreeForm,
}

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

/// A record that somebody brings along.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadRequest {
    /// PGN, KIF, KI2, CSA, JKF, USI, JSON as this server writes it, a position, or nothing but moves.
    text: String,
    /// The variant where the record does not name it.
    variant: Option<String>,
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
    let (text, variant, set) = {
        let turn = app.analyses.wait(Some(address)).await;
        let catalogue = Arc::clone(&app.hub.catalogue);
        let look = move || {
            let _turn = turn;
            let variant = variant_of(&text, variant, &catalogue);
            let document = serde_json::from_str::<Document>(&text).ok();
            let set = document.filter(|it| variant.as_ref() == Some(&it.variant));
            (text, variant, set.map(|document| document.set).unwrap_or_default())
        };
        tokio::task::spawn_blocking(look).await.map_err(|_| Failure::Ending)?
    };
    let missing = || ApiError::field("variant", "the record does not say which game it is of");
    let rules = RulesWish::of(variant.ok_or_else(missing)?, set);
    let rules = rules_by(&rules, &app, address).await?;
    let settings = rules.settings.clone();
    let view = carry_many(&app, address, &rules.house, move |house, patience| {
        let tree = read_record(house, &text).map_err(|error| ApiError::field("text", error))?;
        view_tree(&tree, house, &settings, patience).map_err(ApiError::from)
    });
    answer::large(&app, address, &view.await??).await
}

/// A tree that is to be written to a file.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordRequest {
    rules: RulesWish,
    tree: TreeForm,
    format: Format,
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
    let (variant, text) = carry_many(app, address, &rules.house, move |house, patience| {
        let view = view_tree(&tree, house, &settings, patience)?;
        let text = match format {
            Format::Pgn => view.pgn(house),
            Format::Json => {
                let tree = view.form();
                let (variant, set) = (view.variant.clone(), view.set.clone());
                let definition = Some(definition.as_str().to_owned());
                let document = Document { variant, set, definition, tree };
                // Nothing in it can fail to be written.
                serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
            }
            format => view
                .file(house, format, patience)
                .map_err(|error| TreeError::Form(error.to_string()))?,
        };
        Ok::<_, TreeError>((view.variant, text))
    })
    .await??;
    let (ending, media_type) = (format.endings()[0], format.media_type());
    let plain: String =
        variant.chars().filter(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect();
    let name = format!("attachment; filename=\"komadai-{plain}-analysis.{ending}\"");
    let headers =
        [(header::CONTENT_TYPE, media_type.to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, text).into_response())
}

/// An analysis that is to be kept.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct KeepRequest {
    /// A token of one's own, by which its owner is known: 128 bits of chance in base64url, 22 characters.
    token: String,
    rules: RulesWish,
    tree: TreeForm,
}

/// An analysis that was kept.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Kept {
    /// Whoever knows it may look on.
    id: String,
    /// Grows by one with every change.
    version: u64,
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
    let no_token = || ApiError::field("token", "a token is 22 letters, digits, `-` or `_`");
    let token = Token::parse(&token).ok_or_else(no_token)?;
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
    if tree.title.chars().count() > MOST_TITLE {
        return Err(ApiError::field("title", format!("a title has {MOST_TITLE} letters at most")));
    }
    let tree = grown(app, address, &rules, tree).await?.form();
    let Rules { definition, settings, house } = rules;
    let (title, moves) = (tree.title.clone(), u32::try_from(tree.nodes.len()).unwrap_or(u32::MAX));
    let variant = house.variant().id.clone();
    let set = settings.into_iter().collect();
    let document = Document { variant: variant.clone(), set, definition: None, tree };
    let document = serde_json::to_string(&document).map_err(StoreError::from);
    let document = document.map_err(Failure::from)?;
    if document.len() > super::MOST_BYTES_OF_A_TREE {
        // Its next version could not be sent any more.
        return Err(ApiError::field("nodes", "the analysis would be larger than 2 MB"));
    }
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
        Err(StoreError::Conflict) => Err(changed_elsewhere()),
        Err(error) => Err(Failure::from(error).into()),
    }
}

fn changed_elsewhere() -> ApiError {
    let message = "the analysis has been changed elsewhere meanwhile; load it again";
    ApiError::new(StatusCode::CONFLICT, "changed-elsewhere", message)
}

/// The next version of an analysis.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChangeRequest {
    /// The token of its owner.
    token: String,
    /// The version that was changed.
    version: u64,
    tree: TreeForm,
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
        return Err(changed_elsewhere());
    }
    let rules = self::rules(&app, &id, address).await?;
    let new = New { id: known.id, seal: known.seal, version: version + 1 };
    Ok(Json(store(&app, address, rules, tree, new).await?))
}

async fn known(app: &App, id: &str) -> Result<KeptAnalysis, ApiError> {
    let missing = || ApiError::not_found("there is no such analysis");
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
    let message = "this analysis belongs to somebody else";
    Err(ApiError::new(StatusCode::FORBIDDEN, "no-owner", message))
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
            let rules = (known.definition.id(), settings(&document(known.document, turn).await?));
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
    let read = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        serde_json::from_str(&text)
    });
    let document = read.await.map_err(|_| Failure::Ending)?;
    Ok(document.map_err(|error| Failure::from(StoreError::from(error)))?)
}

fn settings(document: &Document) -> Settings {
    document.set.clone().into_iter().collect()
}

/// The rules of an analysis, and its tree.
async fn rules_of(
    app: &App,
    known: &KeptAnalysis,
    by: Address,
) -> Result<(Rules, TreeForm), ApiError> {
    let turn = app.analyses.wait(Some(by)).await;
    let document = document(known.document.clone(), turn).await?;
    let settings = settings(&document);
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

/// An analysis as it is shown.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct AnalysisView {
    id: String,
    version: u64,
    /// ISO 8601.
    changed: String,
    /// Whether the token is that of its owner.
    mine: bool,
    tree: TreeView,
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

/// Some analyses.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Analyses {
    analyses: Vec<ShortAnalysisView>,
}

/// What a list of analyses shows.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ShortAnalysisView {
    id: String,
    variant: String,
    title: String,
    /// ISO 8601.
    changed: String,
    /// How many moves it has.
    moves: u32,
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
