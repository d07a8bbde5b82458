//! The games in the browser: HTTP, websockets, clocks, storage.
//!
//! A [`Server`] keeps games in a folder, lets people and the engine play them, and serves the pages
//! of the browser front end, which are part of the program. Every rule and every clock is judged
//! here, by `komadai_rules`.
//!
//! - A game is a list of events, to which is only ever added; its state follows from them. A move is
//!   acknowledged only when it is on disk. Whatever happens to the program, every acknowledged
//!   move is there afterwards, and games go on; the time in between is charged to nobody.
//! - Every game in memory has a task of its own, where one thing happens after the other. Games that
//!   nobody looks at are put away, also while a clock runs.
//! - The engine thinks on few threads of its own, where games take turns.
//!
//! ```no_run
//! # async fn serve() -> Result<(), komadai_server::ServerError> {
//! use komadai_server::{Config, Server};
//!
//! let server = Server::bind(Config::new("games")).await?;
//! println!("http://{}/", server.address());
//! server.run(std::future::pending()).await
//! # }
//! ```

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a server has clocks, threads and files"
)]

mod address;
pub mod admin;
mod analysis;
mod at_once;
mod door;
mod elsewhere;
mod failure;
mod flow;
mod game;
mod glances;
mod had;
mod http;
mod hub;
mod loading;
mod metrics;
mod open_game;
mod pool;
mod rates;
mod rules;
mod server;
mod site;
mod sleepers;
mod slices;
mod store;
mod time;

use komadai_referee::id;
pub use rules::read_variant_file;
pub use server::{Config, Interior, Server, ServerError, backup};
pub use site::{Site, SiteError};
pub use store::StoreError;
pub use time::{HandClock, SystemClock, Time};

/// So many pieces of work may wait for their next slice, each in a blocking thread of the runtime.
pub const MOST_IN_SLICES: usize = hub::MOST_IN_SLICES + http::MOST_IN_SLICES;
