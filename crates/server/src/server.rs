//! The server as a whole: from its settings to its end.

use crate::http::{self, Rates};
use crate::hub::Hub;
use crate::metrics;
use crate::pool::Pool;
use crate::rules::Catalogue;
use crate::store::{SqliteStore, Store, StoreError};
use crate::time::{SystemClock, Time};
use std::future::Future;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// What a server is told.
#[derive(Clone)]
#[non_exhaustive]
pub struct Config {
    /// Where it listens.
    pub bind: IpAddr,
    /// On which port; 0 for any that is free.
    pub port: u16,
    /// Where games are kept.
    pub data_dir: PathBuf,
    /// Where the user's own variant files are.
    pub variants: Option<PathBuf>,
    /// Threads on which the engine thinks: by default one fewer than the machine has cores, at least one.
    pub engines: usize,
    /// How long the engine thinks at its full strength where no clock says it.
    pub think: Duration,
    /// Requests that an address may make in a second; for a moment ten times as many.
    pub requests_per_second: u32,
    /// Games that an address may set up in an hour.
    pub games_per_hour: u32,
    /// Everybody comes through a reverse proxy, which tells in `X-Forwarded-For` who it is.
    pub behind_proxy: bool,
    /// What the server calls its version.
    pub version: String,
    /// Where time comes from.
    pub time: Arc<dyn Time>,
}

impl Config {
    /// A server for this machine alone, that keeps its games in a folder.
    pub fn new(data_dir: impl Into<PathBuf>) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Config {
            bind: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            data_dir: data_dir.into(),
            variants: None,
            engines: (cores - 1).max(1),
            think: Duration::from_secs(3),
            requests_per_second: 200,
            games_per_hour: 600,
            behind_proxy: false,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            time: Arc::new(SystemClock::start()),
        }
    }
}

/// Why a server cannot run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServerError {
    /// The folder for games cannot be made or used.
    #[error("the folder `{}` cannot be used: {error}", .folder.display())]
    Folder {
        /// Which.
        folder: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A copy of the games cannot be made there.
    #[error("`{}` cannot be written: {error}", .file.display())]
    Copy {
        /// Where.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Another server keeps its games there.
    #[error("another komadai is using `{}`; name another folder with --data-dir", .0.display())]
    InUse(PathBuf),
    /// It cannot listen there.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why.
        error: io::Error,
    },
    /// A game that comes with the program is not good.
    #[error("{0}")]
    Variants(String),
    /// The games cannot be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The connections have failed.
    #[error("the server has failed: {0}")]
    Failed(io::Error),
}

/// A server that is ready to run.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    hub: Arc<Hub>,
    router: axum::Router,
    /// Held until the end.
    _lock: Lock,
}

/// How long those who are connected have to go.
const FAREWELL: Duration = Duration::from_secs(5);

impl Server {
    /// Opens the database, listens, and takes up the games that go on by themselves.
    ///
    /// # Errors
    /// See [`ServerError`].
    pub async fn bind(config: Config) -> Result<Self, ServerError> {
        metrics::install();
        let lock = Lock::on(&config.data_dir)?;
        let address = SocketAddr::new(config.bind, config.port);
        let listen = |error| ServerError::Listen { address, error };
        let listener = TcpListener::bind(address).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let catalogue = Catalogue::new(config.variants)
            .map_err(|error| ServerError::Variants(error.to_string()))?;
        // The pages say it too, but whoever starts the server looks here.
        for error in catalogue.list().errors {
            tracing::warn!(file = error.file, "a game is left out: {}", error.text);
        }
        let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&database(&config.data_dir)).await?);
        let pool = Pool::new(config.engines);
        let hub = Hub::new(store, Arc::new(catalogue), pool, config.time, config.think);
        let hub = Arc::new(hub);
        let resumed = hub.resume().await?;
        tracing::info!(%address, resumed, data = %config.data_dir.display(), "ready");
        let rates = Rates {
            requests_per_second: config.requests_per_second,
            games_per_hour: config.games_per_hour,
            behind_proxy: config.behind_proxy,
        };
        let router = http::router(Arc::clone(&hub), rates, &config.version);
        Ok(Server { listener, address, hub, router, _lock: lock })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `end` comes, then says farewell and writes everything down.
    ///
    /// # Errors
    /// When the connections fail.
    pub async fn run(
        self,
        end: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServerError> {
        let service = self.router.into_make_service_with_connect_info::<SocketAddr>();
        let stop = self.hub.stop.clone();
        let asked = stop.clone();
        let ended = async move {
            end.await;
            tracing::info!("ending");
            stop.cancel();
        };
        let served = axum::serve(self.listener, service).with_graceful_shutdown(ended);
        // Whoever holds a connection open must not hold up the end.
        let late = async {
            asked.cancelled().await;
            tokio::time::sleep(FAREWELL).await;
        };
        let served = tokio::select! {
            served = served.into_future() => served.map_err(ServerError::Failed),
            () = late => Ok(()),
        };
        self.hub.end().await;
        served
    }
}

/// Copies all games into a new file, also while a server runs.
///
/// # Errors
/// When there are no games there, or the file exists already or cannot be written.
pub async fn backup(data_dir: &Path, file: &Path) -> Result<(), ServerError> {
    let from = database(data_dir);
    if !from.is_file() {
        let error = io::Error::new(io::ErrorKind::NotFound, "there are no games in it");
        return Err(ServerError::Folder { folder: data_dir.to_owned(), error });
    }
    let refused = |kind, why: &str| {
        Err(ServerError::Copy { file: file.to_owned(), error: io::Error::new(kind, why) })
    };
    if file.exists() {
        return refused(io::ErrorKind::AlreadyExists, "the file already exists");
    }
    if file.parent().is_some_and(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) {
        return refused(io::ErrorKind::NotFound, "there is no such folder");
    }
    let store = SqliteStore::open(&from).await?;
    let copied = store.backup(file).await;
    store.close().await;
    Ok(copied?)
}

fn database(data_dir: &Path) -> PathBuf {
    data_dir.join("games.sqlite")
}

/// Keeps a second server off the same games.
struct Lock {
    _file: std::fs::File,
}

impl Lock {
    fn on(folder: &Path) -> Result<Self, ServerError> {
        let unusable = |error| ServerError::Folder { folder: folder.to_owned(), error };
        std::fs::create_dir_all(folder).map_err(unusable)?;
        let file = std::fs::File::create(folder.join("lock")).map_err(unusable)?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { _file: file }),
            Err(std::fs::TryLockError::WouldBlock) => Err(ServerError::InUse(folder.to_owned())),
            Err(std::fs::TryLockError::Error(error)) => Err(unusable(error)),
        }
    }
}
