//! Messages that come over websockets: they are counted like requests, and read.

use super::REFUSAL;
use super::error::ApiError;
use crate::address::Address;
use crate::rates::{Rate, TooMany};
use komadai_referee::forms::LiveRequest;
use komadai_referee::problem::Problem;
use serde::de::DeserializeOwned;

/// A message counts once more for so many bytes, before it is read: to read it is work, whatever comes of it.
const PIECE: usize = 1 << 10;

/// What somebody may say over a websocket.
pub(super) trait Message: DeserializeOwned {
    /// Whether it asks for nothing.
    fn is_free(&self) -> bool;

    /// The number that comes back with the answer.
    fn id(&self) -> Option<u64>;
}

/// A message that is not granted.
#[derive(Debug)]
pub(super) struct Unheard {
    /// Its number, if that much could be read.
    pub(super) id: Option<u64>,
    pub(super) error: Problem,
}

/// Counts a message, and reads it. Whoever says too much hears that after a while: until then nothing more is heard
/// from there.
///
/// # Errors
/// When too much was said, or this is no message.
pub(super) async fn read<T: Message>(
    text: &str,
    requests: &Rate,
    by: Address,
) -> Result<T, Unheard> {
    let too_many = async |id, too_many: TooMany| {
        tokio::time::sleep(REFUSAL).await;
        Err(Unheard { id, error: ApiError::from(too_many).problem })
    };
    if let Err(too_much) = requests.count_times(by, text.len() / PIECE) {
        return too_many(LiveRequest::id_of(text), too_much).await;
    }
    let read: Result<T, _> = serde_json::from_str(text);
    let is_free = read.as_ref().is_ok_and(Message::is_free);
    let id = match &read {
        Ok(message) => message.id(),
        Err(_) => LiveRequest::id_of(text),
    };
    if !is_free && let Err(too_much) = requests.count(by) {
        return too_many(id, too_much).await;
    }
    read.map_err(|error| Unheard { id, error: Problem::no_message(&error) })
}
