//! The server from outside: over HTTP and websockets.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a server is started, and takes time"
)]

mod actions;
mod analyses;
mod analysis;
mod analyst;
mod clocks;
mod common;
mod described;
mod elsewhere;
mod engine;
mod games;
mod hostile;
mod interface;
mod live;
mod local;
mod malformed;
mod own_files;
mod pictures;
mod reviews;
mod safety;
mod seats;
mod site;
mod storage;
