//! One writer for all games: whatever comes while the disk is busy is committed together.

use super::wal::Wal;
use super::{KeptAnalysis, NewEvents, NewGame, StoreError};
use crate::id::GameId;
use crate::metrics;
use crate::rules::Definition;
use sqlx::{Connection, Sqlite, SqliteConnection, SqlitePool, Transaction};
use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tokio::sync::{mpsc, oneshot};

/// Something to be written, and who waits for it.
pub(super) struct Job {
    pub(super) write: Write,
    pub(super) done: oneshot::Sender<Result<(), StoreError>>,
}

/// Something to be written.
pub(super) enum Write {
    Create(Box<NewGame>),
    Append(NewEvents),
    Keep(Box<KeptAnalysis>),
    Delete(GameId),
    BeginReview(GameId, u64),
    Finding(GameId, usize, String),
    EndReview(GameId),
}

/// More jobs are not committed together, and of those that are much to write only one.
const MOST_TOGETHER: usize = 256;
/// So many events, or bytes of a document, are much to write.
const MANY_EVENTS: usize = 8;
const MANY_BYTES: usize = 64 << 10;

impl Write {
    /// Whether it is much to write.
    fn is_large(&self) -> bool {
        match self {
            Write::Create(game) => game.events.len() > MANY_EVENTS,
            Write::Append(new) => new.events.len() > MANY_EVENTS,
            Write::Keep(analysis) => analysis.document.len() > MANY_BYTES,
            _ => false,
        }
    }
}

/// The database as a file. What is written to one that was removed is lost with the process.
pub(super) struct DatabaseFile {
    path: PathBuf,
    /// Device and number, by which the system knows a file whatever it is called.
    #[cfg(unix)]
    identity: (u64, u64),
}

impl DatabaseFile {
    /// The file as it is now.
    pub(super) fn new(path: &Path) -> io::Result<Self> {
        #[cfg(unix)]
        let identity = identity(path)?;
        Ok(DatabaseFile {
            path: path.to_owned(),
            #[cfg(unix)]
            identity,
        })
    }

