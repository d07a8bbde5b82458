//! Answers in JSON that may be large.

use super::App;
use super::error::ApiError;
use crate::address::Address;
use crate::at_once::AtOnce;
use crate::failure::Failure;
use crate::store::StoreError;
use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// An answer that may be large. Of each address one is written at a time, and all others have their turn between
/// two of them: whoever asks for many at one instant holds up nobody else.
pub(super) async fn large(
    app: &App,
    address: Address,
    answer: &impl Serialize,
) -> Result<Response, ApiError> {
    let written = written(&app.writing, address, answer).await;
    Ok(json(written.map_err(|error| Failure::from(StoreError::from(error)))?))
}

async fn written(
    turns: &AtOnce,
    address: Address,
    answer: &impl Serialize,
) -> serde_json::Result<Vec<u8>> {
    let _turn = turns.wait(address).await;
    // Whoever is given the turn would go on at once, before what others want.
    tokio::task::yield_now().await;
    serde_json::to_vec(answer)
}

/// An answer that is written already.
pub(super) fn json(written: impl Into<Body>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], written.into()).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Serializer;
    use std::net::IpAddr;
    use std::sync::{Arc, Mutex};

    /// An answer that notes whose it is when it is written.
    struct Answer(u8, Arc<Mutex<Vec<u8>>>);

    impl Serialize for Answer {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.1.lock().unwrap().push(self.0);
            serializer.serialize_unit()
        }
    }

    #[tokio::test]
    async fn who_asks_for_many_at_one_instant_holds_up_nobody_else() {
        let (turns, order) = (AtOnce::new(1), Arc::default());
        let ask = |by: u8| {
            let (turns, answer) = (turns.clone(), Answer(by, Arc::clone(&order)));
            let address = IpAddr::from([192, 0, 2, by]).into();
            tokio::spawn(async move { written(&turns, address, &answer).await.unwrap() })
        };
        let asked: Vec<_> = (0..50).map(|_| ask(1)).chain([ask(2)]).collect();
        for answer in asked {
            assert_eq!(answer.await.unwrap(), b"null");
        }
        let at = order.lock().unwrap().iter().position(|by| *by == 2);
        assert!(at <= Some(2), "{at:?}");
    }
}
