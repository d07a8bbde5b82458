//! What is wrong with what somebody wants, as it is told.

use crate::analysis::{LineError, TreeError};
use crate::rules::Sentence;
use serde::Serialize;
use utoipa::ToSchema;

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ApiError)]
pub struct Problem {
    /// A word for programs.
    pub code: &'static str,
    /// A sentence for people.
    pub message: String,
    /// Why a move was not played: the rule that it breaks, or what is wrong with its text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The same in Japanese.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason_ja: Option<String>,
    /// The part of the request that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<&'static str>,
}

/// The word for something in a request that cannot be granted.
pub const BAD_REQUEST: &str = "bad-request";
/// That for a move that breaks a rule.
pub const ILLEGAL_MOVE: &str = "illegal-move";
/// That for a position in which nothing can be threatened.
pub const NO_THREAT: &str = "no-threat";
/// That for a message or a body that cannot be read.
pub const BAD_JSON: &str = "bad-json";

/// So much is told of what is wrong with a message.
const MOST_TOLD: usize = 200;

impl Problem {
    /// With a word for programs and a sentence for people.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        let message = message.into();
        Problem { code, message, reason: None, reason_ja: None, field: None }
    }

    /// Something in the request cannot be granted.
    pub fn field(field: &'static str, message: impl Into<String>) -> Self {
        Problem { field: Some(field), ..Problem::new(BAD_REQUEST, message) }
    }

    /// A message cannot be read. Not the whole of it is told, which the error may repeat.
    pub fn no_message(error: &serde_json::Error) -> Self {
        let told: String = error.to_string().chars().take(MOST_TOLD).collect();
        Problem::new(BAD_JSON, format!("this is not a message: {told}"))
    }

    /// The other side cannot be asked what it threatens.
    pub fn no_threat() -> Self {
        let told = Sentence::no_threat();
        Problem::new(NO_THREAT, told.english.clone()).because(told)
    }

    /// With the reason in both languages.
    #[must_use]
    pub fn because(self, reason: Sentence) -> Self {
        let (reason, reason_ja) = Sentence::told(Some(reason));
        Problem { reason, reason_ja, ..self }
    }
}

impl From<LineError> for Problem {
    fn from(error: LineError) -> Self {
        let message = error.to_string();
        match error {
            LineError::Opening(_) => Problem::field("position", message),
            LineError::TooLong | LineError::TooMuch => Problem::field("moves", message),
            LineError::Move { reason, .. } => {
                let told = Problem::new(ILLEGAL_MOVE, message).because(reason);
                Problem { field: Some("moves"), ..told }
            }
        }
    }
}

impl From<TreeError> for Problem {
    fn from(error: TreeError) -> Self {
        let message = error.to_string();
        match error {
            TreeError::Line(error) => error.into(),
            TreeError::Form(_) => Problem::field("nodes", message),
            TreeError::Move { reason, .. } => {
                let told = Problem::new(ILLEGAL_MOVE, message).because(reason);
                Problem { field: Some("nodes"), ..told }
            }
        }
    }
}
