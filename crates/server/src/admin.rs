//! What whoever runs the server may do while it runs: see the open games, and end some.
//!
//! The server listens on a socket in its folder, which only its own user can reach. A connection is one
//! request and one answer, each a line of JSON.

use crate::failure::Failure;
use crate::hub::Hub;
use crate::id::GameId;
use crate::open_game::Ask;
use futures_util::future::join_all;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};

/// A game that says nothing for so long works on something.
const BUSY: Duration = Duration::from_secs(2);

/// A game in the memory of a server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct OpenGameReport {
    /// Its name.
    pub id: String,
    /// The id of its variant.
    pub variant: String,
    /// Moves played.
    pub ply: usize,
    /// The level of the engine for each side that it plays.
    pub players: [Option<u8>; 2],
    /// Who watches by websocket.
    pub watchers: usize,
    /// Whether the engine looks for a move, or waits for a thread to do so.
    pub thinking: bool,
    /// Whether it is over.
    pub over: bool,
    /// Where the last request for it came from.
    pub address: Option<String>,
    /// Whether it works on something that takes long: then nothing else is known of it.
    #[serde(default)]
    pub busy: bool,
}

/// Why a server cannot be asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AdminError {
    /// None runs there, or it belongs to somebody else.
    #[error("no server can be reached in `{}`: {error}", .folder.display())]
    NoServer {
        /// The folder of its games.
        folder: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The server refuses.
    #[error("{0}")]
    Refused(String),
}

/// What is asked.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum AdminRequest {
    Games,
    End { game: String },
}

/// What is answered.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum AdminAnswer {
    Games(Vec<OpenGameReport>),
    Ended,
    Refused(String),
}

/// No request is longer.
const MOST_BYTES: u64 = 4096;

/// The games that are open on the server of a folder.
///
/// # Errors
/// When no server runs there.
pub async fn games(data_dir: &Path) -> Result<Vec<OpenGameReport>, AdminError> {
    match ask(data_dir, &AdminRequest::Games).await? {
        AdminAnswer::Games(games) => Ok(games),
        other => Err(unexpected(other)),
    }
}

/// Ends a game on the server of a folder; nobody has won it.
///
/// # Errors
/// When no server runs there, or there is no such game.
pub async fn end(data_dir: &Path, game: &str) -> Result<(), AdminError> {
    match ask(data_dir, &AdminRequest::End { game: game.to_owned() }).await? {
        AdminAnswer::Ended => Ok(()),
        other => Err(unexpected(other)),
    }
}

fn unexpected(answer: AdminAnswer) -> AdminError {
    match answer {
        AdminAnswer::Refused(why) => AdminError::Refused(why),
        _ => AdminError::Refused("the server runs another version of komadai".to_owned()),
    }
}

async fn ask(data_dir: &Path, request: &AdminRequest) -> Result<AdminAnswer, AdminError> {
    let unreachable = |error| AdminError::NoServer { folder: data_dir.to_owned(), error };
    let mut stream = socket::connect(data_dir).await.map_err(unreachable)?;
    let mut line = serde_json::to_vec(request).map_err(|e| unreachable(e.into()))?;
    line.push(b'\n');
    stream.write_all(&line).await.map_err(unreachable)?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.map_err(unreachable)?;
    serde_json::from_str(&answer).map_err(|e| unreachable(e.into()))
}

/// Answers requests as long as the server runs.
pub(crate) fn serve(data_dir: &Path, hub: Arc<Hub>) {
    match socket::listen(data_dir) {
        Ok(listener) => drop(tokio::spawn(socket::accept(listener, hub))),
        Err(error) => tracing::warn!(%error, "`komadai admin` cannot reach this server"),
    }
}

async fn answer(
    stream: &mut (impl tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin),
    hub: &Arc<Hub>,
) -> io::Result<()> {
    let mut line = String::new();
    BufReader::new(&mut *stream).take(MOST_BYTES).read_line(&mut line).await?;
    let answer = match serde_json::from_str(&line) {
        Ok(request) => obey(hub, request).await,
        Err(error) => AdminAnswer::Refused(error.to_string()),
    };
    stream.write_all(&serde_json::to_vec(&answer)?).await
}

