//! What goes in and comes out.

use crate::analysis::{MoveLine, WholeRules};
use crate::forms::No;
use crate::game::Event;
use crate::id::GameId;
use crate::rules::{Definition, Question};
use komadai_engine::{Level, Remaining};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Something that happens.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Input {
    /// Somebody asks for something.
    Request(Request),
    /// Somebody wants to be told of what happens in a game.
    Watch {
        /// By which the reader is known from now on.
        channel: u64,
        /// The game.
        game: String,
        /// The token of a seat.
        #[serde(default)]
        seat: Option<String>,
        /// The number of the last thing that the reader knows.
        #[serde(default)]
        since: Option<u64>,
    },
    /// A reader says something.
    Said {
        /// Which reader.
        channel: u64,
        /// In the form of `LiveRequest`.
        text: String,
    },
    /// A reader goes.
    Left {
        /// Which one.
        channel: u64,
    },
    /// A search has begun.
    Begun {
        /// Which one.
        job: u64,
    },
    /// A search is over.
    Thought {
        /// Which one.
        job: u64,
        /// What came of it; nothing where it has failed.
        #[serde(default)]
        thought: Option<JobThought>,
    },
    /// It is time to look at the clocks.
    Tick {},
    /// Somebody else has changed games, such as another window.
    Changed {
        /// Their ids.
        games: Vec<String>,
    },
    /// What was to be written last could not be written.
    Undone {
        /// Who is to be told: the numbers of requests.
        answers: Vec<u64>,
    },
}

/// A request, as a server would get it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Comes back with the answer.
    pub id: u64,
    /// `GET` and so on.
    pub method: String,
    /// With what follows the question mark.
    pub path: String,
    /// The token that a server would get in a header.
    #[serde(default)]
    pub token: Option<String>,
    /// JSON.
    #[serde(default)]
    pub body: Option<String>,
}

/// What comes of it.
#[derive(Debug, Default, Serialize)]
pub struct Outcome {
    /// What is needed before the same can be heard once more.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<Need>,
    /// What is to be written, all of it or nothing, before anything else is done.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub writes: Vec<Write>,
    /// Answers to requests.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Answer>,
    /// Messages to readers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<Told>,
    /// Readers who are told nothing more; they may come back.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub closed: Vec<u64>,
    /// Searches that are to begin.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub jobs: Vec<Job>,
    /// Searches for which nobody waits any more.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ended: Vec<u64>,
    /// When to look at the clocks.
    pub wake: Option<u64>,
}

/// Something that was written, and is needed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Need {
    /// The events of a game.
    Game(GameId),
    /// An analysis.
    Analysis(GameId),
    /// A definition, by its hash.
    Definition(String),
}

/// What was needed.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Supply {
    /// The events of a game, in their order; none of one that is not there.
    Game {
        /// Which one.
        id: GameId,
        /// What has happened.
        events: Vec<KeptEvent>,
    },
    /// An analysis.
    Analysis {
        /// Which one.
        id: GameId,
        /// It, if it is there.
        kept: Option<KeptAnalysis>,
    },
    /// A definition.
    Definition {
        /// Its hash.
        id: String,
        /// It, if it is there.
        definition: Option<Definition>,
    },
}

/// An event, and when it happened.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KeptEvent {
    /// When.
    pub at: u64,
    /// What.
    pub event: Event,
}

/// An analysis as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptAnalysis {
    /// Its name.
    pub id: GameId,
    /// The token of its owner.
    pub seal: crate::id::Seal,
    /// By which rules.
    pub definition: String,
    /// When it was changed.
    pub changed: i64,
    /// Grows by one with every change.
    pub version: u64,
    /// What it is called.
    pub title: String,
    /// The id of the variant.
    pub variant: String,
    /// How many moves it has.
    pub moves: u32,
    /// All of it.
    pub document: String,
}

