//! Games in an SQLite database.

use super::writer::{self, DatabaseFile, Job, Write};
use super::{
    KeptAnalysis, KeptReview, NewEvents, NewGame, ReviewState, ShortAnalysis, Store, StoreError,
};
use crate::game::Event;
use crate::id::{GameId, Seal};
use crate::rules::{Definition, DefinitionId};
use async_trait::async_trait;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{SqlSafeStr, SqlitePool};
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

/// How a database becomes what this program expects, in the order of the numbers.
///
/// Written out, since the macro that would do it makes everybody build SQLite twice.
fn migrations() -> Migrator {
    let texts = [
        ("games", include_str!("../../migrations/0001_games.sql")),
        ("seats", include_str!("../../migrations/0002_seats.sql")),
        ("analyses", include_str!("../../migrations/0003_analyses.sql")),
    ];
    let migration = |(number, (name, text)): (i64, (&'static str, &'static str))| {
        Migration::new(number, name.into(), MigrationType::Simple, text.into_sql_str(), false)
    };
    Migrator::with_migrations((1..).zip(texts).map(migration).collect())
}

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
    /// Opens a database, or makes one that only its owner may read.
    ///
    /// # Errors
    /// When it cannot be opened or brought up to date.
    pub(crate) async fn open(file: &Path) -> Result<Self, StoreError> {
        SqliteStore::connect(file).await.map_err(|error| StoreError::of_opening(file, error))
    }

    async fn connect(file: &Path) -> Result<Self, StoreError> {
        private_file(file).map_err(sqlx::Error::Io)?;
        let options = SqliteConnectOptions::new()
            .filename(file)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(5))
            .foreign_keys(true);
        let pool = |connections: u32| SqlitePoolOptions::new().max_connections(connections);
        let writing = pool(1).connect_with(options.clone()).await?;
        migrations().run(&writing).await?;
        let readers = pool(READERS).connect_with(options).await?;
        let (jobs, waiting) = mpsc::channel(QUEUE);
        let file = DatabaseFile::new(file).map_err(sqlx::Error::Io)?;
        let writer = tokio::spawn(writer::run(writing, file, waiting));
        let (jobs, writer) = (Mutex::new(Some(jobs)), Mutex::new(Some(writer)));
        Ok(SqliteStore { readers, jobs, writer })
    }

    /// Copies everything into a new file. It has its name only when it is whole.
    async fn copy(&self, file: &Path) -> Result<(), StoreError> {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let io = |error| StoreError::Database(sqlx::Error::Io(error));
        let part = tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new("."))).map_err(io)?;
        let name = part.path().to_str().ok_or_else(|| {
            sqlx::Error::Configuration("the name of the file is not UTF-8".into())
        })?;
        sqlx::query("VACUUM INTO ?").bind(name).execute(&self.readers).await?;
        part.as_file().sync_all().map_err(io)?;
        part.persist_noclobber(file).map_err(|error| io(error.error))?;
        Ok(())
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

    async fn keep(&self, analysis: KeptAnalysis) -> Result<(), StoreError> {
        self.write(Write::Keep(Box::new(analysis))).await
    }

    async fn analysis(&self, id: &GameId) -> Result<Option<KeptAnalysis>, StoreError> {
        let query = "SELECT seal, definitions.definition, changed, version, title, variant, moves,
            document FROM analyses JOIN definitions ON definitions.id = analyses.definition
            WHERE analyses.id = ?";
        let row: Option<(String, String, i64, i64, String, String, u32, String)> =
            sqlx::query_as(query).bind(id.as_str()).fetch_optional(&self.readers).await?;
        let Some((seal, definition, changed, version, title, variant, moves, document)) = row
        else {
            return Ok(None);
        };
        Ok(Some(KeptAnalysis {
            id: id.clone(),
            seal: Seal::kept(seal),
            definition: serde_json::from_str(&definition)?,
            changed,
            version: version.unsigned_abs(),
            title,
            variant,
            moves,
            document,
        }))
    }

    async fn short_analysis(&self, id: &GameId) -> Result<Option<ShortAnalysis>, StoreError> {
        let query = "SELECT changed, title, variant, moves FROM analyses WHERE id = ?";
        let row: Option<(i64, String, String, u32)> =
            sqlx::query_as(query).bind(id.as_str()).fetch_optional(&self.readers).await?;
        Ok(row.map(|(changed, title, variant, moves)| ShortAnalysis {
            id: id.clone(),
            changed,
            title,
            variant,
            moves,
        }))
    }

    async fn delete(&self, id: &GameId) -> Result<(), StoreError> {
        self.write(Write::Delete(id.clone())).await
    }

    async fn begin_review(&self, game: &GameId, ms: u64) -> Result<(), StoreError> {
        self.write(Write::BeginReview(game.clone(), ms)).await
    }

    async fn add_finding(&self, game: &GameId, ply: usize, text: &str) -> Result<(), StoreError> {
        self.write(Write::Finding(game.clone(), ply, text.to_owned())).await
    }

    async fn end_review(&self, game: &GameId) -> Result<(), StoreError> {
        self.write(Write::EndReview(game.clone())).await
    }

    async fn review_state(&self, game: &GameId) -> Result<Option<ReviewState>, StoreError> {
        let query = "SELECT ms, reviews.over FROM reviews JOIN games ON game = number WHERE id = ?";
        let row: Option<(i64, bool)> =
            sqlx::query_as(query).bind(game.as_str()).fetch_optional(&self.readers).await?;
        Ok(row.map(|(ms, over)| ReviewState { ms: ms.unsigned_abs(), over }))
    }

    async fn review_size(&self, game: &GameId) -> Result<usize, StoreError> {
        // How long a text is stands beside it: not much of it is read.
        let query = "SELECT COALESCE(SUM(OCTET_LENGTH(finding)), 0)
            FROM findings JOIN games ON game = number WHERE id = ?";
        let bytes: i64 =
            sqlx::query_scalar(query).bind(game.as_str()).fetch_one(&self.readers).await?;
        Ok(usize::try_from(bytes).unwrap_or_default())
    }

    async fn review(&self, game: &GameId) -> Result<Option<KeptReview>, StoreError> {
        let query = "SELECT number, ms, reviews.over FROM reviews JOIN games ON game = number
            WHERE id = ?";
        let row: Option<(i64, i64, bool)> =
            sqlx::query_as(query).bind(game.as_str()).fetch_optional(&self.readers).await?;
        let Some((number, ms, over)) = row else { return Ok(None) };
        let query = "SELECT ply, finding FROM findings WHERE game = ? ORDER BY ply";
        let rows: Vec<(i64, String)> =
            sqlx::query_as(query).bind(number).fetch_all(&self.readers).await?;
        let findings = rows.into_iter().map(|(ply, text)| (ply.unsigned_abs() as usize, text));
        Ok(Some(KeptReview { ms: ms.unsigned_abs(), over, findings: findings.collect() }))
    }

    async fn open_reviews(&self) -> Result<Vec<GameId>, StoreError> {
        let query = "SELECT id FROM games JOIN reviews ON game = number WHERE reviews.over = 0
            ORDER BY number";
        let ids: Vec<String> = sqlx::query_scalar(query).fetch_all(&self.readers).await?;
        Ok(ids.iter().filter_map(|id| GameId::parse(id)).collect())
    }

    async fn backup(&self, file: &Path) -> Result<(), StoreError> {
        self.copy(file).await
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

/// Opens a file, made if need be so that only its owner may read it. SQLite gives the files that it
/// makes beside it the same rights.
pub(crate) fn private_file(file: &Path) -> std::io::Result<std::fs::File> {
    let mut options = std::fs::OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)
}

impl StoreError {
    /// What it means that a database cannot be opened.
    fn of_opening(file: &Path, error: StoreError) -> Self {
        let database = match &error {
            StoreError::Database(error) | StoreError::Migration(MigrateError::Execute(error)) => {
                error.as_database_error()
            }
            StoreError::Migration(MigrateError::VersionMissing(_)) => {
                return StoreError::Newer(file.to_owned());
            }
            _ => None,
        };
        let code = database.and_then(|error| error.code()?.parse().ok());
        // The extended codes of SQLite have the plain one in their last byte.
        match code.map(|code: u32| code & 0xff) {
            Some(SQLITE_CORRUPT | SQLITE_NOTADB) => StoreError::Damaged(file.to_owned()),
            _ => error,
        }
    }
}

/// <https://sqlite.org/rescode.html>
const SQLITE_CORRUPT: u32 = 11;
const SQLITE_NOTADB: u32 = 26;
