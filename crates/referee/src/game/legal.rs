//! The legal moves of a position, as they are told.

use bytes::Bytes;
use komadai_records::json::Legal;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::sync::Arc;

/// The legal moves of a position, written out once for all who are told of them: with a board full of lions
/// they are megabytes.
#[derive(Debug, Default)]
pub struct LegalMoves {
    /// JSON; `None` where there are none.
    text: Option<Box<RawValue>>,
    /// How many there are.
    count: usize,
    /// One of them, in USI.
    first: Option<String>,
}

impl LegalMoves {
    /// Writes these down.
    pub fn of(moves: &[Legal]) -> Self {
        let first = moves.first().map(|legal| legal.text.usi.clone());
        // Such a list is JSON.
        let text = serde_json::value::to_raw_value(moves).ok();
        LegalMoves { text, count: moves.len(), first }
    }

    /// How much memory they take, in moves of a kilobyte.
    pub fn size(&self) -> usize {
        self.count.max(self.text().len() >> 10)
    }

    /// One of them, in USI.
    pub fn first(&self) -> Option<&str> {
        self.first.as_deref()
    }

    /// As JSON.
    pub fn text(&self) -> &str {
        self.text.as_deref().map_or("[]", RawValue::get)
    }

    /// The same, to be sent to many at once.
    pub fn bytes(self: Arc<Self>) -> Bytes {
        Bytes::from_owner(Shared(self))
    }
}

struct Shared(Arc<LegalMoves>);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        self.0.text().as_bytes()
    }
}

impl Serialize for LegalMoves {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.text {
            Some(text) => text.serialize(serializer),
            None => [(); 0].serialize(serializer),
        }
    }
}
