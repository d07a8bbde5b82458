//! The program as people and other programs call it.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "programs are started and waited for"
)]

mod batch;
mod bench;
mod check;
mod common;
mod engine;
mod errors;
mod forms;
mod genfens;
mod guides;
mod import;
mod learn;
mod man;
mod matches;
mod new;
mod packaging;
mod pictures;
mod pieces;
mod play;
mod readme;
mod records;
mod rules;
mod schema;
mod serve;
mod show;
mod strange_files;
mod watch;
mod worked_cases;
