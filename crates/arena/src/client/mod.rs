//! Talking with engines: one [`Client`] for each protocol.

mod features;
mod info;
mod uci;
mod universal;
mod usi;
mod xboard;

use crate::clock::{Clock, Limits};
use crate::engine::{Program, Protocol};
use crate::process::Process;
use komadai_records::moves::{Spelling, spell};
use komadai_rules::{AnyPlay, Color, Move, Setup};
use std::time::Duration;

/// Someone to play with.
pub trait Client: Send {
    /// Gets ready for a game, which begins as the course says.
    ///
    /// # Errors
    /// See [`Failure`].
    fn new_game(&mut self, course: &Course, turn: &Turn<'_>) -> Result<(), Failure>;

    /// Asks for a move. Comes back in time, whatever the engine does.
    ///
    /// # Errors
    /// See [`Failure`].
    fn think(&mut self, course: &Course, turn: &Turn<'_>) -> Result<Reply, Failure>;

    /// Tells that the game is over: who won, and why.
    fn game_over(&mut self, own: Color, winner: Option<Color>, reason: &str);

    /// The last lines to and from the engine.
    fn recent(&self) -> Vec<String>;

    /// Whether it can play another game.
    fn is_reusable(&self) -> bool {
        true
    }
}

/// A game so far, in everything that engines are told.
#[derive(Clone)]
pub struct Course {
    /// The game as it stands.
    pub play: AnyPlay,
    /// Where the game began.
    pub start: Setup,
    /// Whether that is the game's usual start.
    pub usual: bool,
    /// The moves since.
    pub moves: Vec<Spelling>,
}

impl Course {
    /// Plays a legal move.
    pub fn push(&mut self, m: Move) {
        self.moves.push(spell(&self.play, m));
        self.play.push(m);
    }

    /// The moves, each as `write` says it.
    pub(crate) fn texts(&self, write: impl Fn(&Spelling) -> String) -> Vec<String> {
        self.moves.iter().map(write).collect()
    }
}

/// What holds for one move.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// Whose move it is.
    pub side: Color,
    /// The limits of the engine.
    pub limits: &'a Limits,
    /// The clocks of both sides, where there are any.
    pub clocks: [Option<&'a Clock>; 2],
    /// How long to wait for the move before giving up.
    pub patience: Duration,
}

impl<'a> Turn<'a> {
    /// The clocks as an engine with a clock is told them: an opponent without one is taken to have
    /// as much.
    pub(crate) fn both_clocks(&self) -> Option<[&'a Clock; 2]> {
        let own = self.clocks[self.side.index()]?;
        Some(self.clocks.map(|clock| clock.unwrap_or(own)))
    }
}

/// What an engine answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// What it wants to do.
    pub answer: Answer,
    /// How long it thought.
    pub elapsed: Duration,
    /// What it thinks of the position.
    pub eval: Option<Eval>,
    /// Whether it offers a draw.
    pub offers_draw: bool,
}

/// What an engine wants to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// To play a move.
    Move(String),
    /// To give up.
    Resign,
    /// To win (or draw) by declaring an impasse.
    Declare,
    /// It says that the game is over, and who won.
    Claim(Option<Color>),
}

/// What an engine thinks of a position, from its own side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Eval {
    /// Hundredths of a pawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cp: Option<i32>,
    /// Mate in so many moves (or plies, as the protocol counts); below zero: being mated. `Some(0)`
    /// is never used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// Depth of the search in plies.
    #[serde(default)]
    pub depth: u32,
    /// Nodes searched.
    #[serde(default)]
    pub nodes: u64,
}

impl Eval {
    /// A number for comparisons; mates are beyond all others.
    pub fn score(&self) -> Option<i32> {
        match self.mate {
            Some(mate) if mate < 0 => Some(-100_000 - mate.max(-10_000)),
            Some(mate) => Some(100_000 - mate.min(10_000)),
            None => self.cp,
        }
    }
}

/// What went wrong with an engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// It cannot play this match at all.
    #[error("{0}")]
    Unfit(String),
    /// It did not get going.
    #[error("it does not start: {0}")]
    NotStarted(String),
    /// It has ended, or talks nonsense.
    #[error("{0}")]
    Broken(String),
    /// It did not answer in time; whether it did when it was told to stop.
    #[error("it has not moved in time{}", if *.stopped { "" } else { ", and did not stop when told to" })]
    Silent {
        /// Whether it can still be talked with.
        stopped: bool,
    },
}

impl Failure {
    /// Whether there is nobody left to talk with.
    pub fn is_final(&self) -> bool {
        *self != Failure::Silent { stopped: true }
    }
}

/// How long engines may take for what is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waits {
    /// To start, and to get ready for a game.
    pub start: Duration,
    /// To answer when told to stop.
    pub stop: Duration,
}

/// The game as an engine has to know it.
#[derive(Clone, Debug)]
pub struct GameName {
    /// Our names for it, the id first.
    pub names: Vec<String>,
    /// The file that describes it, if it is not built in.
    pub file: Option<std::path::PathBuf>,
    /// Rule settings that were changed.
    pub settings: Vec<(String, String)>,
}

/// An engine that could play, or why it cannot, with the last lines to and from it.
pub type Started<T> = Result<T, (Failure, Vec<String>)>;

/// Starts a program and gets to the point where it could play.
///
/// # Errors
/// [`Failure::NotStarted`] or [`Failure::Unfit`].
pub fn start(program: &Program, game: &GameName, waits: Waits) -> Started<Box<dyn Client>> {
    Ok(match program.protocol {
        Protocol::Usi => Box::new(universal::Universal::start(program, game, waits, &usi::USI)?),
        Protocol::Uci => Box::new(universal::Universal::start(program, game, waits, &uci::UCI)?),
        Protocol::XBoard => Box::new(xboard::XBoard::start(program, game, waits)?),
    })
}

/// Runs a program. Our own engine is started in the game, with its settings: it knows them all.
fn launch(program: &Program, game: &GameName) -> Started<Process> {
    let mut arguments = Vec::new();
    if program.own {
        let file = game.file.as_ref().map(|file| file.display().to_string());
        arguments.extend(["--variant".to_owned(), file.unwrap_or_else(|| game.names[0].clone())]);
        for (key, value) in &game.settings {
            arguments.extend(["--set".to_owned(), format!("{key}={value}")]);
        }
    }
    Process::start(program, &arguments).map_err(|error| {
        let name = program.command.first().map_or("", String::as_str);
        (Failure::NotStarted(format!("`{name}`: {error}")), Vec::new())
    })
}
