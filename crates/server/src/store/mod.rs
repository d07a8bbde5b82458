//! Where games are kept: a list of events each, to which is only ever added.

#[cfg(test)]
mod faults;
mod sqlite;
mod wal;
mod writer;

pub(crate) use sqlite::{SqliteStore, private_file};

use crate::game::Event;
use crate::id::{GameId, Seal};
use crate::rules::{Definition, DefinitionId};
use async_trait::async_trait;
use std::path::{Path, PathBuf};

/// A place that keeps games.
#[async_trait]
pub(crate) trait Store: Send + Sync {
    /// Keeps a new game. It is on disk when this returns.
    async fn create(&self, game: NewGame) -> Result<(), StoreError>;

    /// Adds events to a game. They are on disk when this returns; all of them, or none.
    async fn append(&self, events: NewEvents) -> Result<(), StoreError>;

    /// The events of a game in order; none if there is no such game.
    async fn load(&self, game: &GameId) -> Result<Vec<Event>, StoreError>;

    /// The definition of that hash.
    async fn definition(&self, id: &DefinitionId) -> Result<Option<Definition>, StoreError>;

    /// The games that go on by themselves and are not over.
    async fn lively(&self) -> Result<Vec<GameId>, StoreError>;

    /// Keeps an analysis: a new one where it is the first version, and else the next version of one. It is on
    /// disk when this returns.
    async fn keep(&self, analysis: KeptAnalysis) -> Result<(), StoreError>;

    /// The analysis of that name.
    async fn analysis(&self, id: &GameId) -> Result<Option<KeptAnalysis>, StoreError>;

    /// The analysis of that name in short.
    async fn short_analysis(&self, id: &GameId) -> Result<Option<ShortAnalysis>, StoreError>;

    /// Deletes an analysis.
    async fn delete(&self, id: &GameId) -> Result<(), StoreError>;

    /// Begins the review of a game, or a more thorough one when it is complete. Otherwise nothing happens.
    async fn begin_review(&self, game: &GameId, ms: u64) -> Result<(), StoreError>;

    /// Adds to the review of a game what was found after so many moves.
    async fn add_finding(&self, game: &GameId, ply: usize, text: &str) -> Result<(), StoreError>;

    /// The review of a game is complete.
    async fn end_review(&self, game: &GameId) -> Result<(), StoreError>;

    /// What there is of the review of a game, without what was found: that may be much to read.
    async fn review_state(&self, game: &GameId) -> Result<Option<ReviewState>, StoreError>;

    /// How many bytes what a review has found takes.
    async fn review_size(&self, game: &GameId) -> Result<usize, StoreError>;

    /// The review of a game, as far as it has come.
    async fn review(&self, game: &GameId) -> Result<Option<KeptReview>, StoreError>;

    /// The games whose reviews are not complete.
    async fn open_reviews(&self) -> Result<Vec<GameId>, StoreError>;

    /// Copies everything into a new file.
    async fn backup(&self, file: &Path) -> Result<(), StoreError>;

    /// Puts everything in order and lets go of it.
    async fn close(&self);
}

/// A game to be kept.
#[derive(Clone, Debug)]
pub(crate) struct NewGame {
    pub(crate) id: GameId,
    pub(crate) definition: Definition,
    pub(crate) created: i64,
    pub(crate) lively: bool,
    pub(crate) over: bool,
    /// From the first on.
    pub(crate) events: Vec<Event>,
}

/// Events to be added to a game.
#[derive(Clone, Debug)]
pub(crate) struct NewEvents {
    pub(crate) game: GameId,
    /// The number of the first of them, from 1.
    pub(crate) seq: u64,
    /// When, in milliseconds since 1970.
    pub(crate) at: i64,
    pub(crate) events: Vec<Event>,
    /// Whether the game is over now, where they change that.
    pub(crate) over: Option<bool>,
}

/// A tree of variations that somebody has kept.
#[derive(Clone, Debug)]
pub(crate) struct KeptAnalysis {
    pub(crate) id: GameId,
    /// Of the token by which its owner is known.
    pub(crate) seal: Seal,
    pub(crate) definition: Definition,
    /// When, in milliseconds since 1970.
    pub(crate) changed: i64,
    /// From 1.
    pub(crate) version: u64,
    pub(crate) title: String,
    /// The id of the variant.
    pub(crate) variant: String,
    /// How many moves it has.
    pub(crate) moves: u32,
    /// JSON.
    pub(crate) document: String,
}

/// What a list of analyses shows.
#[derive(Clone, Debug)]
pub(crate) struct ShortAnalysis {
    pub(crate) id: GameId,
    /// When, in milliseconds since 1970.
    pub(crate) changed: i64,
    pub(crate) title: String,
    /// The id of the variant.
    pub(crate) variant: String,
    /// How many moves it has.
    pub(crate) moves: u32,
}

/// The review of a game in short.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReviewState {
    /// Milliseconds for each move.
    pub(crate) ms: u64,
    pub(crate) over: bool,
}

/// The review of a game, as far as it has come.
#[derive(Clone, Debug)]
pub(crate) struct KeptReview {
    /// Milliseconds for each move.
    pub(crate) ms: u64,
    pub(crate) over: bool,
    /// What was found, as JSON, by the number of moves before it.
    pub(crate) findings: Vec<(usize, String)>,
}

/// Why nothing could be kept or found.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database says so.
    #[error("the database has failed: {0}")]
    Database(#[source] sqlx::Error),
    /// A write has failed, perhaps together with others.
    #[error("the database has failed: {0}")]
    Write(String),
    /// It is no database, or a broken one.
    #[error(
        "`{}` is damaged, or is no database of games; put a backup in its place", .0.display()
    )]
    Damaged(PathBuf),
    /// A later version of the program has written it.
    #[error(
        "`{}` was written by a newer version of komadai; use that version, or a backup from before \
         the upgrade", .0.display()
    )]
    Newer(PathBuf),
    /// Its tables could not be brought up to date.
    #[error("the database cannot be brought up to date: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// What it holds cannot be read.
    #[error("the database holds something that cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// Somebody else has changed a game meanwhile.
    #[error("the game has been changed by another program")]
    Conflict,
    /// It is closed.
    #[error("the database is closed")]
    Closed,
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match error {
            sqlx::Error::PoolClosed => StoreError::Closed,
            error => StoreError::Database(error),
        }
    }
}