    /// Whether it is still there.
    ///
    /// # Errors
    /// Where it has been removed, or another one has its name.
    fn check(&self) -> Result<(), StoreError> {
        #[cfg(unix)]
        let is_there = identity(&self.path).is_ok_and(|found| found == self.identity);
        #[cfg(not(unix))]
        let is_there = self.path.exists();
        let gone = || StoreError::Write(format!("`{}` has been removed", self.path.display()));
        if is_there { Ok(()) } else { Err(gone()) }
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> io::Result<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let data = std::fs::metadata(path)?;
    Ok((data.dev(), data.ino()))
}

/// Writes until nobody can ask for it any more.
pub(super) async fn run(pool: SqlitePool, file: DatabaseFile, mut jobs: mpsc::Receiver<Job>) {
    let mut wal = Wal::of(&file.path);
    let (mut together, mut large) = (Vec::new(), VecDeque::new());
    loop {
        if large.is_empty() && jobs.recv_many(&mut together, MOST_TOGETHER).await == 0 {
            break;
        }
        while together.len() < MOST_TOGETHER
            && let Ok(job) = jobs.try_recv()
        {
            together.push(job);
        }
        // Whoever makes a move waits for one of these at most.
        large.extend(together.extract_if(.., |job| job.write.is_large()));
        together.extend(large.pop_front());
        let began = Instant::now();
        match commit(&pool, &file, &together).await {
            Ok(results) => {
                metrics::committed(together.len(), began.elapsed());
                for (job, result) in together.drain(..).zip(results) {
                    // Nobody may be waiting any more.
                    let _ = job.done.send(result);
                }
            }
            Err(error) => {
                tracing::warn!(%error, jobs = together.len(), "a commit failed");
                one_by_one(&pool, &file, std::mem::take(&mut together), error).await;
            }
        }
        wal.keep_short(&pool).await;
    }
    pool.close().await;
}

/// What is wrong with one job must not cost the others. What is wrong with the database costs all: nobody
/// waits for it to fail once for each job.
async fn one_by_one(pool: &SqlitePool, file: &DatabaseFile, jobs: Vec<Job>, first: StoreError) {
    let mut failed = if jobs.len() == 1 { Some(first) } else { None };
    for job in jobs {
        let result = match &failed {
            Some(error) => Err(StoreError::from_commit(error)),
            None => {
                let done = commit(pool, file, std::slice::from_ref(&job)).await;
                done.and_then(|results| results.into_iter().collect())
            }
        };
        if let Err(error @ (StoreError::Database(_) | StoreError::Write(_))) = &result {
            failed = Some(StoreError::from_commit(error));
        }
        // Nobody may be waiting any more.
        let _ = job.done.send(result);
    }
}

/// Commits some jobs, all or none; of these, who has changed an analysis too late is told so.
///
/// After a failure the connection is closed. SQLite may have rolled back by itself, as it does when the disk
/// is full; then rolling back fails and is counted as if a transaction were still open, and every later
/// commit would only end an inner part of one that never ends.
async fn commit(
    pool: &SqlitePool,
    file: &DatabaseFile,
    jobs: &[Job],
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    file.check()?;
    let mut connection = pool.acquire().await?;
    let committed = write(&mut connection, jobs).await;
    if committed.is_err() {
        // It is of no more use, however that goes.
        let _ = connection.close().await;
    }
    committed
}

async fn write(
    connection: &mut SqliteConnection,
    jobs: &[Job],
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    let mut transaction = connection.begin().await?;
    let mut results = Vec::new();
    for job in jobs {
        let mut result = Ok(());
        match &job.write {
            Write::Create(game) => create(&mut transaction, game).await?,
            Write::Append(events) => append(&mut transaction, events).await?,
            Write::Keep(analysis) => result = keep(&mut transaction, analysis).await?,
            Write::Delete(id) => delete(&mut transaction, id).await?,
            Write::BeginReview(game, ms) => begin_review(&mut transaction, game, *ms).await?,
            Write::Finding(game, ply, text) => find(&mut transaction, game, *ply, text).await?,
            Write::EndReview(game) => end_review(&mut transaction, game).await?,
        }
        results.push(result);
    }
    transaction.commit().await?;
    Ok(results)
}

async fn create(
    transaction: &mut Transaction<'_, Sqlite>,
    game: &NewGame,
) -> Result<(), StoreError> {
    let (id, hash) = (game.id.as_str(), game.definition.id());
    define(transaction, &game.definition).await?;
    let query = "INSERT INTO games (id, definition, created, lively, over) VALUES (?, ?, ?, ?, ?)";
    sqlx::query(query)
        .bind(id)
        .bind(hash.as_str())
        .bind(game.created)
        .bind(game.lively)
        .bind(game.over)
        .execute(&mut **transaction)
        .await?;
    for (seq, event) in (1..).zip(&game.events) {
        insert(transaction, id, seq, game.created, &serde_json::to_string(event)?).await?;
    }
    Ok(())
}

/// Keeps the texts of a variant, unless they are there.
async fn define(
    transaction: &mut Transaction<'_, Sqlite>,
    definition: &Definition,
) -> Result<(), StoreError> {
    let text = serde_json::to_string(definition)?;
    sqlx::query("INSERT INTO definitions (id, definition) VALUES (?, ?) ON CONFLICT DO NOTHING")
        .bind(definition.id().as_str())
        .bind(text)
        .execute(&mut **transaction)
        .await?;
    Ok(())
}

/// Somebody may have kept another version meanwhile; theirs is not overwritten. Nothing is written then, and nobody else's
/// job is concerned: the inner result says it.
async fn keep(
    transaction: &mut Transaction<'_, Sqlite>,
    analysis: &KeptAnalysis,
) -> Result<Result<(), StoreError>, StoreError> {
    let hash = analysis.definition.id();
    define(transaction, &analysis.definition).await?;
    let query = if analysis.version == 1 {
        "INSERT INTO analyses (seal, definition, changed, version, title, variant, moves, document, id)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT DO NOTHING"
    } else {
        "UPDATE analyses SET seal = ?1, definition = ?2, changed = ?3, version = ?4, title = ?5,
            variant = ?6, moves = ?7, document = ?8 WHERE id = ?9 AND version = ?4 - 1"
    };
    let kept = sqlx::query(query)
        .bind(analysis.seal.as_str())
        .bind(hash.as_str())
        .bind(analysis.changed)
        .bind(i64::try_from(analysis.version).unwrap_or(i64::MAX))
        .bind(&analysis.title)
        .bind(&analysis.variant)
        .bind(analysis.moves)
        .bind(&analysis.document)
        .bind(analysis.id.as_str())
        .execute(&mut **transaction)
        .await?;
    Ok(if kept.rows_affected() == 1 { Ok(()) } else { Err(StoreError::Conflict) })
}

async fn delete(transaction: &mut Transaction<'_, Sqlite>, id: &GameId) -> Result<(), StoreError> {
    let query = "DELETE FROM analyses WHERE id = ?";
    sqlx::query(query).bind(id.as_str()).execute(&mut **transaction).await?;
    Ok(())
}

async fn begin_review(
    transaction: &mut Transaction<'_, Sqlite>,
    game: &GameId,
    ms: u64,
) -> Result<(), StoreError> {
    // It may have been taken back meanwhile that the game was over.
    let query =
        "INSERT INTO reviews (game, ms) SELECT number, ? FROM games WHERE id = ? AND over = 1
        ON CONFLICT DO UPDATE SET ms = excluded.ms, over = 0
            WHERE reviews.over = 1 AND reviews.ms < excluded.ms";
    let ms = i64::try_from(ms).unwrap_or(i64::MAX);
    sqlx::query(query).bind(ms).bind(game.as_str()).execute(&mut **transaction).await?;
    Ok(())
}

async fn find(
    transaction: &mut Transaction<'_, Sqlite>,
    game: &GameId,
    ply: usize,
    text: &str,
) -> Result<(), StoreError> {
    let query = "INSERT OR REPLACE INTO findings (game, ply, finding)
        SELECT number, ?, ? FROM games JOIN reviews ON game = number WHERE id = ?";
    let ply = i64::try_from(ply).unwrap_or(i64::MAX);
    let found = sqlx::query(query).bind(ply).bind(text).bind(game.as_str());
    found.execute(&mut **transaction).await?;
    Ok(())
}

async fn end_review(
    transaction: &mut Transaction<'_, Sqlite>,
    game: &GameId,
) -> Result<(), StoreError> {
    let query = "UPDATE reviews SET over = 1 WHERE game = (SELECT number FROM games WHERE id = ?)";
    sqlx::query(query).bind(game.as_str()).execute(&mut **transaction).await?;
    Ok(())
}

async fn append(
    transaction: &mut Transaction<'_, Sqlite>,
    new: &NewEvents,
) -> Result<(), StoreError> {
    for (seq, event) in (new.seq..).zip(&new.events) {
        let text = serde_json::to_string(event)?;
        insert(transaction, new.game.as_str(), seq, new.at, &text).await?;
    }
    if let Some(over) = new.over {
        sqlx::query("UPDATE games SET over = ? WHERE id = ?")
            .bind(over)
            .bind(new.game.as_str())
            .execute(&mut **transaction)
            .await?;
        if !over {
            forget_review(transaction, &new.game).await?;
        }
    }
    Ok(())
}

/// The game goes on: what was found in it is no review of the game that it will be.
async fn forget_review(
    transaction: &mut Transaction<'_, Sqlite>,
    game: &GameId,
) -> Result<(), StoreError> {
    for table in ["findings", "reviews"] {
        let query =
            format!("DELETE FROM {table} WHERE game = (SELECT number FROM games WHERE id = ?)");
        sqlx::query(sqlx::AssertSqlSafe(query))
            .bind(game.as_str())
            .execute(&mut **transaction)
            .await?;
    }
    Ok(())
}

async fn insert(
    transaction: &mut Transaction<'_, Sqlite>,
    game: &str,
    seq: u64,
    at: i64,
    event: &str,
) -> Result<(), StoreError> {
    let query =
        "INSERT INTO events (game, seq, at, event) SELECT number, ?, ?, ? FROM games WHERE id = ?";
    let inserted = sqlx::query(query)
        .bind(i64::try_from(seq).unwrap_or(i64::MAX))
        .bind(at)
        .bind(event)
        .bind(game)
        .execute(&mut **transaction)
        .await;
    match inserted {
        Ok(done) if done.rows_affected() == 1 => Ok(()),
        Ok(_) => Err(StoreError::Conflict),
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
            Err(StoreError::Conflict)
        }
        Err(error) => Err(error.into()),
    }
}

impl StoreError {
    /// The error of a commit, for the one who waited for it.
    fn from_commit(error: &StoreError) -> Self {
        match error {
            StoreError::Conflict => StoreError::Conflict,
            StoreError::Database(error) => StoreError::Write(error.to_string()),
            StoreError::Write(text) => StoreError::Write(text.clone()),
            other => StoreError::Write(other.to_string()),
        }
    }
}
