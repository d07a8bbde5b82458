//! `serve`: the games in the browser.

use super::write_json;
use anyhow::Context;
use clap::ValueEnum;
use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use komadai_server::{Config, MOST_IN_SLICES, Server, ServerError};
use serde::Serialize;
use std::io::{IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use tracing_subscriber::EnvFilter;

/// Where to listen if nothing is said and it is free.
const USUAL_PORT: u16 = 8080;
/// Says what is logged, as in `komadai_server=debug`.
const LOG: &str = "KOMADAI_LOG";

/// How to serve.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The port: by default 8080, or a free one if that is taken; 0 for any free one
    #[arg(long, value_name = "P")]
    port: Option<u16>,

    /// The address to listen on; the default is for this machine alone
    #[arg(long, value_name = "A", default_value_t = Args::default().bind)]
    bind: IpAddr,

    /// Where games are kept; by default the usual folder for application data
    #[arg(long, value_name = "D")]
    data_dir: Option<PathBuf>,

    /// Do not open the browser
    #[arg(long)]
    no_open: bool,

    /// A folder of variant files, which appear beside the games of the program
    #[arg(long, value_name = "DIR")]
    variants: Option<PathBuf>,

    /// How many threads the engine may use; by default one fewer than the machine has cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    max_engines: Option<u16>,

    /// How long the engine thinks at full strength in games without a clock
    #[arg(long, value_name = "SECONDS", default_value_t = Args::default().think,
        value_parser = clap::value_parser!(u32).range(1..=3600))]
    think: u32,

    /// How many requests an address may make in a second; ten times as many in a short burst
    #[arg(long, value_name = "N", default_value_t = Args::default().requests_per_second,
        value_parser = clap::value_parser!(u32).range(1..))]
    requests_per_second: u32,

    /// How many games an address may set up in an hour
    #[arg(long, value_name = "N", default_value_t = Args::default().games_per_hour,
        value_parser = clap::value_parser!(u32).range(1..))]
    games_per_hour: u32,

    /// How many connections there may be; fewer where the system allows fewer open files
    #[arg(long, value_name = "N", default_value_t = Args::default().connections,
        value_parser = clap::value_parser!(u32).range(1..))]
    connections: u32,

    /// How many connections an address may have; three of four may be websockets
    #[arg(long, value_name = "N", default_value_t = Args::default().connections_per_address,
        value_parser = clap::value_parser!(u32).range(1..))]
    connections_per_address: u32,

    /// A name that the server is reached by, such as play.example.org; may be given several times.
    /// Addresses and the names of local networks need not be given
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,

    /// The server is behind a reverse proxy: tell visitors apart by X-Forwarded-For
    #[arg(long)]
    behind_proxy: bool,

    /// The form of the log, which goes to standard error; KOMADAI_LOG chooses what is logged
    #[arg(long, value_enum, value_name = "FORM", default_value_t = LogForm::Text)]
    log: LogForm,
}

impl Default for Args {
    fn default() -> Self {
        Args {
            port: None,
            bind: Ipv4Addr::LOCALHOST.into(),
            data_dir: None,
            no_open: false,
            variants: None,
            max_engines: None,
            think: 3,
            requests_per_second: 200,
            games_per_hour: 600,
            connections: 4096,
            connections_per_address: 512,
            hosts: Vec::new(),
            behind_proxy: false,
            log: LogForm::Text,
        }
    }
}

/// The form of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LogForm {
    /// For people
    Text,
    /// A JSON object on each line
    Json,
}

/// What programs are told when the server is ready.
#[derive(Serialize)]
struct Ready {
    url: String,
    port: u16,
}

pub(crate) fn run(args: &Args, json: bool, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    log(args.log);
    match serve(args, json, out) {
        // Who reads the log as JSON reads nothing else.
        Err(error) if args.log == LogForm::Json => {
            tracing::error!(error = format!("{error:#}"), "the server cannot run");
            Ok(ExitCode::from(2))
        }
        done => done.map(|()| ExitCode::SUCCESS),
    }
}

/// So many threads do what those that answer must not wait for. Each keeps memory of its own. Those that wait for
/// their next slice leave some for all else.
const MOST_BLOCKING: usize = MOST_IN_SLICES + 48;

fn serve(args: &Args, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(MOST_BLOCKING)
        .build()?;
    let served = runtime.block_on(async {
        let server = bind(args).await?;
        let address = server.address();
        let url = format!("http://{address}/");
        if json {
            write_json(out, &Ready { url: url.clone(), port: address.port() })?;
        } else {
            writeln!(out, "Komadai is at {url}  (press Ctrl-C to stop; no game is lost)")?;
        }
        out.flush()?;
        if !args.no_open && open::that_detached(&url).is_err() {
            writeln!(out, "Cannot open a browser: open the address yourself.")?;
            out.flush()?;
        }
        Ok(server.run(asked_to_end()).await?)
    });
    // Work on the positions of a heavy file may take long, and nobody waits for it any more.
    runtime.shutdown_background();
    served
}

async fn bind(args: &Args) -> anyhow::Result<Server> {
    let config = args.config()?;
    match Server::bind(config.clone()).await {
        // Where no port was wished for, any will do.
        Err(ServerError::Listen { .. }) if args.port.is_none() => {
            let mut config = config;
            config.port = 0;
            Ok(Server::bind(config).await?)
        }
        bound => Ok(bound?),
    }
}

impl Args {
    fn config(&self) -> anyhow::Result<Config> {
        let mut config = Config::new(data_dir(self.data_dir.as_ref())?);
        config.bind = self.bind;
        config.port = self.port.unwrap_or(USUAL_PORT);
        config.variants = self.variants.clone();
        config.engines = self.max_engines.map_or(config.engines, usize::from);
        config.think = Duration::from_secs(self.think.into());
        config.requests_per_second = self.requests_per_second;
        config.games_per_hour = self.games_per_hour;
        config.connections = usize::try_from(self.connections)?;
        config.connections_per_address = usize::try_from(self.connections_per_address)?;
        config.hosts.clone_from(&self.hosts);
        config.behind_proxy = self.behind_proxy;
        config.version = env!("KOMADAI_VERSION").to_owned();
        Ok(config)
    }
}

/// Where games are kept.
pub(super) fn data_dir(named: Option<&PathBuf>) -> anyhow::Result<PathBuf> {
    let usual = || Some(choose_native_strategy().ok()?.data_dir().join("komadai"));
    named.cloned().or_else(usual).context("name a folder for the games with --data-dir")
}

fn log(form: LogForm) {
    let filter = EnvFilter::try_from_env(LOG).unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    // It fails only where there is a log already.
    let _ = match form {
        LogForm::Text => log.try_init(),
        LogForm::Json => {
            std::panic::set_hook(Box::new(|panic| tracing::error!(%panic, "a task has failed")));
            log.json().try_init()
        }
    };
}

/// Until somebody asks the program to end.
async fn asked_to_end() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = interrupted => {}
        () = terminated() => {}
    }
}

#[cfg(unix)]
async fn terminated() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut signal) => {
            signal.recv().await;
        }
        Err(_) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending().await
}
