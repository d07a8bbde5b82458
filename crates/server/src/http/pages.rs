//! The pages of the browser front end, which are part of the program.

use super::error::ApiError;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};
use std::fmt::Write;

/// The files that the build script has made.
#[derive(Embed)]
#[folder = "$OUT_DIR/web"]
struct Files;

/// The page that finds its way by itself.
const START: &str = "index.html";
/// Files here have names that change with what is in them.
const LASTING: &str = "assets/";

/// A file of the front end; the start page for everything that is none.
pub(crate) async fn page(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return ApiError::not_found("there is nothing here; see /api/docs").into_response();
    }
    if let Some(file) = Files::get(path) {
        return answer(path, &file, &headers);
    }
    // A file that is not there is no page.
    let is_page = !path.rsplit('/').next().unwrap_or_default().contains('.');
    match Files::get(START).filter(|_| is_page) {
        Some(file) => answer(START, &file, &headers),
        None => ApiError::not_found("there is nothing here").into_response(),
    }
}

fn answer(path: &str, file: &EmbeddedFile, headers: &HeaderMap) -> Response {
    let mut tag = String::from("\"");
    for byte in file.metadata.sha256_hash().iter().take(16) {
        // Writing to a string cannot fail.
        let _ = write!(tag, "{byte:02x}");
    }
    tag.push('"');
    let lasts = path.starts_with(LASTING);
    let cache = if lasts { "public, max-age=31536000, immutable" } else { "no-cache" };
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == tag.as_str());
    let about = [(header::ETAG, tag), (header::CACHE_CONTROL, cache.to_owned())];
    if known {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    let media_type = [(header::CONTENT_TYPE, file.metadata.mimetype().to_owned())];
    (about, media_type, file.data.clone()).into_response()
}
