//! Which games there are, and all about each of them.

use super::App;
use super::answer::json;
use super::error::{ApiError, ErrorBody, Path};
use crate::address::Address;
use crate::rules::{CatalogueEntry, FileError, Listing, Origin, TaughtVariant};
use axum::extract::State;
use axum::response::Response;
use komadai_rules::Variant;
use komadai_rules::variant::Board;
use serde::Serialize;
use std::collections::BTreeSet;
use std::sync::Arc;
use utoipa::ToSchema;

/// All games, and the files that are none.
#[derive(Serialize, ToSchema)]
pub(crate) struct Variants {
    variants: Vec<Summary>,
    /// The user's own files that cannot be played.
    errors: Vec<FileError>,
}

/// A game in a list.
#[derive(Serialize, ToSchema)]
struct Summary {
    id: String,
    name: String,
    /// The same in Japanese, where the game has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    name_ja: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<String>,
    files: u8,
    ranks: u8,
    field: Field,
    /// What the sides are called.
    first: String,
    second: String,
    pieces: Vec<String>,
    starts: Vec<Start>,
    /// Whether it comes with the program.
    builtin: bool,
    /// Whether it is one of the shelf: a game of others that comes with the program.
    shelf: bool,
}

/// How large a board looks: the squares that are always there, and how many more come and go.
#[derive(Serialize, ToSchema)]
struct Field {
    files: usize,
    ranks: usize,
    /// Squares that exist while occupied.
    vanishing: usize,
}

impl Field {
    fn of(board: &Board) -> Self {
        let lasting = board.squares().filter(|square| !board.vanishing.contains(square));
        let (files, ranks): (BTreeSet<u8>, BTreeSet<u8>) =
            lasting.map(|square| (board.file(square), board.rank(square))).unzip();
        Field { files: files.len(), ranks: ranks.len(), vanishing: board.vanishing.len() }
    }
}

/// A named start.
#[derive(Serialize, ToSchema)]
struct Start {
    id: String,
    name: String,
    /// The same in Japanese, where the game has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    name_ja: Option<String>,
}

impl Summary {
    fn of(variant: &Variant, origin: Origin) -> Self {
        let start = |start: &komadai_rules::variant::Start| Start {
            id: start.id.clone(),
            name: start.name.clone(),
            name_ja: start.name_ja.clone(),
        };
        let [first, second] = variant.sides.clone();
        Summary {
            id: variant.id.clone(),
            name: variant.name.clone(),
            name_ja: variant.name_ja.clone(),
            author: variant.author.clone(),
            files: variant.board.files,
            ranks: variant.board.ranks,
            field: Field::of(&variant.board),
            first,
            second,
            pieces: variant.pieces.iter().map(|piece| piece.id.clone()).collect(),
            starts: variant.starts.iter().map(start).collect(),
            builtin: origin != Origin::File,
            shelf: origin == Origin::Shelf,
        }
    }
}

/// A list of games as it is told.
pub(crate) fn told(Listing { entries, errors }: &Listing) -> Option<Vec<u8>> {
    let summary = |entry: &CatalogueEntry| Summary::of(entry.house.variant(), entry.origin);
    let variants = entries.iter().map(summary).collect();
    serde_json::to_vec(&Variants { variants, errors: errors.clone() }).ok()
}

/// The games that can be played.
#[utoipa::path(get, path = "/api/variants", tag = "variants", responses(
    (status = 200, description = "All games", body = Variants),
))]
pub(crate) async fn list(State(app): State<App>) -> Result<Response, ApiError> {
    let catalogue = Arc::clone(&app.hub.catalogue);
    // The user's files are read anew.
    let written = tokio::task::spawn_blocking(move || told(&catalogue.list()));
    let missing = || ApiError::not_found("the games cannot be listed");
    Ok(json(written.await.ok().flatten().ok_or_else(missing)?))
}

/// So many games are kept as they are told.
pub(super) const MOST_TAUGHT: usize = 256;

/// All about a game: board, pieces with their movements, starts.
#[utoipa::path(get, path = "/api/variants/{id}", tag = "variants", responses(
    (status = 200, description = "The game", body = TaughtVariant),
    (status = 404, description = "There is no such game", body = ErrorBody),
))]
pub(crate) async fn one(
    State(app): State<App>,
    address: Address,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let catalogue = Arc::clone(&app.hub.catalogue);
    let missing = || ApiError::not_found(format!("there is no game `{id}`"));
    let found = match catalogue.lasting(&id) {
        Some(entry) => Some(entry.clone()),
        None => {
            let id = id.clone();
            tokio::task::spawn_blocking(move || catalogue.find(&id)).await.ok().flatten()
        }
    };
    let CatalogueEntry { id: key, house, .. } = found.ok_or_else(missing)?;
    let tell = move || serde_json::to_vec(house.info()?).ok();
    Ok(json(app.taught.get(key, address, tell).await.ok_or_else(missing)?))
}
