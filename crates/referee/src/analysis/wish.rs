//! What whoever analyses asks for, and hears.

use super::changes::changes;
use super::{MoveLine, Patience};
use crate::problem::Problem;
use crate::rules::{Definition, Found, House, MateFound, Referee, Settings, Work};
use komadai_rules::Interrupt;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;
use utoipa::ToSchema;

/// By which rules somebody analyses: those of a variant, perhaps changed, or those of a game or an analysis
/// that was kept, as they were then.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RulesWish {
    /// The id of the variant.
    pub variant: Option<String>,
    /// Changes to its rules, as `--set` takes them: the path of a key, and its value as text.
    #[serde(default, deserialize_with = "changes")]
    pub set: BTreeMap<String, String>,
    /// Or the id of a game, whose rules these are.
    pub game: Option<String>,
    /// Or that of an analysis.
    pub analysis: Option<String>,
}

impl RulesWish {
    /// The rules of a variant.
    pub fn of(variant: String, set: BTreeMap<String, String>) -> Self {
        RulesWish { variant: Some(variant), set, game: None, analysis: None }
    }
}

/// All that rules consist of: who has it can compile them elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WholeRules {
    /// The file, with those that it extends.
    pub definition: Definition,
    /// Changes to its rules: the path of each key, and its value as text, in their order.
    #[schema(value_type = Vec<Vec<String>>)]
    pub set: Settings,
}

/// What whoever analyses says.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum AnalystRequest {
    /// Looks for the best lines, instead of what was looked for before.
    Analyse {
        /// Comes back with what is found.
        id: u64,
        /// By which rules.
        rules: RulesWish,
        /// Where.
        #[serde(default)]
        line: MoveLine,
        /// How many lines, 1 to 5.
        lines: usize,
        /// Whether to look for what the other side would do if it were its turn.
        #[serde(default)]
        threat: bool,
    },
    /// Looks for a mate.
    Mate {
        /// Comes back with the answer.
        id: u64,
        /// By which rules.
        rules: RulesWish,
        /// Where.
        #[serde(default)]
        line: MoveLine,
    },
    /// Looks for nothing any more.
    Stop {},
    /// Asks for a pong.
    Ping {},
}

/// What whoever analyses hears.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToAnalyst {
    /// What was found so far.
    Found {
        /// Of the request.
        id: u64,
        /// All of it.
        #[serde(flatten)]
        found: Found,
    },
    /// Whether there is a mate.
    Mate {
        /// Of the request.
        id: u64,
        /// It, or that there is none.
        found: MateFound,
    },
    /// What was asked cannot be looked for.
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

impl AnalystRequest {
    /// A search for lines ends by itself after this.
    pub const MOST_TIME: Duration = Duration::from_secs(600);
    /// A search for a mate ends after this.
    pub const MOST_MATE_TIME: Duration = Duration::from_secs(30);

    /// Whether it asks for nothing.
    pub fn is_free(&self) -> bool {
        matches!(self, AnalystRequest::Stop {} | AnalystRequest::Ping {})
    }

    /// The number that comes back with the answer.
    pub fn id(&self) -> Option<u64> {
        match self {
            AnalystRequest::Analyse { id, .. } | AnalystRequest::Mate { id, .. } => Some(*id),
            AnalystRequest::Stop {} | AnalystRequest::Ping {} => None,
        }
    }
}

/// The position from which is searched: that at the end of a line, or the same with the other side to move. The search
/// has a time of its own.
///
/// # Errors
/// Where the line leads nowhere, or nothing can be threatened.
pub fn searched<W: Work>(
    house: &House<W>,
    line: &MoveLine,
    threat: bool,
    patience: &Patience,
) -> Result<Referee<W>, Problem> {
    let at = line.play(house, patience)?;
    let for_search = |at: Referee<W>| at.interrupted(&Interrupt::default());
    if !threat {
        return Ok(for_search(at));
    }
    let threat = at.threat(house, &patience.interrupt());
    patience.held(threat)?.map(for_search).ok_or_else(Problem::no_threat)
}