/// Something that is to be written.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Write {
    /// Events of a game. If there is one of such a number already, somebody else has written it.
    Events {
        /// The game.
        game: GameId,
        /// The number of the first of them; the others follow.
        first: u64,
        /// What has happened.
        events: Vec<KeptEvent>,
    },
    /// A definition, perhaps once more.
    Definition {
        /// Its hash.
        id: String,
        /// It.
        definition: Definition,
    },
    /// An analysis. If what is there has not the version before, somebody else has written it.
    Analysis(KeptAnalysis),
    /// Nothing is kept of an analysis any more.
    Delete {
        /// Which one.
        analysis: GameId,
    },
}

/// The answer to a request.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// Of the request.
    pub id: u64,
    /// As HTTP numbers it.
    pub status: u16,
    /// JSON, or the text of a file.
    pub text: String,
    /// What a file is called...
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// ... and its media type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub media_type: Option<&'static str>,
}

impl Answer {
    /// In JSON.
    pub(super) fn json(id: u64, status: u16, answer: &impl Serialize) -> Self {
        // Nothing in the forms can fail to be written.
        let text = serde_json::to_string(answer).unwrap_or_default();
        Answer { id, status, text, name: None, media_type: None }
    }

    /// One that says no.
    pub(super) fn no(id: u64, no: No) -> Self {
        let status = no.status;
        Answer::json(id, status, &no.body())
    }
}

/// A message to a reader.
#[derive(Clone, Debug, Serialize)]
pub struct Told {
    /// Which one.
    pub channel: u64,
    /// In the form of `ToReader`.
    pub text: String,
}

/// A search that is to be made by whoever has a thread for it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// Its number.
    pub job: u64,
    /// By which rules.
    pub rules: WholeRules,
    /// From where.
    pub line: MoveLine,
    /// The engine's strength, 1 to 8.
    pub level: u8,
    /// How long.
    pub time: SearchTime,
    /// What it rolls its dice with.
    pub seed: u64,
    /// Its move is not wanted earlier than after so many milliseconds.
    pub wait: u64,
}

/// How long a search may take, in milliseconds.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct SearchTime {
    most: u64,
    clock: Option<SearchClock>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct SearchClock {
    left: u64,
    increment: u64,
    byoyomi: u64,
    periods: Option<u32>,
}

fn ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl SearchTime {
    pub(super) fn of(question: &Question) -> Self {
        let clock = question.clock.map(|clock| SearchClock {
            left: ms(clock.left),
            increment: ms(clock.increment),
            byoyomi: ms(clock.byoyomi),
            periods: clock.periods,
        });
        SearchTime { most: ms(question.most), clock }
    }
}

impl Job {
    /// How to think.
    pub fn question(&self) -> Question {
        let clock = self.time.clock.map(|clock| Remaining {
            left: Duration::from_millis(clock.left),
            increment: Duration::from_millis(clock.increment),
            byoyomi: Duration::from_millis(clock.byoyomi),
            periods: clock.periods,
            moves_to_go: None,
        });
        let level = Level::new(self.level).unwrap_or(Level::FULL);
        Question { level, most: Duration::from_millis(self.time.most), clock, seed: self.seed }
    }
}

/// What came of a search.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobThought {
    /// The move, in USI.
    pub usi: Option<String>,
    /// Whether to declare instead.
    pub declares: bool,
    /// Centipawns for the side to move, or the distance to the end.
    pub score: i32,
}

/// A game that came with the pages, besides those of the program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SiteGame {
    /// Its id.
    pub id: String,
    /// Its texts.
    pub definition: Definition,
}

/// Why something is not answered.
#[derive(Debug)]
pub(super) enum Stop {
    /// Something is needed.
    Needs(Vec<Need>),
    /// It cannot be done.
    No(No),
}

impl From<Need> for Stop {
    fn from(need: Need) -> Self {
        Stop::Needs(vec![need])
    }
}

impl<E: Into<No>> From<E> for Stop {
    fn from(error: E) -> Self {
        Stop::No(error.into())
    }
}
