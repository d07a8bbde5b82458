//! Answers in JSON that may be large.

use super::App;
use super::error::ApiError;
use crate::address::Address;
use crate::failure::Failure;
use crate::store::StoreError;
use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// Writes an answer out. Of each address one is written at a time, and all others have their turn between two of
/// them: whoever asks for many at one instant holds up nobody else.
pub(super) async fn large(
    app: &App,
    address: Address,
    answer: &impl Serialize,
) -> Result<Response, ApiError> {
    let _turn = app.writing.wait(address).await;
    // Whoever is given the turn would go on at once, before what others want.
    tokio::task::yield_now().await;
    let written =
        serde_json::to_vec(answer).map_err(|error| Failure::from(StoreError::from(error)));
    Ok(json(written?))
}

/// An answer that is written already.
pub(super) fn json(written: impl Into<Body>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], written.into()).into_response()
}
