//! The protocols of the `isready`, `position`, `go`, `bestmove` family.

use super::{
    Answer, Client, Course, Eval, Failure, GameName, Reply, Started, Turn, Waits, info, launch,
};
use crate::engine::Program;
use crate::process::{NoLine, Process};
use komadai_rules::Color;
use std::time::{Duration, Instant};

/// What sets one protocol of the family apart from another.
pub(super) struct Dialect {
    pub(super) name: &'static str,
    /// The greeting, and the end of its answer.
    pub(super) hello: [&'static str; 2],
    pub(super) new_game: &'static str,
    /// Options that choose the game, best first.
    pub(super) variant_options: [&'static str; 2],
    /// The game that is played where there is no such option.
    pub(super) only_game: &'static str,
    pub(super) position: fn(&Course) -> String,
    pub(super) go: fn(&Turn<'_>) -> String,
    /// Whether the engine wants to be told how the game ended.
    pub(super) tells_end: bool,
}

/// An engine of the family.
pub(super) struct Universal {
    process: Process,
    dialect: &'static Dialect,
    waits: Waits,
    options: Vec<Offered>,
}

/// An option that the engine has.
struct Offered {
    name: String,
    /// The values of a choice; empty for anything else.
    choices: Vec<String>,
}

impl Universal {
    pub(super) fn start(
        program: &Program,
        game: &GameName,
        waits: Waits,
        dialect: &'static Dialect,
    ) -> Started<Self> {
        let process = launch(program, game)?;
        let mut engine = Universal { process, dialect, waits, options: Vec::new() };
        match engine.greet(program, game) {
            Ok(()) => Ok(engine),
            Err(failure) => Err((failure, engine.process.recent())),
        }
    }

    fn greet(&mut self, program: &Program, game: &GameName) -> Result<(), Failure> {
        let [hello, done] = self.dialect.hello;
        for line in &program.init {
            self.process.send(line);
        }
        self.process.send(hello);
        let deadline = Instant::now() + self.waits.start;
        loop {
            let line = self.process.next(deadline).map_err(|no| self.not_started(no, done))?;
            match line.text.trim() {
                text if text == done => break,
                text => self.options.extend(offered(text)),
            }
        }
        self.choose_game(program, game)?;
        for (name, value) in &program.options {
            self.set_option(name, value)?;
        }
        let said = self.wait_ready()?;
        // Others say anything at this time, this program only what it cannot do.
        match said.filter(|_| program.own) {
            Some(refusal) => Err(Failure::Unfit(refusal)),
            None => Ok(()),
        }
    }

    fn not_started(&mut self, no: NoLine, waiting_for: &str) -> Failure {
        Failure::NotStarted(match no {
            NoLine::Late => format!(
                "no `{waiting_for}` within {} s ({})",
                self.waits.start.as_secs_f64(),
                self.dialect.name
            ),
            NoLine::Gone => self.process.fate(),
        })
    }

    fn choose_game(&mut self, program: &Program, game: &GameName) -> Result<(), Failure> {
        if program.own {
            return Ok(());
        }
        let offered = self.dialect.variant_options.iter().find_map(|name| self.option(name));
        let Some(offered) = offered else {
            let wanted = program.variant.as_ref().unwrap_or(&game.names[0]);
            if *wanted == self.dialect.only_game {
                return Ok(());
            }
            return Err(Failure::Unfit(format!(
                "it plays {} only: it has no option {}",
                self.dialect.only_game, self.dialect.variant_options[0]
            )));
        };
        let knows = |name: &&String| offered.choices.contains(name);
        let name = match &program.variant {
            Some(name) => name.clone(),
            None if offered.choices.is_empty() => game.names[0].clone(),
            None => match game.names.iter().find(knows) {
                Some(name) => name.clone(),
                None => return Err(unknown_game(&game.names[0], &offered.choices)),
            },
        };
        let option = offered.name.clone();
        self.process.send(&format!("setoption name {option} value {name}"));
        Ok(())
    }

    fn option(&self, name: &str) -> Option<&Offered> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Sets an option that the engine has; USI's standard options also go by their short names.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        let usi = format!("USI_{name}");
        let Some(option) = self.option(name).or_else(|| self.option(&usi)) else {
            let known: Vec<&str> = self.options.iter().map(|o| o.name.as_str()).collect();
            return Err(Failure::Unfit(format!(
                "it has no option `{name}`; it has {}",
                known.join(", ")
            )));
        };
        let line = format!("setoption name {} value {value}", option.name);
        self.process.send(&line);
        Ok(())
    }

    /// Waits until the engine is ready; the first that it told people meanwhile, except which game is on its board.
    fn wait_ready(&mut self) -> Result<Option<String>, Failure> {
        self.process.send("isready");
        let deadline = Instant::now() + self.waits.start;
        let mut said = None;
        loop {
            let line = self.process.next(deadline).map_err(|no| self.not_started(no, "readyok"))?;
            let text = line.text.trim();
            if text == "readyok" {
                return Ok(said);
            }
            let told =
                text.strip_prefix("info string ").filter(|told| !told.starts_with("variant "));
            said = said.or_else(|| told.map(str::to_owned));
        }
    }

    /// Forgets what was said before, so that an old answer is not taken for a new one.
    fn drop_stale_lines(&mut self) -> Result<(), Failure> {
        let now = Instant::now();
        loop {
            match self.process.next(now) {
                Ok(_) => {}
                Err(NoLine::Late) => return Ok(()),
                Err(NoLine::Gone) => return Err(Failure::Broken(self.process.fate())),
            }
        }
    }

    /// Reads until the engine has chosen.
    fn await_move(&mut self, asked: Instant, patience: Duration) -> Result<Reply, Failure> {
        let mut eval: Option<Eval> = None;
        let deadline = asked + patience;
        loop {
            let line = match self.process.next(deadline) {
                Ok(line) => line,
                Err(NoLine::Late) => return Err(self.stop()),
                Err(NoLine::Gone) => return Err(Failure::Broken(self.process.fate())),
            };
            eval = info::of_universal(&line.text).or(eval);
            let mut words = line.text.split_whitespace();
            if words.next() != Some("bestmove") {
                continue;
            }
            let answer = match words.next() {
                Some("resign") => Answer::Resign,
                Some("win") => Answer::Declare,
                Some(text) => Answer::Move(text.to_owned()),
                None => return Err(Failure::Broken("it says `bestmove` without a move".into())),
            };
            let elapsed = line.at.saturating_duration_since(asked);
            return Ok(Reply { answer, elapsed, eval, offers_draw: false });
        }
    }

    fn stop(&mut self) -> Failure {
        self.process.send("stop");
        let deadline = Instant::now() + self.waits.stop;
        loop {
            match self.process.next(deadline) {
                Ok(line) if line.text.starts_with("bestmove") => {
                    return Failure::Silent { stopped: true };
                }
                Ok(_) => {}
                Err(NoLine::Late) => return Failure::Silent { stopped: false },
                Err(NoLine::Gone) => return Failure::Broken(self.process.fate()),
            }
        }
    }
}

impl Client for Universal {
    fn new_game(&mut self, _: &Course, _: &Turn<'_>) -> Result<(), Failure> {
        self.process.send(self.dialect.new_game);
        self.wait_ready().map(drop)
    }

    fn think(&mut self, course: &Course, turn: &Turn<'_>) -> Result<Reply, Failure> {
        self.drop_stale_lines()?;
        let position = (self.dialect.position)(course);
        let go = (self.dialect.go)(turn);
        self.process.send(&position);
        self.process.send(&go);
        self.await_move(Instant::now(), turn.patience)
    }

    fn game_over(&mut self, own: Color, winner: Option<Color>, _: &str) {
        if self.dialect.tells_end {
            let word = match winner {
                Some(winner) if winner == own => "win",
                Some(_) => "lose",
                None => "draw",
            };
            self.process.send(&format!("gameover {word}"));
        }
    }

    fn recent(&self) -> Vec<String> {
        self.process.recent()
    }
}

pub(super) fn unknown_game(name: &str, known: &[String]) -> Failure {
    Failure::Unfit(format!(
        "it does not know the game as `{name}`; say variant=... with one of {}",
        known.join(", ")
    ))
}

/// Reads `option name N type combo default D var A var B`.
fn offered(line: &str) -> Option<Offered> {
    let rest = line.strip_prefix("option name ")?;
    let (name, rest) = rest.split_once(" type ").unwrap_or((rest, ""));
    let choices = rest.split(" var ").skip(1).map(|choice| choice.trim().to_owned()).collect();
    Some(Offered { name: name.trim().to_owned(), choices })
}

/// Milliseconds, as both protocols want them.
pub(super) fn ms(time: Duration) -> u128 {
    time.as_millis()
}

/// The words of a `go` that do not depend on the protocol.
pub(super) fn fixed_limits(turn: &Turn<'_>) -> Vec<String> {
    let limits = turn.limits;
    let mut words = Vec::new();
    if let Some(time) = limits.movetime {
        words.push(format!("movetime {}", ms(time)));
    }
    if let Some(nodes) = limits.nodes {
        words.push(format!("nodes {nodes}"));
    }
    if let Some(depth) = limits.depth {
        words.push(format!("depth {depth}"));
    }
    words
}

/// `go` and its words; without any the engine's own limits hold it.
pub(super) fn go(words: &[String]) -> String {
    match words {
        [] => "go infinite".to_owned(),
        _ => format!("go {}", words.join(" ")),
    }
}
