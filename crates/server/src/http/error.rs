//! Everything that says no, in one form.

use crate::analysis::{LineError, TreeError};
use crate::failure::Failure;
use crate::game::Refused;
use crate::rates::TooMany;
use crate::rules::CatalogueError;
use crate::store::StoreError;
use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{self, FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
pub(super) use komadai_referee::forms::ErrorBody;
use komadai_referee::forms::No;
use komadai_referee::problem::Problem;
use serde::de::DeserializeOwned;
use std::time::Duration;

/// Letters of what is wrong with a body.
const MOST_LETTERS: usize = 500;
/// When to ask again for what is only busy now.
pub(super) const SOON: Duration = Duration::from_secs(1);

/// What is wrong, as HTTP says it.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    /// After how many seconds it is worth trying again: the header `Retry-After`.
    pub(crate) retry_after: Option<u32>,
    /// All that is told in words.
    pub(crate) problem: Problem,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        ApiError { status, retry_after: None, problem: Problem::new(code, message) }
    }

    /// Something in the request cannot be granted.
    pub(crate) fn field(field: &'static str, message: impl Into<String>) -> Self {
        No::field(field, message).into()
    }

    /// There are no such rules.
    pub(crate) fn rules(field: &'static str, error: &CatalogueError) -> Self {
        match error {
            CatalogueError::TooMany => ApiError::too_many(error.to_string(), SOON),
            CatalogueError::Bad(_) => ApiError::field(field, error.to_string()),
        }
    }

    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        ApiError::new(StatusCode::NOT_FOUND, "not-found", message)
    }

    /// Too much was asked for; it is granted after some time.
    pub(crate) fn too_many(message: impl Into<String>, wait: Duration) -> Self {
        let status = StatusCode::TOO_MANY_REQUESTS;
        ApiError::new(status, "too-many-requests", message).after(wait)
    }

    /// The server cannot answer now.
    pub(crate) fn unavailable(message: impl Into<String>) -> Self {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", message).after(SOON)
    }

    /// It is worth trying again after this time; in whole seconds, and never too early.
    fn after(self, wait: Duration) -> Self {
        let seconds = wait.as_secs_f64().ceil().max(1.0) as u32;
        ApiError { retry_after: Some(seconds), ..self }
    }

    fn internal(error: &dyn std::error::Error) -> Self {
        tracing::error!(%error, "a request has failed");
        let message = "something is wrong with the server; nothing that was acknowledged is lost";
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let wait = self.retry_after;
        let mut response = (self.status, Json(ErrorBody { error: self.problem })).into_response();
        if let Some(seconds) = wait {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

impl From<No> for ApiError {
    fn from(No { status, problem }: No) -> Self {
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        if status.is_server_error() {
            tracing::error!(error = problem.code, "a request has failed");
        }
        ApiError { status, retry_after: None, problem }
    }
}

impl From<Problem> for ApiError {
    fn from(problem: Problem) -> Self {
        No::from(problem).into()
    }
}

impl From<LineError> for ApiError {
    fn from(error: LineError) -> Self {
        No::from(error).into()
    }
}

impl From<TreeError> for ApiError {
    fn from(error: TreeError) -> Self {
        No::from(error).into()
    }
}

impl From<Refused> for ApiError {
    fn from(refused: Refused) -> Self {
        No::from(refused).into()
    }
}

impl From<TooMany> for ApiError {
    fn from(too_many: TooMany) -> Self {
        ApiError::too_many(too_many.to_string(), too_many.wait)
    }
}

impl From<Failure> for ApiError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Refused(refused) => refused.into(),
            Failure::NoGame => No::no_game().into(),
            Failure::TooMuchWork(_) => ApiError::field("game", failure.to_string()),
            Failure::Rules(error) => ApiError::rules("variant", &error),
            Failure::Opening(error) => ApiError::field("position", error.to_string()),
            Failure::Full(_) => ApiError::too_many(failure.to_string(), SOON),
            Failure::TooManyGames(TooMany { wait }) => {
                ApiError::too_many(failure.to_string(), wait)
            }
            Failure::Ending | Failure::Store(StoreError::Closed | StoreError::Conflict) => {
                ApiError::unavailable("the game could not be reached; try again")
            }
            // The disk may be full.
            Failure::Store(error @ (StoreError::Database(_) | StoreError::Write(_))) => {
                tracing::error!(%error, "the games cannot be kept or read");
                ApiError::unavailable("the games cannot be kept or read at the moment; try again")
            }
            Failure::Store(_)
            | Failure::Corrupt(_)
            | Failure::Unreadable(_)
            | Failure::NoChance(_) => ApiError::internal(&failure),
        }
    }
}

/// A body in JSON; what is wrong with it is told in the form of all errors.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let read = Json::<T>::from_request(request, state).await;
        read.map(|Json(value)| Body(value)).map_err(|rejection: JsonRejection| {
            let status = rejection.status();
            if status == StatusCode::PAYLOAD_TOO_LARGE {
                return ApiError::new(status, "too-large", "the request is too large");
            }
            // It may repeat a long word of the request.
            let text: String = rejection.body_text().chars().take(MOST_LETTERS).collect();
            ApiError::new(status, "bad-json", text)
        })
    }
}

/// What follows the question mark; what is wrong with it is told in the form of all errors.
pub(crate) struct Words<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Words<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let read = Query::<T>::from_request_parts(parts, state).await;
        read.map(|Query(value)| Words(value)).map_err(|rejection: QueryRejection| {
            ApiError::new(rejection.status(), "bad-query", rejection.body_text())
        })
    }
}

/// A part of the path; what is wrong with it is told in the form of all errors.
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let read = extract::Path::<T>::from_request_parts(parts, state).await;
        read.map(|extract::Path(value)| Path(value)).map_err(|rejection: PathRejection| {
            ApiError::new(rejection.status(), "bad-path", rejection.body_text())
        })
    }
}

/// There is something here, but not for this method.
pub(super) async fn wrong_method(method: Method) -> ApiError {
    let message = format!("this is not for {method}; see /api/docs");
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "wrong-method", message)
}
