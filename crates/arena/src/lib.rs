//! Matches between engines, with the rules of the game as referee.
//!
//! Two [engines](Engine), by USI, UCI or XBoard, play pairs of games: each opening once with either
//! side. The [`run`] of a match hands out the games to workers, a player for each
//! side; the rules alone say which moves are legal and when a game is over. What an engine does
//! wrong (an illegal move, a crash, too much time) loses its game and is reported; nothing that it
//! does stops the match.
//!
//! ```
//! use komadai_arena::{Engine, Limits, Settings, openings::Openings, run, values};
//! use komadai_rules::{AnyGame, variant::load_builtin};
//! # use komadai_arena::adjudicate::Adjudication;
//! # use std::time::Duration;
//!
//! let minishogi = load_builtin("minishogi", &[]).unwrap().variant;
//! let settings = Settings {
//!     game: AnyGame::compile(&minishogi).unwrap(),
//!     engines: ["greedy:1", "random:1"].map(|text| Engine::parse(text, &[]).unwrap()),
//!     openings: Openings::Random { plies: 2, start: None },
//!     games: 4,
//!     // ...
//! #     file: None,
//! #     set: Vec::new(),
//! #     limits: Limits::default(),
//! #     seed: 1,
//! #     concurrency: 1,
//! #     adjudication: Adjudication::default(),
//! #     sprt: None,
//! #     margin: Duration::from_millis(100),
//! #     patience: Duration::from_secs(1),
//! #     start_wait: Duration::from_secs(1),
//! #     values: values::by_reach,
//! #     balance: None,
//! };
//! let summary = run(&settings, Vec::new(), &mut |_| Ok(())).unwrap();
//! assert_eq!(summary.wins + summary.draws + summary.losses, 4);
//! ```
//!
//! | module | subject |
//! |---|---|
//! | [`engine`] | what is to play: the text that describes an engine |
//! | [`client`] | talking with an engine by its protocol |
//! | [`clock`] | time controls and clocks, without looking at any clock |
//! | [`openings`] | where games begin: from a file or at random |
//! | [`adjudicate`] | ending games that the engines agree about |
//! | [`elo`], [`sprt`] | what the results of pairs mean |
//! | [`report`], [`saved`] | games and summaries as JSON and PGN, and going on with a match |
//!
//! Matches live among processes, threads and clocks, which the crates of the core must not know.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "engines are processes that are waited for"
)]

pub mod adjudicate;
pub mod client;
pub mod clock;
pub mod elo;
pub mod engine;
mod game;
mod house;
pub mod openings;
mod player;
mod process;
pub mod random;
mod referee;
pub mod report;
mod runner;
pub mod saved;
pub mod sprt;
pub mod values;

pub use clock::Limits;
pub use engine::Engine;
pub use runner::{Event, MatchError, Settings, run};
