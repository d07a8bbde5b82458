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
pub(crate) enum Event {
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
    pub(crate) fn changes_position(&self) -> bool {
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
    pub(crate) fn concerns_engine(&self) -> bool {
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
pub(crate) struct RecordedMove {
    /// In USI.
    pub(crate) usi: String,
    /// The time that it took.
    pub(crate) ms: u64,
}

/// Somebody has sat down with a token of their own, in place of the one before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Seated {
    /// The seats: one, or both at one screen.
    pub(crate) sides: Vec<Side>,
    /// The token by which the player is known from now on.
    pub(crate) seal: Seal,
    /// What the player is called from now on; none leaves it as it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<PlayerName>,
}

/// How a game was set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Header {
    /// Milliseconds since 1970.
    pub(crate) created: i64,
    /// The variant's id.
    pub(crate) variant: String,
    /// Its definition.
    pub(crate) definition: DefinitionId,
    /// Changes to its rules.
    #[serde(default, skip_serializing_if = "Settings::is_empty")]
    pub(crate) settings: Settings,
    /// A named start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) start: Option<String>,
    /// Whether that was drawn by lot, so that a rematch draws another one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) drawn: bool,
    /// A position to start from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) position: Option<String>,
    /// Whether an illegal move costs what the rules say.
    #[serde(default)]
    pub(crate) strict: bool,
    /// Who plays, first side first.
    pub(crate) players: [Player; 2],
    /// The tokens by which the players are known.
    pub(crate) seals: [Seal; 2],
    /// What the players are called.
    #[serde(default, skip_serializing_if = "is_nameless")]
    pub(crate) names: [Option<PlayerName>; 2],
    /// Whether one person moves for both sides.
    #[serde(default)]
    pub(crate) one_screen: bool,
    /// The clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) clock: Option<Control>,
}

fn is_nameless(names: &[Option<PlayerName>; 2]) -> bool {
    names.iter().all(Option::is_none)
}

impl Header {
    /// Whether a person plays.
    pub(crate) fn has_person(&self) -> bool {
        self.players.contains(&Player::Human)
    }

    /// Whether the game goes on by itself: an engine thinks, or a clock runs.
    pub(crate) fn is_lively(&self) -> bool {
        self.clock.is_some() || self.players.iter().any(|player| *player != Player::Human)
    }
}

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Player {
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
pub(crate) enum Hand {
    Human,
    Engine,
    Forced,
    /// Of players elsewhere, before the game was set up here.
    Recorded,
}

impl Hand {
    /// Whether the clocks of the game count its moves.
    pub(crate) fn is_timed(self) -> bool {
        matches!(self, Hand::Human | Hand::Engine)
    }
}

/// What can be offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Offer {
    Draw,
    Takeback,
    Rematch,
}

/// How a game has ended, by the rules or by the players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct End {
    /// A status of the rules, or `resignation`, `agreement`, `time`, `declaration`, `aborted`, `record`.
    pub(crate) status: String,
    /// Who has won; null where the game was called off.
    #[schema(required)]
    pub(crate) winner: Option<Winner>,
    /// The same as a sentence.
    pub(crate) reason: String,
    /// The same in Japanese, where it is a rule that a move has broken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) reason_ja: Option<String>,
    /// Which move was illegal, from 1, where one has cost the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) illegal_at: Option<usize>,
}
