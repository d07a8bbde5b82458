//! A game as it happens: messages.

use crate::game::{Action, Command, LegalMoves, Played, State, View};
use crate::problem::Problem;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// What comes from a reader.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum LiveRequest {
    /// A move in any spelling.
    Move {
        /// Comes back with the answer.
        id: u64,
        /// The move.
        #[serde(rename = "move")]
        text: String,
    },
    /// Anything but a move.
    Action {
        /// Comes back with the answer.
        id: u64,
        /// What.
        action: Action,
    },
    /// Asks for a pong.
    Ping {},
}

impl LiveRequest {
    /// Whether it asks for nothing.
    pub fn is_free(&self) -> bool {
        matches!(self, LiveRequest::Ping {})
    }

    /// The number that comes back with the answer.
    pub fn id(&self) -> Option<u64> {
        match self {
            LiveRequest::Move { id, .. } | LiveRequest::Action { id, .. } => Some(*id),
            LiveRequest::Ping {} => None,
        }
    }

    /// The number of a message that cannot be read, if that much can. All else is passed over.
    pub fn id_of(text: &str) -> Option<u64> {
        #[derive(Deserialize)]
        struct Numbered {
            id: u64,
        }
        // A list would do for Serde, too.
        let text = text.trim_start().starts_with('{').then_some(text)?;
        serde_json::from_str(text).ok().map(|Numbered { id }| id)
    }

    /// As a game hears it, with its number; nothing where it asks for nothing.
    pub fn command(self) -> Option<(u64, Command)> {
        match self {
            LiveRequest::Move { id, text } => Some((id, Command::Move(text))),
            LiveRequest::Action { id, action } => Some((id, Command::Act(action))),
            LiveRequest::Ping {} => None,
        }
    }
}

/// What goes to a reader.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToReader<'a> {
    /// The game, whole.
    State {
        /// How much has happened.
        seq: u64,
        /// The game.
        state: State,
    },
    /// What has changed.
    Update {
        /// How much has happened.
        seq: u64,
        /// The game.
        state: View,
        /// The new moves.
        #[schema(value_type = Vec<Played>)]
        played: &'a [Arc<Played>],
        /// The list of moves is cut to this length before they are added.
        from_ply: usize,
        /// The legal moves; left out where they are those that the reader knows.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<Vec<komadai_records::json::Legal>>)]
        legal: Option<Arc<LegalMoves>>,
    },
    /// A request was granted, and is on disk.
    Ack {
        /// Of the request.
        id: u64,
        /// How much has happened.
        seq: u64,
    },
    /// It was not.
    Refused {
        /// Null where the message could not be read so far.
        #[schema(required)]
        id: Option<u64>,
        /// Why.
        error: Problem,
    },
    /// As asked.
    Pong,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_what_cannot_be_read_is_told() {
        assert_eq!(LiveRequest::id_of(r#"{"type":"sing","id":7,"song":[{"":{}}]}"#), Some(7));
        for text in [r#"{"type":"sing"}"#, r#"{"id":-1}"#, r#"{"id":"7"}"#, "[7]", "", "{"] {
            assert_eq!(LiveRequest::id_of(text), None, "{text}");
        }
    }
}
