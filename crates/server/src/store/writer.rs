//! One writer for all games: whatever comes while the disk is busy is committed together.

use super::{NewEvents, NewGame, StoreError};
use crate::metrics;
use sqlx::{Connection, Sqlite, SqliteConnection, SqlitePool, Transaction};
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
}

/// More jobs are not committed together.
const MOST_TOGETHER: usize = 256;

/// Writes until nobody can ask for it any more.
pub(super) async fn run(pool: SqlitePool, mut jobs: mpsc::Receiver<Job>) {
    let mut together = Vec::new();
    while jobs.recv_many(&mut together, MOST_TOGETHER).await > 0 {
        let began = Instant::now();
        if let Err(error) = commit(&pool, &together).await {
            tracing::warn!(%error, jobs = together.len(), "a commit failed");
            one_by_one(&pool, std::mem::take(&mut together), error).await;
        }
        metrics::committed(together.len(), began.elapsed());
        for job in together.drain(..) {
            // Nobody may be waiting any more.
            let _ = job.done.send(Ok(()));
        }
    }
    pool.close().await;
}

/// What is wrong with one job must not cost the others.
async fn one_by_one(pool: &SqlitePool, jobs: Vec<Job>, first: StoreError) {
    let alone = jobs.len() == 1;
    for job in jobs {
        let result = if alone {
            Err(StoreError::from_commit(&first))
        } else {
            commit(pool, std::slice::from_ref(&job)).await
        };
        // Nobody may be waiting any more.
        let _ = job.done.send(result);
    }
}

/// Commits some jobs, all or none.
///
/// After a failure the connection is closed. SQLite may have rolled back by itself, as it does when the disk
/// is full; then rolling back fails and is counted as if a transaction were still open, and every later
/// commit would only end an inner part of one that never ends.
async fn commit(pool: &SqlitePool, jobs: &[Job]) -> Result<(), StoreError> {
    let mut connection = pool.acquire().await?;
    let committed = write(&mut connection, jobs).await;
    if committed.is_err() {
        // It is of no more use, however that goes.
        let _ = connection.close().await;
    }
    committed
}

async fn write(connection: &mut SqliteConnection, jobs: &[Job]) -> Result<(), StoreError> {
    let mut transaction = connection.begin().await?;
    for job in jobs {
        match &job.write {
            Write::Create(game) => create(&mut transaction, game).await?,
            Write::Append(events) => append(&mut transaction, events).await?,
        }
    }
    Ok(transaction.commit().await?)
}

async fn create(
    transaction: &mut Transaction<'_, Sqlite>,
    game: &NewGame,
) -> Result<(), StoreError> {
    let definition = serde_json::to_string(&game.definition)?;
    let (id, hash) = (game.id.as_str(), game.definition.id());
    sqlx::query("INSERT INTO definitions (id, definition) VALUES (?, ?) ON CONFLICT DO NOTHING")
        .bind(hash.as_str())
        .bind(definition)
        .execute(&mut **transaction)
        .await?;
    sqlx::query("INSERT INTO games (id, definition, created, lively) VALUES (?, ?, ?, ?)")
        .bind(id)
        .bind(hash.as_str())
        .bind(game.created)
        .bind(game.lively)
        .execute(&mut **transaction)
        .await?;
    insert(transaction, id, 1, game.created, &serde_json::to_string(&game.event)?).await
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
            other => StoreError::Database(sqlx::Error::Protocol(other.to_string())),
        }
    }
}
