//! The server from outside: over HTTP and websockets.

mod actions;
mod clocks;
mod common;
mod engine;
mod games;
mod interface;
mod live;
mod malformed;
mod own_files;
mod safety;
mod storage;
