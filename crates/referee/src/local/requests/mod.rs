//! Requests, by their addresses.

mod analyses;
mod games;

use super::Local;
use super::exchange::{Answer, Request, Stop};
use crate::forms::No;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What follows the question mark, and the parts of the path.
struct Address<'a> {
    parts: Vec<&'a str>,
    words: Vec<(String, String)>,
}

impl<'a> Address<'a> {
    fn of(path: &'a str) -> Self {
        let (path, words) = path.split_once('?').unwrap_or((path, ""));
        let words = form_urlencoded::parse(words.as_bytes()).into_owned().collect();
        Address { parts: path.split('/').filter(|part| !part.is_empty()).collect(), words }
    }

    fn word(&self, key: &str) -> Option<&str> {
        self.words.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }
}

/// Reads what was asked.
fn body<T: DeserializeOwned>(request: &Request) -> Result<T, No> {
    let text = request.body.as_deref().unwrap_or_default();
    serde_json::from_str(text).map_err(|error| {
        let status = if error.is_data() { 422 } else { 400 };
        No::new(status, crate::problem::BAD_JSON, error.to_string())
    })
}

/// What only a server does.
fn of_servers() -> Stop {
    No::new(501, "no-server", "these pages have no server, which would be needed for this").into()
}

impl Local {
    /// The answer to a request; none where it comes later.
    pub(super) fn answer(&mut self, request: &Request) -> Result<Option<Answer>, Stop> {
        let address = Address::of(&request.path);
        let (parts, method) = (address.parts.as_slice(), request.method.as_str());
        let answer = match (parts, method) {
            (["api", "games"], "POST") => self.create(request)?,
            (["api", "games"], "GET") => self.some_games(request, &address)?,
            (["api", "games", "import"], "POST") => self.import_game(request)?,
            (["api", "games", id], "GET") => self.look(request, &address, id)?,
            (["api", "games", id, "moves"], "POST") => self.make_move(request, id)?,
            (["api", "games", id, "actions"], "POST") => self.act(request, id)?,
            (["api", "games", id, "seats"], "POST") => self.sit(request, id)?,
            (["api", "games", id, "hint"], "POST") => return self.ask_hint(request, id),
            (["api", "games", id, "explain"], "POST") => self.explain(request, id)?,
            (["api", "games", id, "record"], "GET") => self.record(request, &address, id)?,
            (["api", "games", _, "review" | "picture" | "animation"], _) => {
                return Err(of_servers());
            }
            (["api", "analysis", what], "POST") => self.analysis_of(request, what)?,
            (["api", "analyses"], "POST") => self.keep(request)?,
            (["api", "analyses"], "GET") => self.some_analyses(request, &address)?,
            (["api", "analyses", id], "GET") => self.one_analysis(request, &address, id)?,
            (["api", "analyses", id], "PUT") => self.change(request, id)?,
            (["api", "analyses", id], "DELETE") => self.delete(request, &address, id)?,
            (["api", "analyses", id, "record"], "GET") => {
                self.record_of_analysis(request, &address, id)?
            }
            (["api", "games" | "analyses" | "analysis", ..], _) if parts.len() < 5 => {
                let text = format!("this is not for {method}; see /api/docs");
                return Err(No::new(405, "wrong-method", text).into());
            }
            _ => return Err(No::not_found("there is nothing here; see /api/docs").into()),
        };
        Ok(Some(answer))
    }
}

/// An answer in JSON that grants what was asked.
fn granted(request: &Request, answer: &impl Serialize) -> Answer {
    Answer::json(request.id, 200, answer)
}
