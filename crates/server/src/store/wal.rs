//! The database's write-ahead log, which is kept short.
//!
//! SQLite begins it anew where nobody reads from it at the instant in which something is written. While many read by
//! turns without a pause there is no such instant, and the log would grow with all that is written.

use sqlx::{AssertSqlSafe, Executor, SqliteConnection, SqlitePool};
use std::path::{Path, PathBuf};

/// A longer log is emptied, in bytes.
const MOST: u64 = 16 << 20;
/// Where that could not be done, it is tried again when the log has grown by so much.
const AGAIN: u64 = 4 << 20;

/// The write-ahead log of a database.
pub(super) struct Wal {
    path: PathBuf,
    /// When it is so long, it is to be emptied.
    limit: u64,
}

impl Wal {
    /// The log of the database in a file.
    pub(super) fn of(database: &Path) -> Self {
        let mut path = database.as_os_str().to_owned();
        path.push("-wal");
        Wal { path: path.into(), limit: MOST }
    }

    /// Empties it if it has become long. Writing waits meanwhile.
    pub(super) async fn keep_short(&mut self, pool: &SqlitePool) {
        let length = std::fs::metadata(&self.path).map_or(0, |file| file.len());
        if length < self.limit {
            return;
        }
        self.limit = match empty(pool).await {
            Ok(true) => MOST,
            Ok(false) => length + AGAIN,
            Err(error) => {
                tracing::warn!(%error, "the write-ahead log of the database cannot be emptied");
                length + AGAIN
            }
        };
    }
}

/// Whether it could be emptied.
async fn empty(pool: &SqlitePool) -> Result<bool, sqlx::Error> {
    let mut connection = pool.acquire().await?;
    let emptied = wait_and_empty(&mut connection).await;
    if emptied.is_err() {
        // It may still have the short time to wait.
        let _ = connection.close().await;
    }
    emptied
}

/// Waits for those who have begun to read, but not as long as a backup takes. SQLite waits for old readers first and then
/// for all, and looks every 50 ms at last: for reads of 30 ms, a tenth of a second is too short half the time.
async fn wait_and_empty(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    let (usual,): (i64,) =
        sqlx::query_as("PRAGMA busy_timeout").fetch_one(&mut *connection).await?;
    connection.execute("PRAGMA busy_timeout = 250").await?;
    let (busy, _, _): (i64, i64, i64) =
        sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut *connection).await?;
    connection.execute(AssertSqlSafe(format!("PRAGMA busy_timeout = {usual}"))).await?;
    Ok(busy == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::{GameId, Seal};
    use crate::rules::Definition;
    use crate::store::{KeptAnalysis, SqliteStore, Store};
    use std::time::Duration;

    /// Reads for 30 ms, again and again.
    async fn read_on(pool: SqlitePool) {
        loop {
            let mut transaction = pool.begin().await.unwrap();
            let query = sqlx::query_scalar("SELECT length(document) FROM analyses");
            let _: Option<i64> = query.fetch_optional(&mut *transaction).await.unwrap();
            tokio::time::sleep(Duration::from_millis(30)).await;
            transaction.rollback().await.unwrap();
        }
    }

    #[tokio::test]
    async fn the_log_stays_short_while_others_read() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("games.sqlite");
        let store = SqliteStore::open(&path).await.unwrap();
        let pool = SqlitePool::connect(&format!("sqlite:{}", path.display())).await.unwrap();
        let mut readers = Vec::new();
        for _ in 0..3 {
            readers.push(tokio::spawn(read_on(pool.clone())));
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let mut longest = 0;
        for version in 1..=50 {
            let analysis = KeptAnalysis {
                id: GameId::new().unwrap(),
                seal: Seal::kept("seal".to_owned()),
                definition: Definition::clone(&Definition::builtin("chess").unwrap()),
                changed: 0,
                version: 1,
                title: String::new(),
                variant: "chess".to_owned(),
                moves: 0,
                document: version.to_string().repeat(500_000),
            };
            store.keep(analysis).await.unwrap();
            let log = std::fs::metadata(folder.path().join("games.sqlite-wal")).unwrap();
            longest = longest.max(log.len());
        }
        assert!(longest < 2 * MOST, "{longest}");
        for reader in readers {
            reader.abort();
        }
        pool.close().await;
        store.close().await;
    }
}
