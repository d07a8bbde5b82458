//! Games by requests: looking, moving, acting, asking.

use super::No;
use crate::game::{Action, Command, PlayerName, ShortState};
use crate::id::{GameId, Token};
use crate::rules::{Sentence, Texts};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use utoipa::ToSchema;

/// Games that can be asked for at a time.
pub const MOST_GAMES: usize = 100;

/// The games of a list of ids, separated by commas: each once, and no more than can be asked for at a time.
pub fn game_ids(list: &str) -> Vec<GameId> {
    let mut ids: Vec<GameId> = list.split(',').filter_map(GameId::parse).take(MOST_GAMES).collect();
    let mut seen = HashSet::new();
    ids.retain(|id| seen.insert(id.clone()));
    ids
}

/// A move.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveRequest {
    /// The token of the seat.
    pub seat: Option<String>,
    /// In any spelling: USI or algebraic.
    #[serde(rename = "move")]
    pub text: String,
}

/// Something else than a move.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ActionRequest {
    /// The token of the seat.
    pub seat: Option<String>,
    /// What.
    pub action: Action,
}

/// Somebody who sits down.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SitRequest {
    /// The token of the seat, such as an invitation holds. It is worth nothing afterwards.
    pub seat: Option<String>,
    /// A token of one's own, by which the player is known from then on: 128 bits of chance in base64url,
    /// 22 characters. Whoever has heard no answer sends the same once more.
    token: String,
    /// What the player is called; on one line, of 40 letters at most.
    name: Option<String>,
}

impl SitRequest {
    /// As a game hears it.
    ///
    /// # Errors
    /// When the token is none.
    pub fn command(&self) -> Result<Command, No> {
        let token = Token::parse(&self.token).ok_or_else(No::no_token)?;
        Ok(Command::Sit { token, name: self.name.as_deref().and_then(PlayerName::of) })
    }
}

/// A move that the engine would play.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Hint {
    /// In USI.
    #[serde(rename = "move")]
    usi: String,
    /// As the game's people write it.
    text: String,
    /// In each notation.
    texts: Texts,
}

impl Hint {
    /// Of a move in each notation.
    ///
    /// # Errors
    /// When there is none.
    pub fn of(texts: Option<Texts>) -> Result<Self, No> {
        let texts = texts.ok_or_else(|| No::not_found("there is no move"))?;
        Ok(Hint { usi: texts.usi.clone(), text: texts.western.clone(), texts })
    }
}

/// Whose token comes with a request.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatRequest {
    /// The token of the seat.
    pub seat: Option<String>,
}

/// A move that is perhaps not legal.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExplainRequest {
    /// In any spelling.
    #[serde(rename = "move")]
    text: Option<String>,
    /// Or the square where it starts...
    from: Option<String>,
    /// ... and the one where it ends.
    to: Option<String>,
}

impl ExplainRequest {
    /// The move.
    ///
    /// # Errors
    /// When too little is said of it.
    pub fn text(self) -> Result<String, No> {
        match self {
            ExplainRequest { text: Some(text), .. } => Ok(text),
            ExplainRequest { from: Some(from), to: Some(to), .. } => Ok(from + &to),
            _ => Err(No::field("move", "give `move`, or `from` and `to`")),
        }
    }
}

/// Why a move is not legal.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Explanation {
    /// The rule in words; null if the move is legal.
    #[schema(required)]
    reason: Option<String>,
    /// The same in Japanese.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason_ja: Option<String>,
}

impl Explanation {
    /// In both languages.
    pub fn of(reason: Option<Sentence>) -> Self {
        let (reason, reason_ja) = Sentence::told(reason);
        Explanation { reason, reason_ja }
    }
}

/// Some games.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Games {
    /// Each in short.
    pub games: Vec<ShortState>,
}