async fn obey(hub: &Arc<Hub>, request: AdminRequest) -> AdminAnswer {
    match request {
        AdminRequest::Games => {
            let ids = hub.open_ids();
            let reports = join_all(ids.iter().map(|id| report(hub, id))).await;
            AdminAnswer::Games(reports.into_iter().flatten().collect())
        }
        AdminRequest::End { game } => match end_game(hub, &game).await {
            Ok(true) => AdminAnswer::Ended,
            Ok(false) => AdminAnswer::Refused(format!(
                "{game} works on something that takes long; it ends when that is done"
            )),
            Err(failure) => AdminAnswer::Refused(format!("{game}: {failure}")),
        },
    }
}

/// What a game says of itself, if it still is open.
async fn report(hub: &Arc<Hub>, id: &GameId) -> Option<OpenGameReport> {
    let asked = hub.ask(id, None, |reply| Ask::Report { reply });
    match tokio::time::timeout(BUSY, asked).await {
        Ok(report) => report.ok(),
        Err(_) => Some(OpenGameReport { id: id.to_string(), busy: true, ..Default::default() }),
    }
}

/// Ends a game; whether that is done. One that works on something ends after that, which is not waited for.
async fn end_game(hub: &Arc<Hub>, game: &str) -> Result<bool, Failure> {
    let id = GameId::parse(game).ok_or(Failure::NoGame)?;
    let (hub, asks) = (Arc::clone(hub), id.clone());
    let ends = tokio::spawn(async move { hub.ask(&asks, None, |reply| Ask::End { reply }).await });
    match tokio::time::timeout(BUSY, ends).await {
        Ok(ended) => ended.map_err(|_| Failure::Ending)?.map(|()| true),
        Err(_) => Ok(false),
    }
}

#[cfg(unix)]
mod socket {
    use super::{Arc, Duration, Hub, Path, io};
    use std::os::unix::fs::PermissionsExt;
    use tokio::net::{UnixListener, UnixStream};
    use tokio::sync::Semaphore;
    use tokio::time::timeout;

    const NAME: &str = "admin.sock";
    /// Connections at a time.
    const MOST: usize = 8;
    /// How long one may take.
    const PATIENCE: Duration = Duration::from_secs(30);
    /// How long nobody is let in when the system provides no connection.
    const BREATH: Duration = Duration::from_millis(100);

    pub(super) async fn connect(data_dir: &Path) -> io::Result<UnixStream> {
        UnixStream::connect(data_dir.join(NAME)).await
    }

    /// Listens in a folder that this server alone uses: a socket that is there is left over.
    pub(super) fn listen(data_dir: &Path) -> io::Result<UnixListener> {
        let file = data_dir.join(NAME);
        if file.exists() {
            std::fs::remove_file(&file)?;
        }
        let listener = UnixListener::bind(&file)?;
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o600))?;
        Ok(listener)
    }

    pub(super) async fn accept(listener: UnixListener, hub: Arc<Hub>) {
        let places = Arc::new(Semaphore::new(MOST));
        loop {
            let accepted = tokio::select! {
                () = hub.stop.cancelled() => return,
                accepted = listener.accept() => accepted,
            };
            let Ok((mut stream, _)) = accepted else {
                tokio::time::sleep(BREATH).await;
                continue;
            };
            // Who is one too many is hung up on.
            let Ok(place) = Arc::clone(&places).try_acquire_owned() else { continue };
            let hub = Arc::clone(&hub);
            tokio::spawn(async move {
                let _place = place;
                // Whoever has asked may be gone, or say nothing.
                let _ = timeout(PATIENCE, super::answer(&mut stream, &hub)).await;
            });
        }
    }
}

#[cfg(not(unix))]
mod socket {
    use super::{Arc, Hub, Path, io};

    fn unsupported<T>() -> io::Result<T> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "this system has no such sockets"))
    }

    pub(super) async fn connect(_: &Path) -> io::Result<tokio::io::DuplexStream> {
        unsupported()
    }

    pub(super) fn listen(_: &Path) -> io::Result<()> {
        unsupported()
    }

    pub(super) async fn accept((): (), _: Arc<Hub>) {}
}
