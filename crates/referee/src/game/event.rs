//! What happens in a game. A game is the list of these, and nothing else is kept of it.

use super::seats::PlayerName;
use crate::clock::Control;
use crate::id::{GameId, Seal};
use crate::rules::{DefinitionId, Settings};
use komadai_records::json::{Side, Winner};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Something that has happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The game was set up: always the first event.
    Created(Box<Header>),
    /// A move. Forced passes follow from it and are not written.
    Moved {
        /// In USI.
        usi: String,
        /// The time that it took.
        ms: u64,
        /// Whose hand it was.
        by: Hand,
    },
    /// Some moves that were played elsewhere, before the first of the game's own. One by one they would be
    /// much to write.
    Recorded {
        /// In their order, without forced passes.
        moves: Vec<RecordedMove>,
    },
    /// Moves were taken back until so many are left.
    TookBack {
        /// How many are left, forced passes included.
        plies: usize,
    },
    /// A side has offered something.
    Offered {
        /// What.
        what: Offer,
        /// Who.
        by: Side,
    },
    /// An offer was turned down.
    Declined {
        /// What.
        what: Offer,
    },
    /// Somebody has sat down.
    Seated(Seated),
    /// Time that the side to move has used before the server was stopped.
    Clock {
        /// How much.
        ms: u64,
    },
    /// The players, or a clock, have ended the game.
    Ended(End),
    /// The players play once more.
    Rematched {
        /// There.
        game: GameId,
    },
}

impl Event {
    /// Whether something else stands on the board afterwards.
    pub fn changes_position(&self) -> bool {
        matches!(
            self,
            Event::Created(_)
                | Event::Moved { .. }
                | Event::Recorded { .. }
                | Event::TookBack { .. }
        )
    }

    /// Whether an engine that thinks has to begin anew, or need not think any more. What its opponent says does
    /// not give it back the time that it has used.
    pub fn concerns_engine(&self) -> bool {
        match self {
            Event::Created(_)
            | Event::Moved { .. }
            | Event::Recorded { .. }
            | Event::TookBack { .. }
            | Event::Clock { .. }
            | Event::Ended(_) => true,
            Event::Offered { .. }
            | Event::Declined { .. }
            | Event::Seated(_)
            | Event::Rematched { .. } => false,
        }
    }
}

/// A move of a game that was played elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedMove {
    /// In USI.
    pub usi: String,
    /// The time that it took.
    pub ms: u64,
}

/// Somebody has sat down with a token of their own, in place of the one before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seated {
    /// The seats: one, or both at one screen.
    pub sides: Vec<Side>,
    /// The token by which the player is known from now on.
    pub seal: Seal,
    /// What the player is called from now on; none leaves it as it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<PlayerName>,
}

/// How a game was set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Milliseconds since 1970.
    pub created: i64,
    /// The variant's id.
    pub variant: String,
    /// Its definition.
    pub definition: DefinitionId,
    /// Changes to its rules.
    #[serde(default, skip_serializing_if = "Settings::is_empty")]
    pub settings: Settings,
    /// A named start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Whether that was drawn by lot, so that a rematch draws another one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub drawn: bool,
    /// A position to start from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Whether an illegal move costs what the rules say.
    #[serde(default)]
    pub strict: bool,
    /// Who plays, first side first.
    pub players: [Player; 2],
    /// The tokens by which the players are known.
    pub seals: [Seal; 2],
    /// What the players are called.
    #[serde(default, skip_serializing_if = "is_nameless")]
    pub names: [Option<PlayerName>; 2],
    /// Whether one person moves for both sides.
    #[serde(default)]
    pub one_screen: bool,
    /// The clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Control>,
}

fn is_nameless(names: &[Option<PlayerName>; 2]) -> bool {
    names.iter().all(Option::is_none)
}

impl Header {
    /// Whether a person plays.
    pub fn has_person(&self) -> bool {
        self.players.contains(&Player::Human)
    }

    /// Whether the game goes on by itself: an engine thinks, or a clock runs.
    pub fn is_lively(&self) -> bool {
        self.clock.is_some() || self.players.iter().any(|player| *player != Player::Human)
    }
}

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Player {
    /// A person.
    Human,
    /// The engine.
    Engine {
        /// Like a person of this strength, 1 to 8.
        level: u8,
    },
}

/// Whose hand has made a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Hand {
    /// A person's.
    Human,
    /// The engine's.
    Engine,
    /// Nobody's: there was only a pass.
    Forced,
    /// Of players elsewhere, before the game was set up here.
    Recorded,
}

impl Hand {
    /// Whether the clocks of the game count its moves.
    pub fn is_timed(self) -> bool {
        matches!(self, Hand::Human | Hand::Engine)
    }
}

/// What can be offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Offer {
    /// A draw.
    Draw,
    /// To take a move back.
    Takeback,
    /// To play once more.
    Rematch,
}

/// How a game has ended, by the rules or by the players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct End {
    /// A status of the rules, or `resignation`, `agreement`, `time`, `declaration`, `aborted`, `record`.
    pub status: String,
    /// Who has won; null where the game was called off.
    #[schema(required)]
    pub winner: Option<Winner>,
    /// The same as a sentence.
    pub reason: String,
    /// The same in Japanese, where it is a rule that a move has broken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_ja: Option<String>,
    /// Which move was illegal, from 1, where one has cost the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub illegal_at: Option<usize>,
}
