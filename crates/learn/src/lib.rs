//! Networks that learn a game from the program's own play.
//!
//! [`selfplay`] plays games of the engine against itself and keeps their quiet positions as
//! [`samples`](sample). [`train`](trainer::train) fits a [`Net`](komadai_engine::net::Net) to them, which corrects the
//! derived evaluation. Whether it plays better has to be seen in a match; that a net predicts
//! positions that it has not seen no better than the derived evaluation is reason enough to refuse it.
//!
//! | module | subject |
//! |---|---|
//! | [`sample`] | a position with its score and the result of its game, in a few dozen bytes |
//! | [`selfplay`] | one game of the engine against itself |
//! | [`store`] | samples in files |
//! | [`trainer`] | fitting a network |
//!
//! Nothing here starts a process or prints; the caller provides threads.

#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "samples live in files")]

pub mod sample;
pub mod selfplay;
pub mod store;
pub mod trainer;
