//! Games in an SQLite database.

use super::writer::{self, Job, Write};
use super::{NewEvents, NewGame, Store, StoreError};
use crate::game::Event;
use crate::id::GameId;
use crate::rules::{Definition, DefinitionId};
use async_trait::async_trait;
use sqlx::SqlitePool;
use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

static MIGRATIONS: Migrator = sqlx::migrate!();

/// Jobs that may wait for the writer.
const QUEUE: usize = 1024;
/// Readers at a time.
const READERS: u32 = 4;

/// Games in an SQLite database: one connection writes, others read.
pub(crate) struct SqliteStore {
    readers: SqlitePool,
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl SqliteStore {
    /// Opens a database, or makes one.
    ///
    /// # Errors
    /// When it cannot be opened or brought up to date.
    pub(crate) async fn open(file: &Path) -> Result<Self, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(5))
            .foreign_keys(true);
        let pool = |connections: u32| SqlitePoolOptions::new().max_connections(connections);
        let writing = pool(1).connect_with(options.clone()).await?;
        MIGRATIONS.run(&writing).await?;
        let readers = pool(READERS).connect_with(options).await?;
        let (jobs, waiting) = mpsc::channel(QUEUE);
        let writer = tokio::spawn(writer::run(writing, waiting));
        let (jobs, writer) = (Mutex::new(Some(jobs)), Mutex::new(Some(writer)));
        Ok(SqliteStore { readers, jobs, writer })
    }

    async fn write(&self, write: Write) -> Result<(), StoreError> {
        let jobs = self.jobs.lock().map(|jobs| jobs.clone()).unwrap_or_default();
        let (done, result) = oneshot::channel();
        let sent = jobs.ok_or(StoreError::Closed)?.send(Job { write, done }).await;
        sent.map_err(|_| StoreError::Closed)?;
        result.await.map_err(|_| StoreError::Closed)?
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn create(&self, game: NewGame) -> Result<(), StoreError> {
        self.write(Write::Create(Box::new(game))).await
    }

    async fn append(&self, events: NewEvents) -> Result<(), StoreError> {
        self.write(Write::Append(events)).await
    }

    async fn load(&self, game: &GameId) -> Result<Vec<Event>, StoreError> {
        let query =
            "SELECT event FROM events JOIN games ON game = number WHERE id = ? ORDER BY seq";
        let events: Vec<String> =
            sqlx::query_scalar(query).bind(game.as_str()).fetch_all(&self.readers).await?;
        let read = |event: &String| Ok(serde_json::from_str(event)?);
        events.iter().map(read).collect()
    }

    async fn definition(&self, id: &DefinitionId) -> Result<Option<Definition>, StoreError> {
        let query = "SELECT definition FROM definitions WHERE id = ?";
        let text: Option<String> =
            sqlx::query_scalar(query).bind(id.as_str()).fetch_optional(&self.readers).await?;
        Ok(text.map(|text| serde_json::from_str(&text)).transpose()?)
    }

    async fn lively(&self) -> Result<Vec<GameId>, StoreError> {
        let query = "SELECT id FROM games WHERE over = 0 AND lively = 1 ORDER BY number";
        let ids: Vec<String> = sqlx::query_scalar(query).fetch_all(&self.readers).await?;
        Ok(ids.iter().filter_map(|id| GameId::parse(id)).collect())
    }

    async fn backup(&self, file: &Path) -> Result<(), StoreError> {
        let file = file.to_str().ok_or_else(|| {
            sqlx::Error::Configuration("the name of the file is not UTF-8".into())
        })?;
        sqlx::query("VACUUM INTO ?").bind(file).execute(&self.readers).await?;
        Ok(())
    }

    async fn close(&self) {
        // Without senders the writer ends, when all is written.
        drop(self.jobs.lock().map(|mut jobs| jobs.take()));
        let writer = self.writer.lock().map(|mut writer| writer.take()).unwrap_or_default();
        if let Some(writer) = writer {
            let _ = writer.await;
        }
        self.readers.close().await;
    }
}
