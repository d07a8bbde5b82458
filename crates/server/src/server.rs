//! The server as a whole: from its settings to its end.

use crate::admin;
use crate::door::{self, Door, Places};
use crate::http::{self, Entrance};
use crate::hub::{Hub, Spans};
use crate::metrics;
use crate::pool::Pool;
use crate::rates::Rate;
use crate::rules::Catalogue;
use crate::store::{SqliteStore, Store, StoreError, private_file};
use crate::time::{SystemClock, Time};
use std::future::Future;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpSocket};

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
    /// A game that nobody needs is put away after this time; sooner where many are open.
    pub idle: Duration,
    /// Requests that an address may make in a second; for a moment ten times as many.
    pub requests_per_second: u32,
    /// Games that an address may set up in an hour.
    pub games_per_hour: u32,
    /// Connections at a time. There are fewer where the system has not so many files.
    pub connections: usize,
    /// Connections from one address at a time; three of four may be websockets.
    pub connections_per_address: usize,
    /// How long a connection may take to say what it wants, and to take what it gets. A request must
    /// be answered after half as much again.
    pub patience: Duration,
    /// Everybody comes through a reverse proxy, which tells in `X-Forwarded-For` who it is.
    pub behind_proxy: bool,
    /// Names that the server is reached by, besides addresses and the names of local networks.
    pub hosts: Vec<String>,
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
            idle: Duration::from_secs(60),
            requests_per_second: 200,
            games_per_hour: 600,
            connections: 4096,
            connections_per_address: 512,
            patience: Duration::from_secs(20),
            behind_proxy: false,
            hosts: Vec::new(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            time: Arc::new(SystemClock::start()),
        }
    }
}

/// Why a server cannot run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServerError {
    /// A folder cannot be made or used.
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
    interior: Interior,
}

/// How long those who are connected have to go.
const FAREWELL: Duration = Duration::from_secs(3);

/// So many connections may wait to be let in: whoever comes beside a thousand others at once would otherwise
/// be heard after seconds. The system may allow fewer.
const BACKLOG: u32 = 4_096;

fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // A server that is started again finds its port taken for a while; elsewhere this means something else.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

impl Server {
    /// Opens the database, listens, and takes up the games that go on by themselves.
    ///
    /// # Errors
    /// See [`ServerError`].
    pub async fn bind(config: Config) -> Result<Self, ServerError> {
        let lock = Lock::on(&config.data_dir)?;
        let address = SocketAddr::new(config.bind, config.port);
        let failed = |error| ServerError::Listen { address, error };
        let listener = listen(address).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let interior = Interior::behind(config, lock).await?;
        tracing::info!(%address, data = %interior.data_dir.display(), "ready");
        Ok(Server { listener, address, interior })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `end` comes, then says farewell and writes everything down.
    ///
    /// # Errors
    /// When the connections fail.
    pub async fn run(self, end: impl Future<Output = ()> + Send) -> Result<(), ServerError> {
        let Interior { hub, door, data_dir, .. } = &self.interior;
        admin::serve(data_dir, Arc::clone(hub));
        let served = door::serve(self.listener, Arc::clone(door));
        let ended = async {
            end.await;
            tracing::info!("ending");
            hub.stop.cancel();
            // Whoever holds a connection open must not hold up the end.
            tokio::time::sleep(FAREWELL).await;
        };
        tokio::select! {
            () = served => {}
            () = ended => {}
        }
        self.interior.end().await;
        Ok(())
    }
}

/// All of a server but its port: connections come to it from whoever has it, such as a test.
pub struct Interior {
    hub: Arc<Hub>,
    door: Arc<Door>,
    data_dir: PathBuf,
    /// Held until the end.
    _lock: Lock,
}

impl Interior {
    /// Opens the database, and takes up the games that go on by themselves.
    ///
    /// # Errors
    /// See [`ServerError`].
    pub async fn open(config: Config) -> Result<Self, ServerError> {
        let lock = Lock::on(&config.data_dir)?;
        Interior::behind(config, lock).await
    }

    async fn behind(config: Config, lock: Lock) -> Result<Self, ServerError> {
        metrics::install();
        tokio::spawn(metrics::keep_up());
        if let Some(folder) = &config.variants {
            let unusable = |error| ServerError::Folder { folder: folder.clone(), error };
            std::fs::read_dir(folder).map_err(unusable)?;
        }
        let catalogue = Catalogue::new(config.variants)
            .map_err(|error| ServerError::Variants(error.to_string()))?;
        // The pages say it too, but whoever starts the server looks here.
        for error in &catalogue.list().errors {
            tracing::warn!(file = error.file, "a game is left out: {}", error.text);
        }
        let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&database(&config.data_dir)).await?);
        let pool = Pool::new(config.engines).map_err(ServerError::Failed)?;
        let requests = Rate::per_second(config.requests_per_second);
        let rates = [requests, Rate::per_hour(config.games_per_hour)];
        let spans = Spans { think: config.think, idle: config.idle };
        let hub = Hub::new(store, Arc::new(catalogue), pool, config.time, spans, rates);
        let hub = Arc::new(hub);
        let resumed = hub.resume().await?;
        tracing::info!(resumed, "the games are there");
        let of_an_address = config.connections_per_address;
        let places = Places {
            all: config.connections,
            of_an_address: Some(of_an_address).filter(|_| !config.behind_proxy),
            // Even one for each request, and those who ask too much are still told so.
            coming: (!config.behind_proxy)
                .then(|| Rate::per_second(config.requests_per_second.saturating_mul(2))),
            patience: config.patience,
        };
        let entrance = Entrance {
            games_per_hour: config.games_per_hour,
            sockets_per_address: (of_an_address * 3 / 4).max(1),
            hosts: config.hosts,
            deadline: config.patience * 3 / 2,
            behind_proxy: config.behind_proxy,
        };
        let router = http::router(Arc::clone(&hub), entrance, &config.version);
        let door = Door::new(places.within_files(), router, hub.stop.clone());
        Ok(Interior { hub, door, data_dir: config.data_dir, _lock: lock })
    }

    /// Answers the requests of a connection, as if it had come from this address, until it ends. Where
    /// all places are taken it ends at once.
    pub async fn answer(
        &self,
        stream: impl AsyncRead + AsyncWrite + Send + 'static,
        address: SocketAddr,
    ) {
        self.door.receive(stream, address).await;
    }

    /// Says farewell to everybody and writes everything down.
    pub async fn end(&self) {
        self.hub.end().await;
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

/// Makes a folder that only its owner may look into, unless it is there.
fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Keeps a second server off the same games.
struct Lock {
    _file: std::fs::File,
}

impl Lock {
    fn on(folder: &Path) -> Result<Self, ServerError> {
        let unusable = |error| ServerError::Folder { folder: folder.to_owned(), error };
        make_private(folder).map_err(unusable)?;
        let file = private_file(&folder.join("lock")).map_err(unusable)?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { _file: file }),
            Err(std::fs::TryLockError::WouldBlock) => Err(ServerError::InUse(folder.to_owned())),
            Err(std::fs::TryLockError::Error(error)) => Err(unusable(error)),
        }
    }
}
