//! The pages of the browser front end, which are part of the program.

use super::error::{ApiError, wrong_method};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};
use std::fmt::Write;

/// The files that the build script has made.
#[derive(Embed)]
#[folder = "$OUT_DIR/web"]
pub(crate) struct Files;

/// The page that finds its way by itself.
pub(crate) const START: &str = "index.html";
/// Files here have names that change with what is in them.
const LASTING: &str = "assets/";

/// A file of the front end; the start page for everything that is none.
pub(crate) async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return ApiError::not_found("there is nothing here; see /api/docs").into_response();
    }
    if ![Method::GET, Method::HEAD].contains(&method) {
        return wrong_method(method).await.into_response();
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
    let known = headers.get_all(header::IF_NONE_MATCH).iter().any(|known| names(known, &tag));
    let about = [(header::ETAG, tag), (header::CACHE_CONTROL, cache.to_owned())];
    if known {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    let media_type = [(header::CONTENT_TYPE, file.metadata.mimetype().to_owned())];
    (about, media_type, file.data.clone()).into_response()
}

/// Whether a list of tags has one, or is `*` (RFC 9110, 13.1.2).
fn names(list: &HeaderValue, tag: &str) -> bool {
    let is_it = |one: &str| one == "*" || one.strip_prefix("W/").unwrap_or(one) == tag;
    list.to_str().is_ok_and(|list| list.split(',').map(str::trim).any(is_it))
}
